// Rows as a Markdown table, for people.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';

const MOST_COLUMNS = 20;
const MOST_CELL_CHARS = 200;

/** Undefined where they are no rows. */
export function rowsTable(rows: readonly JsonValue[]): string | undefined {
  const objects = rows.filter((row) => isJsonObject(row));
  const columns = [...new Set(objects.flatMap((row) => Object.keys(row)))].slice(0, MOST_COLUMNS);
  if (objects.length < rows.length || columns.length === 0) return undefined;
  return [
    line(columns.map(escaped)),
    line(columns.map(() => '---')),
    ...objects.map((row) => line(columns.map((column) => cellText(ownCell(row, column))))),
  ].join('\n');
}

/** Never what every object has, such as `constructor`. */
function ownCell(row: JsonObject, column: string): JsonValue | undefined {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cellText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return escaped(
    text.length > MOST_CELL_CHARS ? `${text.slice(0, MOST_CELL_CHARS).toWellFormed()}…` : text,
  );
}

function escaped(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ').replaceAll(/[\\|]/g, String.raw`\$&`);
}
