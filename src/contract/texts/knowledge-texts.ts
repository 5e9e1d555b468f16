// What models are told of knowledge skills: what they are, how they are read, and which may help.

import type { Text } from '#base/text.ts';

export const knowledgeTexts = {
  howToRead: (reader: string): Text => ({
    zh: `知识技能：下面每一条都是一份可以阅读的资料，不是可以调用的工具。问题与某一条有关时，先用 ${reader} 阅读它（skill 填它的名字），再依据读到的内容回答；没有读过，就不要说资料里有什么。`,
    en: `Knowledge skills: each of these is a text to read, not a tool to call. Where a question has to do with one, read it first with ${reader} (its name as skill), and answer by what it says; say nothing of what it holds before you have read it.`,
  }),
  shortened: (): Text => ({
    zh: '（有些说明过长，已缩短或省去；全文在各自的文档里。）',
    en: '(Some descriptions were too long and are shortened or left out; they are whole in the documents themselves.)',
  }),
  leftOut: (count: number): Text => ({
    zh: `（另有 ${count} 个知识技能因篇幅没有列出；与消息有关的会在消息之后提示，知道名字的也可以直接阅读。）`,
    en: `(${count} more knowledge skills are not listed for want of room; those that have to do with a message are named after it, and any can be read by its name.)`,
  }),
  mayHelp: (reader: string): Text => ({
    zh: `下面的知识技能可能与用户的消息有关。回答之前先用 ${reader} 阅读有关的；已经读过或其实无关的，不必再读：`,
    en: `These knowledge skills may have to do with the user's message. Before you answer, read those that do with ${reader}; skip what you have read already or what doesn't fit after all:`,
  }),
} as const;
