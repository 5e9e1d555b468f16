// Runs `csv-profile` in a workspace, by the platform.

import { runReportSchema, type RunReport } from '#contract/run-report.ts';
import { qiao } from '../run-qiao.ts';

export interface Profiled {
  readonly report: RunReport;
  readonly output: RunReport['output'];
}

export async function profileIn(workspace: string, input: object): Promise<Profiled> {
  const asked = ['run', 'csv-profile', '--input', JSON.stringify(input), '--workspace', workspace];
  const { stdout } = await qiao([...asked, '--json']);
  const report = runReportSchema.parse(JSON.parse(stdout));
  return { report, output: report.output };
}
