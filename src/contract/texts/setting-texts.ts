// What people are told about settings.

import type { Text } from '#base/text.ts';

export const settingTexts = {
  wholeNumber: (least: number, most: number): Text =>
    most === Number.MAX_SAFE_INTEGER
      ? { zh: `不小于 ${least} 的整数`, en: `a whole number of at least ${least}` }
      : { zh: `${least} 到 ${most} 的整数`, en: `a whole number from ${least} to ${most}` },
  seconds: (most: number): Text => ({
    zh: `大于 0、不超过 ${most} 的秒数`,
    en: `a number of seconds above 0 and at most ${most}`,
  }),
  oneOf: (values: readonly string[]): Text => ({
    zh: `以下之一：${values.join('、')}`,
    en: `one of: ${values.join(', ')}`,
  }),
  model: (): Text => ({
    zh: 'offline、openai/<模型> 或 anthropic/<模型>',
    en: 'offline, openai/<model> or anthropic/<model>',
  }),
  url: (schemes: readonly string[]): Text => ({
    zh: `以 ${schemes.join(' 或 ')} 开头的地址`,
    en: `an address that starts with ${schemes.join(' or ')}`,
  }),
  origin: (): Text => ({
    zh: '以 https:// 或 http:// 开头、只含主机名（可加端口）的地址，不能带路径。服务器只能放在一个域名的根上',
    en: 'an address of https:// or http:// and a host, perhaps with a port, without a path: the server is at the root of its host name',
  }),
  longText: (leastChars: number): Text => ({
    zh: `至少 ${leastChars} 个字符的文本`,
    en: `text of at least ${leastChars} characters`,
  }),
  text: (): Text => ({ zh: '非空文本', en: 'text that is not blank' }),
  wrong: (name: string, given: string, expected: Text): Text => ({
    zh: `环境变量 ${name} 的值「${given}」不可用：应为${expected.zh}。请改正，或删除该变量以使用默认值。`,
    en: `The environment variable ${name} is "${given}"; it must be ${expected.en}. Correct it, or remove it to use the default.`,
  }),
} as const;
