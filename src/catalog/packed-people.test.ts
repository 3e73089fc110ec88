import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchFieldName } from '../contract/fields.ts';
import type { PersonRecord } from '../contract/import-records.ts';
import { hasGeneratedSlug } from '../identity/generated-slug.ts';
import { contactsText } from './contacts-text.ts';
import { comparedPositions, employedKeys } from './employed-key.ts';
import { buffersOf, PeoplePacker, unpackPeople } from './packed-people.ts';
import { preparePerson } from './prepare-person.ts';
import type { PreparedPerson } from './prepared-person.ts';
import { rowHash } from './row-hash.ts';
import { PERSON_COLUMNS } from './search-columns.ts';
import { employerText, storedEmployer } from './stored-employer.ts';
import { JsonBytes } from './views/json-bytes.ts';
import { currentPositions, writePersonForm } from './views/person-json.ts';
import { redact } from './views/redact.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', 'Jane', '山田', 'ask +44 7700 900123', '"\\'),
);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const network_url = fc.record({ slug: fc.constantFrom('jane', 'josé', 'ab-0123456789ab'), host: fc.constant(null) });
const person: fc.Arbitrary<PersonRecord> = fc.record({
  network_url,
  full_name: text,
  first_name: maybe(text),
  last_name: maybe(text),
  headline: maybe(text),
  about_me: maybe(text),
  location: maybe(
    fc.record({ city: maybe(text), state_code: maybe(text), country_code: maybe(fc.constantFrom('DE', 'US')) }),
  ),
  connections_count: maybe(fc.nat(500)),
  experiences: fc.array(
    fc.record({
      job_title: maybe(text),
      job_level: fc.constantFrom(null, 'VP'),
      job_function: fc.constantFrom(null, 'Sales'),
      title_confidence: fc.constantFrom(null, 0, 97),
      company_network_url: maybe(network_url),
      company_domain: maybe(text),
      company_name: maybe(text),
      job_description: maybe(text),
      job_start_date: fc.constantFrom(null, '2019', '2020-05'),
      job_end_date: fc.constant(null),
      job_is_current: fc.boolean(),
      is_primary: fc.boolean(),
      job_location: fc.constant(null),
    }),
    { maxLength: 3 },
  ),
  education: fc.constant([]),
  skills: fc.array(text, { maxLength: 2 }),
  certifications: fc.constant([]),
  emails: fc.array(
    fc.record({
      email: fc.constantFrom('a@b.example', 'ü@b.example'),
      status: fc.constantFrom(null, 'valid'),
      verified_at: fc.constantFrom(null, '2025-01-01T00:00:00Z'),
      is_primary: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  phones: fc.array(fc.record({ phone: fc.constant('+447700900123'), kind: fc.constantFrom(null, 'mobile') }), {
    maxLength: 2,
  }),
  crm_id: fc.array(fc.constantFrom('7', 'ab'), { maxLength: 2 }),
  github_handle: fc.constant([]),
  x_handle: fc.constant([]),
  updated_at: maybe(fc.constant('2025-06-28T22:46:00Z')),
});

/** The fields of a person that a store reads. */
const read = (each: PreparedPerson): PreparedPerson => ({
  slug: each.slug,
  generatedSlug: each.generatedSlug,
  country_code: each.country_code,
  full_name: each.full_name,
  columns: each.columns,
  json: each.json,
  unanswered: each.unanswered,
  jsonBytes: Buffer.from(each.jsonBytes),
  unansweredBytes: Buffer.from(each.unansweredBytes),
  positions: each.positions,
  employedKeys: each.employedKeys,
  externalIds: each.externalIds,
  emails: each.emails,
  phones: each.phones,
  hash: each.hash,
});

/** The reference: texts one by one, and the hash of the joined text. */
function stored(record: PersonRecord): PreparedPerson {
  const out = new JsonBytes();
  const { unansweredAt } = writePersonForm(record, out);
  const unanswered = out.cutBack(unansweredAt);
  const json = out.cutBack(0);
  const positions = currentPositions(record);
  const shown = (given: string | null | undefined) => (given === null || given === undefined ? null : redact(given));
  const columns: Readonly<Partial<Record<SearchFieldName, string | number | null>>> = {
    full_name: redact(record.full_name),
    headline: shown(record.headline),
    country: record.location?.country_code ?? null,
    city: shown(record.location?.city),
    connections_count: record.connections_count,
    schools: JSON.stringify(record.education.flatMap(({ school_name }) => shown(school_name) ?? [])),
    skills: JSON.stringify(record.skills.map(redact)),
    updated_day: record.updated_at === null ? null : Math.floor(Date.parse(record.updated_at) / 86_400_000),
  };
  return {
    slug: record.network_url.slug,
    generatedSlug: hasGeneratedSlug(record) ? 1 : 0,
    country_code: record.location?.country_code ?? null,
    full_name: redact(record.full_name),
    columns: PERSON_COLUMNS.map(({ field }) => columns[field] ?? null),
    json,
    unanswered,
    jsonBytes: Buffer.from(json),
    unansweredBytes: Buffer.from(unanswered),
    positions: positions.map((each) => ({
      employer: employerText(storedEmployer(each)),
      rest: JSON.stringify([shown(each.job_title), each.job_level, each.job_function, each.title_confidence]).slice(1),
    })),
    employedKeys: [
      ...employedKeys(record.full_name, comparedPositions(record)),
      ...new Set(record.crm_id.map((id) => rowHash(`crm_id:${id}`))),
    ],
    externalIds:
      record.crm_id.length === 0 ? null : JSON.stringify([...new Set(record.crm_id)].map((id) => `crm_id:${id}`)),
    emails: record.emails,
    phones: record.phones,
    hash: rowHash(`${json}${unanswered}${contactsText(record)}`),
  };
}

const packed = (records: readonly PersonRecord[]) => {
  const packer = new PeoplePacker();
  for (const record of records) packer.add(record);
  return packer.take();
};

describe('packed people', () => {
  it('are stored like people packed one by one, even if their buffers were transferred', () => {
    fc.assert(
      fc.property(fc.array(person, { maxLength: 5 }), (records) => {
        const people = packed(records);
        const handedOver = structuredClone(people, { transfer: buffersOf(people) });
        const expected = records.map(stored);
        expect(Array.from(unpackPeople(handedOver), read)).toEqual(expected);
        expect(records.map(preparePerson)).toEqual(expected);
        expect(people.bytes.length).toBe(0);
      }),
    );
  });

  it('are emitted once, batch by batch, however large they are', () => {
    const [jane] = fc.sample(person, { numRuns: 1, seed: 1 }) as [PersonRecord];
    const long = { ...jane, about_me: 'ü'.repeat(200_000) };
    const packer = new PeoplePacker();
    for (const records of [[jane, long, jane], [], [long], [jane, jane]]) {
      for (const record of records) packer.add(record);
      const people = packer.take();
      expect(Array.from(unpackPeople(people), read)).toEqual(records.map(stored));
      packer.giveBack(people);
    }
  });
});
