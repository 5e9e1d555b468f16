// `qiao doctor`: what this machine offers, with reason and remedy.

import { examineMachine } from '#app/examine-machine.ts';
import type { CommandContext } from './command-context.ts';
import { jsonText } from './print-json.ts';

const MARKS = { ok: '✓', limited: '◐', missing: '✗' } as const;

export async function doctor(
  { settings, terminal }: CommandContext,
  options: { readonly json?: boolean },
): Promise<number> {
  const report = await examineMachine(settings);
  if (options.json === true) {
    terminal.print(jsonText(report));
    return 0;
  }
  for (const { name, status, detail, remedy } of report.checks) {
    terminal.print(`${MARKS[status]} ${name}: ${detail}`);
    if (remedy !== null) terminal.print(`    → ${remedy}`);
  }
  return 0;
}
