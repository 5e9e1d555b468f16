// What people are told where a folder can't be made.

import type { Text } from '#base/text.ts';

const REASONS: Readonly<Record<string, Text>> = {
  EACCES: { zh: '没有权限', en: 'permission is missing' },
  EPERM: { zh: '系统不允许', en: 'the system does not allow it' },
  EROFS: { zh: '文件系统是只读的', en: 'the file system is read-only' },
  ENOSPC: { zh: '磁盘已满', en: 'the disk is full' },
  ENOENT: { zh: '那里不能创建目录', en: 'no folder can be made there' },
  EEXIST: { zh: '路径上有同名的文件', en: 'a file is in its place' },
  ENOTDIR: { zh: '路径上有同名的文件', en: 'a file is in its place' },
  ENAMETOOLONG: { zh: '路径太长', en: 'the path is too long' },
};

export const folderTexts = {
  cannotMake: (folder: string, systemCode: string): Text => {
    const reason = REASONS[systemCode];
    return {
      zh: `无法创建目录「${folder}」（${reason === undefined ? '' : `${reason.zh}，`}${systemCode}）。请换一个可写的位置，或改正权限后重试。`,
      en: `The folder "${folder}" can't be made (${reason === undefined ? '' : `${reason.en}, `}${systemCode}). Choose a place that can be written to, or correct the permissions, and try again.`,
    };
  },
} as const;
