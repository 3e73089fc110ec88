// Stories of waterfall and playground.
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchFixture } from '../support/search-fixture.ts';

const WATERFALL = '/v2/search/waterfall-icp-keyword';

export function callStories(fixtureOf: () => SearchFixture): void {
  describe('the waterfall', () => {
    let base: SearchFixture['base'];
    let page: SearchFixture['page'];
    let post: SearchFixture['post'];
    let costOf: SearchFixture['costOf'];
    let isSound: SearchFixture['isSound'];
    beforeAll(() => {
      ({ base, page, post, costOf, isSound } = fixtureOf());
    });

    const steps = () => page.getByRole('list', { name: 'Steps in order' }).locator('> li');
    const addTitle = async (step: Locator, title: string) => {
      await step.getByRole('combobox', { name: 'Titles', exact: true }).fill(title);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    };
    const titles = () => steps().locator('.chip-text').allTextContents();
    let company = '';

    it('builds a cascade of steps that move by arrow keys, buttons and the mouse', async () => {
      const [largest] = (await post('/v2/search/companies', { company: { employee_range: { min: 1 } } })).results;
      company = String(largest?.['network_url']);
      await page.goto(`${base}/waterfall?company=${encodeURIComponent(company)}`);
      await page.getByRole('region', { name: 'Selected account' }).getByLabel('Account').selectOption('acme');
      for (const title of ['Manager', 'Director', 'Engineer']) {
        if ((await titles()).length > 0) await page.getByRole('button', { name: 'Add a step' }).click();
        await addTitle(steps().last(), title);
      }
      expect(await titles()).toEqual(['Manager', 'Director', 'Engineer']);
      await page.getByRole('button', { name: /^Step 1 of 3/ }).focus();
      await page.keyboard.press('ArrowDown');
      await expect.poll(titles).toEqual(['Director', 'Manager', 'Engineer']);
      await page.keyboard.press('ArrowDown');
      await expect.poll(titles).toEqual(['Director', 'Engineer', 'Manager']);
      await page.getByRole('button', { name: 'Move step 1 down' }).click();
      await expect.poll(titles).toEqual(['Engineer', 'Director', 'Manager']);
      await page.locator('.step-grip').nth(0).dragTo(steps().nth(1));
      await expect.poll(titles).toEqual(['Director', 'Engineer', 'Manager']);
    });

    it('runs for one credit and shows each row with the step that matched', async () => {
      const cost = await costOf(async () => {
        await page.getByRole('button', { name: /^Run/ }).click();
        await page.getByRole('table', { name: 'Waterfall rows' }).waitFor();
      });
      expect(cost).toBe(1);
      const { results } = await post(WATERFALL, {
        company_network_url: company,
        cascade: ['Director', 'Engineer', 'Manager'].map((title) => ({ include_title: [title] })),
      });
      const rows = page.getByRole('table', { name: 'Waterfall rows' }).locator('tbody tr');
      const cells = (place: number) => rows.locator(`td:nth-child(${place})`).allTextContents();
      const [matchedBy, names] = [await cells(2), await cells(3)];
      const shown = matchedBy.map((step, index) => [step, names[index]]);
      const wanted = results.map((row) => [`Step ${row['icp']}`, (row['person'] as { full_name: string }).full_name]);
      expect(wanted.length).toBeGreaterThan(0);
      expect(shown).toEqual(wanted);
      await isSound('waterfall');
    });

    it('shows the rows again for free after a reload, and opens a person', async () => {
      const rows = page.getByRole('table', { name: 'Waterfall rows' }).locator('tbody tr');
      const name = (await rows.first().locator('td:nth-child(3)').textContent()) ?? '';
      const cost = await costOf(async () => {
        await page.reload();
        await rows.first().waitFor();
        expect(await titles()).toEqual(['Director', 'Engineer', 'Manager']);
        await rows.first().getByRole('link', { name }).click();
        await page.getByRole('heading', { name, level: 1 }).waitFor();
        await page.goBack();
        await rows.first().waitFor();
      });
      expect(cost).toBe(0);
    });

    it('finds the company by its name, and states the cost before', async () => {
      const named = (await post('/v2/search/companies', { company: { employee_range: { min: 1 } } })).results[1];
      const run = page.getByRole('button', { name: /^Run/ });
      await page.getByLabel('Company', { exact: true }).fill(String(named?.['name']));
      await expect.poll(() => run.textContent()).toBe('Run 2 credits');
      const cost = await costOf(async () => {
        await run.click();
        await expect.poll(() => run.textContent()).toBe('Run 1 credit');
        await page.getByRole('table', { name: 'Waterfall rows' }).waitFor();
      });
      expect(cost).toBe(2);
    });

    it('puts an error next to its step', async () => {
      await page.getByRole('button', { name: 'Add a step' }).click();
      const cost = await costOf(async () => {
        await page.getByRole('button', { name: /^Run/ }).click();
        await steps()
          .last()
          .getByText(/needs a non-empty include_title or location/)
          .waitFor();
      });
      expect(cost).toBe(0);
    });
  });

  describe('the playground', () => {
    let base: SearchFixture['base'];
    let key: SearchFixture['key'];
    let page: SearchFixture['page'];
    let costOf: SearchFixture['costOf'];
    let isSound: SearchFixture['isSound'];
    beforeAll(() => {
      ({ base, key, page, costOf, isSound } = fixtureOf());
    });

    const json = () => page.getByLabel('Body as JSON');

    it('keeps form and JSON in sync', async () => {
      await page.goto(`${base}/playground?call=current-date`);
      const region = page.getByRole('combobox', { name: 'region (required)' });
      await region.selectOption('Asia/Tokyo');
      expect(JSON.parse(await json().inputValue())).toEqual({ region: 'Asia/Tokyo' });
      await json().fill('{"region": "Europe/Paris"}');
      await expect.poll(() => region.inputValue()).toBe('Europe/Paris');
      await json().fill('{"region": ');
      await page.getByText('The form shows the last valid body').waitFor();
      expect(await region.inputValue()).toBe('Europe/Paris');
      await region.selectOption('Asia/Tokyo');
      await json().fill('{"region": "Europe/Paris"}');
    });

    it('sends with a key that stays in memory, and shows status, credits, headers and body', async () => {
      await page.getByLabel('Call as').selectOption('key');
      await page.getByLabel('Key', { exact: true }).fill(key);
      await page.getByRole('button', { name: 'Send' }).click();
      const answer = page.getByRole('region', { name: 'Answer', exact: true });
      await answer.getByText('200', { exact: true }).waitFor();
      expect(JSON.parse((await answer.getByLabel('answer body', { exact: true }).textContent()) ?? '').timezone).toBe(
        'Europe/Paris',
      );
      await answer.getByText(/\d+ headers/).click();
      await answer.getByRole('cell', { name: 'x-request-id' }).waitFor();
      expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).not.toContain(key);
      await isSound('playground');
    });

    it('calls as the account without a key, and puts an error next to its field', async () => {
      await page.getByRole('region', { name: 'Selected account' }).getByLabel('Account').selectOption('acme');
      await page.getByLabel('Call as').selectOption('account');
      await json().fill('{"region": "Mars"}');
      const cost = await costOf(async () => {
        await page.getByRole('button', { name: 'Send' }).click();
        await page
          .locator('.field-error')
          .getByText(/IANA timezone/)
          .waitFor();
      });
      expect(cost).toBe(0);
    });

    it('shows the remedy if the credits are not sufficient, next to the unchanged answer', async () => {
      await page.goto(`${base}/playground?call=company&account=penniless`);
      const answer = page.getByRole('region', { name: 'Answer', exact: true });
      await page.getByRole('button', { name: 'Send' }).click();
      await answer.getByText('402', { exact: true }).waitFor();
      const remedy = answer.getByRole('alert');
      expect(await remedy.textContent()).toContain('fewer credits left than this costs. They reset on');
      await remedy.getByRole('link', { name: 'Grant credits to the account' }).waitFor();
      const raw = JSON.parse((await answer.getByLabel('answer body', { exact: true }).textContent()) ?? '');
      expect(raw.error.code).toBe('CREDITS_EXHAUSTED');
      await isSound('playground-no-credits');
      await page.goto(`${base}/playground?call=people-count&account=acme`);
    });

    it('completes members and values of the body from the keyboard, and sends by Ctrl-Enter', async () => {
      await page.goto(`${base}/playground?call=people-count`);
      const options = page.getByRole('listbox', { name: 'Fields and values' }).getByRole('option');
      await page.getByRole('combobox').first().waitFor();
      await page.getByText('More fields').first().waitFor();
      await json().fill('');
      await json().pressSequentially('{pe');
      await options.filter({ hasText: 'people' }).waitFor();
      await isSound('playground-completion');
      await json().focus();
      await page.keyboard.press('Control+Space');
      await page.keyboard.press('Enter');
      await expect.poll(() => json().inputValue()).toBe('{"people": {}');
      // The members of the new object are offered at once.
      await json().pressSequentially('job_le');
      await options.filter({ hasText: 'job_level' }).waitFor();
      await page.keyboard.press('Tab');
      await json().pressSequentially('V');
      await options.filter({ hasText: 'VP' }).waitFor();
      await page.keyboard.press('Enter');
      await json().press('End');
      await json().pressSequentially('}');
      expect(await options.count()).toBe(0);
      expect(JSON.parse(await json().inputValue())).toEqual({ people: { job_level: ['VP'] } });
      const answer = page.getByRole('region', { name: 'Answer', exact: true });
      await json().press('Control+Enter');
      await answer.getByText('200', { exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Code' }).click();
      await page.getByRole('tab', { name: 'TypeScript' }).click();
      await page.getByText("import { Cardfile } from '@cardfile/sdk';").waitFor();
      await page.getByRole('tab', { name: 'Python' }).click();
      await page.getByText('from cardfile import Cardfile').waitFor();
      // Tab leaves the text box while no option is active, so it is no keyboard trap.
      await json().focus();
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.tagName')).not.toBe('TEXTAREA');
      await page.goto(`${base}/playground?call=current-date`);
    });

    it('lists the last calls of this browser with their bodies, also after a reload', async () => {
      await page.reload();
      await page.getByRole('tab', { name: 'History' }).click();
      const calls = page.getByRole('table', { name: 'Last calls' });
      await calls.getByText('Europe/Paris').first().waitFor();
      await calls.getByRole('button').filter({ hasText: 'Current time' }).last().click();
      await expect.poll(() => json().inputValue()).toContain('Europe/Paris');
      await page.getByRole('button', { name: 'Clear history' }).click();
      expect(await calls.count()).toBe(0);
    });
  });
}
