// Stories of lists: uploaded, previewed for free, run, paused at the credit limit, downloaded; and a selection of the
// explorer.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchFixture } from '../support/search-fixture.ts';

export function listStories(fixtureOf: () => SearchFixture): void {
  describe('a list', () => {
    let base: SearchFixture['base'];
    let page: SearchFixture['page'];
    let post: SearchFixture['post'];
    let costOf: SearchFixture['costOf'];
    let isSound: SearchFixture['isSound'];
    beforeAll(() => {
      ({ base, page, post, costOf, isSound } = fixtureOf());
    });

    const runs = () => page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
    const preview = () => page.getByRole('region', { name: 'Preview' });
    const figure = () => preview().locator('.found-figure').textContent();
    const runButton = () => preview().getByRole('button', { name: /^Run/ });
    let found = 0;

    it('is uploaded and previewed without a credit', async () => {
      const { results } = await post('/v2/search/people', {
        people: { job_level: ['Director', 'Manager'] },
        max_results: 40,
      });
      const rows = results.map(({ full_name: name, network_url: url }) => `${name},${url},mine`);
      const text = [
        'Who,LinkedIn,note',
        ...rows,
        'No One,https://www.network.example/in/not-there-at-all,x',
        'Joe,?,y',
      ];
      const cost = await costOf(async () => {
        await page.goto(`${base}/enrich?account=acme`);
        await page.getByText('No runs yet').waitFor();
        await isSound('enrich-empty');
        await page.setInputFiles('input[type=file]', {
          ...{ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text.join('\n')) },
        });
        await page.getByRole('heading', { name: 'people.csv', level: 1 }).waitFor();
        expect(await page.getByLabel('Column LinkedIn contains').inputValue()).toBe('network_url');
        await page.getByText('Guessed', { exact: true }).first().waitFor();
        await expect.poll(figure).toMatch(/^\d+ of 42 rows found$/);
      });
      expect(cost).toBe(0);
      found = Number.parseInt((await figure()) ?? '', 10);
      expect(found).toBeGreaterThan(2);
      expect(await runButton().textContent()).toContain(`at most ${found} credits`);
      await preview().getByText('1 unusable').waitFor();
      await isSound('enrich-list');
    });

    it('updates with the chosen fields and columns, and keeps the choices over a reload', async () => {
      const cost = await costOf(async () => {
        await page.getByRole('radio', { name: /^Person profile/ }).check();
        await expect.poll(figure).toBe('40 of 42 rows found');
        await page.getByLabel('Column LinkedIn contains').selectOption('');
        await page.getByLabel('Column Who contains').selectOption('');
        await page.getByText('Choose above which columns').waitFor();
        await page.reload();
        await page.getByText('Choose above which columns').waitFor();
        await page.getByLabel('Column LinkedIn contains').selectOption('network_url');
        await preview().locator('.found-figure').waitFor();
      });
      expect(cost).toBe(0);
    });

    it('runs up to its credit limit, pauses, and continues with a higher one', async () => {
      await page.getByRole('radio', { name: /^Work e-mail/ }).check();
      await expect.poll(figure).toBe(`${found} of 42 rows found`);
      await preview().getByLabel('Credit limit').fill('2');
      const first = await costOf(async () => {
        await runButton().click();
        await runs().filter({ hasText: 'Paused' }).waitFor();
      });
      expect(first).toBe(2);
      await isSound('enrich-paused');
      const rest = await costOf(async () => {
        await runs().first().getByRole('button', { name: 'Actions of people.csv' }).click();
        await page.getByRole('menuitem', { name: 'Resume…' }).click();
        const window = page.getByRole('dialog', { name: 'Resume people.csv' });
        await window.getByLabel('Credit limit').fill('1');
        await page.keyboard.press('Enter');
        await window.getByText('must be at least 2').waitFor();
        await window.getByLabel('Credit limit').fill('1000');
        await isSound('enrich-resume');
        await page.keyboard.press('Enter');
        await runs().filter({ hasText: 'Done' }).waitFor();
      });
      expect(rest).toBe(found - 2);
    });

    it('is downloaded with its original columns and the added ones', async () => {
      const saving = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download the results of people.csv' }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe('people-email.csv');
      const lines = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      expect(lines.length).toBe(43);
      expect(lines[0]).toMatch(/^\uFEFFWho,LinkedIn,note,result\.email,.*status,reason$/);
      expect(lines.filter((line) => line.includes(',found,')).length).toBe(found);
    });

    it('gets more columns from its results', async () => {
      const cost = await costOf(async () => {
        await runs().first().getByRole('button', { name: 'Actions of people.csv' }).click();
        await page.getByRole('menuitem', { name: 'Add more…' }).click();
        await page.getByRole('heading', { name: 'people-email.csv', level: 1 }).waitFor();
        await page.getByText('result.email').first().waitFor();
        await preview().locator('.found-figure').waitFor();
        await page.getByRole('link', { name: 'Enrich a list' }).click();
        await page.getByRole('region', { name: 'Uploaded lists' }).getByText('people-email.csv').waitFor();
      });
      expect(cost).toBe(0);
    });

    it('is shown while answers take longer than the interval of the polls', async () => {
      await page.route('**/console/api/batches?*', async (route) => {
        await sleep(1500);
        await route.continue().catch(() => undefined);
      });
      await page.goto(`${base}/enrich?account=acme`);
      await runs().first().waitFor();
      await page.unroute('**/console/api/batches?*');
    });

    it('leaves the reader on the screen that was opened while it was uploaded', async () => {
      let isAnswered = false;
      await page.route('**/console/api/drafts?*', async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        await sleep(1000);
        await route.continue();
      });
      page.on('response', (response) => {
        isAnswered ||= response.request().method() === 'POST' && response.url().includes('/drafts?');
      });
      await page.setInputFiles('input[type=file]', {
        ...{ name: 'slow.csv', mimeType: 'text/csv', buffer: Buffer.from('email\na@acme.example\n') },
      });
      await page.getByRole('link', { name: 'Keys', exact: true }).click();
      await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
      await expect.poll(() => isAnswered).toBe(true);
      await sleep(200);
      expect(new URL(page.url()).pathname).toBe('/keys');
      await page.unroute('**/console/api/drafts?*');
    });

    it('is run once, however often the button is pressed', async () => {
      await page.goto(`${base}/enrich?account=acme`);
      await page.getByRole('region', { name: 'Uploaded lists' }).getByText('people.csv', { exact: true }).click();
      await runButton().waitFor();
      const sent: string[] = [];
      await page.route('**/drafts/*/run', (route) => {
        sent.push(route.request().url());
        return route.fulfill({ status: 409, json: { error: { code: 'CONFLICT', message: 'not now' } } });
      });
      await page.evaluate("for (const time of [1, 2]) document.querySelector('.run-line .button-primary').click()");
      await page.getByRole('alert').getByText('Not now.').waitFor();
      expect(sent).toHaveLength(1);
      await page.unroute('**/drafts/*/run');
    });

    it('is made of rows that are selected in the explorer', async () => {
      await page.goto(`${base}/explorer/people?people.job_level=Director&account=acme`);
      await page.getByRole('button', { name: /^Show/ }).first().click();
      const rows = page.locator('.result-table tbody tr');
      await rows.nth(1).waitFor();
      const cost = await costOf(async () => {
        for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
        await page.getByRole('button', { name: 'Enrich…' }).click();
        await page.getByRole('heading', { name: '2-people.csv', level: 1 }).waitFor();
        await page.getByRole('radio', { name: /^Person profile/ }).check();
        await expect.poll(figure).toBe('2 of 2 rows found');
      });
      expect(cost).toBe(0);
    });

    it('is cancelled and removed on confirmation', async () => {
      await page.goto(`${base}/enrich?account=acme`);
      await runs().first().getByRole('button', { name: 'Actions of people.csv' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No runs yet').waitFor();
    });
  });
}
