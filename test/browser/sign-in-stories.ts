// Stories of two-step sign-in and of the roles read-only and billing.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStepAt } from '../../src/members/totp.ts';
import { type Dashboard, OPERATOR, type WatchedContext } from '../support/browser.ts';
import { succeed } from '../support/program.ts';
import { expectSound } from '../support/sound-page.ts';

/** An account `acme` and a signed-in operator. */
interface SignInFixture {
  readonly dashboard: Dashboard;
  readonly opened: WatchedContext;
}

export function signInStories(fixtureOf: () => SignInFixture): void {
  describe('two-step sign-in', () => {
    let dashboard: Dashboard;
    let page: Page;
    let secret = '';
    let recoveryCode = '';
    beforeAll(() => {
      dashboard = fixtureOf().dashboard;
      page = fixtureOf().opened.page;
    });
    const codeOf = (away: number) => totpCode(secret, totpStepAt(Date.now()) + away);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const signOutAndIn = async () => {
      await press('Sign out');
      await page.getByLabel('E-mail').fill(OPERATOR.email);
      await page.getByLabel('Password').fill(OPERATOR.password);
      await press('Sign in');
      await page.getByLabel('Code', { exact: true }).waitFor();
    };

    it('is set up with password, QR code and a first code, and shows recovery codes once', async () => {
      await page.goto(`${dashboard.base}/profile`);
      await press('Set up two-step sign-in');
      const window = page.getByRole('dialog');
      await window.getByLabel('Current password').fill('wrong');
      await press('Next');
      await window.getByText('this is not the current password').waitFor();
      await window.getByLabel('Current password').fill(OPERATOR.password);
      await press('Next');
      await window.getByRole('img', { name: /^QR code/ }).waitFor();
      const key = window.getByLabel('key for the authenticator app', { exact: true });
      secret = ((await key.textContent()) ?? '').replace(/\s/g, '');
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      await expectSound(page, 'two-step-set-up');
      await window.getByLabel('Code', { exact: true }).fill('000000');
      await press('Switch on');
      await window.getByText(/this code is not valid/).waitFor();
      await window.getByLabel('Code', { exact: true }).fill(codeOf(0));
      await press('Switch on');
      const codes = page.getByLabel('recovery codes', { exact: true });
      const shown = ((await codes.textContent()) ?? '').trim().split('\n');
      expect(shown).toHaveLength(10);
      recoveryCode = shown[0] ?? '';
      await expectSound(page, 'two-step-recovery-codes');
      await press('I’ve saved them');
      await page.getByText('10 recovery codes left.').waitFor();
    });

    it('asks for the code after the password, also after a reload', async () => {
      await signOutAndIn();
      await page.reload();
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
      await expectSound(page, 'two-step-code');
      await page.getByLabel('Code', { exact: true }).fill('000000');
      await press('Sign in');
      await page.getByText('this code is not valid').waitFor();
      await page.getByLabel('Code', { exact: true }).fill(codeOf(1));
      await press('Sign in');
      await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    });

    it('accepts a recovery code in the window of an ended session, whose screen stays', async () => {
      await page.goto(`${dashboard.base}/profile`);
      await page.getByText('10 recovery codes left.').waitFor();
      await page.getByLabel('New password').fill('typed before the end');
      await page.context().clearCookies();
      await press('New recovery codes…');
      await page.getByRole('dialog').getByLabel('Code from the app').fill(recoveryCode);
      await press('Create codes');
      const again = page.getByRole('dialog', { name: 'Sign in again' });
      await again.getByLabel('Password').fill(OPERATOR.password);
      await again.getByRole('button', { name: 'Sign in', exact: true }).click();
      await again.getByLabel('Code', { exact: true }).fill('AAAA-AAAA-AAAA-AAAA');
      await again.getByRole('button', { name: 'Sign in', exact: true }).click();
      await again.getByText('this code is not valid').waitFor();
      await again.getByLabel('Code', { exact: true }).fill(recoveryCode);
      await again.getByRole('button', { name: 'Sign in', exact: true }).click();
      await again.waitFor({ state: 'detached' });
      // The recovery code is used up, so the waiting request is rejected.
      await page.getByRole('dialog').getByText('this code is not valid').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.getByLabel('New password').inputValue()).toBe('typed before the end');
    });

    it('is not required of a reader who has declined it, until the next act', async () => {
      // A page with a clock of its own, which later tests do not share.
      const timed = await page.context().newPage();
      await timed.clock.install();
      await timed.goto(`${dashboard.base}/calls`);
      await timed.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
      const cookies = await timed.context().cookies();
      await timed.context().clearCookies();
      const again = timed.getByRole('dialog', { name: 'Sign in again' });
      await timed.clock.fastForward(3000);
      await again.getByRole('button', { name: 'Not now' }).click();
      await timed.getByRole('alert').getByText('sign in').waitFor();
      const asked: string[] = [];
      timed.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/console/api/')) asked.push(pathname);
      });
      for (let time = 0; time < 5; time += 1) await timed.clock.fastForward(3000);
      await timed.evaluate('fetch("/favicon.svg")');
      expect([asked, await again.count()]).toEqual([[], 0]);
      await timed.getByRole('button', { name: 'Try again' }).click();
      await again.waitFor();
      await timed.keyboard.press('Escape');
      await timed.context().addCookies(cookies);
      await timed.getByRole('button', { name: 'Try again' }).click();
      await timed.getByRole('alert').waitFor({ state: 'detached' });
      await timed.clock.fastForward(3000);
      await expect.poll(() => asked.filter((path) => path.endsWith('/calls')).length).toBeGreaterThan(2);
      await timed.close();
    });

    it('signs out of a session that has ended without another sign-in', async () => {
      const cookies = await page.context().cookies();
      await page.context().clearCookies();
      await press('Sign out');
      await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
      await page.context().addCookies(cookies);
      await page.goto(`${dashboard.base}/profile`);
    });

    it('is switched off on the command line for a member who has lost phone and codes', async () => {
      await succeed('members', 'two-step-off', OPERATOR.email, '--data', dashboard.data);
      await page.reload();
      await page.getByRole('button', { name: 'Set up two-step sign-in' }).waitFor();
    });
  });

  describe.each([
    {
      role: 'billing',
      places: ['Overview', 'Keys', 'Account', 'Reference'],
      closed: [
        '/explorer',
        '/playground',
        '/waterfall',
        '/enrich',
        '/lists',
        '/calls',
        '/webhooks',
        '/data',
        '/accounts/members',
      ],
    },
    {
      role: 'read_only',
      places: ['Overview', 'Explorer', 'Lists', 'Enrich', 'Keys', 'Calls', 'Webhooks', 'Account', 'Reference'],
      closed: ['/playground', '/waterfall', '/data', '/accounts'],
    },
  ])('a member with the role $role', ({ role, places, closed }) => {
    let opened: WatchedContext;
    let base = '';
    beforeAll(async () => {
      const { dashboard } = fixtureOf();
      base = dashboard.base;
      const name = role.replace('_', '');
      const at = ['--role', role, '--account', 'acme', '--data', dashboard.data];
      const link = (await succeed('members', 'invite', `${name}@acme.example`, ...at)).trim();
      opened = await dashboard.open();
      const { page } = opened;
      await page.goto(dashboard.base + link.replace(/^http:\/\/[^/]+/, ''));
      await page.getByLabel('Your name').fill(name);
      await page.getByRole('textbox', { name: 'New password' }).fill('seven quiet lanterns');
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    });

    it('sees the screens of the role only', async () => {
      const { page } = opened;
      const shown = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();
      expect(shown).toEqual(places);
      await page.keyboard.press('Control+k');
      const commands = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
      await commands.first().waitFor();
      const offered = await commands.allTextContents();
      // Screens have keys, the other entries are parts of screens and the profile.
      expect(offered.filter((text) => /^Go to .*g .$/.test(text))).toHaveLength(places.length);
      expect(offered.join()).not.toMatch(/Members|Imports/);
      await page.keyboard.press('Escape');
    });

    it('sees the reason on a screen of another role', async () => {
      const { page } = opened;
      for (const path of closed) {
        await page.goto(base + path);
        await page.getByRole('heading', { name: 'No access' }).waitFor();
        await page.getByText(/doesn’t include this page/).waitFor();
      }
      await expectSound(page, `role-${role}`);
    });

    it('sees the account: its plan, limits and members', async () => {
      const { page } = opened;
      await page.getByRole('link', { name: 'Account', exact: true }).click();
      await page.getByRole('heading', { name: 'acme', level: 1 }).waitFor();
      await page
        .getByRole('region', { name: 'Members' })
        .getByText(`${role.replace('_', '')}@acme.example`)
        .waitFor();
      await page.getByText('calls per second, shared by all keys').waitFor();
      expect(await page.getByRole('button', { name: /^(Grant|Change|More about)/ }).count()).toBe(0);
      await expectSound(page, `account-${role}`);
    });

    it('sees keys, creates and changes none, and reads who creates them', async () => {
      const { page } = opened;
      await page.goto(`${base}/keys`);
      await page.getByRole('table', { name: 'Keys' }).getByRole('row').nth(1).waitFor();
      expect(await page.getByRole('button', { name: /^(Create a|Actions of)/ }).count()).toBe(0);
      const others = page.getByText('Colleagues with the role Member, and operators, create keys.');
      await others.waitFor();
      await page.getByRole('link', { name: 'Reference', exact: true }).click();
      await page.getByRole('heading', { name: 'Quick starts' }).waitFor();
      await others.waitFor();
      expect(await page.getByRole('link', { name: 'Create a key' }).count()).toBe(0);
    });

    it('met no fault', () => {
      expect(opened.faults).toEqual([]);
    });
  });
}
