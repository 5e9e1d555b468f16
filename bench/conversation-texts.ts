// What is said in a long conversation: questions of a line, answers in Markdown of every shape, no two of them alike.

/** Each so many answers one holds a formula, or is long. */
const ANSWERS_A_FORMULA = 10;
const ANSWERS_A_LONG_ONE = 50;
const SECTIONS_OF_A_LONG_ONE = 8;

export function questionOf(index: number): string {
  return `Question ${index}: how are the figures of week ${index} put together, and what stands out in them?`;
}

/** About a thousand characters; a long one is of several sections. */
export function answerOf(index: number): string {
  const isLong = index % ANSWERS_A_LONG_ONE === ANSWERS_A_LONG_ONE - 1;
  const sections = Array.from({ length: isLong ? SECTIONS_OF_A_LONG_ONE : 1 }, (_, at) =>
    sectionOf(`${index}.${at}`),
  );
  const hasFormula = index % ANSWERS_A_FORMULA === 0;
  return `${sections.join('\n\n')}${hasFormula ? FORMULA : ''}`;
}

const FORMULA =
  '\n\nAltogether that is $$\\bar{x} = \\frac{1}{n}\\sum_{i=1}^{n} x_i$$ over all weeks.';

function sectionOf(name: string): string {
  return `## Week ${name}

The figures of week **${name}** come from three places, and each was _looked at again_ before it was added: what
the [first source](https://example.com/${name}) tells is \`whole\`, while the others are rounded to one place.

- orders that were placed, without those that were taken back
- what was sent, by the day it left the house, not by the day it was asked for
- returns, which are counted in the week they **came in**

\`\`\`ts
export function totalOf(rows: readonly Row[], week = '${name}'): number {
  // Those of other weeks are left out.
  const counted = rows.filter((row) => row.week === week && !row.isReturned);
  return counted.reduce((sum, { amount }) => sum + amount, 0);
}
\`\`\`

| place | orders | sent | returns |
| --- | ---: | ---: | ---: |
| north of ${name} | 1204 | 1190 | 31 |
| south of ${name} | 988 | 970 | 12 |
| online | 4310 | 4295 | 207 |

1. Online grew by more than the two others together.
2. Returns did not grow with it.

> What stands out is the north: fewer orders, and yet more was sent than in the week before.`;
}
