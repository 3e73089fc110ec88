import { expect, test } from 'vitest';
import { accountRejected } from './too-many-requests.ts';

test('a rejected call of an account states its reason: the limit, or the store that counts the requests', () => {
  const rejection = { admitted: false, retryAfterMs: 1200 } as const;
  const above = accountRejected(rejection, 'than 10 requests in a second');
  const away = accountRejected({ ...rejection, isStoreAway: true }, 'than 10 requests in a second');
  expect(above.message).toBe('more than 10 requests in a second; try again in 2 s');
  expect(away.message).toMatch(/^the servers cannot count requests together right now.*; try again in 2 s$/);
  expect([above, away].map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
    [429, '2'],
    [429, '2'],
  ]);
});
