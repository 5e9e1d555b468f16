// What people are told about accounts: who may do what, signing in, links, invitations and passwords.

import type { Text } from '#base/text.ts';

export type AccountThing =
  | 'org'
  | 'person'
  | 'team'
  | 'team member'
  | 'role'
  | 'contact'
  | 'token'
  | 'sign-in'
  | 'invitation';

const THINGS: Readonly<Record<AccountThing, Text>> = {
  org: { zh: '组织', en: 'organisation' },
  person: { zh: '人员', en: 'person' },
  team: { zh: '团队', en: 'team' },
  'team member': { zh: '团队成员', en: 'team member' },
  role: { zh: '角色', en: 'role' },
  contact: { zh: '联系人', en: 'contact' },
  token: { zh: '令牌', en: 'token' },
  'sign-in': { zh: '登录记录', en: 'sign-in' },
  invitation: { zh: '邀请', en: 'invitation' },
};

export const accountTexts = {
  limitInvalid: (most: number): Text => ({
    zh: `limit 必须是 1 到 ${most} 之间的整数。请修改后重试。`,
    en: `limit must be a whole number from 1 to ${most}. Correct it and try again.`,
  }),
  cursorInvalid: (): Text => ({
    zh: 'after 不是有效的分页位置。请使用上一页返回的 next，或去掉 after 从头开始。',
    en: 'after is not a place in this list. Give the next of the page before, or leave it out to start at the beginning.',
  }),
  noSuch: (thing: AccountThing): Text => ({
    zh: `找不到这个${THINGS[thing].zh}，它可能已被删除。请刷新列表后重新选择。`,
    en: `There is no such ${THINGS[thing].en}; it may have been removed. Reload the list and choose again.`,
  }),
  adminNeeded: (): Text => ({
    zh: '只有组织的所有者或管理员可以这样做。请联系他们处理。',
    en: 'Only an owner or admin of the organisation can do this. Ask one of them.',
  }),
  ownerNeeded: (): Text => ({
    zh: '只有组织的所有者可以这样做。请联系所有者处理。',
    en: 'Only an owner of the organisation can do this. Ask one of them.',
  }),
  scopeNeeded: (scope: string): Text => ({
    zh: `当前令牌没有「${scope}」权限。请在浏览器中操作，或新建一个带有该权限的令牌。`,
    en: `This token lacks the scope "${scope}". Do it in the browser, or create a token with that scope.`,
  }),
  scopesNotHeld: (scope: string): Text => ({
    zh: `不能授予自己没有的权限「${scope}」。请去掉它，或在浏览器中新建令牌。`,
    en: `A token can't be given the scope "${scope}", which you lack here. Leave it out, or create the token in the browser.`,
  }),
  scopesMissing: (): Text => ({
    zh: '令牌至少需要一项权限：chat、read 或 admin。请选择后重试。',
    en: 'A token needs at least one scope: chat, read or admin. Choose one and try again.',
  }),
  daysInvalid: (field: string): Text => ({
    zh: `${field} 必须是 1 到 36500 之间的整天数。请修改后重试。`,
    en: `${field} must be a whole number of days from 1 to 36500. Correct it and try again.`,
  }),
  browserNeeded: (): Text => ({
    zh: '密码只能在浏览器中登录后修改。请登录后重试。',
    en: 'A password can be changed only after signing in with the browser. Sign in there and try again.',
  }),
  nameInvalid: (most: number): Text => ({
    zh: `名称不能为空，最长 ${most} 个字符，且不能包含换行等控制字符。请修改后重试。`,
    en: `A name needs 1 to ${most} characters, without line breaks or other control characters. Correct it and try again.`,
  }),
  loginInvalid: (most: number): Text => ({
    zh: `登录名不能为空，最长 ${most} 个字符，且不能包含空格或不可见字符。请修改后重试。`,
    en: `A login needs 1 to ${most} characters, without blanks or invisible characters. Correct it and try again.`,
  }),
  textInvalid: (field: string, most: number): Text => ({
    zh: `${field} 最长 ${most} 个字符，且必须是有效文本。请缩短或修改后重试。`,
    en: `${field} may have at most ${most} characters of valid text. Shorten or correct it and try again.`,
  }),
  unstorable: (): Text => ({
    zh: '内容里有无法保存的字符（NUL）。请去掉后重试。',
    en: 'There is a character that can’t be stored (NUL). Take it out and try again.',
  }),
  loginTaken: (): Text => ({
    zh: '这个登录名已被使用。请换一个登录名。',
    en: 'This login is taken. Choose another one.',
  }),
  teamNameTaken: (): Text => ({
    zh: '已有同名的团队。请换一个名称。',
    en: 'There is a team of this name. Choose another name.',
  }),
  roleNameTaken: (): Text => ({
    zh: '已有同名的角色。请换一个名称，或先归档那个角色。',
    en: 'There is a role of this name. Choose another name, or archive that role first.',
  }),
  contactKeyTaken: (): Text => ({
    zh: '这个渠道中已有同一标识的联系人。请修改已有的联系人。',
    en: 'This channel has a contact with that key. Change the one that is there.',
  }),
  teamHasRoles: (): Text => ({
    zh: '还有角色属于这个团队，不能删除。请先把这些角色移到别处。',
    en: 'Roles belong to this team, so it can’t be removed. Move those roles elsewhere first.',
  }),
  lastOwner: (): Text => ({
    zh: '组织至少要有一位可用的所有者，操作没有执行。请先让另一个人成为所有者。',
    en: 'The organisation needs at least one enabled owner, so this was not done. Make somebody else an owner first.',
  }),
  signInRefused: (): Text => ({
    zh: '登录名或密码不正确。请检查后重试；忘记密码时，请管理员为你生成登录链接。',
    en: 'The login or the password is wrong. Check them and try again; if you forgot the password, ask an admin for a sign-in link.',
  }),
  passwordWrong: (): Text => ({
    zh: '当前密码不正确，密码没有修改。请重新输入；忘记密码时，请管理员为你生成登录链接。',
    en: 'The current password is wrong, and nothing was changed. Enter it again; if you forgot it, ask an admin for a sign-in link.',
  }),
  tooManyAttempts: (seconds: number): Text => ({
    zh: `失败次数过多。请在 ${seconds} 秒后重试，或请管理员为你生成登录链接。`,
    en: `There were too many failed attempts. Try again in ${seconds} s, or ask an admin for a sign-in link.`,
  }),
  manySignIns: (seconds: number): Text => ({
    zh: `同时登录的请求太多。请在 ${seconds} 秒后重试。`,
    en: `Too many sign-ins come at once. Try again in ${seconds} s.`,
  }),
  passwordTooShort: (least: number): Text => ({
    zh: `密码至少需要 ${least} 个字符。请换一个更长的密码。`,
    en: `A password needs at least ${least} characters. Choose a longer one.`,
  }),
  passwordTooLong: (mostBytes: number): Text => ({
    zh: `密码最长 ${mostBytes} 字节。请换一个更短的密码。`,
    en: `A password may have at most ${mostBytes} bytes. Choose a shorter one.`,
  }),
  linkExpired: (): Text => ({
    zh: '这个登录链接已过期、已使用或无效。请让管理员重新生成，或在服务器上运行 qiao link。',
    en: 'This sign-in link is used, too old or not valid. Ask an admin for another, or run qiao link on the server.',
  }),
  linkUsed: (): Text => ({
    zh: '这个登录链接已经用过了，每个链接只能用一次。请让管理员重新生成，或在服务器上运行 qiao link。',
    en: 'This sign-in link was used already; each holds for one use. Ask an admin for another, or run qiao link on the server.',
  }),
  linkWhole: (): Text => ({
    zh: '这里只要链接的最后一段（最后一个 / 之后的部分），不要整个链接。',
    en: 'Only the last part of the link is wanted here, what stands after its last slash, not the whole of it.',
  }),
  linkIsInvitation: (): Text => ({
    zh: '这是邀请，不是登录链接。请打开 /auth/invitation/… 的页面，或用 POST /api/auth/invitation 接受邀请。',
    en: 'This is an invitation, not a sign-in link. Open its page /auth/invitation/…, or accept it by POST /api/auth/invitation.',
  }),
  invitationExpired: (): Text => ({
    zh: '这个邀请已过期、已使用或已撤销。请让邀请你的人重新发送。',
    en: 'This invitation is used, withdrawn or too old. Ask whoever invited you for another.',
  }),
  invitationAccepted: (): Text => ({
    zh: '这个邀请已被接受，无法撤销。如需移除此人，请到人员列表中操作。',
    en: 'This invitation was accepted, so it can’t be withdrawn. To remove the person, use the list of people.',
  }),
  personDisabled: (): Text => ({
    zh: '这个人员已被停用，不能登录。请先启用。',
    en: 'This person is disabled and can’t sign in. Enable them first.',
  }),
} as const;

/** What the first start calls things. */
export const firstStartTexts = {
  orgName: (): Text => ({ zh: '我的组织', en: 'My organisation' }),
  ownerName: (): Text => ({ zh: '所有者', en: 'Owner' }),
  roleName: (): Text => ({ zh: '小巧', en: 'Qiao' }),
  persona: (): Text => ({
    zh: '你是小巧，一位可靠的助手。回答简明准确；需要时使用技能，并如实说明做了什么、没做成什么。',
    en: 'You are Qiao, a dependable assistant. Answer briefly and exactly; use skills where they help, and say plainly what was done and what was not.',
  }),
} as const;
