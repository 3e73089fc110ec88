// The screens of the pictures, each with the actions that lead to it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { totpCode, totpStepAt } from '../../src/members/totp.ts';
import { type Dashboard, MEMBER } from '../support/browser.ts';
import { succeed } from '../support/program.ts';

export interface Shown {
  readonly page: Page;
  readonly context: BrowserContext;
}

interface Fixture extends Shown {
  readonly dashboard: Dashboard;
}

type Show = (fixture: Fixture) => Promise<Shown>;

/** Opens the screen of an address, and waits for a text. */
function at(path: string, drawn: string, act?: (page: Page) => Promise<unknown>): Show {
  return async (fixture) => {
    const { page, dashboard } = fixture;
    await page.goto(`${dashboard.base}${path}`);
    await page.locator('main').getByText(drawn).first().waitFor();
    await act?.(page);
    return fixture;
  };
}

/** A visitor who is not signed in. */
function visitor(path: string, drawn: string): Show {
  return async ({ dashboard }) => {
    const { page, context } = await dashboard.open({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${dashboard.base}${path}`);
    await page.getByText(drawn).first().waitFor();
    return { page, context };
  };
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Shows the first page of a search; buys it if it is not paid yet. */
async function firstPage(page: Page): Promise<void> {
  const rows = page.locator('.result-table tbody tr');
  const button = page.getByRole('button', { name: /^Show/ }).first();
  await rows.first().or(button).first().waitFor();
  if ((await rows.count()) === 0) await button.click();
  await rows.first().waitFor();
}

/** Puts the first people of a search on a new list. */
async function addToList(page: Page, name: string, count: number): Promise<void> {
  await firstPage(page);
  const boxes = page.locator('.result-table tbody').getByRole('checkbox');
  for (let row = 0; row < count; row += 1) await boxes.nth(row).check();
  await press(page, 'Add to list…');
  const window = page.getByRole('dialog', { name: `Add ${count} people to a list` });
  await window.getByLabel('New list').fill(name);
  await page.keyboard.press('Enter');
  await window.waitFor({ state: 'detached' });
  for (let row = 0; row < count; row += 1) await boxes.nth(row).uncheck();
}

/** Opens the first record of a search. */
async function firstRecord(page: Page): Promise<void> {
  await firstPage(page);
  await page.locator('.result-table tbody a').first().click();
  await page.locator('.record-bar').waitFor();
  const button = page.getByRole('button', { name: /^Show/ }).first();
  await page.locator('.card').first().or(button).first().waitFor();
  if ((await page.locator('.card').count()) === 0) await button.click();
  await page.locator('.card').first().waitFor();
}

const DIRECTORS = 'people.job_level=VP&people.job_level=Director&people.country_code=DE&people.country_code=US';

const twoStep: Show = async (fixture) => {
  const { page, dashboard } = fixture;
  await page.goto(`${dashboard.base}/profile`);
  await press(page, 'Set up two-step sign-in');
  await page.getByRole('dialog').getByLabel('Current password').fill('correct horse battery');
  await press(page, 'Next');
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  return fixture;
};

/** A member with the role billing, who opens a screen of other roles. */
const noAccess: Show = async ({ dashboard }) => {
  const invite = [
    'members',
    'invite',
    MEMBER.email,
    '--account',
    'acme',
    '--role',
    'billing',
    '--data',
    dashboard.data,
  ];
  const link = (await succeed(...invite)).trim().replace(/^http:\/\/[^/]+/, '');
  const { page, context } = await dashboard.open({ viewport: { width: 1440, height: 900 } });
  await page.goto(dashboard.base + link);
  await page.getByLabel('Your name').fill(MEMBER.name);
  await page.getByRole('textbox', { name: 'New password' }).fill(MEMBER.password);
  await press(page, 'Join');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.goto(`${dashboard.base}/explorer`);
  await page.getByRole('heading', { name: 'No access' }).waitFor();
  return { page, context };
};

/** The second step of the sign-in of the same member, after the password. */
const code: Show = async ({ dashboard }) => {
  const { page, context } = await dashboard.open({ viewport: { width: 1440, height: 900 } });
  await page.goto(dashboard.base);
  const signIn = async () => {
    await page.getByLabel('E-mail').fill(MEMBER.email);
    await page.getByLabel('Password').fill(MEMBER.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await signIn();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.goto(`${dashboard.base}/profile`);
  await press(page, 'Set up two-step sign-in');
  await page.getByRole('dialog').getByLabel('Current password').fill(MEMBER.password);
  await press(page, 'Next');
  const key = page.getByLabel('key for the authenticator app', { exact: true });
  const secret = ((await key.textContent()) ?? '').replace(/\s/g, '');
  await page
    .getByRole('dialog')
    .getByLabel('Code', { exact: true })
    .fill(totpCode(secret, totpStepAt(Date.now())));
  await press(page, 'Switch on');
  await press(page, 'I’ve saved them');
  await press(page, 'Sign out');
  await signIn();
  await page.getByLabel('Code', { exact: true }).waitFor();
  // After a reload, the code is requested on a separate screen.
  await page.reload();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  return { page, context };
};

/** By name of the picture. */
export const SCREENS: Readonly<Record<string, Show>> = {
  overview: at('/?account=acme', 'Credits used this month'),
  explorer: at(`/explorer/people?${DIRECTORS}&account=acme`, 'people', firstPage),
  'explorer-companies': at('/explorer/companies?company.country_code=DE&account=acme', 'companies', firstPage),
  'explorer-jobs': at('/explorer/jobs?company.country_code=DE&account=acme', 'job', firstPage),
  person: at(`/explorer/people?${DIRECTORS}&account=acme`, 'people', firstRecord),
  company: at('/explorer/companies?company.country_code=US&account=acme', 'companies', firstRecord),
  lists: at(`/explorer/people?${DIRECTORS}&account=acme`, 'people', async (page) => {
    await addToList(page, 'Trade fair, autumn', 5);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByRole('cell', { name: '5 people' }).waitFor();
  }),
  list: at('/lists?account=acme', 'Trade fair, autumn', async (page) => {
    await page.getByRole('button', { name: 'Trade fair, autumn', exact: true }).click();
    await press(page, 'Watch…');
    await press(page, 'Start watching');
    await page.getByRole('link', { name: /^Watched/ }).waitFor();
  }),
  watches: at('/lists/watches?account=acme', 'List of 5 records'),
  waterfall: at('/waterfall?account=acme', 'Waterfall', async (page) => {
    await page.getByLabel('Company', { exact: true }).fill('Lynxcove Stadtwerke');
    const step = page.getByRole('list', { name: 'Steps in order' }).locator('> li');
    for (const title of ['Director', 'Manager']) {
      if (title === 'Manager') await press(page, 'Add a step');
      await step.last().getByRole('combobox', { name: 'Titles', exact: true }).fill(title);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    }
    await press(page, /^Run/);
    await page.getByRole('table', { name: 'Waterfall rows' }).waitFor();
  }),
  enrich: async (fixture) => {
    const { page, dashboard } = fixture;
    await page.goto(`${dashboard.base}/enrich?account=acme`);
    const buffer = readFileSync(join(dashboard.data, '../leads.csv'));
    await page.setInputFiles('input[type=file]', { name: 'trade-fair-leads.csv', mimeType: 'text/csv', buffer });
    await page.locator('.found-figure').first().waitFor();
    return fixture;
  },
  playground: at('/playground?call=people-search&account=acme', 'Playground', async (page) => {
    await page.getByLabel('Body as JSON').press('Control+Enter');
    await page.getByRole('region', { name: 'Answer', exact: true }).getByText('200', { exact: true }).waitFor();
  }),
  'playground-completion': at('/playground?call=company-count&account=acme', 'Playground', async (page) => {
    await page.getByText('More fields').first().waitFor();
    await page.getByLabel('Body as JSON').fill('');
    await page.getByLabel('Body as JSON').pressSequentially('{"company": {"');
    await page.getByRole('listbox', { name: 'Fields and values' }).getByRole('option').first().waitFor();
  }),
  keys: at('/keys?account=acme', 'nightly enrichment'),
  calls: at('/calls?account=acme', 'Request id'),
  webhooks: at('/webhooks?account=acme', 'Webhooks', async (page) => {
    await press(page, 'Add an endpoint');
    await page.getByLabel('Address').fill('https://hooks.acme.test/cardfile');
    await press(page, 'Select all');
    await press(page, 'Add endpoint');
    await page.getByLabel('I have stored the secret').check();
    await press(page, 'Done');
    await press(page, 'Send a test');
    await page.getByRole('table', { name: 'Deliveries' }).getByText('No answer').waitFor();
  }),
  data: at('/data', 'People by country'),
  imports: at('/data/imports', 'Choose a file'),
  duplicates: at('/data/reviews', 'Keep apart'),
  suppressions: at('/data/suppressions', 'The list is empty'),
  accounts: at('/accounts', 'New account'),
  account: at('/accounts', 'New account', async (page) => {
    await page.getByRole('button', { name: 'acme', exact: true }).click();
    await page.getByRole('heading', { name: 'acme', level: 1 }).waitFor();
  }),
  plans: at('/accounts/plans', 'New plan'),
  usage: at('/accounts/usage', 'Credits per day'),
  members: at('/accounts/members', 'Open invitations and password resets'),
  audit: at('/accounts/audit', 'accounts.create'),
  reference: at('/reference', 'Quick starts'),
  profile: at('/profile', 'Two-step sign-in'),
  'two-step': twoStep,
  'no-access': noAccess,
  code,
  commands: at('/?account=acme', 'Credits used this month', async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first().waitFor();
  }),
  'sign-in': visitor('/', 'No account?'),
};
