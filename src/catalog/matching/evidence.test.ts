// Pairs that are easily confused: each reaches the threshold, is reviewed, or is kept apart.
import { describe, expect, it } from 'vitest';
import type { PersonRecord } from '../../contract/import-records.ts';
import { compareNames } from '../../identity/person-names/compare-names.ts';
import { companyRecord, personRecord, position, unlistedPerson } from '../conformance/records.ts';
import type { MatchLimits } from './best-match.ts';
import { areLinkedCompanies, evidenceOfCompanies } from './company-rules.ts';
import { areLinkedPeople, evidenceOfPeople } from './person-rules.ts';
import { COMPANY_LIMITS } from './score-companies.ts';
import { PERSON_LIMITS, type PersonTraits, personEvidence, personTraits } from './score-people.ts';

type Outcome = 'one' | 'review' | 'apart';

function outcomeOf(weight: number, { threshold, reviewFrom }: MatchLimits): Outcome {
  if (weight >= threshold) return 'one';
  return weight >= reviewFrom ? 'review' : 'apart';
}

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
    [{ name: 'Zandora', site: 'zandora.example' }, { name: 'Zandora Finance', site: 'zandora.example' }, false],
    [
      { name: 'Zandora AG', site: 'zandora.example' },
      { name: 'Zandora Energy Sector', site: 'zandora.example' },
      false,
    ],
    [
      { name: 'Zandora', site: 'zandora.example' },
      { name: 'Zandora Robotics Division', site: 'zandora.example' },
      false,
    ],
    [{ name: 'Zandora', site: 'zd.example' }, { name: 'Zandora Division Systems', site: 'zd.example' }, true],
    [
      { name: 'Zandora', site: 'zandora.example' },
      { name: 'Zandora Financial Services', site: 'zandora.example' },
      false,
    ],
    [{ name: 'Zandora Works Company (ZWC)' }, { name: 'Zandora Works Company' }, true],
    [{ name: 'St. Mary Clinics' }, { name: 'Saint Mary Clinics' }, true],
    [{ name: 'Rigodora Engineering' }, { name: 'Rigodoraengineering SE' }, true],
    [{ name: 'Zandora' }, { name: 'Zandora Group' }, true],
    [{ name: 'Zandora AG', site: 'zandora.example' }, { name: 'Zandora Service GmbH', site: 'zandora.example' }, false],
    [
      { name: 'Zandora Inc', site: 'zandora.example' },
      { name: 'Zandora Technology Inc', site: 'zandora.example' },
      true,
    ],
    [{ name: 'Zandora', site: 'zandora.example' }, { name: 'Zandora Deutschland GmbH', site: 'zandora.example' }, true],
  ])('%j and %j are one: %s', (one, other, isOne) => {
    expect(areLinkedCompanies(company(one), company(other))).toBe(isOne);
    expect(areLinkedCompanies(company(other), company(one))).toBe(isOne);
  });

  const BURGERS = { name: 'Grillvolt', site: 'grillvolt.example' };
  const SITE = { site: 'zandora.example', city: 'Kiel' };
  it.each<[Company, Company, Outcome]>([
    // The city with its state is no weaker evidence than the city alone.
    [{ ...BURGERS, city: 'Akron' }, { ...BURGERS, city: 'Boise' }, 'review'],
    [{ ...BURGERS, city: 'Akron', state: 'OH' }, { ...BURGERS, city: 'Boise', state: 'ID' }, 'review'],
    [{ ...BURGERS, city: 'Salem', state: 'OR' }, { ...BURGERS, city: 'Salem', state: 'MA' }, 'one'],
    // Parent and subsidiary.
    [{ name: 'Zandora AG', ...SITE }, { name: 'Zandora Seeds GmbH', ...SITE }, 'review'],
    [{ name: 'Zandora GmbH', ...SITE }, { name: 'Zandora Seeds GmbH', ...SITE }, 'review'],
    [{ name: 'Zandora AG', site: SITE.site }, { name: 'Zandora Seeds GmbH', site: SITE.site }, 'review'],
    [{ name: 'Zandora', ...SITE }, { name: 'Zandora Seeds', ...SITE }, 'one'],
    [{ name: 'Zandora', ...SITE }, { name: 'Zandora Energy', ...SITE }, 'review'],
    [{ name: 'Zandora', ...SITE }, { name: 'Zandora.com, Inc.', site: SITE.site }, 'one'],
    [{ name: 'Zandora AG', site: SITE.site }, { name: 'Zandora Seeds', site: SITE.site }, 'review'],
    [
      { name: 'Zandora', site: 'zandora-seeds.example' },
      { name: 'Zandora Seeds', site: 'zandora-seeds.example' },
      'one',
    ],
    [{ name: 'Zandora', site: 'zandora.ai' }, { name: 'Zandora AI', site: 'zandora.ai' }, 'one'],
    [{ name: 'Zandora', ...SITE }, { name: 'Hotel Zandora', ...SITE }, 'one'],
    [{ name: 'College of Zandora', ...SITE }, { name: 'College of Zandora Press', ...SITE }, 'review'],
    [{ name: 'Zandora Bank', ...SITE }, { name: 'Zandora Bank Securities', ...SITE }, 'review'],
    [{ name: 'Zandora Bank', site: SITE.site }, { name: 'Zandora Bank Research', site: SITE.site }, 'apart'],
    // Different words that are similar.
    [{ name: 'Fisher Roofing', city: 'Kiel' }, { name: 'Fischer Roofing', city: 'Kiel' }, 'review'],
    [{ name: 'Olsen Marine', city: 'Kiel' }, { name: 'Olson Marine', city: 'Kiel' }, 'review'],
    [{ name: 'Wagner Bau', city: 'Kiel' }, { name: 'Vagner Bau', city: 'Kiel' }, 'review'],
    [{ name: 'Delfi Systems', city: 'Kiel' }, { name: 'Delphi Systems', city: 'Kiel' }, 'review'],
    [
      { name: 'Fisher Roofing', city: 'Kiel', site: 'fisher.example' },
      { name: 'Fischer Roofing', city: 'Kiel', site: 'fisher.example' },
      'one',
    ],
    [{ name: 'Olsen Marine', city: 'Kiel' }, { name: 'Olsne Marine', city: 'Kiel' }, 'one'],
    // The works council, the friends and the foundation of a company.
    [{ name: 'Zandora GmbH', ...SITE }, { name: 'Betriebsrat Zandora GmbH', ...SITE }, 'review'],
    [{ name: 'Zandora BV', ...SITE }, { name: 'Ondernemingsraad Zandora', ...SITE }, 'review'],
    [{ name: 'Zandora', ...SITE }, { name: 'Nadace Zandora', ...SITE }, 'review'],
    [{ name: 'Museum Zandora', ...SITE }, { name: 'Freunde des Museum Zandora e.V.', ...SITE }, 'review'],
    [{ name: 'Zandora', ...SITE }, { name: 'Zandora & Friends', ...SITE }, 'one'],
    // Initials are no typing errors.
    [{ name: 'KBT Logistik', city: 'Kiel' }, { name: 'KTB Logistik', city: 'Kiel' }, 'apart'],
    [{ name: 'J. Zander Plumbing', city: 'Kiel' }, { name: 'Zander Plumbing', city: 'Kiel' }, 'review'],
    [{ name: 'Friseur Anja Thoma', city: 'Kiel' }, { name: 'Friseur Tanja Thoma', city: 'Kiel' }, 'review'],
    // Languages link the words of a name differently.
    [{ name: 'University of Zandora', city: 'Kiel' }, { name: 'Université de Zandora', city: 'Kiel' }, 'one'],
    [{ name: 'University of Zandora' }, { name: 'Universität Zandora' }, 'review'],
    [{ name: 'Zandora University', city: 'Kiel' }, { name: 'University of Zandora', city: 'Kiel' }, 'review'],
    [{ name: 'La Zandora', city: 'Kiel' }, { name: 'Zandora', city: 'Kiel' }, 'review'],
    // Names with the legal form first.
    [{ name: 'Stichting De Zandkring', city: 'Kiel' }, { name: 'De Zandkring', city: 'Kiel' }, 'review'],
    [{ name: 'Stichting Zandora', ...SITE }, { name: 'Zandora', ...SITE }, 'review'],
    [{ name: 'Stichting Zandora', city: 'Kiel' }, { name: 'Zandora BV', city: 'Kiel' }, 'apart'],
  ])('%j and %j: %s', (one, other, outcome) => {
    const { weight } = evidenceOfCompanies(company(one), company(other));
    expect(outcomeOf(weight, COMPANY_LIMITS)).toBe(outcome);
    expect(evidenceOfCompanies(company(other), company(one)).weight).toBe(weight);
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

  // The import does not compare such colleagues further.
  it.each<[string, string]>([
    ['Anna Müller', 'Anna Meyer'],
    ['Anna Müller', 'Anne Meyer'],
    ['Anna Müller', 'A. Meyer'],
    ['Anna Müller', 'Peter Weber'],
  ])('%s and %s do not match by a role address and a shared number', (one, other) => {
    const [a, b] = [one, other].map((name) =>
      personTraits(person({ name, mail: 'info@acme.example', phone: '+493023125000' }), false),
    ) as [PersonTraits, PersonTraits];
    const { given, surname } = compareNames(one, other);
    expect([given, surname]).toContain('different');
    const { weight } = personEvidence(a, b, { holdersOf: () => 9, areNamesakesKnown: false });
    expect(outcomeOf(weight, PERSON_LIMITS)).toBe('apart');
  });
});

