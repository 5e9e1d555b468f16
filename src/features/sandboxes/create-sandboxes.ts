// Which sandbox a process gets: what this machine has and was tried, as the operator set it. Nothing ever falls through to
// the host.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { sandboxTexts } from '#contract/texts/sandbox-texts.ts';
import { createBwrapSandbox } from './bwrap/bwrap-sandbox.ts';
import { createDockerSandbox } from './docker/docker-sandbox.ts';
import type { EgressRules } from './egress/egress-proxy.ts';
import { createLandlockSandbox } from './landlock/landlock-sandbox.ts';
import { createPlainSandbox } from './plain-sandbox.ts';
import { probeSandbox, type ProbeResult } from './probe.ts';
import type { Sandbox, SandboxProcess, SandboxRequest } from './sandbox.ts';

type SandboxSetting = 'auto' | 'docker' | 'bwrap' | 'landlock' | 'off';

export interface SandboxesParts {
  /** `QIAO_SANDBOX`. */
  readonly setting: SandboxSetting;
  /** `QIAO_SANDBOX_IMAGE`. */
  readonly image: string;
  readonly egress: EgressRules;
  /** Folders of interpreters that are not below /usr. */
  readonly toolchains: () => Promise<readonly string[]>;
  readonly findPython: () => Promise<string | undefined>;
}

interface ProviderState {
  readonly name: 'docker' | 'bwrap' | 'landlock';
  readonly works: boolean;
  readonly reason: Text;
  /** What to do about it, where it does not work. */
  readonly remedy: Text | undefined;
}

export interface SandboxesState {
  readonly setting: SandboxSetting;
  readonly providers: readonly ProviderState[];
  /** Whose handlers and scripts run in: a provider, `plain` where it is switched off; undefined where they are refused. */
  readonly own: ProviderName | 'plain' | undefined;
  /** The same of commands that any sandbox can run (`container_shell`). */
  readonly any: ProviderName | 'plain' | undefined;
}

/** `isolates` is what was found last; before anybody looked, what is hoped for. */
export interface Sandboxes extends Sandbox {
  /** What was found last; looks where nobody has yet. Never rejects. */
  state(): Promise<SandboxesState>;
  /** Looks anew. */
  examine(): Promise<SandboxesState>;
  /** Looks now, and every ten minutes until it is closed. */
  watch(): void;
}

const ALL = { files: true, network: true } as const;
const PERIOD_MS = 600_000;
/** Then one that did not work is tried again, by whoever needs it. */
const REFUSED_MS = 30_000;
/** In the order in which they are taken. */
const ORDER = ['docker', 'bwrap', 'landlock'] as const;

export function createSandboxes(parts: SandboxesParts): Sandboxes {
  const { setting } = parts;
  const providers = createProviders(parts);
  const plain = createPlainSandbox();
  const examiner = createExaminer(setting, providers);
  let timer: NodeJS.Timeout | undefined;

  const choose = async ({ programs, hasChannel }: SandboxRequest): Promise<Sandbox> => {
    if (setting === 'off') return plain;
    const name = await examiner.first(programs === 'any' && !hasChannel ? 'any' : 'own');
    if (name !== undefined) return providers[name].sandbox;
    throw new AppError('sandbox-unavailable', whyNone(await examiner.state()));
  };
  const examine = (): Promise<SandboxesState> => {
    examiner.forget();
    return examiner.state();
  };
  return {
    name: setting,
    get isolates() {
      return setting === 'off' || examiner.worksNone() ? plain.isolates : ALL;
    },
    start: async (request) => {
      const sandbox = await choose(request);
      const process = await sandbox.start(request);
      return sandbox === plain ? process : watchBreak(process, sandbox.name, examiner.forget);
    },
    state: () => examiner.state(),
    examine,
    watch: () => {
      void examiner.state();
      timer ??= setInterval(() => void examine(), PERIOD_MS).unref();
    },
    close: async () => {
      clearInterval(timer);
      const all = [plain, ...Object.values(providers).map(({ sandbox }) => sandbox)];
      await Promise.all(all.map((sandbox) => sandbox.close()));
    },
  };
}

interface Examiner {
  /** The first that works, in the order in which they are taken; those behind it are not looked at. */
  first(kind: 'own' | 'any'): Promise<ProviderName | undefined>;
  state(): Promise<SandboxesState>;
  /** As far as anybody looked. */
  worksNone(): boolean;
  readonly forget: () => void;
}

