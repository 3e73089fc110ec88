// A browser on the search screens of a small catalog, signed in as operator, with two accounts; and the cost of an act by
// the balance before and after.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture, setUp, startDashboard } from './browser.ts';
import { call, succeed } from './program.ts';

/** Each theme and each width once. */
const VIEWS = [
  [1440, 'light'],
  [360, 'dark'],
] as const;

/** Two frames later, after all color transitions, because axe reads the visible colors. */
const DRAWN = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
  Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)).then(() => null))`;

interface CountAnswer {
  readonly total_results: number;
  readonly facets?: Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>;
}

export type SearchScene = Awaited<ReturnType<typeof openSearchScene>>;

export async function openSearchScene() {
  const dashboard = await startDashboard();
  const { base } = dashboard;
  const data = ['--data', dashboard.data] as const;
  await succeed('plans', 'set', 'pro', '--credits', '5000', '--rps', '100', ...data);
  // With one account only there is no choice.
  for (const name of ['acme', 'other']) await succeed('accounts', 'create', name, '--plan', 'pro', ...data);
  const key = (await succeed('keys', 'create', '--account', 'acme', ...data)).trim();
  const { page, faults } = await dashboard.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await setUp(page, dashboard.setUpLink);

  const post = async (path: string, body: object) => {
    const { status, body: answer } = await call(base, key, path, body);
    expect(status).toBe(200);
    return answer as { total_results: number; results: Record<string, unknown>[] };
  };
  const count = async (body: object) => {
    const { body: answer } = await call(base, key, '/v2/search/people/count', body);
    return answer as CountAnswer;
  };
  const creditsLeft = async () => {
    const { body } = await call(base, key, '/v2/account/key-info', null);
    return (body as { remaining_credits: number }).remaining_credits;
  };
  /** The credits of the account that an act costs. */
  const costOf = async (act: () => Promise<unknown>) => {
    const before = await creditsLeft();
    await act();
    return before - (await creditsLeft());
  };
  /** No violation of axe, and nothing wider than the window. */
  const isSound = async (name: string) => {
    const size = page.viewportSize() ?? { width: 1280, height: 900 };
    try {
      for (const [width, colorScheme] of VIEWS) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.evaluate(DRAWN);
        await picture(page, `${name}-${width}-${colorScheme}`);
        expect(await violations(page), `${name} ${width} ${colorScheme}`).toEqual([]);
        const isInside = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
        expect(isInside, `${name} fits ${width}`).toBe(true);
      }
    } finally {
      await page.emulateMedia({ colorScheme: null });
      await page.setViewportSize(size);
    }
  };
  /** Shows the first page of the search, at its price. */
  const buyFirst = async () => {
    await page.getByRole('button', { name: /^Show/ }).first().click();
    await rows().first().waitFor();
  };
  const rows = () => page.locator('.result-table tbody tr');
  const shownTotal = () => page.locator('.results-count h2').textContent();
  const textOf = (people: number) => `${people.toLocaleString('en-GB')} people`;
  return {
    ...{ base, key, page, faults, post, count, costOf, isSound, buyFirst, rows, shownTotal, textOf },
    close: () => dashboard.close(),
  };
}

/** The violations that axe finds in the current page. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))',
  );
}
