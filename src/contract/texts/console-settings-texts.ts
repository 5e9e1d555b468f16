// What the console's settings say: roles, model providers, people.

import type { Text } from '#base/text.ts';

type Position = 'owner' | 'admin' | 'member';

export const settingsTexts = {
  pages: (): Text => ({ zh: '设置的页面', en: 'Pages of the settings' }),
  roles: (): Text => ({ zh: '角色', en: 'Roles' }),
  provider: (): Text => ({ zh: '模型服务', en: 'Model providers' }),
  people: (): Text => ({ zh: '成员', en: 'People' }),
  sandbox: (): Text => ({ zh: '沙箱', en: 'Sandbox' }),
  forAdmins: (): Text => ({ zh: '这里由管理员设置', en: 'Admins set this up' }),
  forAdminsHint: (): Text => ({
    zh: '你是普通成员，看不到也改不了这些设置。需要时请让组织的管理员或所有者修改，或请他们给你管理员身份。',
    en: 'You are a member, and these settings are for admins. Ask an admin or owner of the organisation to change them, or to make you an admin.',
  }),
  forOwners: (): Text => ({
    zh: '只有组织的所有者可以修改密钥和试用。你可以看到是否已设置。',
    en: 'Only owners of the organisation change and try keys. You see whether they are set.',
  }),
  more: (): Text => ({ zh: '加载更多', en: 'Load more' }),
} as const;

