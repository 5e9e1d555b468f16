// What the model and people are told about results: reasons that were missing, hints, and the receipts' notes.

import type { Text } from '#base/text.ts';

export const resultTexts = {
  noReason: (skill: string): Text => ({
    zh: `技能「${skill}」报告失败，但没有给出原因（它的原因字段都是空的）。请检查参数是否符合该技能的说明；若参数无误，改用其它方式完成任务，并告诉用户该技能没有说明失败原因。`,
    en: `The skill "${skill}" reported a failure and gave no reason (its reason fields are all blank). Check the arguments against its description; if they are right, reach the goal another way and tell the user that the skill did not say why it failed.`,
  }),
  hintToCorrect: (): Text => ({
    zh: '这是可以改正的失败：按失败原因修改参数后再次调用本技能，不要原样重试。缺少的信息若对话中没有，就询问用户。',
    en: 'This failure can be corrected: change the arguments as the reason says and call this skill again, never with the same arguments. Ask the user for what the conversation does not tell.',
  }),
  hintToCorrectParams: (names: readonly string[]): Text => ({
    zh: `这是可以改正的失败：补上或改正参数 ${names.join('、')} 后再次调用本技能，不要原样重试。对应的值若对话中没有，就询问用户。`,
    en: `This failure can be corrected: supply or correct ${names.join(', ')} and call this skill again, never with the same arguments. Ask the user for a value that the conversation does not tell.`,
  }),
  hintRedirect: (target: string): Text => ({
    zh: `该技能建议改用：${target}。`,
    en: ` The skill suggests to use instead: ${target}.`,
  }),
  hintOtherwise: (literal: string): Text => ({
    zh: `改正后仍然失败，则${literal}。`,
    en: ` If it still fails then, use another skill (${literal}).`,
  }),
  leftOut: (characters: number): Text => ({
    zh: ` …（略去 ${characters} 字）… `,
    en: ` … (${characters} characters left out) … `,
  }),
} as const;

/** OFF-02, DSP-05: what stays with the model of a result that was moved to a file. */
export const receiptTexts = {
  readOn: (tool: string | undefined, key: string | undefined): Text => {
    const examples =
      key === undefined ? undefined : [`{"path": …, "key": "${key}[0:50]"}`, `{"path": …, "key": "${key}", "where": [{"column": …, "op": "eq", "value": …}]}`]; // prettier-ignore
    return {
      zh: `结果太大，完整内容存在 path 所指的文件里，这里只有摘要：schema_keys 是它的字段，k_count 和 k_sample 是列表 k 的条数和前 3 条。需要更多时${tool === undefined ? '用读取卸载结果的工具' : `用 ${tool}`}按页、按键路径或按条件读取${examples === undefined ? '' : `（例如 ${examples.join('、')}；也可用 group_by 和 aggregate 汇总，用 grep 查找）`}；不要为此重新调用本技能。`,
      en: `The result is large: the whole of it is in the file named by path, and this is its summary. schema_keys are its fields; k_count and k_sample are the length and the first 3 items of a list k. For more, read it by page, by key path or by a filter with ${tool ?? 'the tool that reads offloaded results'}${examples === undefined ? '' : ` (such as ${examples.join(' or ')}; group_by and aggregate sum up, grep searches)`}; don't call this skill again for that.`,
    };
  },
  unstored: (problem: string): Text => ({
    zh: `结果太大，又没能存进文件（${problem}），完整内容没有保留：这里是摘要（k_count 和 k_sample 是列表 k 的条数和前 3 条）和开头 result_start。请告诉用户；需要更多时，用更窄的参数再次调用，让结果变小。`,
    en: `The result is large and could not be written to a file (${problem}), so the whole of it was not kept: this is its summary (k_count and k_sample are the length and the first 3 items of a list k) and its beginning, result_start. Tell the user; for more, call again with narrower arguments that give a smaller result.`,
  }),
  dropped: (names: readonly string[], more: number, isStored: boolean): Text => ({
    zh: `因篇幅省略的字段：${names.join('、')}${more > 0 ? ` 等另外 ${more} 个` : ''}${isStored ? '，见文件' : ''}。`,
    en: ` Fields left out for their length: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}${isStored ? '; see the file' : ''}.`,
  }),
  displayCut: (kept: number, whole: number, path: string | undefined): Text => {
    const where =
      path === undefined
        ? { zh: '全文没有保留', en: 'the rest was not kept' }
        : { zh: `全文在 ${path} 的 display_md 字段`, en: `the whole text is the field display_md of ${path}` }; // prettier-ignore
    return {
      zh: `\n\n（内容共 ${whole} 字，这里显示前 ${kept} 字；${where.zh}。）`,
      en: `\n\n(These are the first ${kept} of ${whole} characters; ${where.en}.)`,
    };
  },
} as const;

