// What people read in a conversation on the page.

import type { Text } from '#base/text.ts';

export const chatViewTexts = {
  conversation: (): Text => ({ zh: '对话', en: 'Conversation' }),
  loading: (): Text => ({ zh: '正在载入…', en: 'Loading…' }),
  loadFailed: (): Text => ({ zh: '会话没有载入', en: 'The conversation could not be loaded' }),
  tryAgain: (): Text => ({ zh: '重试', en: 'Try again' }),
  loadOlder: (): Text => ({ zh: '更早的消息', en: 'Earlier messages' }),
  loadingOlder: (): Text => ({ zh: '正在载入更早的消息…', en: 'Loading earlier messages…' }),
  reconnecting: (): Text => ({
    zh: '重新连接中…已收到的内容不会丢失',
    en: 'Reconnecting… nothing that was received is lost',
  }),
  streamEnded: (): Text => ({
    zh: '看不到新的进展了',
    en: 'New messages are no longer shown',
  }),
  newBelow: (): Text => ({ zh: '下面有新内容', en: 'New below' }),
  toBottom: (): Text => ({ zh: '回到最下面', en: 'To the bottom' }),
  arrivalUnknown: (): Text => ({
    zh: '页面刷新时还没有确认这条消息已送达。可以再次发送：不会重复。',
    en: 'The page was reloaded before this message was confirmed. Send it again: it will not be there twice.',
  }),
  you: (): Text => ({ zh: '你', en: 'You' }),
  answer: (): Text => ({ zh: '回答', en: 'Answer' }),
  answerArrived: (): Text => ({ zh: '回答完成', en: 'The answer is complete' }),
  answering: (): Text => ({ zh: '正在回答', en: 'Answering' }),
  thinking: (): Text => ({ zh: '正在思考…', en: 'Thinking…' }),
} as const;

export const emptyChatTexts = {
  greeting: (role: string): Text => ({
    zh: `你好，我是「${role}」。想做什么？`,
    en: `Hello, this is ${role}. What shall we do?`,
  }),
  greetingPlain: (): Text => ({ zh: '你好，想做什么？', en: 'Hello. What shall we do?' }),
  hint: (): Text => ({
    zh: '直接提问，或从下面的例子开始。',
    en: 'Ask anything, or begin with one of these.',
  }),
  /** What every one of them gets is an answer, without a model too. */
  examples: (): readonly Text[] => [
    { zh: '你能做什么？有哪些技能？', en: 'What can you do? Which skills do you have?' },
    {
      zh: '2026-10-01 和 2026-12-31 两个日期之间有多少个工作日？',
      en: 'How many business days are there between 2026-10-01 and 2026-12-31?',
    },
    {
      zh: '/text-stats 落霞与孤鹜齐飞，秋水共长天一色',
      en: '/text-stats The quick brown fox jumps over the lazy dog.',
    },
  ],
  role: (): Text => ({ zh: '角色', en: 'Role' }),
} as const;

export const composerTexts = {
  label: (): Text => ({ zh: '消息', en: 'Message' }),
  placeholder: (): Text => ({ zh: '输入消息', en: 'Write a message' }),
  followUp: (): Text => ({
    zh: '继续补充；排在当前回答之后',
    en: 'Add a follow-up; it waits for the answer',
  }),
  send: (): Text => ({ zh: '发送', en: 'Send' }),
  stop: (): Text => ({ zh: '停止', en: 'Stop' }),
  stopping: (): Text => ({ zh: '正在停止…', en: 'Stopping…' }),
  keys: (): Text => ({
    zh: 'Enter 发送，Shift+Enter 换行',
    en: 'Enter sends, Shift+Enter breaks the line',
  }),
  fileMissing: (): Text => ({
    zh: '有文件没有传上来：请重新上传或移除，然后发送。',
    en: 'A file did not arrive: upload it again or take it away, then send.',
  }),
  tooLong: (chars: number, most: number): Text => ({
    zh: `消息有 ${chars.toLocaleString('en')} 个字符，最多 ${most.toLocaleString('en')} 个。请缩短，或作为文件发送。`,
    en: `The message has ${chars.toLocaleString('en')} characters; ${most.toLocaleString('en')} is the most. Shorten it, or send it as a file.`,
  }),
} as const;

