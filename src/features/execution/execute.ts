// EXECUTE: one call of a skill from its name to its settled result, on every line, and its children (CAL-01 to CAL-04).

import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import { createSecretMask, type SecretMask } from '#base/secret-mask.ts';
import type { Text } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import { executionNotes } from '#contract/texts/execution-notes.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import {
  settleChainNotRunnable,
  settleFailure,
  settleKnowledgeNotExecutable,
  settleUnknownSkill,
  toCallSkillAnswer,
  type SettleContext,
  type SettledResult,
} from '#features/results/index.ts';
import { openWorkspace } from '#features/workspaces/index.ts';
import { isChild, type CallFrame, type EndedRun, type FoundSkill } from './call-frame.ts';
import { fillFromConfiguration, type SkillConfiguration } from './configuration.ts';
import { declaredNames } from './declared-parameters.ts';
import type { ConfiguredSkill, ExecutionParts } from './execution-parts.ts';
import type { ChildCall, ProgramRun } from './program-run.ts';
import { dropReservedKeys } from './reserved-keys.ts';
import { runProgram } from './run-program.ts';
import type { SkillCall, SkillRun } from './skill-call.ts';
import { programOf } from './skill-entry.ts';
import { missingConfiguration, unmetRequirement } from './unmet-requirements.ts';
import { validateInput } from './validate-input.ts';

/** CAL-03: calls inside one another, the first included. */
const DEEPEST_CALL = 5;

export interface Execution {
  /** Never throws for what a skill, its package or its input did: every end is a settled result. */
  execute(call: SkillCall): Promise<SkillRun>;
  /** What `execute` would answer without running the skill: unknown, not configured, a wrong input. Else undefined. */
  refusalOf(call: SkillCall): Promise<SettledResult | undefined>;
  /** Why a skill could not be run by a model here, whatever its input; undefined where it could. */
  obstacleOf(skill: SkillPackage): Promise<Text | undefined>;
}

export function createExecution(parts: ExecutionParts): Execution {
  return {
    execute: (call) => executeInFrame(outerFrame(parts, call)),
    refusalOf: (call) => refusalBefore(outerFrame(parts, call)),
    obstacleOf: (skill) => obstacleOf(skill, parts),
  };
}

function outerFrame(parts: ExecutionParts, call: SkillCall): CallFrame {
  return { parts, call, path: [call.skill], language: call.language ?? parts.language };
}

async function refusalBefore(frame: CallFrame): Promise<SettledResult | undefined> {
  const { parts, call, language } = frame;
  const found = await parts.catalogue.get(call.skill);
  if (found === undefined) return settleUnknownSkill({ skill: call.skill, language });
  const ready = await prepareFound(frame, found);
  return ready.status === 'refused' ? ready.ended : undefined;
}

async function obstacleOf(
  skill: SkillPackage,
  { runtimes, place }: ExecutionParts,
): Promise<Text | undefined> {
  const choice = programOf(skill);
  if (choice.status !== 'runnable') return executionTexts.notExecutable(skill.name, skill.kind);
  const hasRuntime = runtimes.some((runtime) => runtime.canRun(choice.program, skill.folder));
  if (!hasRuntime) return executionTexts.noRuntime(skill.name, skill.kind);
  return await unmetRequirement(skill, place);
}

async function executeInFrame(frame: CallFrame): Promise<SkillRun> {
  const { parts, call } = frame;
  const startedAt = parts.now();
  const found = await parts.catalogue.get(call.skill);
  const ended =
    found === undefined
      ? notRun(settleUnknownSkill({ skill: call.skill, language: frame.language }))
      : await executeFound(frame, found);
  const run: SkillRun = {
    skill: call.skill,
    version: found?.version ?? '',
    durationMs: parts.now().getTime() - startedAt.getTime(),
    ...ended,
  };
  if (run.attempts > 0) await record(frame, run, startedAt);
  return run;
}

async function executeFound(frame: CallFrame, found: FoundSkill): Promise<EndedRun> {
  const ready = await prepareFound(frame, found);
  if (ready.status === 'refused') return ready.ended;
  const { program, configuration, mask, input } = ready;
  const workspace = await openWorkspaceOf(frame);
  const ended = await runProgram(frame, {
    found,
    program,
    input,
    configuration,
    mask,
    workspace,
    // ART-07.
    files: isChild(frame) ? undefined : await frame.call.files?.begin(workspace),
    callSkill: (child) => callChild(frame, child),
  });
  return maskRun({ ...ended, decisions: [...ready.decisions, ...ended.decisions] }, mask);
}

type Ready =
  | { readonly status: 'refused'; readonly ended: EndedRun }
  | ({ readonly status: 'ready'; readonly decisions: readonly Decision[] } & Pick<
      ProgramRun,
      'program' | 'configuration' | 'mask' | 'input'
    >);

/** Everything before the skill itself. */
async function prepareFound(frame: CallFrame, found: FoundSkill): Promise<Ready> {
  const { parts, language } = frame;
  const skill = found.package;
  const context = { skill: skill.name, language };
  const choice = programOf(skill);
  if (choice.status === 'knowledge') return turnedDown(settleKnowledgeNotExecutable(context));
  if (choice.status === 'chain') return turnedDown(settleChainNotRunnable(context));
  const unmet = await unmetRequirement(skill, parts.place);
  if (unmet !== undefined) return turnedDown(refused(unmet, context));
  const configured = await configurationFor(frame, skill);
  if (configured.status === 'refused') {
    const { error } = configured;
    return turnedDown(settleFailure({ error, errorType: 'config', nonRetriable: true }, context));
  }
  const { configuration } = configured;
  const mask = createSecretMask(configuration.secrets);
  const prepared = prepareInput(frame, found, configuration.values);
  const { decisions } = prepared;
  if (prepared.status === 'refused')
    return { status: 'refused', ended: maskRun({ ...notRun(prepared.settled), decisions }, mask) };
  const { input } = prepared;
  return { status: 'ready', program: choice.program, configuration, mask, input, decisions };
}

