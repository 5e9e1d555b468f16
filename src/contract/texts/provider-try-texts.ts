// What an owner is told who tries a model provider's key on the settings page.

import { withoutFullStop, type Text } from '#base/text.ts';

export const providerTryTexts = {
  question: (): Text => ({
    zh: '请用一句话打个招呼。',
    en: 'Say hello in one sentence.',
  }),
  keyMissing: (): Text => ({
    zh: '模型服务需要密钥，这里没有可用的密钥，或服务没有说明拒绝的原因。请填写并保存密钥后再试。',
    en: 'The provider needs a key, and there is none here that it takes. Enter the key, save it, and try again.',
  }),
  keyRefused: (said: string): Text => ({
    zh: `模型服务没有接受密钥：「${withoutFullStop(said)}」。请检查密钥是否完整、是否有权使用这个模型，重新保存后再试。`,
    en: `The provider did not accept the key: "${withoutFullStop(said)}". Check that the key is whole and may use this model, save it again and try once more.`,
  }),
  refused: (said: string, status: number | undefined): Text => ({
    zh: `模型服务拒绝了请求${statusOf(status).zh}${quoted(said).zh}。请检查模型名和地址是否与该服务一致、账户是否有额度。`,
    en: `The provider refused the request${statusOf(status).en}${quoted(said).en}. Check that the model's name and the address fit this provider, and that the account has quota.`,
  }),
  unreachable: (said: string): Text => ({
    zh: `连接不上模型服务${quoted(said).zh}。请检查地址（通常以 /v1 结尾）、服务是否在运行，以及服务器的网络。`,
    en: `The provider can't be reached${quoted(said).en}. Check the address (it often ends in /v1), that the service runs, and the server's network.`,
  }),
  tooSlow: (seconds: number): Text => ({
    zh: `模型在 ${seconds} 秒内没有答完。请换一个更快的模型，或检查地址后再试。`,
    en: `The model had not answered within ${seconds} seconds. Choose a faster model, or check the address, and try again.`,
  }),
} as const;

function quoted(said: string): Text {
  const words = withoutFullStop(said);
  return words === '' ? { zh: '', en: '' } : { zh: `：「${words}」`, en: `: "${words}"` };
}

function statusOf(status: number | undefined): Text {
  return status === undefined
    ? { zh: '', en: '' }
    : { zh: `（HTTP ${status}）`, en: ` (HTTP ${status})` };
}
