// What people are told of streams: what can't be followed, what was wrong with a message, why a stream ended.

import type { Text } from '#base/text.ts';

export const streamTexts = {
  noSession: (): Text => ({
    zh: '没有这个会话可以订阅。请检查会话 id；它可能已被删除。',
    en: 'There is no such session to follow. Check its id; it may have been deleted.',
  }),
  noSuchPlace: (path: string): Text => ({
    zh: `「${path}」不提供 WebSocket。请连接 /ws。`,
    en: `There is no WebSocket at "${path}". Connect to /ws.`,
  }),
  originRefused: (): Text => ({
    zh: '这个网页地址（Origin 或 Host）不在允许之列，连接被拒绝。请从平台自己的地址打开页面，或由管理员把该地址加入允许列表。',
    en: 'The connection was refused: its Origin or Host is not on the list of allowed ones. Open the page at the platform’s own address, or have an administrator allow this one.',
  }),
  notSignedIn: (): Text => ({
    zh: '尚未登录或登录已失效，连接被拒绝。请登录或换用有效的令牌后再连接。',
    en: 'The connection was refused: you are not signed in, or no longer. Sign in, or use a valid token, and connect again.',
  }),
  signInEnded: (): Text => ({
    zh: '登录已失效，事件流已结束。请重新登录后再连接。',
    en: 'The sign-in is no longer valid, so the stream has ended. Sign in and connect again.',
  }),
  malformed: (fault: string): Text => ({
    zh: `无法理解这条消息：${fault}。每条消息应是一个 JSON 对象，type 为 subscribe、unsubscribe 或 ping。`,
    en: `This message can't be understood: ${fault}. Each message is a JSON object whose type is subscribe, unsubscribe or ping.`,
  }),
  notText: (): Text => ({ zh: '它不是文本', en: 'it is not text' }),
  notJson: (): Text => ({ zh: '它不是 JSON', en: 'it is not JSON' }),
  tooManySubscriptions: (limit: number): Text => ({
    zh: `一个连接最多同时订阅 ${limit} 个会话。请先取消不再需要的订阅，或另开一个连接。`,
    en: `A connection follows ${limit} sessions at most. Unsubscribe from those no longer needed, or open another connection.`,
  }),
  badResumePoint: (given: string): Text => ({
    zh: `「${given}」不是事件序号。请把最后收到的事件的 seq（非负整数）作为 after 或 Last-Event-ID。`,
    en: `"${given}" is not the number of an event. Give the seq of the last event you received, a whole number from 0, as after or Last-Event-ID.`,
  }),
  interrupted: (): Text => ({
    zh: '事件流中断了，没有事件丢失。请用最后收到的 seq 作为 after 重新订阅。',
    en: 'The stream was interrupted; no event is lost. Subscribe again with the last seq you received as after.',
  }),
  stopping: (): Text => ({
    zh: '服务器正在停止。请稍后重试。',
    en: 'The server is stopping. Try again in a moment.',
  }),
  unavailable: (): Text => ({
    zh: '服务器暂时无法确认登录状态。请稍后重新连接。',
    en: 'The server can’t check the sign-in just now. Connect again in a moment.',
  }),
} as const;
