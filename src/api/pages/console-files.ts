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
  // Previews of delivered files, each in a sandbox of its own or in the browser's PDF viewer.
  "frame-src 'self'",
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

/** What programs ask for: they are told in JSON what is not there. */
const NO_PLACE = /^\/(?:api|assets|auth|f|metrics)(?:\/|$)/;

/** The console's own page for a person at an address that is nobody's; undefined where a program asks. */
export type NoSuchPage = (context: Context<ApiEnv>) => Response | Promise<Response> | undefined;

/** `folder` is what the build made; it is read once. A name that is not among its files is nobody's. */
export function bindConsole(app: Hono<ApiEnv>, folder: string): NoSuchPage {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = readFiles(join(folder, 'assets'));
  const show = (context: Context<ApiEnv>, status: 200 | 404) => {
    context.set('route', 'console');
    return context.html(page, status, { 'Content-Security-Policy': CONSOLE_CSP });
  };
  for (const place of PLACES) app.get(place, (context) => show(context, 200));
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
  return (context) =>
    isPersonAt(context) && !NO_PLACE.test(context.req.path) ? show(context, 404) : undefined;
}

/** A browser that goes somewhere says that it wants a page. */
function isPersonAt({ req }: Context<ApiEnv>): boolean {
  return req.method === 'GET' && (req.header('accept') ?? '').includes('text/html');
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
