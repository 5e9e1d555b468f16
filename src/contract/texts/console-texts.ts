// What the console's frame says: signing in, conversations, the palette, one's own account.

import type { Language, Text } from '#base/text.ts';

export const frameTexts = {
  product: (): Text => ({ zh: 'Qiao 巧', en: 'Qiao' }),
  skipToContent: (): Text => ({ zh: '跳到主要内容', en: 'Skip to the content' }),
  loading: (): Text => ({ zh: '正在加载…', en: 'Loading…' }),
  retry: (): Text => ({ zh: '重试', en: 'Try again' }),
  requestId: (id: string): Text => ({ zh: `请求编号 ${id}`, en: `Request ${id}` }),
  cancel: (): Text => ({ zh: '取消', en: 'Cancel' }),
  save: (): Text => ({ zh: '保存', en: 'Save' }),
  saved: (): Text => ({ zh: '已保存', en: 'Saved' }),
  close: (): Text => ({ zh: '关闭', en: 'Close' }),
  clear: (): Text => ({ zh: '清除', en: 'Clear' }),
  copy: (): Text => ({ zh: '复制', en: 'Copy' }),
  copied: (): Text => ({ zh: '已复制', en: 'Copied' }),
  copyRefused: (): Text => ({
    zh: '浏览器不允许复制。请选中后手动复制。',
    en: 'The browser does not allow copying. Select it and copy it by hand.',
  }),
  brokenTitle: (): Text => ({ zh: '页面出了错', en: 'The page broke' }),
  brokenHint: (): Text => ({
    zh: '会话都保存在服务器上，没有丢失。请重新加载页面。',
    en: 'Your conversations are on the server; nothing is lost. Reload the page.',
  }),
  reload: (): Text => ({ zh: '重新加载', en: 'Reload' }),
  noSuchPage: (): Text => ({ zh: '没有这个页面', en: 'There is no such page' }),
  noSuchPageHint: (): Text => ({
    zh: '地址可能写错了，或页面已被移走。',
    en: 'The address may be mistyped, or the page was moved.',
  }),
  toConversations: (): Text => ({ zh: '去会话', en: 'To the conversations' }),
  openMenu: (): Text => ({ zh: '打开会话列表', en: 'Open the conversations' }),
  foldList: (): Text => ({ zh: '收起会话列表', en: 'Fold the conversations away' }),
  showList: (): Text => ({ zh: '展开会话列表', en: 'Show the conversations' }),
  settings: (): Text => ({ zh: '设置', en: 'Settings' }),
  role: (): Text => ({ zh: '角色', en: 'Role' }),
  noRole: (): Text => ({ zh: '没有可用的角色', en: 'No role is open to you' }),
  archivedRole: (): Text => ({ zh: '已归档的角色', en: 'An archived role' }),
} as const;

export const appearanceTexts = {
  appearance: (): Text => ({ zh: '外观', en: 'Appearance' }),
  auto: (): Text => ({ zh: '跟随系统', en: 'As the system' }),
  light: (): Text => ({ zh: '浅色', en: 'Light' }),
  dark: (): Text => ({ zh: '深色', en: 'Dark' }),
  language: (): Text => ({ zh: '语言（Language）', en: 'Language（语言）' }),
  name: (language: Language): Text =>
    language === 'zh' ? { zh: '中文', en: '中文' } : { zh: 'English', en: 'English' },
} as const;

export const signInTexts = {
  title: (): Text => ({ zh: '登录', en: 'Sign in' }),
  overTitle: (): Text => ({ zh: '请重新登录', en: 'Sign in again' }),
  over: (): Text => ({
    zh: '登录已失效。页面上的内容都还在，登录后可以继续。',
    en: 'Your sign-in is over. What is on the page stays; go on after signing in.',
  }),
  login: (): Text => ({ zh: '账号', en: 'Login' }),
  loginMissing: (): Text => ({ zh: '请填写账号', en: 'Enter your login' }),
  password: (): Text => ({ zh: '密码', en: 'Password' }),
  passwordMissing: (): Text => ({ zh: '请填写密码', en: 'Enter your password' }),
  submit: (): Text => ({ zh: '登录', en: 'Sign in' }),
  wait: (seconds: number): Text => ({
    zh: `请等待 ${seconds} 秒`,
    en: `Wait ${seconds} s`,
  }),
  hintTitle: (): Text => ({ zh: '没有密码？', en: 'No password yet?' }),
  hintBefore: (): Text => ({
    zh: '请让管理员给你一个登录链接；或者在服务器上运行',
    en: 'Ask an admin for a sign-in link, or run this on the server:',
  }),
  hintAfter: (): Text => ({
    zh: '然后打开它显示的链接。链接 15 分钟内有效，只能用一次；登录后可以设置密码。',
    en: 'and open the link that it shows. It holds for 15 minutes and works once; you can set a password afterwards.',
  }),
  otherTab: (): Text => ({
    zh: '在别的标签页登录后，点这里继续。',
    en: 'Signed in on another tab? Go on here.',
  }),
} as const;

