// What people are told of the running server: how to reach it, what it warns of, why a turn was not run.

import type { Text } from '#base/text.ts';

export const serverTexts = {
  roleGone: (): Text => ({
    zh: '这个会话的角色已停用或删除，无法回答。请和其他角色开始新的会话。',
    en: "This conversation's role has been archived or removed and answers nobody. Start a conversation with another one.",
  }),
  dailyTokensUsed: (most: number, used: number): Text => ({
    zh: `这个角色今天的额度（${most} 个 token）已用完（已用 ${used} 个）。额度在 UTC 零点恢复，管理员也可以调高。`,
    en: `This role has used up its ${most} tokens of today (${used} used). They come back at midnight UTC; an admin can raise the limit.`,
  }),
  modelNotAllowed: (model: string): Text => ({
    zh: `组织没有允许使用模型「${model}」。请管理员在模型服务设置里加上它，或给角色换一个模型。`,
    en: `The organisation does not allow the model "${model}". An admin can add it to the provider's models, or give the role another one.`,
  }),
  pricesWrong: (file: string, problem: string): Text => ({
    zh: `价格文件「${file}」（QIAO_MODEL_PRICES）不可用：${problem}。格式：{"openai/模型名": {"input": 1.25, "cachedInput": 0.125, "output": 10}}，单位为每百万 token 的美元数。`,
    en: `The price file "${file}" (QIAO_MODEL_PRICES) can't be used: ${problem}. It is to be {"openai/<model>": {"input": 1.25, "cachedInput": 0.125, "output": 10}}, in US dollars per million tokens.`,
  }),
  ownerMissing: (layer: 'team' | 'role'): Text => ({
    zh: `缺少参数 owner_id：请填写这一层（${layer === 'team' ? '团队' : '角色'}）的 id。`,
    en: `The parameter owner_id is missing: give the id of the ${layer}.`,
  }),
  ownerOfOrg: (): Text => ({
    zh: 'layer=org 是整个组织的，不能带 owner_id，没有做任何改动。请去掉它，或改为 layer=team 或 layer=role。',
    en: 'layer=org is for the whole organisation and takes no owner_id; nothing was changed. Leave it out, or say layer=team or layer=role.',
  }),
  leaving: (): Text => ({ zh: '服务器正在停止。', en: 'The server is stopping.' }),
  databaseSilent: (): Text => ({
    zh: '数据库没有回应。请检查它是否在运行、负载是否过高。',
    en: 'The database does not answer. Check that it runs and is not overloaded.',
  }),
  plainElsewhere: (host: string): Text => ({
    zh: `服务器在 ${host} 上接受其他机器的连接，但没有加密：密码和对话会以明文传输。请在前面放一个 TLS 反向代理，并设置 QIAO_PUBLIC_URL=https://…；只在本机使用时请去掉 QIAO_HOST。`,
    en: `The server takes connections of other machines on ${host} without encryption: passwords and conversations travel in the clear. Put a TLS proxy in front of it and set QIAO_PUBLIC_URL=https://…, or leave out QIAO_HOST to use it on this machine only.`,
  }),
  cannotListen: (host: string, port: number, systemCode: string): Text | undefined => {
    switch (systemCode) {
      case 'EADDRINUSE':
        return {
          zh: `端口 ${port}（QIAO_PORT）已被占用：也许服务器已经在运行。请停掉占用者，或换一个端口。`,
          en: `Port ${port} (QIAO_PORT) is taken: perhaps the server runs already. Stop what uses it, or choose another port.`,
        };
      case 'EACCES':
        return {
          zh: `没有权限监听端口 ${port}（QIAO_PORT）。请换一个大于 1023 的端口。`,
          en: `Port ${port} (QIAO_PORT) may not be used by this account. Choose one above 1023.`,
        };
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        return {
          zh: `这台机器没有地址「${host}」（QIAO_HOST）。请改用 127.0.0.1，或这台机器自己的地址。`,
          en: `This machine has no address "${host}" (QIAO_HOST). Use 127.0.0.1, or an address of this machine.`,
        };
      default:
        return undefined;
    }
  },
  stillServed: (command: string): Text => ({
    zh: `另一个 Qiao 程序正在使用这个实例，没有做任何改动。请先停掉服务器和其他命令，再重新运行 qiao ${command}。`,
    en: `Another program of Qiao works on this instance, and nothing was changed. Stop the server and other commands, and run qiao ${command} again.`,
  }),
  restoreUnfinished: (): Text => ({
    zh: '上一次 qiao restore 没有完成，实例处于中间状态。请用同一个备份文件再运行一次 qiao restore。',
    en: 'The last qiao restore was not finished, and the instance stands half-way. Run qiao restore again with the same backup file.',
  }),
  noRole: (): Text => ({
    zh: '还没有可以对话的角色。请管理员先创建一个。',
    en: 'There is no role to talk to yet. An admin has to make one first.',
  }),
} as const;
