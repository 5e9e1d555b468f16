// Texts that the contract fixes to the letter: existing skills look for them. People's texts are in `texts/`.

/** ENV-13: the answer to a call of a skill that is not installed. */
export function unknownSkillText(name: string): string {
  return `未知工具：${name}，请检查技能是否已安装`;
}

/** CLK-01: the answer of a skill that ran past its wall clock. */
export function wallClockText(seconds: number): string {
  return `技能执行超过 ${seconds} s 已中止`;
}

/** ENV-09: what a configuration error tells the model. */
export const USE_ANOTHER_SKILL = '改用其它技能';

/** RUN-10: the refusal of a knowledge skill. */
export const KNOWLEDGE_NOT_EXECUTABLE = '是知识型技能，不可执行';

/** CAL-02: the error of a callee that failed and gave no reason. */
export const CALLEE_FAILED = '技能自报失败';

/** DOC-08: three sentences of every prompt of a document's sub-agent. */
export const ONLY_THE_INSTRUCTION =
  '你唯一的任务是完成【用户指令】那一句；SKILL.md 的简介/功能列表不是任务清单';
export const NO_KEY_PROBING = '不要用 shell 测密钥是否存在';
export const SAY_WHAT_IS_MISSING = '拿不到数据如实说';
