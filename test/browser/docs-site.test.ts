// The documentation site in the browser, as a server serves it: its search by keyboard, its pages on a small screen,
// and axe.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, hasBrowser, picture, startDashboard } from '../support/browser.ts';

const SITE = join(import.meta.dirname, '../../site/dist');
const axeText = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(!hasBrowser)('the documentation site', () => {
  let served: Dashboard;
  beforeAll(async () => {
    if (!existsSync(join(SITE, 'index.html'))) throw new Error('the documentation site is not built: npm run build');
    served = await startDashboard(async () => {});
  });
  afterAll(() => served?.close());

  it('opens at the address of the docs, and finds a section by keyboard', async () => {
    const { page, faults, context } = await served.open();
    await page.goto(`${served.base}/docs`);
    expect(page.url()).toBe(`${served.base}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('retry stored answer');
    await page.getByRole('link', { name: /Retry calls safely/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/guides-keys-and-credits\.html#retry-calls-safely$/);
    expect(faults).toEqual([]);
    await page.getByRole('link', { name: 'Interactive reference' }).click();
    // The reference is a large script, which takes long to load on a busy machine.
    await page.waitForURL(`${served.base}/docs/api.html`, { waitUntil: 'commit' });
    await page.getByText('Find people and employers').first().waitFor({ timeout: 60_000 });
    await context.close();
  });

  it.each(['light', 'dark'] as const)('passes axe in the %s theme', async (colorScheme) => {
    const { page, faults, context } = await served.open({ colorScheme });
    for (const name of ['index.html', 'operations.html', 'reference/people-search.html']) {
      await page.goto(`${served.base}/docs/${name}`);
      await page.evaluate(axeText);
      const violations = await page.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
      );
      expect([name, violations]).toEqual([name, []]);
      await picture(page, `docs-${name.replace('/', '-')}-${colorScheme}`);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('fits a screen of 360 pixels, with the menu closed', async () => {
    const { page, faults, context } = await served.open({ viewport: { width: 360, height: 700 } });
    const names = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    for (const name of names.filter((one) => one !== 'api.html')) {
      await page.goto(`${served.base}/docs/${name}`);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect([name, width]).toEqual([name, 360]);
    }
    expect(await page.getByRole('link', { name: 'Quick start', exact: true }).isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await context.close();
  });
});
