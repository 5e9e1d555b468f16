import { expect, test } from 'vitest';
import { jsonLine, jsonText } from './print-json.ts';
import { printable } from './terminal.ts';

test('what a terminal would obey is escaped, and nothing of the value is lost', () => {
  const value = { 'k\u009B': 'a\u0085b\u007Fc\u001B', text: '文本' };
  for (const json of [jsonLine(value), jsonText(value)]) {
    expect(printable(json)).toBe(json);
    expect(JSON.parse(json)).toEqual(value);
  }
});
