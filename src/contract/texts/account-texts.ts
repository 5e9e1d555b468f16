// What people are told about accounts: who may do what, signing in, links, invitations and passwords.

import type { Text } from '#base/text.ts';

export const accountTexts = {
  limitInvalid: (most: number): Text => ({
    zh: `limit 必须是 1 到 ${most} 之间的整数。请修改后重试。`,
    en: `limit must be a whole number from 1 to ${most}. Correct it and try again.`,
  }),
  cursorInvalid: (): Text => ({
    zh: 'after 不是有效的分页位置。请使用上一页返回的 next，或去掉 after 从头开始。',
    en: 'after is not a place in this list. Give the next of the page before, or leave it out to start at the beginning.',
  }),
} as const;
