// What people are told of configuration, secrets and the key that they are encrypted with.

import type { Text } from '#base/text.ts';

/** The key, its file and what it opens. `what` names a value in words, never the value. */
export const secretTexts = {
  skillSecret: (skill: string, name: string): Text => ({
    zh: `技能「${skill}」保存的一个密文（${name}）`,
    en: `A stored secret of the skill "${skill}" (${name})`,
  }),
  providerKey: (provider: string): Text => ({
    zh: `模型服务「${provider}」保存的密钥`,
    en: `The stored key of the model provider "${provider}"`,
  }),
  ownSecret: (): Text => ({
    zh: '服务器为自己生成的一个密文',
    en: 'A secret that the server made for itself',
  }),
  keyProof: (): Text => ({
    zh: '数据库里用来核对密钥的密文',
    en: "The database's proof of the key (secret_canary)",
  }),
  unknownKey: (what: Text, keyId: string): Text => ({
    zh: `${what.zh}无法解密：它是用另一把密钥（编号 ${keyId}）加密的，而服务器没有那把密钥。请运维人员用那把密钥（secret.key 或 QIAO_SECRET_KEY）重新启动服务器；那把密钥已丢失时，请管理员重新填写这个值。`,
    en: `${what.en} can't be decrypted: another key (${keyId}) encrypted it, and the server does not have that key. Its operator can start it with that key (secret.key or QIAO_SECRET_KEY); where that key is lost, an admin can enter the value anew.`,
  }),
  cannotSeal: (what: Text, keyId: string): Text => ({
    zh: `${what.zh}无法保存：数据库现在使用密钥 ${keyId}（可能刚轮换过），而这个服务器没有那把密钥。请运维人员用那把密钥（secret.key 或 QIAO_SECRET_KEY）重新启动服务器，然后再保存。`,
    en: `${what.en} can't be saved: the database's key is now ${keyId} (it may have been rotated), and this server does not have it. Its operator can start it with that key (secret.key or QIAO_SECRET_KEY); save again then.`,
  }),
  altered: (what: Text): Text => ({
    zh: `${what.zh}无法解密：保存的内容被改动过，或是从别处搬来的。请管理员重新填写这个值。`,
    en: `${what.en} can't be decrypted: what is stored was altered, or comes from another place. An admin can enter the value anew.`,
  }),
  keyReplaced: (keyId: string): Text => ({
    zh: `数据库的密文现在使用密钥 ${keyId}，而这个服务器没有那把密钥（可能刚用 qiao rotate-key 轮换过）。请用那把密钥（secret.key 或 QIAO_SECRET_KEY）重新启动服务器。`,
    en: `The secrets in the database are now encrypted with the key ${keyId}, and this server does not have it (qiao rotate-key may have changed it). Start the server with that key (secret.key or QIAO_SECRET_KEY).`,
  }),
  variableNotInForce: (file: string, keyId: string): Text => ({
    zh: `设置了 QIAO_SECRET_KEY，但数据库里的密文是用「${file}」里的密钥（${keyId}）加密的，变量里没有那把密钥，所以没有启动。请二选一：要改用变量里的密钥，先停掉服务器，带着这个变量运行 qiao rotate-key，再启动；要继续使用密钥文件，请取消 QIAO_SECRET_KEY。`,
    en: `QIAO_SECRET_KEY is set, but the secrets in the database are encrypted with the key of "${file}" (${keyId}), which the variable does not hold, so nothing was started. Either change to the variable's key: stop the server, run qiao rotate-key with the variable set, and start again. Or keep the key file: unset QIAO_SECRET_KEY.`,
  }),
  keyLost: (file: string, keyId: string): Text => ({
    zh: `数据库里的密文是用密钥 ${keyId} 加密的，但这里没有那把密钥。请把原来的密钥文件放回「${file}」，或把 QIAO_SECRET_KEY 设为原来的值，然后重新启动。没有创建新密钥，否则已保存的密文再也无法读取。密钥确实已丢失时，请运行 qiao forget-secrets。`,
    en: `The secrets in the database are encrypted with the key ${keyId}, and that key is not here. Put the original key file back at "${file}", or set QIAO_SECRET_KEY to its original value, and start again. No new key was made: with one, the stored secrets could never be read again. Where the key is lost for good, run qiao forget-secrets.`,
  }),
  keyNotLost: (): Text => ({
    zh: '数据库的密钥就在这里，没有任何东西需要忘记，也没有做改动。想换一把密钥，请运行 qiao rotate-key。',
    en: 'The key of this database is here: nothing is lost, and nothing was changed. For another key run qiao rotate-key.',
  }),
  keyFileCorrupt: (file: string, line: number): Text => ({
    zh: `密钥文件「${file}」第 ${line} 行不是完整的密钥（被截断或改动过）。请从备份恢复这个文件，然后重新启动。`,
    en: `Line ${line} of the key file "${file}" is no whole key: it was cut or altered. Restore the file from a backup and start again.`,
  }),
  keyFileEmpty: (file: string): Text => ({
    zh: `密钥文件「${file}」里没有密钥。请从备份恢复它；如果从未保存过密文，删除这个文件，重新启动时会创建新的。`,
    en: `The key file "${file}" holds no key. Restore it from a backup; where no secret was ever stored, delete the file and the next start makes a new one.`,
  }),
  keyFileRefused: (file: string, systemCode: string): Text => ({
    zh: `无法使用密钥文件「${file}」（${systemCode}）。请确认它是普通文件，并且运行 Qiao 的用户可以读写，然后重试；也可以改用环境变量 QIAO_SECRET_KEY。`,
    en: `The key file "${file}" can't be used (${systemCode}). See that it is a plain file which the user that runs Qiao can read and write, and try again; or set the environment variable QIAO_SECRET_KEY instead.`,
  }),
  keyFileWasOpen: (file: string): Text => ({
    zh: `密钥文件「${file}」曾可被其他用户读取，权限已改为仅所有者可读写（0600）。如果可能有人读过它，请轮换密钥。`,
    en: `Other users could read the key file "${file}"; it is now its owner's alone (0600). If anybody may have read it, rotate the key.`,
  }),
  keyFileOpen: (file: string): Text => ({
    zh: `其他用户可以读取密钥文件「${file}」，而它的权限无法修改。请把它的所有者改为运行 Qiao 的用户，并执行 chmod 600，然后重新启动。`,
    en: `Other users can read the key file "${file}", and its permissions can't be changed from here. Make the user that runs Qiao its owner, run chmod 600 on it, and start again.`,
  }),
  nothingToRotateTo: (): Text => ({
    zh: '密钥来自 QIAO_SECRET_KEY，其中没有新的密钥。请把新密钥写在旧密钥之前，用空格隔开（QIAO_SECRET_KEY="新密钥 旧密钥"，每把至少 32 个字符），重新启动后再轮换。',
    en: 'The key comes from QIAO_SECRET_KEY, which holds no new one. Write the new key before the old one with a blank between (QIAO_SECRET_KEY="NEW OLD", each of at least 32 characters), restart, and rotate again.',
  }),
} as const;

