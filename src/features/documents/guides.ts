// What of a skill's own documents its sub-agent is given beforehand: its recipes' index, or what the task's words find (DOC-10).

import { rank } from '#base/bm25.ts';
import { cutText } from '#base/cut-text.ts';
import type { Language } from '#base/text.ts';
import { wordsOf } from '#base/words.ts';
import { agentHeadings } from '#contract/texts/document-texts.ts';
import {
  cutDocument,
  packageFiles,
  readPackageFile,
  type SkillPackage,
} from '#features/packages/index.ts';

const RECIPES = 'references/recipes/_index.md';
const DOCUMENT = /\.(?:md|markdown|mdx|txt|rst)$/i;
/** Documents that say nothing of how to do anything. */
const LEGAL = /(?:^|\/)(?:licen[cs]e|notice|changelog|contributing)\b[^/]*$/i;
const MOST_LOOKED_AT = 60;
const MOST_READ_IN = 3;
const HEADINGS = 40;
const LISTED = 100;

interface Guide {
  readonly file: string;
  readonly text: string;
}

/** Paragraphs of the message: the list of files, then what is read in. */
export async function guidesFor(
  skill: SkillPackage,
  task: string,
  language: Language,
): Promise<readonly string[]> {
  const files = packageFiles(skill).filter((file) => file !== skill.document);
  const list = files.length === 0 ? [] : [listed(files, language)];
  const recipes = files.includes(RECIPES) ? await guideOf(skill, RECIPES) : undefined;
  if (recipes !== undefined)
    return [...list, `${agentHeadings.recipes()[language]}\n${shown(recipes, language)}`];
  const found = await matching(skill, files, task);
  const readIn = found.map(
    (guide) => `${agentHeadings.readIn(guide.file)[language]}\n${shown(guide, language)}`,
  );
  return [...list, ...readIn];
}

function listed(files: readonly string[], language: Language): string {
  const more = files.length - LISTED;
  return [
    agentHeadings.resources(files.length)[language],
    ...files.slice(0, LISTED).map((file) => `- ${file}`),
    ...(more > 0 ? [agentHeadings.moreResources(more)[language]] : []),
  ].join('\n');
}

/** Those whose name or a heading has a word of the task, the best first. */
async function matching(
  skill: SkillPackage,
  files: readonly string[],
  task: string,
): Promise<readonly Guide[]> {
  const candidates = files
    .filter((file) => DOCUMENT.test(file) && !LEGAL.test(file))
    .slice(0, MOST_LOOKED_AT);
  const guides: Guide[] = [];
  for (const file of candidates) guides.push(...[(await guideOf(skill, file)) ?? []].flat());
  const words = guides.map(({ file, text }) => wordsOf(`${nameWords(file)}\n${headingsOf(text)}`));
  return rank(wordsOf(task), words)
    .slice(0, MOST_READ_IN)
    .flatMap(({ index }) => guides[index] ?? []);
}

function nameWords(file: string): string {
  return file.replaceAll(/[/_.-]+/g, ' ').replace(/ \w+$/, '');
}

function headingsOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => /^#{1,6}\s/.test(line))
    .slice(0, HEADINGS)
    .map((line) => cutText(line, 200))
    .join('\n');
}

async function guideOf(skill: SkillPackage, file: string): Promise<Guide | undefined> {
  const read = await readPackageFile(skill, { file });
  return read.status === 'read' ? { file, text: read.text } : undefined;
}

function shown({ file, text }: Guide, language: Language): string {
  return cutDocument({ text, file, before: 0, language });
}
