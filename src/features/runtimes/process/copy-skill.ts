// Copies a skill's files for one run: read-only, executable bits kept, never through a link that leads out.

import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { scriptTexts } from '#contract/texts/script-texts.ts';

/** Installed beside the version and large: they are linked, not copied. */
const LINKED_FOLDERS = ['node_modules', '.venv', '.deps'] as const;
const LEFT_OUT = new Set(['.git', '__pycache__', '.DS_Store']);

export interface SkillCopy {
  readonly source: string;
  /** An empty folder. */
  readonly target: string;
  /** Absolute path of the packages installed for it, which Node looks for beside the skill's files. */
  readonly nodeModules: string | undefined;
}

/**
 * Copies `source` into `target`. Throws `package-invalid` for a link that leads out of `source`,
 * and for one that is broken. Sockets, pipes and devices are left out.
 */
export async function copySkill({ source, target, nodeModules }: SkillCopy): Promise<void> {
  const root = await realpath(source);
  for (const name of LINKED_FOLDERS) {
    const found = await lstat(join(root, name)).catch(() => undefined);
    if (found !== undefined) await symlink(join(root, name), join(target, name));
  }
  if (nodeModules !== undefined) await symlink(nodeModules, join(target, 'node_modules'));
  await copyFolder({ root, inner: '', target });
}

interface Copy {
  readonly root: string;
  /** Path below `root`; empty for the root itself. */
  readonly inner: string;
  readonly target: string;
}

async function copyFolder({ root, inner, target }: Copy): Promise<void> {
  const linked: readonly string[] = inner === '' ? LINKED_FOLDERS : [];
  for (const entry of await readdir(join(root, inner), { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name) || linked.includes(entry.name)) continue;
    const below = { root, inner: join(inner, entry.name), target: join(target, entry.name) };
    if (entry.isSymbolicLink()) await copyLink(below);
    else if (entry.isFile()) await copyOneFile(below);
    else if (entry.isDirectory()) {
      await mkdir(below.target);
      await copyFolder(below);
    }
  }
  await chmod(target, 0o555);
}

async function copyOneFile({ root, inner, target }: Copy): Promise<void> {
  const source = join(root, inner);
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const { mode } = await lstat(source);
  await chmod(target, (mode & 0o111) === 0 ? 0o444 : 0o555);
}

/** A link that stays inside is a link in the copy too, so that it leads to the copied file. */
async function copyLink({ root, inner, target }: Copy): Promise<void> {
  const source = join(root, inner);
  const real = await realpath(source).catch(() => undefined);
  const isInside = real !== undefined && `${real}${sep}`.startsWith(`${root}${sep}`);
  if (!isInside) throw new AppError('package-invalid', scriptTexts.linkLeadsOut(inner));
  await symlink(relative(dirname(source), real), target);
}
