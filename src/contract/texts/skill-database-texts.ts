// What is said of a skill's own database: to the skill's author in an error, and to the operator.

import { withoutFullStop, type Text } from '#base/text.ts';

/** PostgreSQL's own words, as one sentence or more. */
interface Said {
  readonly state: string;
  readonly message: string;
}

const RULE: Text = {
  zh: '事务已失败：先执行 rollback，再执行其他语句。',
  en: 'The transaction has failed: roll back before the next statement.',
};

export const skillDatabaseTexts = {
  sqlFailed: ({ state, message }: Said): Text => ({
    zh: `SQL 出错（${state}）：${withoutFullStop(message)}。`,
    en: `The SQL failed (${state}): ${withoutFullStop(message)}.`,
  }),
  mustRollBack: (): Text => RULE,
  withRule: (text: Text): Text => ({
    zh: `${text.zh}${RULE.zh}`,
    en: `${text.en} ${RULE.en}`,
  }),
  notAllowed: ({ state, message }: Said): Text => ({
    zh: `数据库拒绝了这条语句（${state}）：${withoutFullStop(message)}。技能的会话只能使用本团队自己的 schema：请在其中建表、读写，不要写 schema 名。`,
    en: `The database refused this statement (${state}): ${withoutFullStop(message)}. A skill's session has its team's own schema and nothing else: create, read and write tables there, without naming a schema.`,
  }),
  severalStatements: (): Text => ({
    zh: '一次 execute 只能执行一条 SQL 语句。请把每条语句分别交给 execute。',
    en: 'One execute takes one SQL statement. Give each statement to an execute of its own.',
  }),
  copyRefused: (): Text => ({
    zh: '技能的会话不支持 COPY。读取请用 select，写入请用带参数列表的 insert。',
    en: "COPY does not work in a skill's session. Read with select, and write with insert and a list of parameters.",
  }),
  statementTooSlow: (seconds: number): Text => ({
    zh: `语句超过 ${seconds} 秒，已被取消。请加上条件、LIMIT 或索引，或分批执行。`,
    en: `The statement took more than ${seconds} s and was cancelled. Narrow it with a condition, LIMIT or an index, or do it in parts.`,
  }),
  lockTooSlow: (seconds: number): Text => ({
    zh: `等待另一个会话的锁超过 ${seconds} 秒，语句已被取消。请稍后重试，并让每个会话尽快提交。`,
    en: `Another session held a lock for more than ${seconds} s and the statement was cancelled. Try again later, and let each session commit soon.`,
  }),
  tooManyRows: (rows: number): Text => ({
    zh: `结果超过 ${rows} 行。请先 rollback，再用 LIMIT 分页读取，或在 SQL 里汇总。`,
    en: `The result has more than ${rows} rows. Roll back, then use LIMIT and read it in pages, or sum it up in SQL.`,
  }),
  tooManyBytes: (bytes: number): Text => ({
    zh: `结果超过 ${bytes} 字节，会话已结束，未提交的改动已撤销。请用 LIMIT 分页、少选几列，再用 db_factory 重新打开会话。`,
    en: `The result has more than ${bytes} bytes; the session was ended and what was not committed is undone. Use LIMIT or select fewer columns, and open another session with db_factory.`,
  }),
  statementTooLong: (chars: number): Text => ({
    zh: `SQL 文本超过 ${chars} 个字符。请把数据放进参数，而不是写进语句。`,
    en: `The SQL is longer than ${chars} characters. Pass data as parameters, not inside the statement.`,
  }),
  nulCharacter: (): Text => ({
    zh: 'SQL 或参数里有 NUL 字符（\\0），PostgreSQL 的文本不能包含它。请先去掉。',
    en: "The SQL or a parameter holds a NUL character (\\0), which PostgreSQL's text can't. Remove it first.",
  }),
  emptyStatement: (): Text => ({
    zh: 'SQL 是空的。请给出一条语句。',
    en: 'The SQL is empty. Give one statement.',
  }),
  missingParameter: (name: string): Text => ({
    zh: `SQL 里用到了 :${name}，但参数里没有「${name}」。请在 execute 的第二个参数中给出，例如 {"${name}": 值}。`,
    en: `The SQL uses :${name}, but the parameters hold no "${name}". Give it in execute's second argument: {"${name}": value}.`,
  }),
  parameterCount: (expected: number, given: number): Text => ({
    zh: `SQL 需要 ${expected} 个参数，给出了 ${given} 个。命名参数写作 :name 并给对象，位置参数写作 $1、$2 并给列表。`,
    en: `The SQL takes ${expected} parameter(s), ${given} came. Write :name and give an object, or $1, $2 and give a list.`,
  }),
  tooManyParameters: (most: number): Text => ({
    zh: `一条语句最多 ${most} 个参数。请把列表作为一个数组参数传入，例如 id = any(:ids)，或分批执行。`,
    en: `One statement takes ${most} parameters at most. Pass a list as one array, as in id = any(:ids), or do it in parts.`,
  }),
  tooManySets: (most: number): Text => ({
    zh: `一次 execute 最多 ${most} 组参数。请分批执行。`,
    en: `One execute takes ${most} sets of parameters at most. Do it in parts.`,
  }),
  parametersShape: (): Text => ({
    zh: '参数必须是对象（:name）、列表（$1、$2），或对象的列表（逐个执行）。',
    en: 'Parameters are an object (:name), a list ($1, $2), or a list of objects (one execution each).',
  }),
  nothingCommitted: (): Text => ({
    zh: '没有提交：事务中有语句失败，全部改动已撤销。请先处理那个错误，再重新执行。',
    en: 'Nothing was committed: a statement of this transaction failed, and all of it is undone. Deal with that error first and do it again.',
  }),
  sessionTooLong: (seconds: number): Text => ({
    zh: `数据库会话超过 ${seconds} 秒，已结束，未提交的改动已撤销。请用 db_factory 现开现关：先算好再打开，尽快提交并关闭。`,
    en: `The database session lasted more than ${seconds} s and was ended; what was not committed is undone. Open sessions with db_factory when you need them, commit and close them soon, and do slow work outside.`,
  }),
  sessionLost: (): Text => ({
    zh: '数据库会话已断开，未提交的改动已撤销。请用 db_factory 重新打开会话再试。',
    en: 'The database session was cut off; what was not committed is undone. Open another with db_factory and try again.',
  }),
  noSession: (): Text => ({
    zh: '没有这个数据库会话：它已经关闭，或属于另一次运行。请用 db_factory 重新打开。',
    en: 'There is no such database session: it was closed, or it belongs to another run. Open one with db_factory.',
  }),
  runOver: (): Text => ({
    zh: '这次技能运行已经结束，不再打开数据库会话。',
    en: 'This run of the skill is over and opens no more database sessions.',
  }),
  tooManyPending: (count: number): Text => ({
    zh: `同一会话里等待执行的语句超过 ${count} 条。请逐条 await。`,
    en: `More than ${count} statements wait in this session. Await each before the next.`,
  }),
  tooManySessions: (count: number): Text => ({
    zh: `一次运行最多同时打开 ${count} 个数据库会话。请先关闭用完的会话。`,
    en: `One run may have ${count} database sessions open. Close those you are done with first.`,
  }),
  noPlace: (seconds: number): Text => ({
    zh: `等了 ${seconds} 秒仍没有空闲的数据库会话。请稍后重试，并让技能尽快关闭会话。`,
    en: `No database session became free within ${seconds} s. Try again later, and let skills close their sessions soon.`,
  }),
  cannotSetUp: (reason: string): Text => ({
    zh: `无法为团队准备技能数据库：${withoutFullStop(reason)}。请让平台的数据库账号拥有该数据库，并具有 CREATEROLE 权限。`,
    en: `The team's skill database can't be set up: ${withoutFullStop(reason)}. The platform's database role has to own the database and have CREATEROLE.`,
  }),
  tooPowerful: (role: string): Text => ({
    zh: `数据库角色「${role}」拥有超出技能所需的权限（例如 SUPERUSER 或 CREATEROLE，或是其他角色的成员），因此没有使用它。请收回这些权限。`,
    en: `The database role "${role}" may do more than a skill should (SUPERUSER or CREATEROLE, or it is a member of another role), so it is not used. Take those rights from it.`,
  }),
  openSchemas: (names: readonly string[]): Text => ({
    zh: `数据库中有对所有角色开放的 schema：${names.join('、')}。技能可能用到其中的函数；请执行 REVOKE ALL ON SCHEMA … FROM PUBLIC，或为 Qiao 使用专用的数据库。`,
    en: `Schemas that every role may use: ${names.join(', ')}. Skills may call functions in them; run REVOKE ALL ON SCHEMA … FROM PUBLIC, or give Qiao a database of its own.`,
  }),
  openTemporary: (): Text => ({
    zh: '所有角色都能在数据库里建临时表。请由数据库所有者执行 REVOKE TEMPORARY ON DATABASE … FROM PUBLIC。',
    en: 'Every role may make temporary tables in the database. Its owner should run REVOKE TEMPORARY ON DATABASE … FROM PUBLIC.',
  }),
  openPrepared: (): Text => ({
    zh: '数据库允许两阶段提交（max_prepared_transactions 大于 0），技能可能留下不会结束的事务。不需要时请设为 0 并重启数据库。',
    en: 'The database allows two-phase commit (max_prepared_transactions is above 0), so a skill can leave a transaction that never ends. Set it to 0 and restart the database unless it is needed.',
  }),
  openFunctions: (names: readonly string[]): Text => ({
    zh: `技能可以调用这些系统函数：${names.join('、')}。它们受时限约束；要关闭，请用超级用户执行 REVOKE EXECUTE ON FUNCTION … FROM PUBLIC。`,
    en: `Skills may call these system functions: ${names.join(', ')}. Time limits hold them; to close them, run REVOKE EXECUTE ON FUNCTION … FROM PUBLIC as superuser.`,
  }),
} as const;
