// A model that writes at a steady pace, each piece with a marker of its own, so that its way to the page can be timed.

import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  sendJson,
  startScriptedServer,
  type ScriptedServer,
} from '../tests/stubs/scripted-server.ts';

/** A model's tokens come about this fast. */
const EVERY_MS = 30;
export const PIECES_AN_ANSWER = 400;
/** What one of Markdown's shapes holds, one after the other, so that all of them are written while somebody watches. */
const PIECES_A_SHAPE = 15;

export interface PacedModel extends ScriptedServer<number> {
  /** To be given as `OPENAI_BASE_URL`. */
  readonly baseUrl: string;
}

/** Markers go up over all of its answers: none comes twice. */
export async function startPacedModel(): Promise<PacedModel> {
  const server = await startScriptedServer<number>({
    script: (_, index) => index * PIECES_AN_ANSWER,
    answer: (first, { path }, response) =>
      path.endsWith('/chat/completions')
        ? write(first, response)
        : sendJson(response, 404, { body: { error: { message: `Invalid URL (POST ${path})` } } }),
  });
  return { ...server, baseUrl: `${server.origin}/v1` };
}

/** The numbers of the markers in a text, on whichever side of the wire. */
export function markersIn(text: string): number[] {
  return [...text.matchAll(/⟦(\d+)⟧/g)].map(([, number]) => Number(number));
}

/** By the clock, not by pauses alone: what is late once does not make all that follows late. */
async function write(first: number, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const start = performance.now();
  for (let piece = 0; piece < PIECES_AN_ANSWER && !response.destroyed; piece += 1) {
    send(response, { content: pieceOf(first + piece, piece) }, null);
    await pause(Math.max(0, start + (piece + 1) * EVERY_MS - performance.now()));
  }
  send(response, {}, 'stop');
  response.end('data: [DONE]\n\n');
}

function send(response: ServerResponse, delta: object, finish: string | null): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = {
    id: 'paced',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'paced',
    choices,
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

interface Shape {
  readonly open: string;
  readonly around: readonly [string, string];
  readonly close: string;
}

const SHAPES: readonly Shape[] = [
  { open: '\n\n## A paragraph\n\n', around: ['', ' of **some words** of an answer, '], close: '' },
  { open: '\n\n', around: ['- ', ' an item with `code` in it\n'], close: '' },
  { open: '\n\n```ts\n', around: ['const found = "', '"; // a line\n'], close: '```\n' },
  {
    open: '\n\n| piece | what |\n| --- | --- |\n',
    around: ['| ', ' | a row of a table |\n'],
    close: '',
  },
];

function pieceOf(marker: number, piece: number): string {
  const shape = SHAPES[Math.floor(piece / PIECES_A_SHAPE) % SHAPES.length];
  if (shape === undefined) return '';
  const at = piece % PIECES_A_SHAPE;
  const [before, after] = shape.around;
  const open = at === 0 ? shape.open : '';
  const close = at === PIECES_A_SHAPE - 1 ? shape.close : '';
  return `${open}${before}⟦${marker}⟧${after}${close}`;
}
