// Prepared people in a few buffers: these cross from the thread that reads to the one that writes for nothing, where objects would be
// copied one by one, and what waits there is no work for the garbage collector. A text is decoded when it is asked for.
//
//   bytes    the texts of all people in UTF-8, one behind the other
//   ends     of each text the place behind it, with the highest bit for null
//   numbers  of each person the place of the first text in `ends`, madeSlug, connectionsCount, employedKey and hash; NaN for null
//
// The texts of a person: json, unanswered, contacts (contactsText), slug, countryCode, city, headline, fullName, and of each position
// slug, domain, nameKey, rest. The hash is that of the first three, which is rowHash of preparePerson.
import type { PersonRecord } from '../contract/import-records.ts';
import { contactsOf, contactsText, type PreparedPerson, prepareParts } from './prepare-person.ts';
import { rowHash } from './row-hash.ts';

/** Plain values only; the buffers may be transferred. */
export interface PackedPeople {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly numbers: Float64Array<ArrayBuffer>;
}

const NULL = 0x8000_0000;
const PLACE = 0x7fff_ffff;
/** Bytes that one UTF-16 code unit takes at most. */
const UNIT_BYTES_MAX = 3;
const BYTES_AT_FIRST = 64 * 1024;
const [JSON_TEXT, UNANSWERED, CONTACTS, SLUG, COUNTRY_CODE, CITY, HEADLINE, FULL_NAME] = [0, 1, 2, 3, 4, 5, 6, 7];
const POSITIONS = 8;
const TEXTS_OF_POSITION = 4;
const [MADE_SLUG, CONNECTIONS_COUNT, EMPLOYED_KEY, HASH] = [1, 2, 3, 4];
const NUMBERS_OF_PERSON = 5;

/** Prepares people and packs them. */
export class PeoplePacker {
  #bytes = Buffer.allocUnsafeSlow(BYTES_AT_FIRST);
  #length = 0;
  #ends: number[] = [];
  #numbers: number[] = [];

  add(record: PersonRecord): void {
    const person = prepareParts(record);
    const firstText = this.#ends.length;
    const start = this.#length;
    this.#write(person.json);
    this.#write(person.unanswered);
    this.#write(contactsText(record));
    const hash = rowHash(this.#bytes.subarray(start, this.#length));
    this.#write(person.slug);
    this.#write(person.countryCode);
    this.#write(person.city);
    this.#write(person.headline);
    this.#write(person.fullName);
    for (const { slug, domain, nameKey, rest } of person.positions) {
      this.#write(slug);
      this.#write(domain);
      this.#write(nameKey);
      this.#write(rest);
    }
    const { madeSlug, connectionsCount, employedKey } = person;
    this.#numbers.push(firstText, madeSlug, connectionsCount ?? Number.NaN, employedKey ?? Number.NaN, hash);
  }

  /** The people since the last call. */
  take(): PackedPeople {
    const taken = {
      bytes: new Uint8Array(this.#bytes.buffer, 0, this.#length),
      ends: Uint32Array.from(this.#ends),
      numbers: Float64Array.from(this.#numbers),
    };
    // What one batch took the next one will take.
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(BYTES_AT_FIRST, this.#length));
    this.#length = 0;
    this.#ends = [];
    this.#numbers = [];
    return taken;
  }

  #write(text: string | null): void {
    if (text === null) {
      this.#ends.push(this.#length + NULL);
      return;
    }
    this.#reserve(text.length * UNIT_BYTES_MAX);
    this.#length += this.#bytes.write(text, this.#length);
    this.#ends.push(this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** The buffers of packed people, for a message that hands them over. */
export function buffersOf({ bytes, ends, numbers }: PackedPeople): ArrayBuffer[] {
  return [bytes.buffer, ends.buffer, numbers.buffer];
}

/** The people, each as preparePerson makes it. */
export function unpackPeople(packed: PackedPeople): PreparedPerson[] {
  const pack = new Pack(packed);
  return Array.from({ length: packed.numbers.length / NUMBERS_OF_PERSON }, (_, index) => new PackedPerson(pack, index));
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

  /** Behind the last person: behind the last text. */
  firstTextOf(person: number): number {
    return this.#numbers[person * NUMBERS_OF_PERSON] ?? this.#ends.length;
  }

  number(person: number, member: number): number {
    return this.#numbers[person * NUMBERS_OF_PERSON + member] as number;
  }

  text(index: number): string | null {
    const end = this.#ends[index] as number;
    if (end >= NULL) return null;
    const start = index === 0 ? 0 : (this.#ends[index - 1] as number) & PLACE;
    return start === end ? '' : this.#bytes.toString('utf8', start, end);
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

  get madeSlug(): number {
    return this.#pack.number(this.#index, MADE_SLUG);
  }

  get countryCode(): string | null {
    return this.#text(COUNTRY_CODE);
  }

  get city(): string | null {
    return this.#text(CITY);
  }

  get connectionsCount(): number | null {
    return this.#numberOrNull(CONNECTIONS_COUNT);
  }

  get headline(): string | null {
    return this.#text(HEADLINE);
  }

  get fullName(): string {
    return this.#text(FULL_NAME) ?? '';
  }

  get json(): string {
    return this.#text(JSON_TEXT) ?? '';
  }

  get unanswered(): string {
    return this.#text(UNANSWERED) ?? '';
  }

  get positions(): PreparedPerson['positions'] {
    const positions: PreparedPerson['positions'][number][] = [];
    const end = this.#pack.firstTextOf(this.#index + 1);
    for (let text = this.#firstText + POSITIONS; text < end; text += TEXTS_OF_POSITION) {
      positions.push({
        slug: this.#pack.text(text) ?? '',
        domain: this.#pack.text(text + 1) ?? '',
        nameKey: this.#pack.text(text + 2) ?? '',
        rest: this.#pack.text(text + 3) ?? '',
      });
    }
    return positions;
  }

  get employedKey(): number | null {
    return this.#numberOrNull(EMPLOYED_KEY);
  }

  get emails(): PreparedPerson['emails'] {
    return this.#contactsOf().emails;
  }

  get phones(): PreparedPerson['phones'] {
    return this.#contactsOf().phones;
  }

  #contactsOf(): Pick<PreparedPerson, 'emails' | 'phones'> {
    this.#contacts ??= contactsOf(this.#text(CONTACTS) ?? '');
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
