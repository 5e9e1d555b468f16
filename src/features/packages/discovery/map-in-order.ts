// Works on several items of a stream at once and gives the results in the stream's order.

/**
 * At most `limit` items are under way; those begun are waited for when the consumer leaves early.
 * @yields one result for each item, in the order of the items
 */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const started = work(item);
      // Its failure is told when its turn comes; until then it must not count as unhandled.
      started.catch(() => undefined);
      underWay.push(started);
      const [first] = underWay;
      if (underWay.length < limit || first === undefined) continue;
      yield await first;
      underWay.splice(0, 1);
    }
    for (const next of underWay) yield await next;
  } finally {
    await Promise.allSettled(underWay);
  }
}