export const listTexts = {
  conversations: (): Text => ({ zh: '会话', en: 'Conversations' }),
  newConversation: (): Text => ({ zh: '新会话', en: 'New conversation' }),
  search: (): Text => ({ zh: '搜索会话', en: 'Search conversations' }),
  empty: (): Text => ({ zh: '还没有会话', en: 'No conversations yet' }),
  emptyHint: (): Text => ({
    zh: '在右侧写下第一句话，会话就会出现在这里。',
    en: 'Say something on the right, and the conversation stands here.',
  }),
  nothingFound: (words: string): Text => ({
    zh: `没有会话里有「${words}」`,
    en: `No conversation holds "${words}"`,
  }),
  clearSearch: (): Text => ({ zh: '清除搜索', en: 'Clear the search' }),
  untitled: (): Text => ({ zh: '未命名的会话', en: 'Untitled conversation' }),
  busy: (): Text => ({ zh: '正在回答', en: 'Answering' }),
  /** Of a conversation whose answers are sent there. */
  channel: (name: string): Text => ({ zh: `通道：${name}`, en: `Channel: ${name}` }),
  more: (): Text => ({ zh: '加载更多', en: 'Load more' }),
  actionsOf: (title: string): Text => ({ zh: `「${title}」的操作`, en: `Actions for "${title}"` }),
  rename: (): Text => ({ zh: '改名', en: 'Rename' }),
  newTitle: (): Text => ({ zh: '会话的新名称', en: "The conversation's new name" }),
  renamed: (): Text => ({ zh: '已改名', en: 'Renamed' }),
  delete: (): Text => ({ zh: '删除', en: 'Delete' }),
  deleteTitle: (title: string): Text => ({ zh: `删除「${title}」？`, en: `Delete "${title}"?` }),
  deleteWarning: (): Text => ({
    zh: '其中的消息和文件会一起删除，无法恢复。',
    en: 'Its messages and files go with it, and can not be brought back.',
  }),
  today: (): Text => ({ zh: '今天', en: 'Today' }),
  yesterday: (): Text => ({ zh: '昨天', en: 'Yesterday' }),
  thisWeek: (): Text => ({ zh: '近 7 天', en: 'Last 7 days' }),
  earlier: (): Text => ({ zh: '更早', en: 'Earlier' }),
  justNow: (): Text => ({ zh: '刚刚', en: 'just now' }),
  found: (): Text => ({ zh: '搜索结果', en: 'Found' }),
} as const;

export const paletteTexts = {
  open: (): Text => ({ zh: '快速跳转', en: 'Jump to' }),
  placeholder: (): Text => ({
    zh: '查找会话、角色或操作…',
    en: 'Find a conversation, a role or an action…',
  }),
  actions: (): Text => ({ zh: '操作', en: 'Actions' }),
  roles: (): Text => ({ zh: '角色', en: 'Roles' }),
  nothing: (): Text => ({ zh: '没有找到。换一个词试试。', en: 'Nothing found. Try another word.' }),
  of: (what: string, which: string): Text => ({ zh: `${what}：${which}`, en: `${what}: ${which}` }),
  talkTo: (role: string): Text => ({ zh: `与「${role}」对话`, en: `Talk to ${role}` }),
  signOut: (): Text => ({ zh: '退出登录', en: 'Sign out' }),
  keys: (): Text => ({
    zh: '↑↓ 选择，Enter 打开，Esc 关闭',
    en: '↑↓ to choose, Enter to open, Esc to close',
  }),
} as const;

export const accountDialogTexts = {
  menu: (name: string): Text => ({ zh: `${name} 的账户`, en: `Account of ${name}` }),
  account: (): Text => ({ zh: '名字与账号', en: 'Name and login' }),
  name: (): Text => ({ zh: '名字', en: 'Name' }),
  nameMissing: (): Text => ({ zh: '请填写名字', en: 'Enter a name' }),
  login: (): Text => ({ zh: '登录账号', en: 'Login' }),
  loginWrong: (): Text => ({
    zh: '2 到 100 个字符，只含字母、数字和 . _ @ + -',
    en: '2 to 100 characters: letters, digits and . _ @ + -',
  }),
  password: (): Text => ({ zh: '修改密码', en: 'Change the password' }),
  setPassword: (): Text => ({ zh: '设置密码', en: 'Set a password' }),
  current: (): Text => ({ zh: '当前密码', en: 'Current password' }),
  currentHint: (): Text => ({
    zh: '如果刚用登录链接进来（一小时内），可以不填。',
    en: 'May be left empty within an hour of signing in by a link.',
  }),
  fresh: (): Text => ({ zh: '新密码', en: 'New password' }),
  freshHint: (leastChars: number): Text => ({
    zh: `至少 ${leastChars} 个字符。其他浏览器会退出登录。`,
    en: `At least ${leastChars} characters. Every other browser is signed out.`,
  }),
  freshShort: (leastChars: number): Text => ({
    zh: `至少 ${leastChars} 个字符`,
    en: `At least ${leastChars} characters`,
  }),
  passwordSaved: (): Text => ({ zh: '密码已保存', en: 'The password is saved' }),
  signOut: (): Text => ({ zh: '退出登录', en: 'Sign out' }),
} as const;
