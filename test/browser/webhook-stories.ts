// Stories of webhooks: an endpoint with its secret, its deliveries, and its end.
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchFixture } from '../support/search-fixture.ts';

/** A name that does not resolve: deliveries wait, and nothing leaves the machine. */
const ADDRESS = 'https://hooks.acme.test/cardfile';

export function webhookStories(fixtureOf: () => SearchFixture): void {
  describe('webhooks', () => {
    let base: SearchFixture['base'];
    let page: SearchFixture['page'];
    let isSound: SearchFixture['isSound'];
    beforeAll(() => {
      ({ base, page, isSound } = fixtureOf());
    });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const more = async (item: string) => {
      await press(`More about ${ADDRESS}`);
      await page.getByRole('menuitem', { name: item }).click();
    };

    it('adds an endpoint, whose secret is shown once', async () => {
      await page.goto(`${base}/webhooks?account=acme`);
      await page.getByText('No endpoints yet').waitFor();
      await isSound('webhooks-empty');
      await press('Add an endpoint');
      const add = page.getByRole('button', { name: 'Add endpoint' });
      await page.getByLabel('Address').fill('http://hooks.acme.test/');
      expect(await add.isDisabled()).toBe(true);
      await page.getByLabel('credits.low').check();
      await add.click();
      await page.getByText('must begin with https://').waitFor();
      await isSound('webhook-form');
      await page.getByLabel('Address').fill(ADDRESS);
      await add.click();
      const secret = page.getByRole('dialog').getByText(/^whsec_/);
      await secret.waitFor();
      await isSound('webhook-secret');
      await page.getByLabel('I have stored the secret').check();
      await press('Done');
      await page.getByRole('heading', { name: 'hooks.acme.test', level: 1 }).waitFor();
      expect(await page.getByText(/whsec_/).count()).toBe(0);
    });

    it('shows the payload of each delivery, also after a reload', async () => {
      await press('Send a test');
      const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
      await rows.filter({ hasText: 'Waiting' }).first().waitFor();
      await page.reload();
      await rows.first().getByRole('button').click();
      await page.getByText('"webhook_id": "whk_').waitFor();
      await isSound('webhook-delivery');
      await press('Send again');
      await page.getByText('The event is sent again.').waitFor();
      await page.keyboard.press('Escape');
      await isSound('webhook');
    });

    it('keeps each delivery in sight while new ones arrive after older pages were loaded', async () => {
      let newest = 60;
      await page.route('**/deliveries*', async (route) => {
        const response = await route.fetch({ url: route.request().url().replace(/\?.*/, '') });
        const [one] = (await response.json()).rows;
        const isOlder = route.request().url().includes('cursor=');
        const [from, count] = isOlder ? [10, 10] : [newest, 50];
        const rows = Array.from({ length: count }, (_, index) => ({ ...one, id: `del_${from - index}` }));
        await route.fulfill({ response, json: { rows, cursor: isOlder ? null : 'next' } });
      });
      const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
      await expect.poll(() => rows.count()).toBe(50);
      await press('Older deliveries');
      await expect.poll(() => rows.count()).toBe(60);
      newest = 65;
      await expect.poll(() => rows.count()).toBe(65);
      await page.unroute('**/deliveries*');
      await page.reload();
    });

    it('switches it off and on, and removes it', async () => {
      await more('Switch off');
      await page.getByText('This endpoint is off').waitFor();
      await page.getByText('Failed', { exact: true }).waitFor();
      await press('Switch on');
      await page.getByText('This endpoint is off').waitFor({ state: 'detached' });
      await more('Remove…');
      await press('Remove endpoint');
      await page.getByText('No endpoints yet').waitFor();
    });
  });
}
