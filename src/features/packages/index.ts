// The door of this feature: skill packages, read from directories.

export type { Catalogue } from './catalogue.ts';
export { createCatalogue } from './create-catalogue.ts';
export {
  inspectPackages,
  type DescribedApi,
  type InspectPackagesOptions,
} from './inspect-packages.ts';
export { readPackageFile, type PackageFilePage } from './read-package-file.ts';
export { readPackage } from './read-package.ts';
export type { PackageFinding, SkillPackage } from './skill-package.ts';
