// What is said of where files are kept: a directory, or an S3-compatible store.

import type { Text } from '#base/text.ts';

export const blobTexts = {
  gone: (): Text => ({
    zh: '这个文件已不在存储里，可能已被清理。请让技能重新生成。',
    en: 'This file is not in the store any more; it may have been cleared away. Have the skill make it again.',
  }),
  changed: (): Text => ({
    zh: '文件在保存时被改动了。请等它写完后再试。',
    en: 'The file changed while it was kept. Try again when it is finished.',
  }),
  notStored: (reason: string): Text => ({
    zh: `文件没能存进存储目录（${reason}）。请稍后再试；若仍然失败，请让管理员检查 QIAO_DATA 下 blobs 目录的空间和权限。`,
    en: `The file could not be put into the store (${reason}). Try again later; if it goes on, have the operator look at the space and permissions of the directory blobs below QIAO_DATA.`,
  }),
  unreachable: (host: string, reason: string): Text => ({
    zh: `存储 ${host} 没有完成请求（${reason}）。请稍后再试；若仍然失败，请让管理员检查 QIAO_BLOBS 指向的服务。`,
    en: `The store at ${host} did not do what it was asked (${reason}). Try again later; if it goes on, have the operator look at the service that QIAO_BLOBS names.`,
  }),
  refused: (bucket: string, host: string, reason: string): Text => ({
    zh: `QIAO_BLOBS 指向的存储桶「${bucket}」（${host}）不能使用：${reason}。请检查桶名、endpoint、region 和 QIAO_BLOBS_ACCESS_KEY、QIAO_BLOBS_SECRET_KEY，并允许列出、读、写和删除。`,
    en: `The bucket "${bucket}" at ${host} that QIAO_BLOBS names can't be used: ${reason}. Check its name, endpoint, region, QIAO_BLOBS_ACCESS_KEY and QIAO_BLOBS_SECRET_KEY, and allow to list, read, write and delete.`,
  }),
  keysMissing: (names: readonly string[]): Text => ({
    zh: `QIAO_BLOBS 使用 S3 存储，但没有设置 ${names.join('、')}。请设置，或删除 QIAO_BLOBS 以改用 QIAO_DATA 下的目录。`,
    en: `QIAO_BLOBS names an S3 store, but ${names.join(' and ')} is not set. Set it, or remove QIAO_BLOBS to use a directory below QIAO_DATA.`,
  }),
  place: (): Text => ({
    zh: 's3://<桶名>[/<前缀>][?endpoint=https://…&region=…] 形式的地址',
    en: 'an address of the form s3://<bucket>[/<prefix>][?endpoint=https://…&region=…]',
  }),
} as const;