export const roleTexts = {
  intro: (): Text => ({
    zh: '角色是人们对话的对象：它有自己的人设、模型、技能和限制。',
    en: 'Roles are what people talk to: each has its persona, its model, its skills and its limits.',
  }),
  create: (): Text => ({ zh: '新建角色', en: 'New role' }),
  edit: (name: string): Text => ({ zh: `编辑「${name}」`, en: `Edit "${name}"` }),
  editButton: (): Text => ({ zh: '编辑', en: 'Edit' }),
  talk: (): Text => ({ zh: '对话', en: 'Talk' }),
  archive: (): Text => ({ zh: '归档', en: 'Archive' }),
  archiveTitle: (name: string): Text => ({ zh: `归档「${name}」？`, en: `Archive "${name}"?` }),
  archiveHint: (): Text => ({
    zh: '归档后它不再回答任何人；已有的会话仍可阅读。之后可以恢复。',
    en: 'It answers nobody any more; its conversations can still be read. It can be brought back.',
  }),
  restore: (): Text => ({ zh: '恢复', en: 'Bring back' }),
  archived: (): Text => ({ zh: '已归档', en: 'Archived' }),
  showArchived: (): Text => ({ zh: '显示已归档的', en: 'Show archived ones' }),
  empty: (): Text => ({ zh: '还没有角色', en: 'There is no role yet' }),
  emptyHint: (): Text => ({
    zh: '新建一个，人们就可以和它对话了。',
    en: 'Make one, and people can talk to it.',
  }),
  noPersona: (): Text => ({ zh: '没有写人设', en: 'No persona is written' }),
  everySkill: (): Text => ({ zh: '全部技能', en: 'All skills' }),
  someSkills: (count: number): Text => ({
    zh: `${count} 个技能`,
    en: count === 1 ? '1 skill' : `${count} skills`,
  }),
  name: (): Text => ({ zh: '名称', en: 'Name' }),
  discard: (): Text => ({ zh: '放弃填写的内容？', en: 'Discard what was entered?' }),
  discardHint: (): Text => ({ zh: '修改还没有保存。', en: 'It is not saved yet.' }),
  discarding: (): Text => ({ zh: '放弃', en: 'Discard' }),
  goOnEditing: (): Text => ({ zh: '继续编辑', en: 'Go on editing' }),
  nameMissing: (): Text => ({ zh: '请给角色起个名字', en: 'Give the role a name' }),
  persona: (): Text => ({ zh: '人设', en: 'Persona' }),
  personaHint: (): Text => ({
    zh: '它是谁、怎么说话、注意什么。模型每次都会读到。',
    en: 'Who it is, how it speaks, what it minds. The model reads it each time.',
  }),
  personaExample: (): Text => ({
    zh: '例如：你是财务助理，回答简短，数字都注明出处。',
    en: 'For example: You are a financial assistant. Be brief, and name the source of every number.',
  }),
  model: (): Text => ({ zh: '模型', en: 'Model' }),
  serverModel: (): Text => ({ zh: '服务器的默认模型', en: "The server's own" }),
  offline: (): Text => ({ zh: '离线（不用语言模型）', en: 'Offline (no language model)' }),
  offlineHint: (): Text => ({
    zh: '按命令、名称和关键词找技能，不需要密钥，文字不会离开这台机器。',
    en: 'Finds skills by command, name and keywords. It needs no key, and nothing leaves this machine.',
  }),
  openai: (): Text => ({ zh: 'OpenAI 兼容服务', en: 'OpenAI-compatible' }),
  modelName: (): Text => ({ zh: '模型名', en: "The model's name" }),
  modelNameMissing: (): Text => ({ zh: '请填写模型名', en: "Enter the model's name" }),
  modelNameHint: (): Text => ({
    zh: '照服务商的写法填写。密钥和地址在「模型服务」页设置。',
    en: 'As the provider writes it. Its key and address are set on the page "Model providers".',
  }),
  skills: (): Text => ({ zh: '技能', en: 'Skills' }),
  allSkills: (): Text => ({
    zh: '全部，包括以后新增的',
    en: 'All, those to come included',
  }),
  chosenSkills: (): Text => ({ zh: '只允许选中的', en: 'Only chosen ones' }),
  allSkillsHint: (): Text => ({
    zh: '它可以使用下面勾选的全部技能；以后安装的会自动加上。',
    en: 'It has all that are checked here, and those that are installed later.',
  }),
  chosenSkillsHint: (): Text => ({
    zh: '只有勾选的才会为它运行，内置的也要勾选；只要勾选了任何一个，read_result 与 read_skill_file（读取它们的结果与文件）就会一并提供。',
    en: 'Only checked skills run for it, built-in ones included; with any of them come read_result and read_skill_file, which read their results and files.',
  }),
  noSkills: (): Text => ({
    zh: '没有选中任何技能：它只能聊天。',
    en: 'No skill is chosen: it can only talk.',
  }),
  chosenCount: (count: number, all: number): Text => ({
    zh: `已选 ${count} 个，共 ${all} 个`,
    en: `${count} of ${all} chosen`,
  }),
  chooseAll: (): Text => ({ zh: '全选', en: 'Choose all' }),
  chooseNone: (): Text => ({ zh: '清空', en: 'Choose none' }),
  findSkill: (): Text => ({ zh: '查找技能', en: 'Find a skill' }),
  noSkillFits: (words: string): Text => ({
    zh: `没有找到「${words}」`,
    en: `None fits "${words}"`,
  }),
  skillGroup: (group: SkillGroupName): Text => SKILL_GROUPS[group],
  noPackages: (): Text => ({
    zh: '除内置的以外还没有技能。把技能包放进服务器读取的目录（默认是 skills/，或启动时 --skills 指定的目录），就会出现在这里。',
    en: 'There are none beside the built-in ones. Put packages into the folder that the server reads (skills/, or what it was started with as --skills), and they stand here.',
  }),
  goneHint: (): Text => ({
    zh: '角色里写了它们的名字，但这里没有安装：装上之前不起作用。',
    en: 'The role names them, but they are not installed: nothing runs until they are.',
  }),
  team: (): Text => ({ zh: '谁可以使用', en: 'Who may talk to it' }),
  everybody: (): Text => ({ zh: '组织里的所有人', en: 'Everybody in the organisation' }),
  teamOnly: (name: string): Text => ({ zh: `只限团队「${name}」`, en: `Only the team "${name}"` }),
  limits: (): Text => ({ zh: '限制', en: 'Limits' }),
  limitsHint: (): Text => ({
    zh: '不填就用服务器的设置；只能比它更严。',
    en: "Where nothing is entered the server's hold; a role may have less, never more.",
  }),
  knowledge: (): Text => ({
    zh: '知识：供阅读，不执行。模型总会知道它，需要时读它的内容。',
    en: 'Knowledge: read, not run. The model always knows of it and reads it where needed.',
  }),
  maxRounds: (): Text => ({ zh: '每轮最多几步', en: 'Steps a turn' }),
  wallSec: (): Text => ({ zh: '每轮最多几秒', en: 'Seconds a turn' }),
  skillWallSec: (): Text => ({ zh: '每个技能最多几秒', en: 'Seconds a skill' }),
  dailyTokens: (): Text => ({ zh: '每天最多多少 token', en: 'Tokens a day' }),
  storageMb: (): Text => ({ zh: '文件最多占多少 MB', en: 'MB of files in all' }),
} as const;

