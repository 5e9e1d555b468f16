// What people and models are told of files that skills made or named: why one is not there, and what to do.

import type { Text } from '#base/text.ts';

export const artifactTexts = {
  outside: (path: string): Text => ({
    zh: `「${path}」不在本会话的工作区里，不能作为文件交付。请让技能把文件写进工作区（workspace_dir），并返回它在那里的路径。`,
    en: `"${path}" is not in this conversation's workspace and can't be delivered. Have the skill write the file into the workspace (workspace_dir) and return its path there.`,
  }),
  missing: (path: string): Text => ({
    zh: `工作区里没有「${path}」：技能报告了这个文件，但它不存在，或不是普通文件。请再次运行技能，或让它返回实际写出的文件名。`,
    en: `There is no "${path}" in the workspace: the skill names it, but it does not exist or is no regular file. Run the skill again, or have it return the name of the file it really wrote.`,
  }),
  unsettled: (path: string): Text => ({
    zh: `「${path}」在保存时仍在被写入，没有交付，以免给出半个文件。请等它写完后再让技能返回它。`,
    en: `"${path}" was still being written while it was kept, and is not delivered, so that nobody gets half a file. Have the skill return it when it is finished.`,
  }),
  unreadable: (path: string, reason: string): Text => ({
    zh: `「${path}」没能保存（${reason}）。文件仍在工作区里：请稍后再试；若仍然失败，请让管理员检查磁盘空间和权限。`,
    en: `"${path}" could not be kept (${reason}). It is still in the workspace: try again later; if it goes on, have the operator look at the disk's space and permissions.`,
  }),
  empty: (name: string): Text => ({
    zh: `「${name}」是空文件（0 字节）。如果不是有意的，请检查技能的输入后重新生成。`,
    en: `"${name}" is empty (0 bytes). If that is not meant, check the skill's input and have it made again.`,
  }),

  emptyDownload: (url: string): Text => ({
    zh: `${url} 给出的是空文件（0 字节），没有保存。请稍后重新生成链接再试。`,
    en: `${url} gives an empty file (0 bytes), which was not kept. Have the link made anew and try again.`,
  }),
  pageInstead: (url: string): Text => ({
    zh: `${url} 给出的是网页而不是文件，没有保存：链接可能已过期或需要登录。请重新生成链接，或换成文件本身的网址。`,
    en: `${url} gives a web page instead of a file, so nothing was kept: the link may have expired or need a sign-in. Have it made anew, or give the address of the file itself.`,
  }),
  otherKind: (url: string, wanted: string, found: string): Text => ({
    zh: `${url} 应当是 ${wanted}，内容却是 ${found}，没有保存。请换成文件本身的网址。`,
    en: `${url} should be of kind ${wanted}, but its content is ${found}, so it was not kept. Give the address of the file itself.`,
  }),
  tooManyLinks: (most: number, count: number): Text => ({
    zh: `一次结果最多下载 ${most} 个文件，还有 ${count} 个没有下载。请让技能分几次返回，或只返回需要的文件。`,
    en: `At most ${most} files are downloaded for one result, and ${count} more were not. Have the skill return them in several calls, or only those that are needed.`,
  }),
  tooManyFiles: (most: number, count: number): Text => ({
    zh: `一次结果最多交付 ${most} 个文件，还有 ${count} 个没有交付，仍在工作区里。请让技能打包成一个文件，或分几次返回。`,
    en: `At most ${most} files are delivered for one result; ${count} more were not and are still in the workspace. Have the skill pack them into one file, or return them in several calls.`,
  }),
  tooManyProbed: (most: number, count: number): Text => ({
    zh: `一次结果最多试探 ${most} 个没有标明是文件的链接，还有 ${count} 个没有试。请让技能用 image_url、file_url 等字段返回文件的网址。`,
    en: `At most ${most} links that are not marked as files are tried for one result, and ${count} more were not. Have the skill return addresses of files in fields such as image_url or file_url.`,
  }),
  resultTooLarge: (mostBytes: number): Text => ({
    zh: `一次结果下载的文件总共最多 ${mebibytes(mostBytes)} MB，这个文件放不下，没有保存。请让技能分几次返回，或换成更小的文件。`,
    en: `The downloads for one result may have ${mebibytes(mostBytes)} MB in all, and this file does not fit, so it was not kept. Have the skill return them in several calls, or smaller ones.`,
  }),
  roleFull: (mostBytes: number): Text => ({
    zh: `这个角色的工作区和已交付文件总共最多 ${mebibytes(mostBytes)} MB，这个文件放不下，没有保存。请删除不再需要的会话或文件；管理员可以调高角色的存储上限或 QIAO_ROLE_STORAGE_MB。`,
    en: `The workspaces and delivered files of this role may have ${mebibytes(mostBytes)} MB in all, and this file does not fit, so it was not kept. Delete conversations or files that are not needed any more; an admin raises the role's storage limit or QIAO_ROLE_STORAGE_MB.`,
  }),
  noTimeLeft: (seconds: number): Text => ({
    zh: `一次结果的文件要在 ${seconds} 秒内下载完，这个文件没有来得及，没有保存。请让技能分几次返回，或稍后再试。`,
    en: `The files of one result have ${seconds} s to be downloaded, and this one did not make it, so it was not kept. Have the skill return fewer at once, or try again later.`,
  }),
  stopped: (): Text => ({
    zh: '下载时任务被停止，这个文件没有保存。需要时请再运行一次。',
    en: 'The work was stopped while this file was downloaded, so it was not kept. Run it again where it is needed.',
  }),

  linkExpired: (): Text => ({
    zh: '这个下载链接无效或已过期。请回到会话里重新下载，或让发给你链接的人再发一次。',
    en: 'This download link is not valid or has expired. Download the file in the conversation, or have whoever sent you the link send it again.',
  }),
  previewTooLarge: (): Text => ({
    zh: '这个工作簿太大，不能预览。请下载后打开。',
    en: 'This workbook is too large to be previewed. Download it to open it.',
  }),
  previewNoText: (): Text => ({
    zh: '这个文件的内容不是文本，不能预览。请下载后用合适的程序打开。',
    en: 'This file is no text and can not be previewed. Download it and open it with a program for it.',
  }),
  previewDamaged: (): Text => ({
    zh: '这个工作簿无法读取，可能已损坏或有密码。请下载后用表格程序打开。',
    en: 'This workbook can not be read; it may be damaged or have a password. Download it and open it with a spreadsheet program.',
  }),

  /** For the model, in the envelope: the result is partial (ENV-07). */
  warning: (told: readonly string[], more: number): Text => ({
    zh: `${told.length + more} 个文件没有交付给用户，不要说已附上它们：${told.join('；')}${more > 0 ? `；以及另外 ${more} 个` : ''}`,
    en: `${told.length + more} file(s) did not reach the user; do not say that they are attached: ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
  }),
  /** In the reply to the person. */
  failedHeading: (count: number): Text => ({
    zh: `有 ${count} 个文件没能交付：`,
    en: count === 1 ? 'One file could not be delivered:' : `${count} files could not be delivered:`,
  }),
  failedMore: (count: number): Text => ({
    zh: `以及另外 ${count} 个文件。`,
    en: `and ${count} more.`,
  }),
  linksHeading: (): Text => ({ zh: '文件下载：', en: 'Files to download:' }),
} as const;

export const artifactNotes = {
  kept: (count: number, bytes: number): Text => ({
    zh: `保存了 ${count} 个文件，共 ${bytes} 字节`,
    en: `kept ${count} file(s) of ${bytes} bytes`,
  }),
  failed: (name: string): Text => ({
    zh: `没有交付「${name}」`,
    en: `"${name}" is not delivered`,
  }),
  left: (url: string): Text => ({
    zh: `不当作文件：${url}`,
    en: `not taken as a file: ${url}`,
  }),
  backfilled: (names: readonly string[]): Text => ({
    zh: `返回没有报告文件，登记了新文件：${names.join('、')}`,
    en: `the return names no file; registered what is new: ${names.join(', ')}`,
  }),
} as const;

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
