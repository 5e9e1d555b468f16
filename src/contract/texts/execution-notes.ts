// What the stages of an execution note in a run's trace.

import type { Text } from '#base/text.ts';

export const executionNotes = {
  droppedKey: (key: string): Text => ({
    zh: `从输入中去掉了保留字段 ${key}`,
    en: `dropped the reserved key ${key} from the input`,
  }),
  inputRefused: (): Text => ({
    zh: '输入没有通过校验，技能没有运行',
    en: 'refused before the skill ran',
  }),
  coerced: (key: string): Text => ({
    zh: `参数 ${key} 无损转换成了声明的类型`,
    en: `coerced ${key} without loss`,
  }),
  lineRunsOnce: (line: string): Text => ({
    zh: `只运行一次：${line} 线路不重跑`,
    en: `run once: the ${line} line does not run again`,
  }),
  notIdempotent: (): Text => ({
    zh: '只运行一次：技能包声明了 idempotent: false',
    en: 'run once: the package declares idempotent: false',
  }),
  failedBefore: (): Text => ({
    zh: '只运行一次：它在这一轮里失败过',
    en: 'run once: it failed in this turn before',
  }),
  breakerOpen: (failures: number, minutes: number): Text => ({
    zh: `只运行一次：它在 ${minutes} 分钟内的最近 ${failures} 次调用都失败了（熔断）`,
    en: `run once: its last ${failures} calls within ${minutes} minutes all failed (circuit breaker)`,
  }),
  mayRerun: (attempts: number): Text => ({
    zh: `遇到暂时性故障时最多运行 ${attempts} 次`,
    en: `up to ${attempts} runs where a fault is transient`,
  }),
  attemptEnded: (attempt: number, fault: string): Text => ({
    zh: `第 ${attempt} 次运行以 ${fault} 结束`,
    en: `run ${attempt} ended in ${fault}`,
  }),
  waited: (ms: number): Text => ({
    zh: `等待空位 ${ms} ms；其间墙钟停走`,
    en: `waited ${ms} ms for a free place; the wall clock stood still meanwhile`,
  }),
  skillDocument: (characters: number): Text => ({
    zh: `处理器返回了 skill_doc（${characters} 字）：由子代理按它执行`,
    en: `the handler gave a skill_doc of ${characters} characters: a sub-agent follows it`,
  }),
  noEntry: (hasDocument: boolean): Text =>
    hasDocument
      ? {
          zh: '处理器没有入口：改用文档',
          en: 'the handler has no entry: falls back to the document',
        }
      : {
          zh: '处理器没有入口，文档里也没有可执行的内容',
          en: 'the handler has no entry, and the document has nothing to execute',
        },
} as const;
