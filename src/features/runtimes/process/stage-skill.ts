// Lays the installed version of a skill into the workspace, fresh and read-only, for a run (CLI-04).

import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { scriptTexts } from '#contract/texts/script-texts.ts';
import { inHeldFolder } from '#system/held-folder.ts';
import type { SkillEntry } from '../runtime.ts';
import { copySkill } from './copy-skill.ts';
import { hiddenFolder } from './hidden-folder.ts';
import { makeRemovable, removeTree } from './remove-tree.ts';

export interface StagedSkill {
  /** `<workspace>/.skills/<name>`, absolute. */
  readonly folder: string;
  /**
   * To be called once. The directory stays, for a result may name a file in it, and can be removed like any other;
   * the next run makes it anew.
   */
  release(): Promise<void>;
}

interface EntryToStage extends Pick<SkillEntry, 'skill' | 'version' | 'folder'> {
  /** Absolute path of the packages installed for it. */
  readonly nodeModules?: string | undefined;
}

export interface SkillStage {
  /**
   * Runs of one version at the same time share the directory; another version waits until they are over.
   * Throws `package-invalid` where the skill holds a link that leads out of it, `stopped` where `signal` is
   * aborted during the wait.
   */
  acquire(entry: EntryToStage, workspace: string, signal: AbortSignal): Promise<StagedSkill>;
}

interface Place {
  version: string;
  users: number;
  ready: Promise<void>;
  readonly waiting: { readonly version: string; readonly admit: () => void }[];
}

export function createSkillStage(): SkillStage {
  const places = new Map<string, Place>();

  const leave = (folder: string, place: Place) => {
    place.users -= 1;
    if (place.users > 0) return;
    const [next] = place.waiting;
    if (next === undefined) places.delete(folder);
    else admitAll(place, next.version);
  };
  const release = async (folder: string, place: Place) => {
    if (place.users === 1) {
      // Whoever comes now waits for a fresh directory.
      place.version = '';
      await makeRemovable(folder);
    }
    leave(folder, place);
  };

  return {
    acquire: async (entry, workspace, signal) => {
      const folder = folderOf(entry, workspace);
      const fresh: Place = { version: '', users: 0, ready: Promise.resolve(), waiting: [] };
      const place = places.get(folder) ?? fresh;
      places.set(folder, place);
      const isFree = place.users === 0 || place.version === entry.version;
      if (place.waiting.length > 0 || !isFree) await turn(place, entry.version, signal);
      else place.users += 1;
      if (place.version !== entry.version) {
        place.version = entry.version;
        place.ready = stage(entry, workspace);
      }
      try {
        await place.ready;
      } catch (error) {
        leave(folder, place);
        throw error;
      }
      return { folder, release: () => release(folder, place) };
    },
  };
}

/** Lets the first in the queue in, and with it all who want the same version. */
function admitAll(place: Place, version: string): void {
  place.version = '';
  const admitted = place.waiting.filter((waiter) => waiter.version === version);
  const left = place.waiting.filter((waiter) => waiter.version !== version);
  place.waiting.splice(0, place.waiting.length, ...left);
  place.users = admitted.length;
  for (const { admit } of admitted) admit();
}

function turn(place: Place, version: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiter = {
      version,
      admit: () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      },
    };
    const giveUp = () => {
      const position = place.waiting.indexOf(waiter);
      if (position !== -1) place.waiting.splice(position, 1);
      reject(new AppError('stopped', scriptTexts.stoppedWaiting(), { cause: signal.reason }));
    };
    place.waiting.push(waiter);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

function folderOf(entry: EntryToStage, workspace: string): string {
  const isSafe = basename(entry.skill) === entry.skill && /^[^.\0][^\0]*$/.test(entry.skill);
  if (!isSafe) throw new AppError('package-invalid', scriptTexts.nameUnsafe(entry.skill));
  return join(workspace, '.skills', entry.skill);
}

/**
 * Built beside its place and moved in whole: a half-made directory is never run. Another skill may run in the
 * workspace meanwhile, whose folders are its own: everything is done in folders that are held.
 */
async function stage(entry: EntryToStage, workspace: string): Promise<void> {
  await inHeldFolder(await hiddenFolder(workspace), async ({ place }) => {
    const id = randomUUID();
    const fresh = join(place, `.new-${id}`);
    const old = join(place, `.old-${id}`);
    const folder = join(place, entry.skill);
    try {
      await mkdir(fresh);
      await fill(entry, fresh);
      await rename(folder, old).catch(ignoreMissing);
      await rename(fresh, folder);
    } finally {
      await removeTree(fresh);
      await removeTree(old);
    }
  });
}

async function fill(
  { skill, folder: source, nodeModules }: EntryToStage,
  fresh: string,
): Promise<void> {
  await inHeldFolder(fresh, async ({ place: target, uid }) => {
    // One that a skill put there would be its own to fill with links.
    const isOurs = uid === (process.getuid?.() ?? uid);
    if (!isOurs) throw new AppError('package-invalid', scriptTexts.nameUnsafe(skill));
    await copySkill({ source, target, nodeModules });
  });
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
