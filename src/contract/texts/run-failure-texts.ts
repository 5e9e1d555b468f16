// What the model is told where a run did not end with a return: what happened, and what to do now.

import { withoutFullStop, type Text } from '#base/text.ts';
import { KNOWLEDGE_NOT_EXECUTABLE } from '../literal-texts.ts';

export const runFailureTexts = {
  raised: (skill: string, what: string): Text => ({
    zh: `技能「${skill}」抛出异常 ${what}\n请对照该技能的参数说明检查这次的参数，改正后再调用；若参数无误，改用其它方式，并把这个异常告诉用户。`,
    en: `The skill "${skill}" raised ${what}\nCheck this call's arguments against the skill's description and call it again with corrected ones; if they are right, use another way and tell the user of this exception.`,
  }),
  transient: (skill: string, what: string, attempts: number): Text => ({
    zh: `技能「${skill}」遇到暂时性故障：${what}\n共运行 ${attempts} 次，最后一次仍然失败。先做不依赖它的事，稍后再试；仍不行就告诉用户哪项服务暂时连不上。`,
    en: `The skill "${skill}" met a transient fault: ${what}\nIt was run ${times(attempts)}, the last one failed too. Do what does not depend on it first and try later; if it still fails, tell the user which service can't be reached at the moment.`,
  }),
  mayHaveHappened: (skill: string, what: string): Text => ({
    zh: `技能「${skill}」遇到暂时性故障：${what}\n它声明自己不可重复执行（idempotent: false），所以没有重跑：这次的操作可能已经生效。请先核对结果（查询或询问用户），确认没有生效后再调用。`,
    en: `The skill "${skill}" met a transient fault: ${what}\nIt declares that it must not be repeated (idempotent: false), so it was not run again: the work may have happened. Check first (look it up or ask the user), and call it again only where nothing was done.`,
  }),
  structure: (skill: string, what: string): Text => ({
    zh: `技能「${skill}」要用的数据库表或列不存在：${what}\n同样的调用必然再次失败，本轮不要再调用它。改用其它技能取得数据，并把缺少的表或列名告诉用户。`,
    en: `A database table or column that the skill "${skill}" needs does not exist: ${what}\nThe same call must fail again, so don't call it again in this turn. Get the data with another skill, and tell the user which table or column is missing.`,
  }),
  accessDenied: (skill: string, what: string): Text => ({
    zh: `技能「${skill}」越出了允许的范围：${what}\n处理器只能读取自己的目录和工作区，只能写入工作区，不能启动进程。请改用工作区内的路径，或换用其它方式。`,
    en: `The skill "${skill}" reached beyond what it may: ${what}\nA handler may read its own directory and the workspace, write the workspace, and start no process. Use a path in the workspace, or another way.`,
  }),
  missingModule: (skill: string, what: string): Text => ({
    zh: `技能「${skill}」缺少依赖模块：${what}\n换参数也没有用，本轮不要再调用它。改用其它技能；要修复它，在该技能的 requirements.txt 或 package.json 中声明这个模块。`,
    en: `The skill "${skill}" lacks a module: ${what}\nOther arguments can't help, so don't call it again in this turn. Use another skill; to repair this one, declare the module in its requirements.txt or package.json.`,
  }),
  dependenciesMissing: (skill: string, problem: string): Text => ({
    zh: `技能「${skill}」不能工作，它需要的包没有装好：${problem}`,
    en: `The skill "${skill}" can't work without the packages it needs: ${problem}`,
  }),
  wallHint: (): Text => ({
    zh: '它的工作已被停止，可能只做了一部分。缩小范围（更少的数据、更短的时间段）后再试，或改用其它方式；确需更久，由技能作者在 SKILL.md 声明 wall_sec。',
    en: 'Its work was stopped and may be half done. Try a smaller piece (less data, a shorter period) or another way; where it really needs longer, its author declares wall_sec in SKILL.md.',
  }),
  stopped: (skill: string, because: Text): Text => ({
    zh: `技能「${skill}」被停止：${because.zh}。它的工作可能只做了一部分；用户再次要求之前不要重新调用。`,
    en: `The skill "${skill}" was stopped: ${because.en}. Its work may be half done; don't call it again unless the user asks.`,
  }),
  stopRequested: (): Text => ({
    zh: '用户按了停止，或平台正在关闭',
    en: 'by the user, or because the platform is closing',
  }),
  crashed: (skill: string, how: string, errorOutput: string): Text => ({
    zh: `技能「${skill}」的进程意外结束（${withoutFullStop(how)}），没有给出结果，工作可能只做了一部分。${errorOutput === '' ? '它没有错误输出。' : `它最后的错误输出：\n${errorOutput}\n`}换一组更小或更简单的参数再试；仍不行就改用其它方式，并告诉用户。`,
    en: `The process of the skill "${skill}" ended unexpectedly (${withoutFullStop(how)}) without a result; its work may be half done. ${errorOutput === '' ? 'It printed no error. ' : `Its last error output:\n${errorOutput}\n`}Try smaller or simpler arguments; if that fails too, use another way and tell the user.`,
  }),
  outOfMemory: (skill: string, limitMegabytes: number): Text => ({
    zh: `技能「${skill}」用的内存超过上限 ${limitMegabytes} MB，已被停止，没有给出结果。让它一次处理更少的数据（分批、缩小范围）后再试；上限由 QIAO_SKILL_MEMORY_MB 设置。`,
    en: `The skill "${skill}" used more memory than its limit of ${limitMegabytes} MB and was stopped without a result. Let it work on less at once (batches, a smaller range); the limit is set by QIAO_SKILL_MEMORY_MB.`,
  }),
  unserialisable: (skill: string, problem: string): Text => ({
    zh: `技能「${skill}」运行完了，但它的返回值无法写成 JSON：${withoutFullStop(problem)}。它做的事可能已经生效，不要为了拿结果而重复调用；换一种能返回更少内容的参数，或改用其它技能核对结果。技能作者应只返回 JSON 能表示的值。`,
    en: `The skill "${skill}" ran to its end, but JSON can't hold what it returned: ${withoutFullStop(problem)}. What it did may have taken effect, so don't repeat the call for the sake of the result; ask for less, or check with another skill. Its author should return only what JSON can hold.`,
  }),
  noEntry: (skill: string): Text => ({
    zh: `技能「${skill}」不能运行：它的 handler 文件里没有入口函数（依次找 execute、run、handler、main、handle）。换参数也没有用，改用其它技能；技能作者应补上 execute(input_data, runtime_context)。`,
    en: `The skill "${skill}" can't run: its handler file has no entry function (execute, run, handler, main or handle, in this order). Other arguments can't help, so use another skill; its author should add execute(input_data, runtime_context).`,
  }),
  unstartable: (skill: string, problem: string): Text => ({
    zh: `技能「${skill}」无法启动：${problem}\n换参数也没有用，改用其它技能，并把这个原因告诉用户；修复后才能再用。`,
    en: `The skill "${skill}" can't be started: ${problem}\nOther arguments can't help: use another skill and tell the user this cause. It works again once that is repaired.`,
  }),
  processTimeout: (skill: string, seconds: number): Text => ({
    zh: `技能「${skill}」的子进程超过 ${seconds} s 已中止，工作可能只做了一部分。缩小范围后再试，或改用其它方式；确需更久，由技能作者在 SKILL.md 声明 timeout_sec。`,
    en: `The process of the skill "${skill}" ran longer than ${seconds} s and was stopped; its work may be half done. Try a smaller piece or another way; where it really needs longer, its author declares timeout_sec in SKILL.md.`,
  }),
  argumentTooLong: (skill: string, key: string, limitBytes: number): Text => ({
    zh: `参数 ${key} 太长，操作系统不接受（上限 ${limitBytes} 字节），技能「${skill}」没有运行。把内容写进工作区的文件再传文件名，或缩短、分几次传。`,
    en: `The argument ${key} is too long for the operating system (at most ${limitBytes} bytes), so the skill "${skill}" was not run. Write it to a file in the workspace and pass the file's name, or pass less at a time.`,
  }),
  argumentRefused: (skill: string, problem: string): Text => ({
    zh: `${problem}技能「${skill}」没有运行。`,
    en: `${problem} The skill "${skill}" was not run.`,
  }),
  unknownHint: (): Text => ({
    zh: '只能调用工具列表里的名字：从列表中选一个，或告诉用户需要先安装这个技能。',
    en: 'Only names in the list of tools can be called: choose one of them, or tell the user that this skill must be installed first.',
  }),
  knowledgeSkill: (skill: string): Text => ({
    zh: `技能「${skill}」${KNOWLEDGE_NOT_EXECUTABLE}。它只提供资料：阅读它的内容来回答，或改用能执行的技能。`,
    en: `The skill "${skill}" ${KNOWLEDGE_NOT_EXECUTABLE} (it is a knowledge skill and can't be run). It only offers knowledge: read it to answer, or use a skill that can run.`,
  }),
  documentNotRunnable: (skill: string, kind: string): Text => ({
    zh: `技能「${skill}」是文档型技能（${kind}），只能在对话中由角色按文档执行；技能链和定时任务不能运行它。请在对话中使用它，或在这里改用有 handler 或脚本的技能。`,
    en: `The skill "${skill}" is a document skill (${kind}): only a role can carry it out in a conversation; chains and schedules can't run it. Use it in a conversation, or use a skill with a handler or a script here.`,
  }),
  noSubAgent: (skill: string, kind: string): Text => ({
    zh: `技能「${skill}」（${kind}）没有自己的程序，要由子代理按文档执行，而这里没有配置能执行它的子代理。改用有 handler 或脚本的技能，或自己按它的文档用其它技能一步步完成。`,
    en: `The skill "${skill}" (${kind}) has no program of its own: a sub-agent would follow its document, and none is set up here. Use a skill with a handler or a script, or follow its document yourself with other skills.`,
  }),
  chainNotRunnable: (skill: string): Text => ({
    zh: `技能「${skill}」是技能链，这里没有运行技能链的程序。请按它的步骤逐个调用其中的技能。`,
    en: `The skill "${skill}" is a chain, and nothing here runs chains. Call the skills of its steps one by one.`,
  }),
} as const;

function times(attempts: number): string {
  return attempts === 1 ? 'once' : `${attempts} times`;
}
