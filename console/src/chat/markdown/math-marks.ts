// Formulas in the marks that models write them in, as one kind; and dollars that are money as no formula.

/** Whether there may be a formula: then what draws them is loaded. */
export function mayHaveMath(markdown: string): boolean {
  return /\$|\\\(|\\\[/.test(markdown);
}

/** Each character becomes several elements: a larger formula would hold the page up. */
const MOST_FORMULA_CHARS = 4000;

/** Outside of code: `\(x\)` as `$x$`, `\[x\]` as `$$x$$`, and a `$` that opens no formula as itself. */
export function withMathMarks(markdown: string): string {
  if (!mayHaveMath(markdown)) return markdown;
  return markdown
    .split(
      /(^ {0,3}(?:`{3,}|~{3,})[\s\S]*?(?:^ {0,3}(?:`{3,}|~{3,})[^\S\n]*$|$(?![\s\S]))|`[^`\n]*`)/m,
    )
    .map((part, index) => (index % 2 === 1 ? insideCode(part) : outsideCode(part)))
    .join('');
}

/** Code that is called `math` is drawn as a formula. */
function insideCode(code: string): string {
  return code.length > MOST_FORMULA_CHARS ? code.replace(/^(\W*)math\b/, '$1latex') : code;
}

function outsideCode(text: string): string {
  return text
    .replaceAll(/\\\[([\s\S]+?)\\\]/g, (_, formula: string) => `\n$$\n${formula.trim()}\n$$\n`)
    .replaceAll(/\\\((.+?)\\\)/g, (_, formula: string) => `$${formula.trim()}$`)
    .replaceAll(
      /\$\$[\s\S]+?\$\$|(?<![\\$])\$(?![\s$])(?:[^$\n\\]|\\.)*?(?<![\s\\])\$(?![\d$])|(?<!\\)\$/g,
      (found) => {
        if (found === '$') return String.raw`\$`;
        return found.length > MOST_FORMULA_CHARS ? asCode(found) : found;
      },
    );
}

/** To be read and copied all the same. */
function asCode(formula: string): string {
  return `\n\`\`\`latex\n${formula}\n\`\`\`\n`;
}
