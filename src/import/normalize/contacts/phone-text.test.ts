import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePhone } from '../../../identity/phone.ts';
import { phoneOf, phoneTexts } from './phone-text.ts';

const phonesIn = (text: string, country_code: string | null) =>
  phoneTexts(text).map((part) => phoneOf(part, country_code));

describe('phone numbers in a text', () => {
  it.each([
    ['+14155550123', null, ['+14155550123']],
    ['(415) 555-0123', 'US', ['+14155550123']],
    ['(415) 555-0123 ext. 12', 'US', ['+14155550123']],
    ['415-555-0123 x12', 'US', ['+14155550123']],
    ['+44 20 7946 0018 #3', null, ['+442079460018']],
    ['+1-415-555-0123;ext=9', null, ['+14155550123']],
    ['[+49 30 901820](tel:+4930901820)', null, ['+4930901820']],
    ['030 901820 Durchwahl 12', 'DE', ['+4930901820']],
    ['1-800-FLOWERS', 'US', ['+18003569377']],
    ['1-800-FLOWERS', 'DE', ['+18003569377']],
    ['1800 GO FEDEX', 'US', ['+18004633339']],
    ['030 231250 home', 'DE', ['+4930231250']],
    ['030 23125000 Büro', 'DE', ['+493023125000']],
    ['+49-171-1234567 mobile', null, ['+491711234567']],
    ['WhatsApp: +55 11 91234-5678', null, ['+5511912345678']],
    ['Téléphone : 01 42 68 53 00', 'FR', ['+33142685300']],
    ['+33142685300.0', null, ['+33142685300']],
    ['1-800-FLOWERS', null, ['+18003569377']],
    ['Tel.: 030/901820', 'DE', ['+4930901820']],
    ["'+4930901820", null, ['+4930901820']],
    ['4930901820.0', 'DE', ['+4930901820']],
    ['4.930901820E+9', 'DE', ['+4930901820']],
    ['tel:+1-415-555-0123 (mobile)', null, ['+14155550123']],
    ['030 / 23 12 50-00', 'DE', ['+493023125000']],
    ['(069) / 90009000', 'DE', ['+496990009000']],
    ['Tel. +49 (0) 40 / 66969 000', null, ['+494066969000']],
    ['0049 40 / 66969000; 0171 / 3920001', 'DE', ['+494066969000', '+491713920001']],
    ['202 555 0123 / 202 555 0124', 'US', ['+12025550123', '+12025550124']],
    ['020 7946 0018 / 07700 900123', 'GB', ['+442079460018', '+447700900123']],
    ['+44 20 7946 0018 ::: +44 7700 900123', null, ['+442079460018', '+447700900123']],
    ['020 7946 0018; M: 07700 900123', 'GB', ['+442079460018', '+447700900123']],
    ['T: 030 901820 M: 0171 1234567', 'DE', ['+4930901820', '+491711234567']],
    ['(+33) (0)4 99 00 22 65', 'FR', ['+33499002265']],
    ['[+49] 30 901820', null, ['+4930901820']],
    ['22 555 11 22 wew. 34', 'PL', ['+48225551122']],
    ['+7 495 123-45-67, доб. 12', null, ['+74951234567']],
    ['541 123 456 linka 12', 'CZ', ['+420541123456']],
    ['020 1234567 toestel 12', 'NL', ['+31201234567']],
    ['0212 123 45 67 dahili 12', 'TR', ['+902121234567']],
    ['030 1234-56 (NSt. 12)', 'DE', ['+4930123456']],
    ['01 99 00 22 65 p. 12', 'FR', ['+33199002265']],
    ['06-1-234-5678/12', 'HU', ['+3612345678']],
    ['03-1234-5678（内線12）', 'JP', ['+81312345678']],
    ['03-1234-5678（代表）', 'JP', ['+81312345678']],
    ['電話：03-1234-5678', 'JP', ['+81312345678']],
    ['тел. 8 (495) 123-45-67', 'RU', ['+74951234567']],
    ['tel. kom. 601 234 567', 'PL', ['+48601234567']],
    ['Tél. fixe : 01 99 00 22 65', 'FR', ['+33199002265']],
    ['T +49 30 901820', null, ['+4930901820']],
  ])('reads %j in %j as %j', (text, country_code, phones) =>
    expect(phonesIn(text, country_code)).toEqual(phones.map((phone) => ({ phone }))),
  );

  it.each([
    ['call me', 'US', 'not a phone number'],
    ['4.93E+11', 'DE', 'a number rounded by a spreadsheet'],
    ['0000000000', 'US', 'not a phone number'],
    ['+1 234', null, 'not a phone number'],
    ['030 231250 Kanzlei', 'DE', 'not a phone number'],
    ['030 231250 KANZLEI', 'DE', 'not a phone number'],
    ['Fax: +1 202 555 0124', null, 'a fax number'],
    ['+1 202 555 0124 (fax)', null, 'a fax number'],
    [
      '415-555-0123',
      null,
      'a national phone number of an unknown country: add the country, or write + and its code first',
    ],
  ])('rejects %j in %j: %s', (text, country_code, reason) =>
    expect(phonesIn(text, country_code)).toEqual([{ reason }]),
  );

  it('checks E.164 numbers like the library, also if their prefix is cached', () => {
    const beginning = fc.constantFrom(
      '1415',
      '4477',
      '4930',
      '336',
      '390',
      '79',
      '5511',
      '521',
      '549',
      '86',
      '91',
      '353',
      '370',
      '999',
    );
    fc.assert(
      fc.property(beginning, fc.stringMatching(/^\d{3,11}$/), (start, rest) => {
        const text = `+${start}${rest}`;
        const known = phoneOf(text, null);
        expect('phone' in known ? known.phone : null).toBe(parsePhone(text, null));
      }),
      { numRuns: 2000 },
    );
  });
});
