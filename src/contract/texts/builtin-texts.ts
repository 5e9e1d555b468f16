// What the built-in skills say: reading pages and files, and telling what a role can do.

import type { Text } from '#base/text.ts';

export const builtinTexts = {
  missing: (name: string, what: Text): Text => ({
    zh: `缺少参数 ${name}：${what.zh}。`,
    en: `${name} is missing: ${what.en}.`,
  }),
  theAddress: (): Text => ({
    zh: '请给出要读取的网址，例如 https://example.com/page',
    en: 'give the address of the page to read, such as https://example.com/page',
  }),
  notText: (name: string): Text => ({
    zh: `参数 ${name} 必须是文字。请用字符串传入。`,
    en: `${name} must be a text. Pass it as a string.`,
  }),
  notInRange: (name: string, range: string, given: string): Text => ({
    zh: `参数 ${name} 必须是 ${range} 之间的整数，收到的是 ${given}。`,
    en: `${name} must be a whole number of ${range}; ${given} is not.`,
  }),
  notOneOf: (name: string, allowed: readonly string[]): Text => ({
    zh: `参数 ${name} 只能是：${allowed.join('、')}。`,
    en: `${name} must be one of: ${allowed.join(', ')}.`,
  }),
} as const;

export const webFetchTexts = {
  status: (url: string, status: number): Text => ({
    zh: `${url} 返回状态 ${status}，没有可读的内容。请核对网址，或换一个来源。`,
    en: `${url} answered with status ${status} and holds nothing to read. Check the address, or use another source.`,
  }),
  serverTrouble: (url: string, status: number): Text => ({
    zh: `${url} 的服务器暂时无法应答（状态 ${status}）。请过几分钟再试，或换一个来源。`,
    en: `The server of ${url} can't answer at the moment (status ${status}). Try again in a few minutes, or use another source.`,
  }),
  beyond: (offset: number, total: number): Text => ({
    zh: `offset ${offset} 超出了内容长度（共 ${total} 个字符）。请用小于 ${total} 的值。`,
    en: `offset ${offset} lies beyond the end: there are ${total} characters. Give a smaller one.`,
  }),
  cut: (megabytes: number, millionCharacters: number): Text => ({
    zh: `内容太长：一个页面最多读取 ${megabytes} MB，转成文字后最多 ${millionCharacters * 100} 万个字符。只有前面的部分，后面的没有。`,
    en: `The page is too long: at most ${megabytes} MB of one are read, and ${millionCharacters} million characters made of them. Only its beginning is here, the rest is not.`,
  }),
  noText: (): Text => ({
    zh: '页面里没有读到文字：内容可能由脚本生成，或需要登录。请换一个网址（例如该站的 API 或打印版）。',
    en: 'No text was found on the page: its content may be made by scripts, or need a sign-in. Use another address, such as an API or a print version of it.',
  }),
  garbled: (charset: string): Text => ({
    zh: `有些字符无法按 ${charset} 解码，已显示为「\uFFFD」。`,
    en: `Some characters could not be decoded as ${charset} and are shown as "\uFFFD".`,
  }),
} as const;

export const readFileTexts = {
  thePath: (): Text => ({
    zh: '请给出工作区内文件的路径；用 "." 可以列出工作区的文件',
    en: 'give the path of a file of the workspace; "." lists its files',
  }),
  noFile: (path: string, there: readonly string[]): Text => ({
    zh: `工作区里没有「${path}」。${there.length === 0 ? '这个目录是空的。' : `这里有：${there.join('、')}。`}请从中选择，或先上传文件。`,
    en: `There is no "${path}" in the workspace. ${there.length === 0 ? 'It holds no files.' : `It holds: ${there.join(', ')}.`} Choose one of these, or have the file uploaded first.`,
  }),
  binary: (path: string, mediaType: string, bytes: number): Text => ({
    zh: `「${path}」不是文本文件（${mediaType}，${bytes} 字节），不能按文字读取。请改用处理这种文件的技能。`,
    en: `"${path}" is no text file (${mediaType}, ${bytes} bytes) and can't be read as text. Use a skill for files of that kind.`,
  }),
  encoding: (given: string): Text => ({
    zh: `不认识编码「${given}」。可以用 utf-8、utf-16le、utf-16be、gb18030、big5、shift_jis、windows-1252，或不填由程序判断。`,
    en: `The encoding "${given}" is not known. Use utf-8, utf-16le, utf-16be, gb18030, big5, shift_jis or windows-1252, or leave it out to have it found.`,
  }),
  beyondLines: (offset: number, total: number): Text => ({
    zh: `offset ${offset} 超出了文件：一共 ${total} 行。`,
    en: `offset ${offset} lies beyond the end: the file has ${total} lines.`,
  }),
  beyondCharacters: (offset: number, total: number): Text => ({
    zh: `offset ${offset} 超出了文件：一共 ${total} 个字符。`,
    en: `offset ${offset} lies beyond the end: the file has ${total} characters.`,
  }),
  lineCut: (line: number, character: number): Text => ({
    zh: `第 ${line} 行太长，只显示了开头。用 unit=characters、offset=${character} 接着读这一行。`,
    en: `Line ${line} is too long, and only its beginning is shown. Read on in it with unit=characters and offset=${character}.`,
  }),
  garbled: (encoding: string): Text => ({
    zh: `有些字符无法按 ${encoding} 解码，已显示为「\uFFFD」。如果大片如此，请用 encoding 指定正确的编码。`,
    en: `Some characters could not be decoded as ${encoding} and are shown as "\uFFFD". Where there are many, name the right one by encoding.`,
  }),
} as const;

