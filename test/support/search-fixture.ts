// A browser on the search screens of a small catalog, signed in as operator, with three accounts, one of them without
// credits; and the cost of an act by the balance before and after.
import { expect } from 'vitest';
import { setUp, startDashboard } from './browser.ts';
import { call, succeed } from './program.ts';
import { expectSound } from './sound-page.ts';

interface CountAnswer {
  readonly total_results: number;
  readonly facets?: Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>;
}

export type SearchFixture = Awaited<ReturnType<typeof openSearchFixture>>;

export async function openSearchFixture() {
  const dashboard = await startDashboard();
  const { base } = dashboard;
  const data = ['--data', dashboard.data] as const;
  await succeed('plans', 'set', 'pro', '--credits', '5000', '--rps', '100', ...data);
  await succeed('plans', 'set', 'free', '--credits', '0', '--rps', '100', ...data);
  // With one account only there is no choice.
  for (const name of ['acme', 'other']) await succeed('accounts', 'create', name, '--plan', 'pro', ...data);
  await succeed('accounts', 'create', 'penniless', '--plan', 'free', ...data);
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
  const isSound = (name: string) => expectSound(page, name);
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
