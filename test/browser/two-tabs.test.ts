// Two tabs of one operator: what one removes or decides is gone in the other, and the other says so without an error.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, hasBrowser, setUp, startDashboard, type WatchedContext } from '../support/browser.ts';
import { succeed } from '../support/program.ts';

describe.skipIf(!hasBrowser)('two tabs', () => {
  let dashboard: Dashboard;
  let opened: WatchedContext;
  let other: Page;

  beforeAll(async () => {
    dashboard = await startDashboard(async (data) => {
      await succeed('plans', 'set', 'pro', '--credits', '500', '--rps', '50', '--data', data);
      await succeed('plans', 'set', 'spare', '--credits', '500', '--rps', '50', '--data', data);
      await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
    });
    opened = await dashboard.open();
    await setUp(opened.page, dashboard.setUpLink);
    other = await opened.context.newPage();
  });
  afterAll(() => dashboard?.close());

  /** Opens a screen in both tabs. */
  const openBoth = async (path: string, row: string) => {
    for (const page of [opened.page, other]) {
      await page.goto(`${dashboard.base}${path}`);
      await rowOf(page, row).waitFor();
    }
  };
  const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name });
  /** The row is gone, with this message, and without an error message. */
  const isGone = async (page: Page, row: string, message: string) => {
    await page.getByText(message).waitFor();
    await rowOf(page, row).waitFor({ state: 'detached' });
    expect(await page.locator('.notice-bad').count()).toBe(0);
  };

  it('says of an empty service that it has no records, and leads to the import', async () => {
    const { page } = opened;
    for (const [kind, text] of [
      ['people', 'There are no people yet'],
      ['companies', 'There are no companies yet'],
      ['jobs', 'There are no openings yet'],
    ]) {
      await page.goto(`${dashboard.base}/explorer/${kind}?company.name=Acme`);
      await page.getByText(text as string).waitFor();
    }
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page.getByText('No imports yet').waitFor();
  });

  it('remove a plan', async () => {
    await openBoth('/accounts/plans', 'spare');
    for (const page of [opened.page, other]) {
      await rowOf(page, 'spare').getByRole('button', { name: 'Actions of spare' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
    }
    await opened.page.getByRole('button', { name: 'Remove plan' }).click();
    await isGone(opened.page, 'spare', 'Plan spare removed.');
    await other.getByRole('button', { name: 'Remove plan' }).click();
    await isGone(other, 'spare', 'It was gone already.');
  });

  it('withdraw an invitation', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/accounts/members`);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('E-mail').fill('bo@acme.example');
    await page.getByRole('dialog').getByLabel('Account').selectOption('acme');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await openBoth('/accounts/members', 'bo@acme.example');
    await page.getByRole('button', { name: 'Withdraw the link of bo@acme.example' }).click();
    await isGone(page, 'bo@acme.example', 'is withdrawn');
    await other.getByRole('button', { name: 'Withdraw the link of bo@acme.example' }).click();
    await isGone(other, 'bo@acme.example', 'was used or withdrawn already');
    await page.goto(`${dashboard.base}/accounts/audit`);
    const entry = page.getByRole('row', { name: 'invitations.withdraw' }).last();
    await entry.getByRole('cell', { name: 'bo@acme.example', exact: true }).waitFor();
  });

  it('remove an uploaded file', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/data/imports`);
    const buffer = Buffer.from('full_name,email\nErin Lane,erin@acme.example\n');
    await page.setInputFiles('input[type=file]', { name: 'one.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Later' }).click();
    await other.goto(page.url());
    const button = (tab: Page) => tab.getByRole('button', { name: 'Remove one.csv' });
    await button(other).waitFor();
    await button(page).click();
    await button(page).waitFor({ state: 'detached' });
    await button(other).click();
    await other.getByText('It was gone already.').waitFor();
    await button(other).waitFor({ state: 'detached' });
    expect(await other.locator('.notice-bad').count()).toBe(0);
  });

  it('decide on possible duplicates, and undo an import: the second tab says it without numbers', async () => {
    const { page } = opened;
    const file = join(dashboard.data, 'initials.csv');
    const rows = ['M. Oberhuber,Head of Sales', 'Marlen Oberhuber,Sales Lead'].map(
      (row) => `${row},quarrywell.example`,
    );
    writeFileSync(file, ['full_name,job_title,company_domain', ...rows].join('\n'));
    await succeed('import', 'people', file, '--source', 'initials', '--data', dashboard.data);
    await openBoth('/data/reviews', 'Marlen Oberhuber');
    await page.getByRole('button', { name: 'Keep apart' }).click();
    await rowOf(page, 'Marlen Oberhuber').waitFor({ state: 'detached' });
    await other.getByRole('button', { name: 'Merge…' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await other.getByText('This pair is not open any more: it was decided already').waitFor();
    await rowOf(other, 'Marlen Oberhuber').waitFor({ state: 'detached' });
    await openBoth('/data/imports', 'initials');
    for (const tab of [page, other]) {
      await rowOf(tab, 'initials').click();
      await tab.getByRole('button', { name: 'Undo import…' }).click();
    }
    await page.getByRole('button', { name: 'Undo import', exact: true }).click();
    await page.getByText(/^Undone: 2 records removed/).waitFor();
    await other.getByRole('button', { name: 'Undo import', exact: true }).click();
    await other.getByText('This import was undone already.').waitFor();
  });

  it('split rows off: the second tab says that the record has changed', async () => {
    const { page } = opened;
    for (const [source, name] of [
      ['crm', 'Kranbau Ltd'],
      ['fair', 'Kranbau Limited'],
    ]) {
      const file = join(dashboard.data, `${source}.csv`);
      writeFileSync(file, `name,website\n${name},kranbau.example\n`);
      await succeed('import', 'companies', file, '--data', dashboard.data);
    }
    const dialogOf = (tab: Page) => tab.getByRole('dialog', { name: 'Split rows off' });
    for (const tab of [page, other]) {
      await tab.goto(`${dashboard.base}/companies/kranbau-ltd?account=acme`);
      const show = tab.getByRole('button', { name: /^Show the record/ });
      const split = tab.getByRole('button', { name: 'Split rows off…' });
      await show.or(split).first().waitFor();
      if (await show.isVisible()) await show.click();
      await split.click();
      await dialogOf(tab).getByLabel(/^fair/).check();
    }
    await dialogOf(page).getByRole('button', { name: 'Split off' }).click();
    await page.getByText(/is now a separate record from kranbau-ltd/).waitFor();
    await dialogOf(other).getByRole('button', { name: 'Split off' }).click();
    await other.getByText('Made of 1 imported row.').waitFor();
    await dialogOf(other).getByText('These rows are not part of the record any more').waitFor();
  });

  it('log no error', () => {
    expect(opened.faults).toEqual([]);
  });
});
