// What models were used for and what that cost, by day (UTC), role, person and model.

/** The usage of one or more requests to one model. */
export interface UsageEntry {
  readonly orgId: string;
  /** Empty where there is none. */
  readonly roleId: string;
  /** Empty where nobody asked: a schedule, say. */
  readonly personId: string;
  /** As in `QIAO_MODEL`: `offline`, `openai/<model>`, `anthropic/<model>`. */
  readonly model: string;
  readonly requests: number;
  readonly usage: {
    readonly inputTokens: number;
    /** Of the input tokens. */
    readonly cachedInputTokens: number;
    readonly outputTokens: number;
  };
}

export interface UsageQuery {
  /** `YYYY-MM-DD` in UTC, as `to`; both days are in. */
  readonly from: string;
  readonly to: string;
  readonly by: 'role' | 'person' | 'model' | 'day';
}

export interface UsageLine {
  /** The role's or person's id, the model's name, or the day. */
  readonly key: string;
  readonly requests: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** US dollars as exact decimal digits; null where no request had a known price. */
  readonly cost: string | null;
  /** Requests to models without a known price: they are not in `cost`. */
  readonly unpricedRequests: number;
}

export interface Usage {
  /**
   * Adds to the day on which it is called, at the prices of now. Counted once, also where the connection is lost in
   * between. Throws `database-unavailable`.
   */
  add(entry: UsageEntry): Promise<void>;
  /** Days in their order; anything else by cost and tokens, the largest first. */
  report(orgId: string, query: UsageQuery): Promise<readonly UsageLine[]>;
}
