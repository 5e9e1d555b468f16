// Has a sub-agent carry out an instruction with the operations of an API, as its document says (API-08).

import { AppError } from '#base/app-error.ts';
import { cutText } from '#base/cut-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import { agentHeadings, agentPrompts, agentToolTexts } from '#contract/texts/document-texts.ts';
import { runFailureTexts } from '#contract/texts/run-failure-texts.ts';
import {
  answerSkillFile,
  cutDocument,
  mainDocument,
  READ_SKILL_FILE,
  SKILL_FILE_SCHEMA,
  type SkillPackage,
} from '#features/packages/index.ts';
import { failureEnvelope } from '#features/results/index.ts';
import {
  describeThrown,
  type RunHost,
  type RuntimeOutcome,
  type RuntimeRun,
  type SkillEntry,
  type SubAgentEnd,
  type SubAgentLimits,
  type SubAgentTool,
} from '#features/runtimes/index.ts';
import type { ApiBook } from '../library/api-book.ts';
import { chooseTools } from '../offers/choose-tools.ts';

export interface ApiAgentParts {
  readonly book: ApiBook;
  readonly entry: SkillEntry;
  readonly host: RunHost;
  readonly skill: SkillPackage | undefined;
  readonly language: Language;
  /** One search, description or call, as the skill itself answers it. */
  readonly answer: (input: JsonObject, signal: AbortSignal) => Promise<RuntimeOutcome>;
}

/** The second call of one operation with the same arguments is the end. */
const LIMITS: SubAgentLimits = { rounds: 6, wallMs: 90_000, sameCalls: 1 };
/** Of a last response that stands in for a report. */
const RESPONSE_CHARS = 12_000;
/** What stands around it in its envelope. */
const ENVELOPE_CHARS = 600;

export async function carryOut(
  parts: ApiAgentParts,
  input: JsonObject & { readonly instruction: string },
): Promise<RuntimeRun> {
  const { book, entry, host, language } = parts;
  const { subAgents } = host;
  if (subAgents === undefined)
    return refused(runFailureTexts.noSubAgent(entry.skill, 'api')[language]);
  const rules = { skill: entry.skill, description: parts.skill?.description ?? '', language };
  const chosen = await chooseTools(book, rules, input.instruction);
  const operations = chosen.tools.map(({ tool, isWork }): SubAgentTool => ({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    isWork,
    run: (args, signal) => envelopeOf(parts, tool.inputOf(args), signal),
  }));
  try {
    const end = await subAgents.run({
      system: systemPrompt(
        parts,
        agentPrompts.operations(book.operations.length, chosen.operations)[language],
      ),
      message: await messageOf(parts, input),
      tools: withReading(operations, parts),
      limits: LIMITS,
      secrets: host.secrets ?? [],
      signal: host.signal,
      language,
      progress: (fraction, text) => host.progress(fraction, text),
    });
    return { outcome: outcomeOf(end, language), decisions: end.decisions, log: end.log };
  } catch (error) {
    if (!(error instanceof AppError) || host.signal.aborted) throw error;
    return refused(error.text[language]);
  }
}

function systemPrompt({ entry, language }: ApiAgentParts, operations: string): string {
  const paragraphs = [
    agentPrompts.task(entry.skill)[language],
    agentPrompts.honesty()[language],
    operations,
    agentPrompts.otherSkills()[language],
    agentPrompts.limits(LIMITS.rounds, LIMITS.wallMs / 1000)[language],
    agentPrompts.report()[language],
  ];
  return paragraphs.join('\n\n');
}

async function messageOf(
  { skill, language }: ApiAgentParts,
  { instruction, ...others }: JsonObject & { readonly instruction: string },
): Promise<string> {
  const document = skill === undefined ? undefined : await shownDocument(skill, language);
  return [
    `${agentHeadings.instruction()[language]}\n${instruction.trim()}`,
    ...(Object.keys(others).length === 0
      ? []
      : [`${agentHeadings.input()[language]}\n${JSON.stringify(others, null, 2)}`]),
    ...(document === undefined ? [] : [`${agentHeadings.document()[language]}\n${document}`]),
  ].join('\n\n');
}

