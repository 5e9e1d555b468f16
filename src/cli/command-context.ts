// What every command is given, and what its options are called.

import type { Settings } from '#system/settings.ts';
import type { Terminal } from './terminal.ts';

export interface CommandContext {
  readonly settings: Settings;
  readonly terminal: Terminal;
}

export interface ChatOptions {
  readonly attach?: readonly string[];
  readonly trace?: boolean;
  readonly skills?: readonly string[];
  readonly channel?: string;
  readonly role?: string;
  readonly session?: string;
  readonly config?: string;
  readonly json?: boolean;
}

export interface RunOptions {
  readonly input?: string;
  readonly workspace?: string;
  readonly asUser?: boolean;
  readonly trace?: boolean;
  readonly skills?: readonly string[];
  readonly config?: string;
  readonly json?: boolean;
}

export interface InspectOptions {
  readonly recursive?: boolean;
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

export interface ServeOptions {
  readonly skills?: readonly string[];
}

export interface LinkOptions {
  readonly json?: boolean;
}

export interface ForceOptions {
  readonly force?: boolean;
  readonly json?: boolean;
}
