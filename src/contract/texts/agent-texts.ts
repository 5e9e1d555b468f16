// What the model and people are told by the model–tool loop: refusals, cut calls, last words, trimmed history.

import type { Text } from '#base/text.ts';

/** Why a turn has no more tools. */
export type TurnLimit = 'rounds' | 'failures' | 'time' | 'stuck';

/** Envelope texts: the model reads them as the result of a call. */
export const callTexts = {
  deadLoop: (tool: string, times: number): Text => ({
    zh: `没有运行：本轮已经用同样的参数调用过「${tool}」${times} 次，再调用一次也不会得到别的结果。本轮内「${tool}」已停用。请直接使用前几次的结果，或改用其它工具，或向用户说明现状。`,
    en: `Not run: "${tool}" was called ${times} times with these same arguments in this turn, and once more would give nothing new. "${tool}" is stopped for this turn. Use the results it gave, use another tool, or tell the user how things stand.`,
  }),
  banned: (tool: string, why: Text): Text => ({
    zh: `没有运行：「${tool}」在本轮内已停用，因为${why.zh}。不要再调用它：改用其它工具，或根据已有结果回答，并告诉用户哪一步没有做成。`,
    en: `Not run: "${tool}" is stopped for this turn, because ${why.en}. Do not call it again: use another tool, or answer with the results there are and tell the user which step was not done.`,
  }),
  whyFailures: (times: number): Text => ({
    zh: `它已失败 ${times} 次`,
    en: `it failed ${times} times`,
  }),
  whyNonRetriable: (reason: string): Text => ({
    zh: `它报告了重试也无用的失败（${reason}）`,
    en: `it reported a failure that no retry can mend (${reason})`,
  }),
  whyDeadLoop: (): Text => ({
    zh: '它被用同样的参数反复调用',
    en: 'it was called again and again with the same arguments',
  }),
  spent: (times: number): Text => ({
    zh: `没有运行：本轮的工具调用已累计失败 ${times} 次，不再运行任何工具。请根据已有结果回答用户，说明做成了什么、没做成什么。`,
    en: `Not run: tool calls failed ${times} times in this turn, so no tool is run any more. Answer the user with the results there are; say what was done and what was not.`,
  }),
  unreadable: (tool: string, problem: Text): Text => ({
    zh: `没有运行：「${tool}」的参数无法读取：${problem.zh}。`,
    en: `Not run: the arguments of "${tool}" can't be read: ${problem.en}.`,
  }),
  unreadableHint: (): Text => ({
    zh: '参数必须是一个完整的 JSON 对象（双引号、无多余逗号、括号成对、嵌套不太深）。改正后再次调用，不要原样重试。',
    en: 'Arguments must be one complete JSON object (double quotes, no stray comma, every bracket closed, not nested too deep). Correct them and call again, never with the same text.',
  }),
  malformed: (cause: string, near: string | undefined): Text => ({
    zh: `不是合法的 JSON（${cause}）${near === undefined ? '' : `，问题在「${near}」附近`}`,
    en: `not valid JSON (${cause})${near === undefined ? '' : `, near «${near}»`}`,
  }),
  argumentsCut: (tail: string): Text => {
    const isBlank = tail.trim() === '';
    const zh = isBlank ? '参数还没有写出' : `参数在「${tail}」之后被截断`;
    const en = isBlank ? 'no arguments were written' : `the arguments were cut after «${tail}»`;
    return {
      zh: `回答到达了模型的输出长度上限，${zh}。请缩短参数（例如分几次调用）后重试`,
      en: `the answer reached the model's output limit and ${en}. Call again with shorter arguments, in several calls if need be`,
    };
  },
  notAnObject: (kind: string): Text => ({
    zh: `应为 JSON 对象，得到的是 ${kind}`,
    en: `expected a JSON object, got ${kind}`,
  }),
  argumentsTooDeep: (levels: number): Text => ({
    zh: `参数嵌套超过 ${levels} 层`,
    en: `lists and objects stand in one another more than ${levels} levels deep`,
  }),
  wallCut: (tool: string, seconds: number): Text => ({
    zh: `「${tool}」超过 ${seconds} s 没有返回，已不再等待。它可能已经做了一部分或全部工作：先核实结果，不要直接重做。`,
    en: `"${tool}" did not return within ${seconds} s and is no longer waited for. It may have done some or all of its work: check before doing it again.`,
  }),
  mayHaveRun: (tool: string, cause: 'stopped' | 'time'): Text =>
    cause === 'stopped'
      ? {
          zh: `用户停止了本轮，「${tool}」当时正在运行：它可能已经做了一部分或全部工作。再做之前先核实。`,
          en: `The user stopped the turn while "${tool}" was running: it may have done some or all of its work. Check before doing it again.`,
        }
      : {
          zh: `本轮时间用尽，「${tool}」当时正在运行：它可能已经做了一部分或全部工作。再做之前先核实。`,
          en: `The turn ran out of time while "${tool}" was running: it may have done some or all of its work. Check before doing it again.`,
        },
  notStarted: (tool: string, cause: 'stopped' | 'time'): Text =>
    cause === 'stopped'
      ? {
          zh: `用户停止了本轮，「${tool}」还没有开始，什么都没做。需要时可再次调用。`,
          en: `The user stopped the turn before "${tool}" started: nothing was done. Call it again if it is still wanted.`,
        }
      : {
          zh: `本轮时间用尽，「${tool}」还没有开始，什么都没做。需要时可在下一轮调用。`,
          en: `The turn ran out of time before "${tool}" started: nothing was done. It can be called in the next turn.`,
        },
  broke: (tool: string, cause: string): Text => ({
    zh: `「${tool}」运行时出错（${cause}），没有得到结果；它可能已经做了一部分工作。请改用其它方式，或告诉用户这一步没有做成。`,
    en: `"${tool}" broke while it ran (${cause}) and gave no result; it may have done part of its work. Reach the goal another way, or tell the user that this step was not done.`,
  }),
  interrupted: (cause: 'stopped' | 'time'): Text =>
    cause === 'stopped'
      ? { zh: '用户停止了本轮', en: 'the user stopped the turn' }
      : { zh: '本轮时间用尽', en: 'the turn ran out of time' },
  wallStruck: (seconds: number): Text => ({
    zh: `工具运行超过 ${seconds} s`,
    en: `the tool ran for more than ${seconds} s`,
  }),
  resultTooDeep: (levels: number): Text => ({
    zh: `返回的结果嵌套超过 ${levels} 层`,
    en: `its result is nested more than ${levels} levels deep`,
  }),
  notJson: (): Text => ({
    zh: '返回的结果不能写成 JSON',
    en: 'its result cannot be written as JSON',
  }),
} as const;

