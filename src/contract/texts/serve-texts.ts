// What the terminal says of the server, its links, and the key of its secrets.

import type { Text } from '#base/text.ts';

export const serveTexts = {
  serveAbout: (): Text => ({
    zh: '启动服务器（聊天页面、API、技能），数据保存在自带的 PostgreSQL 里',
    en: 'start the server (chat page, API, skills) on the PostgreSQL that comes with it',
  }),
  workerAbout: (): Text => ({
    zh: '只运行后台任务和消息投递，不提供页面和 API；和服务器共用一个数据库',
    en: "run background jobs and send what is to be sent, without page and API; on the server's database",
  }),
  working: (places: number): Text => ({
    zh: `后台进程已启动：同时运行 ${places} 个任务。按 Ctrl-C 停止。`,
    en: `The worker runs: ${places} jobs at once. Ctrl-C stops it.`,
  }),
  workerStopping: (): Text => ({
    zh: '正在停止：等运行中的任务片刻；没有做完的会交给其他进程，或注明可能已经生效（再按一次 Ctrl-C 立即退出）',
    en: 'Stopping: jobs that run get a moment; one that is not done by then goes to another process, or is told to have perhaps happened (Ctrl-C again leaves at once)',
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
  keyIsVariables: (): Text => ({
    zh: '现在的密钥是 QIAO_SECRET_KEY 的，不再是 secret.key 里的：这个实例的每个程序（服务器、定时备份、其他命令）都必须设置这个变量。仍在用旧密钥运行的服务器请带着它重新启动。请另外保存好它：备份里没有它。',
    en: "The key is QIAO_SECRET_KEY's now and no longer secret.key's: every program of this instance (servers, scheduled backups, other commands) needs the variable. Restart servers that run with the old key with it, and keep a copy of it: backups do not hold it.",
  }),
  forgetAbout: (): Text => ({
    zh: '密钥彻底丢失时：忘记所有无法再解密的内容，换一把新密钥',
    en: 'where the key is lost for good: forget what can no longer be decrypted, and take a new key',
  }),
  forgetYes: (): Text => ({
    zh: '确认忘记（不加时只显示会忘记什么）',
    en: 'do forget (without it, only tell what would be forgotten)',
  }),
  toForget: (values: number, ownSecrets: number): Text => ({
    zh: `会忘记：${values} 个加密保存的技能配置；服务器为自己生成的 ${ownSecrets} 个密文（会重新生成）。对话、文件、账号和其他配置都保留。`,
    en: `To be forgotten: ${values} encrypted configuration values of skills, and ${ownSecrets} secrets that the server made for itself (it makes them anew). Conversations, files, accounts and all other configuration stay.`,
  }),
  toForgetProviders: (org: string, providers: readonly string[]): Text => ({
    zh: `会忘记：组织「${org}」的模型服务密钥（${providers.join('、')}）`,
    en: `To be forgotten: the model provider keys of the organisation "${org}" (${providers.join(', ')})`,
  }),
  notForgotten: (): Text => ({
    zh: '还没有做任何改动，也无法撤销。如果能找到原来的密钥，请放回它。确认丢失时：先用 qiao backup 备份，再运行 qiao forget-secrets --yes。',
    en: 'Nothing was changed yet, and it can not be undone. Put the original key back if there is any copy of it. Where it is lost: make a backup with qiao backup, then run qiao forget-secrets --yes.',
  }),
  forgotten: (keyId: string): Text => ({
    zh: `已忘记，新密钥是 ${keyId}。请启动服务器，重新填写模型服务的密钥和技能的密钥。`,
    en: `Forgotten; the new key is ${keyId}. Start the server, and enter the provider keys and the secrets of skills anew.`,
  }),
  keyFileMoved: (to: string): Text => ({
    zh: `原来的密钥文件打不开这个数据库，已移到 ${to}。`,
    en: `The key file that was there does not open this database; it was moved to ${to}.`,
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
  offline: (): Text => ({
    zh: '没有设置 QIAO_MODEL：没有指定模型的角色由离线应答器回答（不是语言模型，内容不离开本机）。要使用语言模型，请设置 QIAO_MODEL，或登录后在「设置 → 模型服务」里设置。',
    en: 'QIAO_MODEL is not set: roles without a model of their own are answered offline (no language model; nothing leaves this machine). For a language model set it, or sign in and use "Settings → Model providers".',
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
