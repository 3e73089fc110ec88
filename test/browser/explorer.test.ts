// The search screens in a real browser: explorer, waterfall and playground, by mouse and by keyboard, with their
// costs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, hasBrowser, picture, setUp, startDashboard, type WatchedContext } from '../support/browser.ts';
import { call, succeed } from '../support/program.ts';

const PEOPLE = '/v2/search/people';
const WATERFALL = '/v2/search/waterfall-icp-keyword';

describe.skipIf(!hasBrowser)('the search screens', () => {
  let dashboard: Dashboard;
  let operator: WatchedContext;
  let page: Page;
  let key = '';

  beforeAll(async () => {
    dashboard = await startDashboard();
    const data = ['--data', dashboard.data] as const;
    await succeed('plans', 'set', 'pro', '--credits', '5000', '--rps', '100', ...data);
    // With one account only there is no choice.
    for (const name of ['acme', 'other']) await succeed('accounts', 'create', name, '--plan', 'pro', ...data);
    key = (await succeed('keys', 'create', '--account', 'acme', ...data)).trim();
    operator = await dashboard.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = operator.page;
    await setUp(page, dashboard.setUpLink);
  });
  afterAll(() => dashboard?.close());

  const post = async (path: string, body: object) => {
    const { status, body: answer } = await call(dashboard.base, key, path, body);
    expect(status).toBe(200);
    return answer as { total_results: number; results: Record<string, unknown>[] };
  };
  const creditsLeft = async () => {
    const { body } = await call(dashboard.base, key, '/v2/account/key-info', null);
    return (body as { remaining_credits: number }).remaining_credits;
  };
  /** The cost of an action in the browser, by the balance before and after. */
  const costOf = async (act: () => Promise<unknown>) => {
    const before = await creditsLeft();
    await act();
    return before - (await creditsLeft());
  };
  const box = (label: string) => page.getByRole('combobox', { name: label, exact: true });
  const shownTotal = () => page.locator('.results h2').textContent();

  /** No violation of axe, and nothing wider than the window, in both themes and on a narrow screen. */
  const isSound = async (name: string) => {
    const size = page.viewportSize() ?? { width: 1280, height: 900 };
    try {
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          // Color transitions last a moment.
          await page.waitForTimeout(300);
          await picture(page, `${name}-${width}-${colorScheme}`);
          expect(await violations(page), `${name} ${width} ${colorScheme}`).toEqual([]);
        }
        const isInside = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
        expect(isInside, `${name} fits ${width}`).toBe(true);
      }
    } finally {
      await page.emulateMedia({ colorScheme: null });
      await page.setViewportSize(size);
    }
  };

  describe('the explorer', () => {
    it('asks an operator for the account that is charged', async () => {
      await page.goto(`${dashboard.base}/explorer`);
      await page.getByText('Whose credits?').waitFor();
      await page.getByLabel('Account', { exact: true }).selectOption('acme');
      await page.getByText('No search yet').waitFor();
      await isSound('explorer-empty');
    });

    it('suggests values of the data during typing, free of credits', async () => {
      const cost = await costOf(async () => {
        await box('Job title').fill('manag');
        await page
          .getByRole('option', { name: /manager/i })
          .first()
          .waitFor();
        await page.keyboard.press('Escape');
        await box('Job title').fill('');
      });
      expect(cost).toBe(0);
    });

    it('searches by keyboard alone; the address contains the search, which costs one credit', async () => {
      const cost = await costOf(async () => {
        await box('Seniority').focus();
        await page.keyboard.type('dir');
        await expect.poll(() => page.locator('.suggestion').allTextContents()).toEqual(['Director']);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Remove Director' }).waitFor();
        // Enter comes before the suggestions: the best one is chosen when they arrive.
        await page.keyboard.type('manag');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Remove Manager' }).waitFor();
        await page.keyboard.press('Enter');
        await page.locator('.results tbody tr').nth(24).waitFor();
      });
      expect(cost).toBe(1);
      expect(new URL(page.url()).search).toBe('?people.job_level=Director&people.job_level=Manager');
      const { total_results: total } = await post(PEOPLE, {
        people: { job_level: ['Director', 'Manager'] },
        include_total: true,
      });
      expect(await shownTotal()).toBe(`${total.toLocaleString('en-GB')} people`);
      await isSound('explorer-people');
    });

    it('shows for each closed value the number of matches that have it', async () => {
      await box('Country').first().focus();
      const option = page.getByRole('option', { name: /^United States/ }).first();
      await option.waitFor();
      const { total_results: total } = await post(PEOPLE, {
        people: { job_level: ['Director', 'Manager'], country_code: ['US'] },
        include_total: true,
      });
      expect(await option.locator('.suggestion-count').textContent()).toBe(total.toLocaleString('en-GB'));
      await page.keyboard.press('Escape');
    });

    it('loads the next page by keyboard for a credit', async () => {
      const next = page.getByRole('button', { name: /^Next/ });
      const cost = await costOf(async () => {
        await next.focus();
        await page.keyboard.press('Enter');
        await page.locator('.results tbody tr').nth(49).waitFor();
      });
      expect(cost).toBe(1);
    });

    it('narrows by a value of the breakdown; the back button returns without another credit', async () => {
      const before = await shownTotal();
      await page.getByLabel('Breakdown by').selectOption({ label: 'Person: Sales region' });
      const value = page.locator('.facet-value').first();
      const counted = await value.locator('.number').textContent();
      await value.click();
      await expect.poll(shownTotal).toBe(`${counted} people`);
      const narrowed = page.url();
      const cost = await costOf(async () => {
        await page.goBack();
        await expect.poll(shownTotal).toBe(before);
        expect(await page.locator('.results tbody tr').count()).toBe(50);
        await page.goForward();
        await expect.poll(() => page.url()).toBe(narrowed);
        await expect.poll(shownTotal).toBe(`${counted} people`);
      });
      expect(cost).toBe(0);
    });

    it('opens a record by keyboard with its career, and returns the focus', async () => {
      const first = page.locator('.results .row-open').first();
      const name = (await first.textContent()) ?? '';
      await first.focus();
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog', { name });
      await drawer.getByRole('region', { name: 'Career' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await drawer.getByRole('tab', { name: 'Origin' }).click();
      const origin = drawer.getByRole('table', { name: 'Origin of the fields' });
      await origin
        .getByRole('row', { name: /people\.jsonl:\d+/ })
        .first()
        .waitFor();
      expect(await origin.getByRole('row').filter({ hasText: 'full_name' }).textContent()).toContain(name);
      await drawer.getByRole('tab', { name: 'JSON' }).click();
      const record = JSON.parse((await drawer.getByLabel('record as JSON', { exact: true }).textContent()) ?? '');
      expect(record.full_name).toBe(name);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe(name);
    });

    it('shows the search as a curl command and as TypeScript, and both work', async () => {
      await page.getByRole('button', { name: 'As code…' }).click();
      const curl = (await page.getByLabel('curl sample', { exact: true }).textContent()) ?? '';
      const environment = { ...process.env, CARDFILE_KEY: key };
      const answer = JSON.parse(execFileSync('bash', ['-c', curl], { env: environment, encoding: 'utf8' }));
      expect(answer.results.length).toBeGreaterThan(0);
      await page.getByRole('tab', { name: 'TypeScript' }).click();
      const sample = (await page.getByLabel('TypeScript sample', { exact: true }).textContent()) ?? '';
      const run = [
        '--input-type=module-typescript',
        '--eval',
        sample.replaceAll('console.log(record)', "console.log('record')"),
      ];
      const output = execFileSync(process.execPath, run, { env: environment, encoding: 'utf8' });
      expect(`${output.split('\n').filter((line) => line === 'record').length} people`).toBe(await shownTotal());
      await page.keyboard.press('Escape');
    });

    it('exports all matches as CSV for the announced number of credits', async () => {
      const total = Number((await shownTotal())?.replace(/\D/g, ''));
      await page.getByRole('button', { name: 'Export all…' }).click();
      const window = page.getByRole('dialog', { name: 'Export people' });
      const said = (await window.getByText(/^Costs/).textContent()) ?? '';
      const cost = await costOf(async () => {
        await window.getByRole('button', { name: /^Export for/ }).click();
        await window.getByText('All records are loaded.').waitFor();
      });
      expect(said).toContain(`Costs ${cost} credit`);
      expect(cost).toBe(Math.ceil(total / 100));
      const saving = page.waitForEvent('download');
      await window.getByRole('button', { name: /^Save/ }).click();
      const file = await (await saving).path();
      const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n');
      expect(lines[0]).toMatch(/^full_name,job_title,/);
      expect(lines.length - 1).toBe(total);
      await page.keyboard.press('Escape');
    });

    it('keeps company filters in the other searches, and a shared address runs its search', async () => {
      await page.goto(`${dashboard.base}/explorer/companies?company.employee_range=11..500`);
      await page.getByLabel('Account', { exact: true }).selectOption('acme');
      await page.locator('.results tbody tr').first().waitFor();
      const { total_results: total } = await post('/v2/search/companies', {
        company: { employee_range: { min: 11, max: 500 } },
        include_total: true,
      });
      expect(Number((await shownTotal())?.replace(/\D/g, ''))).toBe(total);
      await page.getByRole('navigation', { name: 'Kind of records' }).getByRole('link', { name: 'Jobs' }).click();
      await expect.poll(() => page.url()).toContain('/explorer/jobs?company.employee_range=11..500');
      await page.locator('.results tbody tr').first().waitFor();
      await isSound('explorer-jobs');
    });

    it('reports that nothing matches, and keeps the input', async () => {
      await page.goto(`${dashboard.base}/explorer/people?people.job_title=zzzz`);
      await page.getByLabel('Account', { exact: true }).selectOption('acme');
      await page.getByText('No matches').waitFor();
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('link', { name: 'Explorer' }).click();
      await page.getByRole('button', { name: 'Remove zzzz' }).waitFor();
    });
  });

  describe('the waterfall', () => {
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
      await page.goto(`${dashboard.base}/waterfall?company=${encodeURIComponent(company)}`);
      await page.getByLabel('Account', { exact: true }).selectOption('acme');
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
        await page.getByRole('button', { name: 'Run' }).click();
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
      const shown = matchedBy.map((step, at) => [step, names[at]]);
      const wanted = results.map((row) => [`Step ${row['icp']}`, (row['person'] as { full_name: string }).full_name]);
      expect(wanted.length).toBeGreaterThan(0);
      expect(shown).toEqual(wanted);
      await isSound('waterfall');
    });

    it('puts an error next to its step', async () => {
      await page.getByRole('button', { name: 'Add a step' }).click();
      const cost = await costOf(async () => {
        await page.getByRole('button', { name: 'Run' }).click();
        await steps()
          .last()
          .getByText(/needs a non-empty include_title or location/)
          .waitFor();
      });
      expect(cost).toBe(0);
    });
  });

  describe('the playground', () => {
    const json = () => page.getByLabel('Body as JSON');

    it('keeps form and JSON in sync', async () => {
      await page.goto(`${dashboard.base}/playground?call=current-date`);
      const region = page.getByRole('combobox', { name: 'region (required)' });
      await region.selectOption('Asia/Tokyo');
      expect(JSON.parse(await json().inputValue())).toEqual({ region: 'Asia/Tokyo' });
      await json().fill('{"region": "Europe/Paris"}');
      await expect.poll(() => region.inputValue()).toBe('Europe/Paris');
      await json().fill('{"region": ');
      await page.getByText('The form returns').waitFor();
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
      await page.getByLabel('Account', { exact: true }).selectOption('acme');
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

    it('lists the last calls of this browser with their bodies, also after a reload', async () => {
      await page.reload();
      const calls = page.getByRole('table', { name: 'Last calls' });
      await calls.getByText('Europe/Paris').first().waitFor();
      await calls.getByRole('button').filter({ hasText: 'Current time' }).last().click();
      await expect.poll(() => json().inputValue()).toContain('Europe/Paris');
      await page.getByRole('button', { name: 'Clear history' }).click();
      expect(await calls.count()).toBe(0);
    });
  });

  it('requested no other host, logged no error, and met no violation of its policy', () => {
    expect(operator.faults).toEqual([]);
  });
});

/** The violations that axe finds in the current page. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))',
  );
}
