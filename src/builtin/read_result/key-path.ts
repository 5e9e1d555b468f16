// Key paths such as `data.rows[0:20].name`: a small part of JSONPath, read without evaluating anything.

import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { ParameterProblem } from '../read-parameter.ts';

export type KeyStep =
  | { readonly kind: 'name'; readonly name: string }
  /** Below 0 from the end. */
  | { readonly kind: 'item'; readonly index: number }
  /** The end not included; both as in a list's `slice`. */
  | { readonly kind: 'slice'; readonly from: number; readonly to: number | undefined };

const NAME = /^[^.[\]'"\s][^.[\]]*/;
const ITEM = /^\[\s*(-?\d{1,15})\s*\]/;
const SLICE = /^\[\s*(?:\*|(-?\d{1,15})?\s*:\s*(-?\d{1,15})?)\s*\]/;
const QUOTED = /^\[\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\]/;

/** Throws a `ParameterProblem` where it can't be read. An empty path is the whole result. */
export function readKeyPath(text: string): readonly KeyStep[] {
  const steps: KeyStep[] = [];
  let rest = text.replace(/^\$/, '');
  while (rest !== '') {
    const isNext = rest.startsWith('.');
    const step = stepAt(isNext ? rest.slice(1) : rest, isNext || steps.length === 0);
    if (step === undefined)
      throw new ParameterProblem(
        'key',
        readResultTexts.badKey(text.slice(0, 200), rest.slice(0, 40)),
      );
    steps.push(step.step);
    rest = rest.slice(step.length + (isNext ? 1 : 0));
  }
  return steps;
}

/** As it would be written. */
export function keyText(steps: readonly KeyStep[]): string {
  const text = steps.map(stepText).join('');
  return text.startsWith('.') ? text.slice(1) : text;
}

/** The path to what has this name in what lies at `key`. */
export function keyBelow(key: string, name: string): string {
  const step = stepText({ kind: 'name', name });
  return key === '' && step.startsWith('.') ? step.slice(1) : `${key}${step}`;
}

function stepText(step: KeyStep): string {
  if (step.kind === 'item') return `[${step.index}]`;
  if (step.kind === 'slice') return `[${step.from}:${step.to ?? ''}]`;
  const isPlain = NAME.exec(step.name)?.[0] === step.name;
  return isPlain ? `.${step.name}` : `[${JSON.stringify(step.name)}]`;
}

function stepAt(
  text: string,
  mayBeName: boolean,
): { readonly step: KeyStep; readonly length: number } | undefined {
  const item = ITEM.exec(text);
  if (item !== null)
    return { step: { kind: 'item', index: Number(item[1]) }, length: item[0].length };
  const slice = SLICE.exec(text);
  if (slice !== null) {
    const [whole, from, to] = slice;
    const step = {
      kind: 'slice',
      from: Number(from ?? 0),
      to: to === undefined ? undefined : Number(to),
    } as const;
    return { step, length: whole.length };
  }
  const quoted = QUOTED.exec(text);
  if (quoted !== null)
    return { step: { kind: 'name', name: unquoted(quoted[1] ?? '') }, length: quoted[0].length };
  const name = mayBeName ? NAME.exec(text)?.[0] : undefined;
  return name === undefined ? undefined : { step: { kind: 'name', name }, length: name.length };
}

function unquoted(quoted: string): string {
  const inner = quoted.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  try {
    return String(JSON.parse(`"${inner.replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"')}"`));
  } catch {
    // An escape that JSON does not know stands for itself.
    return inner;
  }
}
