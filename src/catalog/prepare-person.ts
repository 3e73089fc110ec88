// All stored values of a person that depend on the record alone: they are computed before the write, without look-ups.
import type { EmailRecord, PersonRecord, PhoneRecord } from '../contract/import-records.ts';
import { type PackedPeople, PeoplePacker, unpackPeople } from './packed-people.ts';

/** A current position as stored: its employer (employerText), and the rest of its entry (positions.ts). */
interface PreparedPosition {
  readonly employer: string;
  readonly rest: string;
}

/** Plain values only: it can be sent between threads. */
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
  /** Both in UTF-8: stored without decoding. */
  readonly jsonBytes: Buffer;
  readonly unansweredBytes: Buffer;
  /** The main one first. */
  readonly positions: readonly PreparedPosition[];
  /** A number for name and employer together; null if either is missing. */
  readonly employedKey: number | null;
  readonly emails: readonly EmailRecord[];
  readonly phones: readonly PhoneRecord[];
  /** Of the whole record. */
  readonly hash: number;
}

/** Reused by all calls: buffers for each person would be more work for the garbage collector than all else. */
const packer = new PeoplePacker();

/** The stored form of a record. */
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
    // The next person must not contain any of it.
    packer.take();
    throw error;
  }
}
