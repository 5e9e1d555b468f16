// Routes: files that go with what is said, and files that skills made.

import * as z from 'zod';
import { attachmentSchema } from './attachment-bodies.ts';
import { idSchema, noFields } from './fields.ts';
import { defineRoute } from './route.ts';

const sessionParams = z.strictObject({ session_id: idSchema });
const attachmentParams = z.strictObject({ session_id: idSchema, attachment_id: idSchema });

/** What may be sent, for whoever sends it to know before. */
const limitsSchema = z.strictObject({
  /** Bytes of one file. */
  most_bytes: z.number().int(),
  /** Bytes of all uploads of the conversation, and what they have now. */
  session_bytes: z.number().int(),
  used_bytes: z.number().int(),
  /** Uploads that the conversation may have, and those that it has now. */
  most_files: z.number().int(),
  used_files: z.number().int(),
  /** Files that may go with one message. */
  most_per_turn: z.number().int(),
});
export type UploadLimitsBody = z.infer<typeof limitsSchema>;

const attachmentsSchema = z.strictObject({
  /** The newest first. */
  items: z.array(attachmentSchema),
  limits: limitsSchema,
});
export type AttachmentsBody = z.infer<typeof attachmentsSchema>;

const uploadNoteSchema = z.strictObject({
  code: z.enum(['empty', 'renamed', 'other-type']),
  message: z.string(),
});
export type UploadNoteBody = z.infer<typeof uploadNoteSchema>;

const uploadedSchema = z.strictObject({
  ...attachmentSchema.shape,
  /** What the sender should know of it: it is empty, has another name, or is not what its name says. */
  notes: z.array(uploadNoteSchema),
});
export type UploadedBody = z.infer<typeof uploadedSchema>;

export const attachmentRoutes = {
  'attachments.list': defineRoute({
    method: 'GET',
    path: '/api/sessions/:session_id/attachments',
    access: 'member',
    scopes: ['read', 'chat'],
    params: sessionParams,
    query: noFields,
    body: null,
    answer: attachmentsSchema,
    status: 200,
    summary: { zh: '会话里的文件，以及上传限制', en: 'Files of a conversation, and the limits' },
  }),
  'attachments.upload': defineRoute({
    method: 'POST',
    path: '/api/sessions/:session_id/attachments',
    access: 'member',
    scopes: ['chat'],
    params: sessionParams,
    query: z.strictObject({
      /** Percent-encoded UTF-8. What no file system takes is replaced; a name that is taken gets a number. */
      name: z.string().min(1).max(4000),
    }),
    body: null,
    takesFile: true,
    answer: uploadedSchema,
    status: 201,
    rateLimit: { per: 'caller', most: 300, windowSec: 60 },
    summary: {
      zh: '上传一个文件：请求体就是文件内容',
      en: 'Upload one file: the body is its content',
    },
  }),
  'attachments.download': defineRoute({
    method: 'GET',
    path: '/api/sessions/:session_id/attachments/:attachment_id',
    access: 'member',
    scopes: ['read', 'chat'],
    params: attachmentParams,
    query: noFields,
    body: null,
    answer: null,
    isFile: true,
    status: 200,
    summary: { zh: '下载会话里的一个文件', en: 'Download a file of a conversation' },
  }),
  'attachments.delete': defineRoute({
    method: 'DELETE',
    path: '/api/sessions/:session_id/attachments/:attachment_id',
    access: 'member',
    scopes: ['chat'],
    params: attachmentParams,
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '删除会话里的一个文件', en: 'Delete a file of a conversation' },
  }),
  'files.download': defineRoute({
    method: 'GET',
    path: '/api/sessions/:session_id/files/:path',
    access: 'member',
    scopes: ['read', 'chat'],
    params: z.strictObject({
      session_id: idSchema,
      /** What follows `workspace:` in an artifact's `url`, slashes and all. */
      path: z.string().min(1).max(4000),
    }),
    query: noFields,
    body: null,
    answer: null,
    isFile: true,
    hasPathTail: true,
    status: 200,
    summary: {
      zh: '下载技能生成的文件（artifact 事件的 workspace: 地址）',
      en: 'Download a file that a skill made (the workspace: address of an artifact event)',
    },
  }),
} as const;
