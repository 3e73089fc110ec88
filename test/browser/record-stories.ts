// Stories of the pages of records in a running fixture: opened for free from a list, bought by address, changed by
// menu.
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchFixture } from '../support/search-fixture.ts';

export function recordStories(fixtureOf: () => SearchFixture): void {
  describe('a record', () => {
    let base: SearchFixture['base'];
    let page: SearchFixture['page'];
    let costOf: SearchFixture['costOf'];
    let isSound: SearchFixture['isSound'];
    let buyFirst: SearchFixture['buyFirst'];
    let rows: SearchFixture['rows'];
    let shownTotal: SearchFixture['shownTotal'];
    beforeAll(() => {
      ({ base, page, costOf, isSound, buyFirst, rows, shownTotal } = fixtureOf());
    });

    const isUnpaid = () => page.getByRole('button', { name: 'Show the record 1 credit' });

    /** Opens a search and shows its first page, for which a failed try of the test may have paid. */
    const openSearch = async (filters: string) => {
      await page.goto(`${base}/explorer/people?${filters}&account=acme`);
      await page.getByRole('button', { name: /^Show/ }).or(rows()).first().waitFor();
      if ((await rows().count()) === 0) await buyFirst();
    };

    it('opens from the list for free, with its career; J and K go through the list', async () => {
      await openSearch('people.job_level=Staff');
      await rows().first().locator('input').check();
      await isSound('explorer-people');
      const names = await rows().locator('.cell-name').allTextContents();
      const total = (await shownTotal())?.replace(' people', '');
      const cost = await costOf(async () => {
        await rows().first().locator('.cell-name').click();
        await page.getByRole('heading', { name: names[0] ?? '', level: 1 }).waitFor();
        await page.getByRole('region', { name: 'Career' }).waitFor();
        await page.getByText(`1 of ${total}`, { exact: true }).waitFor();
        await page.keyboard.press('j');
        await page.getByRole('heading', { name: names[1] ?? '', level: 1 }).waitFor();
        await page.keyboard.press('k');
        await page.getByRole('heading', { name: names[0] ?? '', level: 1 }).waitFor();
        // The second key comes before the browser has painted the record of the first one.
        await page.evaluate(`const press = (key) => dispatchEvent(new KeyboardEvent('keydown', { key }));
          press('j'); setTimeout(() => press('k'))`);
        await page.getByRole('heading', { name: names[1] ?? '', level: 1 }).waitFor({ state: 'detached' });
        await page.getByRole('heading', { name: names[0] ?? '', level: 1 }).waitFor();
        await expect.poll(() => page.url()).toMatch(/\?account=acme$/);
        await page.getByRole('heading', { name: names[0] ?? '', level: 1 }).waitFor();
      });
      expect(cost).toBe(0);
      expect(page.url()).toMatch(/\/people\/[\w-]+\?account=acme$/);
    });

    it('states its place among all matches, and which record is the last loaded one', async () => {
      const back = page.url();
      await openSearch('company.employee_range=11..500');
      const total = (await shownTotal())?.replace(' people', '');
      expect(Number(total?.replace(',', ''))).toBeGreaterThan(100);
      expect(await rows().count()).toBe(100);
      const links = rows().locator('.cell-name');
      await links.nth(98).click();
      await page.getByText(`99 of ${total}`, { exact: true }).waitFor();
      await page.keyboard.press('j');
      await page.getByText(`100 of ${total} · last loaded`, { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Next record (J)' }).isDisabled()).toBe(true);
      await page.goto(back);
      await page.getByRole('region', { name: 'Career' }).waitFor();
    });

    it('reveals a contact at the price on the button, which can be copied', async () => {
      const contacts = page.getByRole('region', { name: 'Contacts' });
      const button = contacts.getByRole('button', { name: /^Reveal e-mail/ });
      expect(await button.textContent()).toContain('1 credit');
      const cost = await costOf(async () => {
        await button.click();
        await button.waitFor({ state: 'detached' });
      });
      const value = contacts.locator('.contact-value');
      expect(await value.count()).toBe(cost);
      if (cost === 1) {
        const address = (await value.textContent()) ?? '';
        await contacts.getByRole('button', { name: `Copy ${address}` }).click();
        await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(address);
      }
    });

    it('shows an operator the origin of its fields by source', async () => {
      const origin = page.getByRole('region', { name: 'Origin of the fields' });
      await origin.locator('summary').first().click();
      await origin
        .getByRole('row', { name: /people\.jsonl:\d+/ })
        .first()
        .waitFor();
      await isSound('person');
    });

    it('links to the page of the company, where staff and openings are counted for free', async () => {
      const cost = await costOf(async () => {
        await page.locator('.page-lead a').click();
        await isUnpaid().waitFor();
      });
      expect(cost).toBe(0);
      expect(
        await costOf(async () => {
          await isUnpaid().click();
          await page.getByRole('list', { name: 'Staff by department' }).waitFor();
          await page.getByRole('list', { name: 'Staff by country' }).waitFor();
        }),
      ).toBe(1);
      await isSound('company');
      const cost2 = await costOf(async () => {
        await page.reload();
        await page.getByRole('list', { name: 'Staff by seniority' }).waitFor();
      });
      expect(cost2).toBe(0);
    });

    it('is opened by its address without a charge, or reported as missing', async () => {
      const cost = await costOf(async () => {
        await page.goto(`${base}/people/no-such-person?account=acme`);
        await page.getByText('Person not found').waitFor();
      });
      expect(cost).toBe(0);
    });

    it('is merged with another one by its menu', async () => {
      await page.goto(`${base}/explorer/people?people.job_level=Manager&account=acme`);
      await buyFirst();
      const slugs = await rows()
        .locator('.cell-name')
        .evaluateAll((links) => links.map((link) => String(link.getAttribute('href')).split('/').at(-1)));
      const name = (await rows().first().locator('.cell-name').textContent()) ?? '';
      await rows().first().locator('.cell-name').click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const cost = await costOf(async () => {
        await page.getByRole('button', { name: /^More about/ }).click();
        await page.getByRole('menuitem', { name: 'Merge…' }).click();
        const window = page.getByRole('dialog', { name: `Merge with ${name}` });
        await window.getByLabel('The other record').fill(String(slugs[0]));
        await window.getByText('This is the same record').waitFor();
        expect(await window.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true);
        await window.getByLabel('The other record').fill(String(slugs[1]));
        await window.getByRole('status').getByText(String(slugs[1])).waitFor();
        await isSound('merge');
        await window.getByRole('button', { name: 'Merge' }).click();
        await page.getByText(/is now part of/).waitFor();
      });
      expect(cost).toBe(0);
    });

    it('is hidden, and forgotten permanently, by its menu: the browser shows it no longer, also not its stored row', async () => {
      const search = `${base}/explorer/people?people.job_level=C-Team&account=acme`;
      await page.goto(search);
      await buyFirst();
      const names = await rows().locator('.cell-name').allTextContents();
      await rows().first().locator('.cell-name').click();
      const address = page.url();
      const menu = page.getByRole('button', { name: /^More about/ });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Hide' }).click();
      await page.getByText('is hidden from all answers').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('can be found again').waitFor();
      await menu.click();
      await page.locator('[role=menuitem]:focus').waitFor();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Erase permanently' }).click();
      await page.getByText(/1 person erased, .* 0 traces are left/).waitFor({ timeout: 60_000 });
      await page.goto(address);
      await page.getByText('Person not found').waitFor();
      const cost = await costOf(async () => {
        await page.goto(search);
        await expect.poll(() => rows().count()).toBe(names.length - 1);
      });
      expect(cost).toBe(0);
      expect(await rows().locator('.cell-name').allTextContents()).toEqual(names.slice(1));
    });
  });
}
