// The door of this feature: the packages of other people that a skill needs, installed once and kept (CLI-07).

export { createDependencies } from './create-dependencies.ts';
export type { Dependencies, DependencyLanguage, DependencySet } from './dependencies.ts';
export { dependencyFailureOf, type DependencyFailure } from './dependency-failure.ts';
