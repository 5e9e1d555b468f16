// Starts the program as a person does, and collects what it says.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { machineEnvironment } from './machine-environment.ts';

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** One data folder for all runs of a test file: the second run finds what the first one cached. */
const DATA = mkdtempSync(join(tmpdir(), 'qiao-data-'));

export interface QiaoOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input; closed at once where there is none. */
  readonly input?: string;
}

export function startQiao(args: readonly string[], options: QiaoOptions = {}): Running {
  const child = spawn(process.execPath, ['bin/qiao.mjs', ...args], {
    env: {
      ...machineEnvironment(),
      LANG: 'en_US.UTF-8',
      QIAO_DATA: DATA,
      ...options.environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const ended = Promise.all([
    new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code))),
    text(child.stdout),
    text(child.stderr),
  ]).then(([exitCode, stdout, stderr]) => ({ exitCode, stdout, stderr }));
  return { child, ended };
}

export function qiao(args: readonly string[], options: QiaoOptions = {}): Promise<Ended> {
  return startQiao(args, options).ended;
}
