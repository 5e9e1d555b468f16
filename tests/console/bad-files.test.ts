// Files as they really come: huge, empty, oddly named, broken, made to harm. What is wrong is told, and the talk goes on.

import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { makeXlsx, xlsxRows } from '../example-skills/make-xlsx.ts';
import { hasBrowser } from './browser.ts';
import { startModelPage, type ModelPage } from './model-page.ts';

/** On two cores that are shared. */
const SOON = { timeout: 20_000 };

const requestSchema = z.object({ messages: z.array(z.object({ role: z.string() })) });

/** In the page, which has what these tests' own types do not know. */
const drop = (names: readonly string[]): string => `(() => {
  const given = new DataTransfer();
  for (const name of ${JSON.stringify(names)}) given.items.add(new File(['a,b\\n1,2\\n'], name));
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: given }));
})()`;
const LARGE_WIDTH = `document.querySelector('[role=dialog] img').naturalWidth`;
const BEYOND = `(() => {
  const scroller = document.querySelector('.qiao-scroller');
  return [document.documentElement.scrollWidth - window.innerWidth, scroller.scrollWidth - scroller.clientWidth];
})()`;

const GBK = Buffer.from([
  0xb3, 0xc7, 0xca, 0xd0, 0x2c, 0x6e, 0x0a, 0xc9, 0xcf, 0xba, 0xa3, 0x2c, 0x31, 0x0a,
]);
const WIDE = `${Array.from({ length: 1000 }, (_, at) => `c${at}`).join(',')}\n${'1,'.repeat(999)}1\n`;
const SHEET = xlsxRows([
  ['n', 'word'],
  [1, 'a'],
]);

