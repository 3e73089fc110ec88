// Prepared people in a few transferable buffers: the reading thread sends them to the writing thread without a copy per
// object, and waiting ones are no work for the garbage collector. Texts are decoded lazily.
//
//   bytes    the texts of all people in UTF-8, concatenated
//   ends     of each text its end offset, with the highest bit for null
//   numbers  of each person the index of the first text in `ends`, generatedSlug, the first of employedKeys, hash, and
//            the columns of numbers (search-columns.ts); NaN for null
//
// The texts of a person: json, unanswered, contacts (contactsText), slug, the other employedKeys, external ids
// (externalIdsText), the columns of texts, and of each position its employer (employerText) and the rest. The hash is
// that of the first three.
import type { SearchFieldName } from '../contract/fields.ts';
import type { ExperienceRecord, PersonRecord } from '../contract/import-records.ts';
import { hasGeneratedSlug } from '../identity/generated-slug.ts';
import { contactsText, parseContactsText } from './contacts-text.ts';
import { personKeys } from './employed-key.ts';
import { externalIdsText } from './external-ids-text.ts';
import type { PreparedPerson } from './prepared-person.ts';
import { rowHash } from './row-hash.ts';
import { PERSON_COLUMNS } from './search-columns.ts';
import { employerText, storedEmployer } from './stored-employer.ts';
import { JsonBytes } from './views/json-bytes.ts';
import { currentPositions, writePersonForm } from './views/person-json.ts';

/** Plain values only. The buffers may be transferred. */
export interface PackedPeople {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly numbers: Float64Array<ArrayBuffer>;
}

const NULL = 0x8000_0000;
const PLACE = 0x7fff_ffff;
const [JSON_TEXT, UNANSWERED, CONTACTS, SLUG, OTHER_KEYS, EXTERNAL_IDS, FIRST_COLUMN] = [0, 1, 2, 3, 4, 5, 6];
const TEXT_COLUMNS = PERSON_COLUMNS.filter(({ type }) => type !== 'number');
const NUMBER_COLUMNS = PERSON_COLUMNS.filter(({ type }) => type === 'number');
const POSITIONS = FIRST_COLUMN + TEXT_COLUMNS.length;
const TEXTS_OF_POSITION = 2;
const [GENERATED_SLUG, EMPLOYED_KEY, HASH, FIRST_NUMBER] = [1, 2, 3, 4];
const NUMBERS_OF_PERSON = FIRST_NUMBER + NUMBER_COLUMNS.length;
/** The index of the value of each column. */
const VALUE_INDEXES = PERSON_COLUMNS.map((column) =>
  column.type === 'number'
    ? { isNumber: true, at: FIRST_NUMBER + NUMBER_COLUMNS.indexOf(column) }
    : { isNumber: false, at: FIRST_COLUMN + TEXT_COLUMNS.indexOf(column) },
);
const textOfField = (field: SearchFieldName) =>
  FIRST_COLUMN + TEXT_COLUMNS.findIndex((column) => column.field === field);
const [COUNTRY, FULL_NAME] = [textOfField('country'), textOfField('full_name')];
const LENGTH_AT_FIRST = 64;

/** Prepares all stored values of people. */
export class PeoplePacker {
  readonly #out = new JsonBytes();
  #ends = new Uint32Array(LENGTH_AT_FIRST);
  #endCount = 0;
  #numbers = new Float64Array(LENGTH_AT_FIRST);
  #numberCount = 0;

  add(record: PersonRecord): void {
    this.#ends = withRoomFor(this.#endCount + POSITIONS + TEXTS_OF_POSITION * record.experiences.length, this.#ends);
    this.#numbers = withRoomFor(this.#numberCount + NUMBERS_OF_PERSON, this.#numbers);
    this.#number(this.#endCount);
    const start = this.#out.length;
    const { shown, unansweredAt } = writePersonForm(record, this.#out);
    this.#end(unansweredAt);
    this.#end(this.#out.length);
    this.#text(contactsText(record));
    const hash = rowHash(this.#out.since(start));
    this.#text(record.network_url.slug);
    const [key = Number.NaN, ...otherKeys] = personKeys(record);
    this.#text(otherKeys.length === 0 ? null : otherKeys.join(' '));
    this.#text(externalIdsText('person', record));
    for (const { read } of TEXT_COLUMNS) this.#text(read(shown) as string | null);
    this.#positions(record, shown);
    this.#number(hasGeneratedSlug(record) ? 1 : 0);
    this.#number(key);
    this.#number(hash);
    for (const { read } of NUMBER_COLUMNS) this.#number((read(shown) as number | null) ?? Number.NaN);
  }

  /** The people added since the last call. */
  take(): PackedPeople {
    const taken = {
      bytes: this.#out.take(),
      ends: this.#ends.slice(0, this.#endCount),
      numbers: this.#numbers.slice(0, this.#numberCount),
    };
    this.#endCount = 0;
    this.#numberCount = 0;
    return taken;
  }

  /** Reuses the buffers of people that are no longer read. */
  giveBack({ bytes }: PackedPeople): void {
    this.#out.giveBack(bytes);
  }

  /** The main position comes first. Employers are stored as given, titles as shown. */
  #positions(record: PersonRecord, shown: PersonRecord): void {
    const positions = currentPositions(record);
    const shownPositions = shown === record ? positions : currentPositions(shown);
    for (let index = 0; index < positions.length; index += 1) {
      this.#text(employerText(storedEmployer(positions[index] as ExperienceRecord)));
      this.#rest(shownPositions[index] as ExperienceRecord);
    }
  }

  /** The entry of a position (stored-positions.ts) after the id of the employer. */
  #rest({ job_title, job_level, job_function, title_confidence }: ExperienceRecord): void {
    this.#out.json(job_title);
    this.#out.ascii(',');
    this.#out.json(job_level);
    this.#out.ascii(',');
    this.#out.json(job_function);
    this.#out.ascii(title_confidence === null ? ',null]' : (ENDS_BY_CONFIDENCE[title_confidence] as string));
    this.#end(this.#out.length);
  }

