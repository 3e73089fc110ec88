// An import in the browser: the file is uploaded in parts, its columns are checked and corrected, it runs next to the
// server, and the rejected rows can be downloaded. Then searches find its records. Also: suppression of a person,
// undo of an import, split of a record, decisions on possible duplicates.
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Dashboard,
  hasBrowser,
  OPERATOR,
  setUp,
  startDashboard,
  type WatchedContext,
} from '../support/browser.ts';
import { makeXlsx, textRow } from '../support/make-xlsx.ts';
import { call, succeed } from '../support/program.ts';

const network = 'https://www.network.example';
const PEOPLE = [
  'Name,Profile,Role,Land,Remark',
  `Erin Williams,${network}/in/erin-williams,VP Sales,DE,first`,
  `Ola Nordmann,${network}/in/ola-nordmann,Head of Marketing,NO,second`,
  'No Address,no address at all,Clerk,DE,third',
].join('\n');

describe.skipIf(!hasBrowser)('an import from the browser', () => {
  let dashboard: Dashboard;
  let opened: WatchedContext;
  let key = '';

  beforeAll(async () => {
    dashboard = await startDashboard(async (data) => {
      await succeed('plans', 'set', 'pro', '--credits', '500', '--rps', '50', '--data', data);
      await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
      key = (await succeed('keys', 'create', '--account', 'acme', '--data', data)).trim();
    });
    opened = await dashboard.open({ acceptDownloads: true });
    await setUp(opened.page, dashboard.setUpLink);
  });
  afterAll(() => dashboard?.close());

  const signIn = async (page: Page) => {
    await page.goto(dashboard.base);
    await page.getByLabel('E-mail').fill(OPERATOR.email);
    await page.getByLabel('Password').fill(OPERATOR.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  };

  it('shows the columns before the import, and lets an operator correct them', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/data/imports`);
    await page.getByText('No imports yet').waitFor();
    await page.setInputFiles('input[type=file]', {
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(PEOPLE),
    });
    await page.getByText('Columns of people.csv').waitFor();
    await expect.poll(() => page.getByLabel('Rows contain').inputValue()).toBe('people');
    await page.getByLabel('Source').fill('trade fair');
    await page.getByLabel('Column Profile is imported as').selectOption('network_url');
    await page.getByLabel('Column Role is imported as').selectOption('job_title');
    await expect.poll(() => page.getByLabel('Column Role is imported as').inputValue()).toBe('job_title');
    await page.getByText('The first 3 rows').click();
    await page.getByRole('cell', { name: 'third', exact: true }).waitFor();
  });

  it('returns a field to its column when a mistaken choice is taken back, and keeps the other choices', async () => {
    const { page } = opened;
    const fieldOf = (column: string) => page.getByLabel(`Column ${column} is imported as`);
    await fieldOf('Remark').selectOption('job_title');
    await expect.poll(() => fieldOf('Role').inputValue()).toBe('');
    await fieldOf('Remark').selectOption('');
    await expect.poll(() => fieldOf('Role').inputValue()).toBe('job_title');
    // Without a required field, the other columns keep their fields.
    await fieldOf('Name').selectOption('');
    await page.getByText('Choose the column for full_name above').waitFor();
    expect(await fieldOf('Role').inputValue()).toBe('job_title');
    expect(await fieldOf('Role').locator('option[value="experiences.job_title"]').count()).toBe(0);
    await fieldOf('Name').selectOption('full_name');
    await page.getByText('Choose the column for full_name above').waitFor({ state: 'detached' });
  });

  it('shows why a column of another party is not imported', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Later' }).click();
    const leads = 'First Name,Last Name,Email,Owner Email\nErin,Lane,erin@acme.example,sam@rep.example\n';
    await page.setInputFiles('input[type=file]', {
      name: 'leads.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(leads),
    });
    await page.getByText('Columns of leads.csv').waitFor();
    await page.getByText('Describes another party (owner), not the record').waitFor();
    expect(await page.getByLabel('Column Owner Email is imported as').inputValue()).toBe('');
  });

  it('detects the kind of the rows by their columns, and describes missing columns in its own terms', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Later' }).click();
    const send = (name: string, text: string) =>
      page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await send('export-1.csv', 'company_name,domain,industry,employee_count\nAcme,acme.example,Banking,12\n');
    await page.getByText('Columns of export-1.csv').waitFor();
    await expect.poll(() => page.getByLabel('Rows contain').inputValue()).toBe('companies');
    await page.getByRole('button', { name: 'Later' }).click();
    // The columns determine the kind: they describe people, whatever the file name suggests.
    await send('accounts.csv', 'full_name,job_title,email\nErin Lane,VP Sales,erin@acme.example\n');
    await page.getByText('Columns of accounts.csv').waitFor();
    await expect.poll(() => page.getByLabel('Rows contain').inputValue()).toBe('people');
    await page.getByRole('button', { name: 'Later' }).click();
    await send('export-2.csv', 'one,two\n1,2\n');
    await page.getByText('Columns of export-2.csv').waitFor();
    const said = page.locator('.callout-warn');
    await said.waitFor();
    expect(await said.textContent()).not.toContain('--');
    await page.getByRole('button', { name: 'Later' }).click();
    // An empty file is rejected, and the next one can be chosen at once.
    await send('empty.csv', '');
    await page.getByRole('alert').getByText('empty.csv is empty: choose a file with rows').waitFor();
    expect(await page.getByRole('button', { name: /^(Try again|Stop)$/ }).count()).toBe(0);
    // The same button leaves a file that cannot be read.
    await send('page.csv', '<html><body>no table</body></html>');
    await page.getByText('it is an HTML page').waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    for (const name of ['export-1.csv', 'accounts.csv', 'export-2.csv', 'page.csv'])
      await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('button', { name: 'Review the columns of people.csv' }).click();
    await page.getByText('Columns of people.csv').waitFor();
  });

  it('shows the columns of the chosen sheet of a workbook', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Later' }).click();
    const sheets = [
      { name: 'Contacts', rows: textRow('full_name', 'email') + textRow('Erin Lane', 'erin@acme.example') },
      { name: 'Firms', rows: textRow('company_name', 'domain') + textRow('Acme', 'acme.example') },
    ];
    const buffer = makeXlsx({ sheets });
    await page.setInputFiles('input[type=file]', { name: 'book.xlsx', mimeType: 'application/zip', buffer });
    const sheet = page.getByLabel('Sheet', { exact: true });
    await expect.poll(() => sheet.inputValue()).toBe('Contacts');
    await page.getByLabel('Column email is imported as').waitFor();
    await sheet.selectOption('Firms');
    await page.getByLabel('Column domain is imported as').waitFor();
    expect(await sheet.inputValue()).toBe('Firms');
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: 'Remove book.xlsx' }).click();
    await page.getByRole('button', { name: 'Review the columns of people.csv' }).click();
    await page.getByText('Columns of people.csv').waitFor();
  });

  it('continues an upload with the same file only, not with one that was changed since', async () => {
    const { page, context } = await dashboard.open();
    await signIn(page);
    const file = join(dashboard.data, '..', 'long.csv');
    const write = (name: string, changedAt: number) => {
      writeFileSync(file, `Name,Remark\n${name},first\n${`Filler Co,${'x'.repeat(90)}\n`.repeat(30_000)}`);
      utimesSync(file, changedAt, changedAt);
    };
    const sent: string[] = [];
    const choose = async () => {
      sent.length = 0;
      await page.goto(`${dashboard.base}/data/imports`);
      await page.setInputFiles('input[type=file]', file);
    };
    await page.route(/\/part\?offset=/, (route) => {
      const offset = new URL(route.request().url()).searchParams.get('offset') ?? '';
      sent.push(offset);
      return sent.length > 1 ? route.abort() : route.continue();
    });
    write('Before Ltd', 1_000_000_000);
    await choose();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await choose();
    await expect.poll(() => sent).toEqual(['1048576', '2097152']);
    write('Behind Ltd', 1_000_000_060);
    await page.unroute(/\/part\?offset=/);
    await choose();
    await page.getByText('Columns of long.csv').waitFor();
    await page.getByRole('cell', { name: 'Behind Ltd' }).first().waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    for (const left of [2, 1]) {
      const removals = page.getByRole('button', { name: 'Remove long.csv' });
      await expect.poll(() => removals.count()).toBe(left);
      await removals.first().click();
    }
    await context.close();
  });

  it('runs, reports, and offers the rejected rows', async () => {
    const { page } = opened;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.evaluate(
      "for (const time of [1, 2]) [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Start import').click()",
    );
    await page.getByRole('cell', { name: 'Finished' }).waitFor({ timeout: 60_000 });
    await page.getByRole('status').getByText('people.csv is imported: 3 rows, 1 rejected.').waitFor();
    expect(sent.filter((each) => each === 'POST /console/api/imports')).toHaveLength(1);
    await page.getByRole('button', { name: 'trade fair' }).click();
    const report = page.getByRole('dialog');
    await report.getByText('Reasons for rejected rows').first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      report.getByRole('link', { name: 'Rejected rows with reasons' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('no address at all');
    await page.keyboard.press('Escape');
  });

  it('finds its records in searches', async () => {
    const found = async () =>
      (await call(dashboard.base, key, '/v2/search/people', { people: { job_title: ['VP Sales'] } })).body
        .results_length;
    await expect.poll(found).toBe(1);
  });

  it('hides a person on the suppression list', async () => {
    const { page } = opened;
    await page.getByRole('tab', { name: 'Suppression list' }).click();
    await page.getByLabel('Value').fill(`${network}/in/erin-williams`);
    await page.getByLabel('Reason').selectOption('Objection');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('No entry of the list hides it.').waitFor();
    await page.getByRole('button', { name: 'Hide…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
    await page.getByText('Hidden now: 1 person').waitFor();
    const entry = (await page.getByRole('row', { name: /^Person/ }).textContent()) ?? '';
    expect(entry).toMatch(/Person\s*[0-9a-f]{8}\s*Objection/);
    expect(entry).toContain(OPERATOR.email);
    const body = { person_network_url: `${network}/in/erin-williams` };
    await expect.poll(async () => (await call(dashboard.base, key, '/v2/enrichment/email', body)).status).toBe(404);
  });

  it('finds the entry that hides a value, though the list keeps no values', async () => {
    const { page } = opened;
    await page.getByLabel('Value').fill(`${network}/in/erin-williams`);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('1 entry of the list hides it:').waitFor();
    const found = page.getByRole('table', { name: 'Entries that hide it' });
    await found.getByRole('cell', { name: 'Objection' }).waitFor();
    await page.getByLabel('Value').fill('no address');
    expect(await found.count()).toBe(0);
    await page.getByLabel('Kind').selectOption('email');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('This is not an e-mail address.').waitFor();
  });

  it('is undone after a description of the effect, once, however often it is submitted', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/data/imports`);
    await page.getByRole('button', { name: 'trade fair' }).click();
    await page.getByRole('button', { name: 'Undo import…' }).click();
    await page.getByText('This removes the records that only this import contained (2 new records).').waitFor();
    await page.getByText('takes a few minutes, and pages answer more slowly until it ends').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.evaluate("for (const time of [1, 2]) document.querySelector('dialog form').requestSubmit()");
    await page
      .getByText(
        /^Undone: 2 records removed.* Searches show it within moments; after a large undo, once the new edition is built\.$/,
      )
      .waitFor();
    expect(sent.filter((url) => url.endsWith('/imports/undo'))).toHaveLength(1);
    await page.getByRole('dialog').getByText('Undone', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'Undone' }).waitFor();
  });

  it('is split if it merged two companies into one', async () => {
    const { page } = opened;
    for (const [source, name] of [
      ['crm', 'Acme Ltd'],
      ['fair', 'Acme Limited'],
    ]) {
      const file = join(dashboard.data, `${source}.csv`);
      writeFileSync(file, `name,website\n${name},acme.example\n`);
      await succeed('import', 'companies', file, '--data', dashboard.data);
    }
    const named = () => call(dashboard.base, key, '/v2/search/companies', { company: { name: ['Acme'] } });
    await expect.poll(async () => (await named()).body.results_length).toBe(1);
    await page.goto(`${dashboard.base}/companies/acme-ltd?account=acme`);
    await page.getByRole('button', { name: /^Show the record/ }).click();
    await page.getByRole('button', { name: 'Split rows off…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Split rows off' });
    const split = dialog.getByRole('button', { name: 'Split off' });
    expect(await split.isDisabled()).toBe(true);
    await dialog.getByLabel(/^fair/).check();
    await split.click();
    await page.getByText(/is now a separate record from acme-ltd/).waitFor();
    await page.getByText('Made of 1 imported row.').waitFor();
    await expect.poll(async () => (await named()).body.results_length).toBe(2);
  });

  it('leaves possible duplicates to an operator, who merges or separates them', async () => {
    const { page } = opened;
    const file = join(dashboard.data, 'initials.csv');
    const rows = ['M. Oberhuber', 'Marlen Oberhuber', 'K. Lindqvist', 'Karin Lindqvist'].map(
      (name, index) =>
        `${name},${index % 2 === 0 ? 'Head of Sales' : 'Sales Lead'},${index < 2 ? 'quarrywell' : 'norvane'}.example`,
    );
    writeFileSync(file, ['full_name,job_title,company_domain', ...rows].join('\n'));
    await succeed('import', 'people', file, '--source', 'initials', '--data', dashboard.data);
    await page.goto(`${dashboard.base}/data/reviews`);
    const pair = (name: string) => page.getByRole('row', { name });
    await pair('Marlen Oberhuber').getByText('surname: equal').waitFor();
    const other = await opened.context.newPage();
    await other.goto(page.url());
    const sameInOther = other.getByRole('row', { name: 'Karin Lindqvist' });
    await sameInOther.waitFor();
    await pair('Karin Lindqvist').getByRole('button', { name: 'Keep apart' }).click();
    await page.getByText('stay apart, also in later imports').waitFor();
    // The other tab still shows the decided pair. Its decision is rejected, and the pair disappears.
    await sameInOther.getByRole('button', { name: 'Keep apart' }).click();
    await sameInOther.waitFor({ state: 'detached' });
    await other.close();
    await pair('Karin Lindqvist').waitFor({ state: 'detached' });
    await pair('Marlen Oberhuber').getByRole('button', { name: 'Merge…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await page.getByText('are one record now').waitFor();
    await page.getByText('No possible duplicates').waitFor();
    const people = (name: string) => call(dashboard.base, key, '/v2/search/people', { people: { name: [name] } });
    await expect.poll(async () => (await people('Oberhuber')).body.results_length).toBe(1);
    expect((await people('Lindqvist')).body.results_length).toBe(2);
  });

  it('logged no error', () => {
    expect(opened.faults).toEqual([]);
  });
});
