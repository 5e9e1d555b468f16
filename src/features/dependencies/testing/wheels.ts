// Writes small wheels and a small npm registry, for tests: real archives, real HTTP.

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';

export interface TestWheel {
  readonly name: string;
  readonly version: string;
  readonly code: string;
  /** Requirements of its own. */
  readonly needs?: readonly string[];
  readonly requiresPython?: string;
  /** A program of this name that calls `main`. */
  readonly program?: string;
}

/** Writes `<name>-<version>-py3-none-any.whl` into `folder`, made where it is missing. */
export async function writeWheel(folder: string, wheel: TestWheel): Promise<void> {
  const { name, version, code, needs = [], requiresPython, program } = wheel;
  await mkdir(folder, { recursive: true });
  const info = `${name}-${version}.dist-info`;
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    ...(requiresPython === undefined ? [] : [`Requires-Python: ${requiresPython}`]),
    ...needs.map((need) => `Requires-Dist: ${need}`),
  ].join('\n');
  const files: Record<string, string> = {
    [`${name}/__init__.py`]: code,
    [`${info}/METADATA`]: `${metadata}\n`,
    [`${info}/WHEEL`]:
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ...(program !== undefined && {
      [`${info}/entry_points.txt`]: `[console_scripts]\n${program} = ${name}:main\n`,
    }),
  };
  const record = [...Object.keys(files), `${info}/RECORD`].map((path) => `${path},,`).join('\n');
  const zip = new ZipFile();
  for (const [path, text] of Object.entries({ ...files, [`${info}/RECORD`]: `${record}\n` }))
    zip.addBuffer(Buffer.from(text), path);
  zip.end();
  await pipeline(
    zip.outputStream,
    createWriteStream(join(folder, `${name}-${version}-py3-none-any.whl`)),
  );
}

export interface TestRegistry {
  readonly url: string;
  /** `GET` paths, as they came. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export interface TestNpmPackage {
  readonly name: string;
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

/** A registry on loopback, at a path of its own below the origin. */
export async function startRegistry(packages: readonly TestNpmPackage[]): Promise<TestRegistry> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    const base = `http://${request.headers.host ?? ''}`;
    const tarball = packages.find((each) => path === tarballPath(each));
    const versions = packages.filter(({ name }) => path === `/${name}`);
    if (tarball !== undefined) response.end(tarballOf(tarball));
    else if (versions.length > 0) response.end(JSON.stringify(documentOf(versions, base)));
    else response.writeHead(404).end('{"error":"not found"}');
  });
  await listen(server);
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function tarballPath({ name, version }: TestNpmPackage): string {
  return `/${name}/-/${name}-${version}.tgz`;
}

function documentOf(versions: readonly TestNpmPackage[], base: string) {
  const described = versions.map((each) => [
    each.version,
    {
      name: each.name,
      version: each.version,
      dist: {
        tarball: `${base}${tarballPath(each)}`,
        integrity: `sha512-${createHash('sha512').update(tarballOf(each)).digest('base64')}`,
      },
    },
  ]);
  return {
    name: versions[0]?.name,
    'dist-tags': { latest: versions.at(-1)?.version },
    versions: Object.fromEntries(described),
  };
}

function tarballOf({ name, version, files }: TestNpmPackage): Buffer {
  const all: Record<string, string> = {
    'package.json': JSON.stringify({ name, version, main: 'index.js' }),
    ...files,
  };
  const parts = Object.entries(all).flatMap(([path, text]) => [
    tarHeader(`package/${path}`, Buffer.byteLength(text)),
    padded(Buffer.from(text)),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0, 100);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}
