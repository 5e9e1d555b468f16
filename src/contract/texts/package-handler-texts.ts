// What people are told about a program of a skill package that can't be started, or is never looked for.

import type { FindingText } from './package-texts.ts';

interface NearName {
  readonly name: string;
  readonly meant: string;
}

type MarkFault = 'bracket-open' | 'bracket-stray' | 'text-open' | 'mark-wide' | 'names-adjacent';

export const packageHandlerTexts = {
  noEntry: (language: 'python' | 'node', near: NearName | undefined): FindingText => ({
    message: {
      zh: '没有入口函数（execute、run、handler、main、handle 之一），技能无法执行。',
      en: 'There is no entry (one of execute, run, handler, main, handle): the skill can not be run.',
    },
    fix: entryFix(language, near),
  }),
  unparsable: (fault: MarkFault, mark: string): FindingText => MARK_FAULTS[fault](mark),
  indentation: (fault: 'indent-mixed' | 'indent-odd'): FindingText => ({
    message:
      fault === 'indent-mixed'
        ? {
            zh: '这一行的缩进混用了制表符与空格，Python 不接受。',
            en: 'The indentation of this line mixes tabs and blanks, which Python refuses.',
          }
        : {
            zh: '这一行的缩进与外面哪一层都对不齐，Python 不接受。',
            en: 'The indentation of this line is that of no block around it, which Python refuses.',
          },
    fix: {
      zh: '全文改用空格缩进，每层 4 个。',
      en: 'Indent the whole file with blanks, 4 a level.',
    },
  }),
  handlerMisnamed: (file: string, name: string): FindingText => ({
    message: {
      zh: `没有 handler 文件；${file} 不是平台会找的名字，不会被执行。`,
      en: `There is no handler file; ${file} is not a name that is looked for, so it is never run.`,
    },
    fix: {
      zh: `若它是入口，改名为 ${name}（里面要有 execute 函数）。`,
      en: `Where it is the entry, rename it ${name} (with a function execute in it).`,
    },
  }),
  documentLong: (characters: number, shown: number): FindingText => ({
    message: {
      zh: `正文有 ${characters} 个字符：执行它的子代理先只看到前 ${shown} 个，后面的要它自己去读。`,
      en: `The document has ${characters} characters: the sub-agent that follows it sees the first ${shown}, and has to read on for the rest.`,
    },
    fix: {
      zh: `把细节移到 references/*.md，正文写明「执行某步之前先读哪一份」；正文留在 ${shown} 个字符以内。`,
      en: `Move details into references/*.md, say in the document which to read before which step, and keep it within ${shown} characters.`,
    },
  }),
  scriptNotCallable: (file: string, kind: string): FindingText => ({
    message: {
      zh: `本技能判为 ${kind}：${file} 不会作为程序被调用，正文也没有提到它。`,
      en: `The skill is taken for ${kind}: ${file} is not called as its program, and the text doesn't mention it.`,
    },
    fix: {
      zh: `要让它被调用，写 command: ${file}、input_schema（参数）或 skill_type: script；要让模型按文档使用它，在正文里写出 ${file}。`,
      en: `To have it called, declare command: ${file}, an input_schema or skill_type: script; for the model to use it, name ${file} in the text.`,
    },
  }),
} as const;

function entryFix(language: 'python' | 'node', near: NearName | undefined): FindingText['fix'] {
  const shape =
    language === 'python'
      ? 'async def execute(input_data, runtime_context):'
      : 'export async function execute(input, ctx) {…}';
  if (near === undefined) {
    return { zh: `在最外层写 ${shape}`, en: `Write at the top level: ${shape}` };
  }
  if (near.name !== near.meant) {
    return {
      zh: `${near.name} 是不是要写成 ${near.meant}？改名即可。`,
      en: `Was ${near.name} meant to be ${near.meant}? Then rename it.`,
    };
  }
  return language === 'python'
    ? {
        zh: `${near.name} 在类里面：移到最外层，写成 ${shape}`,
        en: `${near.name} stands in a class: move it to the top level, ${shape}`,
      }
    : {
        zh: `${near.name} 没有导出：在前面加上 export。`,
        en: `${near.name} is not exported: put export before it.`,
      };
}

const MARK_FAULTS: Readonly<Record<MarkFault, (mark: string) => FindingText>> = {
  'bracket-open': (mark) => ({
    message: {
      zh: `这里的「${mark}」到文件末尾都没有闭合，代码无法解析。`,
      en: `The ${mark} on this line is never closed, so the code can't be parsed.`,
    },
    fix: { zh: '补上闭合的括号。', en: 'Add the closing bracket.' },
  }),
  'bracket-stray': (mark) => ({
    message: {
      zh: `这里的「${mark}」没有与之对应的开括号，代码无法解析。`,
      en: `The ${mark} on this line closes nothing that is open, so the code can't be parsed.`,
    },
    fix: {
      zh: '删去它，或补上、改正前面的开括号。',
      en: 'Remove it, or add or correct the opening bracket before it.',
    },
  }),
  'text-open': (mark) => ({
    message: {
      zh: `这里以 ${mark} 开始的文本没有结束，代码无法解析。`,
      en: `The text that starts with ${mark} on this line never ends, so the code can't be parsed.`,
    },
    fix: { zh: `在文本末尾补上 ${mark}。`, en: `Put ${mark} where the text ends.` },
  }),
  'mark-wide': (mark) => ({
    message: {
      zh: `代码里有全角标点「${mark}」，无法解析。`,
      en: `The code holds the full-width mark ${mark}, so it can't be parsed.`,
    },
    fix: { zh: '改成半角标点。', en: 'Use the plain ASCII mark instead.' },
  }),
  'names-adjacent': (mark) => ({
    message: {
      zh: `这一行有两个名字连在一起（${mark}），代码无法解析。`,
      en: `Two names stand side by side on this line (${mark}), so the code can't be parsed.`,
    },
    fix: {
      zh: '在它们之间补上逗号或运算符。',
      en: 'Put what is missing between them: a comma, or an operator.',
    },
  }),
};
