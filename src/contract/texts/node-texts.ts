// What people and models are told about a TypeScript or JavaScript skill that can't be compiled.

import type { Text } from '#base/text.ts';

export const nodeTexts = {
  cannotCompile: (problems: readonly string[]): Text => ({
    zh: `技能代码无法编译：\n${problems.join('\n')}\n请改正后重试。`,
    en: `The skill's code does not compile:\n${problems.join('\n')}\nCorrect it and try again.`,
  }),
  /** Said inside the compiler's own list of problems. */
  outsideSkill: (path: string): Text => ({
    zh: `${path} 在技能目录之外；请把它放进技能目录，或在技能的 package.json 里声明为依赖`,
    en: `${path} lies outside the skill's directory; put it inside, or declare it as a dependency in the skill's package.json`,
  }),
  compilerFailed: (problem: string): Text => ({
    zh: `编译器没有运行成功：${problem}。请运行 npm install 后重试。`,
    en: `The compiler did not run: ${problem}. Run npm install and try again.`,
  }),
} as const;
