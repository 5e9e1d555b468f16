// The door of this feature: where answers go, and what becomes of them on the way.

export { createChannels, type Channels } from './channels.ts';
export type { Delivery } from './deliveries.ts';
export { channelMigrations } from './delivery-tables.ts';
export { encodeReply, type ReplyFile } from './encode-reply.ts';
export { answerResend } from './resend-command.ts';
export type { MessageBody } from './message-body.ts';
export { TEXT_CAPS } from './text/text-channel.ts';
export type { TextMessage } from './text/text-messages.ts';
