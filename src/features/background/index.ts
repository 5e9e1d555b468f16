// The door of this feature: skills that go on after their turn (ASY-02 to ASY-07).

export { backgroundMigrations } from './background-tables.ts';
export type { BackgroundRun, NewBackgroundRun } from './background-run.ts';
export { createBackground, type Background, BACKGROUND_QUEUE } from './create-background.ts';
export type { StartedRun } from './start-run.ts';
export { goesToBackground } from './goes-to-background.ts';