export const messageTexts = {
  copyFailed: (): Text => ({
    zh: '浏览器不允许复制，请选中后手动复制',
    en: 'The browser does not allow copying: select the text and copy it by hand',
  }),
  edit: (): Text => ({ zh: '修改并重新发送', en: 'Edit and resend' }),
  regenerate: (): Text => ({ zh: '重新回答', en: 'Answer again' }),
  cancel: (): Text => ({ zh: '取消', en: 'Cancel' }),
  editLabel: (): Text => ({ zh: '修改消息', en: 'Edit the message' }),
  replaces: (later: number): Text =>
    later === 0
      ? { zh: '这条消息和它的回答会被替代。', en: 'This message and its answer will be replaced.' }
      : {
          zh: `这条消息、它的回答和之后的 ${later} 轮对话会被替代。`,
          en: `This message, its answer and the ${later} ${later === 1 ? 'turn' : 'turns'} after it will be replaced.`,
        },
  sending: (): Text => ({ zh: '正在发送…', en: 'Sending…' }),
  notSent: (): Text => ({ zh: '没有发送', en: 'Not sent' }),
  waitsForServer: (): Text => ({
    zh: '等待连接恢复，届时自动发送',
    en: 'Waits for the connection, and is sent by itself then',
  }),
  sendAgain: (): Text => ({ zh: '再次发送', en: 'Send again' }),
  toDraft: (): Text => ({ zh: '放回输入框', en: 'Back to the draft' }),
  queued: (): Text => ({ zh: '排队中', en: 'Queued' }),
  takeBack: (): Text => ({ zh: '撤回', en: 'Take back' }),
  takenBack: (): Text => ({ zh: '已撤回', en: 'Taken back' }),
  showAll: (): Text => ({ zh: '显示全部', en: 'Show all' }),
  showLess: (): Text => ({ zh: '收起', en: 'Show less' }),
  actionFailed: (): Text => ({ zh: '没有完成', en: 'That did not work' }),
} as const;

export const endTexts = {
  stopped: (): Text => ({ zh: '已停止', en: 'Stopped' }),
  interrupted: (): Text => ({ zh: '已中断', en: 'Interrupted' }),
  refused: (): Text => ({ zh: '没有回答', en: 'Not answered' }),
  modelFailed: (): Text => ({ zh: '模型没有完成回答', en: 'The model did not finish the answer' }),
  rounds: (): Text => ({
    zh: '调用轮数已到上限，以上是到此为止的结果。',
    en: 'The limit of rounds was reached; above is what there was by then.',
  }),
  failures: (): Text => ({
    zh: '失败次数已到上限，以上是到此为止的结果。',
    en: 'The limit of failures was reached; above is what there was by then.',
  }),
  time: (): Text => ({
    zh: '时间已到上限，以上是到此为止的结果。',
    en: 'The time limit was reached; above is what there was by then.',
  }),
  budget: (failures: number): Text => ({
    zh: `失败预算：用了 ${failures} 次`,
    en: `Failure budget: ${failures} used`,
  }),
  banned: (tools: readonly string[]): Text => ({
    zh: `本轮停用：${tools.join('、')}`,
    en: `Stopped for this turn: ${tools.join(', ')}`,
  }),
} as const;

