import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExperienceRecord, NetworkUrl, PersonRecord, PlaceRecord } from '../../contract/import-records.ts';
import { COUNTRIES, JOB_FUNCTIONS, JOB_LEVELS } from '../../contract/vocabularies.ts';
import { personForm, personRecord } from './person-json.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const text = maybe(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('a@b.example', '+44 7700 900123', '"\\')));
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

/** What a record says once what says nothing is settled. */
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

describe('the form in which a person is stored', () => {
  test('gives the record back', () => {
    fc.assert(
      fc.property(person, (record) => {
        expect(personRecord(personForm(record), record)).toEqual(settled(record));
      }),
    );
  });

  test('of a record given back is the same form', () => {
    fc.assert(
      fc.property(person, (record) => {
        const form = personForm(record);
        expect(personForm(personRecord(form, record))).toEqual(form);
      }),
    );
  });

  test('holds no contacts', () => {
    fc.assert(
      fc.property(person, (record) => {
        expect(Object.keys(JSON.parse(personForm(record).json))).not.toEqual(expect.arrayContaining(['emails']));
        expect(personForm({ ...record, emails: [], phones: [] })).toEqual(personForm(record));
      }),
    );
  });
});
