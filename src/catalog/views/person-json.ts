// The view of a person, and its decoding. The wire JSON is the only stored copy of the record, except for the few
// members that answers do not contain. E-mails and phones are in neither.
import type { ExperienceRecord, NetworkUrl, PersonRecord } from '../../contract/import-records.ts';
import { isAnswered, isStored, type Member, type Members } from '../../contract/record-table/member.ts';
import { PERSON } from '../../contract/record-table/person-members.ts';
import { EXPERIENCE } from '../../contract/record-table/position-members.ts';
import { NETWORK_HOST_DEFAULT, type ProfileKind, parseNetworkUrl } from '../../identity/network-url.ts';
import { absentValue } from '../stored-record.ts';
import { members } from './company-json.ts';
import type { JsonBytes } from './json-bytes.ts';
import { objectWriter, valueWriter, type WriteMember, writeList } from './member-writer.ts';
import { redactRecord } from './redact-record.ts';

type Json = Readonly<Record<string, unknown>>;

/** The stored form of a record. */
export interface PersonForm {
  /** The wire object, ready to send. */
  readonly json: string;
  /** The rest of the record, as JSON: see Unanswered. */
  readonly unanswered: string;
}

/** The members that the wire object does not contain. For each experience, their values in the order of the table. */
interface Unanswered extends Json {
  readonly experiences: readonly (readonly unknown[])[];
  /** The wire object of the unredacted record, if the answer is redacted. */
  readonly given?: Parsed;
}

const isWritten = (row: Member) => isStored(row) && isAnswered(row);
/** The contacts of a person are in separate tables. */
const isContact = ({ kind, members: rows = {} }: Member) =>
  kind === 'entries' && Object.values(rows).some((row) => row.kind === 'address');
const isUnanswered = (row: Member) => isStored(row) && !isAnswered(row) && !isContact(row);

/** A current position has no end. */
const writeEndDate: WriteMember = ({ job_is_current, job_end_date }, out) =>
  out.json(job_is_current ? null : (job_end_date as string | null));
const writeExperience = objectWriter(EXPERIENCE, isWritten, { job_end_date: writeEndDate });
const writePerson = objectWriter(PERSON, isWritten, {
  experiences: ({ experiences }, out) => writeList(experiences as PersonRecord['experiences'], writeExperience, out),
});

interface UnansweredMember {
  readonly name: string;
  readonly write: WriteMember;
  readonly absent: unknown;
  /** Whether few records have a value. An empty list is then not written. */
  readonly isRare: boolean;
}

function unansweredIn(rows: Members): UnansweredMember[] {
  return Object.entries(rows)
    .filter(([, row]) => isUnanswered(row))
    .map(([name, row]) => ({
      name,
      write: valueWriter(name, row, isStored),
      absent: absentValue(row),
      isRare: row.kind === 'ids',
    }));
}

const UNANSWERED_OF_PERSON = unansweredIn(PERSON);
const UNANSWERED_OF_EXPERIENCE = unansweredIn(EXPERIENCE);

function writeUnanswered(experience: ExperienceRecord, out: JsonBytes): void {
  for (let index = 0; index < UNANSWERED_OF_EXPERIENCE.length; index += 1) {
    out.ascii(index === 0 ? '[' : ',');
    UNANSWERED_OF_EXPERIENCE[index]?.write(experience as unknown as Json, out);
  }
  out.ascii(']');
}

/**
 * Writes the two texts of a record in sequence. Returns the record as shown (the same object if nothing is redacted),
 * and the offset of the second text.
 */
export function writePersonForm(
  record: PersonRecord,
  out: JsonBytes,
): { readonly shown: PersonRecord; readonly unansweredAt: number } {
  const start = out.length;
  out.mayHoldContacts = false;
  writePerson(record, out);
  const shown = out.mayHoldContacts ? redactRecord(record) : record;
  const given = shown === record ? null : out.cutBack(start);
  if (given !== null) writePerson(shown, out);
  const unansweredAt = out.length;
  out.ascii('{"experiences":');
  writeList(record.experiences, writeUnanswered, out);
  for (const { name, write, isRare } of UNANSWERED_OF_PERSON) {
    if (isRare && (record as unknown as Record<string, readonly string[]>)[name]?.length === 0) continue;
    out.ascii(`,"${name}":`);
    write(record as unknown as Json, out);
  }
  if (given !== null) out.text(`,"given":${given}`);
  out.ascii('}');
  return { shown, unansweredAt };
}

