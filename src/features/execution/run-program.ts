// Runs a skill's program under its clock, again where a fault was transient, and settles how it ended.

import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import { executionNotes } from '#contract/texts/execution-notes.ts';
import { settleDocumentNotRunnable, settleNoEntry } from '#features/results/index.ts';
import type {
  RunHost,
  RuntimeRun,
  SkillEntry,
  SkillProgram,
  SkillRuntime,
} from '#features/runtimes/index.ts';
import { isChild, type CallFrame, type EndedRun } from './call-frame.ts';
import { documentIn } from './document-in.ts';
import { createPlaceQueue, type PlaceQueue } from './place-queue.ts';
import type { ProgramRun } from './program-run.ts';
import { limitProgress } from './progress-limit.ts';
import { planAttempts, runWithReruns } from './rerun.ts';
import { buildRuntimeContext } from './runtime-context.ts';
import { isSelfAcquiring } from './self-acquiring.ts';
import { settleOutcome } from './settle-outcome.ts';
import { skillEntry } from './skill-entry.ts';
import { startWallClock, type WallClock } from './wall-clock-timer.ts';
import { resolveClocks } from './wall-clock.ts';

export async function runProgram(frame: CallFrame, request: ProgramRun): Promise<EndedRun> {
  const { parts, call } = frame;
  const { workspace, found, program } = request;
  const runtime = runtimeFor(frame, program, found.package.folder);
  if (runtime === undefined) {
    return { ...settleNotRunnable(frame, request), attempts: 0, workspace, log: '' };
  }
  const clocks = resolveClocks(found.package.wallSec, call.policyWallSec, parts.walls);
  // CLK-05: a child has no clock of its own; its parent's strikes for both.
  const ownMs = isChild(frame) || isAgents(program, request.input) ? undefined : clocks.wallMs;
  const clock = startWallClock(ownMs, call.signal);
  try {
    const queue = createPlaceQueue(frame, clock);
    const host = await hostOf(frame, request, { clock, queue });
    const plan = await planFor(frame, request);
    const entry = skillEntry({
      skill: found.package,
      version: found.version,
      program,
      configuration: request.configuration.values,
    });
    const attemptRules = {
      most: plan.attempts,
      signal: clock.signal,
      language: frame.language,
    };
    const { run, attempts, decisions } = await runWithReruns(attemptRules, () =>
      runOnce(runtime, frame.language, {
        entry,
        input: request.input,
        host: { ...host, limits: { ...clocks, memoryBytes: parts.memoryBytes } },
      }),
    );
    if (run.outcome.status === 'no-entry') return await afterNoEntry(frame, request, run);
    const document = program.kind === 'handler' ? documentIn(run.outcome) : undefined;
    if (document !== undefined) return await followDocument(frame, request, { run, document });
    const settled = await settleOutcome({
      frame,
      request,
      outcome: run.outcome,
      attempts,
      clock,
      wallMs: clocks.wallMs,
    });
    return {
      ...settled,
      decisions: [
        plan.decision,
        ...queue.decisions(),
        ...decisions,
        ...(run.decisions ?? []),
        ...settled.decisions,
      ],
      attempts,
      workspace,
      log: run.log,
    };
  } finally {
    // What the run left open (a child that nobody awaits) ends with it.
    clock.end();
  }
}

interface RuntimeCall {
  readonly entry: SkillEntry;
  readonly input: JsonObject;
  readonly host: RunHost;
}

/** A runtime throws for its own faults only (no process can be started, say): no skill ran, and that is what is said. */
async function runOnce(
  runtime: SkillRuntime,
  language: Language,
  { entry, input, host }: RuntimeCall,
): Promise<RuntimeRun> {
  try {
    return await runtime.run(entry, input, host);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: { status: 'unstartable', problem: error.text[language] }, log: '' };
  }
}

