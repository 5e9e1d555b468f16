// What people are told where a language model does not answer.

import type { Text } from '#base/text.ts';

/**
 * Who is told: whoever started the program and sets it up by variables; an administrator, who does it on the page; or a
 * member, who can only ask for it.
 */
export type ModelAsker = 'operator' | 'admin' | 'member';

/** Who did not answer, and how that is changed. */
export interface ModelPlace {
  /** As in `QIAO_MODEL`. */
  readonly id: string;
  /** Host and port of the base URL. */
  readonly host: string;
  readonly keyVariable: string;
  readonly urlVariable: string;
  readonly asker: ModelAsker;
}

/** Why a key fits into no HTTP header. */
export type KeyFault = 'control' | 'script';

export const modelTexts = {
  keyMissing: (place: ModelPlace): Text => {
    const act = todo(place, {
      zh: `设置它${restart(place).zh}`,
      en: `set it${restart(place).en}`,
    });
    return {
      zh: `${who(place).zh}需要密钥，但${keyOf(place).zh}没有设置。${act.zh}，${another(place).zh}。`,
      en: `${opening(place)} needs a key, and ${keyOf(place).en} is not set. ${act.en}, ${another(place).en}.`,
    };
  },
  keyUnsendable: (place: ModelPlace, fault: KeyFault): Text => {
    const act = todo(place, {
      zh: `重新复制密钥（整行一段，不含换行、中文或全角字符）${restart(place).zh}`,
      en: `copy the key again, in one piece and in plain ASCII${restart(place).en}`,
    });
    return {
      zh: `${keyOf(place).zh}无法发送：其中有${keyFaults[fault].zh}。没有向${who(place).zh}发送任何内容。${act.zh}。`,
      en: `${sentence(keyOf(place).en)} cannot be sent: it holds ${keyFaults[fault].en}. Nothing was sent to ${who(place).en}. ${act.en}.`,
    };
  },
  keyRefused: (place: ModelPlace, said: string): Text => {
    const act = todo(place, {
      zh: '检查密钥是否有效、是否有权使用该模型',
      en: 'check that the key is valid and may use this model',
    });
    return {
      zh: `${who(place).zh}拒绝了${keyOf(place).zh}${quoted(said).zh}。${act.zh}。`,
      en: `${opening(place)} refused ${keyOf(place).en}${quoted(said).en}. ${act.en}.`,
    };
  },
  refused: (place: ModelPlace, status: number | undefined, said: string): Text => {
    const act = todo(place, {
      zh: `检查${modelOf(place).zh}和${urlOf(place).zh}是否与该服务一致`,
      en: `check that ${modelOf(place).en} and ${urlOf(place).en} fit this provider`,
    });
    return {
      zh: `${who(place).zh}拒绝了请求${statusOf(status).zh}${quoted(said).zh}。${act.zh}。`,
      en: `${opening(place)} refused the request${statusOf(status).en}${quoted(said).en}. ${act.en}.`,
    };
  },
  quotaUsedUp: (place: ModelPlace, said: string): Text => {
    const act = todo(place, { zh: '为账户充值', en: 'top it up' });
    return {
      zh: `${who(place).zh}的账户额度已用完${quoted(said).zh}。${act.zh}，${another(place).zh}。`,
      en: `The account at ${who(place).en} has no quota left${quoted(said).en}. ${act.en}, ${another(place).en}.`,
    };
  },
  redirects: (place: ModelPlace, target: string): Text => {
    const act = todo(place, {
      zh: `把${urlOf(place).zh}直接设为正确的地址`,
      en: `set ${urlOf(place).en} to the right address itself`,
    });
    return {
      zh: `${who(place).zh}要求转到${target === '' ? '别处' : ` ${target}`}，对话内容没有发往那里。${act.zh}。`,
      en: `${opening(place)} redirects ${target === '' ? 'elsewhere' : `to ${target}`}, and the conversation was not sent there. ${act.en}.`,
    };
  },
  notAStream: (place: ModelPlace, media: string, said: string): Text => {
    const act = todo(place, {
      zh: `检查${urlOf(place).zh}是否指向模型接口（通常以 /v1 结尾）`,
      en: `check that ${urlOf(place).en} leads to the model's interface (it often ends in /v1)`,
    });
    return {
      zh: `${who(place).zh}返回的是 ${media}，不是模型的事件流${quoted(said).zh}。${act.zh}。`,
      en: `${opening(place)} answered with ${media} where a model answers with a stream of events${quoted(said).en}. ${act.en}.`,
    };
  },
  tooLong: (place: ModelPlace, said: string): Text => {
    const isOperator = place.asker === 'operator';
    return {
      zh: `对话超过了${who(place).zh}能接受的长度${quoted(said).zh}。请开始新的对话${isOperator ? '，或调低 QIAO_CONTEXT_TOKENS' : ''}。`,
      en: `The conversation is longer than ${who(place).en} accepts${quoted(said).en}. Start a new conversation${isOperator ? ', or lower QIAO_CONTEXT_TOKENS' : ''}.`,
    };
  },
  rateLimited: (place: ModelPlace, retryAfterMs: number | undefined, said: string): Text => ({
    zh: `${who(place).zh}限制了请求频率${quoted(said).zh}。${after(retryAfterMs).zh}`,
    en: `${opening(place)} limits how often it may be asked${quoted(said).en}. ${after(retryAfterMs).en}`,
  }),
  overloaded: (place: ModelPlace, status: number | undefined, said: string): Text => ({
    zh: `${who(place).zh}过载或出错${statusOf(status).zh}${quoted(said).zh}。请稍后重试，${another(place).zh}。`,
    en: `${opening(place)} is overloaded or broken${statusOf(status).en}${quoted(said).en}. Try again later, ${another(place).en}.`,
  }),
  unreachable: (place: ModelPlace, why: string): Text => {
    const act = todo(place, {
      zh: `检查${urlOf(place).zh}、网络和证书，以及该服务是否在运行`,
      en: `check ${urlOf(place).en}, the network and the certificate, and that the server runs`,
    });
    return {
      zh: `无法连接${who(place).zh}${quoted(why).zh}。${act.zh}。`,
      en: `${opening(place)} cannot be reached${quoted(why).en}. ${act.en}.`,
    };
  },
  cut: (place: ModelPlace, why: string): Text => ({
    zh: `${who(place).zh}的回答中途断开${quoted(why).zh}。请重试。`,
    en: `The answer of ${who(place).en} broke off${quoted(why).en}. Try again.`,
  }),
  timedOut: (id: string, waitedMs: number | undefined): Text => ({
    zh: `模型 ${id} ${waitedMs === undefined ? '等待过久' : `在 ${waitedMs / 1000} s 内`}没有任何输出，请求已取消。请重试，或换一个模型。`,
    en: `The model ${id} sent nothing ${waitedMs === undefined ? 'for too long' : `for ${waitedMs / 1000} s`}, and the request was cancelled. Try again, or choose another model.`,
  }),
  unavailable: (place: ModelPlace, why: string): Text => {
    const act = todo(place, {
      zh: `检查${modelOf(place).zh}和${urlOf(place).zh}`,
      en: `check ${modelOf(place).en} and ${urlOf(place).en}`,
    });
    return {
      zh: `${who(place).zh}无法使用${quoted(why).zh}。${act.zh}。`,
      en: `${opening(place)} cannot be used${quoted(why).en}. ${act.en}.`,
    };
  },
  unknownModel: (given: string): Text => ({
    zh: `模型「${given}」无法识别：应为 offline、openai/<模型> 或 anthropic/<模型>。请在设置它的地方改正（变量 QIAO_MODEL，或角色的模型）。`,
    en: `The model "${given}" is unknown; it must be offline, openai/<model> or anthropic/<model>. Correct it where it is set (the variable QIAO_MODEL, or the role).`,
  }),
  stopped: (): Text => ({ zh: '已停止。', en: 'Stopped.' }),
  afterAttempts: (text: Text, attempts: number): Text => ({
    zh: `${text.zh}（已尝试 ${attempts} 次）`,
    en: `${text.en} (${attempts} attempts were made)`,
  }),
} as const;