describe.runIf(hasBrowser)('in a real browser', () => {
  let on: ModelPage;
  let page: Page;
  let folder = '';
  beforeAll(async () => {
    on = await startModelPage({ browser: { language: 'zh-CN' } });
    ({ page } = on);
    folder = mkdtempSync(join(tmpdir(), 'qiao-bad-files-'));
    // Profiles what came with the message.
    on.answerBy(({ body }) => {
      const { messages } = requestSchema.parse(body);
      return messages.at(-1)?.role === 'tool'
        ? { text: '看过了。' }
        : { calls: [{ name: 'csv-profile', arguments: {} }] };
    });
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await on.close();
  });
  beforeEach(() => on.newConversation());
  afterEach(() => {
    // oxlint-disable-next-line vitest/no-standalone-expect -- of each of them
    expect(on.errors).toEqual([]);
  });

  const choose = (name: string, content: string | Buffer): Promise<void> =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  const chips = (): Promise<string[]> =>
    page.getByRole('list', { name: '要一起发送的文件' }).getByRole('listitem').allInnerTexts();
  const isUploaded = (name: string) =>
    expect
      .poll(chips, SOON)
      .toEqual([expect.stringMatching(new RegExp(`^${name}\\n[\\d.]+ \\w+(?:\\n|$)`))]);
  /** Sends it, and gives what the page tells of the one call. */
  const profile = async (): Promise<string> => {
    await on.say('分析一下');
    await page.getByText('看过了。', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'csv-profile' }).click();
    const details = page.locator('.qiao-details');
    await details.getByText('各阶段的决定').waitFor();
    const told = await details.innerText();
    expect(told).not.toMatch(/Traceback|File "|\.py:\d|\.ts:\d|\n\s+at /);
    expect(await page.evaluate(BEYOND)).toEqual([0, 0]);
    return told;
  };

  test('one of 2 GB is told before anything of it is read or sent', async () => {
    const path = join(folder, '很大.csv');
    writeFileSync(path, '');
    truncateSync(path, 2 * 1024 ** 3);
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') uploads.push(request.url());
    });
    const before = await heapBytes(page);
    await page.locator('input[type=file]').setInputFiles(path);
    await expect
      .poll(chips, SOON)
      .toEqual([
        expect.stringContaining('2.0 GB，超过每个文件 100 MB 的上限，没有上传。请压缩、拆分'),
      ]);
    expect(uploads).toEqual([]);
    expect((await heapBytes(page)) - before).toBeLessThan(20_000_000);
    await page.getByRole('button', { name: '移除 很大.csv' }).click();
    await choose('小.csv', 'a,b\n1,2\n');
    await isUploaded('小.csv');
  });

  test('one as large as is taken goes through without the page holding it', async () => {
    const path = join(folder, '零.csv');
    writeFileSync(path, '');
    truncateSync(path, 99 * 1024 ** 2);
    const before = await heapBytes(page);
    await page.locator('input[type=file]').setInputFiles(path);
    await isUploaded('零.csv');
    expect((await heapBytes(page)) - before).toBeLessThan(20_000_000);
    expect(await profile()).toContain('文件是空的。请检查原文件后重新上传。');
  });

  test.each<readonly [string, string, string | Buffer | Promise<Buffer>, string]>([
    ['an empty one', '空.csv', '', '文件是空的。请检查原文件后重新上传。'],
    [
      'a broken XLSX',
      '坏.xlsx',
      halfOf(makeXlsx({ S: SHEET })),
      'XLSX 文件已损坏，无法读取。请用表格软件打开',
    ],
    [
      'a ZIP bomb named .xlsx',
      '弹.xlsx',
      bomb(),
      '文件解压后过大，没有打开。请另存为 CSV 后重新上传。',
    ],
    [
      'a PDF named .csv',
      '报告.csv',
      '%PDF-1.7\n',
      '这不是表格文件。请上传 CSV、TSV 或 XLSX 文件。',
    ],
  ])('%s is told with what to do', async (...[, name, content, told]) => {
    await choose(name, await content);
    await isUploaded(name);
    const details = await profile();
    expect(details).toMatch(new RegExp(`^原因\\s+${told}`));
    await on.say('好的');
  });

  test.each<readonly [string, string, string | Buffer, string]>([
    ['1,000 columns', '宽.csv', WIDE, '另有 960 列'],
    ['GBK', '国标.csv', GBK, '上海'],
  ])('one with %s is profiled, with its chart in sight', async (...[, name, content, seen]) => {
    await choose(name, content);
    await isUploaded(name);
    await profile();
    await page.locator('.qiao-answer').getByText(seen).first().waitFor();
    const chart = page.getByRole('button', {
      name: `放大查看 profile_${name.replace('.csv', '.svg')}`,
    });
    await chart.click();
    const large = page.getByRole('dialog').locator('img');
    await large.waitFor();
    await expect.poll(() => page.evaluate(LARGE_WIDTH), SOON).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'hidden' });
  });

  test.each([
    // Too long, and with what no file system or no reader bears: the ending stays what it is.
    ['of 300 bytes of Chinese', `${'数'.repeat(100)}.csv`, /^数{65}\.csv\n/],
    ['with a right-to-left override', 'a\u202Evsc.exe.csv', /^a_vsc\.exe\.csv\n/],
    ['with slashes', '../../etc/pass\\wd.csv', /^(?:wd|.*_wd)\.csv\n/],
    ['with a leading dot', '.hidden.csv', /^hidden\.csv\n/],
    ['with a break and a tab', 'a\nb\tc.csv', /^a_b_c\.csv\n/],
  ])('a name %s is made safe, and that is told', async (_, name, shown) => {
    await page.evaluate(drop([name]));
    await expect.poll(chips, SOON).toEqual([expect.stringMatching(shown)]);
    expect(await chips()).toEqual([expect.stringContaining('文件已保存为')]);
  });

  test('one with a name that was made safe is profiled under it', async () => {
    await page.evaluate(drop([`\u202E${'数'.repeat(100)}.csv`]));
    await expect.poll(chips, SOON).toEqual([expect.stringContaining('文件已保存为')]);
    await profile();
    await page.getByRole('columnheader', { name: '列 Column' }).waitFor();
    await page.getByRole('link', { name: /^_数{65}\.csv/ }).waitFor();
    expect(await page.evaluate(BEYOND)).toEqual([0, 0]);
  });

  test('of 25 at once as many as a message takes are added, and the rest are told', async () => {
    await page.evaluate(drop(Array.from({ length: 25 }, (_, at) => `${at}.csv`)));
    await page.getByText('一条消息最多 20 个文件，其余的没有添加。请分几条发送。').waitFor();
    await expect
      .poll(async () => (await chips()).filter((chip) => /^\d+\.csv\n8 B$/.test(chip)), SOON)
      .toHaveLength(20);
    expect(await page.evaluate(BEYOND)).toEqual([0, 0]);
    // Which of them is meant, it can't know.
    expect(await profile()).toContain('请指明要分析哪个文件：');
  });

  test('the same one twice is there twice, under two names', async () => {
    await page.evaluate(drop(['a.csv', 'a.csv']));
    await expect
      .poll(async () => new Set((await chips()).map((chip) => chip.split('\n')[0])), SOON)
      .toEqual(new Set(['a (2).csv', 'a.csv']));
    await expect
      .poll(async () => (await chips()).join('\n'), SOON)
      .toContain('文件已保存为「a (2).csv」');
  });

  test('a folder that is dropped is told, and nothing of it is added', async () => {
    const cdp = await page.context().newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await cdp.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data });
    await page.getByText(/是文件夹，不能上传。请选择其中的文件，或先打包成 ZIP。/).waitFor();
    expect(await page.getByRole('list', { name: '要一起发送的文件' }).count()).toBe(0);
  });

  test('a million short lines are profiled', async () => {
    await choose('多.csv', `n\n${'1\n22\n'.repeat(500_000)}`);
    await isUploaded('多.csv');
    expect(await profile()).not.toContain('原因');
    await page.locator('.qiao-answer p').getByText('1,000,000 行').waitFor();
  });
});

/** Of the page's scripts, after what can be thrown away was. */
async function heapBytes(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await cdp.send('Runtime.getHeapUsage');
  await cdp.detach();
  return usedSize + backingStorageSize;
}

async function halfOf(made: Promise<Buffer>): Promise<Buffer> {
  const whole = await made;
  return whole.subarray(0, whole.length / 2);
}

function bomb(): Promise<Buffer> {
  const zeros = `<worksheet><sheetData>${' '.repeat(60_000_000)}</sheetData></worksheet>`;
  return makeXlsx({ S: SHEET }, { 'xl/worksheets/sheet1.xml': zeros });
}
