// What models and people are told about the execution of a skill.

import type { Text } from '#base/text.ts';

interface MissingPrograms {
  readonly programs: readonly string[];
  /** The sandbox's name; undefined for the machine itself. */
  readonly place: string | undefined;
  /** How the package's author says that they are installed. */
  readonly ways: readonly string[];
}

export const executionTexts = {
  parametersMissing: (keys: readonly string[]): Text => ({
    zh: `缺少必填参数：${keys.join('、')}。请补上后再次调用；不知道取值时请询问用户。`,
    en: `Missing required parameters: ${keys.join(', ')}. Call again with them; ask the user where you don't know a value.`,
  }),
  parameterType: (key: string, expected: string, given: string): Text => ({
    zh: `参数 ${key} 的类型应为 ${expected}，实际为 ${given}。请改正后再次调用。`,
    en: `The parameter ${key} must be of type ${expected}, but the value is of type ${given}. Correct it and call again.`,
  }),
  callTooDeep: (path: readonly string[]): Text => ({
    zh: `技能互调过深，已拒绝：${path.join(' → ')}。请减少嵌套层数。`,
    en: `Refused: skills call each other too deeply: ${path.join(' → ')}. Use fewer levels.`,
  }),
  callCycle: (path: readonly string[]): Text => ({
    zh: `技能互调成环，已拒绝：${path.join(' → ')}。请去掉其中一次调用。`,
    en: `Refused: skills call each other in a circle: ${path.join(' → ')}. Remove one of these calls.`,
  }),
  notInRole: (skill: string): Text => ({
    zh: `这个角色的技能列表里没有「${skill}」，别的技能也不能替它调用，已拒绝。需要时请管理员把它加入角色的技能列表。`,
    en: `Refused: "${skill}" is not in the list of skills of this role, and no other skill may call it for the role. An administrator can add it to the role's skills.`,
  }),
  badCallInput: (skill: string): Text => ({
    zh: `调用技能「${skill}」的输入必须是一个 JSON 对象。`,
    en: `The input for the skill "${skill}" must be a JSON object.`,
  }),
  missingProgram: (skill: string, { programs, place, ways }: MissingPrograms): Text => {
    const how = ways.length === 0 ? '' : ways.join(' · ');
    return {
      zh: `技能「${skill}」需要的程序在它运行的地方（${place === undefined ? '本机' : `沙箱 ${place}`}）不存在：${programs.join('、')}。${how === '' ? '请管理员安装后再用' : `请管理员安装后再用（作者给出的方式：${how}）`}；再次调用也不会成功。`,
      en: `The skill "${skill}" needs programs that are not where it would run (${place === undefined ? 'this machine' : `the sandbox ${place}`}): ${programs.join(', ')}. An administrator installs them${how === '' ? '' : ` (its author says: ${how})`}; calling again can't succeed before.`,
    };
  },
  needsHostSetting: (skill: string, settings: readonly string[]): Text => ({
    zh: `技能「${skill}」只能在 OpenClaw 里用：它要求那里的设置 ${settings.join('、')}，这里没有。`,
    en: `The skill "${skill}" works in OpenClaw only: it asks for its setting ${settings.join(', ')}, which there is none of here.`,
  }),
  placeSilent: (place: string): Text => ({
    zh: `沙箱 ${place} 没有回答里面有哪些程序，所以需要程序的技能都不运行。请用 qiao doctor 查看原因。`,
    en: `The sandbox ${place} did not answer which programs it has, so no skill that needs one runs. See qiao doctor.`,
  }),
  wrongSystem: (skill: string, systems: readonly string[]): Text => ({
    zh: `技能「${skill}」只能在以下系统上运行：${systems.join('、')}。此技能在本机不可用。`,
    en: `The skill "${skill}" runs only on: ${systems.join(', ')}. It can't be used on this machine.`,
  }),
  configurationMissing: (skill: string, names: readonly string[]): Text => ({
    zh: `技能「${skill}」未配置，没有运行：缺少 ${names.join('、')}。由组织的管理员填写（PATCH /api/configuration/${skill}，层为 org、team 或 role）；不用服务器时用 --config 文件 提供。再次调用也不会成功。`,
    en: `The skill "${skill}" is not configured and was not run: ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not set. An admin of the organisation sets ${names.length === 1 ? 'it' : 'them'} (PATCH /api/configuration/${skill}, on the layer org, team or role); without a server, --config FILE does. Calling again can't succeed before.`,
  }),
  notExecutable: (skill: string, kind: string): Text => ({
    zh: `「${skill}」是${kind}型技能，不能当作工具调用。`,
    en: `"${skill}" is a ${kind} skill: it can't be called as a tool.`,
  }),
  noRuntime: (skill: string, kind: string): Text => ({
    zh: `「${skill}」是${kind}型技能，这里没有能运行它的运行环境。`,
    en: `"${skill}" is a ${kind} skill, and nothing here runs that kind.`,
  }),
  noDatabase: (): Text => ({
    zh: "此次运行没有数据库可用：qiao run 和不带 --role 的 qiao chat 不连接数据库。要试用它，请用实例的数据库运行：qiao chat '/技能名 {…}' --role 角色 --skills 目录。",
    en: "There is no database in this run: qiao run opens none, and neither does qiao chat without --role. To try it on the instance's, run: qiao chat '/SKILL {…}' --role ROLE --skills DIR.",
  }),
  noModel: (): Text => ({
    zh: '没有可用的语言模型：当前是离线模式。请改用不需要语言模型的操作。',
    en: 'There is no language model: this runs in offline mode. Use an operation that needs none.',
  }),
  largeNotJson: (): Text => ({
    zh: '技能返回的数据不是可用的 JSON，或嵌套过深',
    en: 'what the skill returned is no usable JSON, or nested too deeply',
  }),
  spilledNotJson: (file: string): Text => ({
    zh: `技能返回的数据不是可用的 JSON，或嵌套过深。原始内容保存在 ${file}。`,
    en: `What the skill returned is no usable JSON, or nested too deeply. It is kept in ${file}.`,
  }),
} as const;
