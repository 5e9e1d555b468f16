// What people are told about the code and the parameter schema of a skill package.

import { withoutFullStop } from '#base/text.ts';
import type { FindingText } from './package-texts.ts';

export const packageCodeTexts = {
  secondHandler: (file: string, used: string): FindingText => ({
    message: {
      zh: `已有 ${used}，${file} 不会被执行。`,
      en: `There is ${used} already; ${file} is never run.`,
    },
    fix: { zh: '只保留一个 handler 文件。', en: 'Keep one handler file.' },
  }),
  handlerTooLarge: (): FindingText => ({
    message: {
      zh: 'handler 超过 1 MB，没有静态读取它的参数。',
      en: 'The handler is larger than 1 MB; its parameters were not read from it.',
    },
    fix: { zh: '把参数写进 schema.json。', en: 'Write the parameters to schema.json.' },
  }),
  handlerUnreadable: (code: string): FindingText => ({
    message: { zh: `handler 文件读不了（${code}）。`, en: `The handler can't be read (${code}).` },
    fix: {
      zh: '检查文件权限，并以 UTF-8 保存。',
      en: 'Check its permissions, and save it as UTF-8.',
    },
  }),
  schemaNotLiteral: (): FindingText => ({
    message: {
      zh: 'INPUT_SCHEMA 不是纯字面量，不运行代码就读不出来，因此没有参数说明。',
      en: "INPUT_SCHEMA is not made of literals alone; it can't be read without running the code, so there is no schema.",
    },
    fix: {
      zh: '这一行改写成字面量（文本、数字、列表、字典），或把参数写进 schema.json。',
      en: 'Write literals on this line (texts, numbers, lists, maps), or put the parameters in schema.json.',
    },
  }),
  schemaNotObject: (): FindingText => ({
    message: {
      zh: '参数 schema 不是 type 为 object 的 JSON Schema，未被采用。',
      en: 'The parameter schema is not a JSON schema of type object; it is not used.',
    },
    fix: {
      zh: '写成 {"type": "object", "properties": {...}, "required": [...]}。',
      en: 'Write {"type": "object", "properties": {...}, "required": [...]}.',
    },
  }),
  schemaTooDeep: (levels: number): FindingText => ({
    message: {
      zh: `参数 schema 嵌套超过 ${levels} 层，未被采用。`,
      en: `The parameter schema is nested more than ${levels} levels deep; it is not used.`,
    },
    fix: {
      zh: '改成较平的结构：重复的部分用一层 properties 或 items 写出。',
      en: 'Make it flatter: a schema of a few levels of properties and items says what callers need.',
    },
  }),
  typeUnknown: (name: string, type: string, meant: string | undefined): FindingText => ({
    message: {
      zh: `参数「${name}」的 type「${type}」不是 JSON Schema 的类型。`,
      en: `The type "${type}" of the parameter "${name}" is no type of JSON schema.`,
    },
    fix:
      meant === undefined
        ? {
            zh: '写 string、number、integer、boolean、array、object 或 null。',
            en: 'Write string, number, integer, boolean, array, object or null.',
          }
        : { zh: `写成 type: ${meant}。`, en: `Write type: ${meant}.` },
  }),
  propertyOdd: (name: string): FindingText => ({
    message: {
      zh: `参数「${name}」在 properties 里的值不是对象，说明不了它的类型。`,
      en: `The parameter "${name}" is no object in properties, which says nothing of its type.`,
    },
    fix: {
      zh: `写成 "${name}": {"type": "string", "description": "…"}。`,
      en: `Write "${name}": {"type": "string", "description": "…"}.`,
    },
  }),
  requiredUndeclared: (name: string, declared: readonly string[]): FindingText => ({
    message: {
      zh: `required 里的「${name}」不在 properties 里：调用者不知道它是什么。`,
      en: `"${name}" in required is not among the properties: callers can't tell what it is.`,
    },
    fix: {
      zh: `在 properties 里声明它，或改成已有的名字（${declared.slice(0, 8).join('、')}）。`,
      en: `Declare it in properties, or use a name that is there (${declared.slice(0, 8).join(', ')}).`,
    },
  }),
  schemaFileBroken: (problem: string): FindingText => ({
    message: {
      zh: `schema.json 不是合法的 JSON：${withoutFullStop(problem)}。`,
      en: `schema.json is not valid JSON: ${withoutFullStop(problem)}.`,
    },
    fix: {
      zh: '改正这一行：键与文本用双引号，最后一项后面不写逗号。',
      en: 'Correct this line: double quotes around keys and texts, no comma after the last item.',
    },
  }),
  schemaFileUnreadable: (code: string): FindingText => ({
    message: { zh: `schema.json 读不了（${code}）。`, en: `schema.json can't be read (${code}).` },
    fix: {
      zh: '检查文件权限与大小（1 MB 以内）。',
      en: 'Check its permissions and its size (1 MB at most).',
    },
  }),
} as const;
