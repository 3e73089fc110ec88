// Markup and scripts in every field of an import and in every name that can be typed: the dashboard shows all of it
// as text. The policy of the page would block a script; these tests check that no element is created from the text.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Dashboard,
  hasBrowser,
  importAll,
  setUp,
  startDashboard,
  type WatchedContext,
} from '../support/browser.ts';
import { succeed } from '../support/program.ts';

/** Runs if it is parsed as markup: in an element, an attribute, a script or an address. */
const HOSTILE = `"><img src=x onerror="globalThis.stolen=1"><script>globalThis.stolen=1</script>'--{{7*7}}`;
const MARK = '<img src=x onerror=';
const network = 'https://www.network.example';

/** Every text field of the three kinds of records with the hostile text. */
const COMPANY = {
  network_url: `${network}/company/hostile`,
  name: `Hostile ${HOSTILE}`,
  domain: 'hostile.example',
  industry: `Mischief ${HOSTILE}`,
  about: HOSTILE,
  specialties: [HOSTILE, `a ${HOSTILE}`],
  website: `https://hostile.example/${encodeURIComponent(HOSTILE)}`,
  employee_count: 12,
  hq: { city: HOSTILE, country_code: 'DE', full_address: HOSTILE, state: HOSTILE },
};
const PERSON = {
  network_url: `${network}/in/hostile-person`,
  full_name: `Mallory ${HOSTILE}`,
  first_name: HOSTILE,
  last_name: HOSTILE,
  headline: HOSTILE,
  about_me: HOSTILE,
  country_code: 'DE',
  location: { city: HOSTILE, country_code: 'DE' },
  skills: [HOSTILE],
  job_title: `Chief ${HOSTILE}`,
  job_level: 'C-Team',
  company_network_url: COMPANY.network_url,
};
const ARABIC_COMPANY = { network_url: `${network}/company/nakhil`, name: 'شركة النخيل', employee_count: 9 };
/** A slug whose letters URLs encode, and one whose signs they do not. */
const MARKED = { network_url: `${network}/company/zoë's-(uk)+co`, name: 'Marked Zoë', employee_count: 9 };
const ARABIC_PERSON = {
  network_url: `${network}/in/layla`,
  full_name: 'ليلى القاسم',
  headline: 'مديرة المبيعات.',
  location: { city: 'دبي', country_code: 'AE' },
  job_title: 'مديرة',
  company_network_url: ARABIC_COMPANY.network_url,
};
const JOB = {
  company_network_url: COMPANY.network_url,
  title: `Breaker ${HOSTILE}`,
  source: HOSTILE,
  location: { city: HOSTILE, country_code: 'DE' },
  open_positions: 2,
};

async function hostileCatalog(data: string, folder: string): Promise<void> {
  const records = join(folder, 'records');
  mkdirSync(records);
  for (const [kind, rows] of [
    ['companies', [COMPANY, ARABIC_COMPANY, MARKED]],
    ['people', [PERSON, ARABIC_PERSON]],
    ['jobs', [JOB]],
  ] as const)
    writeFileSync(join(records, `${kind}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await importAll(data, records);
  await succeed('plans', 'set', `plan ${MARK}`, '--credits', '500', '--rps', '50', '--data', data);
  await succeed('accounts', 'create', `account ${MARK}`, '--plan', `plan ${MARK}`, '--data', data);
  await succeed('keys', 'create', '--account', `account ${MARK}`, '--name', `key ${HOSTILE}`, '--data', data);
}

/** No script ran, and the page has no element from the hostile text. */
async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate('globalThis.stolen')).toBeUndefined();
  expect(
    await page.evaluate(
      `document.querySelectorAll('img[onerror], main script, main iframe, a[href^="javascript:"]').length`,
    ),
  ).toBe(0);
}

describe.skipIf(!hasBrowser)('a hostile catalog', () => {
  let dashboard: Dashboard;
  let opened: WatchedContext;

  beforeAll(async () => {
    dashboard = await startDashboard(hostileCatalog);
    opened = await dashboard.open();
    await setUp(opened.page, dashboard.setUpLink);
  });
  afterAll(() => dashboard?.close());

  it.each([
    ['/keys', MARK],
    ['/accounts', MARK],
    ['/accounts/plans', MARK],
    ['/data', 'Mischief'],
    ['/data/imports', 'companies'],
    ['/accounts/audit', 'set-up'],
  ])('is text at %s', async (path, drawn) => {
    const { page } = opened;
    await page.goto(dashboard.base + path);
    await page.locator('main').getByText(drawn).first().waitFor();
    await expectHarmless(page);
  });

  it.each([
    ['/explorer/people?people.country_code=DE', 'Mallory'],
    ['/explorer/companies?company.country_code=DE', 'Hostile'],
    ['/explorer/jobs?company.country_code=DE', 'Breaker'],
  ])('is text among the results of %s, and on the page of the record', async (path, drawn) => {
    const { page } = opened;
    await page.goto(dashboard.base + path);
    await page.getByRole('button', { name: /^Show it/ }).click();
    const found = page.locator('.result-table').getByText(drawn).first();
    await found.waitFor();
    expect(await found.textContent()).toContain(MARK);
    await expectHarmless(page);
    await page.locator('[data-row-link]').first().click();
    const bought = page.getByRole('button', { name: /^Show the record/ });
    const heading = page.getByRole('heading', { level: 1 }).filter({ hasText: MARK });
    await bought.or(heading).first().waitFor();
    if (await bought.isVisible()) await bought.click();
    await heading.waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    for (const summary of await page.locator('.origin-source summary').all()) await summary.click();
    await expectHarmless(page);
  });

  it('opens a paid record for free whatever its slug, also after a reload', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/explorer/companies?company.name=Marked`);
    await page.getByRole('button', { name: /^Show it/ }).click();
    await page.locator('[data-row-link]').first().click();
    await page.getByRole('heading', { name: 'Marked Zoë', level: 1 }).waitFor();
    await page.getByText('1 of 1').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Marked Zoë', level: 1 }).waitFor();
  });

  it('isolates right-to-left names: they do not change the order of the page', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/explorer/people?people.country_code=AE`);
    await page.getByRole('button', { name: /^Show it/ }).click();
    await page.locator('[data-row-link]').first().click();
    const leftOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? 0;
    await page.locator('.page-lead a').waitFor();
    expect(await leftOf('.page-lead a')).toBeLessThan(await leftOf('.lead-place'));
    expect(await page.locator('h1').textContent()).toBe('ليلى القاسم');
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).textAlign")).toBe('left');
  });

  it('is text as input: the name of a key', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/keys`);
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill(HOSTILE.slice(0, 100));
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByText(MARK).first().waitFor();
    await expectHarmless(page);
  });

  it('met no violation of the policy, because no script was tried', () => {
    expect(opened.faults).toEqual([]);
  });
});
