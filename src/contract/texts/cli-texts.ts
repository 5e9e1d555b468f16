// What people read on the command line.

import { withoutFullStop, type Text } from '#base/text.ts';

export const cliTexts = {
  about: (): Text => ({
    zh: '巧：自托管的智能体技能平台。',
    en: 'Qiao: a self-hosted platform for agent skills.',
  }),
  usageHeading: (): Text => ({ zh: '用法：', en: 'Usage:' }),
  argumentsHeading: (): Text => ({ zh: '参数：', en: 'Arguments:' }),
  optionsHeading: (): Text => ({ zh: '选项：', en: 'Options:' }),
  commandsHeading: (): Text => ({ zh: '命令：', en: 'Commands:' }),
  helpOption: (): Text => ({ zh: '显示帮助', en: 'show this help' }),
  helpCommand: (): Text => ({ zh: '显示某个命令的帮助', en: 'show the help of a command' }),
  versionOption: (): Text => ({ zh: '显示版本', en: 'show the version' }),

  chatAbout: (): Text => ({
    zh: '在终端里对话：给出 TEXT 时只进行一轮，否则进入连续对话',
    en: 'talk in the terminal: one turn with TEXT, a conversation without',
  }),
  chatText: (): Text => ({ zh: '要说的话', en: 'what to say' }),
  runAbout: (): Text => ({ zh: '直接运行一个技能', en: 'run one skill' }),
  runSkill: (): Text => ({
    zh: '技能名；含有 / 或以 . 开头的是技能目录的路径',
    en: "a skill's name, or the path of its directory where it contains / or starts with .",
  }),
  runInput: (): Text => ({
    zh: '输入：JSON 对象、@文件，或 - 表示标准输入（默认 {}）',
    en: 'the input: a JSON object, @FILE, or - for standard input (default {})',
  }),
  runWorkspace: (): Text => ({
    zh: '工作区目录（默认新建临时目录）',
    en: 'the workspace directory (default: a new temporary one)',
  }),
  runAsUser: (): Text => ({
    zh: '按对话中的规则运行，而不是按定时任务的规则',
    en: "by a conversation's rules instead of a schedule's",
  }),
  traceOption: (): Text => ({
    zh: '显示每个阶段的判断与依据',
    en: 'show what each stage decided, and why',
  }),
  inspectAbout: (): Text => ({
    zh: '检查技能包：平台如何理解它们',
    en: 'show what the platform makes of skill packages',
  }),
  inspectPath: (): Text => ({ zh: '技能包目录', en: 'package directories' }),
  inspectRecursive: (): Text => ({
    zh: '检查目录下的所有技能包',
    en: 'every package below the directories',
  }),
  doctorAbout: (): Text => ({
    zh: '检查本机具备的条件，并说明如何补齐',
    en: 'show what this machine offers, and what to do about the rest',
  }),
  skillsOption: (): Text => ({
    zh: '技能目录，可多次给出（默认自带的 skills 目录）',
    en: 'a directory of skills, may be repeated (default: the skills that come with it)',
  }),
  channelOption: (): Text => ({
    zh: '通道：web，或 text（像文字通道那样一条条收消息，不带 Markdown）',
    en: 'the channel: web, or text (messages as a text channel gets them, without Markdown)',
  }),
  configOption: (): Text => ({
    zh: '技能配置：JSON 文件 {"技能名": {"键": "值"}}',
    en: 'the skills\' configuration: a JSON file {"skill": {"key": "value"}}',
  }),
  jsonOption: (): Text => ({ zh: '以 JSON 输出', en: 'print JSON' }),
  jsonlOption: (): Text => ({ zh: '每行输出一个 JSON 对象', en: 'print one JSON object a line' }),

  missingArgument: (name: string): Text => ({
    zh: `缺少参数 ${name}。`,
    en: `The argument ${name} is missing.`,
  }),
  unknownOption: (name: string): Text => ({
    zh: `没有选项 ${name}。`,
    en: `There is no option ${name}.`,
  }),
  unknownCommand: (name: string): Text => ({
    zh: `没有命令 ${name}。`,
    en: `There is no command ${name}.`,
  }),
  optionNeedsValue: (name: string): Text => ({
    zh: `选项 ${name} 需要一个值。`,
    en: `The option ${name} needs a value.`,
  }),
  tooManyArguments: (): Text => ({
    zh: '参数过多。含空格的内容请加引号。',
    en: 'Too many arguments. Put quotes around text with spaces.',
  }),
  seeHelp: (command: string): Text => ({
    zh: `运行 ${command} --help 查看用法。`,
    en: `Run ${command} --help for the usage.`,
  }),

  inputNotJson: (source: string, problem: string): Text => ({
    zh: `${source} 不是有效的 JSON：${problem}。输入应为一个 JSON 对象，例如 '{"text": "你好"}'。`,
    en: `${source} is not valid JSON: ${problem}. The input is a JSON object, such as '{"text": "hello"}'.`,
  }),
  outputLost: (problem: string): Text => ({
    zh: `结果没能写到标准输出：${problem}。`,
    en: `The result could not be written to standard output: ${problem}.`,
  }),
  inputTooDeep: (source: string, levels: number): Text => ({
    zh: `${source} 的嵌套超过 ${levels} 层。请减少层数。`,
    en: `${source} is nested more than ${levels} levels deep. Use fewer levels.`,
  }),
  inputNotObject: (source: string): Text => ({
    zh: `${source} 不是 JSON 对象。输入应形如 '{"text": "你好"}'。`,
    en: `${source} is not a JSON object. The input looks like '{"text": "hello"}'.`,
  }),
  fileUnreadable: (file: string, problem: string): Text => ({
    zh: `无法读取 ${file}：${problem}。`,
    en: `${file} can't be read: ${problem}.`,
  }),
  fileNotJson: (file: string, problem: string): Text => ({
    zh: `${file} 不是有效的 JSON：${problem}。`,
    en: `${file} is not valid JSON: ${problem}.`,
  }),
  inputFileMissing: (): Text => ({
    zh: '--input @ 之后要写文件名，例如 --input @input.json。',
    en: '--input @ needs the name of a file after it, such as --input @input.json.',
  }),
  workspaceUnusable: (folder: string, problem: string): Text => ({
    zh: `工作区 ${folder} 不能使用：${withoutFullStop(problem)}。请给出一个可写的目录。`,
    en: `The workspace ${folder} can't be used: ${withoutFullStop(problem)}. Name a directory that can be written.`,
  }),
  unknownSkill: (name: string, known: readonly string[]): Text => ({
    zh: `没有名为「${name}」的技能。可用的有：${known.join('、') || '（无）'}。路径须含 / 或以 . 开头；别处的技能用 --skills 目录 指定。`,
    en: `There is no skill named "${name}". There are: ${known.join(', ') || '(none)'}. A path contains / or starts with .; skills elsewhere need --skills DIR.`,
  }),
  configForNobody: (names: readonly string[]): Text => ({
    zh: `配置文件里的这些名字不是任何技能：${names.join('、')}。`,
    en: `The configuration file names what is no skill here: ${names.join(', ')}.`,
  }),
  configMissing: (skill: string, names: readonly string[]): Text => ({
    zh: `技能 ${skill} 声明需要的配置没有给出：${names.join('、')}。用 --config 文件 提供，形如 {"${skill}": {"${names[0] ?? ''}": "…"}}。`,
    en: `The skill ${skill} declares configuration that was not given: ${names.join(', ')}. Give it by --config FILE, as {"${skill}": {"${names[0] ?? ''}": "…"}}.`,
  }),
  configWrong: (file: string): Text => ({
    zh: `${file} 应为 {"技能名": {"键": "值"}} 形式的 JSON 对象。`,
    en: `${file} must hold a JSON object of the form {"skill": {"key": "value"}}.`,
  }),
  folderMissing: (folder: string): Text => ({
    zh: `目录 ${folder} 不存在。请检查路径。`,
    en: `There is no directory ${folder}. Check the path.`,
  }),
  packageRejected: (folder: string, findings: string): Text => ({
    zh: `${folder} 不是可用的技能包：${findings}`,
    en: `${folder} is not a usable skill package: ${findings}`,
  }),

  startOffline: (): Text => ({
    zh: '离线模式（不是语言模型）：按名称和描述匹配技能，内容不离开本机。设置 QIAO_MODEL 可使用语言模型。',
    en: 'Offline mode (not a language model): finds skills by name and description; nothing leaves this machine. Set QIAO_MODEL to use a language model.',
  }),
  startModel: (model: string, host: string): Text => ({
    zh: `模型 ${model}，对话内容会发送到 ${host}。`,
    en: `Model ${model}; what is said is sent to ${host}.`,
  }),
  skillsReady: (count: number): Text => ({
    zh: `可用技能 ${count} 个。`,
    en: `${count} ${count === 1 ? 'skill' : 'skills'} can be called.`,
  }),
  knowledgeReady: (count: number): Text => ({
    zh: `可以阅读的知识技能 ${count} 个。`,
    en: `${count} knowledge ${count === 1 ? 'skill' : 'skills'} can be read.`,
  }),
  skillNotOffered: (name: string, reason: string): Text => ({
    zh: `未提供 ${name}：${reason}`,
    en: `Not offered: ${name}: ${reason}`,
  }),
  chatWelcome: (): Text => ({
    zh: '输入内容后回车即可对话；Ctrl-C 清空输入或停止当前一轮，空行时再按或 Ctrl-D 退出。',
    en: 'Type and press Enter; Ctrl-C clears the line or stops a turn; Ctrl-D, or Ctrl-C on an empty line, leaves.',
  }),
  usage: (input: number, cached: number, output: number): Text => ({
    zh: `用量：输入 ${input} 个词元（其中缓存 ${cached}），输出 ${output}`,
    en: `Usage: ${input} input tokens (${cached} of them cached), ${output} output tokens`,
  }),
  stopping: (): Text => ({
    zh: '正在停止…（再按一次 Ctrl-C 立即退出）',
    en: 'Stopping… (Ctrl-C once more to leave at once)',
  }),
  stopped: (): Text => ({ zh: '已停止。', en: 'Stopped.' }),
  toolFailed: (reason: string): Text => ({ zh: `失败：${reason}`, en: `failed: ${reason}` }),
  artifact: (path: string, bytes: number): Text => ({
    zh: `文件：${path}（${bytes} 字节）`,
    en: `File: ${path} (${bytes} bytes)`,
  }),
  runSummary: (status: string, ms: number, attempts: number): Text => ({
    zh: `状态 ${status}，用时 ${ms} 毫秒，运行 ${attempts} 次`,
    en: `${status} after ${ms} ms, ${attempts} ${attempts === 1 ? 'run' : 'runs'}`,
  }),
  noFindings: (): Text => ({ zh: '没有发现问题', en: 'no findings' }),
  unexpected: (message: string): Text => ({
    zh: `程序出错：${message}。这是本程序的缺陷，请附上这条信息报告。`,
    en: `The program failed: ${message}. This is a fault of the program; report it with this line.`,
  }),
} as const;
