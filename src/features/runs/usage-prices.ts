// What models cost: the operator's table, in US dollars per million tokens.

import * as z from 'zod';

const price = z.number().min(0).max(1_000_000);

/** By the model's name as in `QIAO_MODEL`: `{"openai/gpt-x": {"input": 1.25, "cachedInput": 0.125, "output": 10}}`. */
export const modelPricesSchema = z.record(
  z.string().min(1),
  z.strictObject({
    input: price,
    /** Tokens read from the provider's cache; as `input` where it is left out. */
    cachedInput: price.optional(),
    output: price,
  }),
);
export type ModelPrices = Readonly<z.infer<typeof modelPricesSchema>>;

/** The router without a model costs nothing. */
const FREE: ModelPrices = { offline: { input: 0, output: 0 } };

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

/** Undefined where the price is unknown. */
export function priceOf(prices: ModelPrices, model: string): ModelPrice | undefined {
  const table = Object.hasOwn(prices, model) ? prices : FREE;
  if (!Object.hasOwn(table, model)) return undefined;
  const found = table[model];
  return found && { ...found, cachedInput: found.cachedInput ?? found.input };
}
