// What people are told of runs' records, usage and its limits.

import type { Text } from '#base/text.ts';

/** Whose use a limit is on. */
export type LimitedUse = 'organisation' | 'role' | 'person' | 'person-in-role';

const WHOSE = {
  organisation: { zh: '整个组织', en: 'of your organisation' },
  role: { zh: '这个角色', en: 'of this role' },
  person: { zh: '你', en: 'of yours' },
  'person-in-role': { zh: '你在这个角色中', en: 'of yours with this role' },
} as const satisfies Record<LimitedUse, Text>;

export interface ReachedLimit {
  readonly whose: LimitedUse;
  readonly used: string;
  readonly most: string;
  /** `2026-12-01 00:00`, in UTC. */
  readonly resetsAt: string;
}

export const usageTexts = {
  tokensReached: ({ whose, used, most, resetsAt }: ReachedLimit): Text => ({
    zh: `${WHOSE[whose].zh}今天的 token 用量已达上限：已用 ${used} 个，上限 ${most} 个。将于 ${resetsAt}（UTC）重新计算；在此之前可由管理员调高上限。`,
    en: `The daily token limit ${WHOSE[whose].en} is reached: ${used} of ${most} tokens are used. It starts anew at ${resetsAt} UTC; an administrator can raise it before then.`,
  }),
  costReached: ({ whose, used, most, resetsAt }: ReachedLimit): Text => ({
    zh: `${WHOSE[whose].zh}本月的费用已达上限：已用 ${used} 美元，上限 ${most} 美元。将于 ${resetsAt}（UTC）重新计算；在此之前可由管理员调高上限。`,
    en: `The monthly cost limit ${WHOSE[whose].en} is reached: ${used} of ${most} US dollars are used. It starts anew at ${resetsAt} UTC; an administrator can raise it before then.`,
  }),
  envelopeCut: (bytes: number): Text => ({
    zh: `结果有 ${bytes} 字节，超出了运行记录的保存上限：过长的字段只保存了开头，多余的字段没有保存。`,
    en: `The result has ${bytes} bytes, more than the record of a run keeps: of long fields only the beginning was stored, and fields beyond the limit were not.`,
  }),
  envelopeUnreadable: (): Text => ({
    zh: '结果过大或无法写成 JSON，没有保存在运行记录中。',
    en: 'The result is too large or can not be written as JSON, and is not in the record of the run.',
  }),
  logCut: (chars: number): Text => ({
    zh: `日志共 ${chars} 个字符，只保存了结尾部分。`,
    en: `The log has ${chars} characters; only its end was stored.`,
  }),
  runsLost: (count: number): Text => ({
    zh: `数据库不可用，${count} 条运行记录没有保存。`,
    en: `The database is not available: the records of ${count} runs were not saved.`,
  }),
} as const;
