// Everything that is stored of a person, made from the record alone: what needs no look into the store is done before it is written.
import type { EmailRecord, PersonRecord, PhoneRecord } from '../contract/import-records.ts';
import { type PackedPeople, PeoplePacker, unpackPeople } from './packed-people.ts';

/** A current position as it is stored: how it names its employer (employerText), and the rest of its entry (positions.ts). */
interface PreparedPosition {
  readonly employer: string;
  readonly rest: string;
}

/** Plain values only: it may cross from one thread to another. */
export interface PreparedPerson {
  readonly slug: string;
  /** 1: the slug is made, not known from a profile URL. */
  readonly madeSlug: number;
  readonly countryCode: string | null;
  readonly city: string | null;
  readonly connectionsCount: number | null;
  readonly headline: string | null;
  /** As answered. */
  readonly fullName: string;
  /** JSON lists. */
  readonly schools: string;
  readonly skills: string;
  /** Days since 1970-01-01 in UTC. */
  readonly updatedDay: number | null;
  readonly json: string;
  readonly unanswered: string;
  /** Both in UTF-8: stored as they are, they are never decoded. */
  readonly jsonBytes: Buffer;
  readonly unansweredBytes: Buffer;
  /** The main one first. */
  readonly positions: readonly PreparedPosition[];
  /** A number for name and employer together; null where either is missing. */
  readonly employedKey: number | null;
  readonly emails: readonly EmailRecord[];
  readonly phones: readonly PhoneRecord[];
  /** Of the whole record. */
  readonly hash: number;
}

/** One for all calls: buffers for each person would be more work for the garbage collector than all else. */
const packer = new PeoplePacker();

/** The person that is stored of a record. */
export function preparePerson(record: PersonRecord): PreparedPerson {
  const packed = pack(record);
  const [person] = [...unpackPeople(packed)] as [PreparedPerson];
  const prepared = {
    slug: person.slug,
    madeSlug: person.madeSlug,
    countryCode: person.countryCode,
    city: person.city,
    connectionsCount: person.connectionsCount,
    headline: person.headline,
    fullName: person.fullName,
    schools: person.schools,
    skills: person.skills,
    updatedDay: person.updatedDay,
    json: person.json,
    unanswered: person.unanswered,
    jsonBytes: Buffer.from(person.jsonBytes),
    unansweredBytes: Buffer.from(person.unansweredBytes),
    positions: person.positions,
    employedKey: person.employedKey,
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
    // Nothing of it may stand in the next person.
    packer.take();
    throw error;
  }
}
