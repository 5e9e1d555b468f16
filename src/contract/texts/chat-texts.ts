// What people are told in the terminal of conversations that are kept.

import type { Text } from '#base/text.ts';

export const chatTexts = {
  session: (id: string): Text => ({
    zh: `会话 ${id}（以后用 --session ${id} 继续）`,
    en: `Conversation ${id} (go on later with --session ${id})`,
  }),
  emptyMessage: (): Text => ({
    zh: '消息是空的。请写出要说的话，或不写参数进入连续对话。',
    en: 'The message is empty. Say something, or leave it out for a conversation.',
  }),
  noOwner: (): Text => ({
    zh: '实例里没有可用的所有者账号。请先运行 qiao serve 完成首次启动。',
    en: 'The instance has no enabled owner. Run qiao serve once to set it up.',
  }),
  noRole: (name: string, known: readonly string[]): Text => ({
    zh: `没有名为「${name}」的角色。现有角色：${known.join('、') || '无'}。请用其中一个的名字或 id。`,
    en: `There is no role "${name}". There are: ${known.join(', ') || 'none'}. Use the name or id of one of them.`,
  }),
  otherRole: (session: string): Text => ({
    zh: `会话「${session}」属于另一个角色。请去掉 --role，或不带 --session 开始新的会话。`,
    en: `The conversation "${session}" is another role's. Leave out --role, or leave out --session to start a new one.`,
  }),
  unknownChannel: (channel: string, known: readonly string[]): Text => ({
    zh: `保存的会话没有「${channel}」通道。可用：${known.join('、')}。`,
    en: `A conversation that is kept has no channel "${channel}". There are: ${known.join(', ')}.`,
  }),
  otherChannel: (session: string, channel: string): Text => ({
    zh: `会话「${session}」的通道是 ${channel}。请去掉 --channel，或不带 --session 开始新的会话。`,
    en: `The conversation "${session}" is on the channel ${channel}. Leave out --channel, or leave out --session to start a new one.`,
  }),
  message: (place: number, of: number): Text => ({
    zh: `第 ${place} 条，共 ${of} 条`,
    en: `message ${place} of ${of}`,
  }),
  notSent: (place: number, of: number, reason: string): Text => ({
    zh: `第 ${place} 条（共 ${of} 条）：${reason}`,
    en: `message ${place} of ${of}: ${reason}`,
  }),
  streamEnded: (session: string): Text => ({
    zh: `与数据库的连接长时间中断，看不到后续进展；这一轮没有丢失。恢复后可用 --session ${session} 继续。`,
    en: `The database was away for too long to follow the turn; it is not lost. Go on with --session ${session} when it is back.`,
  }),
  noRemoteOption: (option: string): Text => ({
    zh: `连接到服务器（QIAO_SERVER）时不能使用 ${option}：技能和配置由服务器决定。请去掉它。`,
    en: `${option} can't be used with a server (QIAO_SERVER): skills and configuration are the server's. Leave it out.`,
  }),
  noKeptOption: (option: string): Text => ({
    zh: `${option} 不能与 --session 或 --role 一起使用。请去掉其中一个。`,
    en: `${option} can't be used with --session or --role. Leave one of them out.`,
  }),
  noToken: (server: string): Text => ({
    zh: `QIAO_SERVER 指向 ${server}，但没有设置 QIAO_TOKEN。请登录该服务器，用 POST /api/tokens 新建一个带 chat 权限的令牌，并设为 QIAO_TOKEN。`,
    en: `QIAO_SERVER names ${server}, but QIAO_TOKEN is not set. Sign in there, make a token with the scope chat by POST /api/tokens, and set QIAO_TOKEN to it.`,
  }),
  remote: (server: string): Text => ({
    zh: `通过服务器 ${server} 对话`,
    en: `Talking through the server ${server}`,
  }),
} as const;
