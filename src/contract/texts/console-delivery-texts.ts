// What the console says of answers that are sent to channels, and of what goes on in the background.

import type { Text } from '#base/text.ts';

export const channelNameTexts = {
  web: (): Text => ({ zh: '网页', en: 'Web page' }),
  text: (): Text => ({ zh: '文本', en: 'Text' }),
} as const;

type DeliverySum = 'failed' | 'unknown' | 'under-way' | 'sent';

const SUMS = {
  sent: (channel: string): Text => ({
    zh: `已送达「${channel}」通道`,
    en: `Sent to the ${channel} channel`,
  }),
  'under-way': (channel: string): Text => ({
    zh: `正在发往「${channel}」通道…`,
    en: `On its way to the ${channel} channel…`,
  }),
  failed: (channel: string): Text => ({
    zh: `没有送达「${channel}」通道`,
    en: `Not sent to the ${channel} channel`,
  }),
  unknown: (channel: string): Text => ({
    zh: `可能已送达「${channel}」通道`,
    en: `Perhaps arrived on the ${channel} channel`,
  }),
} as const satisfies Record<DeliverySum, (channel: string) => Text>;

export const deliveryTexts = {
  deliveries: (): Text => ({ zh: '送达情况', en: 'Delivery' }),
  sum: (state: DeliverySum, channel: string): Text => SUMS[state](channel),
  someOf: (count: number, all: number): Text => ({
    zh: `共 ${all} 条，其中 ${count} 条`,
    en: `${count} of ${all} messages`,
  }),
  parts: (all: number): Text => ({ zh: `${all} 条消息`, en: `${all} messages` }),
  resend: (): Text => ({ zh: '重新发送', en: 'Resend' }),
  resending: (): Text => ({ zh: '正在重新发送…', en: 'Sending again…' }),
  mayComeTwice: (): Text => ({
    zh: '没人知道它是否已送达：重新发送后，对方可能收到两次，会标明「可能重复」。',
    en: 'Nobody knows whether it arrived: sent again, it may be there twice, and then says so.',
  }),
  perhapsDuplicate: (): Text => ({ zh: '可能重复', en: 'Perhaps a duplicate' }),
  notResent: (): Text => ({ zh: '没有重新发送', en: 'Not sent again' }),
  target: (): Text => ({ zh: '接收方', en: 'To' }),
  tries: (count: number): Text => ({
    zh: `尝试 ${count} 次`,
    en: count === 1 ? '1 try' : `${count} tries`,
  }),
  /** Of one message. */
  made: (): Text => ({ zh: '等待发送', en: 'Waits to be sent' }),
  queued: (): Text => ({ zh: '等待重试', en: 'Waits for another try' }),
  sending: (): Text => ({ zh: '正在发送', en: 'Being sent' }),
  sent: (): Text => ({ zh: '已送达', en: 'Sent' }),
  failed: (): Text => ({ zh: '没有送达', en: 'Not sent' }),
  unknown: (): Text => ({ zh: '可能已送达', en: 'Perhaps arrived' }),
  message: (): Text => ({ zh: '消息', en: 'Message' }),
  text: (): Text => ({ zh: '文字', en: 'Text' }),
  image: (): Text => ({ zh: '图片', en: 'Image' }),
  video: (): Text => ({ zh: '视频', en: 'Video' }),
  audio: (): Text => ({ zh: '音频', en: 'Audio' }),
  file: (): Text => ({ zh: '文件', en: 'File' }),
} as const;

export const backgroundViewTexts = {
  /** Of a call that goes on after its turn. */
  goesOn: (): Text => ({ zh: '后台运行中', en: 'In the background' }),
  cancelling: (): Text => ({ zh: '正在取消…', en: 'Cancelling…' }),
  cancelled: (): Text => ({ zh: '已取消', en: 'Cancelled' }),
  cancel: (): Text => ({ zh: '取消', en: 'Cancel' }),
  cancelOf: (skill: string): Text => ({ zh: `取消 ${skill}`, en: `Cancel ${skill}` }),
  cancelTitle: (skill: string): Text => ({
    zh: `取消后台的「${skill}」？`,
    en: `Cancel "${skill}" in the background?`,
  }),
  cancelWarning: (): Text => ({
    zh: '它会停下来，不再发来结果；已经做的部分可能已经生效。',
    en: 'It stops and sends no result; what it has done by now may have happened.',
  }),
  cancelRun: (): Text => ({ zh: '取消任务', en: 'Cancel it' }),
  keepRun: (): Text => ({ zh: '让它继续', en: 'Let it go on' }),
  atWork: (count: number): Text => ({
    zh: `后台 ${count} 项`,
    en: `${count} in the background`,
  }),
  list: (): Text => ({ zh: '后台任务', en: 'In the background' }),
  pushed: (): Text => ({ zh: '来自后台任务', en: 'From background work' }),
} as const;
