// `qiao api`: the tools that an OpenAPI or whitelist file turns into.

import { describeApiFile } from '#app/describe-api.ts';
import type { ApiReport } from '#contract/api-report.ts';
import type { CommandContext } from './command-context.ts';
import { jsonText } from './print-json.ts';
import type { Terminal } from './terminal.ts';

export async function api(
  { terminal }: CommandContext,
  file: string,
  options: { readonly json?: boolean },
): Promise<number> {
  const { report, remarks } = describeApiFile(file);
  if (options.json === true) terminal.print(jsonText(report));
  else describe(terminal, report);
  for (const remark of remarks) terminal.remark(remark);
  return 0;
}

function describe(terminal: Terminal, { base_url, hosts, tools }: ApiReport): void {
  terminal.print(`${base_url === '' ? '—' : base_url}  [${hosts.join(', ')}]  ${tools.length}`);
  for (const { name, method, path, description, input_schema } of tools) {
    terminal.print(`${name}  ${method} ${path}`);
    const [about = ''] = description.split('\n');
    if (about !== '') terminal.print(`  ${about}`);
    const names = Object.keys(input_schema['properties'] ?? {});
    if (names.length > 0) terminal.print(`  ${names.join(', ')}`);
  }
}