/** What is wrong with what somebody wants to save. */
export const configurationTexts = {
  nameWrong: (name: string): Text => ({
    zh: `配置项的名字「${name}」不可用：须以字母或下划线开头，只含字母、数字、「_」「-」「.」，最多 128 个字符。请改名后再保存。`,
    en: `A configuration value can't be named "${name}": a name starts with a letter or an underscore, holds only letters, digits, "_", "-" and ".", and has at most 128 characters. Choose another name and save again.`,
  }),
  skillWrong: (): Text => ({
    zh: '技能的名字不可用：须为 1 到 200 个字符，且不含控制字符。请改正后重试。',
    en: 'The name of the skill is not usable: it has 1 to 200 characters and no control characters. Correct it and try again.',
  }),
  skillNotInstalled: (skill: string): Text => ({
    zh: `没有安装名为「${skill}」的技能：已保存，安装后生效。请检查拼写。`,
    en: `No installed skill is named "${skill}": this is saved, and counts once there is one. Check the spelling.`,
  }),
  keysNotDeclared: (skill: string, keys: readonly string[], declared: readonly string[]): Text => {
    const has = declared.length > 0;
    return {
      zh: `技能「${skill}」没有声明配置项 ${keys.join('、')}，也许不会用到${has ? `；它声明的是 ${declared.join('、')}` : ''}。请检查拼写。`,
      en: `The skill "${skill}" does not declare ${keys.join(', ')} and may make no use of it${has ? `; it declares ${declared.join(', ')}` : ''}. Check the spelling.`,
    };
  },
  secretUnknown: (name: string): Text => ({
    zh: `secrets 里的「${name}」既不在 values 里，也没有保存过。请检查拼写，没有做任何改动。`,
    en: `"${name}" in secrets is neither in values nor saved already. Check its spelling; nothing was changed.`,
  }),
  secondSpelling: (
    skill: string,
    {
      given,
      saved,
      layer,
    }: { readonly given: string; readonly saved: string; readonly layer: string },
  ): Text => ({
    zh: `技能「${skill}」已有配置项「${saved}」（在 ${layer} 层），与「${given}」只有大小写不同，没有做任何改动。请用「${saved}」保存，或先删除它。`,
    en: `The skill "${skill}" has a configuration value "${saved}" already (on the layer ${layer}), which differs from "${given}" in case only; nothing was changed. Save it as "${saved}", or remove that one first.`,
  }),
  valueTooLarge: (name: string, limitKb: number): Text => ({
    zh: `配置项「${name}」太大：最多 ${limitKb} KB。请缩短后再保存；较长的内容适合放进文件。`,
    en: `The configuration value "${name}" is too large: it may have ${limitKb} KB at most. Shorten it and save again; longer content belongs in a file.`,
  }),
  valueTooDeep: (name: string): Text => ({
    zh: `配置项「${name}」的嵌套层数太多。请简化它的结构后再保存。`,
    en: `The configuration value "${name}" is nested too deeply. Flatten it and save again.`,
  }),
  tooMany: (skill: string, limit: number): Text => ({
    zh: `技能「${skill}」在这一层最多可以有 ${limit} 个配置项。请先删除不用的，再保存。`,
    en: `The skill "${skill}" may have ${limit} configuration values in one layer. Remove those that are not used and save again.`,
  }),
  baseUrlWrong: (): Text => ({
    zh: '模型服务的地址不可用：须以 http:// 或 https:// 开头，不含用户名、密码、「?」和「#」。请改正后再保存。',
    en: 'The address of the model service is not usable: it starts with http:// or https:// and holds no user, password, "?" or "#". Correct it and save again.',
  }),
  apiKeyWrong: (): Text => ({
    zh: '密钥不可用：只能含可见的英文字符，不能有空格或换行，最多 4096 个字符。请重新复制完整的密钥再保存。',
    en: 'The key is not usable: it holds only visible ASCII characters, no blanks or line breaks, and at most 4096 of them. Copy the whole key again and save.',
  }),
  modelsWrong: (limit: number): Text => ({
    zh: `模型列表不可用：最多 ${limit} 个名字，每个 1 到 200 个字符。请改正后再保存。`,
    en: `The list of models is not usable: it has at most ${limit} names of 1 to 200 characters each. Correct it and save again.`,
  }),
  keyNeededAgain: (): Text => ({
    zh: '更换模型服务的地址时需要重新填写密钥：已保存的密钥只会发往原来的地址。请连同密钥一起保存，或先清除密钥。',
    en: 'Another address of the model service needs its key entered again: a stored key is sent to the address it was stored for and nowhere else. Save the address with the key, or clear the key first.',
  }),
} as const;
