// What the sub-agents of document and API skills are told, and what is said of how they did.

import { withoutFullStop, type Text } from '#base/text.ts';
import {
  NO_KEY_PROBING,
  ONLY_THE_INSTRUCTION,
  SAY_WHAT_IS_MISSING,
} from '#contract/literal-texts.ts';

/** The system prompt, a paragraph each. */
export const agentPrompts = {
  task: (skill: string): Text => ({
    zh: `你是技能「${skill}」的执行者。${ONLY_THE_INSTRUCTION}。你没有对话历史，也不能向用户提问；你只有这里给出的工具，不能调用其它技能。`,
    en: `You carry out the skill "${skill}". ${ONLY_THE_INSTRUCTION} (your only task is the one sentence under 【用户指令】; what SKILL.md says of itself is no list of things to do). You have no history of the conversation and can't ask the user anything; you have the tools given here and can call no other skill.`,
  }),
  honesty: (): Text => ({
    zh: `${SAY_WHAT_IS_MISSING}，不要编造。缺少必要的信息或文件时停下来，在报告里写明缺什么、请用户提供什么。同一个调用不要用同样的参数重复。`,
    en: `${SAY_WHAT_IS_MISSING} (where data can't be had, say so, and invent none). Where something needed is missing, stop, and write in your report what it is and what the user should give. Never repeat a call with the same arguments.`,
  }),
  otherSkills: (): Text => ({
    zh: '文档要求调用别的技能（例如用数据库保存结果）时，做完你自己的部分，在报告里写明要调用哪个技能、传什么参数和数据：主模型在你报告之后去调用。',
    en: 'Where the document says to call another skill (to store something in a database, say), do your own part, and write in your report which skill is to be called with which arguments and data: the main model calls it after your report.',
  }),
  report: (): Text => ({
    zh: '最后一次回答是你的报告：做成了什么、没做成什么及原因、关键数据、生成的文件名。文档里写给用户的「可继续的操作」原样转述，不要自己去做。',
    en: 'Your last answer is your report: what was done, what was not and why, the figures that matter, the names of the files that were made. What the document offers the user to do next is passed on as it is, and not done by you.',
  }),
  limits: (rounds: number, seconds: number): Text => ({
    zh: `最多 ${rounds} 轮工具调用、${seconds} 秒。`,
    en: `You have at most ${rounds} rounds of calls and ${seconds} seconds.`,
  }),
  shell: (place: { readonly skill: string; readonly workspace: string }): Text => ({
    zh: `container_shell 在沙箱里运行一条 sh 命令。技能目录（只读）：${place.skill}，也在 $SKILL_DIR。工作区（可写，命令在此运行）：${place.workspace}，也在 $SKILL_WORKSPACE。要交给用户的文件放在工作区顶层；中间文件放在 $TMPDIR。每条命令都是新的进程，只有工作区里的文件会留下。`,
    en: `container_shell runs one sh command in a sandbox. The skill's directory (read-only): ${place.skill}, also $SKILL_DIR. The workspace (writable, where commands run): ${place.workspace}, also $SKILL_WORKSPACE. Files for the user go to the top of the workspace, what is in between to $TMPDIR. Each command is a process of its own; only files in the workspace stay.`,
  }),
  keys: (): Text => ({
    zh: `${NO_KEY_PROBING}：技能的配置已经在环境变量里，直接用。`,
    en: `${NO_KEY_PROBING} (don't test in the shell whether a key is there): the skill's configuration is in the environment, use it.`,
  }),
  bearer: (name: string): Text => ({
    zh: `调用需要密钥的接口时用 -H "Authorization: Bearer $${name}"。`,
    en: `Where an API wants the key, use -H "Authorization: Bearer $${name}".`,
  }),
  keyMissing: (name: string): Text => ({
    zh: `${name} 没有配置：需要它的步骤做不了，请在报告里写明。`,
    en: `${name} is not configured: what needs it can't be done; say so in your report.`,
  }),
  dependenciesThere: (): Text => ({
    zh: '声明的依赖已经装好，直接用（python3、node）；不要再安装。',
    en: 'The declared dependencies are there already: use them (python3, node) and install nothing.',
  }),
  dependenciesFile: (folder: string): Text => ({
    zh: `依赖没有预装。需要时运行：pip install -r ${folder}/requirements.txt`,
    en: `Dependencies are not installed. Where they are needed, run: pip install -r ${folder}/requirements.txt`,
  }),
  code: (workspace: string): Text => ({
    zh: `这里没有容器：run_code 运行一段 Python，只有标准库和工作区（${workspace}）里的文件。没有 shell，不能安装依赖，没有网络，也没有密钥：文档里需要这些的步骤做不了，请如实说。技能里的脚本用 read_skill_file 读出来，改写成 run_code 的代码。${NO_KEY_PROBING}。`,
    en: `There is no container here: run_code runs a piece of Python with the standard library and the files of the workspace (${workspace}). No shell, no installing, no network, no keys: what the document does with these can't be done, and you say so. A script of the skill is read with read_skill_file and written anew as code for run_code. ${NO_KEY_PROBING}.`,
  }),
  owesFile: (): Text => ({
    zh: '这个技能必须交出文件：没有在工作区顶层生成文件，就不算完成。',
    en: 'This skill owes a file: without one at the top of the workspace it is not done.',
  }),
  operations: (total: number, chosen: number): Text =>
    chosen === total
      ? {
          zh: `每个工具是这个 API 的一个端点，共 ${total} 个。没有 shell。`,
          en: `Each tool is an endpoint of the API, ${total} in all. There is no shell.`,
        }
      : {
          zh: `这个 API 有 ${total} 个端点，按指令先选出了 ${chosen} 个作为工具；其它的用名字以 _search、_describe、_call 结尾的工具查找、查看参数、调用。没有 shell。`,
          en: `The API has ${total} endpoints; ${chosen} of them were chosen for the instruction as tools. Find others, see their parameters and call them with the tools whose names end in _search, _describe and _call. There is no shell.`,
        },
} as const;

