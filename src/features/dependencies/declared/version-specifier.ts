// Whether an interpreter's version is one that a specifier allows (`>=3.9,<3.13`, PEP 440 as far as Pythons have it).

const CLAUSE = /^(~=|==|!=|<=|>=|<|>|===)\s*v?(\d+(?:\.\d+)*)(\.\*)?$/;

/** A clause that can't be read allows nothing: better a clear refusal than a run on the wrong Python. */
export function allowsVersion(specifier: string, version: string): boolean {
  const clauses = specifier
    .split(',')
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
  return clauses.every((clause) => allows(clause, numbersOf(version)));
}

function allows(clause: string, version: readonly number[]): boolean {
  const [, operator, wanted = '', star] = CLAUSE.exec(clause) ?? [];
  const given = numbersOf(wanted);
  const order = compare(version, given);
  const begins = compare(version.slice(0, given.length), given) === 0;
  const equals = star === undefined ? order === 0 : begins;
  const meets: Readonly<Record<string, boolean>> = {
    '==': equals,
    '===': equals,
    '!=': !equals,
    '>=': order >= 0,
    '<=': order <= 0,
    '>': order > 0,
    '<': order < 0,
    '~=': order >= 0 && compare(version.slice(0, given.length - 1), given.slice(0, -1)) === 0,
  };
  return operator !== undefined && meets[operator] === true;
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}

/** Missing parts count as 0. */
function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
