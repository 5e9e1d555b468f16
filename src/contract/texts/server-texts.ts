// What people are told of the running server: how to reach it, what it warns of, why a turn was not run.

import type { Text } from '#base/text.ts';

export const serverTexts = {
  roleGone: (): Text => ({
    zh: '这个会话的角色已停用或删除，无法回答。请和其他角色开始新的会话。',
    en: "This conversation's role has been archived or removed and answers nobody. Start a conversation with another one.",
  }),
  dailyTokensUsed: (most: number, used: number): Text => ({
    zh: `这个角色今天的额度（${most} 个 token）已用完（已用 ${used} 个）。额度在 UTC 零点恢复，管理员也可以调高。`,
    en: `This role has used up its ${most} tokens of today (${used} used). They come back at midnight UTC; an admin can raise the limit.`,
  }),
  modelNotAllowed: (model: string): Text => ({
    zh: `组织没有允许使用模型「${model}」。请管理员在模型服务设置里加上它，或给角色换一个模型。`,
    en: `The organisation does not allow the model "${model}". An admin can add it to the provider's models, or give the role another one.`,
  }),
  pricesWrong: (file: string, problem: string): Text => ({
    zh: `价格文件「${file}」（QIAO_MODEL_PRICES）不可用：${problem}。格式：{"openai/模型名": {"input": 1.25, "cachedInput": 0.125, "output": 10}}，单位为每百万 token 的美元数。`,
    en: `The price file "${file}" (QIAO_MODEL_PRICES) can't be used: ${problem}. It is to be {"openai/<model>": {"input": 1.25, "cachedInput": 0.125, "output": 10}}, in US dollars per million tokens.`,
  }),
  noRole: (): Text => ({
    zh: '还没有可以对话的角色。请管理员先创建一个。',
    en: 'There is no role to talk to yet. An admin has to make one first.',
  }),
} as const;
