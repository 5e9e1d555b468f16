// One worker process: runs one call at a time and says how each ended.

import { rm } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#base/app-error.ts';
import { assertNever } from '#base/assert-never.ts';
import { isDeeperThan, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import type { SandboxProcess } from '#features/sandboxes/index.ts';
import { createFrameChannel, type FrameChannel } from './frame-channel.ts';
import type { Frame } from './frame-reader.ts';
import { answerRequest, refuseRequest } from './host-requests.ts';
import type { RunHost, RuntimeOutcome, RuntimeRun } from './runtime.ts';
import { withEgress } from './with-egress.ts';
import { failedStart, workerEndOutcome } from './worker-end.ts';
import {
  outcomeOf,
  readWorkerMessage,
  tooDeep,
  type WorkerMessage,
  type WorkerRequest,
} from './worker-messages.ts';
import { collectOutput, type WorkerOutput } from './worker-output.ts';

/** How long an aborted call may take to end by itself. */
const GRACE_MS = 200;

export interface SkillWorkerParts {
  readonly process: SandboxProcess;
  readonly memoryBytes: number;
  /** Folder for results above 4 MB, made where it is missing. */
  readonly spillFolder: string;
  readonly language: Language;
}

export interface WorkerCall {
  readonly input: JsonObject;
  readonly host: RunHost;
  /** Told with true while the call does nothing but wait for other skills, so that its place can be lent. */
  onWaiting(isWaiting: boolean): void;
}

interface CurrentCall extends WorkerCall {
  readonly number: number;
  settle(outcome: RuntimeOutcome): void;
}

export class SkillWorker {
  /** Resolves when its process is gone; never rejects. */
  readonly gone: Promise<void>;
  readonly #parts: SkillWorkerParts;
  readonly #output: WorkerOutput;
  readonly #channel: FrameChannel;
  readonly #ending: Promise<RuntimeOutcome>;
  #current: CurrentCall | undefined;
  #nestedCalls = 0;
  #calls = 0;
  #isFit = true;
  #deniedBefore = 0;
  #isReady = false;
  #brokenBy: Text | undefined;

  constructor(parts: SkillWorkerParts) {
    const { process } = parts;
    this.#parts = parts;
    this.#output = collectOutput(process, parts.language);
    this.#channel = createFrameChannel({
      socket: process.channel ?? deadEnd(),
      spillFolder: parts.spillFolder,
      onFrame: (frame) => this.#onFrame(frame),
      onBroken: (why) => this.#giveUp(why),
    });
    this.#ending = this.#watchEnd();
    this.gone = this.#ending.then(() => undefined);
  }

  /** Id of its process. */
  get id(): number {
    return this.#parts.process.id;
  }

  /** Calls it was given so far. */
  get calls(): number {
    return this.#calls;
  }

  /** False once it was aborted, has ended, or said that it can't run this skill. */
  get isFit(): boolean {
    return this.#isFit;
  }

  /** One call at a time. Never throws. */
  async run(call: WorkerCall): Promise<RuntimeRun> {
    this.#calls += 1;
    this.#output.begin(this.#languageOf(call));
    const outcome = await this.#orStopped(this.#converse(call), call.host.signal);
    this.#current = undefined;
    const denied = this.#parts.process.egressDenied();
    const log = withEgress(
      await this.#output.log(),
      denied.slice(this.#deniedBefore),
      this.#languageOf(call),
    );
    this.#deniedBefore = denied.length;
    return { outcome, log };
  }

  /** Kills its whole process tree. */
  async end(): Promise<void> {
    this.#isFit = false;
    await this.#parts.process.kill();
  }

  async #converse(call: WorkerCall): Promise<RuntimeOutcome> {
    const answered = new Promise<RuntimeOutcome>((resolve) => {
      this.#current = { ...call, number: this.#calls, settle: resolve };
    });
    this.#nestedCalls = 0;
    const { context } = call.host;
    try {
      this.#channel.send({ type: 'call', call: this.#calls, input: call.input, context });
    } catch (error) {
      return failedStart(error, this.#languageOf(call));
    }
    return await Promise.race([answered, this.#ending]);
  }

  async #orStopped(
    answered: Promise<RuntimeOutcome>,
    signal: AbortSignal,
  ): Promise<RuntimeOutcome> {
    const abort = abortOf(signal);
    const first = await Promise.race([answered, abort.happened]);
    abort.forget();
    if (first !== 'aborted') return first;
    this.#isFit = false;
    this.#channel.send({ type: 'abort', call: this.#calls });
    const late = answered.then(discardFile);
    await Promise.race([late, pause(GRACE_MS)]);
    await this.#parts.process.kill();
    return { status: 'stopped' };
  }

  #onFrame(frame: Frame): void {
    if (frame.kind === 'message') {
      const message = readWorkerMessage(frame.message);
      if (message === undefined) this.#giveUp(workerTexts.badFrame('an unknown message'));
      else this.#onMessage(message);
      return;
    }
    const outcome = resultOutcome(frame, this.#languageOf(this.#current));
    if (frame.call === this.#current?.number) this.#current.settle(outcome);
    else void discardFile(outcome);
  }

  #onMessage(message: WorkerMessage): void {
    if (message.type === 'ready') {
      this.#isReady = true;
      return;
    }
    const current = this.#current;
    if (message.call !== current?.number) return;
    if (message.type === 'request') {
      // Whatever it is, a skill that gets no answer would wait for ever.
      const onFailure = (error: unknown) => this.#giveUp(AppError.from(error).text);
      this.#serve(current, message).catch(onFailure);
    } else if (message.type === 'progress') current.host.progress(message.fraction, message.text);
    else {
      // A module that did not load may have loaded by half.
      if (message.type === 'unstartable' || message.type === 'no-entry') this.#isFit = false;
      if (message.type === 'raised' && message.fatal === true) this.#isFit = false;
      current.settle(outcomeOf(message, this.#languageOf(current)));
    }
  }

  async #serve(call: CurrentCall, request: WorkerRequest): Promise<void> {
    const isNested = request.method === 'call_skill';
    if (isNested) this.#countNested(call, 1);
    const language = this.#languageOf(call);
    const reply: JsonObject = await answerRequest(request, call.host, language);
    if (call !== this.#current) return;
    if (isNested) this.#countNested(call, -1);
    try {
      this.#channel.send(reply);
    } catch (error) {
      // The skill hears of it: it is the one that asked for what can't be told.
      this.#channel.send(refuseRequest(request, error, language));
    }
  }

  #countNested(call: CurrentCall, change: 1 | -1): void {
    this.#nestedCalls += change;
    if (this.#nestedCalls === 1 && change === 1) call.onWaiting(true);
    if (this.#nestedCalls === 0) call.onWaiting(false);
  }

  #languageOf(call: WorkerCall | undefined): Language {
    return call?.host.language ?? this.#parts.language;
  }

  #giveUp(why: Text): void {
    this.#brokenBy ??= why;
    // What keeps a process from being killed, its end tells.
    this.end().catch(() => undefined);
  }

  async #watchEnd(): Promise<RuntimeOutcome> {
    const { process, memoryBytes } = this.#parts;
    try {
      const end = await process.ended;
      return workerEndOutcome({
        end,
        wasReady: this.#isReady,
        brokenBy: this.#brokenBy,
        memoryBytes,
        errorOutput: this.#output.errors(),
        language: this.#languageOf(this.#current),
      });
    } catch (error) {
      return failedStart(error, this.#languageOf(this.#current));
    } finally {
      this.#isFit = false;
    }
  }
}

interface Abort {
  readonly happened: Promise<'aborted'>;
  forget(): void;
}

function abortOf(signal: AbortSignal): Abort {
  const { promise, resolve } = Promise.withResolvers<'aborted'>();
  const onAbort = () => resolve('aborted');
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return { happened: promise, forget: () => signal.removeEventListener('abort', onAbort) };
}

function resultOutcome(
  frame: Exclude<Frame, { kind: 'message' }>,
  language: Language,
): RuntimeOutcome {
  switch (frame.kind) {
    case 'result':
      return returned(frame.value, language);
    case 'unparsed':
      return { status: 'unparsed', json: frame.json };
    case 'spilled':
      return { status: 'spilled', file: frame.file, bytes: frame.bytes };
    default:
      return assertNever(frame);
  }
}

/** A skill can write past its worker what the worker would have refused. */
function returned(value: JsonValue, language: Language): RuntimeOutcome {
  if (!isDeeperThan(value)) return { status: 'returned', value };
  return tooDeep(language);
}

/** A large result that nobody waits for any more must not stay on the disk. */
async function discardFile(outcome: RuntimeOutcome): Promise<void> {
  // Where it can't be removed the folder's owner is left to.
  if (outcome.status === 'spilled') await rm(outcome.file, { force: true }).catch(() => undefined);
}

/** For a process that never started, which its end will tell. */
function deadEnd(): Duplex {
  return new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
}
