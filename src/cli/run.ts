// `qiao run`: one skill, once, and how that ended.

import { runOneSkill } from '#app/run-one-skill.ts';
import type { RunReport } from '#contract/run-report.ts';
import type { RunStatus } from '#contract/run-status.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import type { CommandContext, RunOptions } from './command-context.ts';
import { stopOnInterrupt } from './interrupt.ts';
import { jsonText } from './print-json.ts';
import { progressLine } from './progress-line.ts';
import type { Terminal } from './terminal.ts';

const EXIT_CODES: Readonly<Record<RunStatus, number>> = { done: 0, failed: 1, partial: 3 };

export async function run(
  { settings, terminal }: CommandContext,
  skill: string,
  options: RunOptions,
): Promise<number> {
  const interrupt = stopOnInterrupt(() => terminal.remark(cliTexts.stopping()));
  const endWatch = terminal.watch(skill);
  try {
    const { report, decisions, remarks } = await runOneSkill({
      settings,
      skill,
      input: options.input,
      workspace: options.workspace,
      asUser: options.asUser === true,
      skillRoots: options.skills,
      configurationFile: options.config,
      signal: interrupt.signal,
      progress: (fraction, text) => terminal.progress(progressLine(fraction, text)),
    });
    endWatch();
    for (const remark of remarks) terminal.remark(remark);
    for (const { stage, rule, note } of options.trace === true ? decisions : []) {
      terminal.remark(`${stage} ${rule} ${note}`);
    }
    if (options.json === true) terminal.print(jsonText(report));
    else show(terminal, report);
    return EXIT_CODES[report.status];
  } finally {
    endWatch();
    interrupt.end();
  }
}

function show(terminal: Terminal, report: RunReport): void {
  if (report.log !== '') terminal.remark(report.log.trimEnd());
  terminal.print(JSON.stringify(report.output, null, 2));
  for (const { path, bytes } of report.artifacts) terminal.remark(cliTexts.artifact(path, bytes));
  const { status, duration_ms: durationMs, attempts } = report;
  terminal.remark(cliTexts.runSummary(status, durationMs, attempts));
}
