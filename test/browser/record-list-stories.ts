// Stories of lists of records (add from the explorer, watch, enrich, change; a hidden record leaves its lists) and of
// the watch of a saved search. A reported change costs a credit; everything else is free.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchFixture } from '../support/search-fixture.ts';

export function recordListStories(fixtureOf: () => SearchFixture): void {
  describe('a list of records', () => {
    let base: SearchFixture['base'];
    let page: SearchFixture['page'];
    let rows: SearchFixture['rows'];
    let costOf: SearchFixture['costOf'];
    let isSound: SearchFixture['isSound'];
    let buyFirst: SearchFixture['buyFirst'];
    beforeAll(() => {
      ({ base, page, rows, costOf, isSound, buyFirst } = fixtureOf());
    });
    const dialog = (name: string) => page.getByRole('dialog', { name });
    const listed = () => page.locator('.list-count strong').textContent();
    const NAME = 'Decision makers for the spring campaign in all of the German-speaking countries';

    it('is empty at first', async () => {
      await page.goto(`${base}/lists?account=acme`);
      await page.getByText('No lists yet').waitFor();
      await page.getByRole('tab', { name: 'Watches' }).click();
      await page.getByText('No watches yet').waitFor();
    });

    it('fits the window with a long name, and is gone after its removal in another tab', async () => {
      const long = 'Entscheidungstraeger'.repeat(5);
      await page.goto(`${base}/lists?account=acme`);
      await page.getByRole('button', { name: 'New list' }).first().click();
      await dialog('New list').getByLabel('Name').fill(long);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: long, level: 1 }).waitFor();
      await isSound('list-long-name');
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByRole('button', { name: `Actions of ${long}` }).click();
      await other.getByRole('menuitem', { name: 'Remove…' }).click();
      await page.getByRole('button', { name: `Actions of ${long}` }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
      await other.getByRole('dialog').getByRole('button', { name: 'Remove list' }).click();
      await other.getByText('No lists yet').waitFor();
      await other.close();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove list' }).click();
      await page.getByText('It was gone already.').waitFor();
      await page.getByText('No lists yet').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it('is made of selected rows, for free; the same row is on it once', async () => {
      await page.goto(`${base}/explorer/people?people.job_level=Manager&people.job_level=C-Team&account=acme`);
      await buyFirst();
      const cost = await costOf(async () => {
        for (const at of [0, 1, 2]) await rows().nth(at).getByRole('checkbox').check();
        await page.getByRole('button', { name: 'Add to list…' }).click();
        await dialog('Add 3 people to a list').getByLabel('New list').fill(NAME);
        await isSound('add-to-list');
        await page.keyboard.press('Enter');
        await page.getByText(`3 people added to ${NAME}.`).waitFor();
        for (const at of [2, 3]) await rows().nth(at).getByRole('checkbox').check();
        await page.getByRole('button', { name: 'Add to list…' }).click();
        await dialog('Add 2 people to a list').getByRole('button', { name: 'Add to list' }).click();
        await page.getByText(`1 person added to ${NAME}; 1 was on it already.`).waitFor();
        await page.goto(`${base}/lists?account=acme`);
        await page.getByRole('cell', { name: '4 people' }).waitFor();
        await isSound('lists');
        await page.getByRole('button', { name: `Actions of ${NAME}` }).click();
        // The table has one row, so the menu is taller than the table, and covers it.
        const item = await page.getByRole('menuitem', { name: 'Remove…' }).boundingBox();
        const [x, y] = [(item?.x ?? 0) + (item?.width ?? 0) / 2, (item?.y ?? 0) + (item?.height ?? 0) / 2];
        expect(await page.evaluate(`document.elementFromPoint(${x}, ${y})?.textContent`)).toBe('Remove…');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: NAME, exact: true }).click();
        await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
        await expect.poll(listed).toBe('4 people');
      });
      expect(cost).toBe(0);
    });

    it('loses a record that is hidden, with a count, and removes others with undo', async () => {
      const [hidden, dropped] = await page.locator('.cell-name').allTextContents();
      await page.getByLabel(`Select ${dropped}`).check();
      await isSound('list-selection');
      await page.getByRole('button', { name: 'Remove from list' }).click();
      await expect.poll(listed).toBe('3 people');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(listed).toBe('4 people');
      await page.getByRole('link', { name: hidden ?? '', exact: true }).click();
      await page.getByRole('button', { name: 'Add to list…' }).click();
      await dialog('Add 1 person to a list').getByRole('button', { name: 'Add to list' }).click();
      await page.getByText(`0 people added to ${NAME}; 1 was on it already.`).waitFor();
      await page.getByRole('button', { name: `More about ${hidden}` }).click();
      await page.getByRole('menuitem', { name: 'Hide', exact: true }).click();
      await page.getByRole('button', { name: 'Undo' }).last().waitFor();
      await page.goBack();
      await expect.poll(listed).toBe('3 people');
      await page.getByText('1 person is no longer shown').waitFor();
    });

    it('is exported, and becomes the input of an enrichment', async () => {
      const cost = await costOf(async () => {
        const saving = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export', exact: true }).click();
        const lines = readFileSync(await (await saving).path(), 'utf8')
          .trimEnd()
          .split('\r\n');
        expect(lines.length).toBe(4);
        expect(lines[0]).toMatch(/^\uFEFFfull_name,network_url,job_title,/);
        await page.getByRole('button', { name: 'Enrich…' }).click();
        await page.getByRole('heading', { name: /\.csv$/, level: 1 }).waitFor();
        await page.getByRole('radio', { name: /^Person profile/ }).check();
        await expect
          .poll(() => page.getByRole('region', { name: 'Preview' }).locator('.found-figure').textContent())
          .toBe('3 of 3 rows found');
        await page.goBack();
        await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
      });
      expect(cost).toBe(0);
    });

    it('is watched at a price that is shown before', async () => {
      const cost = await costOf(async () => {
        await page.getByRole('button', { name: 'Watch…' }).click();
        await page.getByText('1 credit for each change').waitFor();
        await isSound('watch-list');
        await page.getByRole('button', { name: 'Start watching' }).click();
        await page.getByRole('link', { name: /^Watched/ }).click();
        await page.getByRole('cell', { name: 'List of 3 records' }).waitFor();
        await page.getByText('Active').waitFor();
        await isSound('watches');
        for (const [act, state] of [
          ['Pause', 'Paused'],
          ['Resume', 'Active'],
        ] as const) {
          await page.getByRole('button', { name: `Actions of ${NAME}` }).click();
          await page.getByRole('menuitem', { name: act }).click();
          await page.getByText(state, { exact: true }).waitFor();
        }
        await page.getByRole('button', { name: NAME, exact: true }).click();
        await page.getByText('Nothing has changed yet').waitFor();
        await page.keyboard.press('Escape');
      });
      expect(cost).toBe(0);
    });

    /** Presses Undo in a notice while a dialog is open, which keeps the focus. */
    const undoByKeys = async () => {
      const focused = async () => await page.evaluate('document.activeElement.textContent');
      for (let presses = 0; presses < 20 && (await focused()) !== 'Undo'; presses += 1)
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true);
    };

    it('has a counterpart in searches: a saved search is watched by one click', async () => {
      await page.goto(`${base}/explorer/people?people.job_level=VP&people.max_per_company=2&account=acme`);
      await page.getByRole('button', { name: 'Save search' }).click();
      await dialog('Save search').getByLabel('Name').fill('Vice presidents');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Saved', exact: true }).click();
      const cost = await costOf(async () => {
        await page.getByRole('button', { name: 'Watch Vice presidents: 1 credit for each new match' }).click();
        await page.getByRole('link', { name: /^Watched Vice presidents/ }).waitFor();
        await isSound('saved-search-watched');
        await undoByKeys();
        await page.getByRole('button', { name: /^Watch Vice presidents/ }).press('Enter');
        await page.getByRole('link', { name: /^Watched Vice presidents/ }).waitFor();
      });
      expect(cost).toBe(0);
      await page.getByRole('link', { name: /^Watched Vice presidents/ }).click();
      await page.getByRole('cell', { name: 'Search of people, 1 filter' }).waitFor();
      await page.getByRole('button', { name: 'Actions of Vice presidents' }).click();
      await page.getByRole('menuitem', { name: 'End…' }).click();
      await page.getByRole('button', { name: 'End the watch' }).click();
      await page.getByText('Vice presidents is no longer watched.').waitFor();
    });

    it('is renamed and removed', async () => {
      await page.getByRole('tab', { name: 'Lists' }).click();
      const act = async (name: string, item: string) => {
        await page.getByRole('button', { name: `Actions of ${name}` }).click();
        await page.getByRole('menuitem', { name: item }).click();
      };
      await act(NAME, 'Rename…');
      await dialog(`Rename ${NAME}`).getByLabel('Name').fill('Spring');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^Spring/ }).waitFor();
      await act('Spring', 'Remove…');
      await page.getByRole('button', { name: 'Remove list' }).click();
      await page.getByText('No lists yet').waitFor();
    });

    it('shows an error at the address of an unknown list', async () => {
      await page.goto(`${base}/lists/1?account=acme`);
      await page.getByText('List not found').waitFor();
    });
  });
}
