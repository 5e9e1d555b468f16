// A container for each process, where Docker or Podman has an engine and the image is there.

import { randomUUID } from 'node:crypto';
import { AppError } from '#base/app-error.ts';
import { sandboxTexts } from '#contract/texts/sandbox-texts.ts';
import { containerClientEnvironment, systemEnvironment } from '#system/child-process.ts';
import { EGRESS_PORT } from '../egress/egress-places.ts';
import { openEgressSocket, type EgressRules } from '../egress/egress-proxy.ts';
import type { ProbeResult } from '../probe.ts';
import { createProcessKeeper, type ProcessKeeper } from '../process-keeper.ts';
import { createRuntimeFolder, type RuntimeFolder } from '../runtime-folder.ts';
import { sandboxEnvironment } from '../sandbox-environment.ts';
import type { Sandbox, SandboxProcess, SandboxRequest } from '../sandbox.ts';
import { giveWritable } from '../workspace-owner.ts';
import { dockerCommand } from './docker-command.ts';
import {
  answeringEngine,
  hasImage,
  removeContainer,
  sweepContainers,
  type Engine,
} from './docker-engine.ts';

/** Of the client; the container has its own limit. */
const CLIENT_BYTES = 512 * 1024 * 1024;
/** Of the client's own: a skill's configuration may not lead it to another engine. */
const CLIENT_VARIABLES =
  /^(?:DOCKER|CONTAINER|PODMAN|BUILDAH|REGISTRY|LD)_|^(?:PATH|XDG_\w+|SSL_CERT_\w+)$/i;

export interface DockerParts {
  readonly image: string;
  readonly egress: EgressRules;
  /** Names or paths of clients, `docker` and `podman` where it is left out. */
  readonly engines?: readonly string[];
}

export interface DockerSandbox extends Sandbox {
  /** Whether an engine answers and has the image. */
  examine(): Promise<ProbeResult>;
}

/** Only for what brings its programs along (`programs: 'any'`) and has no channel. */
export function createDockerSandbox(parts: DockerParts): DockerSandbox {
  const keeper = createProcessKeeper();
  const folder = createRuntimeFolder();
  let engine: Engine | undefined;
  return {
    name: 'docker',
    isolates: { files: true, network: true },
    examine: async () => {
      const found = await answeringEngine(parts.engines ?? ['docker', 'podman']);
      const isFirst = engine === undefined;
      if ('problems' in found) {
        engine = undefined;
        return { works: false, reason: sandboxTexts.dockerSilent(found.problems) };
      }
      if (!(await hasImage(found, parts.image))) {
        engine = undefined;
        return { works: false, reason: sandboxTexts.imageMissing(parts.image) };
      }
      if (isFirst) await sweepContainers(found).catch(() => undefined);
      engine = found;
      return { works: true, reason: sandboxTexts.dockerAnswers(found.name, parts.image) };
    },
    start: async (request) => {
      if (engine === undefined) {
        throw new AppError('sandbox-unavailable', sandboxTexts.imageMissing(parts.image));
      }
      return startContainer(request, { ...parts, client: engine.client, keeper, folder });
    },
    close: async () => {
      await keeper.close();
      folder.close();
    },
  };
}

interface ContainerParts extends DockerParts {
  readonly client: string;
  readonly keeper: ProcessKeeper;
  readonly folder: RuntimeFolder;
}

async function startContainer(
  request: SandboxRequest,
  { client, keeper, folder, image, egress: rules }: ContainerParts,
): Promise<SandboxProcess> {
  const name = `qiao-${randomUUID()}`;
  const egress = await openEgressSocket(request.network, rules, folder.socket());
  try {
    const user = userOf(await giveWritable(request.mounts));
    const environment = containerEnvironment(request, egress !== undefined);
    const files = folder.files();
    const command = dockerCommand({
      engine: client,
      image,
      name,
      request,
      environment,
      user,
      files,
      egress: egress?.socket,
    });
    const kept = keeper.start({
      command,
      program: request.command[0],
      environment: { ...environment, ...systemEnvironment(), ...containerClientEnvironment() },
      folder: '/',
      limits: { memoryBytes: CLIENT_BYTES },
      hasChannel: false,
      egressDenied: () => egress?.denied() ?? [],
    });
    const close = () => void egress?.close();
    kept.ended.then(close, close);
    // A client that is killed leaves its container running.
    const kill = async (): Promise<void> => {
      await removeContainer(client, name);
      await kept.kill();
    };
    return { ...kept, kill };
  } catch (error) {
    await egress?.close();
    throw error;
  }
}

function containerEnvironment(
  request: SandboxRequest,
  hasNetwork: boolean,
): Readonly<Record<string, string>> {
  const proxy = hasNetwork ? { proxy: `http://127.0.0.1:${EGRESS_PORT}` } : {};
  const all = sandboxEnvironment(request, { home: '/tmp', ...proxy });
  return Object.fromEntries(Object.entries(all).filter(([name]) => !CLIENT_VARIABLES.test(name)));
}

function userOf(owner: number | undefined): string {
  if (owner !== undefined) return `${owner}:${owner}`;
  return `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`;
}
