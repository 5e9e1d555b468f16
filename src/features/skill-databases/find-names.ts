// Finds `:name` in SQL, outside strings, quoted names, comments and casts, in one pass over the text.

export interface FoundName {
  /** Undefined for an escaped colon (`\:`), which stands for itself. */
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
}

const NAME = /\w+/y;
/** What can't be the start of a parameter: `a:b` is a slice, `::` a cast. */
const JOINED = /[\w:]/;
const DOLLAR_TAG = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
/** Whether a quote begins an escape string: `E'…'`, and not the end of a longer word. */
const ESCAPE_STRING = /(?:^|[^\w$])e$/i;

/** In the order of the text. What is never closed reaches to the end. */
export function findNames(sql: string): readonly FoundName[] {
  const found: FoundName[] = [];
  let at = 0;
  while (at < sql.length) {
    const skipped = skipQuoted(sql, at);
    if (skipped > at) at = skipped;
    else {
      const name = nameAt(sql, at);
      if (name !== undefined) found.push(name);
      at = name?.end ?? at + 1;
    }
  }
  return found;
}

function nameAt(sql: string, at: number): FoundName | undefined {
  if (sql.startsWith('\\:', at)) return { name: undefined, start: at, end: at + 2 };
  if (sql[at] !== ':' || JOINED.test(sql[at - 1] ?? ' ')) return undefined;
  NAME.lastIndex = at + 1;
  const [name] = NAME.exec(sql) ?? [];
  return name === undefined ? undefined : { name, start: at, end: at + 1 + name.length };
}

/** Where the string, quoted name or comment that begins at `at` ends; `at` itself where none begins. */
function skipQuoted(sql: string, at: number): number {
  switch (sql[at]) {
    case "'":
      return closingQuote(sql, at, ESCAPE_STRING.test(sql.slice(Math.max(0, at - 2), at)));
    case '"':
      return closingQuote(sql, at, false);
    case '-':
      return sql[at + 1] === '-' ? endOf(sql, '\n', at + 2) : at;
    case '/':
      return sql[at + 1] === '*' ? commentEnd(sql, at) : at;
    case '$':
      return dollarEnd(sql, at);
    default:
      return at;
  }
}

/** A doubled quote is read as two strings in a row, which comes to the same. */
function closingQuote(sql: string, at: number, hasEscapes: boolean): number {
  const quote = sql[at] ?? "'";
  if (!hasEscapes) return endOf(sql, quote, at + 1);
  for (let each = at + 1; each < sql.length; each += 1) {
    if (sql[each] === '\\') each += 1;
    else if (sql[each] === quote) {
      if (sql[each + 1] !== quote) return each + 1;
      each += 1;
    }
  }
  return sql.length;
}

/** PostgreSQL's comments nest. */
function commentEnd(sql: string, at: number): number {
  const MARK = /\/\*|\*\//g;
  MARK.lastIndex = at;
  let depth = 0;
  for (let mark = MARK.exec(sql); mark !== null; mark = MARK.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return MARK.lastIndex;
  }
  return sql.length;
}

function dollarEnd(sql: string, at: number): number {
  if (/[\w$]/.test(sql[at - 1] ?? ' ')) return at;
  DOLLAR_TAG.lastIndex = at;
  const [tag] = DOLLAR_TAG.exec(sql) ?? [];
  return tag === undefined ? at : endOf(sql, tag, at + tag.length);
}

function endOf(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from);
  return found === -1 ? sql.length : found + mark.length;
}
