// What people and models are told about script skills that can't be started or that print too much.

import type { Language, Text } from '#base/text.ts';

const MOST_NAMED = 5;

const MEDIA_FAULTS = {
  outside: { zh: '在工作区之外', en: 'lies outside the workspace' },
  missing: { zh: '不存在', en: 'is not there' },
  'not-a-file': { zh: '不是文件', en: 'is no file' },
} as const satisfies Readonly<Record<string, Text>>;

const ENDINGS = '.py .sh .js .mjs .ts';

export const scriptTexts = {
  linkLeadsOut: (file: string): Text => ({
    zh: `技能里的链接「${file}」指向技能目录之外。请用真实文件替换它，再重新安装技能。`,
    en: `The link "${file}" in the skill leads out of the skill's directory. Replace it by a real file and install the skill again.`,
  }),
  nameUnsafe: (name: string): Text => ({
    zh: `技能名「${name}」不能用作目录名。请只用字母、数字、「-」和「_」。`,
    en: `The skill's name "${name}" can't name a directory. Use only letters, digits, "-" and "_".`,
  }),
  scriptMissing: (file: string): Text => ({
    zh: `技能的 command 指向「${file}」，但技能目录里没有这个文件。请更正 command 或补上该文件。`,
    en: `The skill's command names "${file}", but the skill's directory has no such file. Correct the command or add the file.`,
  }),
  scriptOutside: (file: string): Text => ({
    zh: `技能的 command 指向技能目录之外的「${file}」。请改为技能目录内的相对路径。`,
    en: `The skill's command names "${file}" outside the skill's directory. Use a path inside it.`,
  }),
  noScript: (skill: string, found: readonly string[]): Text => {
    const list = found.join('、');
    return {
      zh: `不知道该运行哪个脚本：scripts/ 里${found.length === 0 ? '没有文件' : `有 ${list}`}。请在 SKILL.md 的前置元数据里写 command，或把脚本命名为 scripts/main.*、scripts/run.* 或 scripts/${skill}.*。`,
      en: `Which script to run is not clear: scripts/ ${found.length === 0 ? 'has no file' : `has ${found.join(', ')}`}. Name it with "command" in the front matter, or call it scripts/main.*, scripts/run.* or scripts/${skill}.*.`,
    };
  },
  noInterpreter: (file: string): Text => ({
    zh: `不知道用什么运行「${file}」：没有 shebang，结尾也不是 ${ENDINGS}。请在第一行写 shebang（例如 #!/usr/bin/env python3）。`,
    en: `What runs "${file}" is not clear: it has no shebang and does not end in one of ${ENDINGS}. Give it a first line such as #!/usr/bin/env python3.`,
  }),
  interpreterMissing: (file: string, interpreter: string): Text => ({
    zh: `运行「${file}」需要「${interpreter}」，但本机没有。请安装它，或改写脚本第一行的 shebang。`,
    en: `"${file}" needs "${interpreter}", which this machine does not have. Install it, or change the shebang in the script's first line.`,
  }),
  mediaLeftOut: (
    refused: readonly { readonly path: string; readonly fault: keyof typeof MEDIA_FAULTS }[],
  ): Text => {
    const list = (language: Language, between: string) =>
      refused
        .slice(0, MOST_NAMED)
        .map(({ path, fault }) =>
          language === 'zh'
            ? `「${path}」${MEDIA_FAULTS[fault].zh}`
            : `"${path}" ${MEDIA_FAULTS[fault].en}`,
        )
        .join(between);
    const more = Math.max(0, refused.length - MOST_NAMED);
    return {
      zh: `脚本打印的 MEDIA 文件没有全部收下：${list('zh', '；')}${more === 0 ? '' : `；另有 ${more} 个`}。请让脚本把文件写进工作区（SKILL_WORKSPACE），写好后再打印它的绝对路径。`,
      en: `Not every MEDIA file that the script named was taken: ${list('en', '; ')}${more === 0 ? '' : `; and ${more} more`}. The script should write its files to the workspace (SKILL_WORKSPACE) and print their absolute paths once they are there.`,
    };
  },
  stoppedWaiting: (): Text => ({
    zh: '等待该技能另一版本的运行结束时被停止。需要时请重新运行。',
    en: 'Stopped while it waited for a run of another version of this skill to end. Run it again if it is still wanted.',
  }),
  containsNul: (key: string): Text => ({
    zh: `参数「${key}」含有空字符（NUL），不能传给程序。请去掉该字符。`,
    en: `The parameter "${key}" holds a NUL character, which can't be passed to a program. Remove it.`,
  }),
} as const;
