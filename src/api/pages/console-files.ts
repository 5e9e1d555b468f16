// The console as it was built: its page wherever it has one, and its files by their names.

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context, Hono } from 'hono';
import type { ApiEnv } from '../api-env.ts';

/** Scripts of its own and nobody else's; antd writes its styles into the page. */
const CONSOLE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
};

/** Where the console itself decides what is shown. */
const PLACES = ['/', '/s/:session', '/settings', '/settings/:page'] as const;

interface ConsoleFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** `folder` is what the build made; it is read once. A name that is not among its files is nobody's. */
export function bindConsole(app: Hono<ApiEnv>, folder: string): void {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = readFiles(join(folder, 'assets'));
  const show = (context: Context<ApiEnv>) => {
    context.set('route', 'console');
    return context.html(page, 200, { 'Content-Security-Policy': CONSOLE_CSP });
  };
  for (const place of PLACES) app.get(place, show);
  app.get('/assets/:name', async (context, next) => {
    context.set('route', 'console file');
    const file = files.get(context.req.param('name'));
    if (file === undefined) return next();
    // Its name changes with its content.
    return context.body(file.bytes, 200, {
      'Content-Type': file.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
  });
}

function readFiles(folder: string): ReadonlyMap<string, ConsoleFile> {
  return new Map(
    readdirSync(folder).flatMap((name) => {
      const type = TYPES[extname(name)];
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      return type === undefined ? [] : [[name, { bytes, type }] as const];
    }),
  );
}
