// The search screens in a real browser: explorer, records, waterfall and playground, by mouse and by keyboard, with
// their costs. One server and one browser for all of them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { openSearchFixture, type SearchFixture } from '../support/search-fixture.ts';
import { callStories } from './call-stories.ts';
import { frameStories } from './frame-stories.ts';
import { listStories } from './list-stories.ts';
import { numberStories } from './number-stories.ts';
import { recordListStories } from './record-list-stories.ts';
import { recordStories } from './record-stories.ts';
import { requestStories } from './request-stories.ts';
import { webhookStories } from './webhook-stories.ts';

describe.skipIf(!hasBrowser)('the search screens', () => {
  let fixture: SearchFixture;
  beforeAll(async () => {
    fixture = await openSearchFixture();
  });
  afterAll(() => fixture?.close());

  describe('the explorer', () => {
    let base: SearchFixture['base'];
    let key: SearchFixture['key'];
    let page: SearchFixture['page'];
    let post: SearchFixture['post'];
    let count: SearchFixture['count'];
    let costOf: SearchFixture['costOf'];
    let isSound: SearchFixture['isSound'];
    let buyFirst: SearchFixture['buyFirst'];
    let rows: SearchFixture['rows'];
    let shownTotal: SearchFixture['shownTotal'];
    let textOf: SearchFixture['textOf'];
    beforeAll(() => {
      ({ base, key, page, post, count, costOf, isSound, buyFirst, rows, shownTotal, textOf } = fixture);
    });
    const rail = (group: string) => page.getByRole('region', { name: `${group} filters` });
    /** The checkbox of a value in the list of a filter. */
    const choice = (field: string, value: string) => {
      const list = page.getByRole('list', { name: `${field} and counts` }).first();
      return list.getByRole('checkbox', { name: new RegExp(`^${value}`) });
    };

    it('counts and suggests for free before an account is chosen', async () => {
      await page.goto(`${base}/explorer`);
      await page.getByText('Who are you looking for?').waitFor();
      await isSound('explorer-empty');
      await page.keyboard.press('/');
      await page.keyboard.type('manager');
      const option = page.getByRole('option', { name: /^Job title contains\s*manager/ });
      await option.locator('.suggestion-count').waitFor();
      await page.keyboard.press('Enter');
      const { total_results: total } = await count({ people: { job_title: ['manager'] } });
      await expect.poll(shownTotal).toBe(textOf(total));
      await page.getByText('Choose the account that pays').waitFor();
      expect(await page.getByRole('button', { name: /^Show the first/ }).count()).toBe(0);
    });

    it('fills the window: only its parts scroll', async () => {
      await page.getByRole('region', { name: 'Filters', exact: true }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    });

    it('suggests completions of an incomplete word first', async () => {
      await page.getByRole('combobox', { name: 'Search people' }).fill('manag');
      await page.locator('.suggestion-count').first().waitFor();
      const [first] = await page.locator('.search-suggestion').allTextContents();
      expect(first).toMatch(/^Job title.*anag.*[1-9]\d*$/);
      await page.getByRole('combobox', { name: 'Search people' }).fill('');
    });

    it('keeps the chosen account in the address, over a reload and in a link', async () => {
      await page.locator('.paying').getByLabel('Account').selectOption('acme');
      await expect.poll(() => page.url()).toContain('account=acme');
      await page.reload();
      await page.getByRole('button', { name: /^Show/ }).first().waitFor();
      expect(await page.getByRole('region', { name: 'Selected account' }).getByLabel('Account').inputValue()).toBe(
        'acme',
      );
      await page.goto(`${base}/explorer?account=other`);
      await expect
        .poll(() => page.getByRole('region', { name: 'Selected account' }).getByLabel('Account').inputValue())
        .toBe('other');
      await page.goto(`${base}/explorer?account=acme`);
      await page.getByText('Who are you looking for?').waitFor();
    });

    it('filters by the values with their counts; the address contains the search; all of it is free', async () => {
      const cost = await costOf(async () => {
        await choice('Seniority', 'Director').check();
        await choice('Seniority', 'Manager').check();
        const { total_results: total } = await count({ people: { job_level: ['Director', 'Manager'] } });
        await expect.poll(shownTotal).toBe(textOf(total));
        await expect.poll(() => page.locator('.results-stale').count()).toBe(0);
      });
      expect(cost).toBe(0);
      expect(new URL(page.url()).search).toBe('?people.job_level=Director&people.job_level=Manager&account=acme');
      await expect
        .poll(() => page.getByRole('list', { name: 'Active filters' }).locator('.chip-text').allTextContents())
        .toEqual(['Seniority: Director', 'Seniority: Manager']);
    });

    it('shows the number of matches of each value, also for the filtered field', async () => {
      const { total_results: vps } = await count({ people: { job_level: ['VP'] } });
      const vp = page
        .getByRole('list', { name: 'Seniority and counts' })
        .getByRole('listitem')
        .filter({ hasText: 'VP' });
      await expect.poll(() => vp.locator('.facet-count').textContent()).toBe(vps.toLocaleString('en-GB'));
      const { facets } = await count({
        people: { job_level: ['Director', 'Manager'] },
        facets: ['people.job_function'],
      });
      const [first] = facets?.['people.job_function'] ?? [];
      const line = page.getByRole('list', { name: 'Department and counts' }).getByRole('listitem').first();
      await expect.poll(() => line.locator('.facet-count').textContent()).toBe(first?.count.toLocaleString('en-GB'));
    });

    it('buys nothing if Enter is pressed on another button or link', async () => {
      const cost = await costOf(async () => {
        await page.getByRole('button', { name: 'As code…' }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('link', { name: 'Companies', exact: true }).focus();
        await page.keyboard.press('Enter');
        await page.waitForURL(/explorer\/companies/);
        await page.goBack();
        await page.getByRole('button', { name: 'Show the first 100 1 credit' }).waitFor();
      });
      expect(cost).toBe(0);
    });

    it('buys a page by the button that names the price, and the next one', async () => {
      const cost = await costOf(async () => {
        await page.getByRole('button', { name: 'Show the first 100 1 credit' }).click();
        await rows().nth(99).waitFor();
      });
      expect(cost).toBe(1);
      const next = page.getByRole('button', { name: /^Next \d+ 1 credit/ });
      expect(
        await costOf(async () => {
          await next.focus();
          await page.keyboard.press('Enter');
          await rows().nth(100).waitFor();
        }),
      ).toBe(1);
    });

    it('shows paid rows again for free: by the back button and after a reload', async () => {
      const shown = await rows().count();
      const cost = await costOf(async () => {
        await choice('Department', 'Operations').check();
        await page.getByRole('button', { name: /^Show/ }).first().waitFor();
        await page.goBack();
        await expect.poll(() => rows().count()).toBe(shown);
        await page.reload();
        await expect.poll(() => rows().count()).toBe(shown);
      });
      expect(cost).toBe(0);
    });

    it('moves by J and K, selects by X, and chooses columns', async () => {
      await page.locator('.result-scroll').focus();
      for (const key of ['j', 'j', 'x', 'j', 'x', 'k']) await page.keyboard.press(key);
      expect(await rows().locator('input:checked').count()).toBe(2);
      expect(await page.evaluate('document.activeElement.textContent')).toBe(
        await rows().nth(1).locator('[data-row-link]').textContent(),
      );
      await page.getByRole('button', { name: 'Columns' }).click();
      const list = page.getByRole('group', { name: 'Columns' });
      await list.getByLabel('Department').check();
      await page.keyboard.press('Escape');
      await page.getByRole('columnheader', { name: 'Department' }).waitFor();
      // The list closes when the focus leaves it.
      await page.getByRole('button', { name: 'Columns' }).press('Enter');
      await list.getByRole('checkbox').last().focus();
      await page.keyboard.press('Tab');
      await list.waitFor({ state: 'detached' });
    });

    it('reveals the e-mails of the selection for at most the announced credits, and never twice', async () => {
      const bar = page.getByRole('region', { name: '2 selected' });
      const button = bar.getByRole('button', { name: /^Reveal e-mails/ });
      expect(await button.textContent()).toContain('at most 2 credits');
      let said = '';
      const cost = await costOf(async () => {
        await button.click();
        said = (await bar.getByRole('status').textContent()) ?? '';
      });
      expect(said).toContain(`${cost} credit`);
      expect(await rows().locator('.cell-contact-text').count()).toBe(cost);
      expect(await button.isDisabled()).toBe(true);
    });

    it('exports with chosen columns and revealed e-mails; another export of the same rows is free', async () => {
      await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Export…' }).click();
      const window = page.getByRole('dialog', { name: 'Export people' });
      await window.getByLabel('Work e-mail').check();
      await window.getByLabel('Connections').uncheck();
      const saved = async () => {
        const saving = page.waitForEvent('download');
        await window.getByRole('button', { name: /^Export/ }).click();
        const file = await (await saving).path();
        return readFileSync(file, 'utf8').trimEnd().split('\r\n');
      };
      expect(await window.getByRole('button', { name: /^Export/ }).textContent()).toContain('free');
      /** The lines of the file, and the credits that the export cost. */
      const exported = async () => {
        let lines: string[] = [];
        const cost = await costOf(async () => {
          lines = await saved();
        });
        return { lines, cost };
      };
      const { lines, cost: ofSelection } = await exported();
      expect(ofSelection).toBe(0);
      expect(lines[0]).toMatch(/^\uFEFFfull_name,job_title,.*,email$/);
      expect(lines[0]).not.toContain('connections_count');
      expect(lines.length).toBe(3);
      await isSound('export');
      const { total_results: total } = await count({ people: { job_level: ['Director', 'Manager'] } });
      const paid = await rows().count();
      await window.getByLabel('Work e-mail').uncheck();
      await window.getByLabel('Rows', { exact: true }).selectOption('first');
      await window.getByLabel('Number of rows').fill(String(total));
      const wanted = Math.ceil((total - paid) / 100);
      const all = await exported();
      expect([all.cost, all.lines.length]).toEqual([wanted, total + 1]);
      expect((await exported()).cost).toBe(0);
      await page.keyboard.press('Escape');
    });

    it('exports the selection if there is one, whatever the last export had', async () => {
      const window = page.getByRole('dialog', { name: 'Export people' });
      const openedWith = async (which: string) => {
        expect(await window.getByLabel('Rows', { exact: true }).inputValue()).toBe(which);
        await page.keyboard.press('Escape');
      };
      await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Export…' }).click();
      await openedWith('selected');
      await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Export…' }).click();
      await window.getByLabel('Connections').check();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Clear selection' }).click();
      await page.getByRole('button', { name: 'Export…' }).click();
      await openedWith('first');
    });

    it('hides records, and shows them again by Undo', async () => {
      const total = await shownTotal();
      const name = (await rows().nth(1).locator('.cell-name').textContent()) ?? '';
      await page.getByLabel(`Select ${name}`).first().check();
      await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Hide' }).click();
      await page.getByText('1 person hidden from all answers.').waitFor();
      expect(await rows().nth(1).locator('.cell-name').textContent()).not.toBe(name);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('1 person can be found again.').waitFor();
      await expect.poll(() => rows().nth(1).locator('.cell-name').textContent()).toBe(name);
      // Calls find the record again within a second.
      const found = async () => textOf((await count({ people: { job_level: ['Director', 'Manager'] } })).total_results);
      await expect.poll(found).toBe(total);
      await expect.poll(shownTotal).toBe(total);
    });

    it('shows which records are hidden if the server fails in between, and shows those again by Undo', async () => {
      const names = await rows().locator('.cell-name').allTextContents();
      let calls = 0;
      await page.route('**/console/api/suppressions', (route) => {
        calls += 1;
        return calls === 2 ? route.fulfill({ status: 429, json: {} }) : route.continue();
      });
      for (const row of [0, 1, 2]) await rows().nth(row).getByRole('checkbox').check();
      await page.getByRole('region', { name: '3 selected' }).getByRole('button', { name: 'Hide' }).click();
      await page.getByText('1 person hidden from all answers.').waitFor();
      expect(await rows().first().locator('.cell-name').textContent()).toBe(names[1]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => rows().first().locator('.cell-name').textContent()).toBe(names[0]);
      await page.unroute('**/console/api/suppressions');
      await page.locator('.notice-bad').getByRole('button', { name: 'Close' }).click();
    });

    it('shows the search as a curl command and as TypeScript, and both work', async () => {
      await page.getByRole('button', { name: 'As code…' }).click();
      const curl = (await page.getByLabel('curl sample', { exact: true }).textContent()) ?? '';
      const environment = { ...process.env, CARDFILE_KEY: key };
      const answer = JSON.parse(execFileSync('bash', ['-c', curl], { env: environment, encoding: 'utf8' }));
      expect(answer.results.length).toBeGreaterThan(0);
      await page.getByRole('tab', { name: 'TypeScript' }).click();
      const sample = (await page.getByLabel('TypeScript sample', { exact: true }).textContent()) ?? '';
      const code = sample
        .replace("'@cardfile/sdk'", `'${join(import.meta.dirname, '../../packages/sdk/src/index.ts')}'`)
        .replaceAll('console.log(row)', "console.log('record')");
      const run = ['--input-type=module-typescript', '--eval', code];
      const printed = () => {
        const output = execFileSync(process.execPath, run, { env: environment, encoding: 'utf8' });
        return textOf(output.split('\n').filter((line) => line === 'record').length);
      };
      // Each part of the server shows the previously hidden record again within a second.
      await expect.poll(printed).toBe(await shownTotal());
      await page.keyboard.press('Escape');
    });

    it('keeps company filters in the other searches', async () => {
      await page.goto(`${base}/explorer/companies?company.employee_range=11..500&account=acme`);
      const { total_results: total } = await post('/v2/search/companies', {
        company: { employee_range: { min: 11, max: 500 } },
        include_total: true,
      });
      await expect.poll(async () => Number((await shownTotal())?.replace(/\D/g, ''))).toBe(total);
      await page.getByRole('navigation', { name: 'Kind of records' }).getByRole('link', { name: 'Jobs' }).click();
      await expect.poll(() => page.url()).toContain('/explorer/jobs?company.employee_range=11..500');
      await buyFirst();
    });

    it('shows for free which filter excludes all records, and removes it', async () => {
      const cost = await costOf(async () => {
        await page.goto(`${base}/explorer/people?people.job_title=zzzz&people.job_level=VP&account=acme`);
        const { total_results: total } = await count({ people: { job_level: ['VP'] } });
        await page.getByText(`${total} without “Job title”`).waitFor();
        await isSound('explorer-nothing');
        const condition = page.getByRole('listitem').filter({ hasText: 'Job title' });
        await condition.getByRole('button', { name: 'Remove it' }).click();
        await expect.poll(shownTotal).toBe(textOf(total));
      });
      expect(cost).toBe(0);
    });

    it('saves a search under a name, and opens it again', async () => {
      const cost = await costOf(async () => {
        await page.goto(`${base}/explorer/people?people.job_level=VP&account=acme`);
        await page.getByRole('button', { name: 'Save search' }).click();
        await page.getByRole('dialog', { name: 'Save search' }).getByLabel('Name').fill('Vice presidents');
        await isSound('save-search');
        await page.keyboard.press('Enter');
        await page.getByText('Vice presidents is saved.').waitFor();
        await page.goto(`${base}/explorer/companies?account=acme`);
        await page.getByRole('button', { name: 'Saved', exact: true }).click();
        await page.getByRole('link', { name: 'Vice presidents' }).waitFor();
        await isSound('saved-searches');
        await page.getByRole('link', { name: 'Vice presidents' }).click();
        const { total_results: total } = await count({ people: { job_level: ['VP'] } });
        await expect.poll(shownTotal).toBe(textOf(total));
        expect(new URL(page.url()).search).toBe('?people.job_level=VP&account=acme');
        await page.getByRole('button', { name: 'Saved', exact: true }).click();
        const saved = async () => (await page.request.get(`${base}/console/api/searches?account=acme`)).json();
        const [{ id }] = (await saved()).rows;
        await page.getByRole('button', { name: 'Remove Vice presidents' }).click();
        await page.getByText('No saved searches yet').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
        // Its watch refers to it by the id.
        await expect.poll(saved).toMatchObject({ rows: [{ id }] });
        await page.getByRole('button', { name: 'Remove Vice presidents' }).click();
        await page.getByText('No saved searches yet').waitFor();
        await page.keyboard.press('Escape');
      });
      expect(cost).toBe(0);
    });

    it('limits people per company', async () => {
      await page.getByRole('button', { name: 'Results' }).click();
      await rail('Results').getByLabel('Maximum per company').fill('1');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url()).toContain('people.max_per_company=1');
      const { total_results: total } = await count({ people: { job_level: ['VP'], max_per_company: 1 } });
      await expect.poll(shownTotal).toBe(textOf(total));
    });

    it('counts again on request after the server could not be reached', async () => {
      const path = '**/search/people/count*';
      await page.route(path, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '0' } }));
      await page.goto(`${base}/explorer/people?people.job_level=Staff&account=acme`);
      await page.getByText('Not counted').waitFor();
      await page.unroute(path);
      await page.getByRole('button', { name: 'Try again' }).click();
      const { total_results: total } = await count({ people: { job_level: ['Staff'] } });
      await expect.poll(shownTotal).toBe(textOf(total));
    });
  });

  numberStories(() => fixture);
  recordStories(() => fixture);
  frameStories(() => fixture);
  callStories(() => fixture);
  listStories(() => fixture);
  recordListStories(() => fixture);
  requestStories(() => fixture);
  webhookStories(() => fixture);

  it('requested no other host, logged no error, and met no violation of its policy', () => {
    expect(fixture.faults).toEqual([]);
  });
});
