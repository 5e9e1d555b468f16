// What people are told when a process can't be started.

import type { Text } from '#base/text.ts';

export const processTexts = {
  programMissing: (program: string): Text => ({
    zh: `找不到程序「${program}」。请确认它已安装并且在 PATH 中。`,
    en: `The program "${program}" was not found. Check that it is installed and on PATH.`,
  }),
  programNotExecutable: (program: string): Text => ({
    zh: `程序「${program}」不可执行。请检查文件权限（chmod +x）。`,
    en: `The program "${program}" can't be executed. Check the file's permissions (chmod +x).`,
  }),
  folderMissing: (folder: string): Text => ({
    zh: `工作目录「${folder}」不存在或不是目录。请先创建它。`,
    en: `The working folder "${folder}" does not exist or is no folder. Create it first.`,
  }),
  containsNul: (where: string): Text => ({
    zh: `${where} 含有空字符（NUL），操作系统不接受。请去掉该字符。`,
    en: `${where} contains a NUL character, which the operating system refuses. Remove it.`,
  }),
  spawnRefused: (program: string, systemCode: string): Text => ({
    zh: `操作系统拒绝启动「${program}」（${systemCode}）。E2BIG 表示参数或环境变量过长，EAGAIN、EMFILE、ENOMEM 表示资源暂时不足，请据此处理后重试。`,
    en: `The operating system refused to start "${program}" (${systemCode}). E2BIG means that arguments or variables are too long; EAGAIN, EMFILE and ENOMEM mean that resources are short: act on that and try again.`,
  }),
} as const;
