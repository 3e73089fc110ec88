// The contacts of a person as a unit of a pack. The unit is at the person's main document, from which id and main
// position are known, so that the unit does not repeat them.
//
//   unit     slug | number of e-mails | e-mails | 2 x number of phones, + 1 if there are external ids | phones
//            | with external ids: their number | a text each
//   e-mail   flags: status (3 bits), primary (1 bit), form of the date (2 bits) | date | address
//   date     nothing for null | seconds since 1970, for the form YYYY-MM-DDTHH:MM:SSZ | text, for any other form
//   phone    kind | number
//
// A number is a varint, a text a varint length and its UTF-8; a status or kind is its index in its vocabulary + 1, 0
// for null.
import type { ContactsDocument } from '../../../contract/documents.ts';
import type { EmailRecord, PhoneRecord } from '../../../contract/import-records.ts';
import { EMAIL_STATUSES } from '../../../contract/vocabularies/email-statuses.ts';
import { PHONE_KINDS } from '../../../contract/vocabularies/vocabularies.ts';
import { VarintReader } from '../../../ops/varint.ts';
import { UnitBuilder } from './record-units.ts';

/** The contacts of a person, with the slug that identifies the person. */
export type PersonContacts = Omit<ContactsDocument, 'id'>;

const STATUS_BITS = 3;
const PRIMARY = 1 << STATUS_BITS;
const DATE_SHIFT = STATUS_BITS + 1;
const DATE_FORMS = { none: 0, seconds: 1, text: 2 } as const;
/** The largest number of a unit. */
const SECONDS_MAX = 2 ** 35 - 1;

/** Encodes contacts, one person after the other. */
export class ContactsWriter {
  readonly #unit = new UnitBuilder();

  /** The unit; valid until the next call. */
  write({ slug, emails, phones, ids }: PersonContacts): Buffer {
    this.#unit.clear();
    this.#unit.text(slug);
    this.#unit.varint(emails.length);
    for (const email of emails) this.#email(email);
    this.#unit.varint(2 * phones.length + (ids.length > 0 ? 1 : 0));
    for (const { phone, kind } of phones) {
      this.#unit.varint(kind === null ? 0 : PHONE_KINDS.indexOf(kind) + 1);
      this.#unit.text(phone);
    }
    if (ids.length === 0) return this.#unit.unit();
    this.#unit.varint(ids.length);
    for (const id of ids) this.#unit.text(id);
    return this.#unit.unit();
  }

  #email({ email, status, verified_at, is_primary }: EmailRecord): void {
    const seconds = verified_at === null ? null : secondsOf(verified_at);
    const form = verified_at === null ? 'none' : seconds === null ? 'text' : 'seconds';
    const code = status === null ? 0 : EMAIL_STATUSES.indexOf(status) + 1;
    this.#unit.varint(code | (is_primary ? PRIMARY : 0) | (DATE_FORMS[form] << DATE_SHIFT));
    if (seconds !== null) this.#unit.varint(seconds);
    else if (verified_at !== null) this.#unit.text(verified_at);
    this.#unit.text(email);
  }
}

/** Decodes a unit of ContactsWriter. Throws RangeError if it is truncated. */
export function readContacts(bytes: Buffer): PersonContacts {
  const unit = new UnitReader(bytes);
  const slug = unit.text();
  const emails = Array.from({ length: unit.number() }, () => readEmail(unit));
  const count = unit.number();
  const phones = Array.from({ length: count >>> 1 }, (): PhoneRecord => {
    const kind = PHONE_KINDS[unit.number() - 1] ?? null;
    return { phone: unit.text(), kind };
  });
  const ids = count % 2 === 0 ? [] : Array.from({ length: unit.number() }, () => unit.text());
  return { slug, emails, phones, ids };
}

function readEmail(unit: UnitReader): EmailRecord {
  const flags = unit.number();
  const status = EMAIL_STATUSES[(flags & (PRIMARY - 1)) - 1] ?? null;
  const form = flags >>> DATE_SHIFT;
  let verified_at: string | null = null;
  if (form === DATE_FORMS.seconds) verified_at = timestampOf(unit.number());
  else if (form === DATE_FORMS.text) verified_at = unit.text();
  return { email: unit.text(), status, verified_at, is_primary: (flags & PRIMARY) !== 0 };
}

const SECONDS_FORM = 'YYYY-MM-DDTHH:MM:SS'.length;

function timestampOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, SECONDS_FORM)}Z`;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** The seconds since 1970 if the text is exactly their timestamp; else null. */
function secondsOf(text: string): number | null {
  if (!TIMESTAMP.test(text)) return null;
  const [year, month, day] = [100 * twoDigits(text, 0) + twoDigits(text, 2), twoDigits(text, 5), twoDigits(text, 8)];
  const [hours, minutes, seconds] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  if (year < 1970 || month < 1 || month > 12 || day < 1 || hours > 23 || minutes > 59 || seconds > 59) return null;
  const millis = Date.UTC(year, month - 1, day, hours, minutes, seconds);
  const isOfMonth = day <= 28 || new Date(millis).getUTCDate() === day;
  return isOfMonth && millis / 1000 <= SECONDS_MAX ? millis / 1000 : null;
}

const ZERO = '0'.charCodeAt(0);

function twoDigits(text: string, offset: number): number {
  return 10 * (text.charCodeAt(offset) - ZERO) + text.charCodeAt(offset + 1) - ZERO;
}

/** Reads the parts of a unit in the order in which they were written. Throws RangeError past its end. */
class UnitReader {
  readonly #bytes: Buffer;
  readonly #numbers: VarintReader;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#numbers = new VarintReader(bytes, 0, bytes.length);
  }

  number(): number {
    return this.#numbers.next();
  }

  text(): string {
    const length = this.#numbers.next();
    const start = this.#numbers.offset;
    if (start + length > this.#bytes.length) throw new RangeError('a text ends after the end of its unit');
    this.#numbers.offset = start + length;
    return this.#bytes.toString('utf8', start, start + length);
  }
}
