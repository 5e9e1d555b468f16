// What the terminal says of the server, its links, and the key of its secrets.

import type { Text } from '#base/text.ts';

export const serveTexts = {
  serveAbout: (): Text => ({
    zh: '启动服务器（网页接口、对话、技能），数据保存在自带的 PostgreSQL 里',
    en: 'start the server (API, conversations, skills) on the PostgreSQL that comes with it',
  }),
  linkAbout: (): Text => ({
    zh: '生成一个登录链接：15 分钟内有效，只能用一次',
    en: 'make a sign-in link: good for 15 minutes, and for one use',
  }),
  linkLogin: (): Text => ({
    zh: '登录名（默认是最早的所有者）',
    en: 'the login (default: the earliest owner)',
  }),
  backupAbout: (): Text => ({
    zh: '把整个实例备份到一个文件（服务器可以继续运行）',
    en: 'back up the whole instance into one file (the server may go on)',
  }),
  backupFile: (): Text => ({ zh: '备份文件（.zip）', en: 'the backup file (.zip)' }),
  restoreAbout: (): Text => ({
    zh: '从备份文件恢复整个实例',
    en: 'restore the whole instance from a backup file',
  }),
  forceBackup: (): Text => ({ zh: '覆盖已有的文件', en: 'overwrite a file that is there' }),
  forceRestore: (): Text => ({
    zh: '实例里已有内容时，用备份替换它',
    en: 'replace what the instance holds',
  }),
  secretsAbout: (): Text => ({
    zh: '更换加密密钥，重新加密所有保存的密钥',
    en: 'change the encryption key and seal every stored secret anew',
  }),
  secretsRotated: (count: number, keyId: string): Text => ({
    zh: `已用新密钥（${keyId}）重新加密 ${count} 个值。`,
    en: `${count} values were sealed anew with the new key (${keyId}).`,
  }),
  roleOption: (): Text => ({
    zh: '角色的名字或 id：会话会保存在数据库里',
    en: "the role's name or id: the conversation is kept in the database",
  }),
  sessionOption: (): Text => ({
    zh: '继续一个保存的会话',
    en: 'go on with a kept conversation',
  }),
  starting: (): Text => ({ zh: '正在启动', en: 'starting' }),
  running: (url: string): Text => ({
    zh: `Qiao 已启动：${url}`,
    en: `Qiao runs at ${url}`,
  }),
  signIn: (url: string): Text => ({
    zh: `登录链接（15 分钟内有效，只能用一次）：${url}`,
    en: `Sign in with this link (good for 15 minutes, and for one use): ${url}`,
  }),
  signInLater: (): Text => ({
    zh: '需要登录链接时，在另一个终端运行：npx qiao link',
    en: 'For a sign-in link run in another terminal: npx qiao link',
  }),
  linkFor: (login: string): Text => ({
    zh: `「${login}」的登录链接（15 分钟内有效，只能用一次）：`,
    en: `A sign-in link for "${login}" (good for 15 minutes, and for one use):`,
  }),
  stopping: (): Text => ({
    zh: '正在停止：等待进行中的对话结束（再按一次 Ctrl-C 立即退出）',
    en: 'Stopping: turns that run may end first (Ctrl-C again leaves at once)',
  }),
} as const;
