// What a result names by addresses, from real servers on loopback.

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSafeDownload } from '#system/fetch/safe-download.ts';
import { createTestServers } from '#system/fetch/testing/fetch-fixture.ts';
import { createArtifactCollector } from './index.ts';
import { collect, names, PNG, workspaceWith } from './testing/collect-fixture.ts';

const { serve, closeAll } = createTestServers();
afterEach(closeAll);

test('ART-02 what stands in unambiguous fields becomes local files, beside its address', async () => {
  const port = await serve((request, response) => {
    if (request.url?.startsWith('/image') === true)
      response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
    else
      response
        .writeHead(200, { 'content-disposition': `attachment; filename*=UTF-8''%E8%A1%A8.csv` })
        .end('a,b');
  });
  const base = `http://127.0.0.1:${port}`;
  const workspace = await workspaceWith();
  const { envelope, files } = await collect({
    workspace,
    value: { ok: true, image_urls: [`${base}/image-1?n=1`, `${base}/image-2?n=2`], rows: [{ oss_url: `${base}/x` }] }, // prettier-ignore
  });
  expect(names(files)).toEqual(['image-1.png', 'image-2.png', '表.csv']);
  const local = (name: string): string => join(workspace, 'downloads', name);
  expect(envelope).toMatchObject({
    media: 'image',
    filename: 'image-1.png',
    local_path: local('image-1.png'),
    images: [{ local_path: local('image-2.png'), url: `${base}/image-2?n=2` }],
    rows: [{ oss_url: `${base}/x`, local_path: local('表.csv') }],
    files: [{ filename: '表.csv', local_path: local('表.csv') }],
  });
  expect(await readFile(local('表.csv'), 'utf8')).toBe('a,b');
  expect((await readdir(join(workspace, 'downloads'))).toSorted()).toEqual(
    ['image-2.png', 'image-1.png', '表.csv'].toSorted(),
  );
});

test('ART-02 ambiguous fields and links in the text are probed, 8 at most; pages and data are left alone', async () => {
  const asked: string[] = [];
  const port = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    asked.push(pathname);
    const types: Readonly<Record<string, string>> = {
      '/page': 'text/html',
      '/data': 'application/json',
    };
    response.writeHead(200, { 'content-type': types[pathname] ?? 'image/png' }).end(PNG);
  });
  const base = `http://127.0.0.1:${port}`;
  const workspace = await workspaceWith();
  const { files, settled, envelope } = await collect({
    workspace,
    value: {
      ok: true,
      url: `${base}/page`,
      link: `${base}/data`,
      rows: Array.from({ length: 20 }, (_, n) => ({ href: `${base}/row-${n}` })),
      message: `见 ${base}/a.png，以及（${base}/b.png）。`,
    },
  });
  expect(asked).toHaveLength(8);
  expect(asked.slice(0, 2)).toEqual(['/page', '/data']);
  expect(names(files)).toEqual(Array.from({ length: 6 }, (_, n) => `row-${n}.png`));
  expect(settled.verdict.status).toBe('done');
  expect(envelope['url']).toBe(`${base}/page`);
  const text = await collect({ workspace, value: { ok: true, text: `[图](${base}/a.png). (${base}/b_(1).png)` } }); // prettier-ignore
  expect(names(text.files)).toEqual(['a.png', 'b_(1).png']);
});

test('ART-02 an entry that has a local file is left alone', async () => {
  let asked = 0;
  const port = await serve((_, response) => {
    asked += 1;
    response.end(PNG);
  });
  const workspace = await workspaceWith({ 'a.png': 'x' });
  const url = `http://127.0.0.1:${port}/a.png`;
  const { files } = await collect({
    workspace,
    value: { ok: true, local_path: 'a.png', image_url: url, message: url, images: [{ local_path: 'a.png', url }] }, // prettier-ignore
  });
  expect({ asked, files: names(files) }).toEqual({ asked: 0, files: ['a.png'] });
});

test.each([
  ['a page behind an image link', '<!DOCTYPE html><p>sign in', 'text/html', 'web page'],
  ['a page that says it is an image', '\n<html><body>', 'image/png', 'web page'],
  ['a message in the place of an image', '{"error": "expired"}', 'image/png', 'should be of kind image'], // prettier-ignore
  ['nothing', '', 'image/png', 'empty file'],
])(
  'ART-02 %s is refused with its reason, and nothing is left of it',
  async (...[, body, type, told]) => {
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const workspace = await workspaceWith();
    const value = { ok: true, filename: 'cat.png', image_url: `http://127.0.0.1:${port}/a.png` };
    const { files, settled, envelope } = await collect({ workspace, value });
    expect(files).toMatchObject([
      { state: 'failed', name: 'cat.png', reason: { en: expect.stringContaining(told) } },
    ]);
    expect(settled.verdict.status).toBe('partial');
    expect(envelope['warning']).toContain('did not reach the user');
    expect(envelope).not.toHaveProperty('filename');
    expect(await readdir(join(workspace, 'downloads')).catch(() => [])).toEqual([]);
  },
);

