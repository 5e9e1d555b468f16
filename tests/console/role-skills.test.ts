// Whoever makes a role picks its skills: the built-in ones too, each told with what it does; also those that are no more.

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSkill } from '../make-skill.ts';
import { startServer, type TestServer } from '../server/run-server.ts';
import { browse, buildConsole, hasBrowser, type Browsing } from './browser.ts';
import { violations } from './violations.ts';

describe.runIf(hasBrowser)('in a real browser', () => {
  let server: TestServer;
  let browsing: Browsing;
  let page: Page;
  beforeAll(async () => {
    buildConsole();
    const weekly = await makeSkill('weekly', {
      'SKILL.md':
        '---\nname: weekly\ndescription: Runs each Monday.\ntrigger-type: schedule\n---\n',
      'handler.ts': 'export const execute = () => ({ success: true });',
    });
    const manners = await makeSkill('manners', {
      'SKILL.md': '---\nname: manners\ndescription: How we greet.\n---\nBow.\n',
    });
    server = await startServer({ skills: [weekly, manners] });
  }, 120_000);
  afterAll(() => server.remove());
  beforeEach(async () => {
    browsing = await browse(server);
    ({ page } = browsing);
  });
  afterEach(() => browsing.close());

  const edit = async (name: string): Promise<Locator> => {
    await page.goto(`${server.url}/settings/roles`);
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: 'Edit' }).click();
    return page.getByRole('dialog');
  };
  const skillsOf = async (name: string): Promise<readonly string[] | null | undefined> => {
    const { items } = await server.client.call('roles.list');
    return items.find((role) => role.name === name)?.skills;
  };

  test('a new role has all that there are, and then only those that are picked', async () => {
    await page.goto(`${server.url}/settings/roles`);
    await page.getByRole('button', { name: 'New role' }).click();
    const editor = page.getByRole('dialog');
    await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('Reader');
    const readFile = editor.getByRole('checkbox', { name: 'read_file' });
    await readFile.waitFor();
    expect([await readFile.isChecked(), await readFile.isDisabled()]).toEqual([true, true]);
    await editor.getByText('Only chosen ones').click();
    await expect.poll(() => readFile.isEnabled()).toBe(true);
    expect(await readFile.isChecked()).toBe(false);
    await editor
      .getByRole('region', { name: 'Built in' })
      .getByText('Reads a text file of the')
      .click();
    await editor.getByText(/^1 of \d+ chosen$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => skillsOf('Reader')).toEqual(['read_file']);
  });

  test('Esc on what is not saved asks first, and leaves what was not touched', async () => {
    const untouched = await edit('Qiao');
    await page.keyboard.press('Escape');
    await untouched.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New role' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Half a role');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard what was entered?' });
    await question.getByRole('button', { name: 'Go on editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Half a role');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor({ state: 'detached' });
  });

  test('RUN-10 a knowledge skill is offered, and told to be one', async () => {
    const editor = await edit('Qiao');
    const manners = editor.getByRole('listitem').filter({ hasText: 'How we greet.' });
    await manners.getByText('Knowledge: read, not run.').waitFor();
    expect(await manners.getByRole('checkbox').isChecked()).toBe(true);
    await manners.scrollIntoViewIfNeeded();
    expect(await violations(page)).toEqual([]);
  });

  test('a skill that is not offered here says why', async () => {
    const editor = await edit('Qiao');
    const packages = editor.getByRole('region', { name: 'Skill packages' });
    await packages.getByText('Runs each Monday.').waitFor();
    await packages.getByText('declares the trigger').waitFor();
    expect(await editor.getByRole('checkbox', { name: 'weekly' }).isChecked()).toBe(false);
  });

  test('what a role names and there is not is told, and goes once it is unchecked', async () => {
    await server.client.call('roles.create', {
      body: { name: 'Seller', skills: ['skill_help', 'sold'] },
    });
    const editor = await edit('Seller');
    const gone = editor.getByRole('region', { name: 'Not installed' });
    await gone.getByRole('checkbox', { name: 'sold' }).uncheck();
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => skillsOf('Seller')).toEqual(['skill_help']);
  });
});
