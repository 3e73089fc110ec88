import { describe, expect, it } from 'vitest';
import { normalizePerson } from '../person.ts';
import { isReject } from '../scope.ts';
import gazetteer from './gazetteer.json' with { type: 'json' };
import { inferCountry } from './infer-country.ts';

describe('the country of a city and a state', () => {
  it.each([
    ['Boston', 'MA', 'US'],
    ['München', 'Bayern', 'DE'],
    ['Muenchen', null, 'DE'],
    ['Duesseldorf', null, 'DE'],
    ['Zuerich', null, 'CH'],
    ['Nuernberg', 'Bayern', 'DE'],
    ['Cologne', null, 'DE'],
    ['Genève', null, 'CH'],
    ['Firenze', null, 'IT'],
    ['Plzeň', null, 'CZ'],
    ['Αθήνα', null, 'GR'],
    ['القاهرة', null, 'EG'],
    ['부산', null, 'KR'],
    ['東京都', null, 'JP'],
    ['서울특별시', null, 'KR'],
    ['上海市', null, 'CN'],
    ['Киев', null, 'UA'],
    ["'s-Gravenhage", null, 'NL'],
    ['Frankfurt a. M.', null, 'DE'],
    ['Frankfurt/Main', null, 'DE'],
    ['Praha 1', null, 'CZ'],
    ['Paris 8e', null, 'FR'],
    ['Budapest XIII.', null, 'HU'],
    ['København K', null, 'DK'],
    ['Washington', 'D.C.', 'US'],
    ['Vancouver', 'B.C.', 'CA'],
    ['Bogotá', 'D.C.', 'CO'],
    ['Batumi', 'Georgia', 'GE'],
    ['Tbilisi', 'Georgia', 'GE'],
    ['London', 'United Kingdom', 'GB'],
    ['Smallville', 'Deutschland', 'DE'],
    [null, 'Germany', 'DE'],
    ['Smallville', 'TX', 'US'],
    ['Paris', null, 'FR'],
    ['Paris', 'TX', 'US'],
    ['Paris', 'Ontario', 'CA'],
    ['London', null, 'GB'],
    ['Perth', 'WA', 'AU'],
    ['Seattle', 'WA', 'US'],
    ['Atlanta', 'Georgia', 'US'],
    ['東京', null, 'JP'],
    ['Wien', null, 'AT'],
    ['são paulo', 'SP', 'BR'],
    ['Krakow', 'Lesser Poland', 'PL'],
    [null, 'Minas Gerais', 'BR'],
    ['Milano', 'MI', 'IT'],
    ['Cagliari', 'CA', 'IT'],
    ['Neuchâtel', 'NE', 'CH'],
  ])('of %s, %s is %s', (city, state, country) => {
    expect(inferCountry(city, state)).toBe(country);
  });

  it.each([
    // Cities whose name occurs in several countries, and a city that is not well known.
    ['Birmingham', null],
    ['Valencia', null],
    ['Geneva', null],
    ['Vienne', null],
    ['St. Petersburg', null],
    ['Samuel', null],
    ['Smallville', null],
    ['Plan B', null],
    ['Area 51', null],
    // A code that contradicts the city, or that several countries use.
    ['Milano', 'TX'],
    ['Toronto', 'CA'],
    ['Broome', 'WA'],
    ['Nowhere', 'DE'],
    // An unknown state may be in any country that has a city of this name.
    ['Boston', 'Lincolnshire'],
    ['Smallville', 'tx'],
    [null, null],
    ['', ''],
    ['constructor', '__proto__'],
  ])('of %s, %s is unknown', (city, state) => {
    expect(inferCountry(city, state)).toBeNull();
  });

  it('follows from a table that names its source and license', () => {
    expect(gazetteer.source).toContain('GeoNames');
    expect(gazetteer.license).toBe('CC BY 4.0');
    expect(JSON.stringify(gazetteer).length).toBeLessThan(250_000);
  });
});