export const stepTexts = {
  steps: (count: number): Text => ({
    zh: `${count} 次技能调用`,
    en: `${count} skill calls`,
  }),
  tally: (done: number, failed: number): Text => ({
    zh: failed === 0 ? `${done} 次完成` : `${done} 次完成，${failed} 次未成功`,
    en: failed === 0 ? `${done} done` : `${done} done, ${failed} not`,
  }),
  runningNow: (count: number): Text => ({ zh: `${count} 次运行中`, en: `${count} running` }),
  open: (): Text => ({ zh: '等待', en: 'Waiting' }),
  running: (): Text => ({ zh: '运行中', en: 'Running' }),
  done: (): Text => ({ zh: '完成', en: 'Done' }),
  partial: (): Text => ({ zh: '部分完成', en: 'Partial' }),
  failed: (): Text => ({ zh: '失败', en: 'Failed' }),
  refused: (): Text => ({ zh: '未运行', en: 'Not run' }),
  aborted: (): Text => ({ zh: '已中断', en: 'Cut off' }),
  reruns: (count: number): Text => ({
    zh: `重试 ${count} 次`,
    en: `${count} ${count === 1 ? 're-run' : 're-runs'}`,
  }),
  percent: (fraction: number): Text => ({
    zh: `${Math.round(fraction * 100)}%`,
    en: `${Math.round(fraction * 100)}%`,
  }),
  arguments: (): Text => ({ zh: '参数', en: 'Arguments' }),
  result: (): Text => ({ zh: '结果', en: 'Result' }),
  noArguments: (): Text => ({ zh: '没有参数', en: 'No arguments' }),
  noResult: (): Text => ({ zh: '还没有结果', en: 'No result yet' }),
  reason: (): Text => ({ zh: '原因', en: 'Reason' }),
  missing: (): Text => ({ zh: '缺少的部分', en: 'What is missing' }),
  partialPlain: (): Text => ({
    zh: '技能说它没有全部完成，没有说明缺什么。',
    en: 'The skill says that it did not finish everything; it does not say what is missing.',
  }),
  decisions: (): Text => ({ zh: '各阶段的决定', en: "Each stage's decision" }),
  noDecisions: (): Text => ({ zh: '没有运行记录', en: 'No record of a run' }),
  log: (): Text => ({ zh: '输出的日志', en: 'What it printed' }),
  showMore: (count: number): Text => ({
    zh: `再显示 ${count} 次`,
    en: `Show ${count} more`,
  }),
  stage: (stage: DecisionStage): Text => STAGES[stage],
} as const;

type DecisionStage =
  | 'guard'
  | 'validate'
  | 'context'
  | 'clock'
  | 'rerun'
  | 'runtime'
  | 'normalise'
  | 'artifacts';

const STAGES = {
  guard: { zh: '预算', en: 'Guard' },
  validate: { zh: '校验', en: 'Validate' },
  context: { zh: '上下文', en: 'Context' },
  clock: { zh: '时钟', en: 'Clock' },
  rerun: { zh: '重试', en: 'Re-run' },
  runtime: { zh: '运行', en: 'Runtime' },
  normalise: { zh: '归一', en: 'Normalise' },
  artifacts: { zh: '文件', en: 'Files' },
} as const satisfies Record<DecisionStage, Text>;

export const viewerTexts = {
  code: (language: string): Text => ({ zh: `${language} 代码`, en: `${language} code` }),
  plainCode: (): Text => ({ zh: '代码', en: 'Code' }),
  table: (): Text => ({ zh: '表格', en: 'Table' }),
  cut: (shown: string, whole: string): Text => ({
    zh: `显示了 ${whole} 中的 ${shown}`,
    en: `${shown} of ${whole} shown`,
  }),
  download: (): Text => ({ zh: '下载全部', en: 'Download all' }),
  picture: (alt: string): Text => ({
    zh: alt === '' ? '图片（点开链接查看）' : `图片：${alt}`,
    en: alt === '' ? 'Picture (open the link)' : `Picture: ${alt}`,
  }),
  larger: (name: string): Text => ({ zh: `放大查看 ${name}`, en: `Show ${name} larger` }),
  save: (): Text => ({ zh: '下载', en: 'Download' }),
  footnotes: (): Text => ({ zh: '脚注', en: 'Footnotes' }),
  footnoteBack: (): Text => ({ zh: '回到正文', en: 'Back to the text' }),
  file: (): Text => ({ zh: '文件', en: 'File' }),
  files: (): Text => ({ zh: '生成的文件', en: 'Files that were made' }),
} as const;
