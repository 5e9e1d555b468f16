// `qiao run`: one skill, once, and how that ended.

import { runOneSkill } from '#app/run-one-skill.ts';
import type { RunStatus } from '#contract/run-status.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import type { CommandContext, RunOptions } from './command-context.ts';
import { stopOnInterrupt } from './interrupt.ts';
import { jsonText } from './print-json.ts';
import { progressLine } from './progress-line.ts';

const EXIT_CODES: Readonly<Record<RunStatus, number>> = { done: 0, failed: 1, partial: 3 };

export async function run(
  { settings, terminal }: CommandContext,
  skill: string,
  options: RunOptions,
): Promise<number> {
  const interrupt = stopOnInterrupt(() => terminal.remark(cliTexts.stopping()));
  try {
    const report = await runOneSkill({
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
    if (options.json === true) {
      terminal.print(jsonText(report));
    } else {
      if (report.log !== '') terminal.remark(report.log.trimEnd());
      terminal.print(JSON.stringify(report.output, null, 2));
      for (const { path, bytes } of report.artifacts)
        terminal.remark(cliTexts.artifact(path, bytes));
      const { status, duration_ms: durationMs, attempts } = report;
      terminal.remark(cliTexts.runSummary(status, durationMs, attempts));
    }
    return EXIT_CODES[report.status];
  } finally {
    interrupt.end();
  }
}
