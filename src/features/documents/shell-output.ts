// What a command printed: both ends of each stream for the model, the whole of a long one in a file of the workspace.

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretMask } from '#base/secret-mask.ts';
import type { Language } from '#base/text.ts';
import { agentToolTexts } from '#contract/texts/document-texts.ts';
import { realFolder } from '#features/runtimes/index.ts';
import { boundedText } from '#system/bounded-text.ts';
import { inHeldFolder } from '#system/held-folder.ts';

export interface ShellOutput {
  add(chunk: Buffer, stream: 'stdout' | 'stderr'): void;
  readonly stdout: StreamOutput;
  readonly stderr: StreamOutput;
}

interface StreamOutput {
  /** Half from its beginning, half from its end; a cut is stated in it. */
  text(): string;
  isCut(): boolean;
  /** Where the whole is, written there now; undefined where the text is the whole, or the disk took none. */
  note(): Promise<string | undefined>;
}

const SHOWN_BYTES = 30_000;
/** Of one stream, in memory and in its file. */
const KEPT_BYTES = 4 * 1024 * 1024;
const FOLDER = '.outputs';

interface OutputPlace {
  readonly workspace: string;
  readonly mask: SecretMask;
  readonly language: Language;
}

export function createShellOutput(place: OutputPlace): ShellOutput {
  const streams = {
    stdout: createStream('stdout', place),
    stderr: createStream('stderr', place),
  };
  return { ...streams, add: (chunk, stream) => streams[stream].add(chunk) };
}

function createStream(
  name: 'stdout' | 'stderr',
  place: OutputPlace,
): StreamOutput & { add(chunk: Buffer): void } {
  const { language, mask } = place;
  const shown = boundedText(SHOWN_BYTES, language);
  const kept = boundedText(KEPT_BYTES, language);
  let bytes = 0;
  const isCut = (): boolean => bytes > SHOWN_BYTES;
  return {
    add(chunk) {
      bytes += chunk.length;
      shown.add(chunk);
      kept.add(chunk);
    },
    text: () => shown.text(),
    isCut,
    async note() {
      if (!isCut()) return undefined;
      const path = await stored(place.workspace, name, mask.text(kept.text()));
      return path === undefined ? undefined : agentToolTexts.outputCut(name, path, bytes)[language];
    },
  };
}

async function stored(
  workspace: string,
  stream: string,
  text: string,
): Promise<string | undefined> {
  const file = `${stream}-${randomUUID().slice(0, 8)}.txt`;
  try {
    const folder = await realFolder(join(workspace, FOLDER));
    await inHeldFolder(folder, ({ place }) => writeFile(join(place, file), text, { flag: 'wx' }));
    return `${FOLDER}/${file}`;
  } catch {
    // The ends are told all the same.
    return undefined;
  }
}
