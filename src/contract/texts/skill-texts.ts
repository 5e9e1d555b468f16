// What people are told of the instance's skills where they choose among them.

import type { Text } from '#base/text.ts';

export const skillTexts = {
  roleNamesUnknown: (names: readonly string[]): Text => ({
    zh: `没有安装名为 ${names.join('、')} 的技能：已保存，安装后这个角色才能使用。请检查拼写。`,
    en: `No installed skill is named ${names.join(', ')}: this is saved, and the role can use it once there is one. Check the spelling.`,
  }),
  notForModels: (trigger: string): Text => ({
    zh: `这个技能声明的触发方式是「${trigger}」，不由对话调用，所以不会提供给角色。`,
    en: `The skill declares the trigger "${trigger}": conversations do not call it, so no role is offered it.`,
  }),
} as const;
