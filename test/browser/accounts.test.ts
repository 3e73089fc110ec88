// Accounts and plans in a real browser: an operator renames, moves, suspends, resumes and removes, and the keys
// follow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, hasBrowser, setUp, startDashboard, type WatchedContext } from '../support/browser.ts';
import { call, succeed } from '../support/program.ts';
import { signInStories } from './sign-in-stories.ts';

describe.skipIf(!hasBrowser)('the accounts of a service', () => {
  let dashboard: Dashboard;
  let opened: WatchedContext;
  let key = '';

  beforeAll(async () => {
    dashboard = await startDashboard(async (data) => {
      for (const plan of ['pro', 'tiny'])
        await succeed('plans', 'set', plan, '--credits', '9', '--rps', '99', '--data', data);
      await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
      key = (await succeed('keys', 'create', '--account', 'acme', '--data', data)).trim();
    });
    opened = await dashboard.open();
    await setUp(opened.page, dashboard.setUpLink);
  });
  afterAll(() => dashboard?.close());

  const keyInfo = () => call(dashboard.base, key, '/v2/account/key-info', null);
  const press = (name: string) => opened.page.getByRole('button', { name, exact: true }).click();
  /** Chooses an action in the menu of a row. */
  const act = async (row: string, action: string) => {
    await press(`Actions of ${row}`);
    await opened.page.getByRole('menuitem', { name: action }).click();
  };

  signInStories(() => ({ dashboard, opened }));

  it('renames an account and moves it to another plan', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/accounts`);
    await act('acme', 'Change…');
    await page.getByLabel('Name').fill('acme europe');
    await page.getByRole('dialog').getByLabel('Plan').selectOption('tiny');
    await press('Save account');
    await page.getByRole('row', { name: /acme europe tiny/ }).waitFor();
    expect((await keyInfo()).status).toBe(200);
  });

  it('opens an account: its credits, limits, keys and calls, with a warning while few credits are left', async () => {
    const { page } = opened;
    const body = { people: { job_level: ['Boss'] } };
    expect((await call(dashboard.base, key, '/v2/search/people', body)).status).toBe(422);
    for (let paid = 0; paid < 9; paid += 1)
      expect((await call(dashboard.base, key, '/v2/utils/current-date', { region: 'UTC' })).status).toBe(200);
    await page.getByRole('button', { name: 'acme europe', exact: true }).click();
    await page.getByRole('heading', { name: 'acme europe', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/accounts\/acc_/);
    await page.getByText('All 9 credits are used').waitFor();
    const keys = page.getByRole('region', { name: 'Keys' });
    await keys.getByRole('link', { name: 'Unnamed' }).waitFor();
    const calls = page.getByRole('table', { name: 'Latest calls' });
    await calls.getByText('utils/current-date').first().waitFor();
    await expect.poll(() => calls.getByRole('row').count()).toBe(12);
    await page.reload();
    await press('Grant credits…');
    await page.getByLabel('Credits', { exact: true }).fill('100');
    await press('Grant');
    await page.getByText('No credits are left').waitFor({ state: 'detached' });
    await page.getByText('of 109').waitFor();
    await page.getByRole('region', { name: 'Top errors' }).getByRole('link', { name: 'search/people' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?status=422&account=acme+europe');
    await page.goto(`${dashboard.base}/accounts?account=acme%20europe`);
    await page.getByRole('button', { name: 'Actions of acme europe' }).waitFor();
  });

  it('creates a link with which a member sets another password', async () => {
    const { page } = opened;
    await succeed('members', 'invite', 'bo@acme.example', '--role', 'operator', '--data', dashboard.data);
    const listed = await succeed('members', 'list', '--data', dashboard.data);
    expect(listed).toContain('ada@cardfile.example');
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByRole('row', { name: /bo@acme\.example Operator/ }).waitFor();
    const bo = await dashboard.open();
    const link = (await succeed('members', 'invite', 'bo@acme.example', '--role', 'operator', '--data', dashboard.data))
      .trim()
      .replace(/^http:\/\/[^/]+/, '');
    await bo.page.goto(dashboard.base + link);
    const join = async (password: string, button = 'Join') => {
      await bo.page.getByLabel('Your name').fill('Bo');
      await bo.page.getByRole('textbox', { name: 'New password' }).fill(password);
      await bo.page.getByRole('button', { name: button }).click();
    };
    await join('password12345');
    await bo.page.getByText('among those that are tried first').waitFor();
    await join('seven quiet lanterns');
    await bo.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.reload();
    await press('More about Bo');
    await page.getByRole('menuitem', { name: 'Reset password…' }).click();
    await press('Create reset link');
    const reset = (await page.getByLabel('link', { exact: true }).textContent())?.trim() ?? '';
    await press('Done');
    await bo.page.goto('about:blank');
    await bo.context.clearCookies();
    await bo.page.goto(reset);
    await bo.page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await join('eleven green bicycles', 'Save password and sign in');
    await bo.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await bo.context.close();
    await page.getByRole('tab', { name: 'Accounts', exact: true }).click();
  });

  it('counts usage by UTC days, and labels them as such west of UTC', async () => {
    const storageState = await opened.context.storageState();
    const west = await dashboard.open({ storageState, timezoneId: 'Pacific/Pago_Pago' });
    await west.page.goto(`${dashboard.base}/accounts/usage`);
    await west.page.getByRole('button', { name: 'As table' }).click();
    const table = west.page.getByRole('table', { name: 'Credits per day (UTC)' });
    const shown = await table.locator('tbody td:first-child').allTextContents();
    const { rows } = (await (await west.page.request.get(`${dashboard.base}/console/api/usage?by=day`)).json()) as {
      rows: { day: string; credits: number }[];
    };
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    const charged = rows.filter(({ credits }) => credits > 0);
    expect(charged).not.toEqual([]);
    expect(shown).toEqual(charged.map((row) => day.format(new Date(row.day))));
    await west.context.close();
  });

  it('suspends an account, whose calls state the reason, and resumes it', async () => {
    const { page } = opened;
    await act('acme europe', 'Suspend…');
    await press('Suspend account');
    await page.getByText('Suspended', { exact: true }).waitFor();
    await expect.poll(async () => (await keyInfo()).body.error?.message).toContain('suspended');
    await act('acme europe', 'Resume');
    await page.getByText('Suspended', { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await keyInfo()).status).toBe(200);
  });

  it('renames a plan, and lists the accounts that prevent its removal', async () => {
    const { page } = opened;
    await page.getByRole('tab', { name: 'Plans' }).click();
    // A new plan never replaces another one.
    await press('New plan');
    await page.getByLabel('Name').fill(' pro ');
    await page.getByText('There is a plan with this name.').waitFor();
    expect(await page.getByRole('button', { name: 'Save plan' }).isDisabled()).toBe(true);
    await press('Cancel');
    await act('tiny', 'Change…');
    await page.getByLabel('Name').fill('small');
    await press('Save plan');
    await act('small', 'Remove…');
    await press('Remove plan');
    await page.getByRole('alert').getByText('acme europe').waitFor();
    await press('Cancel');
    await act('pro', 'Remove…');
    await press('Remove plan');
    await page.getByText('Plan pro removed.').waitFor();
  });

  it('removes an account after its name was typed', async () => {
    const { page } = opened;
    await page.getByRole('tab', { name: 'Accounts' }).click();
    await act('acme europe', 'Remove…');
    const remove = page.getByRole('button', { name: 'Remove account', exact: true });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel('Type acme europe to confirm').fill('acme europe');
    await remove.click();
    await page.getByText('No accounts yet').waitFor();
    await expect.poll(async () => (await keyInfo()).status).toBe(401);
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByText('accounts.remove').waitFor();
  });

  it('shows nothing of another account while the chosen one is slow, or after it failed', async () => {
    const { page } = opened;
    const at = ['--data', dashboard.data];
    await succeed('plans', 'set', 'two', '--credits', '9', '--rps', '99', ...at);
    for (const name of ['first', 'second']) await succeed('accounts', 'create', name, '--plan', 'two', ...at);
    await succeed('keys', 'create', '--account', 'first', '--name', 'key of the first', ...at);
    await page.goto(`${dashboard.base}/keys?account=first`);
    await page.getByText('key of the first').waitFor();
    const answers: (() => void)[] = [];
    await page.route(/\/keys\?account=second$/, (route) => {
      answers.push(() => void route.fulfill({ status: 503, body: '' }));
    });
    const choice = page.getByLabel('Account', { exact: true });
    await choice.selectOption('second');
    await expect.poll(() => answers.length).toBe(1);
    expect(await page.getByText('key of the first').count()).toBe(0);
    answers[0]?.();
    await page.getByText('The server answered with status 503').waitFor();
    expect(await page.getByText('key of the first').count()).toBe(0);
    await page.unroute(/\/keys\?account=second$/);
    await choice.selectOption('first');
    await page.getByText('key of the first').waitFor();
    expect(await page.getByText('The server answered with status 503').count()).toBe(0);
  });

  /** The dashboard of a new member of an account. */
  const joined = async (name: string, role: string, { account = 'first', open = () => dashboard.open() } = {}) => {
    const invited = ['invite', `${name}@first.example`, '--role', role, '--account', account, '--data', dashboard.data];
    const link = (await succeed('members', ...invited)).trim().replace(/^http:\/\/[^/]+/, '');
    const { context, page } = await open();
    await page.goto(dashboard.base + link);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('textbox', { name: 'New password' }).fill('seven quiet lanterns');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    return { context, page };
  };

  it('lets an operator who belongs to an account see all accounts', async () => {
    // A repetition of the test cannot invite the same member again.
    const { context, page } = await joined(`ed-${Date.now()}`, 'operator');
    const choice = page.getByLabel('Account', { exact: true });
    // Until the names of the accounts are loaded, it has none.
    await expect.poll(() => choice.inputValue()).toBe('first');
    await choice.selectOption('All accounts');
    await page.getByText('Credits and calls of all accounts').waitFor();
    await page.reload();
    await page.getByText('Credits and calls of all accounts').waitFor();
    await expect.poll(() => choice.inputValue()).toBe('');
    await context.close();
  });

  it('says that a role was lowered while a dialog was open, whose page follows', async () => {
    const { page } = opened;
    const al = await joined('al', 'member');
    await al.page.goto(`${dashboard.base}/keys`);
    await al.page.getByRole('button', { name: 'Create a key' }).first().click();
    const open = al.page.getByRole('dialog', { name: 'Create a key' });
    await open.getByLabel('Name').fill('too late');
    await page.goto(`${dashboard.base}/accounts/members`);
    await press('More about al');
    await page.getByRole('menuitem', { name: 'Change…' }).click();
    await page.getByRole('dialog').getByLabel('Role').selectOption('read_only');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /al@first\.example Read-only/ }).waitFor();
    await open.getByRole('button', { name: 'Create key' }).click();
    const again = al.page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password', { exact: true }).fill('seven quiet lanterns');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await open.getByText('Your role (read-only) does not include this; an operator can change your role.').waitFor();
    await al.page.getByText('An operator has changed your role: it is now Read-only.').waitFor();
    expect(await open.getByLabel('Name').inputValue()).toBe('too late');
    expect(await open.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
    await open.getByRole('button', { name: 'Cancel' }).click();
    await open.waitFor({ state: 'detached' });
    expect(await al.page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
    await al.context.close();
  });

  it('follows an account that is renamed while its members and operators have it open', async () => {
    const { page } = opened;
    const cy = await joined('cy', 'member');
    await page.goto(`${dashboard.base}/keys?account=first`);
    await page.getByText('key of the first').waitFor();
    await succeed('accounts', 'rename', 'first', 'renamed', '--data', dashboard.data);
    await cy.page.getByRole('link', { name: 'Keys', exact: true }).click();
    await cy.page.getByText('key of the first').waitFor();
    await cy.page.getByRole('link', { name: 'renamed' }).waitFor();
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByText('Choose an account to see its lists').waitFor();
    await page.locator('main').getByLabel('Account').selectOption('renamed');
    await page.getByText('No lists yet').waitFor();
    const inAnotherTab = async () => ({ ...cy, faults: [], page: await cy.context.newPage() });
    await joined('di', 'member', { account: 'second', open: inAnotherTab });
    await cy.page.getByRole('link', { name: 'Lists', exact: true }).click();
    await cy.page.getByText('Credits and calls of second').waitFor();
    await cy.context.close();
  });
});
