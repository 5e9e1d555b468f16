// What `qiao doctor` says of a machine.

import type { Text } from '#base/text.ts';

export const doctorTexts = {
  nodeFound: (version: string): Text => ({ zh: `Node.js ${version}`, en: `Node.js ${version}` }),
  pythonFound: (version: string, path: string): Text => ({
    zh: `Python ${version}（${path}）`,
    en: `Python ${version} (${path})`,
  }),
  pythonMissing: (): Text => ({
    zh: '没有可用的 Python 3.9 或更高版本：Python 技能不能运行',
    en: 'no usable Python 3.9 or newer: skills in Python can not run',
  }),
  pythonRemedy: (): Text => ({
    zh: '安装 Python 3，并确认 PATH 中有 python3',
    en: 'install Python 3, with python3 on PATH',
  }),
  processTree: (): Text => ({
    zh: '技能的进程随服务器一起结束（setpriv 与 /proc 可用）',
    en: 'skill processes end with the server (setpriv and /proc are there)',
  }),
  processTreeLimited: (lacking: string): Text => ({
    zh: `缺少 ${lacking}：服务器被强行结束时，个别技能进程可能残留片刻`,
    en: `${lacking} is not there: a skill's process may outlive a killed server for a moment`,
  }),
  processTreeRemedy: (): Text => ({
    zh: '在 Linux 上安装 util-linux（提供 setpriv）',
    en: 'on Linux, install util-linux (it has setpriv)',
  }),
  sandboxUsed: (own: string, any: string): Text => ({
    zh:
      own === any
        ? `技能在 ${own} 里运行：看不到本机其它文件、进程和密钥，只能经代理连到允许的主机`
        : `处理程序和脚本在 ${own} 里、文档技能的命令在 ${any} 里运行：看不到本机其它文件、进程和密钥，只能经代理连到允许的主机`,
    en:
      own === any
        ? `skills run in ${own}: they see no other files, processes or keys of this machine, and reach allowed hosts alone, through a proxy`
        : `handlers and scripts run in ${own}, commands of document skills in ${any}: they see no other files, processes or keys of this machine, and reach allowed hosts alone, through a proxy`,
  }),
  sandboxNone: (setting: string): Text => ({
    zh: `没有可用的沙箱（QIAO_SANDBOX=${setting}）：处理程序和脚本不会运行`,
    en: `no sandbox works (QIAO_SANDBOX=${setting}): handlers and scripts are not run`,
  }),
  sandboxRemedy: (): Text => ({
    zh: '按下面任一沙箱的提示安装；确实只运行自己信任的技能时才用 QIAO_SANDBOX=off',
    en: 'make one of the sandboxes below work; QIAO_SANDBOX=off is for skills that you trust alone',
  }),
  modelOffline: (): Text => ({
    zh: 'offline：按名称和描述匹配技能，不是语言模型',
    en: 'offline: finds skills by name and description, not a language model',
  }),
  modelRemedy: (): Text => ({
    zh: '设置 QIAO_MODEL=openai/<模型>（OPENAI_BASE_URL、OPENAI_API_KEY）或 anthropic/<模型>（ANTHROPIC_API_KEY）',
    en: 'set QIAO_MODEL=openai/<model> (OPENAI_BASE_URL, OPENAI_API_KEY) or anthropic/<model> (ANTHROPIC_API_KEY)',
  }),
  modelSet: (model: string, host: string): Text => ({
    zh: `${model}，经由 ${host}`,
    en: `${model}, by way of ${host}`,
  }),
  modelKeyMissing: (model: string, variable: string): Text => ({
    zh: `${model} 已选用，但没有设置 ${variable}`,
    en: `${model} is chosen, but ${variable} is not set`,
  }),
  keyRemedy: (variable: string): Text => ({ zh: `设置 ${variable}`, en: `set ${variable}` }),
  dataFolder: (path: string): Text => ({ zh: `可写：${path}`, en: `can be written: ${path}` }),
  dataFolderUnwritable: (path: string, problem: string): Text => ({
    zh: `不能写入 ${path}：${problem}`,
    en: `${path} can't be written: ${problem}`,
  }),
  dataFolderRemedy: (): Text => ({
    zh: '改正目录权限，或把 QIAO_DATA 设为可写的目录',
    en: 'mend its permissions, or set QIAO_DATA to a directory that can be written',
  }),
} as const;
