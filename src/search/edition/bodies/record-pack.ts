// Reads the records of an edition from its pack, by documents.

import { Codec } from '../../../codec/codec.ts';
import type { JobBody } from '../../../contract/record-bodies.ts';
import { VarintReader } from '../../../ops/varint.ts';
import type { Pack } from './pack-reader.ts';
import {
  CompanyUnit,
  type Dictionaries,
  dictionaryOf,
  type RecordSection,
  readJobUnit,
  readJobUrls,
  readPersonUnit,
} from './record-units.ts';
import type { ByteRange, UnitSection } from './unit-section.ts';

/** A section with its codec and dictionary. */
interface Section {
  readonly units: UnitSection;
  readonly codec: Codec;
  readonly dictionary: Uint8Array;
}

/** Reads records by documents. */
export type Records = Pick<RecordPack, 'people' | 'companies' | 'jobs' | 'jobUrls'>;

/**
 * The records of a pack. Documents may be given in any order and repeatedly; the callback gets the index of the
 * document, in arbitrary order. Bytes passed to it are valid only during the call. Throws PackError if a block is
 * damaged.
 */
export class RecordPack {
  readonly #people: Section;
  readonly #companies: Section;
  readonly #jobs: Section;

  constructor(pack: Pack) {
    const records = (section: RecordSection): Section => {
      const dictionary = pack.resident(dictionaryOf(section));
      return { units: pack.units(section), codec: new Codec(dictionary), dictionary };
    };
    this.#people = records('people');
    this.#companies = records('companies');
    this.#jobs = records('jobs');
  }

  /** The people of these documents, each of which must be the first document of its person. */
  people(docs: readonly number[], take: (index: number, json: Buffer) => void): void {
    const { units, codec } = this.#people;
    eachOf(docs, units, (index, bytes, range) => take(index, readPersonUnit(bytes, range, codec)));
  }

  /** The dictionary of each section, to be reused for another pack of the same kind of records. */
  get dictionaries(): Dictionaries {
    return {
      people: this.#people.dictionary,
      companies: this.#companies.dictionary,
      jobs: this.#jobs.dictionary,
    };
  }

  /** The document of a person's main position, given the person's first document. */
  mainOf(first: number): number {
    const unit = this.#people.units.at(first);
    return first + new VarintReader(unit, 0, unit.length).next();
  }

  companies(docs: readonly number[], take: (index: number, company: CompanyUnit) => void): void {
    const { units, codec } = this.#companies;
    eachOf(docs, units, (index, bytes, range) => take(index, new CompanyUnit(bytes, range, codec)));
  }

  /** All texts of all records, decoded; for searching the whole pack. */
  *texts(): Generator<Uint8Array> {
    yield* each(this.#people, (bytes, range, codec) => [readPersonUnit(bytes, range, codec)]);
    const ofCompany = (bytes: Buffer, range: ByteRange, codec: Codec) => {
      const company = new CompanyUnit(bytes, range, codec);
      const { slug, email_domain, domains } = company.names;
      const names = Buffer.from([slug, email_domain ?? '', ...domains].join('\n'));
      return [names, Buffer.from(company.employer), Buffer.from(company.hiring), Buffer.from(company.rest)];
    };
    yield* each(this.#companies, ofCompany);
    const ofJob = (bytes: Buffer, range: ByteRange, codec: Codec) => [
      ...Object.values(readJobUnit(bytes, range, codec)).map((part) => Buffer.from(part)),
      readJobUrls(bytes, range, codec),
    ];
    yield* each(this.#jobs, ofJob);
  }

  jobs(docs: readonly number[], take: (index: number, job: Pick<JobBody, 'before' | 'after'>) => void): void {
    const { units, codec } = this.#jobs;
    eachOf(docs, units, (index, bytes, range) => take(index, readJobUnit(bytes, range, codec)));
  }

  /** By opening id, the URLs of the openings of a job row, except that of the row itself. */
  jobUrls(doc: number): Readonly<Record<string, string>> {
    const { units, codec } = this.#jobs;
    let text = '';
    units.read([doc], (_, bytes, range) => {
      text = readJobUrls(bytes, range, codec).toString();
    });
    return text === '' ? {} : (JSON.parse(text) as Record<string, string>);
  }
}

/** Reads the units of documents in any order. */
function eachOf(docs: readonly number[], units: UnitSection, take: Parameters<UnitSection['read']>[1]): void {
  if (docs.every((doc, index) => index === 0 || doc >= docs[index - 1]!)) {
    units.read(docs, take);
    return;
  }
  const indexes = docs.map((_, index) => index).sort((one, other) => docs[one]! - docs[other]!);
  const ascending = indexes.map((index) => docs[index]!);
  units.read(ascending, (index, bytes, range) => take(indexes[index]!, bytes, range));
}

type TextsOf = (bytes: Buffer, range: ByteRange, codec: Codec) => Uint8Array[];

/** The texts of each non-empty unit. */
function* each({ units, codec }: Section, textsOf: TextsOf): Generator<Uint8Array> {
  for (let unit = 0; unit < units.count; unit++) {
    const bytes = units.at(unit);
    if (bytes.length > 0) yield* textsOf(bytes, { start: 0, end: bytes.length }, codec);
  }
}
