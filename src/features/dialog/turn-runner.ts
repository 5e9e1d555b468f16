// Runs the turns that were accepted, each session's one after the other, in this process or, after it, in another.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import type { Conversations, OpenTurn, RunnableTurn } from '#features/conversations/index.ts';
import type { EventLog } from '#features/events/index.ts';
import type { Dialog, TurnPlan, TurnRequest, TurnResult } from './dialog.ts';
import { isSlowerThan } from './is-slower-than.ts';
import { answerCommand, isTaken, recordOf, refuse } from './kept-turn.ts';
import { createModelTally, type UsedModel } from './model-tally.ts';

const RENEW_MS = 10_000;
const LOOK_MS = 5000;

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
  /** What the platform says itself where the turn tells it to do something; undefined for all that a role answers. */
  answerCommand?(turn: RunnableTurn): Promise<Text | undefined>;
  /** What the turn used of its model, however it ended. What it throws is told to `onFault`. */
  onUsed(turn: RunnableTurn, plan: TurnPlan, used: UsedModel): Promise<void>;
  /** It ended by itself. What it throws is told to `onFault`. */
  onEnded(turn: RunnableTurn, plan: TurnPlan, result: TurnResult): Promise<void>;
  /** The conversation was deleted while the turn ran: what the turn has left of it since is to go too. */
  onGone(turn: RunnableTurn, plan: TurnPlan): Promise<void>;
  /** A fault of the platform's; the turn is ended as interrupted, where it is still ours. */
  onFault(error: unknown, sessionId: string): void;
}

export interface TurnRunner {
  /**
   * Keeps the leases of what runs here, and looks from time to time for what nobody runs: what other processes left,
   * now too; or, where it doesn't take over, what waits in the sessions that it was woken for.
   */
  start(options: { readonly takesOver: boolean }): Promise<void>;
  /** Something may wait in the session. */
  wake(sessionId: string): void;
  /** Stops this turn, or whichever runs in the session; false where the session's turns don't run here. */
  stop(sessionId: string, turnId?: string): boolean;
  /** Those whose turns run here. */
  sessions(): readonly string[];
  /** Turns that run here. */
  running(): number;
  /** Takes nothing new, lets turns end for `graceMs`, then ends them as interrupted. What waits is left to others. */
  close(graceMs: number): Promise<void>;
}

export function createTurnRunner(parts: TurnRunnerParts): TurnRunner {
  return new Runner(parts);
}

/** A session whose lease is ours. */
interface HeldSession {
  readonly controller: AbortController;
  /** Undefined until it was taken. */
  turnId?: string;
  /** Who was told to stop before that. */
  stopWanted?: string;
  /** Nothing that the turn still tells counts: others read of its end already. */
  isLost?: boolean;
}

class Runner implements TurnRunner {
  private readonly parts: TurnRunnerParts;
  private readonly claiming = new Set<string>();
  private readonly held = new Map<string, HeldSession>();
  /** Where it doesn't take over: the sessions that it was woken for. */
  private own: Set<string> | undefined = new Set();
  private readonly waiting = new Set<string>();
  private readonly work = new Set<Promise<void>>();
  private timers: readonly NodeJS.Timeout[] = [];
  private isClosing = false;

  constructor(parts: TurnRunnerParts) {
    this.parts = parts;
  }

  async start({ takesOver }: { readonly takesOver: boolean }): Promise<void> {
    if (takesOver) this.own = undefined;
    this.timers = [
      setInterval(() => this.track(this.renew()), RENEW_MS),
      setInterval(() => this.track(this.lookAround()), LOOK_MS),
    ];
    await this.lookAround();
  }

  wake(sessionId: string): void {
    if (this.isClosing) return;
    this.own?.add(sessionId);
    this.waiting.add(sessionId);
    this.fill();
  }

  stop(sessionId: string, turnId?: string): boolean {
    const held = this.held.get(sessionId);
    if (held === undefined) return false;
    // Not the follow-up that began meanwhile.
    if (turnId === undefined || turnId === held.turnId) held.controller.abort();
    else held.stopWanted = turnId;
    return true;
  }

