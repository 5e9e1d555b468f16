// For tests: a document skill on disk, a model that plays steps, and real commands in a process tree of their own.

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { LoopLimits } from '#features/agents/index.ts';
import type { Dependencies } from '#features/dependencies/index.ts';
import type {
  AssistantPart,
  ChatModel,
  ModelFinish,
  ModelRequest,
  ModelUsage,
} from '#features/models/index.ts';
import { readPackage, type SkillPackage } from '#features/packages/index.ts';
import type {
  RunHost,
  RuntimeRun,
  SkillEntry,
  SkillProgram,
  SubAgents,
} from '#features/runtimes/index.ts';
import {
  createPlainSandbox,
  type CodeRunner,
  type Sandboxes,
  type SandboxRequest,
} from '#features/sandboxes/index.ts';
import { createDocumentRuntime } from '../document-runtime.ts';
import { createSubAgents } from '../sub-agents.ts';

/** A text is the report; anything else is a call. */
export type Step = string | { readonly tool: string; readonly input: JsonObject };
export type Script = readonly Step[] | ((request: ModelRequest, index: number) => Step);

export const shell = (command: string, more: JsonObject = {}): Step => ({
  tool: 'container_shell',
  input: { command, ...more },
});

export interface PlayedModel extends ChatModel {
  readonly requests: ModelRequest[];
}

/** After the last step it has nothing to say. */
export function playModel(script: Script): PlayedModel {
  const requests: ModelRequest[] = [];
  return {
    id: 'scripted',
    requests,
    async *stream(request) {
      const index = requests.push({ ...request, messages: [...request.messages] }) - 1;
      const step = typeof script === 'function' ? script(request, index) : (script[index] ?? '');
      if (typeof step === 'string') yield { type: 'text-delta', text: step };
      yield finishOf(step, index);
    },
  };
}

function finishOf(step: Step, index: number): ModelFinish {
  const usage = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 };
  const part: AssistantPart =
    typeof step === 'string'
      ? { type: 'text', text: step }
      : {
          type: 'tool-call',
          id: `call_${index}`,
          name: step.tool,
          argumentsText: JSON.stringify(step.input),
        };
  const reason = typeof step === 'string' ? 'stop' : 'tool-calls';
  return { type: 'finish', parts: [part], reason, usage };
}

export const LIMITS: LoopLimits = {
  failPerTool: 4,
  failTotal: 8,
  maxRounds: 8,
  loopMs: 60_000,
  toolWallMs: 1_800_000,
  contextTokens: 64_000,
};

export interface DocumentRun {
  readonly skill: SkillPackage;
  readonly workspace: string;
  readonly model: PlayedModel;
  readonly run: RuntimeRun;
  /** What came of it, as the skill's return. */
  readonly value: JsonObject;
  readonly used: readonly ModelUsage[];
  readonly progress: readonly string[];
  /** What its commands were started with. */
  readonly started: readonly SandboxRequest[];
}

export interface DocumentSetting {
  readonly files: Readonly<Record<string, string>>;
  readonly script?: Script;
  readonly input?: JsonObject;
  readonly context?: JsonObject;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly program?: SkillProgram;
  readonly workspaceFiles?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
  /** Whether there is a sandbox that keeps files apart; there is one where it is left out. */
  readonly hasSandbox?: boolean;
  /** The real one in its place; it is closed at the end. */
  readonly sandbox?: Pick<Sandboxes, 'start' | 'state' | 'close'>;
  readonly codeRunner?: Pick<CodeRunner, 'run'>;
  readonly dependencies?: Dependencies;
  readonly limits?: Partial<LoopLimits>;
  readonly hasAgents?: boolean;
}

