import { describe, expect, it } from 'vitest';
import { normalizeCompany } from './company.ts';
import { normalizeOpening } from './opening.ts';
import { normalizePerson } from './person.ts';
import { isReject, type Reject } from './scope.ts';

const notes = { warn: () => {} };
const today = '2026-03-15';

function made<Made extends object>(record: Made): Exclude<Made, Reject> {
  if (isReject(record)) throw new Error(record.reason);
  return record as Exclude<Made, Reject>;
}

const personIn = (country: string | null, values: object) =>
  made(
    normalizePerson(
      { values: { full_name: 'Jo Doe', company_name: 'Acme', ...values }, path: '', notes },
      { today, country },
    ),
  );

describe('the country of an import', () => {
  it('holds for places without one, and for national phone numbers', () => {
    const { location, phones } = personIn('DE', { location: { city: 'Kleinstadt' }, phone: '030 23125 000' });
    expect(location).toEqual({ city: 'Kleinstadt', state_code: null, country_code: 'DE' });
    expect(phones.map(({ phone }) => phone)).toEqual(['+493023125000']);
  });

  it('holds for rows without a place', () => {
    expect(personIn('DE', {}).location).toEqual({ city: null, state_code: null, country_code: 'DE' });
    expect(personIn(null, {}).location).toBeNull();
    const company = made(normalizeCompany({ values: { name: 'Acme' }, path: '', notes }, { today, country: 'FR' }));
    expect(company.hq).toEqual({ city: null, state: null, country_code: 'FR' });
    const values = { title: 'Cook', company_name: 'Acme', location: { city: 'Kleinstadt' } };
    const opening = made(normalizeOpening({ values, path: '', notes }, { source: 'board', country: 'AT' }));
    expect(opening.location).toEqual({ city: 'Kleinstadt', country_code: 'AT' });
  });

  it('never replaces a country that the place gives or implies', () => {
    expect(personIn('DE', { location: { country_code: 'US' } }).location?.country_code).toBe('US');
    expect(personIn('DE', { location: { city: 'Boston', state_code: 'MA' } }).location?.country_code).toBe('US');
  });
});
