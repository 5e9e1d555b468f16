// What the console says of files that are to go with a message.

import type { Text } from '#base/text.ts';

export const attachTexts = {
  attach: (): Text => ({ zh: '添加文件', en: 'Attach files' }),
  attachHint: (): Text => ({
    zh: '添加文件（也可以拖进来或粘贴）',
    en: 'Attach files (or drop or paste them)',
  }),
  dropHere: (): Text => ({ zh: '松开鼠标，添加这些文件', en: 'Drop the files to attach them' }),
  list: (): Text => ({ zh: '要一起发送的文件', en: 'Files that go with the message' }),
  remove: (name: string): Text => ({ zh: `移除 ${name}`, en: `Remove ${name}` }),
  cancel: (name: string): Text => ({ zh: `取消上传 ${name}`, en: `Cancel the upload of ${name}` }),
  retry: (name: string): Text => ({ zh: `重新上传 ${name}`, en: `Upload ${name} again` }),
  waiting: (): Text => ({ zh: '等待上传', en: 'Waiting' }),
  sending: (percent: number): Text => ({ zh: `上传中 ${percent}%`, en: `Uploading ${percent}%` }),
  storing: (): Text => ({ zh: '正在保存…', en: 'Storing…' }),

  tooLarge: (size: string, most: string): Text => ({
    zh: `${size}，超过每个文件 ${most} 的上限，没有上传。请压缩、拆分，或只选需要的部分。`,
    en: `${size} is more than the ${most} a file may have; not uploaded. Compress it, split it, or choose the part you need.`,
  }),
  sessionFull: (left: string): Text => ({
    zh: `这个会话的文件空间只剩 ${left}，放不下它。请先删除不需要的文件，或开始新的会话。`,
    en: `This conversation has room for ${left} more, and this does not fit. Delete files you no longer need, or start a new conversation.`,
  }),
  tooManyForTurn: (most: number): Text => ({
    zh: `一条消息最多 ${most} 个文件，其余的没有添加。请分几条发送。`,
    en: `A message takes ${most} files at most; the rest were not added. Send them with several messages.`,
  }),
  tooManyFiles: (most: number): Text => ({
    zh: `这个会话已有 ${most} 个文件，不能再多。请先删除不需要的文件，或开始新的会话。`,
    en: `This conversation already has ${most} files, which is the most. Delete some, or start a new conversation.`,
  }),
  folder: (name: string): Text => ({
    zh: `「${name}」是文件夹，不能上传。请选择其中的文件，或先打包成 ZIP。`,
    en: `"${name}" is a folder and can't be uploaded. Choose the files in it, or pack it as a ZIP file.`,
  }),
  connectionLost: (): Text => ({
    zh: '连接中断，没有上传完。请检查网络后重试。',
    en: 'The connection was lost before it was uploaded. Check the network and try again.',
  }),
  unreadable: (): Text => ({
    zh: '浏览器读不到这个文件：它可能已被移动、改名或修改。请重新选择。',
    en: 'The browser can no longer read this file: it may have been moved, renamed or changed. Choose it again.',
  }),
} as const;
