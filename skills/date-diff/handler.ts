// Days and business days between two dates.

export const INPUT_SCHEMA = {
  type: 'object',
  properties: {
    start: { type: 'string', description: 'First day, YYYY-MM-DD / 开始日期' },
    end: { type: 'string', description: 'Last day, YYYY-MM-DD / 结束日期' },
    include_end: { type: 'boolean', description: 'Count the last day too (default false)' },
    holidays: {
      type: 'array',
      items: { type: 'string' },
      description: 'Days that are no business days, each YYYY-MM-DD / 节假日',
    },
  },
};

const ALIASES = {
  start: ['from', 'start_date', '开始', '开始日期'],
  end: ['to', 'end_date', '结束', '结束日期'],
} as const;
const MS_PER_DAY = 24 * 60 * 60 * 1000;

type Input = Readonly<Record<string, unknown>>;
type Bound = keyof typeof ALIASES;

/** Neither bound is `required` in the schema: an alias may stand for it, and only we know the aliases. */
export async function execute(input: Input, _context: Input): Promise<Input> {
  const start = boundOf(input, 'start');
  const end = boundOf(input, 'end');
  if (start.day === undefined) return misshapen(start);
  if (end.day === undefined) return misshapen(end);
  const holidays = readHolidays(input['holidays']);
  if (holidays.status === 'misshapen') return misshapen(holidays);
  const last = input['include_end'] === true ? 1 : 0;
  const isBackwards = end.day < start.day;
  const [first, after] = isBackwards ? [end.day, start.day + last] : [start.day, end.day + last];
  const sign = isBackwards ? -1 : 1;
  const notes = [start, end].filter(({ key, name }) => key !== name);
  return {
    success: true,
    data: {
      start: start.value,
      end: end.value,
      days: sign * (after - first),
      weeks: sign * Math.trunc((after - first) / 7),
      business_days: sign * businessDays(first, after, holidays.days),
      include_end: last === 1,
    },
    ...(notes.length > 0 && {
      action_note: notes.map(({ key, name }) => `${key} → ${name}`).join(', '),
    }),
  };
}

interface ReadBound {
  readonly name: string;
  /** The parameter's name as it was given. */
  readonly key: string;
  readonly value: unknown;
  /** Days since 1970-01-01; undefined where the value is no date. */
  readonly day: number | undefined;
}

function boundOf(input: Input, name: Bound): ReadBound {
  const key = [name, ...ALIASES[name]].find((candidate) => isGiven(input[candidate])) ?? name;
  return { name, key, value: input[key], day: dayOf(input[key]) };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Strict: four, two and two digits, and a day that the calendar has. */
function dayOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(date));
  return midnight.toISOString().startsWith(text) ? midnight.getTime() / MS_PER_DAY : undefined;
}

type Holidays =
  | { readonly status: 'read'; readonly days: ReadonlySet<number> }
  | { readonly status: 'misshapen'; readonly name: string; readonly value: unknown };

function readHolidays(value: unknown): Holidays {
  if (!isGiven(value)) return { status: 'read', days: new Set() };
  if (!Array.isArray(value)) return { status: 'misshapen', name: 'holidays', value };
  const days = new Set<number>();
  for (const item of value as readonly unknown[]) {
    const day = dayOf(item);
    if (day === undefined) return { status: 'misshapen', name: 'holidays', value: item };
    days.add(day);
  }
  return { status: 'read', days };
}

function misshapen({ name, value }: { readonly name: string; readonly value: unknown }): Input {
  const given = isGiven(value)
    ? `${JSON.stringify(value).slice(0, 80)} is not one`
    : 'it is missing';
  return {
    success: false,
    error: `${name} must be a date of the calendar as YYYY-MM-DD (2026-02-28, say); ${given}`,
    user_message: `请用 YYYY-MM-DD 的格式给出日期（${name}）。 / Give the date (${name}) as YYYY-MM-DD.`,
    error_type: 'recoverable',
    need_param: name,
  };
}

/** Of the days from `first` up to, not including, `after`. */
function businessDays(first: number, after: number, holidays: ReadonlySet<number>): number {
  const weeks = Math.floor((after - first) / 7);
  let count = weeks * 5;
  for (let day = first + weeks * 7; day < after; day += 1) if (isWeekday(day)) count += 1;
  for (const day of holidays) if (day >= first && day < after && isWeekday(day)) count -= 1;
  return count;
}

/** Day 0, the first of 1970, was a Thursday. */
function isWeekday(day: number): boolean {
  const sinceMonday = (((day + 3) % 7) + 7) % 7;
  return sinceMonday < 5;
}
