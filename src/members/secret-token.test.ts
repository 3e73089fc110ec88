import { expect, test } from 'vitest';
import { csrfTokenOf, hashToken, makeToken } from './secret-token.ts';

test('a token is 256 bits in a form that URLs and cookies take, and never the same twice', () => {
  const tokens = Array.from({ length: 1000 }, makeToken);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('the CSRF token of a session is told by its token, and is neither that nor what the store keeps', () => {
  const token = makeToken();
  expect(csrfTokenOf(token)).toBe(csrfTokenOf(token));
  expect(csrfTokenOf(token)).toMatch(/^[\w-]{43}$/);
  const stored = hashToken(token);
  expect(stored).toMatch(/^[0-9a-f]{64}$/);
  expect([token, stored, Buffer.from(stored, 'hex').toString('base64url')]).not.toContain(csrfTokenOf(token));
  expect(csrfTokenOf(makeToken())).not.toBe(csrfTokenOf(token));
});
