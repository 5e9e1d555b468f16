// What people are told of files that are uploaded, kept and given back.

import type { Text } from '#base/text.ts';

export const attachmentTexts = {
  tooLarge: (mostBytes: number): Text => ({
    zh: `文件超过了 ${megabytes(mostBytes)} MB 的上限，没有保存。请压缩、拆分，或只上传需要的部分；管理员可以用 QIAO_UPLOAD_MB 调高上限。`,
    en: `The file is larger than the ${megabytes(mostBytes)} MB that are taken, and was not kept. Compress it, split it, or upload the part that is needed; an operator raises the limit by QIAO_UPLOAD_MB.`,
  }),
  sessionFull: (mostBytes: number): Text => ({
    zh: `这个会话的文件总共最多 ${megabytes(mostBytes)} MB，放不下这一个。请先删除不再需要的文件，或开始新的会话。`,
    en: `The files of this conversation may have ${megabytes(mostBytes)} MB in all, and this one does not fit. Delete some that are not needed any more, or start a new conversation.`,
  }),
  tooManyFiles: (most: number): Text => ({
    zh: `这个会话已经有 ${most} 个上传的文件，不能再多。请先删除不再需要的文件，或开始新的会话。`,
    en: `This conversation has ${most} uploaded files already, which is the most. Delete some, or start a new conversation.`,
  }),
  tooManyAtOnce: (most: number): Text => ({
    zh: `同时上传的文件不能超过 ${most} 个。请等前面的传完再试。`,
    en: `No more than ${most} files may be uploaded at once. Wait for the others and try again.`,
  }),
  cutOff: (): Text => ({
    zh: '上传中断，没有保存任何内容。请重新上传。',
    en: 'The upload broke off, and nothing was kept. Upload the file again.',
  }),
  tooSlow: (seconds: number): Text => ({
    zh: `${seconds} 秒内没有收到数据，上传已取消，没有保存任何内容。请检查网络后重新上传。`,
    en: `Nothing came for ${seconds} s, so the upload was given up and nothing was kept. Check the connection and upload the file again.`,
  }),
  compressed: (): Text => ({
    zh: '上传的内容不能带 Content-Encoding。请直接发送文件本身。',
    en: 'An upload may have no Content-Encoding. Send the file as it is.',
  }),
  notStored: (reason: string): Text => ({
    zh: `文件没能保存到工作区（${reason}）。请稍后重试；若仍然失败，请让管理员检查磁盘空间和权限。`,
    en: `The file could not be stored in the workspace (${reason}). Try again later; if it goes on, have the operator look at the disk's space and permissions.`,
  }),
  noFolder: (name: string): Text => ({
    zh: `工作区里已有一个名为 ${name} 的文件，上传或下载的文件没有地方放。请让技能把它改名或删除，然后重试。`,
    en: `The workspace has a file named ${name} where uploads and downloads go. Have a skill rename or delete it, then try again.`,
  }),
  noFile: (): Text => ({
    zh: '没有这个文件，它可能已被删除。请刷新文件列表后重新选择。',
    en: 'There is no such file; it may have been deleted. Reload the list of files and choose again.',
  }),
  notAFile: (path: string): Text => ({
    zh: `「${path}」不是普通文件，不能下载。请选择一个文件。`,
    en: `"${path}" is no regular file and can't be downloaded. Choose a file.`,
  }),
  noSuchAttachment: (): Text => ({
    zh: '要随消息发送的文件不在这个会话里，可能已被删除。请重新上传后再发送。',
    en: 'A file that was to go with the message is not in this conversation; it may have been deleted. Upload it again and send the message.',
  }),

  empty: (name: string): Text => ({
    zh: `「${name}」是空文件（0 字节）。如果不是有意的，请检查原文件后重新上传。`,
    en: `"${name}" is empty (0 bytes). If that is not meant, check the original and upload it again.`,
  }),
  renamed: (name: string): Text => ({
    zh: `文件已保存为「${name}」：原来的名字过长、重复，或含有不能用于文件名的字符。`,
    en: `The file was kept as "${name}": its name was too long, taken, or held what no file name may.`,
  }),
  otherType: (name: string, mediaType: string): Text => ({
    zh: `「${name}」的内容与扩展名不符：实际是 ${mediaType}。技能可能无法按扩展名处理它；请确认后改名或换一个文件。`,
    en: `"${name}" is not what its ending says: its content is ${mediaType}. Skills that go by the ending may fail; rename it or choose another file.`,
  }),

  optionAbout: (): Text => ({
    zh: '随消息一起给出的文件，可多次给出',
    en: 'a file that goes with the message, may be repeated',
  }),
  optionNeedsText: (): Text => ({
    zh: '--attach 要与一句话一起使用。请写上要说的内容，例如 qiao chat "总结这个文件" --attach 报告.csv。',
    en: '--attach goes with a message. Say what is to be done, such as: qiao chat "Summarise this file" --attach report.csv.',
  }),
  unreadable: (file: string, reason: string): Text => ({
    zh: `无法读取 ${file}（${reason}）。请检查路径和权限。`,
    en: `${file} can't be read (${reason}). Check the path and its permissions.`,
  }),
  notForChat: (file: string): Text => ({
    zh: `${file} 不是普通文件，不能附上。请给出一个文件的路径。`,
    en: `${file} is no regular file and can't be attached. Give the path of a file.`,
  }),
  tooManyForTurn: (most: number): Text => ({
    zh: `一条消息最多附上 ${most} 个文件。请分几条发送。`,
    en: `One message takes ${most} files at most. Send them with several messages.`,
  }),
} as const;

function megabytes(bytes: number): number {
  return Math.round(bytes / (1024 * 1024));
}
