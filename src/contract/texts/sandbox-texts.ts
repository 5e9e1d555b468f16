// What people are told about sandboxes: which there are here, why one is not, what to do about it.

import type { Text } from '#base/text.ts';

export const sandboxTexts = {
  programMissing: (sandbox: string, program: string): Text => ({
    zh: `沙箱 ${sandbox} 需要的程序「${program}」不在 PATH 上。`,
    en: `The sandbox ${sandbox} needs the program "${program}", which is not on PATH.`,
  }),
  bwrapRemedy: (): Text => ({
    zh: '安装 bubblewrap（Debian、Ubuntu：apt-get install bubblewrap）。已装而仍不可用时，多半是系统禁止了非特权用户命名空间：Ubuntu 24.04 起要给 bwrap 配 AppArmor 许可；在容器里要放开 seccomp 与用户命名空间。',
    en: 'Install bubblewrap (Debian, Ubuntu: apt-get install bubblewrap). Where it is there and does not work, the system most likely forbids user namespaces: Ubuntu 24.04 and later want an AppArmor profile for bwrap; in a container, seccomp and user namespaces have to be allowed.',
  }),
  landlockRemedy: (): Text => ({
    zh: 'Landlock 需要 Linux 6.7 以上的内核（ABI 4）和 python3。',
    en: 'Landlock needs a Linux kernel from 6.7 on (ABI 4), and python3.',
  }),
  dockerRemedy: (image: string): Text => ({
    zh: `启动 Docker 或 Podman，并取得镜像：docker pull ${image}（可用 QIAO_SANDBOX_IMAGE 换成别的）。`,
    en: `Start Docker or Podman, and fetch the image: docker pull ${image} (QIAO_SANDBOX_IMAGE names another).`,
  }),
  notLinux: (): Text => ({ zh: '只有 Linux 有。', en: 'Only Linux has it.' }),
  leaks: (what: string): Text => ({
    zh: `能启动，但没有隔离好：${what}。因此不用。`,
    en: `It starts, but does not keep apart what it must: ${what}. So it is not used.`,
  }),
  noAnswer: (problem: string): Text => ({
    zh: `试运行没有结果：${problem}`,
    en: `The trial run gave no result: ${problem}`,
  }),
  works: (): Text => ({ zh: '试运行通过。', en: 'A trial run kept apart what it must.' }),
  dockerAnswers: (engine: string, image: string): Text => ({
    zh: `${engine}，镜像 ${image}。`,
    en: `${engine}, image ${image}.`,
  }),
  dockerSilent: (problems: readonly Text[]): Text => ({
    zh: `没有引擎应答。${problems.map(({ zh }) => zh).join(' ')}`,
    en: `No engine answers. ${problems.map(({ en }) => en).join(' ')}`,
  }),
  imageMissing: (image: string): Text => ({
    zh: `引擎在运行，但没有镜像 ${image}。`,
    en: `The engine runs, but has no image ${image}.`,
  }),
  /** An explicit provider that is down, or none at all. */
  unavailable: (setting: string, reasons: Text): Text => ({
    zh: `没有运行：这台机器上没有可用的沙箱（QIAO_SANDBOX=${setting}）。${reasons.zh} 用 qiao doctor 查看详情；确实只运行自己信任的技能时，可设 QIAO_SANDBOX=off。`,
    en: `It was not run: no sandbox works on this machine (QIAO_SANDBOX=${setting}). ${reasons.en} \`qiao doctor\` tells more; where only skills you trust are run, QIAO_SANDBOX=off runs them without one.`,
  }),
  notDeclared: (name: string): Text => ({
    zh: `没有连接 ${name}：技能声明的 requires.network 里没有它。`,
    en: `${name} was not connected to: it is not among the hosts that the skill declares in requires.network.`,
  }),
  proxyOfAnother: (): Text => ({
    zh: '这个代理只属于一个技能。',
    en: 'This proxy belongs to one skill.',
  }),
  mountIsLink: (path: string): Text => ({
    zh: `${path} 经由链接通向别处，没有挂载。`,
    en: `${path} leads elsewhere by a link, so it was not mounted.`,
  }),
  onlyShells: (): Text => ({
    zh: '可用，但只能运行文档技能的命令：处理程序和脚本要用本机的解释器，需要 bwrap 或 landlock。',
    en: "it works, but for the commands of document skills alone: handlers and scripts take this machine's interpreters, and so bwrap or landlock.",
  }),
  reason: (name: string, reason: Text): Text => ({
    zh: `${name}：${reason.zh}`,
    en: `${name}: ${reason.en}`,
  }),
  broke: (name: string, problem: string): Text => ({
    zh: `沙箱 ${name} 没能启动这个进程：${problem}。没有在沙箱外运行。`,
    en: `The sandbox ${name} could not start this process: ${problem}. It was not run outside of it.`,
  }),
  off: (): Text => ({
    zh: '已用 QIAO_SANDBOX=off 关闭：技能以服务器的用户身份运行，能读到它的文件和密钥，也能连到它的网络。',
    en: "Switched off by QIAO_SANDBOX=off: skills run as the server's own user, can read its files and keys, and reach its network.",
  }),
} as const;