test('ART-02 a page is a file where somebody calls it one', async () => {
  const port = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  });
  const workspace = await workspaceWith();
  const file_url = `http://127.0.0.1:${port}/report.html`;
  expect(names((await collect({ workspace, value: { ok: true, file_url } })).files)).toEqual([
    'report.html',
  ]);
});

test('ART-02 what is too large, broken or gone is told; no half of it has its name', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/gone.png') response.writeHead(404).end();
    else if (request.url === '/large.png') {
      response.write(PNG);
      response.end(Buffer.alloc(1_000_001));
    } else {
      response.setHeader('content-length', 5000);
      response.write(PNG, () => response.destroy());
    }
  });
  const workspace = await workspaceWith();
  const base = `http://127.0.0.1:${port}`;
  const value = { ok: true, urls: [`${base}/gone.png`, `${base}/large.png`, `${base}/half.png`] };
  const { files, settled } = await collect({ workspace, value });
  expect(files.map((file) => file.state === 'failed' && file.reason.en)).toEqual([
    expect.stringContaining('HTTP 404'),
    expect.stringContaining('QIAO_DOWNLOAD_MB'),
    expect.stringContaining('broke off'),
  ]);
  expect(settled.verdict.status).toBe('partial');
  expect(await readdir(join(workspace, 'downloads'))).toEqual([]);
});

test('ART-02 a list of 10,000 images: 50 are fetched, each of its own, and the rest is told', async () => {
  let open = 0;
  let most = 0;
  const port = await serve((_, response) => {
    open += 1;
    most = Math.max(most, open);
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG, () => (open -= 1));
  });
  const workspace = await workspaceWith();
  const images = Array.from({ length: 10_000 }, (_, n) => ({ image_url: `http://127.0.0.1:${port}/${n}.png` })); // prettier-ignore
  const { files, settled } = await collect({ workspace, value: { ok: true, images } });
  expect(files.filter(({ state }) => state === 'kept')).toHaveLength(50);
  expect(files.find(({ state }) => state === 'failed')).toMatchObject({
    reason: { en: expect.stringContaining('9950 more') },
  });
  expect(settled.verdict.status).toBe('partial');
  expect(most).toBeLessThanOrEqual(4);
});

test('ART-03 an address inside is refused with its reason, and nothing is asked there', async () => {
  const workspace = await workspaceWith();
  const shut = createArtifactCollector({
    download: createSafeDownload({ allowHosts: [] }),
    mostBytes: 1000,
    newId: randomUUID,
  });
  const value = { ok: true, image_url: 'http://169.254.169.254/latest', url: 'http://127.0.0.1/' };
  const { files } = await collect({ workspace, value }, shut);
  expect(files).toMatchObject([
    { state: 'failed', reason: { en: expect.stringContaining('169.254.169.254') } },
  ]);
});

test('a stop ends what is being downloaded, and that is told', async () => {
  const controller = new AbortController();
  const port = await serve((_, response) => {
    response.setHeader('content-length', 5000);
    response.write(PNG, () => controller.abort());
  });
  const workspace = await workspaceWith();
  const value = { ok: true, image_url: `http://127.0.0.1:${port}/a.png` };
  const { files } = await collect({ workspace, value, signal: controller.signal });
  expect(files).toMatchObject([{ reason: { en: expect.stringContaining('stopped') } }]);
  expect(await readdir(join(workspace, 'downloads')).catch(() => [])).toEqual([]);
});

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

test.runIf(isRoot)(
  'a disk that is full in the middle leaves no half a file, and the reason is told',
  async () => {
    const workspace = await workspaceWith();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', workspace], {
        stdio: 'ignore',
      });
    } catch {
      // No rights to mount here: nothing is proven, nothing is broken.
      return;
    }
    try {
      const port = await serve((_, response) => {
        response.writeHead(200, { 'content-type': 'image/png' });
        response.write(PNG);
        response.end(Buffer.alloc(200_000));
      });
      const value = { ok: true, image_url: `http://127.0.0.1:${port}/a.png` };
      const { files } = await collect({ workspace, value });
      expect(files).toMatchObject([{ reason: { en: expect.stringContaining('ENOSPC') } }]);
      expect(await readdir(join(workspace, 'downloads'))).toEqual([]);
    } finally {
      execFileSync('umount', [workspace]);
    }
  },
);
