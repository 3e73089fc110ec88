// The forms of the units of records in a pack. The JSON parts are units of the codec.
//
//   person    varint: main document - this document | json to the end
//   company   text slug | varint: 0, or 1 before a text e-mail domain | varint number of domains, a text each
//             | varint number of external ids, a text each | varint length, employer | varint length, hiring
//             | rest to the end
//   job row   varint length of `before` as JSON | varint length, `before` and `after` as one unit | `urls` to the end,
//             nothing if it is empty
//
// A text is a varint length and its UTF-8. contract/record-bodies.ts defines the parts. People have a unit at the
// person's first document only; the units of the others are empty.

import type { Codec } from '../../../codec/codec.ts';
import type { CompanyBody, JobBody, PersonBody } from '../../../contract/record-bodies.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../../../ops/varint.ts';
import type { ByteRange } from './unit-section.ts';

/** The sections of a pack that hold records, one unit per document of the space. */
export type RecordSection = 'people' | 'companies' | 'jobs';

export type Dictionaries = Readonly<Record<RecordSection, Uint8Array>>;

/** The name of the column with the dictionary of a section. */
export function dictionaryOf(section: RecordSection): string {
  return `${section}.dictionary`;
}

/** Builds a unit from its parts. */
export class UnitBuilder {
  #buffer = Buffer.allocUnsafeSlow(4096);
  #end = 0;

  clear(): this {
    this.#end = 0;
    return this;
  }

  varint(value: number): this {
    this.#reserve(VARINT_BYTES_MAX);
    this.#end = writeVarint(this.#buffer, this.#end, value);
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#end);
    this.#end += bytes.length;
    return this;
  }

  /** Appends a varint length, then the bytes. */
  part(bytes: Uint8Array): this {
    return this.varint(bytes.length).bytes(bytes);
  }

  text(text: string): this {
    return this.part(Buffer.from(text));
  }

  /** The unit; valid until the next `clear`. */
  unit(): Buffer {
    return this.#buffer.subarray(0, this.#end);
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#end + more));
    larger.set(this.unit());
    this.#buffer = larger;
  }
}

/** `mainAfter`: the distance in documents from the person's first to its main position. */
export function writePersonUnit(to: UnitBuilder, person: PersonBody, { mainAfter, codec }: PersonForm): Buffer {
  const { unit } = person;
  return to
    .clear()
    .varint(mainAfter)
    .bytes(unit && codec.has(unit.dictionary) ? unit.bytes : codec.encode(person.json))
    .unit();
}

interface PersonForm {
  readonly mainAfter: number;
  readonly codec: Codec;
}

export function writeCompanyUnit(to: UnitBuilder, company: CompanyBody, codec: Codec): Buffer {
  const { slug, email_domain, domains, ids } = company;
  to.clear()
    .text(slug)
    .varint(email_domain === null ? 0 : 1);
  if (email_domain !== null) to.text(email_domain);
  to.varint(domains.length);
  for (const domain of domains) to.text(domain);
  to.varint(ids.length);
  for (const id of ids) to.text(id);
  to.part(codec.encode(company.employer)).part(codec.encode(company.hiring));
  return to.bytes(codec.encode(company.rest)).unit();
}

export function writeJobUnit(to: UnitBuilder, { before, after, urls }: JobBody, codec: Codec): Buffer {
  to.clear()
    .varint(before.length)
    .part(codec.encode(Buffer.concat([before, after])));
  if (urls.length > 0) to.bytes(codec.encode(urls));
  return to.unit();
}

/** The identifiers of a company. */
export type CompanyNames = Pick<CompanyBody, 'slug' | 'email_domain' | 'domains' | 'ids'>;

/** A company unit, split into its parts. A part is decoded when it is read. */
export class CompanyUnit {
  readonly #bytes: Buffer;
  readonly #codec: Codec;
  readonly #start: number;
  readonly #employer: ByteRange;
  readonly #hiring: ByteRange;
  readonly #rest: ByteRange;

  /** `bytes` must remain valid as long as parts are read. */
  constructor(bytes: Buffer, { start, end }: ByteRange, codec: Codec) {
    this.#bytes = bytes;
    this.#codec = codec;
    this.#start = start;
    const reader = new VarintReader(bytes, start, end);
    partOf(reader);
    if (reader.next() !== 0) partOf(reader);
    for (let domains = reader.next(); domains > 0; domains--) partOf(reader);
    for (let ids = reader.next(); ids > 0; ids--) partOf(reader);
    this.#employer = partOf(reader);
    this.#hiring = partOf(reader);
    this.#rest = { start: reader.offset, end };
  }

  get slug(): string {
    return this.#textIn(new VarintReader(this.#bytes, this.#start));
  }

  get names(): CompanyNames {
    const reader = new VarintReader(this.#bytes, this.#start);
    const text = () => this.#textIn(reader);
    return {
      slug: text(),
      email_domain: reader.next() === 0 ? null : text(),
      domains: Array.from({ length: reader.next() }, text),
      ids: Array.from({ length: reader.next() }, text),
    };
  }

  /** The JSON parts; each is valid until the codec is used again. */
  get employer(): Buffer {
    return this.#decoded(this.#employer);
  }

  get hiring(): Buffer {
    return this.#decoded(this.#hiring);
  }

  get rest(): Buffer {
    return this.#decoded(this.#rest);
  }

  #textIn(reader: VarintReader): string {
    const { start, end } = partOf(reader);
    return this.#bytes.toString('utf8', start, end);
  }

  #decoded({ start, end }: ByteRange): Buffer {
    return this.#codec.decode(this.#bytes, start, end);
  }
}

/** The next part with a varint length. */
function partOf(reader: VarintReader): ByteRange {
  const length = reader.next();
  reader.offset += length;
  return { start: reader.offset - length, end: reader.offset };
}

/** The JSON of a person; valid until the codec is used again. */
export function readPersonUnit(bytes: Buffer, { start, end }: ByteRange, codec: Codec): Buffer {
  const reader = new VarintReader(bytes, start, end);
  reader.next();
  return codec.decode(bytes, reader.offset, end);
}

/** The parts of a job row that every answer contains; valid until the codec is used again. */
export function readJobUnit(bytes: Buffer, { start, end }: ByteRange, codec: Codec): Pick<JobBody, 'before' | 'after'> {
  const reader = new VarintReader(bytes, start, end);
  const length = reader.next();
  const rowEnd = reader.next() + reader.offset;
  const text = codec.decode(bytes, reader.offset, rowEnd);
  return { before: text.subarray(0, length), after: text.subarray(length) };
}

/** The URLs of a job row's openings; empty if there are none. Valid until the codec is used again. */
export function readJobUrls(bytes: Buffer, { start, end }: ByteRange, codec: Codec): JobBody['urls'] {
  const reader = new VarintReader(bytes, start, end);
  reader.next();
  const rowEnd = reader.next() + reader.offset;
  return rowEnd === end ? bytes.subarray(end, end) : codec.decode(bytes, rowEnd, end);
}
