// The door of this feature: skill packages, read from directories.

export type { Catalogue } from './catalogue.ts';
export { createCatalogue } from './create-catalogue.ts';
export {
  inspectPackages,
  type DescribedApi,
  type InspectPackagesOptions,
} from './inspect-packages.ts';
export { cutDocument } from './cut-document.ts';
export { mainDocument, type MainDocument } from './main-document.ts';
export { packageFiles, readPackageFile, type PackageFilePage } from './read-package-file.ts';
export { readPackage } from './read-package.ts';
export { answerSkillFile, READ_SKILL_FILE, SKILL_FILE_SCHEMA } from './skill-file-tool.ts';
export type { PackageFinding, SkillPackage } from './skill-package.ts';
