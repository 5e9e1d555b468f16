// The door of this feature: the files that skills make, on their way to the people who asked for them.

export { createArtifactCollector, type ArtifactCollector } from './artifact-collector.ts';
export type { ArtifactCollectorParts } from './collected-run.ts';
export type { CollectedFile, FailedFile, KeptFile } from './collected-file.ts';
