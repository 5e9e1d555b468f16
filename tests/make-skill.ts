// Writes a skill package for a test.

import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files by their path inside the package. A SKILL.md is added where there is none. Answers the folder. */
export async function makeSkill(
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'skills-')));
  const folder = join(root, name);
  const manifest = `---\nname: ${name}\ndescription: A skill for a test.\n---\n`;
  for (const [file, text] of Object.entries({ 'SKILL.md': manifest, ...files })) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: file.startsWith('scripts/') ? 0o755 : 0o644 });
  }
  return folder;
}
