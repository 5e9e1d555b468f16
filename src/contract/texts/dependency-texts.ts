// What people and models are told about the packages that a skill needs.

import type { Text } from '#base/text.ts';

const MOST_NAMED = 6;

export const dependencyTexts = {
  installing: (names: readonly string[]): Text => ({
    zh: `正在安装依赖：${shown(names, '、')}（只在第一次使用时）`,
    en: `Installing ${shown(names, ', ')} (at the first use only)`,
  }),
  stopped: (): Text => ({
    zh: '依赖还没有装好，调用已被停止。',
    en: 'The call was stopped before the packages it needs were installed.',
  }),
  blockBroken: (file: string, why: Text): Text => ({
    zh: `「${file}」的 # /// script 块读不懂：${why.zh}。请按 PEP 723 改正它。`,
    en: `The # /// script block of "${file}" can't be read: ${why.en}. Correct it as PEP 723 says.`,
  }),
  blockTwice: (): Text => ({
    zh: '同一个文件里有两个这样的块',
    en: 'the file has two of them',
  }),
  blockShape: (): Text => ({
    zh: 'dependencies 应为字符串列表，requires-python 应为字符串',
    en: 'dependencies must be a list of strings, and requires-python a string',
  }),
  blockToml: (line: number, problem: string): Text => ({
    zh: `第 ${line} 行不是合法的 TOML（${problem}）`,
    en: `line ${line} is no TOML (${problem})`,
  }),
  fileUnreadable: (file: string): Text => ({
    zh: `技能的「${file}」不是合法的 JSON，或字段的类型不对。请改正它。`,
    en: `The skill's "${file}" is no JSON, or a field in it has the wrong type. Correct it.`,
  }),
  requirementUnsupported: (what: string, where: string): Text => ({
    zh: `${where} 里的「${cut(what)}」不会被安装：这里只按名称和版本从软件源安装，不接受网址、路径、可编辑安装和更换软件源的选项。请改写成「名称==版本」，或把代码放进技能目录。`,
    en: `"${cut(what)}" in ${where} is not installed: packages come by name and version from the index, never from an address or a path, editable, or by an option that names another index. Write "name==version", or put the code into the skill's directory.`,
  }),
  pythonMissing: (): Text => ({
    zh: '这个技能需要安装 Python 包，但运行环境里没有可用的 Python 3。请管理员安装 python3 和 python3-venv。',
    en: 'The skill needs Python packages, but there is no working Python 3 where it would run. An administrator installs python3 and python3-venv.',
  }),
  venvMissing: (python: string): Text => ({
    zh: `${python} 不能建立虚拟环境，所以技能的 Python 包装不上。请管理员安装 venv 和 pip（Debian、Ubuntu：apt-get install python3-venv python3-pip），或安装 uv。`,
    en: `${python} can't make virtual environments, so the skill's Python packages can't be installed. An administrator installs venv and pip (apt-get install python3-venv python3-pip on Debian and Ubuntu), or uv.`,
  }),
  npmMissing: (): Text => ({
    zh: '这个技能需要安装 npm 包，但 PATH 中没有 npm。请管理员安装 npm。',
    en: 'The skill needs npm packages, but there is no npm on PATH. An administrator installs npm.',
  }),
  otherPython: (wanted: string, version: string, path: string): Text => ({
    zh: `脚本声明 requires-python = "${wanted}"，而这里的 Python 是 ${version}（${path}）。请管理员安装符合的版本并放在 PATH 的前面，或由作者放宽要求。`,
    en: `The script declares requires-python = "${wanted}", and the Python here is ${version} (${path}). An administrator puts a fitting version first on PATH, or its author relaxes the requirement.`,
  }),
  packageNeedsPython: (name: string): Text => ({
    zh: `「${cut(name)}」没有适合这里的 Python 的版本。请作者换一个版本，或请管理员安装它要求的 Python。`,
    en: `No version of "${cut(name)}" fits the Python here. Its author chooses another version, or an administrator installs the Python that it asks for.`,
  }),
  networkUnavailable: (names: string): Text => ({
    zh: `安装「${cut(names)}」时连不上软件源。稍后再试；一直不行时，请管理员检查网络，或用 PIP_INDEX_URL、NPM_CONFIG_REGISTRY 指定能连上的软件源，或用 PIP_FIND_LINKS 指定存放 wheel 的目录。`,
    en: `The index could not be reached to install "${cut(names)}". Try again later; if it stays so, an administrator checks the network, names an index that can be reached (PIP_INDEX_URL, NPM_CONFIG_REGISTRY) or a directory of wheels (PIP_FIND_LINKS).`,
  }),
  hostDenied: (names: string, hosts: readonly string[]): Text => ({
    zh: `安装「${cut(names)}」需要连接不允许的主机：${hosts.join('、')}。可信时请管理员把它们加入 QIAO_INDEX_HOSTS；内网地址还要加入 QIAO_ALLOW_HOSTS。`,
    en: `To install "${cut(names)}", hosts were asked that are not allowed: ${hosts.join(', ')}. Where they are to be trusted, an administrator adds them to QIAO_INDEX_HOSTS, and addresses inside the company to QIAO_ALLOW_HOSTS too.`,
  }),
  networkNone: (names: string): Text => ({
    zh: `技能声明了 network: none，而它需要的「${cut(names)}」这里没有，所以没有运行。请管理员用 PIP_FIND_LINKS 提供存放 wheel 的目录，或请作者允许网络。再次调用也不会成功。`,
    en: `The skill declares network: none, and "${cut(names)}", which it needs, is not here, so it was not run. An administrator gives a directory of wheels (PIP_FIND_LINKS), or its author allows the network. Calling again can't succeed before.`,
  }),
  notFound: (name: string): Text => ({
    zh: `软件源里没有「${cut(name)}」（或没有这个版本，或没有适合本机的 wheel）。请作者检查名称和版本。再次调用也不会成功。`,
    en: `The index has no "${cut(name)}" (or not this version, or no wheel for this machine). Its author checks the name and the version. Calling again can't succeed before.`,
  }),
  conflict: (names: string): Text => ({
    zh: `技能声明的依赖互相矛盾，装不到一起：${cut(names)}。请作者放宽其中的版本要求。`,
    en: `What the skill asks for can't be installed together: ${cut(names)}. Its author relaxes one of the versions.`,
  }),
  tooSlow: (names: string): Text => ({
    zh: `安装「${cut(names)}」花的时间太长，已停止。稍后再试。`,
    en: `The installation of "${cut(names)}" took too long and was stopped. Try again later.`,
  }),
  diskFull: (names: string): Text => ({
    zh: `安装「${cut(names)}」时磁盘已满。请管理员在 QIAO_DATA 所在的磁盘上腾出空间（QIAO_DEPENDENCIES_MB 限制已装依赖的大小）。`,
    en: `The disk was full while "${cut(names)}" was installed. An administrator makes room on the disk of QIAO_DATA (QIAO_DEPENDENCIES_MB bounds what is kept installed).`,
  }),
  buildFailed: (names: string): Text => ({
    zh: `「${cut(names)}」安装失败，安装程序最后说了什么见 stderr_tail。请作者或管理员据此改正。`,
    en: `"${cut(names)}" could not be installed; what the installer said last is in stderr_tail. Its author or an administrator acts on that.`,
  }),
  off: (module: string, names: readonly string[]): Text => ({
    zh: `缺少模块「${cut(module)}」。技能声明了 ${shown(names, '、')}，但自动安装已关闭（SKILL_AUTO_DEPS=0）。请管理员自行安装，或设 SKILL_AUTO_DEPS=1。`,
    en: `The module "${cut(module)}" is missing. The skill declares ${shown(names, ', ')}, but installing is off (SKILL_AUTO_DEPS=0). An administrator installs it, or sets SKILL_AUTO_DEPS=1.`,
  }),
  undeclared: (module: string): Text => ({
    zh: `缺少模块「${cut(module)}」，技能没有声明它，所以没有安装。请作者在 requirements.txt、脚本的 # /// script 块、package.json 或 requires.pip、requires.npm 中声明它。`,
    en: `The module "${cut(module)}" is missing, and the skill declares it nowhere, so it was not installed. Its author declares it in requirements.txt, in the script's # /// script block, in package.json, or in requires.pip or requires.npm.`,
  }),
};

function shown(names: readonly string[], between: string): string {
  const some = names.slice(0, MOST_NAMED).map(cut).join(between);
  return names.length > MOST_NAMED ? `${some}${between}…` : some;
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
