// What people are told about the Python interpreter.

import type { Text } from '#base/text.ts';

export const pythonTexts = {
  missing: (tried: readonly string[], least: string): Text => ({
    zh: `找不到 Python（试过：${tried.join('、')}）。请安装 Python ${least} 或更新版本（例如 apt-get install python3 或 brew install python3），并确认它在 PATH 中。`,
    en: `No Python was found (tried: ${tried.join(', ')}). Install Python ${least} or later (apt-get install python3 or brew install python3, say) and check that it is on PATH.`,
  }),
  tooOld: (path: string, version: string, least: string): Text => ({
    zh: `${path} 是 Python ${version}，需要 ${least} 或更新版本。请安装新版本并放在 PATH 的前面。`,
    en: `${path} is Python ${version}; ${least} or later is needed. Install a later one and put it first on PATH.`,
  }),
} as const;
