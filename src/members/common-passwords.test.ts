import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password1234',
  'Password2026!',
  'P4ssw0rd1234',
  'passwordpassword',
  'welcome-home-2026',
  'qwertyuiop123',
  '123456789012',
  'abcdefghijkl',
  'letmeinletmein',
  'iloveyou12345',
  'Cardfile2026!',
  'administrator1',
])('%s is a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'correct horse battery',
  'staple correct horse',
  'qu4rtz-lamp-river',
  'summer rain on tin roofs',
  'xK9vT2mQ7rLp',
])('%s is not a common password', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test('a long password of words that contain other words is checked without trying all sequences', () => {
  // There are two sequences of words for each repetition: trying all 2 ** 33 would take days.
  expect(isCommonPassword(`${'qazwsx'.repeat(33)}kk`)).toBe(false);
  expect(isCommonPassword('qazwsx'.repeat(33))).toBe(true);
});
