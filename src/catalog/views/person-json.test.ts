import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExperienceRecord, LocationRecord, NetworkUrl, PersonRecord } from '../../contract/import-records.ts';
import type { PersonWire } from '../../contract/schemas/records.ts';
import { COUNTRIES, countryOf, JOB_FUNCTIONS, JOB_LEVELS } from '../../contract/vocabularies/vocabularies.ts';
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
const place: fc.Arbitrary<LocationRecord | null> = maybe(
  fc.record({
    city: text,
    state_code: text,
    country_code: maybe(fc.constantFrom(...COUNTRIES.map(({ code }) => code))),
  }),
);
const network_url: fc.Arbitrary<NetworkUrl> = fc.record({
  slug: fc.constantFrom('jane', "josé&o'neil", '山田'),
  host: maybe(fc.constantFrom('network.example', 'de.network.example')),
});
const experience: fc.Arbitrary<ExperienceRecord> = fc.record({
  job_title: text,
  job_level: maybe(fc.constantFrom(...JOB_LEVELS)),
  job_function: maybe(fc.constantFrom(...JOB_FUNCTIONS)),
  title_confidence: maybe(fc.nat(100)),
  company_network_url: maybe(network_url),
  company_domain: text,
  company_name: text,
  job_description: text,
  job_start_date: date,
  job_end_date: date,
  job_is_current: fc.boolean(),
  is_primary: fc.boolean(),
  job_location: place,
});
const person: fc.Arbitrary<PersonRecord> = fc.record({
  network_url,
  full_name: fc.string(),
  first_name: text,
  last_name: text,
  headline: text,
  about_me: text,
  location: place,
  connections_count: maybe(fc.nat(500)),
  experiences: fc.array(experience, { maxLength: 3 }),
  education: fc.array(fc.record({ school_name: text, degree: text, start_date: date, end_date: date }), {
    maxLength: 2,
  }),
  skills: fc.array(fc.string(), { maxLength: 2 }),
  certifications: fc.array(fc.record({ authority: text, name: text, url: text }), { maxLength: 2 }),
  emails: fc.constant([{ email: 'a@b.example', status: null, verified_at: null, is_primary: true }]),
  phones: fc.constant([{ phone: '+447700900123', kind: 'mobile' as const }]),
  crm_id: fc.array(fc.string(), { maxLength: 2 }),
  github_handle: fc.constant([]),
  x_handle: fc.constant([]),
  updated_at: text,
});

/** A record in its normalized state. */
function settled(record: PersonRecord): PersonRecord {
  const placeOf = (each: LocationRecord | null) =>
    each && (each.city ?? each.state_code ?? each.country_code) !== null ? each : null;
  return {
    ...record,
    location: placeOf(record.location),
    experiences: record.experiences.map((each) => ({
      ...each,
      job_end_date: each.job_is_current ? null : each.job_end_date,
      job_location: placeOf(each.job_location),
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
  const hasPlace = (each: LocationRecord | null) =>
    each !== null && (each.city ?? each.state_code ?? each.country_code) !== null;
  const placeWire = (each: LocationRecord | null) => ({
    city: each?.city ?? null,
    state_code: each?.state_code ?? null,
    country_code: each?.country_code ?? null,
  });
  const country = countryOf(record.location?.country_code);
  const region = {
    country_name: country?.name ?? null,
    continent: country?.continent ?? null,
    sales_region: country?.sales_region ?? null,
  };
  return {
    network_url: canonicalUrl('person', record.network_url, null),
    full_name: record.full_name,
    first_name: record.first_name,
    last_name: record.last_name,
    headline: record.headline,
    about_me: record.about_me,
    location: hasPlace(record.location) ? { ...placeWire(record.location), ...region } : null,
    connections_count: record.connections_count,
    experiences: record.experiences.map((each) => ({
      job_title: each.job_title,
      company_name: each.company_name,
      company_network_url: each.company_network_url && canonicalUrl('company', each.company_network_url, null),
      company_domain: each.company_domain,
      job_description: each.job_description,
      job_start_date: each.job_start_date,
      job_end_date: each.job_is_current ? null : each.job_end_date,
      job_is_current: each.job_is_current,
      job_location: hasPlace(each.job_location) ? placeWire(each.job_location) : null,
    })),
    education: [...record.education],
    skills: [...record.skills],
    certifications: record.certifications.map(({ authority, name, url }) => ({ authority, name, url })),
    updated_at: record.updated_at,
  };
}

describe('the form in which a person is stored', () => {
  test('is the JSON of the wire object, of the record as answered and, if redacted, as given', () => {
    fc.assert(
      fc.property(person, (record) => {
        const form = formOf(record);
        const shown = redactRecord(record);
        expect(form.json).toBe(JSON.stringify(wireOf(shown)));
        const experiences = record.experiences.map((each) => [
          each.job_level,
          each.job_function,
          each.is_primary,
          each.title_confidence,
        ]);
        const ids = record.crm_id.length === 0 ? {} : { crm_id: record.crm_id };
        const given = shown === record ? {} : { given: wireOf(record) };
        expect(form.unanswered).toBe(JSON.stringify({ experiences, ...ids, ...given }));
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
