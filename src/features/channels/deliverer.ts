// Sends what waits in the outbox: takes it, tries it, stores what came of it.

import type { Database } from '#system/database/database.ts';
import { listen, type Listener } from '#system/database/notifications.ts';
import type { ChannelAdapter } from './channel-adapter.ts';
import { afterTry, isPastKnowing, type RetryRules, type TryOutcome } from './delivery-rules.ts';
import { DELIVERY_NOTICES } from './delivery-tables.ts';
import { markedBody } from './marked-body.ts';
import { lineOf, type ClaimedPart, type Outbox } from './outbox.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

export interface DelivererParts {
  readonly database: Pick<Database, 'connect'>;
  readonly outbox: Outbox;
  readonly adapters: readonly ChannelAdapter[];
  readonly onFault: (error: unknown) => void;
  readonly rules?: Partial<RetryRules>;
  /** Milliseconds that a channel may take for one message; well below the lease. */
  readonly sendMs?: number;
}

export interface Deliverer {
  /** From now on whatever is due is sent, what other processes left too. */
  start(): void;
  /** Takes nothing new; what is being sent has a moment to end. */
  close(): Promise<void>;
}

const RULES: RetryRules = {
  mostTries: 8,
  firstMs: 2000,
  longestMs: 300_000,
  random: Math.random,
};
const LOST_BEFORE: TryOutcome = { status: 'lost', by: 'channel' };
const SEND_MS = 30_000;
const MOST_AT_ONCE = 16;
/** It is looked at least so often, for processes that went away. */
const LOOK_MS = 10_000;
const CLOSE_MS = 3000;

export function createDeliverer(parts: DelivererParts): Deliverer {
  return new QueueDeliverer(parts);
}

class QueueDeliverer implements Deliverer {
  private readonly parts: DelivererParts;
  private readonly rules: RetryRules;
  private readonly adapters: ReadonlyMap<string, ChannelAdapter>;
  private readonly rates: RateLimits = createRateLimits(() => performance.now());
  private readonly sending = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  private listener: Listener | undefined;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isToLookAgain = false;

  constructor(parts: DelivererParts) {
    this.parts = parts;
    this.rules = { ...RULES, ...parts.rules };
    this.adapters = new Map(parts.adapters.map((adapter) => [adapter.kind, adapter]));
  }

  start(): void {
    const look = (): void => this.look();
    this.listener = listen(this.parts.database, [DELIVERY_NOTICES], {
      onPayload: look,
      onGap: look,
    });
    look();
  }

  async close(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.timer);
    await this.listener?.close();
    await this.looking;
    // A channel that does not answer meanwhile is told like one that never does: what it was sent may be there.
    await Promise.allSettled(this.sending);
  }

  /** One look at a time; whoever asks meanwhile is answered by one more. */
  private look(): void {
    if (this.closing.signal.aborted) return;
    if (this.looking !== undefined) {
      this.isToLookAgain = true;
      return;
    }
    this.isToLookAgain = false;
    this.looking = this.lookOnce()
      .catch((error: unknown) => {
        this.parts.onFault(error);
        this.lookIn(LOOK_MS);
      })
      .finally(() => {
        this.looking = undefined;
        if (this.isToLookAgain) this.look();
      });
  }

  private lookIn(waitMs: number): void {
    clearTimeout(this.timer);
    if (this.closing.signal.aborted) return;
    this.timer = setTimeout(() => this.look(), Math.min(waitMs, LOOK_MS));
  }

  private async lookOnce(): Promise<void> {
    const { outbox } = this.parts;
    const kinds = [...this.adapters.keys()];
    await this.settleLost(kinds);
    const { lines, nextMs = LOOK_MS } = this.rates.resting();
    const most = MOST_AT_ONCE - this.sending.size;
    const claimed = await outbox.claim({ kinds, most, resting: lines });
    for (const part of claimed) this.send(part);
    const dueMs = await outbox.nextDueMs(kinds);
    this.lookIn(Math.min(nextMs, dueMs ?? LOOK_MS) + 1);
  }

  private async settleLost(kinds: readonly string[]): Promise<void> {
    for (const part of await this.parts.outbox.lost(kinds)) {
      const dedupesMs = this.adapters.get(part.channel)?.dedupesMs ?? 0;
      const outcome = { status: 'lost', by: 'process' } as const;
      const settled = afterTry({ ...part, dedupesMs }, outcome, this.rules);
      await this.parts.outbox.settle(part, settled);
    }
  }

  private send(part: ClaimedPart): void {
    const adapter = this.adapters.get(part.channel);
    if (adapter === undefined) return;
    this.rates.take(lineOf(part.channel, part.target.address), adapter.caps.rate);
    const sending = this.sendOne(part, adapter)
      .catch((error: unknown) => this.parts.onFault(error))
      .finally(() => {
        this.sending.delete(sending);
        this.look();
      });
    this.sending.add(sending);
  }

  private async sendOne(part: ClaimedPart, adapter: ChannelAdapter): Promise<void> {
    const { outbox } = this.parts;
    const { dedupesMs } = adapter;
    if (isPastKnowing({ ...part, dedupesMs })) {
      await outbox.settle(part, afterTry({ ...part, dedupesMs }, LOST_BEFORE, this.rules));
      return;
    }
    const startedMs = performance.now();
    const ended = new AbortController();
    const answer = this.ask(part, adapter, ended.signal);
    const outcome = await Promise.race([answer, this.patience(ended)]);
    ended.abort();
    const triedForMs = part.triedForMs + performance.now() - startedMs;
    const settled = afterTry({ ...part, dedupesMs, triedForMs }, outcome, this.rules);
    await outbox.settle(part, settled);
    if (outcome.status !== 'lost') return;
    // It may still say that it has the message; then nobody has to wonder.
    void this.hearLate(part, answer).catch((error: unknown) => this.parts.onFault(error));
  }

  private async hearLate(part: ClaimedPart, answer: Promise<TryOutcome>): Promise<void> {
    const late = await answer;
    if (late.status !== 'sent') return;
    await this.parts.outbox.settle(part, { state: 'sent', receipt: late.receipt });
  }

  /** Whatever it throws: nobody knows what the platform did. */
  private async ask(
    part: ClaimedPart,
    adapter: ChannelAdapter,
    signal: AbortSignal,
  ): Promise<TryOutcome> {
    const { target, key, isPerhapsDuplicate, language } = part;
    const body = isPerhapsDuplicate ? markedBody(part.body, adapter.caps, language) : part.body;
    try {
      return await adapter.send(target, body, { key, isPerhapsDuplicate, signal });
    } catch (error) {
      if (!signal.aborted) this.parts.onFault(error);
      return { status: 'lost', by: 'channel' };
    }
  }

  /** Ends when the channel has had its time, or a moment after everything closes. */
  private async patience(ended: AbortController): Promise<TryOutcome> {
    const over = Promise.withResolvers<TryOutcome>();
    const giveUp = (by: 'channel' | 'process') => () => over.resolve({ status: 'lost', by });
    const timers = [setTimeout(giveUp('channel'), this.parts.sendMs ?? SEND_MS)];
    const hurry = (): void => void timers.push(setTimeout(giveUp('process'), CLOSE_MS));
    if (this.closing.signal.aborted) hurry();
    else this.closing.signal.addEventListener('abort', hurry, { once: true });
    ended.signal.addEventListener('abort', () => over.resolve({ status: 'lost', by: 'process' }));
    const outcome = await over.promise;
    this.closing.signal.removeEventListener('abort', hurry);
    for (const timer of timers) clearTimeout(timer);
    return outcome;
  }
}
