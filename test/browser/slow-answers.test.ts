// Paid calls whose answers are slow: the reader leaves and comes back, or sends them again. Each is charged once.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { openSearchFixture, type SearchFixture } from '../support/search-fixture.ts';

describe.skipIf(!hasBrowser)('a slow answer', () => {
  let fixture: SearchFixture;
  let page: Page;
  beforeAll(async () => {
    fixture = await openSearchFixture();
    ({ page } = fixture);
  });
  afterAll(() => fixture?.close());

  /** Holds the answers of calls to a path until `release`. `sent`: their number. */
  const hold = async (path: string) => {
    const held: (() => void)[] = [];
    let isOpen = false;
    let sent = 0;
    await page.route(`**/call${path}?*`, async (route) => {
      sent += 1;
      const response = await route.fetch();
      if (!isOpen) await new Promise<void>((resolve) => held.push(resolve));
      await route.fulfill({ response });
    });
    return {
      sent: () => sent,
      release: () => {
        isOpen = true;
        for (const each of held) each();
      },
    };
  };
  const show = () => page.getByRole('button', { name: /^Show / }).first();

  it('of a page of a search is shared by the screen that is opened again, and by its export', async () => {
    await page.goto(`${fixture.base}/explorer/people?people.job_level=Director&account=acme`);
    const cost = await fixture.costOf(async () => {
      const calls = await hold('/v2/search/people');
      await show().click();
      await expect.poll(calls.sent).toBe(1);
      await page.keyboard.press('g');
      await page.keyboard.press('k');
      await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
      await page.goBack();
      await show().click();
      await page.getByRole('button', { name: 'Export…' }).click();
      const window = page.getByRole('dialog', { name: 'Export people' });
      await window.getByLabel('Number of rows').fill('5');
      const saving = page.waitForEvent('download');
      await window.getByRole('button', { name: /^Export/ }).click();
      await window.getByText('0 of 5 records').waitFor();
      calls.release();
      await saving;
      expect(calls.sent()).toBe(1);
      await page.keyboard.press('Escape');
    });
    expect(cost).toBe(1);
    expect(await fixture.rows().count()).toBeLessThanOrEqual(100);
  });

  it('of contacts is kept although the export was closed, and the next export waits for it', async () => {
    await page.keyboard.press('Escape');
    await fixture.rows().first().waitFor();
    for (const row of [0, 1]) await fixture.rows().nth(row).getByRole('checkbox').check();
    const open = async () => {
      await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Export…' }).click();
      return page.getByRole('dialog', { name: 'Export people' });
    };
    const calls = await hold('/v2/bulk/email');
    const window = await open();
    await window.getByLabel('Work e-mail').check();
    await window.getByRole('button', { name: /^Export/ }).click();
    await expect.poll(calls.sent).toBe(1);
    await page.keyboard.press('Escape');
    await open();
    const saving = page.waitForEvent('download');
    await window.getByRole('button', { name: /^Export/ }).click();
    calls.release();
    await saving;
    expect(calls.sent()).toBe(1);
    await page.keyboard.press('Escape');
  });

  it('of a company is shared by its page that is opened again', async () => {
    const [company] = (await fixture.post('/v2/search/companies', { company: { employee_range: { min: 1 } } })).results;
    const slug = String(company?.['network_url']).split('/').at(-1);
    await page.goto(`${fixture.base}/companies/${slug}?account=acme`);
    const calls = await hold('/v2/enrichment/company');
    await show().click();
    await expect.poll(calls.sent).toBe(1);
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Explorer', level: 1 }).waitFor();
    await page.goBack();
    await show().click();
    calls.release();
    await page.getByRole('heading', { name: String(company?.['name']), level: 1 }).waitFor();
    expect(calls.sent()).toBe(1);
  });

  it('of the playground: Ctrl-Enter, pressed again or held, sends no second call', async () => {
    await page.goto(`${fixture.base}/playground?call=people-search&account=acme`);
    const calls = await hold('/v2/search/people');
    const body = page.getByLabel('Body as JSON');
    await body.focus();
    await page.keyboard.down('Control');
    for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect.poll(calls.sent).toBe(1);
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    calls.release();
    await page.getByRole('region', { name: 'Answer', exact: true }).getByText('200', { exact: true }).waitFor();
    expect(calls.sent()).toBe(1);
  });

  it('logs no error', () => {
    expect(fixture.faults).toEqual([]);
  });
});