/** Headings of the message that a sub-agent begins with. */
export const agentHeadings = {
  instruction: (): Text => ({ zh: '【用户指令】', en: '【用户指令】 (the user’s instruction)' }),
  input: (): Text => ({ zh: '【参数】', en: '【参数】 (parameters)' }),
  files: (): Text => ({
    zh: '【用户的文件】（在工作区里）',
    en: '【用户的文件】 (the user’s files, in the workspace)',
  }),
  document: (): Text => ({ zh: '【SKILL.md】', en: '【SKILL.md】' }),
  resources: (count: number): Text => ({
    zh: `【资源文件】共 ${count} 个，用 read_skill_file 读取`,
    en: `【资源文件】 (resource files: ${count}, read them with read_skill_file)`,
  }),
  moreResources: (count: number): Text => ({
    zh: `……另有 ${count} 个`,
    en: `… and ${count} more`,
  }),
  recipes: (): Text => ({
    zh: '【配方目录】先在这里找到符合指令的配方，用 read_skill_file 读它，再照它做',
    en: '【配方目录】 (recipes: find the one for the instruction here, read it with read_skill_file, then follow it)',
  }),
  readIn: (file: string): Text => ({
    zh: `【已读入 ${file}】`,
    en: `【已读入 ${file}】 (read in)`,
  }),
} as const;

export const documentTexts = {
  /** `call`: the arguments of `read_skill_file` that read on. */
  documentCut: (left: number, call: string): Text => ({
    zh: `[平台提示] 文档到此被截断，还有 ${left} 个字符没有给出。接着读：read_skill_file ${call}`,
    en: `[Notice from the platform] The document is cut here; ${left} characters of it are not shown. Read on with read_skill_file ${call}`,
  }),
  instructionOnly: (): Text => ({
    zh: '这个技能没有要执行的程序：请你自己照文档一步步做，只做用户这一句要的事。',
    en: 'This skill has no program to run: follow the document yourself, step by step, and do only what the user asked for.',
  }),
  instruction: (): Text => ({
    zh: '要做的事，一句话写全：执行者看不到对话，把它需要的数据、文件名和要求都写进来。',
    en: 'What is to be done, complete in itself: whoever carries it out sees nothing of the conversation, so put in the data, file names and wishes it needs.',
  }),
  noDocument: (skill: string): Text => ({
    zh: `技能「${skill}」没有文档正文，没有可照着做的内容。请在 SKILL.md 的正文里写出步骤。`,
    en: `The skill "${skill}" has no document: there is nothing to follow. Write the steps into the body of its SKILL.md.`,
  }),
  noDescription: (skill: string): Text => ({
    zh: `技能「${skill}」声明自己是 API 型，但包里没有接口说明。请放入 references/openapi.yaml 或 references/endpoints_whitelist.yaml；若它其实是文档型，去掉 skillClass 和 authType。`,
    en: `The skill "${skill}" says that it is an API, and its package has no description of one. Put references/openapi.yaml or references/endpoints_whitelist.yaml into it, or take away skillClass and authType where it is a document.`,
  }),
  noContainer: (skill: string): Text => ({
    zh: `技能「${skill}」必须在容器里执行，而这台机器没有可用的沙箱，所以没有运行。装好 Docker 或 bubblewrap 后再用（qiao doctor 会检查）；现在请改用其它技能。`,
    en: `The skill "${skill}" has to run in a container, and there is no sandbox on this machine, so it was not run. Install Docker or bubblewrap (qiao doctor looks for them); use another skill now.`,
  }),
  nothingExecutes: (skill: string): Text => ({
    zh: `技能「${skill}」的文档要执行命令，而这里既没有沙箱也没有 run_code，所以没有运行。装好 Docker 或 bubblewrap 后再用（qiao doctor 会检查）；现在请改用其它技能。`,
    en: `The document of the skill "${skill}" executes something, and there is neither a sandbox nor run_code here, so it was not run. Install Docker or bubblewrap (qiao doctor looks for them); use another skill now.`,
  }),
  roundsUsed: (most: number): Text => ({
    zh: `本轮里文档和 API 技能的执行已用完 ${most} 轮模型调用，没有再运行。请用已有的结果回答；需要时让用户在下一轮继续。`,
    en: `Document and API skills have used up the ${most} rounds of model calls that one turn has for them, so it was not run. Answer with the results there are; the user can go on in the next turn.`,
  }),
  noFileMade: (): Text => ({
    zh: '没有完成：这个技能必须交出文件，而工作区顶层没有新的或改动过的文件。',
    en: 'Not done: this skill owes a file, and there is none at the top of the workspace that is new or has changed.',
  }),
  emptyReport: (): Text => ({
    zh: '没有完成：执行者没有给出报告。',
    en: 'Not done: whoever carried it out gave no report.',
  }),
  modelFailed: (why: Text): Text => ({
    zh: `没有完成：模型出错。${why.zh}`,
    en: `Not done: the model failed. ${why.en}`,
  }),
  noneWorked: (calls: number, why: string): Text => ({
    zh: `没有完成：${calls} 次执行都没有成功，最后一次：${withoutFullStop(why)}。`,
    en: `Not done: none of ${calls} calls succeeded, the last one: ${withoutFullStop(why)}.`,
  }),
  lastFailed: (tool: string, why: string): Text => ({
    zh: `最后一次执行（${tool}）没有成功：${withoutFullStop(why)}。`,
    en: `The last call (${tool}) did not succeed: ${withoutFullStop(why)}.`,
  }),
  endedAt: (limit: 'rounds' | 'failures' | 'time' | 'stuck'): Text => END_REASONS[limit],
  step: (number: number, tool: string, words: string): Text => ({
    zh: `第 ${number} 步 ${tool}：${words}`,
    en: `step ${number}, ${tool}: ${words}`,
  }),
  stepEnded: (step: Text, how: string): Text => ({
    zh: `${step.zh} → ${how}`,
    en: `${step.en} → ${how}`,
  }),
  exitCode: (code: number): Text => ({ zh: `退出码 ${code}`, en: `exit code ${code}` }),
  killedBy: (signal: string): Text => ({ zh: `被 ${signal} 终止`, en: `ended by ${signal}` }),
  timedOut: (seconds: number): Text => ({
    zh: `超过 ${seconds} s 已终止`,
    en: `ended after ${seconds} s`,
  }),
} as const;

