// What people and programs are told by the HTTP API: requests that can't be read, and who may not come in.

import type { Text } from '#base/text.ts';

export const apiTexts = {
  hostRefused: (host: string): Text => ({
    zh: `服务器不接受以「${host}」为地址的请求。请使用启动时显示的地址；若经由其他域名访问，请把 QIAO_PUBLIC_URL 设为那个地址。`,
    en: `The server takes no requests for "${host}". Use the address that it showed at its start, or set QIAO_PUBLIC_URL to the address people reach it by.`,
  }),
  originRefused: (origin: string): Text => ({
    zh: `来自「${origin}」的请求被拒绝：只接受本站页面发出的请求。程序请改用访问令牌（Authorization: Bearer qiao_…）。`,
    en: `A request from "${origin}" was refused: only this site's own pages may send it. Programs use a token (Authorization: Bearer qiao_…).`,
  }),
  originMissing: (): Text => ({
    zh: '用 Cookie 登录的修改请求必须带 Origin。程序请改用访问令牌（Authorization: Bearer qiao_…）。',
    en: 'A change that is signed in by cookie needs an Origin. Programs use a token (Authorization: Bearer qiao_…).',
  }),
  notSignedIn: (): Text => ({
    zh: '尚未登录。请先登录，或带上访问令牌（Authorization: Bearer qiao_…）。',
    en: 'Not signed in. Sign in first, or give a token (Authorization: Bearer qiao_…).',
  }),
  signInOver: (): Text => ({
    zh: '登录已失效。请重新登录；可以让管理员生成登录链接，或在服务器上运行 qiao link。',
    en: 'The sign-in is over. Sign in again; an admin, or qiao link on the server, makes a link for it.',
  }),
  tokenInvalid: (): Text => ({
    zh: '访问令牌无效、已过期或已吊销。请新建一个令牌后重试。',
    en: 'The token is wrong, expired or revoked. Create another one and try again.',
  }),
  browserNeeded: (): Text => ({
    zh: "访问令牌不能这样做，要用登录后的 Cookie：请在浏览器中登录后操作。用 curl 时，先用 -c 文件 请求 POST /api/auth/sign-in 或 /api/auth/link 登录，再带上 -b 文件 和 -H 'Origin: 服务器地址'。",
    en: "A token can't do this, only the cookie of a sign-in: do it in the browser. With curl, sign in by POST /api/auth/sign-in or /api/auth/link with -c FILE, then send -b FILE and -H 'Origin: THE SERVER'.",
  }),
  noSuchAddress: (method: string): Text => ({
    zh: `没有这个地址（${method}）。全部地址见 /api/openapi.json。`,
    en: `There is no such address (${method}). All of them are in /api/openapi.json.`,
  }),
  methodRefused: (method: string, allowed: readonly string[]): Text => ({
    zh: `这个地址不支持 ${method}。请使用：${allowed.join('、')}。`,
    en: `This address does not take ${method}. Use: ${allowed.join(', ')}.`,
  }),
  noSuchThing: (): Text => ({
    zh: '找不到要操作的内容，它可能已被删除。请刷新后重新选择。',
    en: 'What was asked for does not exist; it may have been removed. Reload and choose again.',
  }),
  jsonNeeded: (): Text => ({
    zh: '请求内容必须是未压缩的 JSON。请加上 Content-Type: application/json 后重试。',
    en: 'The body must be uncompressed JSON. Send it with Content-Type: application/json.',
  }),
  formNeeded: (): Text => ({
    zh: '请从页面上提交这个表单。',
    en: 'Send this form from its page.',
  }),
  bodyTooLarge: (mostBytes: number): Text => ({
    zh: `请求内容超过了 ${mostBytes} 字节的上限，没有处理。请缩短后重试。`,
    en: `The body is larger than the ${mostBytes} bytes that are taken, and nothing was done. Shorten it and try again.`,
  }),
  bodyMissing: (): Text => ({
    zh: '缺少请求内容。请发送一个 JSON 对象。',
    en: 'The body is missing. Send a JSON object.',
  }),
  bodyTooSlow: (seconds: number): Text => ({
    zh: `请求内容在 ${seconds} 秒内没有发完，没有处理。请检查网络后重试。`,
    en: `The body did not come within ${seconds} s, and nothing was done. Check the connection and try again.`,
  }),
  bodyNotUtf8: (): Text => ({
    zh: '请求内容不是有效的 UTF-8 文本。请改用 UTF-8 编码后重试。',
    en: 'The body is not valid UTF-8. Encode it as UTF-8 and try again.',
  }),
  bodyNotJson: (): Text => ({
    zh: '请求内容不是有效的 JSON。请检查引号、逗号和括号后重试。',
    en: 'The body is not valid JSON. Check its quotes, commas and brackets, and try again.',
  }),
  bodyTooDeep: (most: number): Text => ({
    zh: `请求内容嵌套超过 ${most} 层。请减少层数后重试。`,
    en: `The body is nested more than ${most} levels deep. Flatten it and try again.`,
  }),
  duplicateKey: (key: string): Text => ({
    zh: `请求内容中同一对象里重复出现了「${key}」。请只保留一个。`,
    en: `The body has "${key}" twice in one object. Keep one of them.`,
  }),
  badCharacters: (): Text => ({
    zh: '请求内容含有空字符或不完整的字符。请删除它们后重试。',
    en: 'The request holds a NUL or half a character. Remove it and try again.',
  }),
  fieldWrong: (path: string, reason: Text): Text => ({
    zh: `请求中的 ${path} 不正确：${reason.zh}。请对照 /api/openapi.json 修改后重试。`,
    en: `${path} of the request is wrong: ${reason.en}. Compare it with /api/openapi.json and try again.`,
  }),
  queryRepeated: (name: string): Text => ({
    zh: `查询参数 ${name} 出现了多次。请只保留一个。`,
    en: `The query has ${name} more than once. Keep one of them.`,
  }),
  tooManyRequests: (seconds: number): Text => ({
    zh: `请求太频繁。请在 ${seconds} 秒后重试。`,
    en: `Too many requests. Try again in ${seconds} s.`,
  }),
  unexpected: (requestId: string): Text => ({
    zh: `服务器内部出错，这次操作可能没有完成。请稍后重试；若仍然出错，管理员可以在服务器日志中用编号 ${requestId} 查到原因。`,
    en: `The server met a fault of its own and may not have done this. Try again; if it happens again, the operator finds the reason in the server's log under ${requestId}.`,
  }),
  databaseAway: (): Text => ({
    zh: '服务器暂时无法使用数据库，操作没有完成。请稍后重试；若仍然出错，请让管理员查看服务器日志。',
    en: "The server can't use its database just now, and this was not done. Try again in a moment; if it goes on, have the operator look at the server's log.",
  }),
  notReady: (): Text => ({
    zh: '服务器正在启动或数据库不可用。请稍后重试。',
    en: 'The server is starting, or its database is away. Try again in a moment.',
  }),
  metricsRefused: (): Text => ({
    zh: '运行指标只提供给本机，或带有 admin 权限令牌的管理员。',
    en: "Metrics are for this machine itself, or for an admin's token with the scope admin.",
  }),
} as const;

