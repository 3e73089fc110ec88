import { describe, expect, test } from 'vitest';
import { type Claims, verifiedEmail } from './verified-email.ts';

const ANN = 'ann@acme.example';
const read = (trustsEmail: boolean, ...sources: Claims[]) => verifiedEmail(sources, { trustsEmail });
const fault = (text: string) => ({ fault: expect.stringContaining(text) });

describe.each([false, true])('with trust in the provider: %j', (trusts) => {
  test.each([true, 'true'])('a claim that is %j verifies the address of its source', (email_verified) => {
    expect(read(trusts, { email: ANN, email_verified })).toEqual({ address: ANN });
    expect(read(trusts, { email_verified: true }, { email: ANN, email_verified })).toEqual({ address: ANN });
  });

  test.each([false, 'false', null, 0, 1, '', 'yes', {}])(
    'a claim that is %j rejects every address',
    (email_verified) => {
      const rejected = fault('not verified');
      expect(read(trusts, { email: ANN, email_verified })).toEqual(rejected);
      expect(read(trusts, { email: ANN }, { email: ANN, email_verified })).toEqual(rejected);
      expect(read(trusts, { email_verified }, { email: ANN })).toEqual(rejected);
      expect(read(trusts, { email: ANN, email_verified }, { email: ANN, email_verified: true })).toEqual(rejected);
    },
  );

  test.each(['preferred_username', 'upn', 'unique_name', 'verified_primary_email'])('%s is no address', (name) => {
    const rejected = fault('no address');
    expect(read(trusts, { [name]: ANN })).toEqual(rejected);
    expect(read(trusts, { [name]: ANN, email_verified: true })).toEqual(rejected);
    expect(read(trusts, { email: '', [name]: ANN }, { email: [ANN] })).toEqual(rejected);
  });

  test('a verified address precedes one without the claim', () => {
    expect(read(trusts, { email: 'other@acme.example' }, { email: ANN, email_verified: true })).toEqual({
      address: ANN,
    });
  });
});

test('an address without the claim counts only with trust in the provider', () => {
  const unstated = fault('CARDFILE_OIDC_TRUST_EMAIL');
  expect(read(false, { email: ANN })).toEqual(unstated);
  expect(read(false, { email_verified: true }, { email: ANN })).toEqual(unstated);
  expect(read(true, { email: ANN })).toEqual({ address: ANN });
  expect(read(true, { sub: '7' }, { email: ANN })).toEqual({ address: ANN });
});
