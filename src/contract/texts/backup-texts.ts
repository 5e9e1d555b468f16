// What people are told about backing up an instance and restoring one.

import { withoutFullStop, type Text } from '#base/text.ts';

interface Counts {
  readonly rows: number;
  readonly files: number;
}

export const backupTexts = {
  holdsSecrets: (file: string): Text => ({
    zh: `备份文件 ${file} 里有全部对话、文件和账号，以及解密用的密钥。谁拿到它，谁就能读到一切：请只存放在可信的地方。`,
    en: `${file} holds every conversation, file and account, and the key that opens the secrets. Whoever has it can read everything: keep it only where you trust the place.`,
  }),
  holdsAllButKey: (file: string): Text => ({
    zh: `备份文件 ${file} 里有全部对话、文件和账号，但没有解密用的密钥。请只存放在可信的地方。`,
    en: `${file} holds every conversation, file and account, but not the key that opens the secrets. Keep it only where you trust the place.`,
  }),
  keyLeftOut: (reason: Text): Text => ({
    zh: `密钥：打开这个数据库密文的密钥不在这台机器上，恢复后已加密的配置无法读取。${reason.zh}`,
    en: `the key: what opens this database's secrets is not on this machine, and after a restore they can't be read. ${reason.en}`,
  }),
  keyNotInside: (): Text => ({
    zh: '这台机器的密钥来自 QIAO_SECRET_KEY，不在备份里。请另外保存好它：没有它，恢复后已加密的配置无法读取。',
    en: "This machine's key comes from QIAO_SECRET_KEY and is not in the backup. Keep it separately: without it what is encrypted can't be read after a restore.",
  }),

  exists: (file: string): Text => ({
    zh: `文件 ${file} 已经存在，没有覆盖。请换一个文件名，或加上 --force 覆盖它。`,
    en: `${file} exists already and was left alone. Choose another name, or replace it with --force.`,
  }),
  notAFile: (file: string): Text => ({
    zh: `${file} 不是普通文件，不能用作备份文件。请换一个路径。`,
    en: `${file} is not a regular file and can't be a backup. Choose another path.`,
  }),
  busy: (file: string): Text => ({
    zh: `另一个备份正在写入 ${file}，本次备份已放弃。请等它结束，或换一个文件名。`,
    en: `Another backup is writing ${file}, so this one was given up. Wait for it to end, or choose another name.`,
  }),
  diskFull: (file: string): Text => ({
    zh: `写入 ${file} 时磁盘已满，没有留下不完整的文件。请清理空间，或写到另一块磁盘。`,
    en: `The disk was full while ${file} was written; no half file was left. Make room, or write to another disk.`,
  }),
  cannotWrite: (file: string, reason: string): Text => ({
    zh: `无法写入 ${file}：${withoutFullStop(reason)}。请检查路径和权限后重试。`,
    en: `${file} can't be written: ${withoutFullStop(reason)}. Check the path and its permissions, and try again.`,
  }),
  cannotRead: (file: string, reason: string): Text => ({
    zh: `无法读取 ${file}：${withoutFullStop(reason)}。请检查路径和权限后重试。`,
    en: `${file} can't be read: ${withoutFullStop(reason)}. Check the path and its permissions, and try again.`,
  }),
  tableLocked: (): Text => ({
    zh: '有一张表被其他操作占用超过一分钟，备份没有完成。请等那个操作结束后重试。',
    en: 'A table was held by another operation for over a minute, and the backup was not made. Try again when that operation has ended.',
  }),
  stopped: (): Text => ({
    zh: '操作已按要求中止，没有留下任何改动。',
    en: 'This was stopped as asked; nothing was changed.',
  }),

  cannotRebuild: (what: string): Text => ({
    zh: `${what}：备份无法重建这类对象，恢复后需要手工重新创建。`,
    en: `${what}: a backup can't rebuild this kind of thing; make it again by hand after a restore.`,
  }),
  needsWhatCannot: (what: string, needed: string): Text => ({
    zh: `${what}：它依赖无法重建的 ${needed}，因此也不在备份里。`,
    en: `${what}: it needs ${needed}, which can't be rebuilt, so it is not in the backup either.`,
  }),
  circular: (what: string): Text => ({
    zh: `${what}：它与其他对象互相依赖，无法排出创建顺序，不在备份里。`,
    en: `${what}: it and others need each other in a circle, so there is no order to make them in; it is not in the backup.`,
  }),
  rowsHidden: (table: string): Text => ({
    zh: `${table} 的内容：所有者取消了读取权限或强制了行级安全，备份读不到，只备份了结构。`,
    en: `the contents of ${table}: its owner took away the right to read it, or forced row level security on it, so the backup holds only its definition.`,
  }),
  schemaNotOurs: (schema: string, owner: string): Text => ({
    zh: `模式 ${schema}：它属于数据库角色 ${owner}，不归 Qiao 管理，不在备份里。`,
    en: `schema ${schema}: it belongs to the database role ${owner}, which Qiao does not manage, so it is not in the backup.`,
  }),
  ownerNotOurs: (what: string, owner: string): Text => ({
    zh: `${what}：它属于数据库角色 ${owner}，不归 Qiao 管理，不在备份里。`,
    en: `${what}: it belongs to the database role ${owner}, which Qiao does not manage, so it is not in the backup.`,
  }),
  fileSkipped: (path: string, why: Text): Text => ({
    zh: `文件 ${path}：${why.zh}。`,
    en: `the file ${path}: ${why.en}.`,
  }),
  skipped: {
    special: (): Text => ({
      zh: '它是套接字、管道或设备，不能备份',
      en: "it is a socket, pipe or device, which can't be backed up",
    }),
    linkLeaves: (target: string): Text => ({
      zh: `它是指向外部（${target}）的链接，不能安全恢复`,
      en: `it is a link that leads outside (${target}), which can't be restored safely`,
    }),
    oddName: (): Text => ({
      zh: '文件名不是有效的 UTF-8 或含有控制字符',
      en: 'its name is not valid UTF-8 or holds control characters',
    }),
    unreadable: (reason: string): Text => ({
      zh: `读取失败（${reason}）`,
      en: `it can't be read (${reason})`,
    }),
  },

  invalid: (file: string, why: Text): Text => ({
    zh: `备份文件 ${file} 不能用：${withoutFullStop(why.zh)}。没有做任何改动。请换一份完好的备份。`,
    en: `The backup ${file} can't be used: ${withoutFullStop(why.en)}. Nothing was changed. Use another, sound backup.`,
  }),
  newerBackup: (file: string, version: string): Text => ({
    zh: `备份文件 ${file} 由更新的 Qiao（${version}）制作，本版本读不了。没有做任何改动。请用那个版本或更新的版本恢复。`,
    en: `The backup ${file} was made by a newer Qiao (${version}), which this version can't read. Nothing was changed. Restore it with that version or a newer one.`,
  }),
  why: {
    notZip: (reason: string): Text => ({
      zh: `它不是完整的 ZIP 文件（${reason}）`,
      en: `it is no complete ZIP file (${reason})`,
    }),
    noManifest: (): Text => ({
      zh: '里面没有 manifest.json，它不是 Qiao 的备份',
      en: 'there is no manifest.json in it, so it is no backup of Qiao',
    }),
    badManifest: (reason: string): Text => ({
      zh: `manifest.json 有误（${reason}）`,
      en: `its manifest.json is wrong (${reason})`,
    }),
    reachesPlatform: (): Text => ({
      zh: '其中为技能建立的内容改动了平台自己的表、权限或函数',
      en: "what it makes for skills changes the platform's own tables, rights or functions",
    }),
    missing: (entry: string): Text => ({ zh: `缺少 ${entry}`, en: `${entry} is missing` }),
    surplus: (entry: string): Text => ({
      zh: `多出了清单里没有的 ${entry}`,
      en: `it holds ${entry}, which its list does not name`,
    }),
    size: (entry: string, declared: number, found: number): Text => ({
      zh: `${entry} 应为 ${declared} 字节，实际为 ${found} 字节`,
      en: `${entry} should be ${declared} bytes and is ${found}`,
    }),
    checksum: (entry: string): Text => ({
      zh: `${entry} 的校验和不符，内容被改动或损坏`,
      en: `the checksum of ${entry} does not match: it was changed or damaged`,
    }),
    compression: (entry: string, reason: string): Text => ({
      zh: `${entry} 无法解压（${reason}）`,
      en: `${entry} can't be unpacked (${reason})`,
    }),
    path: (path: string): Text => ({
      zh: `路径「${path}」不能用：它会写到目标目录之外，或与别的条目冲突`,
      en: `the path "${path}" is refused: it would be written outside its folder, or over another entry`,
    }),
    link: (path: string, target: string): Text => ({
      zh: `链接「${path}」指向目标目录之外（${target}）`,
      en: `the link "${path}" leads outside its folder (${target})`,
    }),
    statement: (label: string): Text => ({
      zh: `「${label}」的重建语句不是这类对象应有的语句`,
      en: `the statement that rebuilds ${label} is none of its kind`,
    }),
    rows: (table: string, declared: number, found: number): Text => ({
      zh: `表 ${table} 应有 ${declared} 行，实际为 ${found} 行`,
      en: `${table} should have ${declared} rows and has ${found}`,
    }),
    unknownMigration: (name: string): Text => ({
      zh: `其中的数据库结构「${name}」是本版本没有的`,
      en: `its database has "${name}", which this version does not know`,
    }),
  },

  notEmpty: (what: string): Text => ({
    zh: `这个实例里已经有数据（${what}），没有恢复。请恢复到新的空实例；要替换现有内容，请加 --force：数据库里的现有内容会被删除，现有文件会移到旁边保留。`,
    en: `This instance holds data already (${what}), and nothing was restored. Restore into a new, empty one, or replace what is here with --force: what its database holds is deleted, its files are moved aside and kept.`,
  }),
  restoreRuns: (): Text => ({
    zh: '另一个恢复正在进行。请等它结束。',
    en: 'Another restore is running. Wait for it to end.',
  }),
  roleTaken: (role: string): Text => ({
    zh: `数据库服务器上已有角色「${role}」，而且不归 Qiao 的数据库用户管理，没有恢复。请让管理员删除它，或恢复到另一个数据库服务器。`,
    en: `The database server has a role "${role}" already that Qiao's database user may not manage, and nothing was restored. Have its administrator drop it, or restore into another database server.`,
  }),
  statementFailed: (label: string, reason: string): Text => ({
    zh: `恢复「${label}」失败：${withoutFullStop(reason)}。所有改动已撤销。请根据原因修正（例如安装缺少的扩展或使用不更旧的 PostgreSQL）后重试。`,
    en: `Restoring ${label} failed: ${withoutFullStop(reason)}. Everything was undone. Mend what it names (a missing extension or an older PostgreSQL, say) and try again.`,
  }),
  noRoom: (folder: string, needed: number, free: number): Text => ({
    zh: `${folder} 所在的磁盘空间不足：需要 ${needed} 字节，只有 ${free} 字节。没有做任何改动。请清理空间后重试。`,
    en: `The disk of ${folder} has too little room: ${needed} bytes are needed and ${free} are free. Nothing was changed. Make room and try again.`,
  }),
  unknownRoot: (root: string): Text => ({
    zh: `备份里的「${root}」在本版本里没有位置`,
    en: `this version has no place for its "${root}"`,
  }),

  keyNeeded: (): Text => ({
    zh: '备份来自使用 QIAO_SECRET_KEY 的机器，密钥不在备份里。启动前请把 QIAO_SECRET_KEY 设为与原来相同的值，否则已加密的配置无法读取。',
    en: "The backup comes from a machine with QIAO_SECRET_KEY, and the key is not in it. Set QIAO_SECRET_KEY to the same value before you start, or what is encrypted can't be read.",
  }),
  keyKept: (): Text => ({
    zh: '备份来自使用 QIAO_SECRET_KEY 的机器，这台机器也设置了它。两者必须相同，否则已加密的配置无法读取。',
    en: "The backup comes from a machine with QIAO_SECRET_KEY, and it is set here too. Both must be the same, or what is encrypted can't be read.",
  }),
  keyShadowed: (): Text => ({
    zh: '备份里的密钥文件已恢复，但这台机器设置了 QIAO_SECRET_KEY，而正在使用的密钥是文件里的，直接启动会被拒绝。请取消该变量再启动；要改用变量里的密钥，请先运行 qiao rotate-key。',
    en: "The key file of the backup is in place and is the key in force, but QIAO_SECRET_KEY is set here, and a start refuses that. Unset it before you start, or run qiao rotate-key first to change to the variable's key.",
  }),
  movedAside: (path: string): Text => ({
    zh: `原来的文件保留在 ${path}，确认无误后可以删除。`,
    en: `What was there before is kept at ${path}; delete it when you are content.`,
  }),
  checkNotValid: (label: string, reason: string): Text => ({
    zh: `${label}：现有的行不符合它（${withoutFullStop(reason)}），已恢复为只检查新的行（NOT VALID）。`,
    en: `${label}: rows that are there do not keep to it (${withoutFullStop(reason)}); it was restored for new rows only (NOT VALID).`,
  }),
  notRefreshed: (label: string, reason: string): Text => ({
    zh: `${label}：刷新失败（${withoutFullStop(reason)}），恢复后是空的，请稍后重新刷新。`,
    en: `${label}: they can't be computed (${withoutFullStop(reason)}), so it is empty; refresh it later.`,
  }),
  settingRefused: (role: string, setting: string, reason: string): Text => ({
    zh: `数据库角色 ${role} 的「${setting}」没有恢复：${withoutFullStop(reason)}。`,
    en: `"${setting}" of the database role ${role} was not restored: ${withoutFullStop(reason)}.`,
  }),

  made: (file: string, size: string, { rows, files }: Counts): Text => ({
    zh: `已备份到 ${file}（${size}；${rows} 行数据，${files} 个文件）。`,
    en: `Backed up to ${file} (${size}; ${rows} rows, ${files} files).`,
  }),
  restored: (file: string, takenAt: string, { rows, files }: Counts): Text => ({
    zh: `已从 ${file} 恢复（备份时间 ${takenAt}；${rows} 行数据，${files} 个文件）。`,
    en: `Restored from ${file}, taken at ${takenAt} (${rows} rows, ${files} files).`,
  }),
  leftOutHeading: (count: number): Text => ({
    zh: `注意：有 ${count} 项不在备份里：`,
    en: `Note: ${count} ${count === 1 ? 'thing is' : 'things are'} not in the backup:`,
  }),
  stages: {
    tables: (): Text => ({ zh: '数据', en: 'rows' }),
    files: (): Text => ({ zh: '文件', en: 'files' }),
    checking: (): Text => ({ zh: '校验', en: 'checking' }),
  },
} as const;
