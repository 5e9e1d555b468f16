// Finds what was said in a person's conversations: `ILIKE` finds Chinese as well as English, no words are told apart.

import type { Database } from '#system/database/database.ts';
import { storable } from './call-record.ts';

export interface FoundTurn {
  readonly sessionId: string;
  readonly turnId: string;
  /** For the next page. */
  readonly number: number;
  /** The words around what was found; the conversation's title where only that fits. */
  readonly excerpt: string;
  readonly author: 'person' | 'role';
  readonly createdAt: Date;
}

export interface TurnSearch {
  readonly orgId: string;
  readonly personId: string;
  /** As it is, whatever the case. */
  readonly words: string;
  /** Turns with a lower number. */
  readonly before?: number | undefined;
  /** 200 at most. */
  readonly limit: number;
}

const AROUND_CHARS = 60;

/** The newest first; superseded turns are left out. Of a title, the conversation's first turn is found. */
export async function searchTurns(
  database: Database,
  search: TurnSearch,
): Promise<readonly FoundTurn[]> {
  const words = storable(search.words).trim();
  const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await database.run({
    name: 'turn-search',
    text: `select t.id, t.session_id, t.number, t.text, coalesce(t.reply, '') as reply, s.title,
        t.created_at
      from platform.sessions s join platform.turns t on t.session_id = s.id
      where s.org_id = $1 and s.person_id = $2 and t.superseded_at is null
        and ($4::bigint is null or t.number < $4)
        and (t.text ilike $3 or t.reply ilike $3 or (s.title ilike $3 and t.number = (
          select min(f.number) from platform.turns f
          where f.session_id = s.id and f.superseded_at is null)))
      order by t.number desc limit $5`,
    values: [
      search.orgId,
      search.personId,
      pattern,
      search.before ?? null,
      Math.min(Math.max(search.limit, 1), 200),
    ],
  });
  return rows.map((row) => foundTurn(row, words));
}

function foundTurn(row: Readonly<Record<string, unknown>>, words: string): FoundTurn {
  const [text, reply, title] = [String(row['text']), String(row['reply']), String(row['title'])];
  const said = [{ author: 'person', text } as const, { author: 'role', text: reply } as const].find(
    (each) => indexOfWords(each.text, words) >= 0,
  );
  return {
    sessionId: String(row['session_id']),
    turnId: String(row['id']),
    number: Number(row['number']),
    excerpt: excerptOf(said?.text ?? title, words),
    author: said?.author ?? 'person',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- timestamptz is a Date
    createdAt: row['created_at'] as Date,
  };
}

function indexOfWords(text: string, words: string): number {
  return text.toLowerCase().indexOf(words.toLowerCase());
}

function excerptOf(text: string, words: string): string {
  const at = Math.max(0, indexOfWords(text, words));
  const from = Math.max(0, at - AROUND_CHARS);
  const to = Math.min(text.length, at + words.length + AROUND_CHARS);
  const middle = text.slice(from, to).toWellFormed().replaceAll(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${middle}${to < text.length ? '…' : ''}`;
}
