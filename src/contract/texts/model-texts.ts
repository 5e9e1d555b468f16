// What people are told where a language model does not answer.

import type { Text } from '#base/text.ts';

/** Who did not answer, and how an operator changes that. */
export interface ModelPlace {
  /** As in `QIAO_MODEL`. */
  readonly id: string;
  /** Host and port of the base URL. */
  readonly host: string;
  readonly keyVariable: string;
  readonly urlVariable: string;
}

/** Why a key fits into no HTTP header. */
export type KeyFault = 'control' | 'script';

export const modelTexts = {
  keyMissing: (place: ModelPlace): Text => ({
    zh: `${who(place).zh}需要密钥，但环境变量 ${place.keyVariable} 没有设置。请设置它并重新启动，或用 QIAO_MODEL 换一个模型。`,
    en: `${opening(place)} needs a key, and the environment variable ${place.keyVariable} is not set. Set it and start again, or choose another model with QIAO_MODEL.`,
  }),
  keyUnsendable: (place: ModelPlace, fault: KeyFault): Text => ({
    zh: `环境变量 ${place.keyVariable} 中的密钥无法发送：${keyFaults[fault].zh}。没有向${who(place).zh}发送任何内容。请重新复制密钥（整行一段，不含换行、中文或全角字符），然后重新启动。`,
    en: `The key in the environment variable ${place.keyVariable} cannot be sent: it holds ${keyFaults[fault].en}. Nothing was sent to ${who(place).en}. Copy the key again, in one piece and in plain ASCII, and start again.`,
  }),
  keyRefused: (place: ModelPlace, said: string): Text => ({
    zh: `${who(place).zh}拒绝了 ${place.keyVariable} 中的密钥${quoted(said).zh}。请检查密钥是否有效、是否有权使用该模型。`,
    en: `${opening(place)} refused the key in ${place.keyVariable}${quoted(said).en}. Check that the key is valid and may use this model.`,
  }),
  refused: (place: ModelPlace, status: number | undefined, said: string): Text => ({
    zh: `${who(place).zh}拒绝了请求${statusOf(status).zh}${quoted(said).zh}。请检查 QIAO_MODEL 中的模型名和 ${place.urlVariable} 是否与该服务一致。`,
    en: `${opening(place)} refused the request${statusOf(status).en}${quoted(said).en}. Check that the model named in QIAO_MODEL and ${place.urlVariable} fit this provider.`,
  }),
  quotaUsedUp: (place: ModelPlace, said: string): Text => ({
    zh: `${who(place).zh}的账户额度已用完${quoted(said).zh}。请为账户充值，或用 QIAO_MODEL 换一个模型。`,
    en: `The account at ${who(place).en} has no quota left${quoted(said).en}. Top it up, or choose another model with QIAO_MODEL.`,
  }),
  redirects: (place: ModelPlace, target: string): Text => ({
    zh: `${who(place).zh}要求转到${target === '' ? '别处' : ` ${target}`}，对话内容没有发往那里。请把 ${place.urlVariable} 直接设为正确的地址。`,
    en: `${opening(place)} redirects ${target === '' ? 'elsewhere' : `to ${target}`}, and the conversation was not sent there. Set ${place.urlVariable} to the right address itself.`,
  }),
  notAStream: (place: ModelPlace, media: string, said: string): Text => ({
    zh: `${who(place).zh}返回的是 ${media}，不是模型的事件流${quoted(said).zh}。请检查 ${place.urlVariable} 是否指向模型接口（通常以 /v1 结尾）。`,
    en: `${opening(place)} answered with ${media} where a model answers with a stream of events${quoted(said).en}. Check that ${place.urlVariable} leads to the model's interface (it often ends in /v1).`,
  }),
  tooLong: (place: ModelPlace, said: string): Text => ({
    zh: `对话超过了${who(place).zh}能接受的长度${quoted(said).zh}。请开始新的对话，或调低 QIAO_CONTEXT_TOKENS。`,
    en: `The conversation is longer than ${who(place).en} accepts${quoted(said).en}. Start a new conversation, or lower QIAO_CONTEXT_TOKENS.`,
  }),
  rateLimited: (place: ModelPlace, retryAfterMs: number | undefined, said: string): Text => ({
    zh: `${who(place).zh}限制了请求频率${quoted(said).zh}。${after(retryAfterMs).zh}`,
    en: `${opening(place)} limits how often it may be asked${quoted(said).en}. ${after(retryAfterMs).en}`,
  }),
  overloaded: (place: ModelPlace, status: number | undefined, said: string): Text => ({
    zh: `${who(place).zh}过载或出错${statusOf(status).zh}${quoted(said).zh}。请稍后重试，或用 QIAO_MODEL 换一个模型。`,
    en: `${opening(place)} is overloaded or broken${statusOf(status).en}${quoted(said).en}. Try again later, or choose another model with QIAO_MODEL.`,
  }),
  unreachable: (place: ModelPlace, why: string): Text => ({
    zh: `无法连接${who(place).zh}${quoted(why).zh}。请检查 ${place.urlVariable}、网络和证书，以及该服务是否在运行。`,
    en: `${opening(place)} cannot be reached${quoted(why).en}. Check ${place.urlVariable}, the network and the certificate, and that the server runs.`,
  }),
  cut: (place: ModelPlace, why: string): Text => ({
    zh: `${who(place).zh}的回答中途断开${quoted(why).zh}。请重试。`,
    en: `The answer of ${who(place).en} broke off${quoted(why).en}. Try again.`,
  }),
  timedOut: (id: string, waitedMs: number | undefined): Text => ({
    zh: `模型 ${id} ${waitedMs === undefined ? '等待过久' : `在 ${waitedMs / 1000} s 内`}没有任何输出，请求已取消。请重试，或用 QIAO_MODEL 换一个模型。`,
    en: `The model ${id} sent nothing ${waitedMs === undefined ? 'for too long' : `for ${waitedMs / 1000} s`}, and the request was cancelled. Try again, or choose another model with QIAO_MODEL.`,
  }),
  unavailable: (place: ModelPlace, why: string): Text => ({
    zh: `${who(place).zh}无法使用${quoted(why).zh}。请检查 QIAO_MODEL 和 ${place.urlVariable}。`,
    en: `${opening(place)} cannot be used${quoted(why).en}. Check QIAO_MODEL and ${place.urlVariable}.`,
  }),
  unknownModel: (given: string): Text => ({
    zh: `模型「${given}」无法识别：应为 offline、openai/<模型> 或 anthropic/<模型>。请改正 QIAO_MODEL。`,
    en: `The model "${given}" is unknown; it must be offline, openai/<model> or anthropic/<model>. Correct QIAO_MODEL.`,
  }),
  stopped: (): Text => ({ zh: '已停止。', en: 'Stopped.' }),
  afterAttempts: (text: Text, attempts: number): Text => ({
    zh: `${text.zh}（已尝试 ${attempts} 次）`,
    en: `${text.en} (${attempts} attempts were made)`,
  }),
} as const;

