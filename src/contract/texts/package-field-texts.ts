// What people are told about the fields that a skill package declares.

import type { FindingText } from './package-texts.ts';

export const packageFieldTexts = {
  tooDeep: (key: string, levels: number): FindingText => ({
    message: {
      zh: `${key} 嵌套超过 ${levels} 层，技能包没有载入。`,
      en: `${key} is nested more than ${levels} levels deep; the package is not loaded.`,
    },
    fix: {
      zh: `把 ${key} 写成文本、列表或一两层的映射。`,
      en: `Write ${key} as a text, a list or a map of a level or two.`,
    },
  }),
  nameMissing: (used: string): FindingText => ({
    message: {
      zh: `没有 name，改用目录名「${used}」。`,
      en: `There is no name; the directory's, "${used}", is used.`,
    },
    fix: {
      zh: `在 front matter 写 name: ${used}。`,
      en: `Write name: ${used} in the front matter.`,
    },
  }),
  nameInvalid: (declared: string, used: string): FindingText => ({
    message: {
      zh: `name「${declared}」不合法，改用目录名「${used}」。`,
      en: `The name "${declared}" is not valid; the directory's, "${used}", is used.`,
    },
    fix: {
      zh: '只用小写字母、数字、- 与 _，以字母或数字开头，并与目录名一致。',
      en: 'Use small letters, digits, - and _, starting with a letter or digit, the same as the directory.',
    },
  }),
  nameLong: (length: number, limit: number): FindingText => ({
    message: {
      zh: `name 有 ${length} 个字符，超过 ${limit}。`,
      en: `The name has ${length} characters, more than ${limit}.`,
    },
    fix: { zh: `缩短到 ${limit} 个字符以内。`, en: `Shorten it to ${limit}.` },
  }),
  nameOtherThanFolder: (name: string, folder: string): FindingText => ({
    message: {
      zh: `name「${name}」与目录名「${folder}」不同。`,
      en: `The name "${name}" is not the directory's, "${folder}".`,
    },
    fix: { zh: '让两者一致。', en: 'Make them the same.' },
  }),
  descriptionMissing: (): FindingText => ({
    message: {
      zh: '没有 description：模型不知道何时该用这个技能。',
      en: 'There is no description: the model does not know when to use the skill.',
    },
    fix: {
      zh: '用一句话写明做什么、什么时候调用。',
      en: 'Say in one sentence what it does and when to call it.',
    },
  }),
  notText: (key: string): FindingText => ({
    message: {
      zh: `${key} 应为文本，实际是映射或列表，未被读取。`,
      en: `${key} must be a text; it is a map or a list and was not read.`,
    },
    fix: { zh: `把 ${key} 写成一行带引号的文本。`, en: `Write ${key} as one quoted text.` },
  }),
  notFlag: (key: string): FindingText => ({
    message: {
      zh: `${key} 应为 true 或 false，未被读取。`,
      en: `${key} must be true or false; it was not read.`,
    },
    fix: { zh: `写成 ${key}: true 或 ${key}: false。`, en: `Write ${key}: true or ${key}: false.` },
  }),
  notSeconds: (key: string): FindingText => ({
    message: {
      zh: `${key} 应为大于 0 的秒数，未被读取。`,
      en: `${key} must be a number of seconds above 0; it was not read.`,
    },
    fix: { zh: `写成 ${key}: 120 这样的数字。`, en: `Write a number, ${key}: 120 say.` },
  }),
  notCommand: (): FindingText => ({
    message: {
      zh: 'command 应为一行命令或由词组成的列表，未被读取。',
      en: 'command must be a line or a list of words; it was not read.',
    },
    fix: {
      zh: '写成 command: scripts/main.py --flag，或 command: [scripts/main.py, --flag]；引号要成对。',
      en: 'Write command: scripts/main.py --flag, or command: [scripts/main.py, --flag]; close every quote.',
    },
  }),
  notMap: (key: string): FindingText => ({
    message: {
      zh: `${key} 应为映射，只读出了其中能辨认的部分。`,
      en: `${key} must be a map; only what could be made out was read.`,
    },
    fix: { zh: `在 ${key} 下写「键: 值」。`, en: `Write keys and values below ${key}.` },
  }),
  metadataUnreadable: (): FindingText => ({
    message: {
      zh: 'metadata 既不是 YAML 映射也不是 JSON 对象，只读出了其中能辨认的运行条件。',
      en: 'metadata is neither a YAML map nor a JSON object; only the requirements that could be made out hold.',
    },
    fix: {
      zh: '改正其中的括号、引号与逗号。',
      en: 'Correct its brackets, quotes and commas.',
    },
  }),
  requiresNotMap: (): FindingText => ({
    message: {
      zh: 'requires 应为映射；列表里大写的名字按环境变量、其余按程序处理。',
      en: 'requires must be a map; names in capitals were taken for variables, the others for programs.',
    },
    fix: {
      zh: '写成 requires: {bins: [...], env: [...]}。',
      en: 'Write requires: {bins: [...], env: [...]}.',
    },
  }),
  networkOdd: (): FindingText => ({
    message: {
      zh: 'requires.network 里有认不出的内容，认不出的部分不开放网络。',
      en: 'requires.network holds something that is no host and no known word; that part opens nothing.',
    },
    fix: {
      zh: '写 none、public，或主机名列表，例如 [api.example.com, "*.example.org", example.net:8443]。',
      en: 'Write none, public, or a list of hosts: [api.example.com, "*.example.org", example.net:8443] say.',
    },
  }),
  namesOdd: (key: string): FindingText => ({
    message: {
      zh: `${key} 里有不是名字的内容（说明文字、「A or B」、映射），已按能辨认的名字读取。`,
      en: `${key} holds more than names (prose, "A or B", maps); the names that could be made out were taken.`,
    },
    fix: {
      zh: '列表里每项只写一个名字；任选其一的程序写到 anyBins，可选的变量写成 {name: X, required: false}。',
      en: 'Write one name an item; programs of which one is enough belong in anyBins, an optional variable is {name: X, required: false}.',
    },
  }),
  osUnknown: (name: string): FindingText => ({
    message: {
      zh: `不认识的操作系统「${name}」：没有机器符合，本技能不可用。`,
      en: `Nobody knows the operating system "${name}": no machine matches it, so the skill is not available.`,
    },
    fix: {
      zh: '写 darwin、linux、win32，或删去 os。',
      en: 'Write darwin, linux or win32, or remove os.',
    },
  }),
  osOtherName: (name: string, used: string): FindingText => ({
    message: { zh: `os「${name}」按 ${used} 处理。`, en: `os "${name}" was read as ${used}.` },
    fix: { zh: `写成 ${used}。`, en: `Write ${used}.` },
  }),
  osAny: (): FindingText => ({
    message: {
      zh: 'os 写了任意系统，等于没有限制。',
      en: 'os says any system, which is no limit.',
    },
    fix: { zh: '删去 os。', en: 'Remove os.' },
  }),
  secretNotMarked: (): FindingText => ({
    message: {
      zh: 'secrets 里的结构化条目没有写 secret，按「非密文」处理。',
      en: 'A structured item below secrets does not say secret, so it is not one.',
    },
    fix: {
      zh: '给密钥条目加上 secret: true。',
      en: 'Add secret: true to the items that are keys.',
    },
  }),
  categoryUnknown: (declared: string, guessed: string): FindingText => ({
    message: {
      zh: `category「${declared}」不在 13 个分类之内，按内容归到 ${guessed}。`,
      en: `The category "${declared}" is none of the 13; by its content the skill went to ${guessed}.`,
    },
    fix: {
      zh: '改为 office finance ecommerce marketing promotion trading data crm channel media integration compliance general 之一。',
      en: 'Use one of office finance ecommerce marketing promotion trading data crm channel media integration compliance general.',
    },
  }),
  triggerOther: (trigger: string): FindingText => ({
    message: {
      zh: `trigger-type 是「${trigger}」而不是 explicit：模型看不到本技能，只能由人直接调用。`,
      en: `trigger-type is "${trigger}", not explicit: models are not offered the skill; only people call it.`,
    },
    fix: {
      zh: '要让模型使用它，写 trigger-type: explicit 或删去这一行。',
      en: 'For models to use it, write trigger-type: explicit, or remove the line.',
    },
  }),
  installerOdd: (): FindingText => ({
    message: {
      zh: 'metadata 的 install 里有读不懂的安装方式，缺程序时不会告诉用户它。',
      en: "An installer in the metadata can't be read; it is not told where a program is missing.",
    },
    fix: {
      zh: '写成 {kind: brew, formula: jq, bins: [jq]}；kind 可以是 brew、node、go、uv、download（以及 npm、pip、apt、gem、cargo）。',
      en: 'Write {kind: brew, formula: jq, bins: [jq]}; a kind is brew, node, go, uv or download (npm, pip, apt, gem and cargo are told, too).',
    },
  }),
  apiByFile: (file: string): FindingText => ({
    message: {
      zh: `因为有文件 ${file}，本技能按 API 型执行：它的端点变成工具，没有 shell。`,
      en: `Because of the file ${file} this is an API skill: its endpoints become tools, and it has no shell.`,
    },
    fix: {
      zh: '若它只是参考资料，请改名（例如 api-reference.yaml）。',
      en: 'Where it is only a reference, rename it (api-reference.yaml, say).',
    },
  }),
  kindUnknown: (declared: string, kind: string): FindingText => ({
    message: {
      zh: `不认识的 skill_type「${declared}」，按内容判为 ${kind}。`,
      en: `Nobody knows the skill_type "${declared}"; by its content the skill is ${kind}.`,
    },
    fix: {
      zh: '写 skill_md、script、api、knowledge 或 chain；有 handler 文件时不必写。',
      en: 'Write skill_md, script, api, knowledge or chain; with a handler file none is needed.',
    },
  }),
  kindOther: (declared: string, kind: string): FindingText => ({
    message: {
      zh: `skill_type 写的是 ${declared}，但按技能包的内容判为 ${kind}。`,
      en: `skill_type says ${declared}, but by what the package holds it is ${kind}.`,
    },
    fix: {
      zh: '改正 skill_type，或补上所缺的文件（handler.py、openapi.yaml 等），或移除必填密钥的声明。',
      en: 'Correct skill_type, or add what is missing (handler.py, openapi.yaml, …), or do not require a secret.',
    },
  }),
  scriptMissing: (): FindingText => ({
    message: {
      zh: '这是脚本型技能，但没有 command，scripts/ 里也找不到主程序。',
      en: 'This is a script skill, but it has no command and scripts/ has no main program.',
    },
    fix: {
      zh: '写 command: scripts/文件名，或把主程序命名为 scripts/main.*。',
      en: 'Write command: scripts/FILE, or name the program scripts/main.*.',
    },
  }),
} as const;