/** Someone in a town with a phone number. */
const reached = (full_name: string, phone: string, city: string) =>
  unlistedPerson(
    personRecord('', {
      full_name,
      phones: [{ phone, kind: null }],
      location: { city, state_code: null, country_code: 'GB' },
    }),
  );

it.each<[a: PersonRecord, b: PersonRecord, outcome: Outcome]>([
  [reached('T. Ostrander', '+442079460123', 'Leeds'), reached('Tamara Ostrander', '+442079460123', 'Leeds'), 'review'],
  // People take their mobile phone with them to another town.
  [reached('Tia Ostrander', '+447700900123', 'Leeds'), reached('Tia Ostrander', '+447700900123', 'Bath'), 'one'],
  [reached('Tia Ostrander', '+442079460123', 'Leeds'), reached('Tia Ostrander', '+442079460123', 'Bath'), 'review'],
])('people with one number: %#', (a, b, outcome) => {
  expect(outcomeOf(evidenceOfPeople(a, b).weight, PERSON_LIMITS)).toBe(outcome);
});

interface Colleague {
  readonly name: string;
  readonly mail?: string;
  readonly phone?: string;
  readonly title?: string;
  readonly state?: string;
}

const colleague = ({ name, mail, phone, title, state }: Colleague) =>
  unlistedPerson(
    personRecord('', {
      full_name: name,
      emails: mail === undefined ? [] : [{ email: mail, status: null, verified_at: null, is_primary: false }],
      phones: phone === undefined ? [] : [{ phone, kind: null }],
      experiences: [position({ company_name: 'Acme' }, { job_title: title ?? null })],
      location: state === undefined ? null : { city: state, state_code: state, country_code: 'US' },
    }),
  );