const keyFaults: Record<KeyFault, Text> = {
  control: {
    zh: '换行或其它控制字符',
    en: 'a line break or another control character',
  },
  script: {
    zh: ' ASCII 以外的字符（如中文、全角字符或弯引号）',
    en: 'a character outside of ASCII (a Chinese or full-width one, or a curly quote)',
  },
};

const PROVIDERS_PAGE: Text = { zh: '「设置 → 模型服务」', en: '"Settings → Model providers"' };

function keyOf({ asker, keyVariable }: ModelPlace): Text {
  return asker === 'operator'
    ? {
        zh: `环境变量 ${keyVariable} 中的密钥`,
        en: `the key in the environment variable ${keyVariable}`,
      }
    : { zh: `${PROVIDERS_PAGE.zh}里的密钥`, en: `the key in ${PROVIDERS_PAGE.en}` };
}

function urlOf({ asker, urlVariable }: ModelPlace): Text {
  return asker === 'operator'
    ? { zh: ` ${urlVariable} `, en: urlVariable }
    : { zh: `${PROVIDERS_PAGE.zh}里的地址`, en: `the address in ${PROVIDERS_PAGE.en}` };
}

function modelOf({ asker }: ModelPlace): Text {
  return asker === 'operator'
    ? { zh: ' QIAO_MODEL 中的模型名', en: 'the model named in QIAO_MODEL' }
    : { zh: '角色的模型名', en: "the role's model" };
}

function another({ asker }: ModelPlace): Text {
  return asker === 'operator'
    ? { zh: '或用 QIAO_MODEL 换一个模型', en: 'or choose another model with QIAO_MODEL' }
    : { zh: '或为角色换一个模型', en: 'or choose another model for the role' };
}

/** Variables are read at the start. */
function restart({ asker }: ModelPlace): Text {
  return asker === 'operator' ? { zh: '并重新启动', en: ' and start again' } : { zh: '', en: '' };
}

/** What is to be done, said to who can, or to who can ask for it. */
function todo({ asker }: ModelPlace, what: Text): Text {
  return asker === 'member'
    ? { zh: `请管理员${what.zh}`, en: `Ask an administrator to ${what.en}` }
    : { zh: `请${what.zh}`, en: sentence(what.en) };
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

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