/** What stands in a result that had no room for all of it, for the model only. */
export const boundTexts = {
  cut: (names: readonly string[], more: number): Text => ({
    zh: `这些字段太长，只给出一部分：${names.join('、')}${more > 0 ? ` 等另外 ${more} 个` : ''}。需要其余部分时，用更窄的参数再次调用。`,
    en: `These fields were too long and are cut: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Call again with narrower arguments for the rest.`,
  }),
  turnFull: (): Text => ({
    zh: '本轮的工具结果已占满为它们留的篇幅，此后的结果只给出开头：请尽量用已有的结果回答。',
    en: 'The results of this turn have used up their room, and further ones are cut short: answer with what there is where you can. ',
  }),
} as const;

/** The sentences of the trace: what a rule decided and on what evidence. */
export const resultNotes = {
  wrapped: (kind: string): Text => ({
    zh: `返回值是 ${kind}，不是对象：包成 {"ok": true, "result": …}`,
    en: `the return is ${kind}, not an object: wrapped as {"ok": true, "result": …}`,
  }),
  failed: (evidence: string): Text => ({
    zh: `${evidence} 明确为 false：失败`,
    en: `${evidence} explicitly false: a failure`,
  }),
  errorWithoutFalse: (): Text => ({
    zh: '有 error，但 ok 和 success 都不是 false：算成功',
    en: 'has an error, but neither ok nor success is false: counts as a success',
  }),
  reasonFrom: (field: string): Text => ({
    zh: `失败原因取自 ${field}`,
    en: `the reason is taken from ${field}`,
  }),
  reasonFilledIn: (order: readonly string[]): Text => ({
    zh: `${order.join('、')} 都是空的：由平台补上说明`,
    en: `${order.join(', ')} are all blank: the platform filled in a text`,
  }),
  recoverable: (evidence: string): Text => ({
    zh: `${evidence}：可恢复，不计入失败预算`,
    en: `${evidence}: recoverable, costs no failure budget`,
  }),
  banned: (): Text => ({
    zh: 'non_retriable 为 true 且不可恢复：本轮停用该技能',
    en: 'non_retriable is true and the failure is not recoverable: the skill is banned for the turn',
  }),
  banIgnored: (): Text => ({
    zh: 'non_retriable 为 true，但失败可恢复：忽略',
    en: 'non_retriable is true but the failure is recoverable: ignored',
  }),
  partial: (evidence: string): Text => ({
    zh: `${evidence}：部分完成`,
    en: `${evidence}: partial`,
  }),
  codeIgnored: (code: string): Text => ({
    zh: `code 为 ${code}：只记录，不改变结果`,
    en: `code is ${code}: logged, changes nothing`,
  }),
  configuration: (marker: string, field: string): Text => ({
    zh: `${field} 中含「${marker}」：配置类错误，截去「。请先」之后的文字，提示改用其它技能`,
    en: `${field} contains "${marker}": a configuration error; what follows 「。请先」 is cut and another skill is suggested`,
  }),
  exception: (name: string, kind: string): Text => ({
    zh: `异常 ${name} 归为 ${kind}`,
    en: `the exception ${name} is classed as ${kind}`,
  }),
} as const;
