// What models and people are told of skills that run in the background.

import type { Text } from '#base/text.ts';

export const backgroundTexts = {
  /** For the model, in the place of the result (ASY-02). */
  started: (skill: string): Text => ({
    zh: `「${skill}」已转入后台运行，完成后会把结果主动发到这个会话。请告诉用户正在处理；不要等待，也不要为同一件事再次调用。`,
    en: `"${skill}" now runs in the background; its result will be sent to this conversation when it is done. Tell the user that it is being worked on; do not wait, and do not call it again for the same thing.`,
  }),
  /** For the model. */
  tooManyInSession: (most: number): Text => ({
    zh: `这个会话已有 ${most} 个后台任务没有结束，没有再启动新的。请告诉用户：等一些任务完成或取消之后再试；现在不要再调用。`,
    en: `This conversation has ${most} background runs that are not over, and no more was started. Tell the user to try again when some have ended or were cancelled; do not call it again now.`,
  }),
  tooManyOfPerson: (most: number): Text => ({
    zh: `这位用户在所有会话里已有 ${most} 个后台任务没有结束，没有再启动新的。请告诉用户：等一些任务完成或取消之后再试；现在不要再调用。`,
    en: `This user has ${most} background runs in all conversations together that are not over, and no more was started. Tell the user to try again when some have ended or were cancelled; do not call it again now.`,
  }),
  tooManyOfOrg: (most: number): Text => ({
    zh: `这个组织已有 ${most} 个后台任务没有结束，没有再启动新的。请告诉用户稍后再试；现在不要再调用。`,
    en: `This organisation has ${most} background runs that are not over, and no more was started. Tell the user to try again later; do not call it again now.`,
  }),
  sessionGone: (): Text => ({
    zh: '会话已被删除，没有启动后台任务。',
    en: 'The conversation was deleted, and nothing was started.',
  }),
  done: (skill: string): Text => ({
    zh: `「${skill}」已完成。`,
    en: `"${skill}" is done.`,
  }),
  /** Behind a text that is too long to be sent whole. */
  cutShort: (most: number): Text => ({
    zh: `（内容太长，只发送了前 ${most} 个字符。完整的结果已经保存，可以在这个会话里追问。）`,
    en: `(Too long to be sent whole: these are the first ${most} characters. All of it is kept: ask for the rest in this conversation.)`,
  }),
  failed: (skill: string, reason: string): Text => ({
    zh: `「${skill}」没有完成：${reason}`,
    en: `"${skill}" did not finish: ${reason}`,
  }),
  /** For people; how a skill says that it may be repeated is in docs/writing-skills.md. */
  mayHaveHappened: (): Text => ({
    zh: '运行它的进程中途结束了。这次的操作可能已经生效，所以没有再次运行。请先核对结果，确认没有生效后再重新发起。',
    en: 'The process that ran it ended in the middle. The work may have happened, so it was not run again: check first, and ask for it again only where nothing was done.',
  }),
  givenUp: (attempts: number): Text => ({
    zh: `运行它的进程 ${attempts} 次都中途结束了，不再尝试。这次的操作可能已经生效，请先核对结果。`,
    en: `The process that ran it ended in the middle ${attempts} times, and it is not tried again. The work may have happened: check first.`,
  }),
  fault: (what: string): Text => ({
    zh: `平台出错：${what}。这次的操作可能已经生效，请先核对结果，再决定是否重试。`,
    en: `A fault of the platform: ${what}. The work may have happened: check first, then decide whether to try again.`,
  }),
  cancelled: (): Text => ({
    zh: '已按用户的要求取消，没有开始运行。',
    en: 'Cancelled by the user before it began.',
  }),
  cancelledRunning: (): Text => ({
    zh: '已按用户的要求在运行中取消，已做的部分可能已经生效。',
    en: 'Cancelled by the user while it ran; what it had done by then may have happened.',
  }),
  timeOver: (seconds: number): Text => ({
    zh: `后台运行超过 ${seconds} 秒，已中止。`,
    en: `It ran in the background for more than ${seconds} seconds and was stopped.`,
  }),
  noRun: (): Text => ({
    zh: '没有这个后台任务，或它不在你的会话里。',
    en: 'There is no such background run, or it is in no conversation of yours.',
  }),
  /** In the trace. */
  sentAway: (): Text => ({
    zh: '异步技能在这个渠道转入后台运行',
    en: 'an async skill runs in the background on this channel',
  }),
  waitedFor: (): Text => ({
    zh: '异步技能同步运行：没有数据库就没有后台任务',
    en: 'an async skill was waited for: without a database there is nothing that runs in the background',
  }),
} as const;
