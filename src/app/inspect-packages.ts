// What the platform makes of packages, one report after another (`qiao inspect`), with the operations of their APIs.

import type { InspectReport } from '#contract/inspect-report.ts';
import {
  inspectPackages as inspect,
  type InspectPackagesOptions,
} from '#features/packages/index.ts';
import { describePackageApi } from './describe-api.ts';

export function inspectPackages(
  paths: readonly string[],
  options: Omit<InspectPackagesOptions, 'describeApi'>,
): AsyncGenerator<InspectReport> {
  return inspect(paths, { ...options, describeApi: describePackageApi });
}
