// Runs the turns that were accepted, each session's one after the other, in this process or, after it, in another.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import type { Conversations, OpenTurn, RunnableTurn } from '#features/conversations/index.ts';
import type { EventLog } from '#features/events/index.ts';
import type { Dialog, TurnPlan, TurnResult } from './dialog.ts';
import type { TurnRecord } from './turn-record.ts';

const RENEW_MS = 10_000;
const LOOK_MS = 5000;
/** Characters of one token at most: as much history holds more than the model is sent. */
const CHARS_PER_TOKEN = 4;

export interface TurnRunnerParts {
  readonly conversations: Conversations;
  readonly events: EventLog;
  readonly dialog: Dialog;
  /** Of this process, as the conversations know it. */
  readonly owner: string;
  /** Turns that run here at once; more wait for a place. */
  readonly mostAtOnce: number;
  /** Throws an `AppError` whose text is the reply where the turn is not to run (a limit, a role that is gone). */
  planTurn(turn: RunnableTurn): Promise<TurnPlan>;
  /** Usage, metrics. What it throws is told to `onFault`. */
  onEnded(turn: RunnableTurn, plan: TurnPlan, result: TurnResult): Promise<void>;
  /** A fault of the platform's; the turn is ended as interrupted, where it is still ours. */
  onFault(error: unknown, sessionId: string): void;
}

export interface TurnRunner {
  /**
   * Keeps the leases of what runs here. One that takes over also looks for what other processes left, now and from
   * time to time.
   */
  start(options: { readonly takesOver: boolean }): Promise<void>;
  /** Something may wait in the session. */
  wake(sessionId: string): void;
  /** Stops the turn that runs here in the session; false where none does. */
  stop(sessionId: string): boolean;
  isRunning(sessionId: string): boolean;
  /** Turns that run here. */
  running(): number;
  /** Takes nothing new, lets turns end for `graceMs`, then ends them as interrupted. What waits is left to others. */
  close(graceMs: number): Promise<void>;
}

export function createTurnRunner(parts: TurnRunnerParts): TurnRunner {
  return new Runner(parts);
}

class Runner implements TurnRunner {
  private readonly parts: TurnRunnerParts;
  private readonly claiming = new Set<string>();
  /** Sessions whose lease is ours, with what stops the turn that runs. */
  private readonly held = new Map<string, AbortController>();
  private readonly waiting = new Set<string>();
  private readonly work = new Set<Promise<void>>();
  private timers: readonly NodeJS.Timeout[] = [];
  private isClosing = false;

  constructor(parts: TurnRunnerParts) {
    this.parts = parts;
  }

  async start({ takesOver }: { readonly takesOver: boolean }): Promise<void> {
    const look = () => this.track(this.lookAround());
    this.timers = [
      setInterval(() => this.track(this.renew()), RENEW_MS),
      ...(takesOver ? [setInterval(look, LOOK_MS)] : []),
    ];
    if (takesOver) await this.lookAround();
  }

  wake(sessionId: string): void {
    if (this.isClosing) return;
    this.waiting.add(sessionId);
    this.fill();
  }

  stop(sessionId: string): boolean {
    const controller = this.held.get(sessionId);
    controller?.abort();
    return controller !== undefined;
  }

  isRunning(sessionId: string): boolean {
    return this.held.has(sessionId);
  }

  running(): number {
    return this.held.size;
  }

  async close(graceMs: number): Promise<void> {
    this.isClosing = true;
    this.waiting.clear();
    for (const timer of this.timers) clearInterval(timer);
    const ended = Promise.allSettled(this.work);
    if (await isSlowerThan(ended, graceMs)) {
      for (const [sessionId, controller] of this.held) {
        // First taken from the turn, so that nothing it still does counts, then told to stop.
        await this.interrupt(sessionId);
        controller.abort();
      }
      await isSlowerThan(Promise.allSettled(this.work), graceMs);
    }
  }

  private fill(): void {
    for (const sessionId of this.waiting) {
      if (this.held.size + this.claiming.size >= this.parts.mostAtOnce) return;
      if (this.held.has(sessionId) || this.claiming.has(sessionId)) continue;
      this.waiting.delete(sessionId);
      this.track(this.runSession(sessionId));
    }
  }

  private track(work: Promise<void>, sessionId = ''): void {
    const tracked = work
      .catch((error: unknown) => this.parts.onFault(error, sessionId))
      .finally(() => {
        this.work.delete(tracked);
        if (!this.isClosing) this.fill();
      });
    this.work.add(tracked);
  }

