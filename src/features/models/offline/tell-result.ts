// Tells a person what a tool gave, by template.

import { cutText } from '#base/cut-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { offlineTexts } from '#contract/texts/offline-texts.ts';
import type { ToolDefinition, ToolResult } from '../chat-model.ts';
import { tellMissing } from './example-call.ts';
import { skillNameOf } from './skill-name.ts';

export interface ResultTeller {
  readonly language: Language;
  readonly tools: readonly ToolDefinition[];
}

const MOST_FIELDS = 20;
const MOST_CHARS = 500;
/** What is told as it stands, the first that has words. */
const SENTENCES = [
  'message',
  'user_message',
  'msg',
  'answer',
  'text',
  'summary',
  'result',
  'content',
];
const REASONS = ['user_message', 'stderr', 'error', 'msg', 'message'];
/** About the call rather than its outcome, or told in a place of their own. */
const UNTOLD = new Set([
  'ok',
  'success',
  'code',
  'data',
  'display_md',
  'display_only',
  'warning',
  'completed',
]);

export function tellResults(results: readonly ToolResult[], teller: ResultTeller): string {
  return results.map((result) => tellResult(result, teller)).join('\n\n');
}

function tellResult(result: ToolResult, teller: ResultTeller): string {
  const { output, isError } = result;
  const name = skillNameOf(teller.tools, result.name);
  if (!isJsonObject(output)) {
    if (isError) return offlineTexts.failed(name, plain(output))[teller.language];
    const text = plain(output);
    return text === '' ? offlineTexts.returnedNothing(name)[teller.language] : text;
  }
  const hasFailed = isError || output['ok'] === false || output['success'] === false;
  return hasFailed
    ? tellFailure(result.name, output, teller)
    : tellSuccess(name, output, teller.language);
}

function tellFailure(
  called: string,
  output: JsonObject,
  { language, tools }: ResultTeller,
): string {
  const name = skillNameOf(tools, called);
  const lines = [offlineTexts.failed(name, firstSentence(output, REASONS))[language]];
  const needed = neededParameters(output);
  const tool = tools.find((known) => known.name === called);
  if (needed.length > 0) {
    lines.push(
      tool === undefined
        ? offlineTexts.missing(name, needed)[language]
        : tellMissing(tool, needed, language),
    );
  }
  const { redirect } = output;
  if (redirect !== undefined && redirect !== null && redirect !== '') {
    lines.push(offlineTexts.suggests(plain(redirect))[language]);
  }
  return withDisplay(lines.join('\n'), output);
}

/** The names in `need_param`, which holds one name, several in one text, or a list. */
export function neededParameters({ need_param: needed }: JsonObject): readonly string[] {
  const texts: readonly unknown[] = [needed].flat();
  return texts.flatMap((text) =>
    typeof text === 'string' ? text.split(/[\s,，、]+/).filter((name) => name !== '') : [],
  );
}

function tellSuccess(name: string, output: JsonObject, language: Language): string {
  const { data } = output;
  const fields: JsonObject = isJsonObject(data) ? { ...output, ...data } : output;
  const sentence = firstSentence(fields, SENTENCES);
  const display = fields['display_md'];
  const hasDisplay = typeof display === 'string' && display.trim() !== '';
  const rows = hasDisplay ? [] : rowsOf(fields, sentence, language);
  const lines = [
    ...(sentence === '' ? [] : [sentence]),
    ...(rows.length > 0 && sentence === '' ? [offlineTexts.returned(name)[language]] : []),
    ...rows,
    ...(hasDisplay || rows.length > 0 || sentence !== '' ? [] : [told(data, name, language)]),
    ...notes(fields, language),
  ];
  return withDisplay(lines.join('\n'), fields);
}

/** `data` that is a list or a text. */
function told(data: JsonValue | undefined, name: string, language: Language): string {
  const text = data === undefined ? '' : plain(data);
  return text === '' ? offlineTexts.returnedNothing(name)[language] : text;
}

/** As it is: a channel that shows it by itself shows it once where the text has it already. */
function withDisplay(text: string, { display_md: display }: JsonObject): string {
  if (typeof display !== 'string' || display.trim() === '') return text;
  return text === '' ? display : `${text}\n\n${display}`;
}

function rowsOf(fields: JsonObject, sentence: string, language: Language): string[] {
  const rows = Object.entries(fields).filter(
    ([key, value]) =>
      !UNTOLD.has(key) && !key.startsWith('_') && plain(value) !== '' && plain(value) !== sentence,
  );
  const shown = rows
    .slice(0, MOST_FIELDS)
    .map(([key, value]) => `- ${key}: ${short(plain(value))}`);
  const more = rows.length - shown.length;
  return more > 0 ? [...shown, `- ${offlineTexts.more(more)[language]}`] : shown;
}

function notes({ warning, completed }: JsonObject, language: Language): string[] {
  const said = warning === undefined || warning === null ? '' : plain(warning);
  if (said !== '') return [offlineTexts.warning(said)[language]];
  return completed === false ? [offlineTexts.incomplete()[language]] : [];
}

function firstSentence(fields: JsonObject, names: readonly string[]): string {
  const found = names
    .map((name) => fields[name])
    .find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.trim() : '';
}

function plain(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value.trim();
  return JSON.stringify(value);
}

function short(text: string): string {
  return text.length > MOST_CHARS ? `${cutText(text, MOST_CHARS)}…` : text;
}
