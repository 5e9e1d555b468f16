// What people and models are told of turns that are kept: queued, interrupted, taken back.

import type { Text } from '#base/text.ts';

export const turnTexts = {
  callMayHaveRun: (tool: string): Text => ({
    zh: `服务器在「${tool}」运行时中断：它可能已经做了一部分或全部工作。再做之前先核实。`,
    en: `The server went away while "${tool}" was running: it may have done some or all of its work. Check before doing it again.`,
  }),
  callNotStarted: (tool: string): Text => ({
    zh: `服务器中断时「${tool}」还没有开始，什么都没做。需要时可再次调用。`,
    en: `The server went away before "${tool}" started: nothing was done. Call it again if it is still wanted.`,
  }),
  interrupted: (ran: readonly string[], mayHaveRun: readonly string[]): Text => ({
    zh: [
      '服务器在处理这条消息时中断，回答没有完成。',
      ran.length === 0 ? '' : `已经运行完：${ran.join('、')}。`,
      mayHaveRun.length === 0 ? '' : `可能已经运行：${mayHaveRun.join('、')}，再做之前请先核实。`,
      '需要时请重新发送。',
    ].join(''),
    en: [
      'The server went away while it worked on this message, and the answer was not finished.',
      ran.length === 0 ? '' : ` Finished: ${ran.join(', ')}.`,
      mayHaveRun.length === 0
        ? ''
        : ` May have run: ${mayHaveRun.join(', ')}. Check before doing it again.`,
      ' Send it again if it is still wanted.',
    ].join(''),
  }),
  pushed: (): Text => ({
    zh: '（平台提示：没有人提问，下面是平台自行发送给用户的内容。）',
    en: '(A note of the platform: nobody asked anything. What follows was sent to the person by the platform itself.)',
  }),
  nobodyAsked: (): Text => ({
    zh: '这条内容是平台自行发送的，没有可以重新回答或修改的提问。',
    en: 'The platform sent this by itself: there is no question to answer again or to edit.',
  }),
  taken: (): Text => ({
    zh: '这一轮对话已不由本进程处理（服务中断后被另一个进程接管，或已被删除），结果没有保存。',
    en: 'This turn is no longer run by this process (another one took it over, or it was deleted), and its result was not stored.',
  }),
  noSession: (): Text => ({
    zh: '没有这个会话：它可能已被删除，或不属于你。',
    en: 'There is no such conversation: it may have been deleted, or it is not yours.',
  }),
  noTurn: (): Text => ({
    zh: '会话里没有这条消息：它可能已被删除或替换。',
    en: 'The conversation has no such message: it may have been deleted or replaced.',
  }),
  noRun: (): Text => ({
    zh: '没有这条运行记录：它可能已过保留期，或不属于你。',
    en: 'There is no such run: it may be past its retention, or not yours.',
  }),
  roleClosed: (): Text => ({
    zh: '这个会话的角色不再对你开放：它现在只属于某个团队，而你不在其中，或你的账号已停用。请管理员把你加入该团队，或和其他角色开始新的会话。',
    en: "This conversation's role is no longer open to you: it belongs to a team that you are not in, or your account is disabled. An admin can add you to the team; or start a conversation with another role.",
  }),
  queueFull: (most: number): Text => ({
    zh: `这个会话已有 ${most} 条消息在排队。请等前面的处理完，或先停止当前一轮。`,
    en: `${most} messages already wait in this conversation. Wait for them, or stop the turn that runs.`,
  }),
  stillRunning: (): Text => ({
    zh: '会话里还有消息在处理。请先停止或等它完成，再重新生成或修改。',
    en: 'A message of this conversation is still being worked on. Stop it or wait for it before you regenerate or edit.',
  }),
  cursorWrong: (): Text => ({
    zh: '参数 after 不是上一页给出的 next。请原样使用上一页的 next，或省略它。',
    en: 'The parameter after is not the next of a page before. Give that as it came, or leave it out.',
  }),
  keyReused: (): Text => ({
    zh: '这个 client_key 已用于另一条内容不同的消息。请换一个新的。',
    en: 'This client_key was used for another message with a different text. Use a new one.',
  }),
} as const;
