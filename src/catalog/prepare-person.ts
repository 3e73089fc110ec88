// Computes all stored values of a person that depend only on the record: before the write, and without look-ups.
import type { PersonRecord } from '../contract/import-records.ts';
import { type PackedPeople, PeoplePacker, unpackPeople } from './packed-people.ts';
import type { PreparedPerson } from './prepared-person.ts';

/** Shared by all calls: buffers per person would cost the garbage collector more than all other work. */
const packer = new PeoplePacker();

/** The stored form of a record. */
export function preparePerson(record: PersonRecord): PreparedPerson {
  const packed = pack(record);
  const [person] = [...unpackPeople(packed)] as [PreparedPerson];
  const prepared = {
    slug: person.slug,
    generatedSlug: person.generatedSlug,
    country_code: person.country_code,
    full_name: person.full_name,
    columns: person.columns,
    json: person.json,
    unanswered: person.unanswered,
    jsonBytes: Buffer.from(person.jsonBytes),
    unansweredBytes: Buffer.from(person.unansweredBytes),
    positions: person.positions,
    employedKeys: person.employedKeys,
    externalIds: person.externalIds,
    emails: person.emails,
    phones: person.phones,
    hash: person.hash,
  };
  packer.giveBack(packed);
  return prepared;
}

function pack(record: PersonRecord): PackedPeople {
  try {
    packer.add(record);
    return packer.take();
  } catch (error) {
    // The next person must not contain any of this person's data.
    packer.take();
    throw error;
  }
}