describe('two names with everything else in common', () => {
  const rest = { phone: '+442079460123', title: 'Partner', state: 'OH' };
  it.each<[one: string, other: string, mail: string, outcome: Outcome]>([
    ['Maria Rossi', 'Mario Rossi', 'rossi@acme.example', 'review'],
    ['Maria Rossi', 'Mario Rossi', 'm.rossi@acme.example', 'review'],
    ['Maria Rossi', 'Mario Rossi', 'info@acme.example', 'review'],
    ['Maria Rossi', 'Marie Rossi', 'maria.rossi@acme.example', 'one'],
    ['Rossi Maria', 'Mario Rossi', 'rossi@acme.example', 'review'],
    ['Aleksandr Petrov', 'Aleksandra Petrova', 'petrov@acme.example', 'review'],
    ['Anna Ostrander', 'Peter Ostrander', 'ostrander@acme.example', 'review'],
    ['George Ostrander Sr.', 'George Ostrander Jr.', 'ostrander@acme.example', 'review'],
    ['Hans-Peter Ostrander', 'Hans-Otto Ostrander', 'ostrander@acme.example', 'review'],
    ['Nguyen Van Anh', 'Nguyen Thi Anh', 'nguyen@acme.example', 'review'],
    ['Kim Min-seo', 'Kim Bo-ra', 'kim@acme.example', 'review'],
    ['Zhang Wei', 'Zhang Lei', 'zhang@acme.example', 'review'],
    ['Lena Moser', 'Lena Holtzclaw', 'lab@acme.example', 'review'],
    ['Lena Moser', 'Lena Holtzclaw', 'lena.moser@acme.example', 'one'],
    ['Lena Moser', 'Lena Holtzclaw', 'sunflower88@gmail.com', 'one'],
    // A name without a given name, or with a generation that the other one lacks.
    ['Ostrander', 'Jane Ostrander', 'ostrander@acme.example', 'review'],
    ['Ostrander', 'Jane Ostrander', 'info@acme.example', 'review'],
    ['Ostrander', 'Jane Ostrander', 'jane.ostrander@acme.example', 'one'],
    ['Peter and Jane Ostrander', 'Jane Ostrander', 'ostrander@acme.example', 'review'],
    ['R. Quincy Ostrander', 'Quincy Ostrander', 'qostrander@acme.example', 'one'],
    ['Hans-Joachim Ostrander', 'Joachim Ostrander', 'ostrander@acme.example', 'one'],
    ['George Ostrander', 'George Ostrander Jr.', 'ostrander@acme.example', 'review'],
    ['George Ostrander', 'George Ostrander Jr.', 'george.ostrander@acme.example', 'one'],
    // The address contains the surname only.
    ['Martin Martinaro', 'Martina Martinaro', 'the.martinaros@acme.example', 'review'],
  ])('%s and %s at %s: %s', (one, other, mail, outcome) => {
    const [a, b] = [colleague({ name: one, mail, ...rest }), colleague({ name: other, mail, ...rest })];
    expect(outcomeOf(evidenceOfPeople(a, b).weight, PERSON_LIMITS)).toBe(outcome);
    expect(evidenceOfPeople(b, a).weight).toBe(evidenceOfPeople(a, b).weight);
  });
});