export const readSkillFileTexts = {
  theSkill: (names: readonly string[]): Text => ({
    zh: `请给出要阅读的技能的名字${namedAfter(names, '：').zh}`,
    en: `give the name of the skill to read${namedAfter(names, ': ').en}`,
  }),
  unknown: (name: string, names: readonly string[]): Text => ({
    zh: `这个角色没有技能「${name}」可读。${names.length === 0 ? '它没有技能可读。' : `可以读的是：${names.join('、')}。`}`,
    en: `This role has no skill "${name}" to read. ${names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`}`,
  }),
} as const;

function namedAfter(names: readonly string[], colon: string): Text {
  return names.length === 0
    ? { zh: '', en: '' }
    : { zh: `${colon}${names.join('、')}`, en: `${colon}${names.join(', ')}` };
}

export const skillHelpTexts = {
  title: (count: number): Text => ({
    zh: `我可以做这 ${count} 件事：`,
    en: count === 1 ? 'I can do this:' : `I can do these ${count} things:`,
  }),
  found: (topic: string, count: number): Text => ({
    zh: `与「${topic}」有关的有 ${count} 项：`,
    en: count === 1 ? `One has to do with "${topic}":` : `${count} have to do with "${topic}":`,
  }),
  unknown: (name: string, near: readonly string[]): Text => ({
    zh: `没有与「${name}」相符的技能。${near.length === 0 ? '' : `现有的是：${near.join('、')}。`}`,
    en: `No skill fits "${name}". ${near.length === 0 ? '' : `There are: ${near.join(', ')}.`}`.trimEnd(),
  }),
  none: (): Text => ({
    zh: '这个角色没有可用的技能。可以在角色的设置里添加。',
    en: "This role has no skill that can be used. They are added in the role's settings.",
  }),
  more: (left: number): Text => ({
    zh: `还有 ${left} 项没有列出；给出 topic 可以缩小范围。`,
    en: `${left} more are not listed; a topic narrows it down.`,
  }),
  knowledge: (): Text => ({
    zh: '（知识：直接提问，我会阅读它来回答）',
    en: '(knowledge: just ask, and it is read for the answer)',
  }),
  example: (): Text => ({ zh: '例如', en: 'For example' }),
  needs: (): Text => ({ zh: '需要', en: 'Needs' }),
  optional: (): Text => ({ zh: '可选', en: 'Optional' }),
} as const;

/** Headings, by a skill's category. */
export const CATEGORY_NAMES: Readonly<Record<string, Text>> = {
  office: { zh: '办公', en: 'Office' },
  finance: { zh: '财务', en: 'Finance' },
  ecommerce: { zh: '电商', en: 'E-commerce' },
  marketing: { zh: '营销', en: 'Marketing' },
  promotion: { zh: '推广', en: 'Promotion' },
  trading: { zh: '交易', en: 'Trading' },
  data: { zh: '数据', en: 'Data' },
  crm: { zh: '客户', en: 'Customers' },
  channel: { zh: '渠道', en: 'Channels' },
  media: { zh: '媒体', en: 'Media' },
  integration: { zh: '集成', en: 'Integration' },
  compliance: { zh: '合规', en: 'Compliance' },
  general: { zh: '通用', en: 'General' },
};
