// Possible duplicates beyond one page of the server: links lead through all of them, the decision is in reach on a
// phone, and two clicks are one decision.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, hasBrowser, setUp, startDashboard, type WatchedContext } from '../support/browser.ts';
import { succeed } from '../support/program.ts';
import { expectSound } from '../support/sound-page.ts';

/** Pairs whose given names are one name and its initial. An import lists most of them. */
function pairsText(): string {
  const rows = Array.from({ length: 62 }, (_, pair) => {
    const letters = String.fromCharCode(97 + (pair % 26), 97 + Math.floor(pair / 26));
    const [surname, employer] = [`B${letters}rgholt`, `co${pair}.example`];
    return `M. ${surname},Head of Sales,${employer}\nMarlen ${surname},Sales Lead,${employer}`;
  });
  return ['full_name,job_title,company_domain', ...rows].join('\n');
}

describe.skipIf(!hasBrowser)('possible duplicates', () => {
  let dashboard: Dashboard;
  let opened: WatchedContext;
  let page: Page;
  let total = 0;

  beforeAll(async () => {
    dashboard = await startDashboard(async (data, folder) => {
      const file = join(folder, 'pairs.csv');
      writeFileSync(file, pairsText());
      await succeed('import', 'people', file, '--data', data);
    });
    opened = await dashboard.open();
    page = opened.page;
    await setUp(page, dashboard.setUpLink);
    ({ total } = await (await page.request.get(`${dashboard.base}/console/api/reviews`)).json());
    expect(total).toBeGreaterThan(50);
  });
  afterAll(() => dashboard?.close());

  const rows = () => page.locator('tbody tr');
  const shown = (range: string) => page.getByText(`${range}, the most likely first.`).waitFor();
  const keepApart = () => page.getByRole('button', { name: /^Keep apart M\. .* and Marlen / });

  it('are all listed, in pages that the address contains', async () => {
    await page.goto(`${dashboard.base}/data/reviews`);
    await shown(`1–50 of ${total}`);
    const first = await rows().allTextContents();
    await page.getByRole('link', { name: `Next ${total - 50}` }).click();
    await shown(`51–${total} of ${total}`);
    const second = await rows().allTextContents();
    expect(new Set([...first, ...second]).size).toBe(total);
    await expectSound(page, 'reviews-second-page');
    await rows().first().getByRole('link').first().click();
    await page.getByRole('link', { name: `Next ${total - 50}` }).waitFor({ state: 'detached' });
    await page.goBack();
    await shown(`51–${total} of ${total}`);
    await page.getByRole('link', { name: 'Previous 50' }).click();
    await shown(`1–50 of ${total}`);
  });

  it('have their buttons in view on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const box = await keepApart().first().boundingBox();
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('are decided once with two clicks; after the last one of a page, the page before is shown', async () => {
    await page.getByRole('link', { name: `Next ${total - 50}` }).click();
    await shown(`51–${total} of ${total}`);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    for (let left = total - 51; left >= 0; left -= 1) {
      await page.evaluate(`for (const time of [1, 2]) document.querySelector('[aria-label^="Keep apart"]').click()`);
      if (left > 0) await expect.poll(() => rows().count()).toBe(left);
    }
    await expect.poll(() => rows().count()).toBe(50);
    expect(new URL(page.url()).search).toBe('');
    expect(sent.filter((path) => path.endsWith('/reviews/decide'))).toHaveLength(total - 50);
  });

  it('logged no error', () => {
    expect(opened.faults).toEqual([]);
  });
});