async function shownDocument(skill: SkillPackage, language: Language): Promise<string | undefined> {
  const { text, file = 'SKILL.md', before } = await mainDocument(skill);
  return text.trim() === '' ? undefined : cutDocument({ text, file, before, language });
}

/** An operation of that name is the API's own. */
function withReading(
  operations: readonly SubAgentTool[],
  { skill, language }: ApiAgentParts,
): readonly SubAgentTool[] {
  if (skill === undefined || operations.some(({ name }) => name === READ_SKILL_FILE))
    return operations;
  const reading: SubAgentTool = {
    name: READ_SKILL_FILE,
    description: agentToolTexts.readSkillFile()[language],
    inputSchema: SKILL_FILE_SCHEMA,
    isPage: true,
    isWork: false,
    run: (input, _signal, mostTokens) => answerSkillFile(skill, input, { language, mostTokens }),
  };
  return [...operations, reading];
}

async function envelopeOf(
  { answer, language }: ApiAgentParts,
  input: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  try {
    return valueOf(await answer(input, signal));
  } catch (error) {
    const { name, message } = describeThrown(error, language);
    return failureEnvelope({ error: `${name}: ${message}`, errorType: 'transient' });
  }
}

function valueOf(outcome: RuntimeOutcome): JsonObject {
  const value: JsonValue | undefined =
    outcome.status === 'returned' ? outcome.value : parsed(outcome);
  return isJsonObject(value) ? value : { success: true, response: value ?? null };
}

function parsed(outcome: RuntimeOutcome): JsonValue | undefined {
  if (outcome.status !== 'unparsed') return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON gives nothing else
  return JSON.parse(Buffer.from(outcome.json).toString('utf8')) as JsonValue;
}

function outcomeOf(end: SubAgentEnd, language: Language): RuntimeOutcome {
  if (end.status === 'stopped') return { status: 'stopped' };
  const text = end.text === '' ? composed(end) : end.text;
  const problem = end.problem?.[language];
  const files = savedFiles(end);
  const told = {
    ...(text !== undefined && { result: text }),
    ...(files.length > 0 && { files }),
    steps: end.steps.length,
  };
  const hasAnswer = end.status !== 'failed' || (end.text === '' && text !== undefined);
  if (!hasAnswer)
    return { status: 'returned', value: failureEnvelope({ error: problem ?? '', facts: told }) };
  const value: JsonObject = {
    success: true,
    ...(problem !== undefined && { completed: false, warning: problem }),
    ...told,
  };
  return { status: 'returned', value };
}

/** Where the model gave no text: the last response that came, in Chinese as the contract has it. */
function composed({ steps }: SubAgentEnd): string | undefined {
  const last = steps.findLast(({ isWork, failure }) => isWork && failure === undefined);
  if (last === undefined) return undefined;
  const response = JSON.stringify(last.envelope['response'] ?? last.envelope);
  return apiTexts.composed(last.tool, fitting(response), response.length).zh;
}

/** Short enough to stay with the model once it is JSON again, where each quotation mark takes two characters. */
function fitting(response: string): string {
  let shown = cutText(response, RESPONSE_CHARS);
  while (JSON.stringify(shown).length > RESPONSE_CHARS - ENVELOPE_CHARS)
    shown = cutText(shown, Math.floor(shown.length * 0.95));
  return shown;
}

/** What responses were saved as: a report names no files that can be collected. */
function savedFiles({ steps }: SubAgentEnd): readonly JsonObject[] {
  return steps.flatMap(({ envelope: { filename = '', local_path: path } }) =>
    typeof path === 'string' ? [{ filename, local_path: path }] : [],
  );
}

function refused(error: string): RuntimeRun {
  const value = failureEnvelope({ error, errorType: 'config', nonRetriable: true });
  return { outcome: { status: 'returned', value }, log: '' };
}
