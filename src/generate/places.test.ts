import { describe, expect, it } from 'vitest';
import { countryOf } from '../contract/vocabularies/vocabularies.ts';
import names from './names.json' with { type: 'json' };
import { COUNTRIES_BY_WEIGHT } from './places.ts';

const countries = [...new Set(COUNTRIES_BY_WEIGHT)];

describe('the places', () => {
  it('include at least five cities in each of more than 40 listed countries', () => {
    expect(new Set(countries.map((country) => country.code)).size).toBe(countries.length);
    expect(countries.length).toBeGreaterThan(40);
    for (const { code, cities } of countries) {
      expect(countryOf(code)).toBeDefined();
      expect(new Set(cities.map(({ city }) => city)).size).toBeGreaterThanOrEqual(5);
    }
  });

  it('cover every inhabited continent', () => {
    expect(new Set(countries.map(({ code }) => countryOf(code)?.continent)).size).toBe(6);
  });

  it('have cultures with names, and companies can be named in one of them only', () => {
    for (const { cultures, nativeCulture } of countries) {
      for (const culture of cultures) expect(Object.keys(names)).toContain(culture);
      if (nativeCulture !== null) expect(cultures).toContain(nativeCulture);
    }
  });
});
