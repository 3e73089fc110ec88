import { describe, expect, it } from 'vitest';
import { parseCountry } from './country.ts';
import { countryOf } from './country-field.ts';

function countryIn(country_code: string, city: string | null = null, values: object = {}) {
  const scopeOf = (its: object) => ({ values: { ...its }, path: '', notes: { warn: () => {} } });
  return countryOf(scopeOf({ country_code, city }), scopeOf(values));
}

describe('country fields', () => {
  it('reads a vehicle registration code as a country in a country field only', () => {
    expect([countryIn('D'), countryIn('A'), countryIn('X')]).toEqual(['DE', 'AT', null]);
    expect(parseCountry('D')).toBeNull();
  });

  it('reads a number of ISO 3166 in a country field only, unless it is a calling code too', () => {
    expect(['276', '840', '004', '999', '150', '27'].map((text) => countryIn(text))).toEqual([
      'DE',
      'US',
      'AF',
      null,
      null,
      null,
    ]);
    // Italy in ISO 3166, and the calling code of Ukraine.
    expect(countryIn('380')).toBeNull();
    expect(parseCountry('276')).toBeNull();
  });

  it.each([
    ['CR', null, 'CR'],
    ['CR', 'San José', 'CR'],
    ['CR', 'Praha', 'CZ'],
    ['CR', '110 00 Praha 1', 'CZ'],
    ['SR', 'Paramaribo', 'SR'],
    ['SR', 'Bratislava', 'SK'],
    ['S.R.', 'Košice', 'SK'],
    ['RP', 'Warszawa', 'PL'],
    ['RP', 'Manila', 'PH'],
    ['RP', null, null],
    ['FL', 'Miami', null],
    ['РБ', 'София', 'BG'],
    ['РБ', 'Минск', 'BY'],
    ['RF', null, 'RU'],
    ['VS', 'Boston', 'US'],
    ['V.S.', null, 'US'],
    ['G.B.', null, 'GB'],
    ['N.Z.', null, 'NZ'],
    ['S.A.', 'Johannesburg', 'ZA'],
    ['SA', null, 'SA'],
    ['SLO', null, 'SI'],
  ])('reads %s with the city %s as %s', (text, city, code) => expect(countryIn(text, city)).toBe(code));

  it('reads letters by the site of the row if the city does not decide', () => {
    expect(countryIn('CR', 'Humpolec', { website: 'https://www.acme.cz/en' })).toBe('CZ');
    expect(countryIn('SR', null, { emails: [{ email: 'info@acme.sk' }] })).toBe('SK');
    expect(countryIn('CR', 'San José', { website: 'acme.cz' })).toBe('CR');
    expect(countryIn('FL', 'Vaduz', { domain: 'acme.li' })).toBe('LI');
    expect(countryIn('CR', null, { website: 'acme.example' })).toBe('CR');
  });

  it.each([
    ['Österr.', 'AT'],
    ['Oesterr.', 'AT'],
    ['Niederl.', 'NL'],
    ['Frankr.', 'FR'],
    ['Großbr.', 'GB'],
    ['N. Zealand', 'NZ'],
    ['Slov. rep.', 'SK'],
    ['Tschech. Rep.', 'CZ'],
    ['Rep. Dom.', 'DO'],
    ['Dom. Rep.', 'DO'],
    ['R. Srbija', 'RS'],
    ['R.Moldova', 'MD'],
    ['Респ. Беларусь', 'BY'],
    ['Южн. Корея', 'KR'],
    ['Ver. Staaten', 'US'],
    ['Ver. Arab. Emirate', 'AE'],
    ['Bosnien-Herz.', 'BA'],
    ['Bosnia & Herz.', 'BA'],
    ['Saudi-Ar.', 'SA'],
    ['Papua N.G.', 'PG'],
    ['Schw.', null],
    ['Austr.', null],
    ['Calif.', null],
    ['Mad.', null],
    ['...', null],
    ['Acme (Inc.', null],
  ])('reads the shortened name %s as %s', (text, code) => expect(countryIn(text)).toBe(code));
});