export async function runDocument(setting: DocumentSetting): Promise<DocumentRun> {
  const { files, script = [], workspaceFiles = {}, hasSandbox = true, input = {} } = setting;
  const skill = await loadSkill(files);
  const workspace = writeFiles(temporary(), workspaceFiles);
  const model = playModel(script);
  const { sandbox: played, started } = watchedSandbox(hasSandbox);
  const sandbox = setting.sandbox ?? played;
  const runtime = createDocumentRuntime({
    sandbox,
    programFolders: async () => [],
    packageOf: async () => skill,
    language: 'en',
    ...(setting.codeRunner !== undefined && { codeRunner: setting.codeRunner }),
    dependencies: setting.dependencies,
  });
  const used: ModelUsage[] = [];
  const progress: string[] = [];
  const host = hostOf(setting, {
    workspace,
    progress,
    subAgents: createSubAgents({
      model: async () => model,
      limits: { ...LIMITS, ...setting.limits },
      onUsage: (each) => used.push(each),
    }),
  });
  try {
    const run = await runtime.run(entryOf(skill, setting), input, host);
    return { skill, workspace, model, run, value: valueOf(run), used, progress, started };
  } finally {
    await runtime.close();
    await sandbox.close();
    await played.close();
  }
}

async function loadSkill(files: Readonly<Record<string, string>>): Promise<SkillPackage> {
  const read = await readPackage(writeFiles(join(temporary(), 'report'), files));
  if (read.status === 'rejected') throw new TypeError(JSON.stringify(read.findings));
  return read.package;
}

function entryOf(skill: SkillPackage, { program, environment = {} }: DocumentSetting): SkillEntry {
  return {
    skill: skill.name,
    version: 'v1',
    folder: skill.folder,
    program: program ?? { kind: 'document' },
    environment,
    network: skill.requires.network ?? { kind: 'public' },
  };
}

interface HostParts {
  readonly workspace: string;
  readonly progress: string[];
  readonly subAgents: SubAgents;
}

function hostOf(setting: DocumentSetting, { workspace, progress, subAgents }: HostParts): RunHost {
  const { context = {}, signal, secrets = [], hasAgents = true, onProgress } = setting;
  return {
    workspace,
    context,
    limits: { wallMs: 60_000, processMs: 60_000, memoryBytes: 2 ** 30 },
    signal: signal ?? new AbortController().signal,
    language: 'en',
    secrets,
    ...(hasAgents && { subAgents }),
    callSkill: unused,
    provider: { chat: unused },
    database: { open: unused, execute: unused, end: unused },
    progress(_, text) {
      progress.push(text);
      onProgress?.(text);
    },
  };
}

/** The plain one, which says that it keeps files apart: what it does for commands is real, and their walls are others' to test. */
function watchedSandbox(keepsApart: boolean): {
  readonly sandbox: Pick<Sandboxes, 'start' | 'state' | 'close'>;
  readonly started: SandboxRequest[];
} {
  const plain = createPlainSandbox();
  const started: SandboxRequest[] = [];
  const name = keepsApart ? 'bwrap' : 'plain';
  return {
    started,
    sandbox: {
      state: async () => ({ setting: 'auto', providers: [], own: name, any: name }),
      start(request) {
        started.push(request);
        return plain.start(request);
      },
      close: () => plain.close(),
    },
  };
}

function valueOf({ outcome }: RuntimeRun): JsonObject {
  const value: JsonValue =
    outcome.status === 'returned' ? outcome.value : { outcome: outcome.status };
  return isJsonObject(value) ? value : { value };
}

export function temporary(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'documents-')));
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** A SKILL.md with this body and these lines in its front matter. */
export function skillMd(body: string, head = ''): string {
  return `---\nname: report\ndescription: Makes a report.\nskill_type: skill_md\n${head}---\n${body}`;
}

/** What the model was told first. */
export function told({ model }: Pick<DocumentRun, 'model'>): {
  readonly system: string;
  readonly message: string;
} {
  const texts = (model.requests[0]?.messages ?? []).map((message) =>
    message.role === 'system' || message.role === 'user' ? message.text : '',
  );
  return { system: texts[0] ?? '', message: texts[1] ?? '' };
}

/** What the model was given for its last calls. */
export function lastResult({ model }: Pick<DocumentRun, 'model'>, at = -1): JsonObject {
  const results = model.requests.flatMap(({ messages }) => {
    const last = messages.at(-1);
    return last?.role === 'tool' ? last.results.map(({ output }) => output) : [];
  });
  const output = results.at(at);
  return isJsonObject(output) ? output : {};
}

function unused(): never {
  throw new TypeError('No document asks for this.');
}
