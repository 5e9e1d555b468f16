// Ranks documents against a question by the BM25 formula.

export interface RankedDocument {
  /** Position among the documents. */
  readonly index: number;
  readonly score: number;
  /** The part of the question, by weight, that the document has words for: 0 to 1. */
  readonly coverage: number;
}

const K1 = 1.2;
const B = 0.5;
/** As if there were this many documents more, so that a score means the same for two documents as for fifty. */
const BACKGROUND = 20;

/** Those with a word in common, best first; equal ones in their order. */
export function rank(
  question: readonly string[],
  documents: readonly (readonly string[])[],
): readonly RankedDocument[] {
  const asked = [...new Set(question)];
  const counts = documents.map(countWords);
  const mean =
    documents.reduce((sum, { length }) => sum + length, 0) / (documents.length || 1) || 1;
  const weights = asked.map((word) =>
    weightOf(counts.filter((words) => words.has(word)).length, documents.length),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;

  return counts
    .map((words, index) => {
      const norm = K1 * (1 - B + (B * (documents[index]?.length ?? 0)) / mean);
      let score = 0;
      let covered = 0;
      for (const [at, word] of asked.entries()) {
        const weight = weights[at] ?? 0;
        const count = words.get(word) ?? 0;
        if (count > 0) covered += weight;
        score += (weight * count * (K1 + 1)) / (count + norm);
      }
      return { index, score, coverage: covered / whole };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
}

function countWords(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function weightOf(having: number, documents: number): number {
  return Math.log(1 + (documents + BACKGROUND - having + 0.5) / (having + 0.5));
}