/** What is added at the end of a request, for the model only. */
export const noticeTexts = {
  lastWord: (limit: TurnLimit): Text => {
    const why = limitReasons[limit];
    return {
      zh: `${why.zh}，不能再调用工具。请现在就根据已有的结果回答用户：说明做成了什么、没做成什么及原因、用户接下来可以怎么做。`,
      en: `${why.en}; no more tools can be called. Answer the user now with the results there are: what was done, what was not and why, and what the user can do next.`,
    };
  },
  emptyAnswer: (): Text => ({
    zh: '上一次的回答没有内容，或者没有写出要调用的工具。请现在回答用户；需要工具时写出完整的调用。',
    en: 'The last answer had no content, or no call of the tool it meant to use. Answer the user now; where a tool is needed, write its call in full.',
  }),
  emptyAtLength: (): Text => ({
    zh: '上一次回答在写出内容之前就达到了输出长度上限。请直接给出简短的回答。',
    en: 'The last answer reached the output limit before it said anything. Give a short answer right away.',
  }),
} as const;

const limitReasons: Record<TurnLimit, Text> = {
  rounds: { zh: '本轮的工具轮数已用完', en: 'This turn has used up its rounds of tool calls' },
  failures: { zh: '本轮的失败次数已达上限', en: 'This turn has reached its limit of failures' },
  time: { zh: '本轮的时间已用完', en: 'This turn has used up its time' },
  stuck: {
    zh: '同样的调用重复了太多次',
    en: 'The same call was made too often',
  },
};

/** What a person reads where the model gave no answer, or only part of one. */
export const replyTexts = {
  noAnswer: (limit: TurnLimit | undefined): Text => {
    if (limit === undefined) return { zh: '模型没有给出回答。', en: 'The model gave no answer.' };
    const why = limitReasons[limit];
    return {
      zh: `${why.zh}，模型没有给出回答。`,
      en: `${why.en}, and the model gave no answer.`,
    };
  },
  modelFailed: (why: Text): Text => ({
    zh: `模型没能答完：${why.zh}`,
    en: `The model could not finish its answer: ${why.en}`,
  }),
  nothingRan: (): Text => ({
    zh: '没有运行任何工具。请换一种说法再发一次。',
    en: 'No tool was run. Send the message again, perhaps in other words.',
  }),
  done: (count: number): Text => ({ zh: `已完成 ${count} 项：`, en: `Done (${count}):` }),
  failed: (count: number): Text => ({ zh: `未完成 ${count} 项：`, en: `Not done (${count}):` }),
  line: (tool: string, said: string): Text => ({
    zh: `- ${tool}：${said}`,
    en: `- ${tool}: ${said}`,
  }),
  more: (count: number): Text => ({ zh: `- 另有 ${count} 项`, en: `- and ${count} more` }),
  finishedWithout: (): Text => ({
    zh: '已完成（没有文字说明）',
    en: 'done (it said nothing more)',
  }),
  cutAtLength: (): Text => ({
    zh: '（回答达到了模型的输出长度上限，到此为止。发「继续」可接着写。）',
    en: '(The answer reached the model\'s output limit and ends here. Send "go on" for the rest.)',
  }),
  cutByFilter: (): Text => ({
    zh: '（模型服务商的内容过滤截断了回答。可换一种说法再问。）',
    en: "(The model provider's content filter cut the answer. Asking in other words may help.)",
  }),
  cutByTime: (): Text => ({
    zh: '（本轮时间用尽，回答到此为止。发「继续」可接着写。）',
    en: '(The turn ran out of time and the answer ends here. Send "go on" for the rest.)',
  }),
  emptyTwice: (): Text => ({
    zh: '模型两次都返回了空的回答；可换一种说法，或换一个模型再试。',
    en: 'The model answered with nothing, twice; try other words or another model.',
  }),
  filtered: (): Text => ({
    zh: '模型服务商的内容过滤拦下了回答；可换一种说法再问。',
    en: "The model provider's content filter held the answer back; asking in other words may help.",
  }),
  stopped: (): Text => ({
    zh: '（用户停止了本轮。）',
    en: '(The user stopped this turn.)',
  }),
  streamWithoutEnd: (): Text => ({
    zh: '模型的回答没有结尾就断了；请再发一次。',
    en: "The model's answer broke off without an end; send the message again.",
  }),
} as const;

