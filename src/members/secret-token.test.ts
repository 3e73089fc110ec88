import { expect, test } from 'vitest';
import { csrfTokenOf, generateToken, hashToken } from './secret-token.ts';

test('makes tokens of 256 bits that URLs and cookies accept, each unique', () => {
  const tokens = Array.from({ length: 1000 }, generateToken);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('derives the CSRF token from the session token, different from it and from the stored hash', () => {
  const token = generateToken();
  expect(csrfTokenOf(token)).toBe(csrfTokenOf(token));
  expect(csrfTokenOf(token)).toMatch(/^[\w-]{43}$/);
  const stored = hashToken(token);
  expect(stored).toMatch(/^[0-9a-f]{64}$/);
  expect([token, stored, Buffer.from(stored, 'hex').toString('base64url')]).not.toContain(csrfTokenOf(token));
  expect(csrfTokenOf(generateToken())).not.toBe(csrfTokenOf(token));
});
