// Routes: files that skills made, as they were when they were delivered.

import * as z from 'zod';
import { idSchema, noFields } from './fields.ts';
import { defineRoute } from './route.ts';

const artifactParams = z.strictObject({ artifact_id: idSchema });
const showFields = z.strictObject({
  inline: z.literal('1').optional().meta({
    description:
      'To be shown instead of saved: images, audio, video and PDF as they are; HTML and SVG in a sandbox without scripts.',
  }),
});

/** Cells as text, each cut; at most so many rows and columns. */
const tablePreviewSchema = z.strictObject({
  kind: z.literal('table'),
  /** The sheets of a workbook, the first of which is shown; empty for CSV. */
  sheets: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** There is more than is shown; a CSV's or sheet's first row is usually its heading. */
  has_more_rows: z.boolean(),
  has_more_columns: z.boolean(),
});

const textPreviewSchema = z.strictObject({
  kind: z.literal('text'),
  format: z.enum(['markdown', 'json', 'plain']),
  text: z.string(),
  /** The file goes on. */
  is_cut: z.boolean(),
});

const noPreviewSchema = z.strictObject({
  kind: z.literal('none'),
  /** Why there is none, for the person; null where the file is of a kind that has none. */
  reason: z.string().nullable(),
});

const previewSchema = z.discriminatedUnion('kind', [
  tablePreviewSchema,
  textPreviewSchema,
  noPreviewSchema,
]);
export type PreviewBody = z.infer<typeof previewSchema>;

export const artifactRoutes = {
  'artifacts.download': defineRoute({
    method: 'GET',
    path: '/api/artifacts/:artifact_id',
    access: 'member',
    scopes: ['read', 'chat'],
    params: artifactParams,
    query: showFields,
    body: null,
    answer: null,
    isFile: true,
    status: 200,
    summary: {
      zh: '下载技能交付的文件：交付时的内容，之后不变',
      en: 'Download a file that a skill delivered: as it was then',
    },
  }),
  'artifacts.preview': defineRoute({
    method: 'GET',
    path: '/api/artifacts/:artifact_id/preview',
    access: 'member',
    scopes: ['read', 'chat'],
    params: artifactParams,
    query: noFields,
    body: null,
    answer: previewSchema,
    status: 200,
    rateLimit: { per: 'caller', most: 120, windowSec: 60 },
    summary: {
      zh: '预览文件：表格的前几行，或文本的开头',
      en: "Preview a file: a table's first rows, or a text's beginning",
    },
  }),
  'links.download': defineRoute({
    method: 'GET',
    path: '/f/:token',
    access: 'public',
    scopes: [],
    params: z.strictObject({ token: z.string().min(1).max(200) }),
    query: showFields,
    body: null,
    answer: null,
    isFile: true,
    status: 200,
    rateLimit: { per: 'address', most: 120, windowSec: 60 },
    summary: {
      zh: '用签名链接下载文件，不用登录；链接会过期',
      en: 'Download a file by a signed link, without a sign-in; the link expires',
    },
  }),
} as const;