/** What stands where history was trimmed, for the model only. */
export const historyTexts = {
  resultTrimmed: (tool: string, characters: number): Text => ({
    zh: `较早的结果（共 ${characters} 字）为节省篇幅已省去，只留开头。需要时重新调用 ${tool}。`,
    en: `This earlier result (${characters} characters) was left out to save room; only its start is kept. Call ${tool} again if it is needed.`,
  }),
  resultCut: (shown: number, characters: number): Text => ({
    zh: `结果太长，只给出前 ${shown} 字，共 ${characters} 字。需要其余部分时，用更窄的参数再次调用。`,
    en: `The result is too long: these are its first ${shown} of ${characters} characters. Call again with narrower arguments for the rest.`,
  }),
  sameCall: (): Text => ({
    zh: '与前面同样的调用，结果不再重复：见前两次。',
    en: 'The same call as before; its result is not repeated: see the first two.',
  }),
  middleCut: (lost: number, characters: number): Text => ({
    zh: `[平台提示] 这条消息太长（共 ${characters} 字），中间的 ${lost} 字没有发送。请告诉用户；需要全文时请用户分几次发送，或放进文件由工具读取。`,
    en: `[Notice from the platform] This message is too long (${characters} characters): the ${lost} characters in its middle were not sent. Tell the user; for the whole of it, ask for it in several messages or in a file that a tool reads.`,
  }),
  turnsDropped: (): Text => ({
    zh: '[平台提示] 更早的对话为节省篇幅已省去。',
    en: '[Notice from the platform] Earlier parts of this conversation were left out to save room.',
  }),
} as const;

/** The sentences of the trace: what the guard decided and on what evidence. */
export const guardNotes = {
  counted: (tool: string, count: { readonly tool: number; readonly total: number }): Text => ({
    zh: `「${tool}」失败，计入预算：该工具第 ${count.tool} 次，本轮第 ${count.total} 次`,
    en: `${tool} failed: number ${count.tool} of this tool, ${count.total} of the turn`,
  }),
  unknownTool: (tool: string): Text => ({
    zh: `没有「${tool}」这个工具：不运行`,
    en: `there is no tool ${tool}: not run`,
  }),
  unknownCounted: (tool: string, total: number): Text => ({
    zh: `没有「${tool}」这个工具：只计入本轮总数，第 ${total} 次`,
    en: `there is no tool ${tool}: counted for the turn only, number ${total}`,
  }),
  notCounted: (tool: string): Text => ({
    zh: `「${tool}」的失败可以改正：不计入预算`,
    en: `${tool} failed in a way that can be corrected: not counted`,
  }),
  unreadable: (tool: string): Text => ({
    zh: `「${tool}」的参数无法读取：不运行，不计入预算`,
    en: `the arguments of ${tool} can't be read: not run, not counted`,
  }),
  bannedByFailures: (tool: string, limit: number): Text => ({
    zh: `「${tool}」失败达到 ${limit} 次：本轮停用`,
    en: `${tool} reached ${limit} failures: stopped for the turn`,
  }),
  bannedAtOnce: (tool: string): Text => ({
    zh: `「${tool}」的失败不可恢复且 non_retriable 为 true：本轮立即停用`,
    en: `${tool} failed beyond recovery with non_retriable true: stopped for the turn at once`,
  }),
  spent: (limit: number): Text => ({
    zh: `本轮失败达到 ${limit} 次：收尾`,
    en: `the turn reached ${limit} failures: it is wrapped up`,
  }),
  deadLoop: (tool: string, times: number): Text => ({
    zh: `「${tool}」第 ${times} 次以同样参数调用：不运行，本轮停用`,
    en: `call number ${times} of ${tool} with the same arguments: not run, stopped for the turn`,
  }),
  refusedBanned: (tool: string): Text => ({
    zh: `「${tool}」已停用：拒绝调用，不计入预算`,
    en: `${tool} is stopped: the call is refused and not counted`,
  }),
  refusedSpent: (tool: string): Text => ({
    zh: `失败预算已用完：拒绝调用「${tool}」，不计入预算`,
    en: `the failure budget is used up: the call of ${tool} is refused and not counted`,
  }),
} as const;