  /** Everything that waits in one session, under its lease. */
  private async runSession(sessionId: string): Promise<void> {
    const { leases } = this.parts.conversations;
    this.claiming.add(sessionId);
    try {
      if (!(await leases.claim(sessionId))) return;
      this.claiming.delete(sessionId);
      do {
        this.held.set(sessionId, new AbortController());
        if (!(await this.runNext(sessionId))) return;
      } while (!(await leases.release(sessionId)));
    } catch (error) {
      this.parts.onFault(error, sessionId);
      await leases.abandon(sessionId);
    } finally {
      this.claiming.delete(sessionId);
      this.held.delete(sessionId);
    }
  }

  /** False where the session was given up. */
  private async runNext(sessionId: string): Promise<boolean> {
    const { turns, leases } = this.parts.conversations;
    if (this.isClosing) {
      await leases.abandon(sessionId);
      return false;
    }
    const turn = await turns.next(sessionId, this.parts.owner);
    if (turn === undefined) return true;
    try {
      await this.runTurn(turn);
    } catch (error) {
      this.parts.onFault(error, sessionId);
      await this.interrupt(sessionId);
    }
    return true;
  }

  private async runTurn(turn: RunnableTurn): Promise<void> {
    const { conversations, events, dialog } = this.parts;
    const { sessionId, orgId, id: turnId, channel, text } = turn;
    const controller = this.held.get(sessionId) ?? new AbortController();
    if (turn.isStopWanted) controller.abort();
    let pressure: Promise<void> | undefined;
    const onEvent = (event: ChatEvent): void => {
      // The last one is stored with the turn's end, in one transaction.
      if (event.type === 'turn-finished') return;
      pressure = events.append({ orgId, sessionId, turnId }, event) ?? pressure;
    };
    const open = conversations.openTurn(turnId);
    const plan = await this.planOrRefuse(turn, open);
    if (plan === undefined) return;
    const record = recordOf(open, plan, {
      told: () => pressure,
      flush: () => events.flush(sessionId),
    });
    const { signal } = controller;
    const result = await dialog.runTurn({ plan, record, channel, text, signal, onEvent });
    await this.parts.onEnded(turn, plan, result).catch((error: unknown) => {
      this.parts.onFault(error, sessionId);
    });
  }

  private async planOrRefuse(turn: RunnableTurn, open: OpenTurn): Promise<TurnPlan | undefined> {
    try {
      return await this.parts.planTurn(turn);
    } catch (thrown) {
      const error = AppError.from(thrown);
      if (error.code === 'unexpected' || error.code === 'database-unavailable') throw thrown;
      await refuse(turn, open, error.text);
      return undefined;
    }
  }

  private async interrupt(sessionId: string): Promise<void> {
    await this.parts.conversations
      .interruptRunning(sessionId)
      .catch((error: unknown) => this.parts.onFault(error, sessionId));
  }

  private async renew(): Promise<void> {
    const held = new Map(this.held);
    if (held.size === 0) return;
    const lost = await this.parts.conversations.leases.renew([...held.keys()]);
    for (const sessionId of lost) held.get(sessionId)?.abort();
  }

  private async lookAround(): Promise<void> {
    const { leases } = this.parts.conversations;
    for (const { sessionId } of await leases.takeOver()) {
      await this.interrupt(sessionId);
      await leases.abandon(sessionId);
    }
    for (const { sessionId } of await leases.waiting()) this.wake(sessionId);
  }
}

/** The record as the loop sees it: it goes no faster than its events can be stored, and ends after the last of them. */
function recordOf(
  open: OpenTurn,
  plan: TurnPlan,
  events: { told(): Promise<void> | undefined; flush(): Promise<void> },
): TurnRecord {
  return {
    history: () => open.history(plan.limits.contextTokens * CHARS_PER_TOKEN),
    ledger: {
      ...open.ledger,
      async open(calls, answer) {
        await events.told();
        await open.ledger.open(calls, answer);
      },
    },
    async finish(end) {
      await events.flush();
      await open.finish(end);
    },
  };
}

async function refuse(turn: RunnableTurn, open: OpenTurn, why: Text): Promise<void> {
  const text = why[turn.language];
  await open.finish({
    newMessages: [{ role: 'assistant', parts: [{ type: 'text', text }] }],
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    decisions: [],
    event: {
      type: 'turn-finished',
      text,
      reason: 'model-failed',
      rounds: 0,
      failures: 0,
      banned: [],
    },
  });
}

async function isSlowerThan(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(resolve, ms, true);
  });
  const isLate = await Promise.race([work.then(() => false), late]);
  clearTimeout(timer);
  return isLate;
}