const keyFaults: Record<KeyFault, Text> = {
  control: {
    zh: '其中有换行或其它控制字符',
    en: 'a line break or another control character',
  },
  script: {
    zh: '其中有 ASCII 以外的字符（如中文、全角字符或弯引号）',
    en: 'a character outside of ASCII (a Chinese or full-width one, or a curly quote)',
  },
};

function who({ id, host }: ModelPlace): Text {
  return { zh: `模型 ${id}（${host}）`, en: `the model ${id} (${host})` };
}

function opening(place: ModelPlace): string {
  return who(place).en.replace(/^t/, 'T');
}

function quoted(said: string): Text {
  return said === '' ? { zh: '', en: '' } : { zh: `：「${said}」`, en: `: "${said}"` };
}

function statusOf(status: number | undefined): Text {
  return status === undefined
    ? { zh: '', en: '' }
    : { zh: `（HTTP ${status}）`, en: ` (HTTP ${status})` };
}

function after(retryAfterMs: number | undefined): Text {
  if (retryAfterMs === undefined) return { zh: '请稍后重试。', en: 'Try again later.' };
  const seconds = Math.ceil(retryAfterMs / 1000);
  return { zh: `请在 ${seconds} s 后重试。`, en: `Try again in ${seconds} s.` };
}
