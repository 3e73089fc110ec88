import { describe, expect, test } from 'vitest';
import { parsePhone, phoneCandidates } from './phone.ts';

describe('a queried phone number', () => {
  test.each([
    ['+44 7700 900123', ['+447700900123']],
    ['+44 (0)7700 900123', ['+447700900123']],
    ['(+44) 7700-900.123', ['+447700900123']],
    ['+1 202 555 0142', ['+12025550142']],
    ['+1 555-0142', ['+15550142']],
  ])('%s is parsed as %j', (input, expected) => {
    expect(phoneCandidates(input, ['DE'])).toEqual(expected);
  });

  test('a number without + is read with the 00 prefix, a country code, then the default countries', () => {
    expect(phoneCandidates('0044 7700 900123', [])).toEqual(['+447700900123']);
    expect(phoneCandidates('(00) 44 7700 900123', [])).toEqual(['+447700900123']);
    expect(phoneCandidates('447700900123', ['US'])).toEqual(['+447700900123']);
    expect(phoneCandidates('07700 900123', ['US', 'GB'])).toEqual(['+447700900123']);
    expect(phoneCandidates('2025550142', ['GB', 'US'])).toEqual(['+2025550142', '+442025550142', '+12025550142']);
  });

  test('a number of impossible length has no candidate', () => {
    expect(phoneCandidates('+44 77 00 9', ['GB'])).toEqual([]);
    expect(phoneCandidates('1234567', ['XX'])).toEqual([]);
  });

  test.each([
    '',
    '123456',
    '+44 7700',
    '1234567890123456',
    '7700x900123',
    '7700/900123',
    '44+7700900123',
    '++447700900123',
    '٠٧٧٠٠٩٠٠١٢٣',
  ])('rejects %j', (input) => {
    expect(phoneCandidates(input, ['GB'])).toBeNull();
  });
});

describe('an imported phone number', () => {
  test.each([
    ['+44 7700 900123', null, '+447700900123'],
    ['0044 (0) 7700 900123', 'US', '+447700900123'],
    ['07700 900123', 'GB', '+447700900123'],
    ['(202) 555-0142', 'US', '+12025550142'],
    ['+1 202 555 0142 ext. 7', null, '+12025550142'],
    ['+1-202-555-0142x7', null, '+12025550142'],
    ['+1 555-0142', null, '+15550142'],
  ])('%s in %s is %s', (input, country, expected) => {
    expect(parsePhone(input, country)).toBe(expected);
  });

  test.each([
    ['07700 900123', null],
    ['07700 900123', 'XX'],
    ['n/a', 'GB'],
    ['call +44 7700 900123', 'GB'],
    ['+44 77', 'GB'],
    ['', 'GB'],
  ])('%j in %s is not a number', (input, country) => {
    expect(parsePhone(input, country)).toBeNull();
  });
});
