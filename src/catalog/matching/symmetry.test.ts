// Law: the evidence of two rows does not depend on their order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNames } from '../../identity/person-names/compare-names.ts';
import { companyRecord, email, personRecord, phone, position, unlistedPerson } from '../conformance/records.ts';
import { evidenceOfCompanies } from './company-rules.ts';
import { evidenceOfPeople } from './person-rules.ts';
import { companyNameFinding } from './score-companies.ts';

const anyOf = (text: string) => fc.constantFrom(...text.split('|'));
const few = <Value>(values: fc.Arbitrary<Value>) => fc.array(values, { maxLength: 2 });

/** A name, sometimes with a letter omitted, doubled or replaced. */
const misspelled = (names: fc.Arbitrary<string>) =>
  fc.tuple(names, fc.nat(20), fc.constantFrom('', '', '', 'out', 'twice', 'e', 'k')).map(([name, place, error]) => {
    const at = place % name.length;
    if (error === '') return name;
    const letter = error === 'out' ? '' : error === 'twice' ? name.charAt(at).repeat(2) : error;
    return name.slice(0, at) + letter + name.slice(at + 1);
  });

const WORDS =
  `Jane|Bill|W.|Thomas|Tom|Martin|Martina|Anna|Anne|Alex|Sasha|Ahmad|Ibrahim|Cho|Tae-jun|Tae|Jun|jun.|Sen|Jr.|Sr|III|Neto|Filho|
Schmidt|Schmitt|Müller|Mueller|Meyer|Maier|Holtzclaw|Sergej|Sergei|Сергей|Yakovlev|Jakowlew|García|López|García-López|O'Connor|van|der|Dr.|高橋|健|高橋健|
Sales|Team|Unknown`.replaceAll('\n', '');
const personName = misspelled(fc.array(anyOf(WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')));

const person = fc
  .record({
    name: personName,
    emails: few(
      anyOf(
        'jane@acme.example|j.roe@acme.example|jroe2@acme.example|info@acme.example|jane.roe@gmail.com|janeroe+x@gmail.com',
      ),
    ),
    phones: few(anyOf('+447700900123|+447700900456|+442079460123')),
    employer: anyOf('Acme|ACME GmbH|Zandora Seed Works|ZSW|Bolt'),
    title: fc.option(anyOf('Nurse|Head Nurse|Clerk')),
    place: fc.option(anyOf('Kiel DE|Ulm DE|Salem OR|Salem MA|Boise ID|Boise').map((place) => place.split(' '))),
    handles: few(anyOf('jane|roe')),
  })
  .map(({ name, emails, phones, employer, title, place, handles }) =>
    unlistedPerson(
      personRecord('', {
        full_name: name,
        emails: emails.map((address) => email(address)),
        phones: phones.map((number) => phone(number)),
        experiences: [position({ company_name: employer }, { job_title: title })],
        location: place && { city: place[0] ?? null, state_code: place[1] ?? null, country_code: 'US' },
        github_handle: handles,
      }),
    ),
  );

const COMPANY_WORDS =
  `Zandora|Zandorra|Fisher|Fischer|Olsen|Olson|Hotel|Central|Bank|Press|Group|Holding|Stichting|De|GmbH|AG|Inc.|(The)|The|12|14|
II|III|Works|Seed|Acme|Акме|Müller|Mueller|Roofing|Foto|Photo|(formerly|Bolt)`.replaceAll('\n', '');
const companyName = misspelled(
  fc.array(anyOf(COMPANY_WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
);

const company = fc
  .record({
    name: companyName,
    domains: few(anyOf('zandora.example|zandora.com|acme.de|acme.com|mall.example')),
    place: fc.option(
      anyOf('Kiel SH DE|Ulm BW DE|Salem OR US|Salem MA US|- - US|- - DE').map((place) => place.split(' ')),
    ),
    ids: few(anyOf('A-1|A-2')),
  })
  .map(({ name, domains, place, ids }) =>
    companyRecord(null, {
      name,
      domains: [...new Set(domains)],
      hq: place && {
        city: place[0] === '-' ? null : (place[0] ?? null),
        state: place[1] === '-' ? null : (place[1] ?? null),
        country_code: place[2] ?? null,
      },
      crm_id: ids,
      registry_number: ids,
    }),
  );

const RUNS = { numRuns: 5000 };

describe('the order of two rows', () => {
  it('does not change how their names compare', () => {
    const law = fc.property(personName, personName, (a, b) => {
      expect(compareNames(a, b)).toEqual(compareNames(b, a));
    });
    fc.assert(law, RUNS);
  });

  it('does not change the evidence of people', () => {
    const law = fc.property(person, person, (a, b) => {
      expect(evidenceOfPeople(a, b)).toEqual(evidenceOfPeople(b, a));
    });
    fc.assert(law, RUNS);
  });

  it('does not change how names of companies compare', () => {
    const law = fc.property(companyName, companyName, (a, b) => {
      expect(companyNameFinding(a, b)).toEqual(companyNameFinding(b, a));
    });
    fc.assert(law, RUNS);
  });

  it('does not change the evidence of companies', () => {
    const law = fc.property(company, company, (a, b) => {
      expect(evidenceOfCompanies(a, b)).toEqual(evidenceOfCompanies(b, a));
    });
    fc.assert(law, RUNS);
  });
});
