// Answers that are lost on their way to the browser: the call is charged once, and the next attempt returns its answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, hasBrowser, setUp, startDashboard, type WatchedContext } from '../support/browser.ts';
import { call, succeed } from '../support/program.ts';

describe.skipIf(!hasBrowser)('a lost answer', () => {
  let dashboard: Dashboard;
  let opened: WatchedContext;
  let key = '';

  beforeAll(async () => {
    dashboard = await startDashboard();
    await succeed('plans', 'set', 'pro', '--credits', '500', '--rps', '50', '--data', dashboard.data);
    await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', dashboard.data);
    key = (await succeed('keys', 'create', '--account', 'acme', '--data', dashboard.data)).trim();
    opened = await dashboard.open();
    await setUp(opened.page, dashboard.setUpLink);
  });
  afterAll(() => dashboard?.close());

  const creditsLeft = async () =>
    (await call(dashboard.base, key, '/v2/account/key-info', null)).body.remaining_credits;

  it('of a page of a search is not charged twice', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/explorer/people?people.job_level=VP&account=acme`);
    let attempts = 0;
    await page.route('**/call/v2/search/people?*', async (route) => {
      attempts += 1;
      if (attempts > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: /^Show / }).click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    expect(await creditsLeft()).toBe(499);
    await page
      .getByRole('button', { name: /^(Try again|Show )/ })
      .first()
      .click();
    await page.locator('[data-row-link]').first().waitFor();
    expect([attempts, await creditsLeft()]).toEqual([2, 499]);
  });
});
