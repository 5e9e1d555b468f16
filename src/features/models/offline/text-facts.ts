// Finds in a message what has a form of its own: addresses, dates, quoted words, numbers.

export interface TextFacts {
  readonly urls: readonly string[];
  readonly emails: readonly string[];
  /** As `YYYY-MM-DD`. */
  readonly dates: readonly string[];
  /** Without their marks. */
  readonly quoted: readonly string[];
  /** As written. */
  readonly numbers: readonly string[];
}

const URL_FORM = /https?:\/\/[^\s"'<>`，。；！？、（）【】「」《》“”]+/gi;
const EMAIL_FORM = /[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;
const DATE_FORM =
  /(?<!\d)(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)|年(\d{1,2})月(\d{1,2})[日号]?)/g;
const QUOTED_FORM =
  /"([^"\n]+)"|“([^”\n]+)”|‘([^’\n]+)’|「([^」\n]+)」|『([^』\n]+)』|《([^》\n]+)》|`([^`\n]+)`|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu;
const NUMBER_FORM =
  /(?<![\p{Script=Latin}\d_.-])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\p{Script=Latin}\d_])/gu;

/** What was found as one thing is not found as another: the digits of a date are no numbers. */
export function factsOf(text: string): TextFacts {
  let left = text;
  const take = (form: RegExp, read: (match: RegExpMatchArray) => string | undefined): string[] => {
    const found = [...left.matchAll(form)].flatMap((match) => read(match) ?? []);
    left = left.replace(form, ' ');
    return found;
  };
  const urls = take(URL_FORM, ([whole]) => whole.replace(/[.,;:!?)\]]+$/, ''));
  const emails = take(EMAIL_FORM, ([whole]) => whole);
  const quoted = take(QUOTED_FORM, (match) => match.slice(1).find((inner) => inner !== undefined));
  const dates = take(DATE_FORM, isoDate);
  const numbers = take(NUMBER_FORM, ([whole]) => whole);
  return { urls, emails, dates, quoted, numbers };
}

/** `undefined` where the calendar has no such day. */
function isoDate([, year, month, day, monthZh, dayZh]: RegExpMatchArray): string | undefined {
  const iso = `${year}-${twoDigits(month ?? monthZh)}-${twoDigits(day ?? dayZh)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  return isDay ? iso : undefined;
}

function twoDigits(part: string | undefined): string {
  return (part ?? '').padStart(2, '0');
}
