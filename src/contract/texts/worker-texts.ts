// What is said of a skill's worker process: how it ended, and what it gave back that can't be used.

import { withoutFullStop, type Text } from '#base/text.ts';

export const workerTexts = {
  egressDenied: (hosts: string): Text => ({
    zh: `[网络] 没有放行：${hosts}。技能能连的主机由 requires.network 声明；内网地址还要由运维写进 QIAO_ALLOW_HOSTS。`,
    en: `[network] not let through: ${hosts}. Which hosts a skill reaches, its requires.network declares; what is inside, the operator allows in QIAO_ALLOW_HOSTS as well.`,
  }),
  cut: (bytes: number): Text => ({
    zh: `\n…（此处省略 ${bytes} 字节）…\n`,
    en: `\n… (${bytes} bytes left out here) …\n`,
  }),
  exitCode: (code: number): Text => ({
    zh: `退出码 ${code}`,
    en: `exit code ${code}`,
  }),
  signal: (signal: string): Text => ({
    zh: `信号 ${signal}${signal === 'SIGKILL' ? '，通常是系统内存不足' : ''}`,
    en: `${signal}${signal === 'SIGKILL' ? ', usually because the system ran out of memory' : ''}`,
  }),
  endedEarly: (how: string, errorOutput: string): Text => ({
    zh: `技能的进程没有启动成功（${how}）。${errorOutput === '' ? '请用 qiao doctor 检查解释器。' : `它的输出：${errorOutput}`}`,
    en: `The skill's process did not get ready (${how}). ${errorOutput === '' ? 'Check the interpreter with qiao doctor.' : `It said: ${errorOutput}`}`,
  }),
  badFrame: (problem: string): Text => ({
    zh: `技能写坏了它与平台之间的通道（${problem}），进程已终止。技能不应写入它没有打开过的文件描述符。`,
    en: `The skill corrupted its channel to the platform (${problem}) and its process was ended. A skill must not write to a file descriptor that it did not open.`,
  }),
  resultTooLarge: (bytes: number, limitBytes: number): Text => ({
    zh: `结果有 ${bytes} 字节，超过 ${limitBytes} 字节的上限。请把数据写入工作区文件，只返回路径。`,
    en: `The result has ${bytes} bytes, above the limit of ${limitBytes}. Write the data to a file in the workspace and return its path.`,
  }),
  cannotStore: (reason: string): Text => ({
    zh: `结果太大，需要写入临时文件，但写入失败：${withoutFullStop(reason)}。请检查数据目录的空间和权限。`,
    en: `The result is large and had to go to a temporary file, which failed: ${withoutFullStop(reason)}. Check the space and permissions of the data folder.`,
  }),
  notJson: {
    type: (path: string, found: string): Text => ({
      zh: `返回值 ${path} 处的类型 ${found} 不能用 JSON 表示。请先转换，例如转成字符串或列表。`,
      en: `The returned value holds a value of type ${found} at ${path}, which JSON can't hold. Convert it first, to a string or a list, say.`,
    }),
    number: (path: string, found: string): Text => ({
      zh: `返回值 ${path} 处的数字是 ${found}，不能用 JSON 表示。请改为 null 或字符串。`,
      en: `The returned value holds the number ${found} at ${path}, which JSON can't hold. Use null or a string.`,
    }),
    key: (path: string, found: string): Text => ({
      zh: `返回值 ${path} 处有一个类型为 ${found} 的键；JSON 的键必须是字符串。`,
      en: `The returned value has a key of type ${found} at ${path}; JSON's keys are strings.`,
    }),
    cycle: (path: string, found: string): Text => ({
      zh: `返回值在 ${path} 处又包含了它自己（${found}），不能用 JSON 表示。请去掉循环引用。`,
      en: `The returned value contains itself at ${path} (${found}), which JSON can't hold. Remove the cycle.`,
    }),
    depth: (path: string, found: string): Text => ({
      zh: `返回值在 ${path} 处嵌套过深（${found} 层），不能用 JSON 表示。请减少嵌套。`,
      en: `The returned value is nested too deeply at ${path} (${found} levels). Flatten it.`,
    }),
    size: (path: string, found: string): Text => ({
      zh: `返回值 ${path} 太大（${found}）。请把数据写入工作区文件，只返回路径。`,
      en: `The returned value is too large at ${path} (${found}). Write the data to a file in the workspace and return its path.`,
    }),
  },
  cannotLoad: (place: string, name: string, message: string): Text => ({
    zh: `技能代码无法加载（${place}）：${name}: ${message}`,
    en: `The skill's code can't be loaded (${place}): ${name}: ${message}`,
  }),
  unknownMethod: (method: string): Text => ({
    zh: `平台没有「${method}」这个方法。请查阅文档 docs/bridge-protocol.md。`,
    en: `The platform has no method "${method}". See docs/bridge-protocol.md.`,
  }),
  badParameters: (problem: string): Text => ({
    zh: `对平台的调用参数不对（${problem}）。请改正后重试。`,
    en: `The parameters of this call to the platform are wrong (${problem}). Correct them and try again.`,
  }),
  tooDeepToSend: (levels: number): Text => ({
    zh: `要交给技能的数据嵌套超过 ${levels} 层，没有送达。请减少嵌套，或把数据写入工作区文件，只传路径。`,
    en: `The data for the skill is nested more than ${levels} levels deep and was not delivered. Flatten it, or write it to a file in the workspace and pass its path.`,
  }),
  cannotSend: (reason: string): Text => ({
    zh: `要交给技能的数据无法写成 JSON（${reason}），没有送达。请减少数据，或把数据写入工作区文件，只传路径。`,
    en: `The data for the skill can't be written as JSON (${reason}) and was not delivered. Pass less of it, or write it to a file in the workspace and pass its path.`,
  }),
  workerClosed: (): Text => ({
    zh: '服务正在关闭，不再启动技能。请在服务重启后重试。',
    en: 'The server is closing and starts no more skills. Try again once it has restarted.',
  }),
} as const;
