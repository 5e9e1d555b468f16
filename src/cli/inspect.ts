// `qiao inspect`: what the platform makes of skill packages.

import { inspectPackages } from '#app/inspect-packages.ts';
import type { InspectReport } from '#contract/inspect-report.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import type { CommandContext, InspectOptions } from './command-context.ts';
import { jsonLine, jsonText } from './print-json.ts';
import type { Terminal } from './terminal.ts';

export async function inspect(
  { settings, terminal }: CommandContext,
  paths: readonly string[],
  options: InspectOptions,
): Promise<number> {
  const reports: InspectReport[] = [];
  let isGrave = false;
  const found = inspectPackages(paths, {
    recursive: options.recursive === true,
    language: settings.language,
  });
  for await (const report of found) {
    isGrave ||= report.findings.some(
      ({ severity }) => severity === 'critical' || severity === 'fatal',
    );
    if (options.json === true) reports.push(report);
    else if (options.jsonl === true) terminal.print(jsonLine(report));
    else describe(terminal, report);
  }
  if (options.json === true) terminal.print(jsonText(reports));
  return isGrave ? 1 : 0;
}

function describe(terminal: Terminal, report: InspectReport): void {
  const { language } = terminal;
  const facts = [report.kind ?? '—', report.market.category, report.async ? 'async' : undefined];
  terminal.print(`${report.name}  [${facts.filter((fact) => fact !== undefined).join(', ')}]`);
  terminal.print(`  ${report.path}`);
  if (report.description !== '') terminal.print(`  ${report.description.replaceAll('\n', ' ')}`);
  if (report.schema !== null) terminal.print(`  ${JSON.stringify(report.schema)}`);
  for (const { name, required, secret, source } of report.config) {
    const traits = [required ? 'required' : 'optional', secret ? 'secret' : 'plain', source];
    terminal.print(`  $${name} (${traits.join(', ')})`);
  }
  if (report.findings.length === 0) terminal.print(`  ${cliTexts.noFindings()[language]}`);
  for (const finding of report.findings) {
    const place = finding.line === null ? finding.file : `${finding.file}:${finding.line}`;
    terminal.print(
      `  ${finding.severity}: ${place}: ${finding.message} ${finding.fix} (${finding.rule})`,
    );
  }
}