/**
 * Decodes a form to its record in normal form: an empty place is null, a current position has no end, and the default
 * host is no host. Changes the parsed objects in place, because it runs for each merged row.
 */
export function personRecord(form: PersonForm, contacts: Pick<PersonRecord, 'emails' | 'phones'>): PersonRecord {
  const unanswered = JSON.parse(form.unanswered) as Unanswered;
  const person = unanswered.given ?? (JSON.parse(form.json) as Parsed);
  decodePerson(person);
  for (const { name, absent } of UNANSWERED_OF_PERSON) person[name] = unanswered[name] ?? absent;
  const experiences = person['experiences'] as Parsed[];
  for (let index = 0; index < experiences.length; index += 1) {
    const experience = experiences[index] as Parsed;
    const values = unanswered.experiences[index] ?? [];
    decodeExperience(experience);
    for (let index = 0; index < UNANSWERED_OF_EXPERIENCE.length; index += 1) {
      const { name, absent } = UNANSWERED_OF_EXPERIENCE[index] as (typeof UNANSWERED_OF_EXPERIENCE)[number];
      experience[name] = values[index] ?? absent;
    }
  }
  person['emails'] = contacts.emails;
  person['phones'] = contacts.phones;
  return person as unknown as PersonRecord;
}

type Parsed = Record<string, unknown>;

const decodePerson = decoder(PERSON);
const decodeExperience = decoder(EXPERIENCE);

/** Returns a function that decodes the answered members of a parsed object in place. */
function decoder(rows: Members): (object: Parsed) => void {
  const decoders = Object.entries(rows)
    .filter(([, row]) => isWritten(row))
    .map(([name, row]) => ({ name, absent: absentValue(row), decode: valueDecoder(row) }));
  return (object) => {
    for (let index = 0; index < decoders.length; index += 1) {
      const { name, absent, decode } = decoders[index] as (typeof decoders)[number];
      const value = object[name];
      // A form that is older than the row of the table lacks the member.
      if (value === undefined) object[name] = absent;
      else if (decode !== null && value !== null) object[name] = decode(value);
    }
  };
}

/** Returns a function that decodes the value of a member; null if the JSON value needs no decoding. */
function valueDecoder({ kind, of = 'person', members: rows = {} }: Member): ((value: unknown) => unknown) | null {
  if (kind === 'profile') return (url) => networkUrlOf(url as string, of);
  const names = Object.keys(rows).filter((name) => isStored(rows[name] as Member));
  if (kind !== 'place' || names.length === Object.keys(rows).length) return null;
  return (place) => {
    const stored: Parsed = {};
    for (const name of names) stored[name] = (place as Json)[name];
    return stored;
  };
}

function networkUrlOf(url: string, kind: ProfileKind): NetworkUrl {
  const parsed = parseNetworkUrl(url, kind);
  if (parsed === null) throw new Error(`stored profile URL cannot be read: ${url}`);
  return parsed.host === NETWORK_HOST_DEFAULT ? { slug: parsed.slug, host: null } : parsed;
}

/** The current positions, the main one first. */
export function currentPositions(record: PersonRecord): readonly ExperienceRecord[] {
  return mainFirst(record.experiences.filter((each) => each.job_is_current));
}

interface Ranked {
  readonly is_primary: boolean | null;
  readonly job_start_date: string | null;
}

/**
 * Positions with the main position first: the one marked as primary, else the one with the latest start, else the
 * first.
 */
export function mainFirst<Position extends Ranked>(positions: readonly Position[]): readonly Position[] {
  if (positions.length < 2) return positions;
  const latest = positions.reduce((best, each) =>
    (each.job_start_date ?? '') > (best.job_start_date ?? '') ? each : best,
  );
  const main = positions.find((each) => each.is_primary) ?? latest;
  return [main, ...positions.filter((each) => each !== main)];
}

/** The position members of a person's wire object, as JSON text without braces; all null without a position. */
export function positionMembers(
  position: { job_title: string | null; job_level: string | null; job_function: string | null } | null,
): string {
  return members({
    job_title: position?.job_title ?? null,
    job_level: position?.job_level ?? null,
    job_function: position?.job_function ?? null,
  });
}
