import { expect, test } from 'vitest';
import { wordsOf } from './words.ts';

test.each([
  ['What is the Weather in Berlin?', ['weather', 'berlin']],
  ['sendInvoices send_mail send-mail', ['send', 'invoice', 'send', 'mail', 'send', 'mail']],
  ['companies, glass, status, news', ['company', 'glass', 'status', 'new']],
  ['帮我查一下北京的天气', ['查', '北京', '天气']],
  ['ＰＤＦ', ['pdf']],
  ['', []],
])('cuts "%s"', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('finds a short Chinese word in a longer one', () => {
  expect(wordsOf('天气预报')).toContain('天气');
});
