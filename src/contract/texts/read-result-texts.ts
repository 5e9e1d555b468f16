// What `read_result` says: of a stored result, what is there and how to read it.

import type { Text } from '#base/text.ts';

const list = (names: readonly string[]) => names.join('、');
const listEn = (names: readonly string[]) => names.join(', ');

export const readResultTexts = {
  whichPath: (there: readonly string[]): Text => ({
    zh: `请给出收据里的 path。${there.length === 0 ? '这个会话里还没有存下的结果：直接调用相应的技能。' : `存下的结果有（新的在前）：${list(there)}。`}`,
    en: `Give the path that the receipt of the result has. ${there.length === 0 ? 'None is stored in this conversation yet: call the skill for it.' : `Stored are, the newest first: ${listEn(there)}.`}`,
  }),
  noResult: (path: string, there: readonly string[]): Text => ({
    zh: `没有「${path}」这份存下的结果。${there.length === 0 ? '这个会话里还没有存下的结果：直接调用相应的技能。' : `这里有（新的在前）：${list(there)}。请从中选择。`}`,
    en: `There is no stored result "${path}". ${there.length === 0 ? 'None is stored in this conversation yet: call the skill for it.' : `There are, the newest first: ${listEn(there)}. Choose one of these.`}`,
  }),
  elsewhere: (path: string, there: readonly string[]): Text => ({
    zh: `「${path}」不是存下的结果：这里只读 .toolout 里的 toolout_….json。${there.length === 0 ? '' : `现有：${list(there)}。`}其它文件用 read_file 读取。`,
    en: `"${path}" is no stored result: only toolout_….json in .toolout is read here. ${there.length === 0 ? '' : `There are: ${listEn(there)}. `}Use read_file for other files.`,
  }),
  noIndex: (path: string): Text => ({
    zh: `「${path}」的索引不在了或与文件不符，不能按键路径、条件读取。请用 unit=characters 按字符分页读取，或重新调用原来的技能。`,
    en: `The index of "${path}" is gone or does not fit the file, so it can't be read by key or filter. Read it with unit=characters page by page, or call the skill again that made it.`,
  }),
  badKey: (key: string, near: string): Text => ({
    zh: `看不懂键路径「${key}」（在「${near}」处）。可用的写法：data.rows、rows[3]、rows[-1]、rows[0:20]、rows[*].name、["带.的键"]。按条件选行请用 where。`,
    en: `The key path "${key}" can't be read (at «${near}»). It may be written as data.rows, rows[3], rows[-1], rows[0:20], rows[*].name, ["a.key"]. To choose rows by a condition use where.`,
  }),
  noKey: (key: string, there: readonly string[], more: number): Text => ({
    zh: `没有「${key}」。${there.length === 0 ? '那里是空的。' : `那里的键有：${list(there)}${more > 0 ? ` 等另外 ${more} 个` : ''}。`}`,
    en: `There is no "${key}". ${there.length === 0 ? 'It is empty there.' : `The keys there are: ${listEn(there)}${more > 0 ? ` and ${more} more` : ''}.`}`,
  }),
  noItem: (key: string, count: number): Text => ({
    zh: `「${key}」不在列表里：它有 ${count} 项${count === 0 ? '' : `，序号 0 到 ${count - 1}`}。`,
    en: `"${key}" is beyond the list: it has ${count} items${count === 0 ? '' : `, 0 to ${count - 1}`}.`,
  }),
  needsIndex: (key: string, name: string, count: number): Text => ({
    zh: `「${key}」是有 ${count} 项的列表：请写 ${key}[0].${name}，或用 ${key}[*].${name} 取每一项的。`,
    en: `"${key}" is a list of ${count} items: write ${key}[0].${name} for one of them, or ${key}[*].${name} for all.`,
  }),
  rowsOfItems: (key: string): Text => ({
    zh: `选行和汇总要用列表本身，请写 key=${key}；只要某一列用 select。`,
    en: `Rows are chosen from a list itself: write key=${key}, and use select for a column of it.`,
  }),
  noInside: (key: string, kind: string): Text => ({
    zh: `「${key}」是${KINDS[kind]?.zh ?? kind}，里面没有别的键。`,
    en: `"${key}" is ${KINDS[kind]?.en ?? kind} and has nothing in it to name.`,
  }),
  notList: (key: string, kind: string, lists: readonly string[]): Text => ({
    zh: `「${key}」是${KINDS[kind]?.zh ?? kind}，不是列表。${lists.length === 0 ? '这份结果里没有较长的列表。' : `列表有：${list(lists)}。`}`,
    en: `"${key}" is ${KINDS[kind]?.en ?? kind}, not a list. ${lists.length === 0 ? 'There is no longer list in this result.' : `There are these lists: ${listEn(lists)}.`}`,
  }),
  whichList: (lists: readonly string[]): Text => ({
    zh: `请用 key 指明要查哪个列表。${lists.length === 0 ? '这份结果里没有较长的列表，可不带参数调用以查看结构。' : `列表有：${list(lists)}。`}`,
    en: `Say by key which list is meant. ${lists.length === 0 ? 'There is no longer list in this result; call with the path alone for its outline.' : `There are: ${listEn(lists)}.`}`,
  }),
  noColumn: (column: string, there: readonly string[]): Text => ({
    zh: `没有一行有列「${column}」。${there.length === 0 ? '各项不是对象：用 "$" 指项本身。' : `列有：${list(there)}。`}`,
    en: `No row has the column "${column}". ${there.length === 0 ? 'The items are no objects: "$" means the item itself.' : `The columns are: ${listEn(there)}.`}`,
  }),
  notComparable: (column: string, found: string, given: string): Text => ({
    zh: `列「${column}」的值是${KINDS[found]?.zh ?? found}，不能与 ${given} 比较。请换成同类的值，或改用 eq、contains、exists。`,
    en: `The values of "${column}" are ${KINDS[found]?.en ?? found}, which don't compare with ${given}. Give a value of that kind, or use eq, contains or exists.`,
  }),
  badCondition: (given: string, operators: readonly string[]): Text => ({
    zh: `看不懂条件 ${given}。写法：{"column": "列名", "op": "gt", "value": 100}，op 可为 ${list(operators)}；或简写 {"city": "上海"}。`,
    en: `The condition ${given} can't be read. Write {"column": "name", "op": "gt", "value": 100} with an op of ${listEn(operators)}, or short {"city": "Paris"}.`,
  }),
  badAggregate: (given: string): Text => ({
    zh: `看不懂 ${given}。写法：["count", "sum:amount", "avg:amount", "min:date", "max:date"]。`,
    en: `${given} can't be read. Write ["count", "sum:amount", "avg:amount", "min:date", "max:date"].`,
  }),
  notColumns: (name: string): Text => ({
    zh: `参数 ${name} 必须是列名，或列名的列表，如 ["name", "address.city"]。`,
    en: `${name} must be a column or a list of columns, such as ["name", "address.city"].`,
  }),
  tooManyGroups: (most: number): Text => ({
    zh: `分组超过 ${most} 个。请按取值较少的列分组，或先用 where 缩小范围。`,
    en: `There are more than ${most} groups. Group by a column with fewer values, or narrow the rows down with where.`,
  }),
  tooDeepPage: (most: number): Text => ({
    zh: `排序后最多翻到第 ${most} 行。请用 where 缩小范围，或反向排序。`,
    en: `Sorted rows are read up to number ${most}. Narrow them down with where, or sort the other way round.`,
  }),
  skipped: (column: string, rows: number): Text => ({
    zh: `有 ${rows} 行的「${column}」不是可比较或可计算的值，未计入。`,
    en: `${rows} rows have a "${column}" that is of another kind; they are left out.`,
  }),
  itemCut: (key: string): Text => ({
    zh: `有的项太长，只给出开头；用 key=${key} 读取全文。`,
    en: `An item was too long, and only its beginning is given; read it with key=${key}.`,
  }),
  beyond: (offset: number, total: number): Text => ({
    zh: `offset ${offset} 超出了末尾：一共 ${total}。`,
    en: `offset ${offset} lies beyond the end: there are ${total}.`,
  }),
  tooLarge: (key: string): Text => ({
    zh: `太大，用 key=${key} 另读`,
    en: `too large to be shown here; read key=${key}`,
  }),
  objectTooLarge: (): Text => ({
    zh: '这个对象太长，只列出它的键；用更长的 key 读取其中一个。',
    en: 'This object is too long: its keys are listed. Read one of them by a longer key.',
  }),
} as const;

const KINDS: Readonly<Record<string, Text>> = {
  text: { zh: '文字', en: 'text' },
  number: { zh: '数字', en: 'a number' },
  boolean: { zh: '真假值', en: 'true or false' },
  null: { zh: '空值', en: 'null' },
  list: { zh: '列表', en: 'a list' },
  object: { zh: '对象', en: 'an object' },
};
