// What the platform makes of packages, one report after another (`qiao inspect`).

export { inspectPackages } from '#features/packages/index.ts';