  sessions(): readonly string[] {
    return [...this.held.keys()];
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
      const interrupted = Array.from(this.held, async ([sessionId, held]) => {
        // First taken from the turn, so that nothing it still does counts, then told to stop.
        await this.interrupt(sessionId).catch((error: unknown) => {
          this.parts.onFault(error, sessionId);
        });
        held.controller.abort();
      });
      await Promise.all(interrupted);
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
      const claim = await leases.claim(sessionId);
      if (claim === undefined) {
        // Where nobody else looks for what is left behind, it is done now: who has the lease may be gone.
        if (this.own !== undefined) this.track(this.lookAround());
        return;
      }
      // Run once more, it would do again what it has done.
      if (claim.hasLeftOver) await this.interrupt(sessionId);
      this.claiming.delete(sessionId);
      do {
        const held: HeldSession = { controller: new AbortController() };
        this.held.set(sessionId, held);
        if (!(await this.runNext(sessionId, held))) return;
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
  private async runNext(sessionId: string, held: HeldSession): Promise<boolean> {
    const { turns, leases } = this.parts.conversations;
    if (this.isClosing) {
      await leases.abandon(sessionId);
      return false;
    }
    const turn = await turns.next(sessionId, this.parts.owner);
    if (turn === undefined) return true;
    held.turnId = turn.id;
    if (turn.isStopWanted || held.stopWanted === turn.id) held.controller.abort();
    try {
      await this.runTurn(turn, held);
    } catch (error) {
      // What it called ends with it.
      held.controller.abort();
      if (!isTaken(error)) this.parts.onFault(error, sessionId);
      await this.interrupt(sessionId);
    }
    return true;
  }

  private async runTurn(turn: RunnableTurn, held: HeldSession): Promise<void> {
    const { conversations, events } = this.parts;
    const { sessionId, orgId, id: turnId, channel, text, attachments } = turn;
    let pressure: Promise<void> | undefined;
    const onEvent = (event: ChatEvent): void => {
      // The last one is stored with the turn's end, in one transaction.
      if (event.type === 'turn-finished' || held.isLost === true) return;
      pressure = events.append({ orgId, sessionId, turnId }, event) ?? pressure;
    };
    const open = conversations.openTurn(turnId, turn);
    const answer = await this.parts.answerCommand?.(turn);
    if (answer !== undefined) {
      await events.flush(sessionId);
      await answerCommand(turn, open, answer);
      return;
    }
    const plan = await this.planOrRefuse(turn, open);
    if (plan === undefined) return;
    const record = recordOf(open, plan, {
      told: () => pressure,
      flush: () => events.flush(sessionId),
    });
    const { signal } = held.controller;
    const request = { plan, record, channel, text, attachments, signal, onEvent };
    const result = await this.runCounted(turn, request).catch(async (error: unknown) => {
      if (isTaken(error)) await this.clearGone(turn, plan);
      throw error;
    });
    await this.parts.onEnded(turn, plan, result).catch((error: unknown) => {
      this.parts.onFault(error, sessionId);
    });
  }

  /** What it used of its model counts however it ends. */
  private async runCounted(turn: RunnableTurn, request: TurnRequest): Promise<TurnResult> {
    const tally = createModelTally();
    try {
      return await this.parts.dialog.runTurn({ ...request, onUsage: tally.add });
    } finally {
      const used = tally.total();
      if (used !== undefined)
        await this.parts.onUsed(turn, request.plan, used).catch((error: unknown) => {
          this.parts.onFault(error, turn.sessionId);
        });
    }
  }

  private async planOrRefuse(turn: RunnableTurn, open: OpenTurn): Promise<TurnPlan | undefined> {
    try {
      return await this.parts.planTurn(turn);
    } catch (thrown) {
      const error = AppError.from(thrown);
      if (error.code === 'unexpected' || error.code === 'database-unavailable') throw thrown;
      await this.parts.events.flush(turn.sessionId);
      await refuse(turn, open, error.text);
      return undefined;
    }
  }

  private async clearGone(turn: RunnableTurn, plan: TurnPlan): Promise<void> {
    const { conversations, events } = this.parts;
    if ((await conversations.sessions.get(turn.orgId, turn.sessionId)) !== undefined) return;
    await events.flush(turn.sessionId);
    await this.parts.onGone(turn, plan);
  }

  /** Ends what runs in a session of ours; what it told so far comes before its end. */
  private async interrupt(sessionId: string): Promise<void> {
    const { conversations, events } = this.parts;
    const held = this.held.get(sessionId);
    if (held !== undefined) held.isLost = true;
    await events.flush(sessionId).catch((error: unknown) => this.parts.onFault(error, sessionId));
    await conversations.interruptRunning(sessionId);
  }

  private async renew(): Promise<void> {
    const held = new Map(this.held);
    if (held.size === 0) return;
    const lost = await this.parts.conversations.leases.renew([...held.keys()]);
    for (const sessionId of lost) {
      const session = held.get(sessionId);
      if (session === undefined) continue;
      session.isLost = true;
      session.controller.abort();
    }
  }

  private async lookAround(): Promise<void> {
    const { leases } = this.parts.conversations;
    const among = this.own === undefined ? undefined : [...this.own];
    if (among?.length === 0) return;
    for (const { sessionId } of await leases.takeOver(among)) await this.endLeftOver(sessionId);
    for (const { sessionId } of await leases.waiting(among)) this.wake(sessionId);
  }

  /** Our own lease can run out as well, while the database is away. */
  private async endLeftOver(sessionId: string): Promise<void> {
    if (this.held.has(sessionId) || this.claiming.has(sessionId)) return;
    this.claiming.add(sessionId);
    try {
      await this.interrupt(sessionId);
    } catch (error) {
      this.parts.onFault(error, sessionId);
    } finally {
      await this.parts.conversations.leases.abandon(sessionId);
      this.claiming.delete(sessionId);
    }
  }
}