type SkillGroupName = 'builtIn' | 'packages' | 'gone';

const SKILL_GROUPS = {
  builtIn: { zh: '内置技能', en: 'Built in' },
  packages: { zh: '技能包', en: 'Skill packages' },
  gone: { zh: '没有安装', en: 'Not installed' },
} as const satisfies Record<SkillGroupName, Text>;

export const providerTexts = {
  intro: (): Text => ({
    zh: '密钥加密保存，只进不出：保存后谁也看不到它，只看得到是否已设置。',
    en: 'Keys are stored encrypted and never come out again: only whether one is set is shown.',
  }),
  openai: (): Text => ({ zh: 'OpenAI 及兼容服务', en: 'OpenAI and compatible services' }),
  openaiHint: (): Text => ({
    zh: 'DeepSeek、通义千问、Kimi、智谱、Ollama、vLLM 等都可以：填它的地址。',
    en: 'DeepSeek, Qwen, Kimi, Ollama, vLLM and others work as well: enter their address.',
  }),
  anthropic: (): Text => ({ zh: 'Anthropic', en: 'Anthropic' }),
  anthropicHint: (): Text => ({ zh: 'Claude 系列模型。', en: 'The Claude models.' }),
  sourceOrg: (): Text => ({ zh: '已设置', en: 'Set' }),
  sourceServer: (): Text => ({ zh: '使用服务器的密钥', en: "The server's key" }),
  sourceNone: (): Text => ({ zh: '没有密钥', en: 'No key' }),
  baseUrl: (): Text => ({ zh: '地址', en: 'Address' }),
  baseUrlHint: (): Text => ({
    zh: '通常以 /v1 结尾。更换地址时要重新填写密钥。',
    en: 'It often ends in /v1. With another address the key is entered again.',
  }),
  baseUrlWrong: (): Text => ({
    zh: '要以 http:// 或 https:// 开头',
    en: 'It starts with http:// or https://',
  }),
  key: (): Text => ({ zh: '密钥', en: 'Key' }),
  keySet: (): Text => ({ zh: '已设置，不填则保留', en: 'Set; leave empty to keep it' }),
  keyUnset: (): Text => ({ zh: '粘贴密钥', en: 'Paste the key' }),
  remove: (): Text => ({ zh: '删除密钥和地址', en: 'Remove key and address' }),
  removeTitle: (): Text => ({
    zh: '删除这里保存的密钥和地址？',
    en: 'Remove the key and address that are stored here?',
  }),
  removeHint: (): Text => ({
    zh: '之后使用服务器自己的设置；如果它没有密钥，用这个服务的角色将无法回答。',
    en: "The server's own settings hold then; where it has no key, roles that use this provider can't answer.",
  }),
  tryTitle: (): Text => ({ zh: '试一试', en: 'Try it' }),
  tryHint: (): Text => ({
    zh: '用已保存的设置向模型要一句回答，最多 20 秒。',
    en: 'Asks the model for one short answer with what is saved, within 20 seconds.',
  }),
  tryButton: (): Text => ({ zh: '试一试', en: 'Try it' }),
  answered: (seconds: string): Text => ({
    zh: `可以使用，${seconds} 秒回答：`,
    en: `It works. It answered in ${seconds} s:`,
  }),
  answeredNothing: (): Text => ({
    zh: '（模型没有说话，但接受了请求）',
    en: '(It said nothing, but it took the request.)',
  }),
  failed: (): Text => ({ zh: '没有成功', en: 'That did not work' }),
  useFor: (): Text => ({ zh: '让角色使用这个模型', en: 'Let a role use this model' }),
  useButton: (): Text => ({ zh: '使用', en: 'Use it' }),
  used: (role: string, model: string): Text => ({
    zh: `「${role}」现在使用 ${model}`,
    en: `"${role}" now uses ${model}`,
  }),
} as const;