describe('two rows of people with one employer', () => {
  const [MOBILE, OTHER_MOBILE, OFFICE] = ['+447700900123', '+447700900456', '+442079460123'];
  const title = 'Nurse';
  it.each<[Colleague, Colleague, Outcome]>([
    [{ name: 'Thomas Schmidt' }, { name: 'Thomas Schmidt' }, 'one'],
    [{ name: 'Thomas Schmidt', phone: MOBILE }, { name: 'Thomas Schmidt', phone: OTHER_MOBILE }, 'review'],
    [{ name: 'Thomas Schmidt', phone: MOBILE }, { name: 'Thomas Schmidt', phone: OFFICE }, 'one'],
    [{ name: 'Thomas Schmidt', mail: 'ts@gmail.com' }, { name: 'Thomas Schmidt', mail: 'tom71@web.de' }, 'review'],
    [{ name: 'Thomas Schmidt', mail: 'ts@gmail.com' }, { name: 'Thomas Schmidt', mail: 'ts@acme.example' }, 'one'],
    [
      { name: 'Thomas Schmidt', title, mail: 'ts@gmail.com', phone: MOBILE, state: 'OH' },
      { name: 'Thomas Schmidt', title, mail: 'tom71@web.de', phone: OTHER_MOBILE, state: 'OH' },
      'review',
    ],
    [{ name: 'Jane Holtzclaw', phone: MOBILE }, { name: 'Jane Holtzclaw', phone: OTHER_MOBILE }, 'one'],
    [{ name: 'Cho Tae-jun', title }, { name: 'Cho Tae-ju', title }, 'apart'],
    [{ name: 'Cho Tae-jun', title }, { name: 'Cho Tae-yeon', title }, 'apart'],
    [{ name: 'Cho Tae-jun', title }, { name: 'Taejun Cho', title }, 'one'],
    [
      { name: 'Bill Roe', title, mail: 'bill@acme.example' },
      { name: 'W. Roe', title, mail: 'bill@acme.example' },
      'one',
    ],
    [{ name: 'Bill Roe', title }, { name: 'W. Roe', title }, 'one'],
    [{ name: 'T. Ostrander', phone: MOBILE }, { name: 'Tamara Ostrander', phone: MOBILE }, 'one'],
    [{ name: 'Ibrahim Ahmad', title }, { name: 'Ahmad Ibrahim', title }, 'review'],
    [
      { name: 'Ostrander', phone: OFFICE, title, state: 'OH' },
      { name: 'Ostrander', title: 'Clerk', state: 'OH' },
      'apart',
    ],
    [
      { name: 'Ostrander', mail: 'ostrander@acme.example' },
      { name: 'Ostrander', mail: 'ostrander@acme.example' },
      'one',
    ],
    [{ name: 'Jane Ostrander', title }, { name: 'Jane Ostrunder', title }, 'review'],
    [{ name: 'Paulo Tavarez Junior', title }, { name: 'Paulo Tavarez Neto', title }, 'apart'],
    [{ name: 'Purchasing Team', phone: OFFICE }, { name: 'Jane Holtzclaw', phone: OFFICE }, 'apart'],
    [{ name: 'Purchasing Team', phone: OFFICE }, { name: 'Billing', phone: OFFICE }, 'apart'],
    [{ name: 'Purchasing Team', phone: OFFICE }, { name: 'purchasing team', phone: OFFICE }, 'one'],
    [{ name: 'Unknown', phone: MOBILE }, { name: 'Jane Holtzclaw', phone: MOBILE }, 'review'],
    [{ name: 'Unknown', mail: 'jane@acme.example' }, { name: 'Jane Roe', mail: 'jane@acme.example' }, 'one'],
    [{ name: '高橋 健', title }, { name: '高橋健', title }, 'one'],
    [{ name: 'Jane Roe', state: 'OH' }, { name: 'Jane Roe', state: 'ID' }, 'apart'],
  ])('%j and %j: %s', (one, other, outcome) => {
    const { weight } = evidenceOfPeople(colleague(one), colleague(other));
    expect(outcomeOf(weight, PERSON_LIMITS)).toBe(outcome);
    expect(evidenceOfPeople(colleague(other), colleague(one)).weight).toBe(weight);
  });
});
