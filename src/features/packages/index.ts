// The door of this feature: skill packages, read from directories.

export type { Catalogue } from './catalogue.ts';
export { createCatalogue, type CatalogueParts, type LiveCatalogue } from './create-catalogue.ts';
export {
  inspectPackages,
  toInspectReport,
  type InspectPackagesOptions,
} from './inspect-packages.ts';
export { readPackage } from './read-package.ts';
export type {
  PackageFinding,
  PackageRequires,
  ReadPackage,
  SkillPackage,
} from './skill-package.ts';