function turnedDown(settled: SettledResult): Ready {
  return { status: 'refused', ended: notRun(settled) };
}

type Configured =
  | { readonly status: 'ready'; readonly configuration: ConfiguredSkill }
  | { readonly status: 'refused'; readonly error: string };

/** What only an operator can mend is told before the skill runs with empty values, or not at all. */
async function configurationFor(
  { parts, call, language }: CallFrame,
  skill: SkillPackage,
): Promise<Configured> {
  try {
    const configuration = await parts.configurationOf(skill.name, call.identity);
    const missing =
      parts.runsUnconfigured === true
        ? []
        : missingConfiguration(skill, configuration.values, call.input);
    if (missing.length === 0) return { status: 'ready', configuration };
    const text = executionTexts.configurationMissing(skill.name, missing);
    return { status: 'refused', error: text[language] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'secret-unreadable') throw error;
    return { status: 'refused', error: error.text[language] };
  }
}

function maskRun(run: EndedRun, mask: SecretMask): EndedRun {
  const { reason } = run.verdict;
  return {
    ...run,
    envelope: mask.envelope(run.envelope),
    raw: mask.envelope(run.raw),
    log: mask.text(run.log),
    verdict: reason === undefined ? run.verdict : { ...run.verdict, reason: mask.text(reason) },
    decisions: run.decisions.map(({ stage, rule, note }) => ({
      stage,
      rule,
      note: mask.text(note),
    })),
  };
}

type PreparedInput = { readonly decisions: readonly Decision[] } & (
  | { readonly status: 'ready'; readonly input: JsonObject }
  | { readonly status: 'refused'; readonly settled: SettledResult }
);

/** A skill that another skill calls gets its input as it is: only outside input is cleaned and checked. */
function prepareInput(
  frame: CallFrame,
  { package: skill }: FoundSkill,
  configuration: SkillConfiguration,
): PreparedInput {
  const { call, language } = frame;
  const fill = (input: JsonObject) =>
    fillFromConfiguration(input, configuration, skill.inputKeysRead);
  if (isChild(frame)) return { status: 'ready', input: fill(call.input), decisions: [] };
  const declared = new Set(declaredNames(skill.schema));
  // CLI-02: the caller of a script may name its sub-command.
  if (skill.kind === 'script') declared.add('_subcommand');
  const { input, dropped } = dropReservedKeys(call.input, declared);
  const decisions: Decision[] = dropped.map((key) => ({
    stage: 'context',
    rule: 'CTX-09',
    note: executionNotes.droppedKey(key)[language],
  }));
  const checked = validateInput(fill(input), skill.schema, language);
  if (checked.status === 'refused') {
    decisions.push({
      stage: 'validate',
      rule: 'GRD-07',
      note: executionNotes.inputRefused()[language],
    });
    const settled = settleFailure(checked.failure, { skill: skill.name, language });
    return { status: 'refused', settled, decisions };
  }
  for (const key of checked.coerced) {
    decisions.push({
      stage: 'validate',
      rule: 'GRD-07',
      note: executionNotes.coerced(key)[language],
    });
  }
  return { status: 'ready', input: checked.input, decisions };
}

/** CAL-04: the child passes through no stage of the dialog line; what it gives is answered as it is. */
async function callChild(
  frame: CallFrame,
  { name, input, signal, holdCaller }: ChildCall,
): Promise<JsonObject> {
  const { parts, call, language } = frame;
  const path = [...frame.path, name];
  const refusal = refusalOf(frame, name);
  if (refusal !== undefined) {
    return toCallSkillAnswer(name, refused(refusal, { skill: name, language }));
  }
  const child = await executeInFrame({
    parts,
    path,
    language,
    holdCaller,
    call: { ...call, skill: name, input, signal },
  });
  return toCallSkillAnswer(name, child);
}

function refusalOf({ path, call }: CallFrame, name: string): Text | undefined {
  if (call.allowedSkills?.includes(name) === false) return executionTexts.notInRole(name);
  if (path.includes(name)) return executionTexts.callCycle([...path, name]);
  return path.length >= DEEPEST_CALL ? executionTexts.callTooDeep([...path, name]) : undefined;
}

/** Where there is no role there is no workspace of its own either: a shared one that no context names (CTX-03). */
async function openWorkspaceOf({ parts, call }: CallFrame): Promise<string> {
  if (call.workspace !== undefined) return call.workspace;
  const { roleId, sessionId } = call.identity;
  return openWorkspace(parts.workspacesRoot, { roleId: roleId === '' ? '_' : roleId, sessionId });
}

async function record({ parts, call, path }: CallFrame, run: SkillRun, startedAt: Date) {
  await parts.runs.add({
    id: parts.newId(),
    skill: run.skill,
    version: run.version,
    orgId: call.identity.orgId,
    roleId: call.identity.roleId,
    sessionId: call.identity.sessionId,
    turnId: call.turnId,
    callId: call.callId,
    line: call.line,
    calledBy: path.at(-2),
    startedAt,
    durationMs: run.durationMs,
    attempts: run.attempts,
    status: run.verdict.status,
    decisions: run.decisions,
    envelope: run.envelope,
    log: run.log,
  });
}

/** The same call would be refused again: another skill is the way out. */
function refused(text: Text, context: SettleContext): SettledResult {
  return settleFailure({ error: text[context.language], nonRetriable: true }, context);
}

function notRun(settled: SettledResult): EndedRun {
  return { ...settled, attempts: 0, workspace: '', log: '' };
}
