import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { createPlainSandbox, type Sandboxes } from '#features/sandboxes/index.ts';
import { createRunPlace } from './run-place.ts';

const plain = createPlainSandbox();
afterAll(() => plain.close());

type Place = Pick<Sandboxes, 'name' | 'start' | 'state'>;

/** Real processes, in a place that says that it is not this machine; counts what is started there. */
function elsewhere(path = '/usr/bin:/bin') {
  const started: string[] = [];
  const place: Place = {
    name: 'auto',
    state: async () => ({ setting: 'auto', providers: [], own: 'bwrap', any: 'docker' }),
    start: (request) => {
      started.push(request.programs ?? '');
      return plain.start({ ...request, environment: { ...request.environment, PATH: path } });
    },
  };
  return { place, started };
}

test('PKG-06 programs are looked for inside the sandbox, all that are asked for at once together', async () => {
  const { place, started } = elsewhere();
  const { look } = createRunPlace(place);
  const found = await Promise.all([
    look('script', ['sh', 'surely-not-here']),
    look('handler', ['env', '-v', 'a b']),
    look('script', []),
  ]);
  expect(found.map(({ programs }) => [...programs])).toEqual([['sh'], ['env'], []]);
  expect(found.map(({ system }) => system)).toEqual(['linux', 'linux', 'linux']);
  expect(found[0].place).toBe('bwrap');
  expect(started).toEqual(['own']);
  expect((await look('script', ['sh', 'env'])).programs).toEqual(new Set(['sh', 'env']));
  expect(started).toEqual(['own']);
});

test('PKG-06 where only a container works, a document’s programs are looked for in it', async () => {
  const { place } = elsewhere();
  const text = { zh: '没有', en: 'none' };
  const onlyContainer: Place = {
    ...place,
    start: (request) =>
      request.programs === 'any'
        ? place.start(request)
        : Promise.reject(new AppError('sandbox-unavailable', text)),
  };
  const { look } = createRunPlace(onlyContainer);
  const found = await look('document', ['sh', 'surely-not-here']);
  expect(found).toMatchObject({ place: 'docker', programs: new Set(['sh']) });
  await expect(look('script', ['sh'])).rejects.toMatchObject({ text });
});

test('PKG-06 what this machine has and the sandbox has not is missing', async () => {
  const programs = mkdtempSync(join(tmpdir(), 'programs-'));
  for (const name of ['sh', 'uname']) symlinkSync(`/bin/${name}`, join(programs, name));
  const there = createRunPlace(elsewhere(programs).place);
  expect((await there.look('script', ['env', 'sh'])).programs).toEqual(new Set(['sh']));
  const here = createRunPlace({ ...elsewhere().place, name: 'off' });
  expect(await here.look('script', ['env', 'surely-not-here'])).toEqual({
    place: undefined,
    system: process.platform,
    programs: new Set(['env']),
  });
});

test('PKG-06 a sandbox that says nothing, or can’t start anything, is no open gate', async () => {
  const { place } = elsewhere();
  const silent: Place = {
    ...place,
    start: (request) => place.start({ ...request, command: ['true'] }),
  };
  const code = 'sandbox-unavailable';
  await expect(createRunPlace(silent).look('script', ['env'])).rejects.toMatchObject({ code });
  const text = { zh: '坏了', en: 'broken' };
  const broken: Place = { ...place, start: () => Promise.reject(new AppError(code, text)) };
  await expect(createRunPlace(broken).look('script', ['env'])).rejects.toMatchObject({ text });
});
