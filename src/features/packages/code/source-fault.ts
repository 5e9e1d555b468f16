// What is certain to keep a handler from being parsed, and the brackets that both languages have.

type MarkFaultType =
  | 'bracket-open'
  | 'bracket-stray'
  | 'text-open'
  | 'mark-wide'
  | 'names-adjacent';

export type SourceFault =
  | {
      readonly type: MarkFaultType;
      readonly mark: string;
      readonly line: number;
    }
  | { readonly type: 'indent-mixed' | 'indent-odd'; readonly line: number };

export interface Opened {
  readonly mark: string;
  readonly at: number;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
/** Marks of Chinese input that no code has outside of texts and comments. */
const WIDE_MARK = /[（），：；“”‘’。！？【】、]/;

export function markFault(
  source: string,
  found: Opened,
  opened: Opened[],
): SourceFault | undefined {
  const { mark } = found;
  if (mark === '(' || mark === '[' || mark === '{') opened.push(found);
  const closes = CLOSING.get(mark);
  if (closes !== undefined && opened.pop()?.mark !== closes) {
    return faultAt(source, found, 'bracket-stray');
  }
  return mark.length === 1 && WIDE_MARK.test(mark)
    ? faultAt(source, found, 'mark-wide')
    : undefined;
}

export function leftOpen(source: string, opened: readonly Opened[]): SourceFault | undefined {
  const last = opened.at(-1);
  if (last === undefined) return undefined;
  return faultAt(source, last, last.mark === '`' ? 'text-open' : 'bracket-open');
}

/** `found` is what is wrong. */
export function faultAt(source: string, found: Opened, type: MarkFaultType): SourceFault {
  return { type, mark: found.mark, line: lineAt(source, found.at) };
}

export function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}
