// What the offline model says: it is no language model and says so.

import type { Text } from '#base/text.ts';
import type { ModelAsker } from './model-texts.ts';

const noTools: Readonly<Record<ModelAsker, Text>> = {
  operator: {
    zh: '现在没有可用的技能。请用 --skills 目录 指定一个放有技能的目录，然后重新启动。',
    en: 'No skills are available now. Name a folder that holds some with --skills DIR and start again.',
  },
  admin: {
    zh: '这个角色现在没有可用的技能。请在「设置 → 角色」里为它选择技能。',
    en: 'This role has no skills now. Choose some for it in "Settings → Roles".',
  },
  member: {
    zh: '这个角色现在没有可用的技能，管理员可以为它添加。',
    en: 'This role has no skills now; an administrator can give it some.',
  },
};

const howToConfigure: Readonly<Record<ModelAsker, Text>> = {
  operator: {
    zh: '要使用语言模型，请设置 QIAO_MODEL=openai/<模型>（配合 OPENAI_BASE_URL 和 OPENAI_API_KEY，任何兼容的服务都可以）或 QIAO_MODEL=anthropic/<模型>（配合 ANTHROPIC_API_KEY），然后重新启动。',
    en: 'To use a language model, set QIAO_MODEL=openai/<model> (with OPENAI_BASE_URL and OPENAI_API_KEY; any compatible server will do) or QIAO_MODEL=anthropic/<model> (with ANTHROPIC_API_KEY), and start again.',
  },
  admin: {
    zh: '要使用语言模型，请在「设置 → 模型服务」里填写密钥，并让角色使用它的一个模型。',
    en: 'To use a language model, set a key in "Settings → Model providers" and let the role use a model of it.',
  },
  member: {
    zh: '管理员可以为这个角色选一个语言模型。',
    en: 'An administrator can give this role a language model.',
  },
};

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
  noTools: (asker: ModelAsker): Text => noTools[asker],
  tools: (shown: number, all: number): Text =>
    shown < all
      ? { zh: `可用的技能（共 ${all} 个，列出 ${shown} 个）：`, en: `Skills (${shown} of ${all}):` }
      : { zh: '可用的技能：', en: 'Skills:' },
  knowledge: (shown: number, all: number): Text =>
    shown < all
      ? {
          zh: `可以阅读的知识技能（共 ${all} 个，列出 ${shown} 个）：`,
          en: `Knowledge skills to read (${shown} of ${all}):`,
        }
      : { zh: '可以阅读的知识技能：', en: 'Knowledge skills to read:' },
  knowledgeMayHelp: (): Text => ({
    zh: '没有能直接办理的技能，但下面的资料可能有答案：',
    en: 'No skill does this by itself, but the answer may be in:',
  }),
  isKnowledge: (name: string): Text => ({
    zh: `${name} 是知识型技能：它是一份资料，可以阅读，不能执行。`,
    en: `${name} is a knowledge skill: a text to read, not a program to run.`,
  }),
  howToRead: (example: string): Text => ({
    zh: `阅读方式：${example}`,
    en: `To read one: ${example}`,
  }),
  howToCall: (example: string): Text => ({
    zh: `调用方式：${example}`,
    en: `To call one: ${example}`,
  }),
  howToSee: (): Text => ({
    zh: '参数可以写成 JSON、参数=值，或直接写文字。输入 /帮助 技能名 查看该技能的参数。',
    en: 'What it takes may be JSON, parameter=value, or plain text. /help SKILL shows the parameters of one.',
  }),
  howToConfigure: (asker: ModelAsker): Text => howToConfigure[asker],
  missing: (tool: string, names: readonly string[]): Text => ({
    zh: `技能 ${tool} 还需要：${names.join('、')}。`,
    en: `The skill ${tool} still needs: ${names.join(', ')}.`,
  }),
  oneOf: (name: string, shown: readonly string[], all: number): Text =>
    shown.length < all
      ? {
          zh: `${name} 可以是：${shown.join('、')} 等 ${all} 个值之一。`,
          en: `${name} is one of ${all} values: ${shown.join(', ')}, ….`,
        }
      : {
          zh: `${name} 可以是：${shown.join('、')}。`,
          en: `${name} is one of: ${shown.join(', ')}.`,
        },
  /** Without a skill there was no question. */
  cancelled: (tool: string | undefined): Text =>
    tool === undefined
      ? {
          zh: '没有待回答的问题，无需取消。输入 /帮助 查看可用的技能。',
          en: 'No question is open, so there is nothing to cancel. Type /help for the skills.',
        }
      : {
          zh: `已取消：技能 ${tool} 不会被调用。`,
          en: `Cancelled: the skill ${tool} is not called.`,
        },
  unused: (tool: string, text: string, parameters: readonly string[]): Text =>
    parameters.length === 0
      ? {
          zh: `注意：技能 ${tool} 没有声明参数，所以没有用到“${text}”。`,
          en: `Note: “${text}” was not used, because the skill ${tool} declares no parameters.`,
        }
      : {
          zh: `注意：不清楚“${text}”属于技能 ${tool} 的哪个参数，所以没有用到。请写成 参数=值，参数有：${parameters.join('、')}。`,
          en: `Note: “${text}” was not used, because it is not clear which parameter of the skill ${tool} it is for. Write parameter=value; the parameters are: ${parameters.join(', ')}.`,
        },
  answerWith: (example: string): Text => ({
    zh: `请直接回复该内容，或输入：${example}\n不想继续就输入 /取消（或任何其他命令）。`,
    en: `Answer with it, or type: ${example}\nTo leave the question, type /cancel or any other command.`,
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