const END_REASONS: Readonly<Record<'rounds' | 'failures' | 'time' | 'stuck', Text>> = {
  rounds: {
    zh: '没有全部完成：轮数用完了。',
    en: 'Not all of it is done: the rounds were used up.',
  },
  failures: {
    zh: '没有全部完成：失败的调用太多，或遇到了重试也无用的失败。',
    en: 'Not all of it is done: too many calls failed, or one failed in a way that no retry mends.',
  },
  time: { zh: '没有全部完成：时间用完了。', en: 'Not all of it is done: the time was used up.' },
  stuck: {
    zh: '没有全部完成：同样的调用重复太多次，判为卡死。',
    en: 'Not all of it is done: it was stuck, the same call was made again and again.',
  },
};

/** The tools' own descriptions, and what their calls are refused with. */
export const agentToolTexts = {
  readSkillFile: (): Text => ({
    zh: '读取技能自带的文件：file 是技能目录内的相对路径。一次最多 40000 个字符（脚本 120000）；结果里的 next_offset 是接着读的位置。',
    en: "Reads a file of the skill: `file` is a path relative to the skill's directory. At most 40000 characters at a time (120000 of a script); next_offset in the result is where to read on.",
  }),
  shell: (): Text => ({
    zh: '在沙箱里运行一条 sh 命令，返回退出码和两路输出。timeout_s 是秒数（默认 60，最多 600）；workdir 是工作区内的目录。',
    en: 'Runs one sh command in the sandbox and gives its exit code and both outputs. timeout_s: seconds (60 where it is left out, 600 at most); workdir: a directory of the workspace.',
  }),
  runCode: (): Text => ({
    zh: '运行一段 Python，返回打印的内容和最后一个表达式的值。工作目录是工作区；没有网络和 shell。',
    en: 'Runs a piece of Python and gives what it printed and the value of its last expression. It works in the workspace; no network, no shell.',
  }),
  missing: (name: string): Text => ({
    zh: `缺少参数 ${name}。请补上后再次调用。`,
    en: `The parameter ${name} is missing. Call again with it.`,
  }),
  badTimeout: (most: number): Text => ({
    zh: `timeout_s 应为 1 到 ${most} 之间的秒数。请改正后再次调用。`,
    en: `timeout_s has to be a number of seconds from 1 to ${most}. Correct it and call again.`,
  }),
  badFolder: (given: string): Text => ({
    zh: `workdir ${given} 不是工作区里的目录。去掉它就在工作区顶层运行。`,
    en: `workdir ${given} is no directory of the workspace. Leave it out to run at the workspace's top.`,
  }),
  outputCut: (stream: 'stdout' | 'stderr', path: string, bytes: number): Text => ({
    zh: `${stream} 共 ${bytes} 字节，这里只有开头和结尾；全文在工作区的 ${path}。`,
    en: `${stream} has ${bytes} bytes; here are its beginning and end. The whole is in ${path} of the workspace.`,
  }),
} as const;
