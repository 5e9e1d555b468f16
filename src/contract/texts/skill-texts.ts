// What people are told of the instance's skills where they choose among them.

import type { Text } from '#base/text.ts';

export const skillTexts = {
  notForModels: (trigger: string): Text => ({
    zh: `这个技能声明的触发方式是「${trigger}」，不由对话调用，所以不会提供给角色。`,
    en: `The skill declares the trigger "${trigger}": conversations do not call it, so no role is offered it.`,
  }),
} as const;
