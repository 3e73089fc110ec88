import { expect, test } from 'vitest';
import {
  digitsOf,
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  totpCode,
  totpStepAt,
  totpStepOf,
  totpUri,
} from './totp.ts';

/** `12345678901234567890`, the secret of the test vectors of RFC 6238. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  // Appendix B of RFC 6238, SHA-1, the last six of its eight digits.
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('makes the code of RFC 6238 at second %s', (seconds, code) => {
  expect(totpCode(RFC_SECRET, totpStepAt(seconds * 1000))).toBe(code);
});

test('accepts the code of the step before and after, and no other', () => {
  const secret = newTotpSecret();
  const now = Date.parse('2026-11-21T10:20:30.000Z');
  const step = totpStepAt(now);
  for (const [away, found] of [
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ] as const)
    expect(totpStepOf(totpCode(secret, step + away), secret, now), String(away)).toBe(found);
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(totpStepOf(code, secret, now)).toBeNull();
});

test('makes secrets of 160 bits, each different, and their key URI', () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(secrets.length);
  expect(totpUri(RFC_SECRET, 'ann+x@acme.example')).toBe(
    `otpauth://totp/Cardfile%3Aann%2Bx%40acme.example?secret=${RFC_SECRET}&issuer=Cardfile&algorithm=SHA1&digits=6&period=30`,
  );
});

test('reads codes with spaces, and leaves recovery codes alone', () => {
  expect(digitsOf(' 123 456 ')).toBe('123456');
  for (const other of ['12345', '1234567', 'ABCD-EFGH-IJKL-MNOP', '２３４５６７']) expect(digitsOf(other)).toBeNull();
});

test('makes ten recovery codes, whose hash ignores case and hyphens', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    expect(hashRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(hashRecoveryCode(code));
  }
  expect(new Set(codes.map(hashRecoveryCode)).size).toBe(10);
});
