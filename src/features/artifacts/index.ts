// The door of this feature: the files that skills make, on their way to the people who asked for them.

export { createArtifactCollector, type ArtifactCollector } from './artifact-collector.ts';
export type { ArtifactCollectorParts } from './collected-run.ts';
export { createArtifactLinks, type ArtifactLinks } from './artifact-links.ts';
export { makePreview } from './preview/make-preview.ts';
export type { Preview } from './preview/preview.ts';
export { createRoom, type Room } from './room.ts';
export type { CollectedFile, FailedFile, KeptFile } from './collected-file.ts';
