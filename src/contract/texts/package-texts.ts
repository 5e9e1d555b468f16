// What people are told about a skill package's files: what is missing, unreadable or broken, and how to put it right.

import { withoutFullStop, type Text } from '#base/text.ts';

export interface FindingText {
  readonly message: Text;
  /** What to do about it. */
  readonly fix: Text;
}

export const packageTexts = {
  manifestMissing: (nested: string | undefined): FindingText => ({
    message: {
      zh: '目录里没有 SKILL.md，也没有 skill.toml，不是技能包。',
      en: 'The directory has neither SKILL.md nor skill.toml: it is no skill package.',
    },
    fix:
      nested === undefined
        ? {
            zh: '在该目录新建 SKILL.md：第一行写 ---，接着写 name: 与 description:，再以一行 --- 结束。',
            en: 'Create SKILL.md in it: a line ---, then name: and description:, then a line --- again.',
          }
        : {
            zh: `技能包在下层（${nested}）：改为指向那个目录，或用 --recursive 检查其下的全部技能包。`,
            en: `There is a package further down (${nested}): name that directory, or use --recursive for all below.`,
          },
  }),
  notFolder: (path: string): FindingText => ({
    message: { zh: `${path} 不是目录。`, en: `${path} is not a directory.` },
    fix: {
      zh: '请给出含有 SKILL.md 的目录，而不是其中的文件。',
      en: 'Name the directory that holds SKILL.md, not a file in it.',
    },
  }),
  unreadable: (path: string, code: string): FindingText =>
    code === 'binary'
      ? {
          message: {
            zh: `${path} 不是文本文件（含有空字节）。`,
            en: `${path} is no text file (it holds NUL bytes).`,
          },
          fix: { zh: '以 UTF-8 文本重新保存该文件。', en: 'Save it again as UTF-8 text.' },
        }
      : {
          message: { zh: `读不了 ${path}（${code}）。`, en: `${path} can't be read (${code}).` },
          fix: unreadableFix(code),
        },
  unforeseen: (problem: string): FindingText => ({
    message: {
      zh: `读取技能包时出现意外：${withoutFullStop(problem)}。`,
      en: `Reading the package met something unforeseen: ${withoutFullStop(problem)}.`,
    },
    fix: {
      zh: '逐个移开包里的文件，找出引起问题的那一个并简化它；同时请把它作为本程序的缺陷报告。',
      en: 'Move files out one by one to find the one that causes it, and simplify it; please report it as a fault of this program too.',
    },
  }),
  folderTooLarge: (files: number): FindingText => ({
    message: {
      zh: `目录过大：只看了前 ${files} 个文件（最深 16 层）。`,
      en: `The directory is very large: only its first ${files} files were looked at (16 levels deep at most).`,
    },
    fix: {
      zh: '把数据、缓存与构建产物移出技能目录。',
      en: 'Move data, caches and build output out of the skill.',
    },
  }),
  otherEncoding: (encoding: string): FindingText => ({
    message: {
      zh: `文件不是 UTF-8，已按 ${encoding} 读取。`,
      en: `The file is not UTF-8; it was read as ${encoding}.`,
    },
    fix: { zh: '另存为 UTF-8。', en: 'Save it as UTF-8.' },
  }),
  tooLarge: (): FindingText => ({
    message: {
      zh: '文件超过 1 MB，只读了开头的 1 MB。',
      en: 'The file is larger than 1 MB; only its first 1 MB is read.',
    },
    fix: {
      zh: '只在其中保留主流程，把细节移到 references/ 下的文件。',
      en: 'Keep the main course in it and move details to files below references/.',
    },
  }),
  otherCase: (file: string): FindingText => ({
    message: { zh: `文件名是 ${file}。`, en: `The file is named ${file}.` },
    fix: {
      zh: '改名为 SKILL.md：别的平台只认这个写法。',
      en: 'Rename it SKILL.md: other platforms know only that spelling.',
    },
  }),
  frontMatterMissing: (): FindingText => ({
    message: {
      zh: '文档没有 front matter（第一行不是 ---），因此没有 name 与 description。',
      en: 'The document has no front matter (its first line is not ---), so neither name nor description.',
    },
    fix: {
      zh: '在文件最前面加上：---、name: …、description: …、---。',
      en: 'Put at the very top: ---, name: …, description: …, ---.',
    },
  }),
  frontMatterNotFirst: (): FindingText => ({
    message: {
      zh: 'front matter 之前还有内容，或起始分隔线不是三个连字符。',
      en: 'Something stands before the front matter, or its first fence is not three hyphens.',
    },
    fix: { zh: '让 --- 成为文件的第一行。', en: 'Make --- the first line of the file.' },
  }),
  frontMatterUnterminated: (line: number): FindingText => ({
    message: {
      zh: `front matter 没有结束的 ---，按到第 ${line} 行为止读取。`,
      en: `The front matter has no closing ---; it was taken to end at line ${line}.`,
    },
    fix: { zh: '在最后一个字段之后单独写一行 ---。', en: 'Write a line --- after the last field.' },
  }),
  frontMatterRepaired: (problem: string): FindingText => ({
    message: {
      zh: `front matter 不是合法的 YAML（${problem}），这一行已按原意修正后读取。`,
      en: `The front matter is not valid YAML (${problem}); this line was read as it was meant.`,
    },
    fix: {
      zh: '给含有「冒号加空格」或以 * @ ` % [ { 开头的值加双引号，缩进用空格，冒号后留一个空格。',
      en: 'Put values that hold a colon and a space, or start with * @ ` % [ {, in double quotes; indent with blanks; leave a blank after the colon.',
    },
  }),
  frontMatterByLine: (problem: string): FindingText => ({
    message: {
      zh: `front matter 不是合法的 YAML（${problem}），已退回逐行读取，嵌套的块与列表都丢失了。`,
      en: `The front matter is not valid YAML (${problem}); it was read line by line, and nested blocks and lists are lost.`,
    },
    fix: {
      zh: '改正这一行：给值加双引号，或检查缩进与括号。',
      en: 'Correct this line: quote its value, or check indentation and brackets.',
    },
  }),
  frontMatterTooLarge: (limit: number): FindingText => ({
    message: {
      zh: `front matter 超过 ${limit} 个字符，只逐行读取了开头部分。`,
      en: `The front matter is longer than ${limit} characters; only its beginning was read, line by line.`,
    },
    fix: {
      zh: '把长内容移到正文或 references/ 下的文件。',
      en: 'Move what is long to the document itself or to files below references/.',
    },
  }),
  frontMatterTooDeep: (levels: number): FindingText => ({
    message: {
      zh: `front matter 的列表或映射嵌套远超 ${levels} 层，技能包没有载入。`,
      en: `Lists or maps of the front matter are nested far more than ${levels} levels deep; the package is not loaded.`,
    },
    fix: {
      zh: '把这一行改成较平的结构，或移到 references/ 下的文件。',
      en: 'Make what stands on this line flatter, or move it to a file below references/.',
    },
  }),
  frontMatterNotMapping: (): FindingText => ({
    message: {
      zh: 'front matter 不是「键: 值」的形式。',
      en: 'The front matter is not made of `key: value` lines.',
    },
    fix: {
      zh: '每行写一个「键: 值」，至少要有 name 与 description。',
      en: 'Write one `key: value` a line, at least name and description.',
    },
  }),
  keyRepeated: (): FindingText => ({
    message: {
      zh: '这个键出现了两次，后一个生效。',
      en: 'This key stands twice; the later one holds.',
    },
    fix: { zh: '删去其中一个。', en: 'Remove one of them.' },
  }),
  tomlInvalid: (problem: string): FindingText => ({
    message: {
      zh: `skill.toml 不是合法的 TOML：${withoutFullStop(problem)}。`,
      en: `skill.toml is not valid TOML: ${withoutFullStop(problem)}.`,
    },
    fix: {
      zh: '改正这一行；文本值要加引号。若不需要 skill.toml，删去它，改用 SKILL.md 的 front matter。',
      en: 'Correct this line; texts need quotes. Without need for skill.toml, remove it and use the front matter of SKILL.md.',
    },
  }),
  mainDocumentMissing: (file: string): FindingText => ({
    message: {
      zh: `skill_md 指定的文件 ${file} 读不到，改用 SKILL.md 的正文。`,
      en: `The file ${file} that skill_md names can't be read; the text of SKILL.md is used.`,
    },
    fix: {
      zh: '写成技能目录内的相对路径，或删去 skill_md。',
      en: 'Name it by its path inside the skill, or remove skill_md.',
    },
  }),
  nameTaken: (name: string, by: string): FindingText => ({
    message: {
      zh: `名字「${name}」已被 ${by} 占用，本技能包不会被调用。`,
      en: `The name "${name}" is taken by ${by}; this package is never called.`,
    },
    fix: { zh: '给其中一个改名，或移除它。', en: 'Rename one of them, or remove it.' },
  }),
} as const;

function unreadableFix(code: string): Text {
  if (code === 'ENOENT') {
    return {
      zh: '检查路径，或断开的符号链接。',
      en: 'Check the path, or the broken symbolic link.',
    };
  }
  if (code === 'EISDIR') {
    return { zh: '它是一个目录：改成文件。', en: 'It is a directory: make it a file.' };
  }
  if (code === 'ELOOP') {
    return {
      zh: '符号链接绕成了圈：改成普通文件。',
      en: 'Its symbolic links go in a circle: make it a plain file.',
    };
  }
  return {
    zh: '让运行本程序的用户可以读取它（chmod u+r）。',
    en: 'Let the user that runs this program read it (chmod u+r).',
  };
}
