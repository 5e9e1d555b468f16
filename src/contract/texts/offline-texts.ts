// What the offline model says: it is no language model and says so.

import type { Text } from '#base/text.ts';

export const offlineTexts = {
  whatIAm: (): Text => ({
    zh: '当前没有配置语言模型。我是离线应答器，不是语言模型：我不会聊天或推理，只能按命令、名称或关键词调用一个技能，并转述它的结果。',
    en: 'No language model is configured. I am the offline responder, not a language model: I cannot chat or reason. I call one skill by command, by name or by keywords, and tell you what it returned.',
  }),
  noMatch: (): Text => ({
    zh: '没有技能与这条消息相符。',
    en: 'No skill fits this message.',
  }),
  unknownCommand: (name: string): Text => ({
    zh: `没有名为 ${name} 的技能。`,
    en: `There is no skill named ${name}.`,
  }),
  noTools: (): Text => ({
    zh: '现在没有可用的技能。用 qiao skills install 安装，或用 --skills 指定一个目录。',
    en: 'No skills are available now. Install one with qiao skills install, or name a folder with --skills.',
  }),
  tools: (shown: number, all: number): Text =>
    shown < all
      ? { zh: `可用的技能（共 ${all} 个，列出 ${shown} 个）：`, en: `Skills (${shown} of ${all}):` }
      : { zh: '可用的技能：', en: 'Skills:' },
  howToCall: (example: string): Text => ({
    zh: `调用方式：${example}`,
    en: `To call one: ${example}`,
  }),
  howToConfigure: (): Text => ({
    zh: '要使用语言模型，请设置 QIAO_MODEL=openai/<模型>（配合 OPENAI_BASE_URL 和 OPENAI_API_KEY，任何兼容的服务都可以）或 QIAO_MODEL=anthropic/<模型>（配合 ANTHROPIC_API_KEY），然后重新启动。',
    en: 'To use a language model, set QIAO_MODEL=openai/<model> (with OPENAI_BASE_URL and OPENAI_API_KEY; any compatible server will do) or QIAO_MODEL=anthropic/<model> (with ANTHROPIC_API_KEY), and start again.',
  }),
  missing: (tool: string, names: readonly string[]): Text => ({
    zh: `技能 ${tool} 还需要：${names.join('、')}。`,
    en: `The skill ${tool} still needs: ${names.join(', ')}.`,
  }),
  answerWith: (example: string): Text => ({
    zh: `请直接回复该内容，或输入：${example}`,
    en: `Answer with it, or type: ${example}`,
  }),
  failed: (tool: string, reason: string): Text =>
    reason === ''
      ? {
          zh: `技能 ${tool} 失败，没有说明原因。`,
          en: `The skill ${tool} failed and gave no reason.`,
        }
      : { zh: `技能 ${tool} 失败：${reason}`, en: `The skill ${tool} failed: ${reason}` },
  suggests: (what: string): Text => ({ zh: `它建议：${what}`, en: `It suggests: ${what}` }),
  returned: (tool: string): Text => ({
    zh: `技能 ${tool} 的结果：`,
    en: `The skill ${tool} returned:`,
  }),
  returnedNothing: (tool: string): Text => ({
    zh: `技能 ${tool} 已完成，没有返回内容。`,
    en: `The skill ${tool} is done and returned nothing to tell.`,
  }),
  warning: (what: string): Text => ({ zh: `注意：${what}`, en: `Note: ${what}` }),
  incomplete: (): Text => ({ zh: '注意：没有全部完成。', en: 'Note: not all of it was done.' }),
  more: (count: number): Text => ({ zh: `另有 ${count} 项`, en: `${count} more` }),
} as const;
