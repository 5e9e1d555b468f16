import { afterAll, describe, expect, test } from 'vitest';
import { conversations, database, openSession, runTurn, turnOf } from './testing/played-turns.ts';

afterAll(() => database.drop());

const { sessions, turns } = conversations;

async function findOfCai(words: string) {
  const found = await conversations.search({ orgId: 'org', personId: 'cai', words, limit: 10 });
  return found.map(({ turnId, author, excerpt }) => [turnId, author, excerpt]);
}

describe('finding', () => {
  test('titles, messages and replies are searched, Chinese too, and % is no wildcard', async () => {
    const session = await openSession({ title: '季度 报表', personId: 'cai' });
    const turnId = await runTurn(session.id, '查一下华东区的销售额', 'It rose by 5% in Q3_total');
    expect(await findOfCai('报表')).toEqual([[turnId, 'person', '季度 报表']]);
    expect(await findOfCai('华东区')).toEqual([[turnId, 'person', '查一下华东区的销售额']]);
    expect(await findOfCai('ROSE BY')).toEqual([[turnId, 'role', 'It rose by 5% in Q3_total']]);
    expect(await findOfCai('5%')).toHaveLength(1);
    expect(await findOfCai('5%Q3')).toEqual([]);
    expect(await findOfCai('Q3-total')).toEqual([]);
  });

  test('what is found is shown with the words around it, the newest first, page by page', async () => {
    const { id } = await openSession({ personId: 'dan' });
    await runTurn(id, `${'a '.repeat(100)}needle one${' b'.repeat(100)}`, 'ok');
    await runTurn(id, 'needle two', 'ok');
    const asked = { orgId: 'org', personId: 'dan', words: 'needle', limit: 1 };
    const [newest] = await conversations.search(asked);
    expect(newest?.excerpt).toBe('needle two');
    const [older] = await conversations.search({ ...asked, before: newest?.number });
    expect(older?.excerpt).toMatch(/^….{40,}needle one.{40,}…$/);
  });

  test('pages follow each other without a gap or a repetition', async () => {
    const made: { readonly id: string }[] = [];
    for (let count = 0; count < 5; count += 1)
      made.push(
        await sessions.create({ orgId: 'org', roleId: 'r2', personId: 'bob', channel: 'web' }),
      );
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await sessions.list('org', {
        personId: 'bob',
        limit: 2,
        ...(after && { after }),
      });
      seen.push(...page.sessions.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    const wrong = sessions.list('org', { personId: 'bob', limit: 2, after: 'nonsense' });
    await expect(wrong).rejects.toMatchObject({ code: 'request-invalid' });
  });

  test('a session is named after its first message until a person names it', async () => {
    const { id } = await openSession();
    await turns.accept(turnOf(id, `${'长'.repeat(80)}\nsecond line`));
    expect((await sessions.get('org', id))?.title).toBe(`${'长'.repeat(59)}…`);
    await sessions.rename('org', id, 'Mine');
    expect((await sessions.get('org', id))?.title).toBe('Mine');
  });
});

test('inactive sessions are removed, those with a message under way are not', async () => {
  const [idle, busy] = [await openSession({ orgId: 'old' }), await openSession({ orgId: 'old' })];
  await turns.accept(turnOf(busy.id, 'hi', { orgId: 'old' }));
  await database.run({
    name: '',
    text: `update platform.sessions set active_at = now() - interval '40 days' where org_id = 'old'`,
    values: [],
  });
  expect(await sessions.removeInactive('old', 30)).toEqual([{ id: idle.id, roleId: 'role' }]);
  expect(await sessions.get('old', busy.id)).toBeDefined();
});
