// Files on the page: chosen, dropped, pasted, refused before they are sent, cancelled, and sent with what is said.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSkill } from '../make-skill.ts';
import { startServer, type TestServer } from '../server/run-server.ts';
import { browse, buildConsole, hasBrowser, type Browsing } from './browser.ts';

/** For the page, which has what these tests' own types do not know. */
const carrying = (file: string): string =>
  `(() => { const given = new DataTransfer(); given.items.add(${file}); return given; })()`;
const dragged = (kind: 'dragenter' | 'drop'): string =>
  `new DragEvent('${kind}', { bubbles: true, cancelable: true, dataTransfer: ${carrying("new File(['x'], 'dropped.txt')")} })`;
const PASTED = `new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: ${carrying("new File(['xy'], 'pasted.png', { type: 'image/png' })")} })`;

describe.runIf(hasBrowser)('in a real browser', () => {
  let server: TestServer;
  let browsing: Browsing;
  let page: Page;
  beforeAll(async () => {
    buildConsole();
    const slow = await makeSkill('slow', {
      'SKILL.md': '---\nname: slow\ndescription: Takes its time.\n---\n',
      'handler.ts':
        'export const execute = () => new Promise((resolve) => setTimeout(resolve, 60_000));',
    });
    server = await startServer({ environment: { QIAO_UPLOAD_MB: '1' }, skills: [slow] });
  }, 120_000);
  afterAll(() => server.remove());
  beforeEach(async () => {
    browsing = await browse(server);
    ({ page } = browsing);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Attach files' }).waitFor();
  });
  afterEach(() => browsing.close());

  const choose = (...files: readonly { readonly name: string; readonly content: string }[]) =>
    page.locator('input[type=file]').setInputFiles(
      files.map(({ name, content }) => ({
        name,
        mimeType: 'text/csv',
        buffer: Buffer.from(content),
      })),
    );
  const chips = (): Promise<string[]> =>
    page
      .getByRole('list', { name: 'Files that go with the message' })
      .getByRole('listitem')
      .allInnerTexts();

  test('files that are chosen go with the first message of a conversation, and stay after a reload', async () => {
    await choose({ name: '数据.csv', content: 'a,b' }, { name: 'two.csv', content: '1' });
    await expect.poll(chips).toEqual(['数据.csv\n3 B', 'two.csv\n1 B']);
    await page.getByRole('textbox', { name: /message/i }).press('Enter');
    await expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(/\/s\/[\w-]+$/);
    await page.reload();
    await page.getByText('数据.csv').first().waitFor();
    const session = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const params = { session_id: session };
    const { items } = await server.client.call('turns.list', { params });
    expect(items[0]?.attachments.map(({ name }) => name)).toEqual(['数据.csv', 'two.csv']);
    const { items: sessions } = await server.client.call('sessions.list');
    expect(sessions.map(({ id }) => id)).toEqual([session]);
    expect(browsing.errors).toEqual([]);
  });

  test('a message that is edited keeps its files, loses one and gets another', async () => {
    await choose({ name: 'kept.csv', content: 'a,b' }, { name: 'dropped.csv', content: '1' });
    await expect.poll(chips).toEqual(['kept.csv\n3 B', 'dropped.csv\n1 B']);
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('Look at these');
    await box.press('Enter');
    await page.getByRole('button', { name: 'Answer again' }).waitFor();
    await page.getByRole('button', { name: 'Edit and resend' }).click();
    const editor = page.locator('.qiao-edit');
    await editor.getByRole('button', { name: 'Remove dropped.csv' }).click();
    await editor.locator('input[type=file]').setInputFiles({
      name: 'added.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('12'),
    });
    await editor.getByText('2 B').waitFor();
    // Without words, what is sent are the files.
    await editor.getByRole('textbox').fill('');
    await editor.getByRole('button', { name: 'Send' }).click();
    const params = { session_id: new URL(page.url()).pathname.split('/').at(-1) ?? '' };
    const said = async () => {
      const { items } = await server.client.call('turns.list', { params });
      return items.map(({ text, attachments }) => [text, attachments.map(({ name }) => name)]);
    };
    await expect.poll(said).toEqual([['', ['kept.csv', 'added.csv']]]);
    expect(browsing.errors).toEqual([]);
  });

  test('one that is too large is told so before anything is sent', async () => {
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/attachments'))
        uploads.push('one');
    });
    await choose({ name: 'big.csv', content: 'x'.repeat(1_100_000) });
    await expect.poll(chips).toEqual([expect.stringContaining('1.0 MB a file may have')]);
    expect(uploads).toEqual([]);
  });

  test('an empty one is kept and told', async () => {
    await choose({ name: 'empty.csv', content: '' });
    await expect.poll(chips).toEqual([expect.stringContaining('is empty (0 bytes)')]);
  });

  test('files are dropped anywhere on the page, and pasted', async () => {
    await page.evaluate(`document.body.dispatchEvent(${dragged('dragenter')})`);
    await page.getByText('Drop the files to attach them').waitFor();
    await page.evaluate(`document.body.dispatchEvent(${dragged('drop')})`);
    await page.evaluate(`document.querySelector('textarea').dispatchEvent(${PASTED})`);
    await expect.poll(chips).toEqual(['dropped.txt\n1 B', expect.stringContaining('pasted.png')]);
  });

  test('an upload is cancelled in the middle, and nothing of it is left', async () => {
    // Nothing is answered: it stays on its way.
    await page.route(/\/attachments\?/, () => undefined);
    const isOnItsWay = page.waitForRequest(/\/attachments\?/);
    await choose({ name: 'slow.csv', content: 'a,b' });
    const cancel = page.getByRole('button', { name: 'Cancel the upload of slow.csv' });
    await cancel.waitFor();
    // Before that there is nothing that could fail.
    await isOnItsWay;
    await expect
      .poll(() => page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
      .toBe(true);
    const isCancelled = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/attachments?'),
    );
    await cancel.click();
    expect((await isCancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
    expect(await chips()).toEqual([]);
  });

  test('where the sign-in is over, an upload asks to sign in again', async () => {
    const body = { code: 'not-signed-in', message: 'Not signed in.', request_id: 'r' };
    await page.route(/\/attachments\?/, (route) => route.fulfill({ status: 401, json: body }));
    await choose({ name: 'a.csv', content: 'a,b' });
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await expect.poll(() => dialog.isVisible()).toBe(true);
  });

  test('one whose connection is lost can be sent again', async () => {
    await page.route(/\/attachments\?/, (route) => route.abort(), { times: 1 });
    await choose({ name: 'a.csv', content: 'a,b' });
    await page.getByText('The connection was lost').waitFor();
    const box = page.getByRole('textbox', { name: /message/i });
    await box.fill('look at it');
    await box.press('Enter');
    await page.getByText('A file did not arrive').waitFor();
    expect(await box.inputValue()).toBe('look at it');
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Upload a.csv again' }).click();
    await expect.poll(chips).toEqual(['a.csv\n3 B']);
    await box.press('Enter');
    await expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(/\/s\/[\w-]+$/);
  });

  test('a message that waits is taken back with its files', async () => {
    const { id } = await server.client.call('sessions.create', { body: {} });
    const params = { session_id: id };
    const body = { text: '/slow {}' };
    const { turn_id: turn } = await server.client.call('turns.create', { params, body });
    await page.goto(`${server.url}/s/${id}`);
    await choose({ name: 'later.csv', content: 'a,b' });
    await expect.poll(chips).toEqual(['later.csv\n3 B']);
    const box = page.getByRole('textbox', { name: /message/i });
    await box.fill('and then this');
    await box.press('Enter');
    await page.getByRole('link', { name: 'later.csv' }).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(chips).toEqual(['later.csv\n3 B']);
    expect(await box.inputValue()).toBe('and then this');
    await server.client.call('turns.stop', { params: { ...params, turn_id: turn } });
  });

  test('what could not be sent shows its files, and they come back with it', async () => {
    const { id } = await server.client.call('sessions.create', { body: {} });
    await page.goto(`${server.url}/s/${id}`);
    const refusal = { code: 'limit-reached', message: 'Used up.', request_id: 'r' };
    await page.route(/\/turns$/, (route) => route.fulfill({ status: 429, json: refusal }));
    await choose({ name: 'kept.csv', content: 'a,b' });
    await expect.poll(chips).toEqual(['kept.csv\n3 B']);
    const box = page.getByRole('textbox', { name: /message/i });
    await box.press('Enter');
    await page.getByText('Used up.').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'kept.csv' }).waitFor();
    expect(await page.locator('.qiao-said').count()).toBe(0);
    await page.getByRole('button', { name: 'Back to the draft' }).click();
    await expect.poll(chips).toEqual(['kept.csv\n3 B']);
    await page.unroute(/\/turns$/);
    await box.fill('now');
    await box.press('Enter');
    const params = { session_id: id };
    const said = async (): Promise<readonly unknown[]> => {
      const { items } = await server.client.call('turns.list', { params });
      return items.map(({ text, attachments }) => [text, attachments.map(({ name }) => name)]);
    };
    await expect.poll(said).toEqual([['now', ['kept.csv']]]);
  });
});