/** RUN-04: a handler without an entry falls back to its document, where that has something to execute. */
async function afterNoEntry(
  frame: CallFrame,
  request: ProgramRun,
  run: RuntimeRun,
): Promise<EndedRun> {
  const skill = request.found.package;
  const noted: Decision = {
    stage: 'runtime',
    rule: 'RUN-04',
    note: executionNotes.noEntry(skill.hasExecutableReferences)[frame.language],
  };
  const ended = skill.hasExecutableReferences
    ? await runProgram(frame, { ...request, program: { kind: 'document' } })
    : {
        ...settleNoEntry({ skill: skill.name, language: frame.language }),
        attempts: 1,
        workspace: request.workspace,
        log: run.log,
      };
  return { ...ended, decisions: [noted, ...ended.decisions] };
}

/** RUN-09: what the handler gave back is a document to be followed. */
async function followDocument(
  frame: CallFrame,
  request: ProgramRun,
  { run, document }: { readonly run: RuntimeRun; readonly document: string },
): Promise<EndedRun> {
  const note = executionNotes.skillDocument(document.length)[frame.language];
  const noted: Decision = { stage: 'runtime', rule: 'RUN-09', note };
  const ended = await runProgram(frame, { ...request, program: { kind: 'document', document } });
  return { ...ended, log: `${run.log}${ended.log}`, decisions: [noted, ...ended.decisions] };
}

/** DOC-04: a sub-agent has its own clock in the place of the skill's; the tool wall is the caller's signal. */
function isAgents({ kind }: SkillProgram, { instruction }: JsonObject): boolean {
  return kind === 'document' || (kind === 'api' && typeof instruction === 'string');
}

/** DOC-03: chains and schedules have no document skills, whatever this installation can run. */
function runtimeFor(
  { parts, call }: CallFrame,
  program: SkillProgram,
  folder: string,
): SkillRuntime | undefined {
  const isDocument = program.kind === 'document' || program.kind === 'api';
  if (isDocument && call.line !== 'dialog') return undefined;
  return parts.runtimes.find((runtime) => runtime.canRun(program, folder));
}

function settleNotRunnable({ call, language }: CallFrame, { found }: ProgramRun) {
  const { name, kind } = found.package;
  return settleDocumentNotRunnable({ skill: name, kind, line: call.line, language });
}

function planFor(frame: CallFrame, { found }: ProgramRun) {
  const { parts, call, language } = frame;
  const rules = {
    skill: found.package.name,
    orgId: call.identity.orgId,
    roleId: call.identity.roleId,
    line: isChild(frame) ? 'call_skill' : call.line,
    hasFailedInTurn: call.hasFailedInTurn,
    isIdempotent: found.package.isIdempotent,
    language,
  };
  return planAttempts(rules, parts.runs, parts.now());
}

async function hostOf(
  { parts, call, path, language }: CallFrame,
  request: ProgramRun,
  { clock, queue }: { readonly clock: WallClock; readonly queue: PlaceQueue },
): Promise<Omit<RunHost, 'limits'>> {
  const { identity } = call;
  const skill = request.found.package.name;
  const teamRole = identity.teamRole ?? (await parts.teamRoleOf(identity));
  return {
    workspace: request.workspace,
    context: buildRuntimeContext({
      skill,
      identity,
      teamRole,
      fixed: call.fixed,
      configuration: request.configuration.values,
      extra: call.extra ?? {},
      workspace: request.workspace,
      invokedAt: parts.now(),
      calledBy: path.at(-2),
      isSelfAcquiring: isSelfAcquiring(skill, parts.selfAcquiring),
      isBackground: call.isBackground,
    }),
    signal: clock.signal,
    language,
    ...(call.allowedSkills !== undefined && { allowedSkills: call.allowedSkills }),
    ...(call.subAgents !== undefined && { subAgents: call.subAgents }),
    secrets: request.configuration.secrets,
    onQueued: () => queue.enter(),
    callSkill: (name, input) =>
      request.callSkill({
        name,
        input,
        signal: clock.signal,
        holdCaller: () => queue.hold(),
      }),
    provider: parts.providerFor(skill, identity, clock.signal),
    database: parts.databaseFor(identity, clock.signal),
    progress: limitProgress(
      (fraction, text) => call.progress(fraction, request.mask.text(text)),
      clock.signal,
    ),
  };
}
