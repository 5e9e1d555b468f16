// What the console's page of sandboxes says.

import type { Text } from '#base/text.ts';

export const sandboxPageTexts = {
  intro: (): Text => ({
    zh: '沙箱让技能碰不到服务器的文件、密钥和内部网络。下面是在服务器所在的机器上实际试运行的结果。',
    en: "A sandbox keeps skills from the server's files, keys and inside network. Below is what trial runs on the server's machine found.",
  }),
  lookAgain: (): Text => ({ zh: '重新检查', en: 'Look again' }),
  looked: (): Text => ({ zh: '已重新检查', en: 'Looked at all of them again' }),
  offTitle: (): Text => ({ zh: '沙箱已关闭', en: 'Sandboxes are switched off' }),
  offHint: (): Text => ({
    zh: '只运行自己信任的技能。要打开沙箱，请设 QIAO_SANDBOX=auto，然后重启服务器。',
    en: 'Run only skills that you trust. To switch them on, set QIAO_SANDBOX=auto and restart the server.',
  }),
  noneTitle: (): Text => ({
    zh: '没有可用的沙箱：技能的程序不会运行',
    en: "No sandbox works: skills' programs are not run",
  }),
  noneHint: (): Text => ({
    zh: '技能的处理程序和脚本一律拒绝运行，绝不会改为在沙箱外运行。请照下面的「办法」处理，然后重新检查。',
    en: 'Handlers and scripts of skills are refused; they never run outside of a sandbox instead. Do what stands below, then look again.',
  }),
  onlyCommandsTitle: (): Text => ({
    zh: '处理程序和脚本不会运行',
    en: 'Handlers and scripts are not run',
  }),
  onlyCommandsHint: (): Text => ({
    zh: '容器里没有本机的解释器，它们需要 bubblewrap 或 Landlock。请照下面的「办法」处理，然后重新检查。',
    en: "A container has none of this machine's interpreters: they need bubblewrap or Landlock. Do what stands below, then look again.",
  }),
  narrowSetting: (setting: string): Text => ({
    zh: `QIAO_SANDBOX=${setting} 只允许这一种。设为 auto 并重启服务器，就会用第一种可用的。`,
    en: `QIAO_SANDBOX=${setting} allows this one alone. With auto, after a restart of the server, the first that works is taken.`,
  }),
  where: (): Text => ({ zh: '技能在哪里运行', en: 'Where skills run' }),
  own: (): Text => ({ zh: '处理程序和脚本', en: 'Handlers and scripts' }),
  commands: (): Text => ({ zh: '文档技能的命令', en: 'Commands of document skills' }),
  inProvider: (name: string): Text => ({ zh: `在 ${name} 中`, en: `In ${name}` }),
  inProviders: (name: string, own: string): Text => ({
    zh: `在 ${name} 中；要用本机程序或安装包的，在 ${own} 中`,
    en: `In ${name}; in ${own} where they need programs of this machine or installed packages`,
  }),
  asServer: (): Text => ({
    zh: '不在沙箱里，以服务器的用户身份',
    en: "Without a sandbox, as the server's own user",
  }),
  refused: (): Text => ({ zh: '拒绝运行', en: 'Refused' }),
  codeInstead: (): Text => ({
    zh: '不运行；只能用独立解释器里的 Python（没有 shell，也没有网络）',
    en: 'Not run. Python in an interpreter of its own takes their place (no shell, no network)',
  }),
  providers: (): Text => ({ zh: '这台机器上的沙箱', en: 'Sandboxes of this machine' }),
  works: (): Text => ({ zh: '可用', en: 'Works' }),
  worksNot: (): Text => ({ zh: '不可用', en: 'Does not work' }),
  inUse: (): Text => ({ zh: '使用中', en: 'In use' }),
  leftOut: (setting: string): Text => ({
    zh: `QIAO_SANDBOX=${setting} 未采用`,
    en: `Left out by QIAO_SANDBOX=${setting}`,
  }),
  remedy: (remedy: string): Text => ({ zh: `办法：${remedy}`, en: `What to do: ${remedy}` }),
} as const;
