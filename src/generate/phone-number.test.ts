import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePhone } from '../identity/phone.ts';
import { reservedPhone } from './phone-number.ts';

/** Copied from the regulators' lists, not derived from phone-ranges.json, so that an error in that file is detected. */
const RESERVED: Readonly<Record<string, RegExp>> = {
  US: /^\+1[2-9]\d\d55501\d\d$/,
  CA: /^\+1[2-9]\d\d55501\d\d$/,
  GB: /^\+44(?:7700900\d{3}|2079460\d{3}|11[3-8]4960\d{3}|1[2-6]14960\d{3}|1914980\d{3}|2896496\d{3}|2920180\d{3}|1632960\d{3})$/,
  AU: /^\+61(?:[2378]5550\d{4}|491570(?:006|110|15[6-9]))$/,
  FR: /^\+33(?:19900|26191|35301|46571|53649|63998)\d{4}$/,
  DE: /^\+49(?:3023125|6990009|4066969|2214710|8999998)\d{3}$/,
  SE: /^\+4670174(?:060[5-9]|06[1-9]\d)$/,
};
const ANY_RESERVED = new RegExp(
  Object.values(RESERVED)
    .map((range) => range.source)
    .join('|'),
);
const draws = fc.nat(0xffff_ffff);

describe('reservedPhone', () => {
  it.each(Object.entries(RESERVED))('stays inside the reserved ranges of %s', (country, range) => {
    fc.assert(fc.property(draws, (draw) => range.test(reservedPhone(draw, country).phone)));
  });

  it('uses a reserved number of another country if a country has none', () => {
    fc.assert(fc.property(draws, (draw) => ANY_RESERVED.test(reservedPhone(draw, 'JP').phone)));
  });

  it('gives numbers of a length that the import accepts', () => {
    fc.assert(
      fc.property(draws, fc.constantFrom(...Object.keys(RESERVED), 'JP'), (draw, country) => {
        const { phone } = reservedPhone(draw, country);
        expect(parsePhone(phone, null)).toBe(phone);
      }),
    );
  });
});
