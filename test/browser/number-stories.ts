// Stories of the number and date filters of the explorer: a wrong number or range is never ignored in silence.
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchFixture } from '../support/search-fixture.ts';

export function numberStories(fixtureOf: () => SearchFixture): void {
  describe('a number filter', () => {
    let page: SearchFixture['page'];
    let isSound: SearchFixture['isSound'];
    beforeAll(async () => {
      const fixture = fixtureOf();
      ({ page, isSound } = fixture);
      await page.goto(`${fixture.base}/explorer/people?people.max_per_company=7&account=acme`);
    });
    const most = () => page.getByRole('textbox', { name: 'Maximum per company' });
    const employees = () => page.getByRole('textbox', { name: 'Employees, at most' });

    it('says what is wrong with its number, and stays as it is until the number is right', async () => {
      const group = page.getByRole('region', { name: 'Results filters' }).getByRole('button').first();
      if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
      const fault = page.getByText('Enter a whole number from 1 to 100.', { exact: true });
      for (const typed of ['-5', '101', 'ten']) {
        await most().fill(typed);
        expect(await fault.count()).toBe(0);
        await page.keyboard.press('Enter');
        await fault.waitFor();
        expect(await most().getAttribute('aria-invalid')).toBe('true');
        expect(page.url()).toContain('people.max_per_company=7&');
      }
      await page.getByRole('status').getByText('Maximum per company: Enter a whole number').waitFor();
      await isSound('number-fault');
      await employees().fill('1,000');
      await page.keyboard.press('Tab');
      await page.getByText('Use digits only, at most 9.', { exact: true }).waitFor();
      await employees().fill('1000');
      await page.keyboard.press('Tab');
      await expect.poll(() => page.url()).toContain('company.employee_range=..1000');
    });

    it('with 0 is no filter, and its field is empty', async () => {
      for (const field of [most(), employees()]) {
        await field.fill('0');
        await page.keyboard.press('Enter');
        await expect.poll(() => field.inputValue()).toBe('');
      }
      await expect.poll(() => page.url()).not.toMatch(/max_per_company|employee_range/);
    });
  });

  describe('a date filter', () => {
    it('that ends before it begins opens its group, which shows the message', async () => {
      const { page, base } = fixtureOf();
      await page.evaluate("localStorage.removeItem('cardfile.filters')");
      await page.goto(`${base}/explorer/people?people.updated_at=2026-02-02..2026-01-01&account=acme`);
      const group = page.getByRole('region', { name: 'Person filters' });
      await group.getByRole('group', { name: 'Last seen' }).locator('.field-error').waitFor();
      expect(await group.getByLabel('Last seen, from').getAttribute('aria-invalid')).toBe('true');
    });
  });
}
