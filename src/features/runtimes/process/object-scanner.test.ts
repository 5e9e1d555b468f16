import { expect, test } from 'vitest';
import { createObjectScanner } from './object-scanner.ts';

test.each([
  ['', 'waiting'],
  [' \n', 'waiting'],
  ['{"a":[{}]', 'open'],
  ['{"a":"}"', 'open'],
  ['{"a":"\\"}', 'open'],
  [' {"a":"\\\\"}\n', 'complete'],
  ['{}{}', 'refused'],
  ['{"line":1}\n{"line":2}\n', 'refused'],
  ['[1]', 'refused'],
  ['text {"a":1}', 'refused'],
])('CLI-06 %j is %s, in one piece or in many', (text, state) => {
  const atOnce = createObjectScanner();
  atOnce.push(Buffer.from(text));
  const inPieces = createObjectScanner();
  for (const byte of Buffer.from(text)) inPieces.push(Buffer.from([byte]));
  expect([atOnce.state(), inPieces.state()]).toEqual([state, state]);
});
