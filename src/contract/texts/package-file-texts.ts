// What models are told about the files of a skill: which are there, why one is not read, and how to read on.

import type { Text } from '#base/text.ts';

export const packageFileTexts = {
  noDocument: (skill: string, files: readonly string[]): Text => ({
    zh: `技能「${skill}」没有主文档。${listed(files).zh}`,
    en: `The skill "${skill}" has no main document. ${listed(files).en}`,
  }),
  noFile: (skill: string, file: string, files: readonly string[]): Text => ({
    zh: `技能「${skill}」里没有可读的文件「${file}」。${listed(files).zh}`,
    en: `The skill "${skill}" has no file "${file}" that can be read. ${listed(files).en}`,
  }),
  outside: (file: string): Text => ({
    zh: `「${file}」不在这个技能的目录里，不能读取。请给出技能目录内的相对路径，例如 references/guide.md。`,
    en: `"${file}" is not inside this skill and is not read. Give a path relative to the skill's directory, such as references/guide.md.`,
  }),
  hidden: (file: string): Text => ({
    zh: `「${file}」是隐藏文件，不能读取：那里可能有密钥。请换一个文件。`,
    en: `"${file}" is hidden and is not read: such files may hold keys. Choose another file.`,
  }),
  binary: (file: string): Text => ({
    zh: `「${file}」不是文本文件，不能按文字读取。请换一个文件。`,
    en: `"${file}" is no text file and can't be read as text. Choose another file.`,
  }),
  tooLarge: (file: string, limitBytes: number): Text => ({
    zh: `「${file}」超过 ${limitBytes / 1_048_576} MB，不能读取。请换一个文件；技能的作者可以把它拆开。`,
    en: `"${file}" is larger than ${limitBytes / 1_048_576} MB and is not read. Choose another file; the skill's author can split it.`,
  }),
  beyond: (file: string, offset: number, total: number): Text => ({
    zh: `offset ${offset} 不在「${file}」之内：它有 ${total} 个字符，请给出 1 到 ${Math.max(1, total)} 的整数。`,
    en: `The offset ${offset} is not inside "${file}": it has ${total} characters. Give a whole number from 1 to ${Math.max(1, total)}.`,
  }),
  readOn: (offset: number, total: number): Text => ({
    zh: `这不是全部：还有 ${total - offset + 1} 个字符没有读。要接着读，请用同样的参数并加上 offset=${offset}。`,
    en: `This is not all of it: ${total - offset + 1} characters are left. To read on, call with the same arguments and offset=${offset}.`,
  }),
} as const;

function listed(files: readonly string[]): Text {
  return files.length === 0
    ? { zh: '它没有可读的文件。', en: 'It has no files that can be read.' }
    : {
        zh: `它的文件有：${files.join('、')}。请从中选择。`,
        en: `Its files are: ${files.join(', ')}. Choose one of these.`,
      };
}