const POSITIONS: Readonly<Record<Position, Text>> = {
  owner: { zh: '所有者', en: 'Owner' },
  admin: { zh: '管理员', en: 'Admin' },
  member: { zh: '成员', en: 'Member' },
};

export const peopleTexts = {
  intro: (): Text => ({
    zh: '组织里的人。没有密码的人用一次性登录链接登录。',
    en: 'The people of the organisation. Who has no password signs in by a single-use link.',
  }),
  search: (): Text => ({ zh: '查找成员', en: 'Find people' }),
  position: (position: Position): Text => POSITIONS[position],
  positionLabel: (): Text => ({ zh: '身份', en: 'Position' }),
  positionOf: (name: string): Text => ({ zh: `${name} 的身份`, en: `Position of ${name}` }),
  you: (): Text => ({ zh: '你', en: 'you' }),
  disabled: (): Text => ({ zh: '已停用', en: 'Disabled' }),
  disable: (): Text => ({ zh: '停用', en: 'Disable' }),
  disableTitle: (name: string): Text => ({ zh: `停用 ${name}？`, en: `Disable ${name}?` }),
  disableHint: (): Text => ({
    zh: '立即退出登录，令牌也会失效；会话保留，可以随时恢复。',
    en: 'They are signed out at once and their tokens stop working; conversations stay. It can be undone at any time.',
  }),
  enable: (): Text => ({ zh: '恢复', en: 'Enable' }),
  link: (): Text => ({ zh: '登录链接', en: 'Sign-in link' }),
  linkTitle: (name: string): Text => ({ zh: `${name} 的登录链接`, en: `Sign-in link for ${name}` }),
  linkOnlyHere: (): Text => ({
    zh: '这个链接只能在运行服务器的这台机器上打开。要让别人使用，请用 QIAO_PUBLIC_URL 设置他们能访问的地址（见 docs/running-a-server.md）。',
    en: 'This link opens on the machine that runs the server, and nowhere else. For others set QIAO_PUBLIC_URL to an address that they can reach (docs/running-a-server.md).',
  }),
  linkHint: (until: string): Text => ({
    zh: `把它交给本人。只显示这一次，只能用一次，${until} 前有效。`,
    en: `Give it to them and nobody else. It is shown once, works once, and holds until ${until}.`,
  }),
  invite: (): Text => ({ zh: '邀请', en: 'Invite' }),
  inviteTitle: (): Text => ({ zh: '邀请一个人', en: 'Invite somebody' }),
  inviteMake: (): Text => ({ zh: '生成邀请链接', en: 'Make the link' }),
  inviteLink: (): Text => ({ zh: '邀请链接', en: 'The invitation' }),
  note: (): Text => ({ zh: '备注', en: 'Note' }),
  noteHint: (): Text => ({ zh: '给谁的，方便以后辨认。', en: 'Whom it is for, to know it by.' }),
  team: (): Text => ({ zh: '团队', en: 'Team' }),
  noTeam: (): Text => ({ zh: '不加入团队', en: 'No team' }),
  invitations: (): Text => ({ zh: '未使用的邀请', en: 'Open invitations' }),
  validUntil: (moment: string): Text => ({ zh: `有效期至 ${moment}`, en: `holds until ${moment}` }),
  revoke: (): Text => ({ zh: '撤回', en: 'Revoke' }),
  nobody: (words: string): Text => ({
    zh: `没有找到「${words}」`,
    en: `Nobody fits "${words}"`,
  }),
} as const;
