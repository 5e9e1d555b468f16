// What people are told of the database: where it can't be reached, is full, or was refused.

import type { Text } from '#base/text.ts';

export const databaseTexts = {
  unreachable: (place: string, reason: string): Text => ({
    zh: `无法连接数据库（${place}）：${reason}。请检查数据库是否在运行、DATABASE_URL 是否正确，然后重试。`,
    en: `The database (${place}) can't be reached: ${reason}. Check that it runs and that DATABASE_URL is right, and try again.`,
  }),
  lost: (): Text => ({
    zh: '与数据库的连接中断了，操作没有完成。请稍后重试。',
    en: 'The connection to the database was lost before this was done. Try again in a moment.',
  }),
  tooManyConnections: (): Text => ({
    zh: '数据库的连接数已用完。请稍后重试，或调高数据库的 max_connections。',
    en: "All of the database's connections are in use. Try again in a moment, or raise its max_connections.",
  }),
  full: (): Text => ({
    zh: '数据库所在的磁盘已满，内容没有保存。请清理磁盘空间后重试。',
    en: 'The disk that holds the database is full, and nothing was saved. Make room on it and try again.',
  }),
  readOnly: (): Text => ({
    zh: '数据库是只读的，内容没有保存。请连接到可写的主库，或解除只读设置。',
    en: 'The database is read-only, and nothing was saved. Connect to the writable primary, or lift the read-only setting.',
  }),
  tooSlow: (): Text => ({
    zh: '数据库没有在限定时间内完成操作，已被取消。请稍后重试。',
    en: 'The database did not finish within its time limit and the operation was cancelled. Try again in a moment.',
  }),
  migrationFailed: (name: string, reason: string): Text => ({
    zh: `数据库升级「${name}」失败，所有改动已撤销：${reason}。请根据原因修正后重新启动。`,
    en: `The database migration "${name}" failed and was rolled back whole: ${reason}. Mend what it names and start again.`,
  }),
  newerSchema: (name: string): Text => ({
    zh: `数据库由更新版本的 Qiao 升级过（含本版本没有的「${name}」）。请使用更新的版本启动。`,
    en: `A newer version of Qiao has migrated this database (it holds "${name}", which this version does not know). Start the newer version.`,
  }),
  foreignTables: (table: string): Text => ({
    zh: `DATABASE_URL 指向的数据库里有其他程序的表（例如「${table}」），却没有 Qiao 的数据。请使用专用的空数据库；确实要共用时设置 QIAO_SHARE_DATABASE=1。`,
    en: `The database of DATABASE_URL holds another program's tables ("${table}", say) and nothing of Qiao. Use an empty database of its own, or set QIAO_SHARE_DATABASE=1 where sharing is meant.`,
  }),
} as const;