describe('a place without a country in a row', () => {
  function personAt(location: unknown, phone: string) {
    const warnings: string[] = [];
    const notes = { warn: (field: string, reason: string) => void warnings.push(`${field}: ${reason}`) };
    const values = { full_name: 'Jo Doe', company_name: 'Acme', location, phones: [{ phone }] };
    const person = normalizePerson({ values, path: '', notes }, { today: '2026-03-15' });
    if (isReject(person)) throw new Error(person.reason);
    return { location: person.location, phones: person.phones.map((each) => each.phone), warnings };
  }

  it('takes the country of its city, so that national numbers are read', () => {
    expect(personAt({ city: 'Boston', state_code: 'MA' }, '(617) 555-0123')).toEqual({
      location: { city: 'Boston', state_code: 'MA', country_code: 'US' },
      phones: ['+16175550123'],
      warnings: [],
    });
    expect(personAt('Greater Munich Metropolitan Area', '030 23125 000').phones).toEqual(['+493023125000']);
  });

  it('keeps a city at the end of a text, in two countries, without either', () => {
    for (const text of ['Vancouver, CA', 'Toledo, ES', 'Salem, IN']) {
      const [city, state_code] = text.split(', ');
      expect(personAt(text, '').location).toEqual({ city, state_code, country_code: null });
    }
    expect(personAt('Belfast, NI', '').location).toMatchObject({ country_code: 'GB' });
    // A column of states is more certain than the end of a text.
    expect(personAt({ city: 'Richmond', state_code: 'CA' }, '').location).toMatchObject({ country_code: 'US' });
  });

  it.each([
    [{ city: '10115 Berlin' }, 'Berlin', null, 'DE'],
    [{ city: 'Boston MA' }, 'Boston', 'MA', 'US'],
    [{ city: 'São Paulo - SP', country: 'Brasil' }, 'São Paulo', 'SP', 'BR'],
    [{ city: 'Greater Boston Area', state_code: 'MA' }, 'Boston', 'MA', 'US'],
    [{ city: 'Berlin / London', country_code: 'DE' }, 'Berlin', null, 'DE'],
    [{ city: 'Germany', country: 'Germany' }, null, null, 'DE'],
    // Cities of these names, and places that contradict the country.
    [{ city: 'Lebanon', country: 'US' }, 'Lebanon', null, 'US'],
    [{ city: 'Peru', state_code: 'IN', country: 'US' }, 'Peru', 'IN', 'US'],
    [{ city: 'Querétaro', country: 'MX' }, 'Querétaro', null, 'MX'],
    [{ city: 'México', country: 'MX' }, 'México', null, 'MX'],
    [{ city: 'Luxemburg', country: 'LU' }, 'Luxemburg', null, 'LU'],
    [{ city: 'Monaco' }, 'Monaco', null, null],
    [{ city: 'Sonora' }, 'Sonora', null, null],
    [{ city: 'Boston MA', country: 'GB' }, 'Boston MA', null, 'GB'],
    [{ city: 'NYC' }, 'NYC', null, 'US'],
  ])('reads the columns %j as %s, %s, %s', (columns, city, state_code, country_code) => {
    expect(personAt(columns, '+44 113 496 0123').location).toEqual({ city, state_code, country_code });
  });

  it('drops a city that is not a place', () => {
    const { location, warnings } = personAt({ city: 'Remote', country: 'Germany' }, '+44 113 496 0123');
    expect(location).toEqual({ city: null, state_code: null, country_code: 'DE' });
    expect(warnings).toEqual(['location.city: not a city']);
  });

  it('reads no place from a word for a missing value', () => {
    for (const text of ['null', '-', 'Unknown', 'n/a'])
      expect(personAt(text, '+44 113 496 0123')).toMatchObject({ location: null, warnings: [] });
  });

  it('keeps the city of a text about a territory of the stated country', () => {
    const { location } = personAt({ country: 'China', text: 'Hong Kong, China' }, '');
    expect(location).toEqual({ city: 'Hong Kong', state_code: null, country_code: 'CN' });
  });

  it.each(['EMEA', 'worldwide', 'Asia-Pacific', 'North America'])('drops %s, which is not a state', (state_code) => {
    const { location, warnings } = personAt({ city: 'Leeds', state_code }, '+44 113 496 0123');
    expect(location).toEqual({ city: 'Leeds', state_code: null, country_code: 'GB' });
    expect(warnings).toEqual([
      'location.state_code: not a state, but a sales region or continent: these are derived from the country',
    ]);
  });
});
