// What is said of code that was run in a sandbox (DOC-07), besides what Python says itself.

import { withoutFullStop, type Text } from '#base/text.ts';

export const codeTexts = {
  timedOut: (limitMs: number): Text => ({
    zh: `代码运行超过 ${limitMs / 1000} 秒，已被终止。请减少工作量，或分几次运行，把中间结果存到 /workspace 下的文件。`,
    en: `The code ran longer than ${limitMs / 1000} s and was ended. Do less at once, or run it in parts and keep what is between them in files below /workspace.`,
  }),
  outOfMemory: (limitBytes: number): Text => ({
    zh: `代码占用的内存超过 ${mebibytes(limitBytes)} MiB，已被终止。请分批处理数据；/tmp 下的文件也占内存，请改放 /workspace。`,
    en: `The code needed more than ${mebibytes(limitBytes)} MiB of memory and was ended. Work on the data in parts; files below /tmp take memory too, those below /workspace don't.`,
  }),
  stackExhausted: (): Text => ({
    zh: '递归太深，解释器的栈已用尽。请改用循环，或减少递归深度。',
    en: "The recursion is too deep for the interpreter's stack. Use a loop, or recurse less deeply.",
  }),
  crashed: (how: string): Text => ({
    zh: `Python 解释器在运行代码时意外终止（${withoutFullStop(how)}）。这里没有进程、网络和本机代码，请避免使用它们。`,
    en: `The Python interpreter came to an unexpected end while it ran the code (${withoutFullStop(how)}). There are no processes, no network and no native code here: do without them.`,
  }),
  resultTooLarge: (characters: number, limit: number): Text => ({
    zh: `结果有 ${characters} 个字符，超过 ${limit} 的上限。请把数据写入 /workspace 下的文件，结果只给出路径或摘要。`,
    en: `The result has ${characters} characters, above the limit of ${limit}. Write the data to a file below /workspace, and let the result be its path or a summary.`,
  }),
  badAnswer: (): Text => ({
    zh: '解释器的回答不符合约定',
    en: 'what the interpreter answered is none of its messages',
  }),
  notReady: (how: string, errorOutput: string): Text => ({
    zh: `Python 沙箱没有启动成功（${how}）。${errorOutput === '' ? '请检查内存是否充足、安装是否完整（npm ci）。' : `它的输出：${errorOutput}`}`,
    en: `The Python sandbox did not start (${how}). ${errorOutput === '' ? 'Check that there is enough memory and that the installation is complete (npm ci).' : `It said: ${errorOutput}`}`,
  }),
  startTooSlow: (limitMs: number): Text => ({
    zh: `Python 沙箱在 ${limitMs / 1000} 秒内没有启动完成，机器可能过载。请稍后重试。`,
    en: `The Python sandbox was not ready within ${limitMs / 1000} s; the machine may be overloaded. Try again later.`,
  }),
  lost: (): Text => ({
    zh: 'Python 沙箱在接到代码之前意外终止，代码没有运行。请重试。',
    en: 'The Python sandbox came to an end before it was given the code, which was not run. Try again.',
  }),
  notInstalled: (reason: string): Text => ({
    zh: `找不到 Python 沙箱的程序（${withoutFullStop(reason)}）。请用 npm ci 重新安装依赖。`,
    en: `The program of the Python sandbox was not found (${withoutFullStop(reason)}). Install the dependencies again with npm ci.`,
  }),
  workspaceMissing: (path: string): Text => ({
    zh: `工作区「${path}」不存在或不是目录，代码没有运行。请先创建它。`,
    en: `The workspace "${path}" does not exist or is no folder; the code was not run. Create it first.`,
  }),
  workspaceName: (path: string): Text => ({
    zh: `工作区「${path}」的路径含有「*」，无法为它单独授权，代码没有运行。请换一个名称。`,
    en: `The path of the workspace "${path}" contains "*", so that it can't be granted alone; the code was not run. Give it another name.`,
  }),
  memoryNotStored: (path: string, reason: string): Text => ({
    zh: `Python 沙箱的启动快照「${path}」不能使用（${withoutFullStop(reason)}），每次启动会慢几秒。请检查该目录的空间和权限。`,
    en: `The stored memory of the Python sandbox, "${path}", is of no use (${withoutFullStop(reason)}), so each start takes seconds longer. Check the space and the permissions of its folder.`,
  }),
  closing: (): Text => ({
    zh: '服务正在关闭，不再运行代码。请在服务重启后重试。',
    en: 'The server is closing and runs no more code. Try again once it has restarted.',
  }),
} as const;

function mebibytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}
