// A new service in a real browser, from start to end: the operator sets it up and invites; the member creates a key,
// calls with it, sees the credits used, and revokes it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Dashboard,
  hasBrowser,
  MEMBER,
  OPERATOR,
  setUp,
  startDashboard,
  type WatchedContext,
} from '../support/browser.ts';
import { call } from '../support/program.ts';

const SEARCH = '/v2/search/people';
const BODY = { people: { job_level: ['C-Team', 'VP', 'Director', 'Manager', 'Staff', 'Other'] }, max_results: 3 };

describe.skipIf(!hasBrowser)('a new service', () => {
  let dashboard: Dashboard;
  let operator: WatchedContext;
  let member: WatchedContext;
  let invitation = '';
  let key = '';

  beforeAll(async () => {
    dashboard = await startDashboard();
    operator = await dashboard.open();
    member = await dashboard.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  });
  afterAll(() => dashboard?.close());

  it('shows a visitor without the link how to get one', async () => {
    await member.page.goto(`${dashboard.base}/keys`);
    await member.page.getByText('cardfile dashboard link').waitFor();
  });

  it('is set up by its link, which leaves no trace in the address', async () => {
    await setUp(operator.page, dashboard.setUpLink);
    expect(operator.page.url()).toBe(`${dashboard.base}/`);
    await operator.page.getByText('Records are loaded').waitFor();
  });

  it('accepts the link only once', async () => {
    const { page } = member;
    await page.goto('about:blank');
    await page.goto(dashboard.setUpLink);
    await page.getByLabel('Your name').fill('Mallory');
    await page.getByLabel('E-mail').fill('mallory@other.example');
    await page.getByRole('textbox', { name: 'New password' }).fill(OPERATOR.password);
    await page.getByRole('button', { name: 'Set up and sign in' }).click();
    await page.getByRole('alert').getByText('was used').waitFor();
    await page.goto(`${dashboard.base}/set-up`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('leads to the first account from each place that needs one', async () => {
    const { page } = operator;
    for (const path of ['lists', 'enrich', 'webhooks', 'waterfall']) {
      await page.goto(`${dashboard.base}/${path}`);
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByText('No accounts yet').waitFor();
    }
    await page.goto(`${dashboard.base}/keys`);
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByRole('dialog').getByText('There are no accounts yet').waitFor();
    expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
    await page.getByRole('dialog').getByRole('link', { name: 'Create an account' }).click();
    await page.getByText('No accounts yet').waitFor();
  });

  it('lets the operator create a plan and an account', async () => {
    const { page } = operator;
    await page.getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('tab', { name: 'Plans' }).click();
    await page.getByRole('button', { name: 'New plan' }).first().click();
    await page.getByLabel('Name').fill('pro');
    await page.getByLabel('Credits per month').fill('500');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('cell', { name: '500', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Accounts' }).click();
    await page.getByRole('button', { name: 'New account' }).first().click();
    await page.getByLabel('Name').fill('acme');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('cell', { name: 'acme', exact: true }).waitFor();
  });

  it('lets the operator invite a member by a link that is shown once', async () => {
    const { page } = operator;
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('E-mail').fill(MEMBER.email);
    const window = page.getByRole('dialog');
    await window.getByLabel('Account').selectOption('acme');
    await window.getByRole('button', { name: 'Create invitation' }).click();
    invitation = (await window.getByLabel('link', { exact: true }).textContent())?.trim() ?? '';
    expect(invitation).toMatch(/\/invite#token=.+/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: MEMBER.email, exact: true }).waitFor();
  });

  it("lets the member in by the link, to the member's own account only", async () => {
    const { page } = member;
    await page.goto(invitation);
    await page.getByText(`${MEMBER.email} is invited to the account acme`).waitFor();
    await page.getByLabel('Your name').fill(MEMBER.name);
    await page.getByRole('textbox', { name: 'New password' }).fill(MEMBER.password);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Create a key' }).waitFor();
    expect(await page.getByRole('link', { name: 'Accounts' }).count()).toBe(0);
    await page.goto(`${dashboard.base}/accounts`);
    await page.getByRole('heading', { name: 'No access' }).waitFor();
  });

  it('creates a key that is shown once, copied, and works from outside', async () => {
    const { page } = member;
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill('crm');
    await page.getByRole('button', { name: 'Create key' }).click();
    key = (await page.locator('[data-made-key]').textContent())?.trim() ?? '';
    expect(key).toMatch(/^cf_live_/);
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await page.getByLabel('I have stored the key').check();
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('A key exists.').waitFor();
    expect(await page.getByRole('link', { name: 'Create a key' }).count()).toBe(0);
    expect(await call(dashboard.base, key, SEARCH, BODY)).toMatchObject({ status: 200, body: { results_length: 3 } });
  });

  it('shows the credits of the call within seconds', async () => {
    const { page } = member;
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect.poll(() => figure(page, 'Credits used this month')).toBe('1');
    await call(dashboard.base, key, SEARCH, BODY);
    await expect.poll(() => figure(page, 'Credits used this month')).toBe('2');
    expect(await figure(page, 'Credits left')).toBe('498');
    await page.getByRole('cell', { name: 'search/people' }).first().waitFor();
  });

  it('keeps the input when the session ends, and continues after sign-in', async () => {
    const { page, context } = member;
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill('typed before the end');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Create key' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill('wrong');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByRole('alert').waitFor();
    await again.getByLabel('Password').fill(MEMBER.password);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Key for typed before the end' }).waitFor();
    await page.getByLabel('I have stored the key').check();
    await page.getByRole('button', { name: 'Done' }).click();
  });

  it('goes on with the session that another tab has begun', async () => {
    const { page, context } = await dashboard.open();
    const signIn = async (tab: Page) => {
      await tab.getByLabel('E-mail').fill(MEMBER.email);
      await tab.getByLabel('Password').fill(MEMBER.password);
      await tab.getByRole('button', { name: 'Sign in' }).click();
      await tab.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
    };
    await page.goto(`${dashboard.base}/keys`);
    await signIn(page);
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill('typed in the first tab');
    await context.clearCookies();
    const other = await context.newPage();
    await other.goto(`${dashboard.base}/keys`);
    await signIn(other);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'Key for typed in the first tab' }).waitFor();
    await context.close();
  });

  it("shows another member nothing of the member whose session ended, and repeats none of that member's calls", async () => {
    const { page, context } = await dashboard.open();
    const signIn = async ({ email, password }: typeof MEMBER, again: Pick<Page, 'getByLabel' | 'getByRole'>) => {
      await again.getByLabel('E-mail').fill(email);
      await again.getByLabel('Password').fill(password);
      await again.getByRole('button', { name: 'Sign in' }).click();
    };
    await page.goto(`${dashboard.base}/explorer/people?people.country_code=DE`);
    await signIn(MEMBER, page);
    await page.getByRole('button', { name: /^Show / }).click();
    await page.locator('.result-table').waitFor();
    const keptNames = () => page.evaluate("Object.keys(sessionStorage).filter((name) => name.includes('.tab.'))");
    expect(await keptNames()).toContain('cardfile.tab.pages');
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill('of another member');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Create key' }).click();
    await signIn(OPERATOR, page.getByRole('dialog', { name: 'Sign in again' }));
    await page.getByText(OPERATOR.name).waitFor();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    expect(await keptNames()).not.toContain('cardfile.tab.pages');
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('crm', { exact: true }).first().waitFor();
    expect(await page.getByText('of another member').count()).toBe(0);
    await context.close();
  });

  it('rotates a key: both work until the old one ends', async () => {
    const { page } = member;
    await page.getByRole('button', { name: 'Actions of crm' }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await page.getByLabel('The old key').selectOption({ label: 'Expires now' });
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const next = (await page.locator('[data-made-key]').textContent())?.trim() ?? '';
    await page.getByLabel('I have stored the key').check();
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await call(dashboard.base, next, SEARCH, BODY)).toMatchObject({ status: 200 });
    await expect.poll(async () => (await call(dashboard.base, key, SEARCH, BODY)).status).toBe(401);
    key = next;
  });

  it('revokes a key after a confirmation, and its calls are 401', async () => {
    const { page } = member;
    await page.getByRole('button', { name: 'Actions of crm' }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('crm is revoked').waitFor();
    await expect.poll(async () => (await call(dashboard.base, key, SEARCH, BODY)).status).toBe(401);
  });

  it('recorded every action in the audit log', async () => {
    const { page } = operator;
    await page.goto(`${dashboard.base}/accounts/audit`);
    for (const action of ['set-up', 'invitations.create', 'invitations.accept', 'keys.create', 'keys.revoke'])
      await page.getByRole('cell', { name: action, exact: true }).first().waitFor();
  });

  it('signs out, and clears the page', async () => {
    const { page } = operator;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.content()).not.toContain(OPERATOR.email);
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('requested no other host, logged no error, and met no violation of its policy', () => {
    expect([...operator.faults, ...member.faults]).toEqual([]);
  });
});

/** A figure of the overview by its name. */
async function figure(page: Page, name: string): Promise<string> {
  const term = page.locator('.figure', { has: page.getByText(name, { exact: true }) });
  return (await term.locator('.figure-value').textContent()) ?? '';
}
