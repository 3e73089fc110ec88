// The dashboard by keyboard alone: from the first Tab to a key that is created, copied and revoked. The focus is
// always visible, stays in an open window, and returns when the window closes.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, hasBrowser, OPERATOR, startDashboard } from '../support/browser.ts';
import { succeed } from '../support/program.ts';

/** The focused element as a screen reader announces it: role and name. */
async function focused(page: Page): Promise<string> {
  return (await page.evaluate(`(() => {
    const element = document.activeElement;
    const named = element.getAttribute('aria-label') || (element.labels && element.labels[0] && element.labels[0].textContent) || element.textContent;
    return element.tagName.toLowerCase() + ' ' + named.trim();
  })()`)) as string;
}

/** Whether the focus is visible: an outline, or a frame around the field. */
async function isFocusSeen(page: Page): Promise<boolean> {
  return (await page.evaluate(`(() => {
    const element = document.activeElement;
    const framed = [element, element.closest('.chips-box')].filter(Boolean).map((each) => getComputedStyle(each));
    return framed.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1);
  })()`)) as boolean;
}

/** Presses Tab until this element has the focus, and checks that the focus is visible on the way. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    // After the last element come the controls of the browser, and then the page starts again.
    const isAtEnd = now.startsWith('body ');
    passed.push(isAtEnd ? 'end of the page' : now);
    if (!isAtEnd) expect(await isFocusSeen(page), `the focus on "${now}" is visible`).toBe(true);
    if (now === wanted) return;
  }
  throw new Error(`Tab did not reach "${wanted}": ${passed.join(', ')}`);
}

describe.skipIf(!hasBrowser)('by keyboard alone', () => {
  let dashboard: Dashboard;
  let page: Page;
  let faults: readonly string[];

  beforeAll(async () => {
    dashboard = await startDashboard();
    await succeed('plans', 'set', 'pro', '--credits', '500', '--rps', '50', '--data', dashboard.data);
    await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', dashboard.data);
    ({ page, faults } = await dashboard.open());
  });
  afterAll(() => dashboard?.close());

  it('sets up the service: the first field has the focus, Enter sends, an error moves the focus', async () => {
    await page.goto(dashboard.setUpLink);
    await page.getByLabel('Your name').waitFor();
    await page.keyboard.type(OPERATOR.name);
    await page.keyboard.press('Tab');
    await page.keyboard.type(OPERATOR.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('short');
    await tabTo(page, 'button Set up and sign in');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page), { message: 'the invalid field has the focus' }).toBe('input New password');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(OPERATOR.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });

  it('skips the navigation, or steps through it', async () => {
    await page.reload();
    await page.getByText('Credits used this month').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('a Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.reload();
    await page.getByText('Credits used this month').waitFor();
    await tabTo(page, 'a Keys');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
    await expect.poll(() => focused(page), { message: 'the heading of the new screen has the focus' }).toBe('h1 Keys');
  });

  it('creates a key: the window keeps the focus, arrows choose suggestions, Escape closes the list first', async () => {
    await tabTo(page, 'button Create a key');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('input Name');
    await page.keyboard.type('by keyboard');
    await tabTo(page, 'input Allowed endpoints');
    await page.keyboard.type('search/employee');
    await expect.poll(() => page.locator('.suggestion').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove search/employee-finder' }).waitFor();
    // The window itself announces it: screen readers do not read text outside of an open window.
    const said = page.locator('dialog .unseen[aria-live=polite]');
    await expect.poll(() => said.textContent()).toContain('search/employee-finder');
    await page.keyboard.type('ph');
    await page.locator('.suggestion').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.suggestion').first().isVisible()).toBe(false);
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    // Moves the focus around the window once: Tab reaches nothing behind the window.
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          "document.activeElement === document.body || document.activeElement.closest('dialog') !== null",
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect
      .poll(() => focused(page), { message: 'the focus returned to its element' })
      .toBe('button Create a key');
  });

  it('restores the input, and continues to the key', async () => {
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('by keyboard');
    await tabTo(page, 'button Create key');
    await page.keyboard.press('Enter');
    await page.getByText('This is the only time the key is shown.').waitFor();
    await tabTo(page, 'input I have stored the key');
    await page.keyboard.press('Space');
    await tabTo(page, 'button Done');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'by keyboard' }).first().waitFor();
  });

  it('sorts a table, and revokes the key', async () => {
    await tabTo(page, 'button Name');
    await page.keyboard.press('Enter');
    await page.locator('th[aria-sort=ascending]').waitFor();
    await tabTo(page, 'button Actions of by keyboard');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('button Rotate…');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('button Revoke…');
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press('Enter');
    await tabTo(page, 'button Revoke key');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'Revoked' }).waitFor();
  });

  it('moves between tabs by arrows, and shows a chart as a table', async () => {
    await page.goto(`${dashboard.base}/reference`);
    await page.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('button TypeScript');
    await page.getByRole('tabpanel').getByText('interface Page').waitFor();
    await page.keyboard.press('End');
    expect(await focused(page)).toBe('button Excel');
  });

  it('keeps its place when the row with the focus is removed', async () => {
    for (const name of ['bea', 'cal'])
      await succeed('members', 'invite', `${name}@acme.example`, '--account', 'acme', '--data', dashboard.data);
    const withdraw = (name: string) => `button Withdraw the link of ${name}@acme.example`;
    await page.goto(`${dashboard.base}/accounts/members`);
    await page.getByText('cal@acme.example').waitFor();
    await tabTo(page, withdraw('cal'));
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page), { message: 'the next row' }).toBe(withdraw('bea'));
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page), { message: 'the heading, as there is no row' }).toBe('h1 Accounts');
    await page.getByRole('button', { name: 'Close' }).first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page), { message: 'not the begin of the page' }).toBe('h1 Accounts');
  });

  it('opens the menu of a small window, and closes it by Escape', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${dashboard.base}/keys`);
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
    await tabTo(page, 'button Menu');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('link', { name: 'Overview' }).isVisible()).toBe(false);
    expect(await focused(page)).toBe('button Menu');
  });

  it('logged no error', () => {
    expect(faults).toEqual([]);
  });
});