function createExaminer(setting: SandboxSetting, providers: Providers): Examiner {
  const known = new Map<ProviderName, Promise<ProviderState>>();
  const latest = new Map<ProviderName, boolean>();

  const lookAt = (name: ProviderName): Promise<ProviderState> => {
    const looking = known.get(name) ?? examineOne(name);
    known.set(name, looking);
    return looking;
  };
  const examineOne = async (name: ProviderName): Promise<ProviderState> => {
    const { works, reason } = await providers[name].examine();
    latest.set(name, works);
    // A machine that was busy for a moment, or what somebody installs just now: a refusal does not hold for long.
    if (!works) setTimeout(() => known.delete(name), REFUSED_MS).unref();
    return { name, works, reason, remedy: works ? undefined : providers[name].remedy };
  };
  const first = async (kind: 'own' | 'any'): Promise<ProviderName | undefined> => {
    for (const name of candidates(setting, kind)) if ((await lookAt(name)).works) return name;
    return undefined;
  };
  return {
    first,
    state: async () => {
      const states = await Promise.all(ORDER.map((name) => lookAt(name)));
      const off = setting === 'off' ? ('plain' as const) : undefined;
      const [own, any] = [off ?? (await first('own')), off ?? (await first('any'))];
      return { setting, providers: states, own, any };
    },
    worksNone: () => candidates(setting, 'any').every((name) => latest.get(name) === false),
    forget: () => known.clear(),
  };
}

type ProviderName = ProviderState['name'];

/** A container brings its own programs: this machine's interpreters are not in it. */
function candidates(setting: SandboxSetting, kind: 'own' | 'any'): readonly ProviderName[] {
  const allowed = ORDER.filter((name) => setting === 'auto' || setting === name);
  return kind === 'any' ? allowed : allowed.filter((name) => name !== 'docker');
}

type Providers = Readonly<
  Record<
    ProviderName,
    { readonly sandbox: Sandbox; readonly remedy: Text; examine(): Promise<ProbeResult> }
  >
>;

function createProviders(parts: SandboxesParts): Providers {
  const bwrap = createBwrapSandbox(parts);
  const landlock = createLandlockSandbox(parts);
  const docker = createDockerSandbox(parts);
  return {
    docker: {
      sandbox: docker,
      remedy: sandboxTexts.dockerRemedy(parts.image),
      examine: async () => {
        const answer = await docker.examine();
        return answer.works ? { ...(await probeSandbox(docker)), reason: answer.reason } : answer;
      },
    },
    bwrap: {
      sandbox: bwrap,
      remedy: sandboxTexts.bwrapRemedy(),
      examine: () => probeOnLinux(bwrap),
    },
    landlock: {
      sandbox: landlock,
      remedy: sandboxTexts.landlockRemedy(),
      examine: () => probeOnLinux(landlock),
    },
  };
}

async function probeOnLinux(sandbox: Sandbox): Promise<ProbeResult> {
  if (process.platform === 'linux') return probeSandbox(sandbox);
  return { works: false, reason: sandboxTexts.notLinux() };
}

function whyNone({ setting, providers }: SandboxesState): Text {
  const asked = providers.filter(({ name }) => setting === 'auto' || name === setting);
  const reasons = asked.map(({ name, works, reason }) =>
    sandboxTexts.reason(name, works ? sandboxTexts.onlyShells() : reason),
  );
  return sandboxTexts.unavailable(setting, {
    zh: reasons.map(({ zh }) => zh).join(' '),
    en: reasons.map(({ en }) => en).join(' '),
  });
}

/** A provider that fails before the program starts says so on standard error; then all are looked at anew. */
function watchBreak(process: SandboxProcess, name: string, lookAnew: () => void): SandboxProcess {
  let first = '';
  process.onOutput((chunk, stream) => {
    if (stream === 'stderr' && first.length < 300) first += chunk.toString('utf8');
  });
  const ended = process.ended.then((end) => {
    const isBroken = end.exitCode !== 0 && /^(?:bwrap|landlock|docker|podman): /.test(first);
    if (!isBroken) return end;
    lookAnew();
    const problem = first.trim().split('\n')[0] ?? '';
    throw new AppError('sandbox-unavailable', sandboxTexts.broke(name, problem));
  });
  ended.catch(() => undefined);
  return { ...process, ended };
}
