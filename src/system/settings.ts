// Reads every setting, once, from the environment. Nothing else reads `process.env`.

import { availableParallelism, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { AppError } from '#base/app-error.ts';
import type { Language, Text } from '#base/text.ts';
import { blobTexts } from '#contract/texts/blob-texts.ts';
import { settingTexts } from '#contract/texts/setting-texts.ts';
import { readS3Place, type S3Place } from './blobs/s3-place.ts';
import { readPackageIndexes, type PackageIndexes } from './package-indexes.ts';
import { address, choice, count, optionalCount, optionalText, seconds } from './setting-kinds.ts';

const INSTALLATION = fileURLToPath(new URL('../..', import.meta.url));

/** Variables whose value is never repeated, not even in an error. */
const SECRETS = new Set([
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'DATABASE_URL',
  'QIAO_SECRET_KEY',
  'QIAO_TOKEN',
  'QIAO_BLOBS_ACCESS_KEY',
  'QIAO_BLOBS_SECRET_KEY',
]);

/** Every variable: how it is read, and what is said where it is wrong. A blank one counts as absent. */
const VARIABLES = {
  FAIL_PER_TOOL: count(4, 1),
  FAIL_TOTAL: count(8, 1),
  TOOL_RESULT_OFFLOAD_CHARS: count(12_000, 1000),
  TOOL_DISPLAY_KEEP_CHARS: count(15_000, 0),
  SKILL_WALL_DEFAULT: seconds(600),
  SKILL_WALL_HARDCAP: seconds(1800),
  TOOL_WALL_SEC: seconds(1800),
  MAX_LOOP_SEC: seconds(300),
  MAX_TOOL_ROUNDS: count(8, 1, 1000),
  DATATABLE_INLINE_MAX: count(100, 1),
  SKILL_AUTO_DEPS: choice(['0', '1'], '1'),
  AGENT_WORKSPACE_DIR: optionalText(),
  QIAO_HOST: { schema: z.string().default('127.0.0.1'), expected: settingTexts.text() },
  QIAO_PORT: count(4700, 0, 65_535),
  QIAO_DATA: optionalText(),
  /** Where skills' processes run. */
  QIAO_SANDBOX: choice(['auto', 'docker', 'bwrap', 'landlock', 'off'], 'auto'),
  /** Of a container, with a shell and python3 in it. */
  QIAO_SANDBOX_IMAGE: {
    schema: z.string().default('python:3-slim'),
    expected: settingTexts.text(),
  },
  QIAO_ALLOW_HOSTS: optionalText(),
  QIAO_LANGUAGE: {
    schema: z.enum(['zh', 'en']).optional(),
    expected: settingTexts.oneOf(['zh', 'en']),
  },
  QIAO_MODEL: {
    schema: z
      .string()
      .regex(/^(offline|(openai|anthropic)\/.+)$/)
      .default('offline'),
    expected: settingTexts.model(),
  },
  /** Tokens of a conversation that are sent to the model at most. */
  QIAO_CONTEXT_TOKENS: count(64_000, 2000),
  /** Tokens that all tool results of a turn take at most; 60 % of the above where it is left out. */
  QIAO_TURN_RESULT_TOKENS: optionalCount(500),
  /** Names of models that take images beside those that are known to, `*` for all. */
  QIAO_IMAGE_MODELS: optionalText(),
  /** Of one file, and of all that are uploaded to one conversation. */
  QIAO_UPLOAD_MB: count(100, 1, 10_000),
  QIAO_SESSION_UPLOAD_MB: count(1000, 1, 1_000_000),
  /** Of one file that is downloaded for a result which names it by its address (ART-02). */
  QIAO_DOWNLOAD_MB: count(200, 1, 10_000),
  /** Where files that are delivered are kept: an S3-compatible store, else a directory below `QIAO_DATA`. */
  QIAO_BLOBS: {
    schema: z
      .string()
      .transform((text) => readS3Place(text))
      .refine((place) => place !== undefined)
      .optional(),
    expected: blobTexts.place(),
  },
  QIAO_BLOBS_ACCESS_KEY: optionalText(),
  QIAO_BLOBS_SECRET_KEY: optionalText(),
  /** Of the workspaces and the delivered files of one role together. */
  QIAO_ROLE_STORAGE_MB: count(20_000, 1, 100_000_000),
  /** Hours that a link to a file lives which needs no sign-in. */
  QIAO_LINK_HOURS: count(168, 1, 87_600),
  /** Days after which the workspace of a conversation that nobody touched is cleared; 0: never. */
  QIAO_WORKSPACE_DAYS: count(0, 0, 36_500),
  /** Memory that the processes of one skill run may hold together. */
  QIAO_SKILL_MEMORY_MB: count(2048, 64),
  /** Disk that installed packages of skills take; the longest unused go first. */
  QIAO_DEPENDENCIES_MB: count(5000, 100, 1_000_000),
  /** Skills that work at once, of each kind of worker; more wait for a place, and those that only wait for a skill lend theirs. */
  QIAO_SKILL_PLACES: count(Math.max(8, 2 * availableParallelism()), 1, 1000),
  /** Whether the server runs background jobs itself; else only `qiao worker` does. */
  QIAO_WORKER: choice(['on', 'off'], 'on'),
  /** Background runs at once in one process, fewer than places of skills: conversations need some too. */
  QIAO_JOB_PLACES: count(Math.max(4, availableParallelism()), 1, 1000),
  /** A JSON file: what models cost, in US dollars per million tokens. */
  QIAO_MODEL_PRICES: optionalText(),
  /** Where people reach the server: in links, and as Host and Origin beside the loopback ones. */
  QIAO_PUBLIC_URL: {
    schema: z
      .string()
      .regex(/^https?:\/\/[^/?#]+\/?$/)
      .transform((url) => url.replace(/\/$/, ''))
      .optional(),
    expected: settingTexts.origin(),
  },
  /** Of the secrets at rest; without it a key file below `QIAO_DATA`. */
  QIAO_SECRET_KEY: {
    schema: z.string().min(32).optional(),
    expected: settingTexts.longText(32),
  },
  /** Days after which the records of what ran are removed; conversations stay as long as their organisation says. */
  QIAO_RUN_DAYS: count(90, 1, 36_500),
  /** Names of skills that open their database sessions themselves, beside the contract's (CTX-07). */
  QIAO_SELF_ACQUIRING_SKILLS: optionalText(),
  QIAO_LOG_LEVEL: choice(['debug', 'info', 'warn', 'error'], 'info'),
  /** For the command line: another machine's server, and a token of it. */
  QIAO_SERVER: {
    schema: z.url({ protocol: /^https?$/ }).optional(),
    expected: settingTexts.url(['https://', 'http://']),
  },
  QIAO_TOKEN: optionalText(),
  /** Whether a database with another program's tables may be used. */
  QIAO_SHARE_DATABASE: choice(['0', '1'], '0'),
  /** Programs of another PostgreSQL 18 than the one that comes with us. */
  PG_BIN_DIR: optionalText(),
  DATABASE_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//)
      .optional(),
    expected: settingTexts.url(['postgres://', 'postgresql://']),
  },
  OPENAI_API_KEY: optionalText(),
  OPENAI_BASE_URL: address('https://api.openai.com/v1'),
  ANTHROPIC_API_KEY: optionalText(),
  ANTHROPIC_BASE_URL: address('https://api.anthropic.com/v1'),
} as const satisfies Record<string, Variable>;

interface Variable {
  readonly schema: z.ZodType;
  readonly expected: Text;
}

export interface Settings {
  readonly failPerTool: number;
  readonly failTotal: number;
  readonly toolResultOffloadChars: number;
  readonly toolDisplayKeepChars: number;
  readonly skillWallDefaultSec: number;
  readonly skillWallHardcapSec: number;
  readonly toolWallSec: number;
  /** As set; the turn's clock raises it above the tool wall (CLK-02). */
  readonly maxLoopSec: number;
  readonly maxToolRounds: number;
  readonly datatableInlineMax: number;
  readonly installsSkillDependencies: boolean;
  readonly dependencyBytes: number;
  readonly packageIndexes: PackageIndexes;
  readonly workspacesFolder: string;
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly sandbox: 'auto' | 'docker' | 'bwrap' | 'landlock' | 'off';
  readonly sandboxImage: string;
  readonly allowedHosts: readonly string[];
  readonly language: Language;
  readonly model: string;
  readonly contextTokens: number;
  readonly turnResultTokens: number | undefined;
  readonly imageModels: readonly string[];
  readonly uploadBytes: number;
  readonly sessionUploadBytes: number;
  readonly downloadBytes: number;
  readonly roleStorageBytes: number;
  readonly linkHours: number;
  /** 0: never. */
  readonly workspaceDays: number;
  readonly blobs: {
    /** Undefined for a directory below `dataFolder`. */
    readonly place: S3Place | undefined;
    readonly accessKey: string | undefined;
    readonly secretKey: string | undefined;
  };
  readonly skillMemoryBytes: number;
  readonly skillPlaces: number;
  /** `serve` takes jobs too. */
  readonly works: boolean;
  readonly jobPlaces: number;
  readonly databaseUrl: string | undefined;
  readonly sharesDatabase: boolean;
  readonly postgresPrograms: string | undefined;
  readonly publicUrl: string | undefined;
  readonly selfAcquiringSkills: readonly string[];
  readonly runRetentionDays: number;
  readonly modelPricesFile: string | undefined;
  readonly secretKey: string | undefined;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  readonly server: string | undefined;
  readonly token: string | undefined;
  readonly openai: ProviderSettings;
  readonly anthropic: ProviderSettings;
}

export interface ProviderSettings {
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
}

/** Throws `settings-invalid`, naming the first variable that is wrong, what it holds and what it may hold. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const read = readVariables(environment);
  const dataFolder = resolve(INSTALLATION, withHome(read.QIAO_DATA ?? 'data'));
  return {
    failPerTool: read.FAIL_PER_TOOL,
    failTotal: read.FAIL_TOTAL,
    toolResultOffloadChars: read.TOOL_RESULT_OFFLOAD_CHARS,
    toolDisplayKeepChars: read.TOOL_DISPLAY_KEEP_CHARS,
    skillWallDefaultSec: read.SKILL_WALL_DEFAULT,
    skillWallHardcapSec: read.SKILL_WALL_HARDCAP,
    toolWallSec: read.TOOL_WALL_SEC,
    maxLoopSec: read.MAX_LOOP_SEC,
    maxToolRounds: read.MAX_TOOL_ROUNDS,
    datatableInlineMax: read.DATATABLE_INLINE_MAX,
    installsSkillDependencies: read.SKILL_AUTO_DEPS === '1',
    dependencyBytes: read.QIAO_DEPENDENCIES_MB * 1024 * 1024,
    packageIndexes: readPackageIndexes(environment),
    workspacesFolder: resolve(withHome(read.AGENT_WORKSPACE_DIR ?? join(dataFolder, 'workspaces'))),
    host: read.QIAO_HOST,
    port: read.QIAO_PORT,
    dataFolder,
    sandbox: read.QIAO_SANDBOX,
    sandboxImage: read.QIAO_SANDBOX_IMAGE,
    allowedHosts: wordsOf(read.QIAO_ALLOW_HOSTS),
    language: languageOf(environment),
    model: read.QIAO_MODEL,
    contextTokens: read.QIAO_CONTEXT_TOKENS,
    turnResultTokens: read.QIAO_TURN_RESULT_TOKENS,
    imageModels: wordsOf(read.QIAO_IMAGE_MODELS),
    uploadBytes: read.QIAO_UPLOAD_MB * 1024 * 1024,
    sessionUploadBytes: read.QIAO_SESSION_UPLOAD_MB * 1024 * 1024,
    blobs: {
      place: read.QIAO_BLOBS,
      accessKey: read.QIAO_BLOBS_ACCESS_KEY,
      secretKey: read.QIAO_BLOBS_SECRET_KEY,
    },
    roleStorageBytes: read.QIAO_ROLE_STORAGE_MB * 1024 * 1024,
    linkHours: read.QIAO_LINK_HOURS,
    workspaceDays: read.QIAO_WORKSPACE_DAYS,
    downloadBytes: read.QIAO_DOWNLOAD_MB * 1024 * 1024,
    skillMemoryBytes: read.QIAO_SKILL_MEMORY_MB * 1024 * 1024,
    skillPlaces: read.QIAO_SKILL_PLACES,
    works: read.QIAO_WORKER === 'on',
    jobPlaces: read.QIAO_JOB_PLACES,
    databaseUrl: read.DATABASE_URL,
    sharesDatabase: read.QIAO_SHARE_DATABASE === '1',
    postgresPrograms: read.PG_BIN_DIR,
    publicUrl: read.QIAO_PUBLIC_URL,
    runRetentionDays: read.QIAO_RUN_DAYS,
    selfAcquiringSkills: wordsOf(read.QIAO_SELF_ACQUIRING_SKILLS),
    modelPricesFile: read.QIAO_MODEL_PRICES,
    secretKey: read.QIAO_SECRET_KEY,
    logLevel: read.QIAO_LOG_LEVEL,
    server: read.QIAO_SERVER,
    token: read.QIAO_TOKEN,
    openai: { apiKey: read.OPENAI_API_KEY, baseUrl: read.OPENAI_BASE_URL },
    anthropic: { apiKey: read.ANTHROPIC_API_KEY, baseUrl: read.ANTHROPIC_BASE_URL },
  };
}

function wordsOf(list: string | undefined): readonly string[] {
  return (list ?? '').split(/[\s,]+/).filter((word) => word !== '');
}

type Variables = { [Name in keyof typeof VARIABLES]: z.infer<(typeof VARIABLES)[Name]['schema']> };

function readVariables(environment: NodeJS.ProcessEnv): Variables {
  const read = Object.entries(VARIABLES).map(([name, variable]) => [
    name,
    readVariable(name, variable, environment[name]?.trim()),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value came from the schema of its name
  return Object.fromEntries(read) as Variables;
}

function readVariable(name: string, variable: Variable, given: string | undefined): unknown {
  const parsed = variable.schema.safeParse(given === '' ? undefined : given);
  if (parsed.success) return parsed.data;
  // An address may hold a password before its `@`.
  const isHidden = SECRETS.has(name) || given?.includes('@') === true;
  const shown = isHidden ? '***' : (given ?? '');
  throw new AppError('settings-invalid', settingTexts.wrong(name, shown, variable.expected));
}

/**
 * English, unless `QIAO_LANGUAGE` or else the locale says Chinese. Never throws: what is wrong with the other settings is
 * told in it.
 */
export function languageOf(environment: NodeJS.ProcessEnv = process.env): Language {
  const given = (name: string) => environment[name]?.trim() || undefined;
  const { schema } = VARIABLES.QIAO_LANGUAGE;
  const chosen = schema.safeParse(given('QIAO_LANGUAGE'));
  if (chosen.success && chosen.data !== undefined) return chosen.data;
  return /^zh\b|^zh_/i.test(given('LC_ALL') ?? given('LANG') ?? '') ? 'zh' : 'en';
}

function withHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}
