import { describe, expect, test } from 'vitest';
import { runInThread } from './run-in-thread.ts';

function script(code: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads';\n${code}`)}`,
  );
}

async function run(
  code: string,
  parts: { data?: unknown; signal?: AbortSignal } = {},
): Promise<unknown> {
  return runInThread({
    script: script(code),
    data: parts.data,
    memoryMb: 32,
    signal: parts.signal ?? new AbortController().signal,
  });
}

describe('what a thread answers', () => {
  test('is its first message', async () => {
    const code = 'parentPort.postMessage({ twice: workerData * 2 }); parentPort.postMessage(2);';
    expect(await run(code, { data: 21 })).toEqual({ twice: 42 });
  });

  test('holds where it ends or throws right behind it, however often', async () => {
    const ends = [
      'process.exit(0)',
      'throw new Error("late")',
      'setTimeout(() => { throw new Error("later"); })',
    ];
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) =>
        run(`parentPort.postMessage(workerData); ${ends[index % ends.length] ?? ''}`, {
          data: index,
        }).catch((error: unknown) => (/later?/.test(String(error)) ? index : error)),
      ),
    );
    expect(answers).toEqual(answers.map((_, index) => index));
  });

  test('is what it threw', async () => {
    await expect(run('throw new RangeError("not a sheet")')).rejects.toThrow('not a sheet');
  });

  test('is a RangeError where it ends without one', async () => {
    await expect(run('process.exit(0)')).rejects.toThrow(RangeError);
    await expect(run('')).rejects.toThrow('without an answer');
  });

  test('is an error where it takes more memory than it may', async () => {
    const code = 'const all = []; for (;;) all.push(Array.from({ length: 10_000 }, () => ({})));';
    await expect(run(code)).rejects.toThrow(/memory/i);
  });

  test('is the reason of whoever stops it, before or while it works', async () => {
    const stopping = new AbortController();
    const running = run('setInterval(() => undefined, 1000)', { signal: stopping.signal });
    stopping.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await expect(run('', { signal: stopping.signal })).rejects.toThrow('enough');
  });
});
