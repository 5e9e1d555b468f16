// Skills that open their own database sessions: the legacy `db` of their context is null (CTX-07).

const SELF_ACQUIRING: ReadonlySet<string> = new Set([
  'datatable',
  'trade-bot',
  'trade-hltrade',
  'trade-research',
  'trade-factor',
  'trade-regimecalc',
  'trade-macro',
  'trade-okxbn-kline',
  'trade-backtest',
]);

/** `added`: the operator's. */
export function isSelfAcquiring(skill: string, added: readonly string[] = []): boolean {
  return SELF_ACQUIRING.has(skill) || added.includes(skill);
}
