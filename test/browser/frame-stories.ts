// Stories of the frame: commands and keys.
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchFixture } from '../support/search-fixture.ts';
import { violations } from '../support/sound-page.ts';

export function frameStories(fixtureOf: () => SearchFixture): void {
  describe('the frame', () => {
    let base: SearchFixture['base'];
    let page: SearchFixture['page'];
    let shownTotal: SearchFixture['shownTotal'];
    let textOf: SearchFixture['textOf'];
    beforeAll(() => {
      ({ base, page, shownTotal, textOf } = fixtureOf());
    });

    it('keeps the period of the overview in the address', async () => {
      await page.goto(`${base}/?account=acme`);
      const period = page.getByLabel('Period', { exact: true });
      await period.selectOption('30');
      await expect.poll(() => new URL(page.url()).search).toBe('?days=30&account=acme');
      await page.reload();
      await expect.poll(() => period.inputValue()).toBe('30');
      await page.getByRole('term').filter({ hasText: 'Calls in 30 days' }).waitFor();
    });

    it('counts a search again that is opened again: records may have changed', async () => {
      await page.goto(`${base}/explorer/people?people.job_level=Director&account=acme`);
      await expect.poll(shownTotal).toMatch(/^[\d,]+ people$/);
      const counts = '**/call/v2/search/people/count?*';
      await page.route(counts, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), total_results: 12_345 } });
      });
      await page.keyboard.press('g');
      await page.keyboard.press('k');
      await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
      await page.goBack();
      await expect.poll(shownTotal).toBe(textOf(12_345));
      await page.unroute(counts);
    });

    it('opens a palette of commands by Ctrl-K, and lists the keys by ?', async () => {
      await page.goto(`${base}/explorer?account=acme`);
      await page.getByRole('heading', { name: 'Explorer', level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Commands' }).fill('keys');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Commands' }).fill('audit');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
      await page.getByRole('tab', { name: 'Audit log', selected: true }).waitFor();
      await page.keyboard.press('?');
      const window = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await window.getByText('Search on this screen').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await page.keyboard.press('e');
      await page.getByRole('heading', { name: 'Explorer', level: 1 }).waitFor();
    });

    it('loads the scripts of screens before they are opened; in data-saving mode, when a link gets pointer or focus', async () => {
      const isLoadedIn = (shown: SearchFixture['page']) => (screen: string) =>
        shown.evaluate(
          `performance.getEntriesByType('resource').some(({ name }) => name.includes('/${screen}-screen-'))`,
        );
      await page.goto(`${base}/reference?account=acme`);
      for (const screen of ['webhooks', 'person', 'profile'])
        await expect.poll(() => isLoadedIn(page)(screen)).toBe(true);

      const saving = await page.context().newPage();
      await saving.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
      await saving.goto(`${base}/reference?account=acme`);
      await saving.getByRole('heading', { name: 'Reference', level: 1 }).waitFor();
      const isLoaded = isLoadedIn(saving);
      await expect
        .poll(() =>
          saving.evaluate("performance.getEntriesByType('resource').some(({ name }) => /palette-/.test(name))"),
        )
        .toBe(true);
      for (const screen of ['webhooks', 'calls']) expect(await isLoaded(screen)).toBe(false);
      await saving.getByRole('link', { name: 'Webhooks' }).hover();
      await expect.poll(() => isLoaded('webhooks')).toBe(true);
      await saving.getByRole('link', { name: 'Calls', exact: true }).focus();
      await expect.poll(() => isLoaded('calls')).toBe(true);
      expect(new URL(saving.url()).pathname).toBe('/reference');
      await saving.close();
    });

    it('reports a screen that cannot be loaded, and loads it again', async () => {
      const script = '**/assets/profile-screen-*.js';
      await page.route(script, (route) => route.fulfill({ status: 404 }));
      await page.goto(`${base}/reference?account=acme`);
      await page.getByRole('link', { name: /^Ada Operator/ }).click();
      await page.getByText('This screen could not be loaded').waitFor();
      await page.unroute(script);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    });
  });
}
