// Pairs that are easily confused: whether their evidence reaches the threshold.
import { describe, expect, it } from 'vitest';
import { companyRecord, personRecord, position, unlistedPerson } from '../conformance/records.ts';
import { areLinkedCompanies } from './company-rules.ts';
import { areLinkedPeople } from './person-rules.ts';

interface Company {
  readonly name: string;
  readonly site?: string;
  readonly city?: string;
  readonly state?: string;
}

const company = ({ name, site, city = '', state = '' }: Company) =>
  companyRecord(null, {
    name,
    domains: site === undefined ? [] : [site],
    hq: { city: city || null, state: state || null, country_code: 'US' },
  });

describe('two rows of companies', () => {
  it.each<[Company, Company, boolean]>([
    [{ name: 'Lobagen Optics SARL', city: 'Nice' }, { name: 'Lobaen Optics SARL', city: 'Nice' }, true],
    [{ name: 'Kihas Optics LLC', city: 'Kiel' }, { name: 'Kias Optics LLC', city: 'Kiel' }, true],
    [{ name: 'Medica GmbH', city: 'Kiel' }, { name: 'Medico GmbH', city: 'Kiel' }, false],
    [{ name: 'Zandora Fund II', city: 'Kiel' }, { name: 'Zandora Fund III', city: 'Kiel' }, false],
    [{ name: 'Zandora', state: 'TX' }, { name: 'Zandora', state: 'OH' }, false],
    [{ name: 'Zandora', state: 'TX' }, { name: 'Zandora', state: 'Texas' }, true],
    [
      { name: 'Zandora GmbH', site: 'zandora.example' },
      { name: 'Zandora Leasing GmbH', site: 'zandora.example' },
      false,
    ],
    [{ name: 'Zandora Works Company (ZWC)' }, { name: 'Zandora Works Company' }, true],
    [{ name: 'St. Mary Clinics' }, { name: 'Saint Mary Clinics' }, true],
    [{ name: 'Rigodora Engineering' }, { name: 'Rigodoraengineering SE' }, true],
    [{ name: 'Zandora' }, { name: 'Zandora Group' }, true],
  ])('%j and %j are one: %s', (one, other, isOne) => {
    expect(areLinkedCompanies(company(one), company(other))).toBe(isOne);
    expect(areLinkedCompanies(company(other), company(one))).toBe(isOne);
  });
});

interface Person {
  readonly name: string;
  readonly mail?: string;
  readonly phone?: string;
}

/** Two colleagues with one title in one town. */
const person = ({ name, mail, phone }: Person) =>
  unlistedPerson(
    personRecord('', {
      full_name: name,
      emails: mail === undefined ? [] : [{ email: mail, status: null, verified_at: null, is_primary: false }],
      phones: phone === undefined ? [] : [{ phone, kind: null }],
      experiences: [position({ company_name: 'Acme' }, { job_title: 'Nurse' })],
      location: { city: 'Kiel', state_code: null, country_code: 'DE' },
    }),
  );

describe('two rows of people with one employer, title and town', () => {
  it.each<[Person, Person, boolean]>([
    [{ name: 'Anna Müller' }, { name: 'Anna Meyer' }, false],
    [{ name: 'Anna Müller', mail: 'anna@acme.example' }, { name: 'Anna Meyer', mail: 'anna@acme.example' }, true],
    [{ name: 'Anna Weber', phone: '+493023125000' }, { name: 'Anne Weber', phone: '+493023125000' }, false],
    [{ name: 'Anna Weber' }, { name: 'Anna Weber-Roe' }, true],
    [{ name: 'Peter Weber' }, { name: 'Petrr Weber' }, true],
    [{ name: 'Linh Phan' }, { name: 'Linh Pham' }, false],
  ])('%j and %j are one: %s', (one, other, isOne) => {
    expect(areLinkedPeople(person(one), person(other))).toBe(isOne);
    expect(areLinkedPeople(person(other), person(one))).toBe(isOne);
  });
});
