// Stories of the log of requests: from a key, and from the errors of the overview, to their calls.
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/program.ts';
import type { SearchFixture } from '../support/search-fixture.ts';

export function requestStories(fixtureOf: () => SearchFixture): void {
  describe('the log of requests', () => {
    let base: SearchFixture['base'];
    let key: SearchFixture['key'];
    let page: SearchFixture['page'];
    let costOf: SearchFixture['costOf'];
    let isSound: SearchFixture['isSound'];
    beforeAll(() => {
      ({ base, key, page, costOf, isSound } = fixtureOf());
    });
    const rows = () => page.getByRole('table', { name: 'Calls' }).locator('tbody tr');

    it('has the calls of a key a second later, with status, duration and credits', async () => {
      await call(base, key, '/v2/utils/current-date', { region: 'Mars' });
      const { status } = await call(base, key, '/v2/utils/current-date', { region: 'Asia/Tokyo' });
      expect(status).toBe(200);
      const cost = await costOf(async () => {
        await page.goto(`${base}/keys?account=acme`);
        await page
          .getByRole('link', { name: /^Calls of/ })
          .first()
          .click();
        await page.getByLabel('Status', { exact: true }).selectOption('422');
        await rows().filter({ hasText: 'utils/current-date' }).first().waitFor({ timeout: 60_000 });
        const column = async (place: number) => [
          ...new Set(await rows().locator(`td:nth-child(${place})`).allTextContents()),
        ];
        await expect.poll(() => column(2)).toEqual(['422']);
        expect(await column(5)).toEqual(['0']);
        await page.getByLabel('Status', { exact: true }).selectOption('2xx');
        await rows().filter({ hasText: 'utils/current-date' }).first().waitFor();
        await isSound('calls');
        await rows().first().getByRole('button').first().click();
        await page.getByText('CARDFILE_CALL_BODIES=on').waitFor();
        await isSound('call');
        await page.keyboard.press('Escape');
      });
      expect(cost).toBe(0);
    });

    it('opens from the errors of the overview', async () => {
      await page.goto(`${base}/?account=acme`);
      await page.getByRole('table', { name: 'Top errors' }).getByRole('link').first().click();
      await expect.poll(() => page.url()).toMatch(/\/calls\?status=4\d\d&account=acme$/);
      await rows().first().waitFor();
      expect(await page.getByLabel('Status', { exact: true }).inputValue()).toMatch(/^4\d\d$/);
    });
  });
}
