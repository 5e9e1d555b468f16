// The door of this feature: skill packages, read from directories.

export type { Catalogue } from './catalogue.ts';
export type {
  PackageFinding,
  PackageRequires,
  ReadPackage,
  SkillPackage,
} from './skill-package.ts';
