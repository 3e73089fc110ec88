import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openIdSettings } from './dashboard-settings.ts';

const settingsOf = (issuer: string, trust?: string) =>
  openIdSettings(
    readConfig(
      {},
      {
        CARDFILE_OIDC_ISSUER: issuer,
        CARDFILE_OIDC_CLIENT_ID: 'cardfile',
        CARDFILE_OIDC_CLIENT_SECRET: 'a secret',
        ...(trust === undefined ? {} : { CARDFILE_OIDC_TRUST_EMAIL: trust }),
      },
    ).config,
  );

test('addresses without email_verified are rejected unless the operator trusts the provider', () => {
  const own = 'https://login.microsoftonline.com/2b1e7c9a-0000-4000-8000-000000000001/v2.0';
  expect(settingsOf(own)?.trustsEmail).toBe(false);
  expect(settingsOf(own, 'on')?.trustsEmail).toBe(true);
  expect(() => settingsOf(own, 'yes')).toThrow('it must be on or off');
});

test.each(['common', 'Organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'])(
  'addresses of all tenants of Entra ID are not trusted: %s',
  (tenant) => {
    const shared = `https://login.microsoftonline.com/${tenant}/v2.0`;
    expect(() => settingsOf(shared, 'on')).toThrow('CARDFILE_OIDC_ISSUER of one tenant');
    expect(settingsOf(shared)?.trustsEmail).toBe(false);
  },
);
