// What people are told of messages that go to channels: what was sent, what was not, and what may have been.

import type { Text } from '#base/text.ts';

export const channelTexts = {
  fileLink: (name: string, url: string): Text => ({
    zh: `${name}：${url}`,
    en: `${name}: ${url}`,
  }),
  sessionGone: (): Text => ({
    zh: '会话已被删除，消息没有送出。',
    en: 'The conversation was deleted, and the message was not sent.',
  }),
  tooLong: (most: number): Text => ({
    zh: `这条消息超过了通道一条消息 ${most} 个字符的上限。`,
    en: `The message is longer than the ${most} characters that the channel takes in one.`,
  }),
  kindNotTaken: (): Text => ({
    zh: '通道不接收这种文件，或一条消息里的文件太多。',
    en: 'The channel does not take this kind of file, or not so many in one message.',
  }),
  fileTooLarge: (mostBytes: number): Text => ({
    zh: `文件超过了通道 ${Math.floor(mostBytes / 1024 / 1024)} MB 的上限。`,
    en: `The file is larger than the ${Math.floor(mostBytes / 1024 / 1024)} MB that the channel takes.`,
  }),
  answerLost: (): Text => ({
    zh: '通道没有答复是否收到：消息可能已经送达。需要时用 /resend 再送一次。',
    en: 'The channel did not say whether it has the message: it may have arrived. Say /resend to send it once more.',
  }),
  processLost: (): Text => ({
    zh: '发送时服务中断：消息可能已经送达。需要时用 /resend 再送一次。',
    en: 'The server went away while it sent the message: it may have arrived. Say /resend to send it once more.',
  }),
  noDelivery: (): Text => ({
    zh: '没有这次投递：它可能已过保留期或被删除，或不属于你。',
    en: 'There is no such delivery: it may be past its retention or deleted, or it is not yours.',
  }),
  nothingToResend: (): Text => ({
    zh: '没有可以重发的：这条回答都已送达，或还在投递中。',
    en: 'There is nothing to send again: all of this answer was sent, or is on its way.',
  }),
  allSent: (): Text => ({
    zh: '没有需要重发的消息：这个会话的回答都已送达，或还在投递中。',
    en: 'Nothing is to be sent again: all answers of this conversation were sent, or are on their way.',
  }),
  noSuchAnswer: (last: string): Text => ({
    zh: `没有倒数第 ${last} 条要投递的回答。/resend 重发最近没有送达的，/resend 2 重发倒数第二条。`,
    en: `There is no answer ${last} from the end that was to be sent. /resend is for the latest that was not, /resend 2 for the last but one.`,
  }),
  resending: (parts: number, doubtful: number): Text => ({
    zh: `正在重新发送 ${parts} 条消息。${doubtful === 0 ? '' : `其中 ${doubtful} 条可能已经送达，会标明可能重复。`}`,
    en: `Sending again: ${parts} message${parts === 1 ? '' : 's'}.${doubtful === 0 ? '' : ` Of ${doubtful} nobody knows whether it arrived: it may be there twice, and says so.`}`,
  }),
  perhapsDuplicate: (): Text => ({
    zh: '（可能重复）',
    en: '(perhaps a duplicate)',
  }),
} as const;
