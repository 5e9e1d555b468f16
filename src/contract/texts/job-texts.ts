// What people are told of the queue of jobs.

import type { Text } from '#base/text.ts';

export const jobTexts = {
  noSchemaRight: (schema: string, said: string): Text => ({
    zh: `数据库角色不能创建作业队列的模式「${schema}」：${said}。请以有权限的角色执行一次 create schema ${schema} authorization <DATABASE_URL 里的角色>，或授予它在该数据库上的 CREATE 权限，然后重新启动。`,
    en: `The database role may not create the schema "${schema}" of the job queue: ${said}. As a role that may, run once: create schema ${schema} authorization <the role of DATABASE_URL>; or grant it CREATE on the database. Then start again.`,
  }),
  closing: (): Text => ({
    zh: '服务正在停止。',
    en: 'The server is stopping.',
  }),
  taken: (): Text => ({
    zh: '另一个进程已接手这项作业。',
    en: 'Another process has taken this job over.',
  }),
} as const;
