// Docker's or Podman's command line: which of them answers, what it has, what a killed server left in it.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError, messageOf } from '#base/app-error.ts';
import { sameText, type Text } from '#base/text.ts';
import { sandboxTexts } from '#contract/texts/sandbox-texts.ts';
import {
  containerClientEnvironment,
  findProgram,
  systemEnvironment,
} from '#system/child-process.ts';
import { isProcessGone } from '#system/process-identity.ts';
import { CONTAINER_LABEL } from './docker-command.ts';

const execute = promisify(execFile);
const ANSWER_MS = 10_000;
const END_MS = 20_000;

export interface Engine {
  /** Absolute path of the client. */
  readonly client: string;
  /** `docker 28.2.2`. */
  readonly name: string;
}

/** The first of `names` whose engine answers, a client alone does not; else why none does. */
export async function answeringEngine(
  names: readonly string[],
): Promise<Engine | { readonly problems: readonly Text[] }> {
  const problems: Text[] = [];
  for (const name of names) {
    try {
      const client = findProgram(name, systemEnvironment()['PATH'] ?? '', '/');
      const version = await ask(client, ['version', '--format', '{{.Server.Version}}']);
      return { client, name: `${name} ${version.trim()}` };
    } catch (error) {
      problems.push(sandboxTexts.reason(name, problemOf(error)));
    }
  }
  return { problems };
}

/** Of what a client says, the last line. */
function problemOf(error: unknown): Text {
  if (error instanceof AppError) return error.text;
  const last = messageOf(error).trim().split('\n').at(-1) ?? '';
  return sameText(last.slice(0, 200));
}

export async function hasImage({ client }: Engine, image: string): Promise<boolean> {
  return ask(client, ['image', 'inspect', image]).then(
    () => true,
    () => false,
  );
}

/** Ends containers of server processes that are gone. */
export async function sweepContainers({ client }: Engine): Promise<void> {
  const format = `{{.ID}} {{.Label "${CONTAINER_LABEL}"}}`;
  const filter = ['--filter', `label=${CONTAINER_LABEL}`];
  const listed = await ask(client, ['ps', ...filter, '--format', format]);
  for (const line of listed.split('\n')) {
    const [id = '', ...owner] = line.trim().split(' ');
    if (id !== '' && isProcessGone(owner.join(' '))) await removeContainer(client, id);
  }
}

/** Whether or not it still runs, or ever did. */
export async function removeContainer(client: string, name: string): Promise<void> {
  await ask(client, ['rm', '--force', name], END_MS).catch(() => undefined);
}

async function ask(client: string, given: readonly string[], timeout = ANSWER_MS): Promise<string> {
  const env = { ...systemEnvironment(), ...containerClientEnvironment() };
  return (await execute(client, given, { timeout, env })).stdout;
}
