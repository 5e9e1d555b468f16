// The master keys: from QIAO_SECRET_KEY or the key file below the data folder, several at once while they are rotated.

import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { secretTexts } from '#contract/texts/configuration-texts.ts';
import type { SecretKey, SecretKeyring } from './secret-box.ts';
import {
  makeKeyFile,
  masterFrom,
  newMaster,
  readKeyFile,
  replaceKeyFile,
} from './secret-key-file.ts';

/** As short as the setting may be: shorter words are part of one key with blanks in it. */
const SHORTEST_KEY = 32;
const KEY_BYTES = 32;
const ID_BYTES = 8;

export interface SecretKeyParts {
  /** `QIAO_SECRET_KEY`: one key, or several with blanks between, the newest first. It comes before the file. */
  readonly variable: string | undefined;
  readonly dataFolder: string;
  /** Of the key that stored values are sealed with; undefined where nothing was ever sealed: only then a key is made. */
  readonly usedKeyId: string | undefined;
  /** For the rotation to it alone: the variable may be set while the file's key is the one in force. */
  readonly allowsOtherVariable?: boolean;
}

export interface SecretKeys extends SecretKeyring {
  readonly warnings: readonly Text[];
  /** Where the current key comes from. */
  source(): KeySource;
  /** Makes another known key the current one. */
  use(id: string): void;
  /** What a rotation has to do now; a new key is in the file before this returns. */
  prepareRotation(): RotationStep;
  /** Ends a rotation: the file holds the current key and no other. A variable is the operator's to change. */
  dropOthers(): void;
}

export type KeySource = 'variable' | 'file';

export type RotationStep =
  | { readonly status: 'reseal'; readonly key: SecretKey }
  /** Everything is sealed with the newest key; an earlier rotation was stopped before it dropped the old one. */
  | { readonly status: 'finish' }
  /** The variable holds no other key than the current one. */
  | { readonly status: 'nothing-new' };

/**
 * Throws `secret-unreadable` with what to do where the key is lost, its file is empty, cut, altered or unusable, or the
 * variable holds other keys than the one in force: a key that somebody set must never be ignored in silence.
 */
export function openSecretKeys(parts: SecretKeyParts): SecretKeys {
  const file = join(parts.dataFolder, 'secret.key');
  const fromVariable = keysOf(parts.variable);
  const isFileNeeded =
    fromVariable.length === 0 ||
    (parts.usedKeyId !== undefined && !fromVariable.some(({ id }) => id === parts.usedKeyId));
  const { keys: fromFile, warnings } = isFileNeeded ? openFile(file, parts) : nothing;
  const known = new Map([...fromFile, ...fromVariable].map((key) => [key.id, key]));
  const preferred = fromVariable[0] ?? fromFile.at(-1);
  let currentId = parts.usedKeyId ?? preferred?.id ?? '';

  const find = (id: string): SecretKey | undefined => {
    // Another process may have rotated the key meanwhile.
    if (!known.has(id)) for (const key of readFileKeys(file)) known.set(key.id, key);
    return known.get(id);
  };
  const current = (): SecretKey => {
    const key = find(currentId);
    if (key === undefined) throw lost(file, currentId);
    return key;
  };
  current();
  const isOfVariable = (id: string): boolean => fromVariable.some((key) => key.id === id);
  const ignoresVariable = fromVariable.length > 0 && !isOfVariable(currentId);
  if (ignoresVariable && parts.allowsOtherVariable !== true) throw notInForce(file, currentId);

  return {
    warnings,
    find,
    current,
    source: () => (isOfVariable(currentId) ? 'variable' : 'file'),
    use: (id) => {
      if (find(id) === undefined) throw lost(file, id);
      currentId = id;
    },
    prepareRotation: () => {
      const newest = fromVariable[0];
      if (newest === undefined) return prepareInFile(file, currentId);
      return newest.id === currentId
        ? { status: 'nothing-new' }
        : { status: 'reseal', key: newest };
    },
    dropOthers: () => {
      const masters = readKeyFile(file)?.masters ?? [];
      const kept = masters.filter((master) => keyOf(master).id === currentId);
      if (kept.length > 0 && kept.length < masters.length) replaceKeyFile(file, kept);
    },
  };
}

const nothing = { keys: [], warnings: [] } as const;

function openFile(
  file: string,
  { variable, usedKeyId }: SecretKeyParts,
): { readonly keys: readonly SecretKey[]; readonly warnings: readonly Text[] } {
  let read = readKeyFile(file);
  if (read === undefined && variable === undefined && usedKeyId === undefined) {
    makeKeyFile(file);
    read = readKeyFile(file);
    if (read === undefined) throw unusable(file);
  }
  return { keys: (read?.masters ?? []).map(keyOf), warnings: read?.warnings ?? [] };
}

/** The file's order tells where a rotation stands: old keys before the current one, a new one after it. */
function prepareInFile(file: string, currentId: string): RotationStep {
  const masters = readKeyFile(file)?.masters ?? [];
  const at = masters.findIndex((master) => keyOf(master).id === currentId);
  if (at === -1) throw lost(file, currentId);
  const newest = masters.at(-1);
  if (newest !== undefined && at < masters.length - 1) {
    return { status: 'reseal', key: keyOf(newest) };
  }
  if (at > 0) return { status: 'finish' };
  const added = newMaster();
  replaceKeyFile(file, [...masters, added]);
  return { status: 'reseal', key: keyOf(added) };
}

function readFileKeys(file: string): readonly SecretKey[] {
  return (readKeyFile(file)?.masters ?? []).map(keyOf);
}

function keysOf(variable: string | undefined): readonly SecretKey[] {
  if (variable === undefined) return [];
  const words = variable.split(/\s+/).filter((word) => word !== '');
  const masters = words.every(({ length }) => length >= SHORTEST_KEY) ? words : [variable];
  // A line copied from a key file is that file's key.
  return masters.map((text) => keyOf(masterFrom(text) ?? Buffer.from(text, 'utf8')));
}

function keyOf(master: Buffer): SecretKey {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', master, '', `qiao ${purpose}`, bytes));
  return { id: derive('key id', ID_BYTES).toString('hex'), material: derive('secrets', KEY_BYTES) };
}

function lost(file: string, keyId: string): AppError {
  const text = secretTexts.keyLost(file, keyId);
  return new AppError('secret-unreadable', text, { details: { keyId } });
}

function notInForce(file: string, keyId: string): AppError {
  const text = secretTexts.variableNotInForce(file, keyId);
  return new AppError('secret-unreadable', text, { details: { keyId } });
}

function unusable(file: string): AppError {
  return new AppError('secret-unreadable', secretTexts.keyFileRefused(file, 'ENOENT'));
}
