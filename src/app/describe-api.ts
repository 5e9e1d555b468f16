// What an API's description turns into, for people (`qiao api`) and for reports of packages (`qiao inspect`).

import { statSync } from 'node:fs';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import type { ApiReport } from '#contract/api-report.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import { apiPlaceOf, convertApi, type ApiRemark, type ConvertedApi } from '#features/apis/index.ts';
import type { DescribedApi, PackageFinding, SkillPackage } from '#features/packages/index.ts';

export interface DescribedFile {
  readonly report: ApiReport;
  /** What its author should know besides. */
  readonly remarks: readonly Text[];
}

/** Throws `input-invalid` for what is no file, `package-invalid` with file, place and cause for one that can't be used. */
export function describeApiFile(path: string): DescribedFile {
  refuseOther(path);
  const api = convertApi(apiPlaceOf(path));
  const isCallable = /^https?:/i.test(api.baseUrl) && !api.baseUrl.includes('{');
  return {
    report: { base_url: api.baseUrl, hosts: [...api.hosts], tools: toolsOf(api) },
    remarks: [
      ...(isCallable ? [] : [apiTexts.cliNoServer()]),
      ...api.remarks.map((remark) => remarkTexts(remark).message),
    ],
  };
}

/** For a package whose kind is `api`. */
export function describePackageApi({ folder, apiFile }: SkillPackage): DescribedApi {
  if (apiFile === undefined) return { api: null, findings: [] };
  try {
    const api = convertApi({ folder, file: apiFile });
    const tools = toolsOf(api).map(({ name, method, path, input_schema }) => ({
      name,
      method,
      path,
      input_schema,
    }));
    return { api: { tools }, findings: api.remarks.map(remarkFinding) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'package-invalid') throw error;
    const place = {
      file: textOr(error.details['file'], apiFile),
      line: lineOf(textOr(error.details['pointer'], '')),
    };
    const { message, fix } = apiTexts.unusable(error.text);
    return {
      api: null,
      findings: [{ rule: 'api-unusable', severity: 'critical', ...place, message, fix }],
    };
  }
}

function toolsOf({ operations }: ConvertedApi): ApiReport['tools'] {
  return operations.map(({ name, method, path, description, inputSchema }) => ({
    name,
    method: method.toUpperCase(),
    path,
    description,
    input_schema: inputSchema,
  }));
}

function remarkFinding(remark: ApiRemark): PackageFinding {
  const rule = remark.kind === 'reference' ? 'api-reference-broken' : 'api-placeholder-undeclared';
  const { message, fix } = remarkTexts(remark);
  return { rule, severity: 'medium', file: remark.file, line: null, message, fix };
}

function remarkTexts({
  kind,
  what,
  file,
  pointer,
}: ApiRemark): ReturnType<typeof apiTexts.unusable> {
  return kind === 'reference'
    ? apiTexts.brokenReference(what)
    : apiTexts.undeclaredPlaceholder(what, `${file}#${pointer}`);
}

/** Where it can't be parsed its place is a line and a column. */
function lineOf(pointer: string): number | null {
  const line = /^(\d+):\d+$/.exec(pointer)?.[1];
  return line === undefined ? null : Number(line);
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function refuseOther(path: string): void {
  try {
    if (statSync(path).isFile()) return;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
    throw new AppError('input-invalid', apiTexts.cliUnreadable(path, code), { cause: error });
  }
  throw new AppError('input-invalid', apiTexts.cliUnreadable(path, 'EISDIR'));
}
