import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExperienceRecord, NetworkUrl, PersonRecord, PlaceRecord } from '../../contract/import-records.ts';
import type { PersonWire } from '../../contract/records.ts';
import { COUNTRIES, countryOf, JOB_FUNCTIONS, JOB_LEVELS } from '../../contract/vocabularies.ts';
import { canonicalUrl } from '../../identity/network-url.ts';
import { JsonBytes } from './json-bytes.ts';
import { type PersonForm, personRecord, writePersonForm } from './person-json.ts';
import { redactRecord } from './redact-record.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const text = maybe(
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'a@b.example',
      '+44 7700 900123',
      '2010-2015, 2016',
      '"\\',
      'ask "Jo"\n+44 7700 900123',
      '\u0000',
      '\ud800',
    ),
  ),
);
const date = maybe(fc.constantFrom('2019', '2019-05', '2019-05-12'));
const place: fc.Arbitrary<PlaceRecord | null> = maybe(
  fc.record({ city: text, state: text, countryCode: maybe(fc.constantFrom(...COUNTRIES.map(({ code }) => code))) }),
);
const networkUrl: fc.Arbitrary<NetworkUrl> = fc.record({
  slug: fc.constantFrom('jane', "josé&o'neil", '山田'),
  host: maybe(fc.constantFrom('network.example', 'de.network.example')),
});
const experience: fc.Arbitrary<ExperienceRecord> = fc.record({
  title: text,
  level: maybe(fc.constantFrom(...JOB_LEVELS)),
  function: maybe(fc.constantFrom(...JOB_FUNCTIONS)),
  employer: fc.record({ networkUrl: maybe(networkUrl), domain: text, name: text }),
  description: text,
  startDate: date,
  endDate: date,
  isCurrent: fc.boolean(),
  isPrimary: fc.boolean(),
  location: place,
});
const person: fc.Arbitrary<PersonRecord> = fc.record({
  networkUrl,
  fullName: fc.string(),
  firstName: text,
  lastName: text,
  headline: text,
  aboutMe: text,
  location: place,
  connectionsCount: maybe(fc.nat(500)),
  experiences: fc.array(experience, { maxLength: 3 }),
  education: fc.array(fc.record({ schoolName: text, degree: text, startDate: date, endDate: date }), { maxLength: 2 }),
  skills: fc.array(fc.string(), { maxLength: 2 }),
  certifications: fc.array(fc.record({ authority: text, name: text, url: text }), { maxLength: 2 }),
  emails: fc.constant([{ email: 'a@b.example', status: null, verifiedAt: null, isPrimary: true }]),
  phones: fc.constant([{ phone: '+447700900123', kind: 'mobile' as const }]),
  updatedAt: text,
});

/** A record in its normalized state. */
function settled(record: PersonRecord): PersonRecord {
  const placeOf = (each: PlaceRecord | null) =>
    each && (each.city ?? each.state ?? each.countryCode) !== null ? each : null;
  return {
    ...record,
    location: placeOf(record.location),
    experiences: record.experiences.map((each) => ({
      ...each,
      endDate: each.isCurrent ? null : each.endDate,
      location: placeOf(each.location),
    })),
  };
}

function formOf(record: PersonRecord): PersonForm {
  const out = new JsonBytes();
  const { unansweredAt } = writePersonForm(record, out);
  const unanswered = out.cutBack(unansweredAt);
  return { json: out.cutBack(0), unanswered };
}

/** The wire object, member by member in the order of the contract. */
function wireOf(record: PersonRecord): Omit<PersonWire, 'job_title' | 'job_level' | 'job_function'> {
  const hasPlace = (each: PlaceRecord | null) =>
    each !== null && (each.city ?? each.state ?? each.countryCode) !== null;
  const placeWire = (each: PlaceRecord | null) => ({
    city: each?.city ?? null,
    state_code: each?.state ?? null,
    country_code: each?.countryCode ?? null,
  });
  const country = countryOf(record.location?.countryCode);
  const region = {
    country_name: country?.name ?? null,
    continent: country?.continent ?? null,
    sales_region: country?.sales_region ?? null,
  };
  return {
    network_url: canonicalUrl('person', record.networkUrl, null),
    full_name: record.fullName,
    first_name: record.firstName,
    last_name: record.lastName,
    headline: record.headline,
    about_me: record.aboutMe,
    location: hasPlace(record.location) ? { ...placeWire(record.location), ...region } : null,
    connections_count: record.connectionsCount,
    experiences: record.experiences.map((each) => ({
      job_title: each.title,
      company_name: each.employer.name,
      company_network_url: each.employer.networkUrl && canonicalUrl('company', each.employer.networkUrl, null),
      company_domain: each.employer.domain,
      job_description: each.description,
      job_start_date: each.startDate,
      job_end_date: each.isCurrent ? null : each.endDate,
      job_is_current: each.isCurrent,
      job_location: hasPlace(each.location) ? placeWire(each.location) : null,
    })),
    education: record.education.map(({ schoolName, degree, startDate, endDate }) => ({
      school_name: schoolName,
      degree,
      start_date: startDate,
      end_date: endDate,
    })),
    skills: [...record.skills],
    certifications: record.certifications.map(({ authority, name, url }) => ({ authority, name, url })),
    updated_at: record.updatedAt,
  };
}

describe('the form in which a person is stored', () => {
  test('is the JSON of the wire object, of the record as answered and, if redacted, as given', () => {
    fc.assert(
      fc.property(person, (record) => {
        const form = formOf(record);
        const shown = redactRecord(record);
        expect(form.json).toBe(JSON.stringify(wireOf(shown)));
        const experiences = record.experiences.map((each) => [each.level, each.function, each.isPrimary]);
        const given = shown === record ? {} : { given: wireOf(record) };
        expect(form.unanswered).toBe(JSON.stringify({ experiences, ...given }));
      }),
    );
  });

  test('decodes to the record', () => {
    fc.assert(
      fc.property(person, (record) => {
        expect(personRecord(formOf(record), record)).toEqual(settled(record));
      }),
    );
  });

  test('of a decoded record is the same form', () => {
    fc.assert(
      fc.property(person, (record) => {
        const form = formOf(record);
        expect(formOf(personRecord(form, record))).toEqual(form);
      }),
    );
  });

  test('contains no contacts', () => {
    fc.assert(
      fc.property(person, (record) => {
        expect(Object.keys(JSON.parse(formOf(record).json))).not.toEqual(expect.arrayContaining(['emails']));
        expect(formOf({ ...record, emails: [], phones: [] })).toEqual(formOf(record));
      }),
    );
  });
});
