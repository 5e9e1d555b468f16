import { spawn } from 'node:child_process';
import { chmod, lchown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSkillStage } from './stage-skill.ts';

const isRoot = process.getuid?.() === 0;
const OWNER = 1_000_007;

/** Puts a link to `sys.argv[1]` in the place of whatever the server makes beside it. */
const LEAD_ASTRAY = `
import os, sys
while True:
    for name in os.listdir("."):
        if name.startswith(".") and not os.path.islink(name):
            try:
                os.rename(name, "taken" + name)
                os.symlink(sys.argv[1], name)
            except OSError:
                pass
`;

test.runIf(isRoot)(
  'DOC-06 a skill that runs meanwhile can’t lead the staging of another one outside',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'qiao-stage-'));
    const [workspace, folder, outside] = ['workspace', 'skill', 'outside'].map((name) =>
      join(root, name),
    ) as [string, string, string];
    const hidden = join(workspace, '.skills');
    for (const made of [hidden, folder, outside]) await mkdir(made, { recursive: true });
    await chmod(root, 0o755);
    await writeFile(join(outside, 'kept'), 'x');
    for (let index = 0; index < 100; index++) await writeFile(join(folder, `file-${index}`), 'x');
    for (const own of [workspace, hidden]) await lchown(own, OWNER, OWNER);
    const skill = spawn('/usr/bin/python3', ['-I', '-c', LEAD_ASTRAY, outside], {
      cwd: hidden,
      uid: OWNER,
      gid: OWNER,
      stdio: 'ignore',
    });
    try {
      const stage = createSkillStage();
      for (let round = 0; round < 20; round++) {
        const entry = { skill: 'demo', version: String(round), folder };
        const signal = new AbortController().signal;
        const staged = await stage.acquire(entry, workspace, signal).catch(() => undefined);
        await staged?.release();
      }
      expect(await readdir(outside)).toEqual(['kept']);
    } finally {
      skill.kill('SIGKILL');
      await new Promise((resolve) => skill.once('exit', resolve));
      await rm(root, { recursive: true, force: true });
    }
  },
);
