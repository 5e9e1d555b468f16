// What people are told of the PostgreSQL server: the one that comes with the program, and the one of DATABASE_URL.

import type { Text } from '#base/text.ts';

/** Where no PostgreSQL can run here, this is what to do. */
const USE_OUTSIDE: Text = {
  zh: '请设置 DATABASE_URL 使用已有的 PostgreSQL（15 或更新）',
  en: 'Set DATABASE_URL to a PostgreSQL of yours (15 or newer)',
};

interface VersionTexts {
  readonly cluster: string;
  readonly found: string;
  readonly own: string;
}

export const postgresTexts = {
  clusterGone: (folder: string): Text => ({
    zh: `数据库的数据目录不见了：${folder}。可能是被移走，或所在磁盘没有挂载。请把它放回原处，服务会自动恢复；程序不会在那里另建空数据库。`,
    en: `The database's folder is gone: ${folder}. It was moved away, or its disk is not mounted. Put it back, and the program goes on by itself; no empty database is made in its place.`,
  }),
  noPrograms: (platform: string): Text => ({
    zh: `没有适用于本机（${platform}）的内置 PostgreSQL 程序。${USE_OUTSIDE.zh}，或用 PG_BIN_DIR 指明 PostgreSQL 18 的程序目录；如果安装时略去了可选依赖，请重新运行 npm install。`,
    en: `There are no programs of the embedded PostgreSQL for this machine (${platform}). ${USE_OUTSIDE.en}, or PG_BIN_DIR to the programs of a PostgreSQL 18; where optional dependencies were left out, run npm install again.`,
  }),
  wrongLibrary: (program: string): Text => ({
    zh: `内置的 PostgreSQL 程序（${program}）不能在本机运行：它需要 glibc 2.27 或更新，而 Alpine 等 musl 系统没有。${USE_OUTSIDE.zh}，或改用基于 Debian 的镜像。`,
    en: `The embedded PostgreSQL (${program}) can't run on this machine: it needs glibc 2.27 or newer, which musl systems such as Alpine lack. ${USE_OUTSIDE.en}, or use an image based on Debian.`,
  }),
  programMissing: (folder: string, program: string): Text => ({
    zh: `PG_BIN_DIR（${folder}）里没有可运行的「${program}」。请指向 PostgreSQL 18 的程序目录，或去掉这个设置。`,
    en: `PG_BIN_DIR (${folder}) holds no "${program}" that can be run. Point it to the programs of a PostgreSQL 18, or unset it.`,
  }),
  programVersion: (folder: string, found: string): Text => ({
    zh: `PG_BIN_DIR（${folder}）里的程序是「${found}」，需要 PostgreSQL 18。请指向 PostgreSQL 18 的程序目录，或去掉这个设置。`,
    en: `The programs in PG_BIN_DIR (${folder}) are "${found}"; PostgreSQL 18 is needed. Point it to such a one, or unset it.`,
  }),
  noPlaceForPrograms: (program: string, user: string, reason: string): Text => ({
    zh: `PostgreSQL 不能以 root 运行，而用户 ${user} 进入不了程序所在的目录（${program}），也没有能放一份副本的地方：${reason}。请把程序安装到该用户可进入的目录，或设置 DATABASE_URL。`,
    en: `PostgreSQL must not run as root, the user ${user} can't reach its programs (${program}), and there is no place for a copy: ${reason}. Install the program where that user can enter, or set DATABASE_URL.`,
  }),
  programsClosed: (folder: string, user: string): Text => ({
    zh: `PostgreSQL 不能以 root 运行，而用户 ${user} 进入不了 PG_BIN_DIR（${folder}）。请指向该用户可进入的目录，或去掉这个设置。`,
    en: `PostgreSQL must not run as root, and the user ${user} can't reach PG_BIN_DIR (${folder}). Point it to a folder that it can enter, or unset it.`,
  }),
  cannotGive: (folder: string, user: string, code: string): Text => ({
    zh: `PostgreSQL 不能以 root 运行，而「${folder}」不能交给用户 ${user}（${code}）。请把 QIAO_DATA 设到本机磁盘上的目录、以普通用户运行，或设置 DATABASE_URL。`,
    en: `PostgreSQL must not run as root, and "${folder}" can't be given to the user ${user} (${code}). Set QIAO_DATA to a folder on a disk of this machine, run this as an ordinary user, or set DATABASE_URL.`,
  }),
  noLowerUser: (): Text => ({
    zh: 'PostgreSQL 不能以 root 运行，而本机没有 postgres、nobody 或 daemon 用户可用。请以普通用户运行，或设置 DATABASE_URL。',
    en: 'PostgreSQL must not run as root, and this machine has no user postgres, nobody or daemon to run it as. Run this as an ordinary user, or set DATABASE_URL.',
  }),
  folderClosed: (folder: string, user: string): Text => ({
    zh: `PostgreSQL 不能以 root 运行，而用户 ${user} 进入不了数据目录「${folder}」。请把 QIAO_DATA 设为该用户可进入的目录，或设置 DATABASE_URL。`,
    en: `PostgreSQL must not run as root, and the user ${user} can't enter the data folder "${folder}". Set QIAO_DATA to a folder that it can enter, or set DATABASE_URL.`,
  }),
  noAccount: (uid: number): Text => ({
    zh: `用户号 ${uid} 在本机没有账户（/etc/passwd 里没有它），PostgreSQL 因此不能建立数据库。请在镜像的 /etc/passwd 里添加这个用户，或设置 DATABASE_URL。`,
    en: `The user id ${uid} has no account on this machine (no line in /etc/passwd), and PostgreSQL can't create a database without one. Add the line in the image, or set DATABASE_URL.`,
  }),
  folderOfAnother: (folder: string): Text => ({
    zh: `「${folder}」属于其他用户，不能用作数据库目录。请以该用户的身份运行，或把目录的所有者改为运行本程序的用户。`,
    en: `"${folder}" belongs to another user and can't serve the database. Run this as that user, or make the folder belong to the user that runs this.`,
  }),
  socketOfAnother: (folder: string): Text => ({
    zh: `「${folder}」不是本程序的目录（属于其他用户，或是一个链接），数据库的连接不能放在那里。请查明是谁建立了它，删除后重新启动。`,
    en: `"${folder}" is not this program's own (another user's, or a link), so the database's socket can't be put there. Find out who made it, remove it and start again.`,
  }),
  noSocketPlace: (reason: string): Text => ({
    zh: `没有能放数据库套接字的目录：${reason}。请让 /tmp 可写，或把 QIAO_DATA 设为较短的、可写的路径。`,
    en: `There is no folder for the database's socket: ${reason}. Make /tmp writable, or set QIAO_DATA to a short path that can be written to.`,
  }),
  otherView: (folder: string, pid: number): Text => ({
    zh: `PostgreSQL（进程 ${pid}）由另一个服务启动，它的「${folder}」从这里看不到（例如 systemd 的 PrivateTmp=yes）。请为那个服务设置 PrivateTmp=no，重新启动它后再试。`,
    en: `PostgreSQL (process ${pid}) was started by another service whose "${folder}" can't be seen from here (systemd's PrivateTmp=yes, say). Set PrivateTmp=no for that service, restart it and try again.`,
  }),
  notACluster: (folder: string): Text => ({
    zh: `「${folder}」里有文件，但不是 PostgreSQL 数据库。请把它移走后重新启动；没有任何内容被删除。`,
    en: `"${folder}" holds files but no PostgreSQL database. Move it away and start again; nothing was deleted.`,
  }),
  cannotCreate: (folder: string, reason: string): Text => ({
    zh: `不能在「${folder}」建立数据库：${reason}。请根据原因修正，或设置 DATABASE_URL。`,
    en: `The database can't be created in "${folder}": ${reason}. Mend what that names, or set DATABASE_URL.`,
  }),
  wrongPassword: (file: string): Text => ({
    zh: `数据库不接受「${file}」里的密码。请放回原来的文件；如果已经丢失，删除这个文件后重新启动，会设置新的密码。`,
    en: `The database does not accept the password in "${file}". Put the earlier file back; where it is lost, remove this one and start again, and a new password is set.`,
  }),
  passwordUnreadable: (file: string, reason: string): Text => ({
    zh: `数据库的密码文件「${file}」无法读写：${reason}。请让运行本程序的用户可以读写它。`,
    en: `The database's password file "${file}" can't be read or written: ${reason}. Let the user that runs this read and write it.`,
  }),
  diskFull: (folder: string): Text => ({
    zh: `数据库所在的磁盘已满（「${folder}」），PostgreSQL 不能启动。请清理磁盘空间；之后会自动重试，或重新启动。`,
    en: `The disk that holds the database ("${folder}") is full, so PostgreSQL can't start. Make room on it; a running server tries again by itself, otherwise start again.`,
  }),
  noPermission: (said: string, log: string): Text => ({
    zh: `PostgreSQL 没有权限使用它的文件：${said}。请把数据目录的所有者改回原来的用户（详见「${log}」）。`,
    en: `PostgreSQL may not use its files: ${said}. Give the data folder back to the user it belonged to (see "${log}").`,
  }),
  addressTaken: (said: string, log: string): Text => ({
    zh: `PostgreSQL 不能监听：${said}。可能有另一个程序占用了它的套接字或端口；请停止那个程序后重试（详见「${log}」）。`,
    en: `PostgreSQL can't listen: ${said}. Another program may hold its socket or port; stop that one and try again (see "${log}").`,
  }),
  damaged: (folder: string, said: string): Text => ({
    zh: `数据库的文件已损坏（${said}）。请先复制一份「${folder}」，再把它移走，重新启动后用 qiao restore 恢复备份。`,
    en: `The database's files are damaged (${said}). Keep a copy of "${folder}", move it away, start again and bring a backup back with qiao restore.`,
  }),
  otherVersion: ({ cluster, found, own }: VersionTexts): Text => ({
    zh: `「${cluster}」里的数据库来自 PostgreSQL ${found}，而这里运行的是 PostgreSQL ${own}。请用原来的版本导出备份，再恢复到新的数据目录；设置了 PG_BIN_DIR 时，也可以把它指向 PostgreSQL ${found}。`,
    en: `The database in "${cluster}" is one of PostgreSQL ${found}, and PostgreSQL ${own} runs here. Make a backup with the version that made it and restore that to a fresh data folder, or, where PG_BIN_DIR is set, point it to PostgreSQL ${found}.`,
  }),
  noMemory: (said: string): Text => ({
    zh: `内存不足，PostgreSQL 不能启动：${said}。请释放内存后重试。`,
    en: `There is not enough memory for PostgreSQL to start: ${said}. Free some and try again.`,
  }),
  stillHeld: (folder: string): Text => ({
    zh: `上一个 PostgreSQL 的进程还占用着「${folder}」。请结束这些进程后重试。`,
    en: `Processes of an earlier PostgreSQL still hold "${folder}". End them and try again.`,
  }),
  refused: (said: Text, log: string): Text => ({
    zh: `PostgreSQL 不能启动：${said.zh}。详见它的日志「${log}」；修正后重新启动。`,
    en: `PostgreSQL can't start: ${said.en}. Its log "${log}" says more; mend it and start again.`,
  }),
  tooSlow: (seconds: number, log: string): Text => ({
    zh: `PostgreSQL 在 ${seconds} 秒内没有准备好。它可能还在恢复数据，请稍后重试（详见「${log}」）。`,
    en: `PostgreSQL was not ready within ${seconds} seconds. It may still be recovering; try again in a while (see "${log}").`,
  }),
  endedSilently: (how: string): Text => ({
    zh: `程序刚启动就结束了（${how}），没有说明原因`,
    en: `it ended right away (${how}) and gave no reason`,
  }),
  badUrl: (): Text => ({
    zh: 'DATABASE_URL 不是有效的地址。格式是 postgres://用户:密码@主机:端口/数据库；密码里的特殊字符要写成 %XX。',
    en: 'DATABASE_URL is no valid address. It looks like postgres://user:password@host:port/database; special characters of a password are written as %XX.',
  }),
  outsideRefusesUser: (place: string, user: string): Text => ({
    zh: `数据库（${place}）拒绝了用户「${user}」。请检查 DATABASE_URL 里的用户名和密码，以及数据库是否允许从本机连接。`,
    en: `The database (${place}) refused the user "${user}". Check the user and password in DATABASE_URL, and that it lets this machine in.`,
  }),
  outsideMissing: (place: string, database: string): Text => ({
    zh: `数据库服务器上没有名为「${database}」的数据库（${place}）。请先建立它（create database），或修正 DATABASE_URL。`,
    en: `The server has no database "${database}" (${place}). Create it first (create database), or mend DATABASE_URL.`,
  }),
  outsideTooOld: (place: string, version: string): Text => ({
    zh: `数据库（${place}）是 PostgreSQL ${version}，需要 15 或更新。请升级它，或去掉 DATABASE_URL 使用内置的 PostgreSQL。`,
    en: `The database (${place}) is PostgreSQL ${version}; 15 or newer is needed. Upgrade it, or unset DATABASE_URL to use the embedded one.`,
  }),
  outsideRefused: (place: string, reason: string): Text => ({
    zh: `数据库（${place}）拒绝了连接：${reason}。请根据原因修正后重试。`,
    en: `The database (${place}) refused the connection: ${reason}. Mend what that names and try again.`,
  }),
  outsideFound: (place: string, version: string): Text => ({
    zh: `使用 DATABASE_URL 的 PostgreSQL ${version}（${place}）`,
    en: `PostgreSQL ${version} of DATABASE_URL (${place})`,
  }),
  embeddedRuns: (pid: number): Text => ({
    zh: `内置的 PostgreSQL 18 正在运行（进程 ${pid}）`,
    en: `the embedded PostgreSQL 18, running (process ${pid})`,
  }),
  embeddedRests: (): Text => ({
    zh: '内置的 PostgreSQL 18，需要时启动',
    en: 'the embedded PostgreSQL 18, started when needed',
  }),
  embeddedFresh: (): Text => ({
    zh: '内置的 PostgreSQL 18，第一次启动时建立数据库',
    en: 'the embedded PostgreSQL 18; the first start creates the database',
  }),
  embeddedRemedy: (): Text => ({
    zh: `${USE_OUTSIDE.zh}，或按上面的说明修正。`,
    en: `${USE_OUTSIDE.en}, or mend what is named above.`,
  }),
  outsideRemedy: (): Text => ({
    zh: '请修正 DATABASE_URL，或去掉它使用内置的 PostgreSQL。',
    en: 'Mend DATABASE_URL, or unset it to use the embedded PostgreSQL.',
  }),
  notHardened: (): Text => ({
    zh: '这个数据库没有收紧默认权限，技能的数据库会话只靠各自的角色隔离。需要更强隔离时，请去掉 DATABASE_URL 使用内置的 PostgreSQL。',
    en: "This database's default rights were not cut down, so a skill's session is held by its role alone. Where more is wanted, unset DATABASE_URL to use the embedded one.",
  }),
} as const;