/** What the client says of servers it can't use. */
export const clientTexts = {
  unreachable: (server: string, reason: string | undefined): Text => ({
    zh: `无法连接服务器 ${server}${reason === undefined ? '' : `：${reason}`}。请确认它在运行、地址正确，然后重试。`,
    en: `The server ${server} can't be reached${reason === undefined ? '' : `: ${reason}`}. Check that it runs and that the address is right, and try again.`,
  }),
  notQiao: (server: string, status: number): Text => ({
    zh: `${server} 的回答不像 Qiao（状态 ${status}）。请检查地址，以及两边的版本是否一致。`,
    en: `${server} does not answer like Qiao (status ${status}). Check the address, and that both sides have the same version.`,
  }),
} as const;

/** The few pages that need no console: signing in, invitations, and what stands at `/` where the console was not built. */
export const pageTexts = {
  product: (): Text => ({ zh: '巧', en: 'Qiao' }),
  runs: (): Text => ({ zh: '服务器正在运行', en: 'The server is running' }),
  signedInAs: (name: string, org: string): Text => ({
    zh: `已登录：${name}（${org}）`,
    en: `Signed in as ${name} (${org})`,
  }),
  notSignedIn: (): Text => ({
    zh: '尚未登录。请打开登录链接，或在下面输入登录名和密码。没有密码时，请管理员生成链接，或在服务器上运行 qiao link。',
    en: 'Not signed in. Open a sign-in link, or enter login and password below. Without a password, ask an admin for a link, or run qiao link on the server.',
  }),
  noChatPage: (): Text => ({
    zh: '这里没有构建聊天页面（npm run build:console）。也可以这样对话：',
    en: 'The chat page was not built here (npm run build:console). One can also talk to it like this:',
  }),
  onCommandLine: (): Text => ({ zh: '在命令行：', en: 'On the command line:' }),
  byHttp: (): Text => ({
    zh: '或用 HTTP（令牌由 POST /api/tokens 创建；$SESSION 是第一条命令返回的 id）：',
    en: 'Or by HTTP, with a token made by POST /api/tokens; $SESSION is the id in the first answer:',
  }),
  apiDescribed: (): Text => ({ zh: '接口说明：', en: 'The API is described at' }),
  greeting: (): Text => ({ zh: '你好', en: 'Hello' }),
  signIn: (): Text => ({ zh: '登录', en: 'Sign in' }),
  signOut: (): Text => ({ zh: '退出登录', en: 'Sign out' }),
  linkTitle: (): Text => ({ zh: '登录 Qiao', en: 'Sign in to Qiao' }),
  linkExplained: (): Text => ({
    zh: '点击按钮，用这个一次性链接登录。链接在点击之前不会失效。',
    en: 'Press the button to sign in with this single-use link. Opening this page has not used it up.',
  }),
  invitationTitle: (org: string): Text => ({ zh: `加入「${org}」`, en: `Join ${org}` }),
  invitationExplained: (): Text => ({
    zh: '填写名字和登录名即可加入。不设密码时，以后用登录链接登录。',
    en: 'Give a name and a login to join. Without a password you come back by sign-in links.',
  }),
  join: (): Text => ({ zh: '加入', en: 'Join' }),
  name: (): Text => ({ zh: '名字', en: 'Name' }),
  login: (): Text => ({ zh: '登录名', en: 'Login' }),
  password: (): Text => ({ zh: '密码', en: 'Password' }),
  passwordOptional: (): Text => ({ zh: '密码（可不填）', en: 'Password (may be left out)' }),
  failed: (): Text => ({ zh: '没有成功', en: 'That did not work' }),
  home: (): Text => ({ zh: '回到首页', en: 'Back to the start' }),
} as const;
