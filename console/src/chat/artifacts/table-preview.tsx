// The first rows of a table, its heading above them; what is left out is told below.

import type { ReactNode } from 'react';
import type { Text } from '#base/text.ts';
import type { PreviewBody } from '#contract/api/artifact-routes.ts';
import { artifactViewTexts } from '#contract/texts/console-artifact-texts.ts';
import { useText } from '../../text/use-text.ts';

type TableBody = Extract<PreviewBody, { kind: 'table' }>;

export interface TablePreviewProps {
  readonly table: TableBody;
  readonly name: string;
  /** Of what the server gave; all of it where it is left out. */
  readonly most?: { readonly rows: number; readonly columns: number };
}

export function TablePreview({ table, name, most }: TablePreviewProps): ReactNode {
  const { text } = useText();
  const { rows = Infinity, columns = Infinity } = most ?? {};
  const shown = table.rows.slice(0, rows).map((row) => row.slice(0, columns));
  const [heading, ...body] = shown;
  const width = Math.max(0, ...shown.map((row) => row.length));
  const numbers = numberColumns(body, width);
  const notes = notesOf(table, { rows: shown.length, columns: width });
  if (heading === undefined)
    return <p className="qiao-preview-word">{text(artifactViewTexts.emptyTable())}</p>;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <div
        className="qiao-preview-table"
        role="group"
        aria-label={text(artifactViewTexts.table(name))}
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>{cellsOf(heading, 'th', numbers)}</tr>
          </thead>
          <tbody>
            {body.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a delivered file does not change
              <tr key={index}>{cellsOf(row, 'td', numbers)}</tr>
            ))}
          </tbody>
        </table>
      </div>
      {notes.length > 0 && (
        <p className="qiao-preview-note">{notes.map((note) => text(note)).join(' · ')}</p>
      )}
    </>
  );
}

function cellsOf(
  row: readonly string[],
  cell: 'th' | 'td',
  numbers: readonly boolean[],
): ReactNode {
  return numbers.map((isNumber, index) => {
    const content = row[index] ?? '';
    const given = { dir: 'auto', 'data-number': isNumber || undefined } as const;
    // oxlint-disable react/no-array-index-key -- a delivered file does not change
    // A heading without a word heads nothing.
    return cell === 'th' && content !== '' ? (
      <th key={index} scope="col" {...given}>
        {content}
      </th>
    ) : (
      <td key={index} {...given}>
        {content}
      </td>
    );
    // oxlint-enable react/no-array-index-key
  });
}

const NUMBER = /^[-+]?[\d.,\s]*\d%?$/;

/** Of each column, whether it holds nothing but numbers. */
function numberColumns(body: readonly (readonly string[])[], width: number): readonly boolean[] {
  return Array.from({ length: width }, (_, index) => {
    const filled = body.map((row) => row[index] ?? '').filter((content) => content !== '');
    return filled.length > 0 && filled.every((content) => NUMBER.test(content));
  });
}

function notesOf(
  { sheets, rows, has_more_rows: hasMoreRows, has_more_columns: hasMoreColumns }: TableBody,
  shown: { readonly rows: number; readonly columns: number },
): readonly Text[] {
  const [first] = sheets;
  const width = Math.max(0, ...rows.map((row) => row.length));
  return [
    ...(first === undefined ? [] : [artifactViewTexts.sheet(first, sheets.length)]),
    ...(hasMoreRows || rows.length > shown.rows ? [artifactViewTexts.moreRows(shown.rows)] : []),
    ...(hasMoreColumns || width > shown.columns
      ? [artifactViewTexts.moreColumns(shown.columns)]
      : []),
  ];
}