  #text(text: string | null): void {
    if (text !== null) this.#out.text(text);
    this.#end(text === null ? this.#out.length + NULL : this.#out.length);
  }

  #end(end: number): void {
    this.#ends[this.#endCount++] = end;
  }

  #number(number: number): void {
    this.#numbers[this.#numberCount++] = number;
  }
}

/** The end of an entry, by its confidence in percent: joining texts for each position would cost more than the rest. */
const ENDS_BY_CONFIDENCE: readonly string[] = Array.from({ length: 101 }, (_, percent) => `,${percent}]`);

/** The list, or a longer list with the same content at its start. */
function withRoomFor<List extends Uint32Array | Float64Array>(length: number, list: List): List {
  if (length <= list.length) return list;
  const longer = new (list.constructor as new (length: number) => List)(Math.max(length, 2 * list.length));
  longer.set(list);
  return longer;
}

/** The buffers of packed people, for the transfer list of a message. */
export function buffersOf({ bytes, ends, numbers }: PackedPeople): ArrayBuffer[] {
  return [bytes.buffer, ends.buffer, numbers.buffer];
}

/** The people in the form of preparePerson. They are created lazily, so that none needs to outlive the next one. */
export function* unpackPeople(packed: PackedPeople): Generator<PreparedPerson> {
  const pack = new Pack(packed);
  const count = packed.numbers.length / NUMBERS_OF_PERSON;
  for (let index = 0; index < count; index += 1) yield new PackedPerson(pack, index);
}

class Pack {
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;
  readonly #numbers: Float64Array;

  constructor({ bytes, ends, numbers }: PackedPeople) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#ends = ends;
    this.#numbers = numbers;
  }

  /** The position after the last text follows the last person. */
  firstTextOf(person: number): number {
    return this.#numbers[person * NUMBERS_OF_PERSON] ?? this.#ends.length;
  }

  number(person: number, member: number): number {
    return this.#numbers[person * NUMBERS_OF_PERSON + member] as number;
  }

  text(index: number): string | null {
    const end = this.#ends[index] as number;
    if (end >= NULL) return null;
    const start = this.#startOf(index);
    return start === end ? '' : this.#bytes.toString('utf8', start, end);
  }

  /** The bytes of a text that is not null. */
  bytes(index: number): Buffer {
    return this.#bytes.subarray(this.#startOf(index), this.#ends[index]);
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] as number) & PLACE;
  }
}

class PackedPerson implements PreparedPerson {
  readonly slug: string;
  readonly hash: number;
  readonly #pack: Pack;
  readonly #index: number;
  readonly #firstText: number;
  #contacts: Pick<PreparedPerson, 'emails' | 'phones'> | null = null;

  constructor(pack: Pack, index: number) {
    this.#pack = pack;
    this.#index = index;
    this.#firstText = pack.firstTextOf(index);
    this.slug = this.#text(SLUG) ?? '';
    this.hash = pack.number(index, HASH);
  }

  get generatedSlug(): number {
    return this.#pack.number(this.#index, GENERATED_SLUG);
  }

  get country_code(): string | null {
    return this.#text(COUNTRY);
  }

  get full_name(): string {
    return this.#text(FULL_NAME) ?? '';
  }

  get columns(): PreparedPerson['columns'] {
    return VALUE_INDEXES.map(({ isNumber, at }) => (isNumber ? this.#numberOrNull(at) : this.#text(at)));
  }

  get json(): string {
    return this.#text(JSON_TEXT) ?? '';
  }

  get unanswered(): string {
    return this.#text(UNANSWERED) ?? '';
  }

  get jsonBytes(): Buffer {
    return this.#pack.bytes(this.#firstText + JSON_TEXT);
  }

  get unansweredBytes(): Buffer {
    return this.#pack.bytes(this.#firstText + UNANSWERED);
  }

  get positions(): PreparedPerson['positions'] {
    const positions: PreparedPerson['positions'][number][] = [];
    const end = this.#pack.firstTextOf(this.#index + 1);
    for (let text = this.#firstText + POSITIONS; text < end; text += TEXTS_OF_POSITION) {
      positions.push({ employer: this.#pack.text(text) ?? '', rest: this.#pack.text(text + 1) ?? '' });
    }
    return positions;
  }

  get employedKeys(): readonly number[] {
    const first = this.#numberOrNull(EMPLOYED_KEY);
    const others = this.#text(OTHER_KEYS);
    return first === null ? [] : [first, ...(others === null ? [] : others.split(' ').map(Number))];
  }

  get externalIds(): string | null {
    return this.#text(EXTERNAL_IDS);
  }

  get emails(): PreparedPerson['emails'] {
    return this.#parsedContacts().emails;
  }

  get phones(): PreparedPerson['phones'] {
    return this.#parsedContacts().phones;
  }

  #parsedContacts(): Pick<PreparedPerson, 'emails' | 'phones'> {
    this.#contacts ??= parseContactsText(this.#text(CONTACTS) ?? '');
    return this.#contacts;
  }

  #text(member: number): string | null {
    return this.#pack.text(this.#firstText + member);
  }

  #numberOrNull(member: number): number | null {
    const number = this.#pack.number(this.#index, member);
    return Number.isNaN(number) ? null : number;
  }
}
