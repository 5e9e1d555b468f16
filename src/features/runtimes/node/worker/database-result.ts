// What a statement gave, with the same names that Python skills use.

type Values = readonly unknown[];
type RowObject = Readonly<Record<string, unknown>>;

export interface DatabaseResult {
  readonly columns: readonly string[];
  /** One list of values a row, in the order of `columns`. */
  readonly rows: readonly Values[];
  /** Rows given or changed. */
  readonly rowCount: number;
  readonly rowcount: number;
  keys(): readonly string[];
  /** The rows as objects. */
  all(): readonly RowObject[];
  fetchall(): readonly RowObject[];
  /** The same rows as objects, for `result.mappings().all()`. */
  mappings(): DatabaseResult;
  /** The first row as an object, or null. */
  first(): RowObject | null;
  /** The next row as an object, or null after the last. */
  fetchone(): RowObject | null;
  /** The only row. Throws a `RangeError` where there is none or several. */
  one(): RowObject;
  /** The first value of the first row, or null. */
  scalar(): unknown;
  /** The first value of the only row. Throws a `RangeError` where there is none or several. */
  scalar_one(): unknown;
  scalarOne(): unknown;
  /** The first value of every row. */
  scalars(): Values;
}

export function databaseResult(answer: unknown): DatabaseResult {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the protocol's answer to `db.execute`
  const { columns, rows, row_count } = answer as {
    readonly columns: readonly string[];
    readonly rows: readonly Values[];
    readonly row_count: number;
  };
  const objectOf = (row: Values) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index]]));
  const all = () => rows.map(objectOf);
  const only = () => {
    const [row] = rows;
    if (row !== undefined && rows.length === 1) return row;
    throw new RangeError(`exactly one row was expected, ${rows.length} came`);
  };
  const [first] = rows;
  let fetched = 0;

  const result: DatabaseResult = {
    columns,
    rows,
    rowCount: row_count,
    rowcount: row_count,
    keys: () => columns,
    all,
    fetchall: all,
    mappings: () => result,
    first: () => (first === undefined ? null : objectOf(first)),
    fetchone() {
      const row = rows[fetched];
      fetched += 1;
      return row === undefined ? null : objectOf(row);
    },
    one: () => objectOf(only()),
    scalar: () => first?.[0] ?? null,
    scalar_one: () => only()[0],
    scalarOne: () => only()[0],
    scalars: () => rows.map((row) => row[0]),
  };
  return result;
}
