// Sign-in by OpenID Connect in a real browser, from the button to the screen that was asked for, and the links and
// addresses of sign-in that lead elsewhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Dashboard,
  hasBrowser,
  OPERATOR,
  setUp,
  startDashboard,
  type WatchedContext,
} from '../support/browser.ts';
import { type OpenIdIssuer, startIssuer } from '../support/open-id-issuer.ts';

describe.skipIf(!hasBrowser)('sign-in by OpenID Connect', () => {
  let issuer: OpenIdIssuer;
  let dashboard: Dashboard;
  let opened: WatchedContext;

  beforeAll(async () => {
    issuer = await startIssuer({ sub: '7', email: OPERATOR.email, email_verified: true });
    process.env['CARDFILE_OIDC_ISSUER'] = issuer.url.href;
    process.env['CARDFILE_OIDC_CLIENT_ID'] = issuer.clientId;
    process.env['CARDFILE_OIDC_CLIENT_SECRET'] = issuer.clientSecret;
    dashboard = await startDashboard(async () => {});
    const { page, context } = await dashboard.open();
    await setUp(page, dashboard.setUpLink);
    await context.close();
    opened = await dashboard.open();
  });
  afterAll(async () => {
    for (const name of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET']) delete process.env[`CARDFILE_OIDC_${name}`];
    await dashboard?.close();
    await issuer?.close();
  });

  it('states that the provider must verify the address', async () => {
    const { page } = opened;
    issuer.claims = { ...issuer.claims, email_verified: false };
    await page.goto(`${dashboard.base}/keys`);
    await page.getByRole('link', { name: /^Sign in with/ }).click();
    await page.getByRole('alert').getByText('Verify it at the provider').waitFor();
    issuer.claims = { ...issuer.claims, email_verified: true };
  });

  it('states that a sign-in is not valid any longer', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/console/api/oidc/finish?code=x&state=${'x'.repeat(43)}`);
    await page.getByRole('alert').getByText('took too long, was already completed').waitFor();
  });

  it('leads by its button to the provider, and back to the screen', async () => {
    const { page } = opened;
    await page.goto(`${dashboard.base}/keys?account=none`);
    await page.getByRole('link', { name: /^Sign in with/ }).click();
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  });

  it('shows no sign-in screens to members who are signed in', async () => {
    const { page } = opened;
    for (const path of ['/sign-in?problem=failed', '/set-up']) {
      await page.goto(dashboard.base + path);
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    }
  });

  it('is reached from an invitation that is not valid', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${dashboard.base}/invite#token=${'x'.repeat(43)}`);
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('requested no other host than the provider, and logged no error', () => {
    expect(opened.faults.filter((fault) => !fault.startsWith(`asked ${issuer.url.origin}/`))).toEqual([]);
  });
});
