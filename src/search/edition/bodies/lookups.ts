// Finds documents of an edition by identifier, using the tables of its pack. Each candidate is verified by the
// identifiers of its record, so a hash collision never leads to a wrong answer.
import { OWNERS_MAX } from '../../../contract/documents.ts';
import type { Work } from '../../../ops/scheduling/work.ts';
import { BucketTable } from './bucket-table.ts';
import { type PersonContacts, readContacts } from './contacts-format.ts';
import { CONTACTS_SECTION, LOOK_UP_TABLES, type LookUpTable, startsOf } from './lookup-sections.ts';
import type { Pack } from './pack-reader.ts';
import type { RecordPack } from './record-pack.ts';
import type { CompanyUnit } from './record-units.ts';
import type { UnitSection } from './unit-section.ts';

/** The part of an edition's index that determines the order of the owners of a shared identifier. */
export interface PeopleOrder {
  /** The id of the person of a document. */
  readonly idOf: (doc: number) => number;
  /** The company document of a document of people; for one without a company, a number above all companies. */
  readonly companyOf: (doc: number) => number;
}

/** A person, with the document of the main position. */
export interface FoundPerson {
  readonly doc: number;
  readonly contacts: PersonContacts;
}

/** Whether a document may be answered. */
type IsLive = (doc: number) => boolean;

/** The documents that may answer. */
export interface LiveDocs {
  readonly people: IsLive;
  readonly companies: IsLive;
}

const anyDoc: IsLive = () => true;

/** Number of companies that are read between two pauses: 1 to 4 µs each. */
const COMPANIES_AT_ONCE = 500;

/** Called with a company and its document. The unit is valid only during the call. */
export type CompanyVisitor<Result> = (doc: number, company: CompanyUnit) => Result;

/**
 * The identifiers of each person in the contacts of a pack, with the slug as in a profile URL; for searching the whole
 * pack.
 */
export function* contactTexts(pack: Pack): Generator<Buffer> {
  if (!pack.has(CONTACTS_SECTION)) return;
  const units = pack.units(CONTACTS_SECTION);
  for (let doc = 0; doc < units.count; doc++) {
    const unit = units.at(doc);
    if (unit.length === 0) continue;
    const { slug, emails, phones, ids } = readContacts(unit);
    const texts = [`/in/${slug}"`, ...emails.map(({ email }) => email), ...phones.map(({ phone }) => phone), ...ids];
    yield Buffer.from(texts.join('\n'));
  }
}

/** Look-ups by identifier among live documents. */
export interface IdentifierLookups {
  person(slug: string): FoundPerson | null;
  /** The first `max` owners, by id. */
  peopleOfEmail(address: string, max: number): FoundPerson[];
  /** The first `max` owners: by the order of their companies (people without a company last), then by id. */
  peopleOfPhone(number: string, max: number): FoundPerson[];
  /** The first OWNERS_MAX owners, by id of the person. */
  peopleWithId(key: string): FoundPerson[];
  company<Result>(slug: string, take: CompanyVisitor<Result>): Result | null;
  /** The first `max` companies, in the order of companies. */
  companiesOnDomain<Result>(domain: string, max: number, take: CompanyVisitor<Result>): Result[];
  /** The documents of all companies on a domain, in any order. Thousands may be on one. */
  companyDocsOnDomain(domain: string): Work<number[]>;
  /** The first OWNERS_MAX owners, in the order of companies. */
  companiesWithId<Result>(key: string, take: CompanyVisitor<Result>): Result[];
}

/**
 * Look-ups in one pack. Identifiers must be in the normal form of the catalog. All documents are live by default.
 * Methods throw PackError for damaged bytes.
 */
export class PackLookups implements IdentifierLookups {
  readonly #tables: Readonly<Record<LookUpTable, BucketTable>>;
  readonly #contacts: UnitSection;
  readonly #records: RecordPack;
  readonly #people: PeopleOrder;

  constructor(pack: Pack, { records, people }: { readonly records: RecordPack; readonly people: PeopleOrder }) {
    const table = (name: LookUpTable): BucketTable => {
      const { buffer, byteOffset, byteLength } = pack.resident(startsOf(name));
      const starts = new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
      return new BucketTable(starts, pack.bytes(LOOK_UP_TABLES[name]));
    };
    this.#tables = {
      personSlugs: table('personSlugs'),
      emails: table('emails'),
      phones: table('phones'),
      personIds: table('personIds'),
      companySlugs: table('companySlugs'),
      domains: table('domains'),
      companyIds: table('companyIds'),
    };
    this.#contacts = pack.units(CONTACTS_SECTION);
    this.#records = records;
    this.#people = people;
  }

  person(slug: string, isLive = anyDoc): FoundPerson | null {
    const docs = this.#tables.personSlugs.candidates(slug).filter(isLive);
    return this.#firstPeople(docs, 1, (contacts) => contacts.slug === slug)[0] ?? null;
  }

  /** The slug of the person whose main position is at a document. */
  slugAt(doc: number): string {
    return readContacts(this.#contacts.at(doc)).slug;
  }

  peopleOfEmail(address: string, max: number, isLive = anyDoc): FoundPerson[] {
    const docs = this.#byId(this.#tables.emails.candidates(address).filter(isLive));
    return this.#firstPeople(docs, max, ({ emails }) => emails.some(({ email }) => email === address));
  }

  peopleOfPhone(number: string, max: number, isLive = anyDoc): FoundPerson[] {
    const docs = this.#byCompany(this.#tables.phones.candidates(number).filter(isLive));
    return this.#firstPeople(docs, max, ({ phones }) => phones.some(({ phone }) => phone === number));
  }

  peopleWithId(key: string, isLive = anyDoc): FoundPerson[] {
    const docs = this.#byId(this.#tables.personIds.candidates(key).filter(isLive));
    return this.#firstPeople(docs, OWNERS_MAX, ({ ids }) => ids.includes(key));
  }

  /**
   * Documents in the order of person ids. Finds the next one by a scan, because thousands may share a number but only a
   * few are read.
   */
  *#byId(docs: readonly number[]): Generator<number> {
    const { idOf } = this.#people;
    for (let left = docs; left.length > 0; ) {
      let [first, firstId] = [-1, Number.POSITIVE_INFINITY];
      for (const doc of left) {
        const id = idOf(doc);
        if (id < firstId) [first, firstId] = [doc, id];
      }
      yield first;
      left = left.filter((doc) => doc !== first);
    }
  }

  /** Orders documents, given ascending and thus in the order of companies, by company and then by id of the person. */
  *#byCompany(docs: readonly number[]): Generator<number> {
    const { companyOf } = this.#people;
    for (let start = 0; start < docs.length; ) {
      const company = companyOf(docs[start]!);
      let [end, high] = [start + 1, docs.length];
      while (end < high) {
        const middle = (end + high) >>> 1;
        if (companyOf(docs[middle]!) === company) end = middle + 1;
        else high = middle;
      }
      yield* this.#byId(docs.slice(start, end));
      start = end;
    }
  }

  /** Returns the result of `take`; null if no company has the slug. */
  company<Result>(slug: string, take: CompanyVisitor<Result>, isLive = anyDoc): Result | null {
    const docs = this.#tables.companySlugs.candidates(slug).filter(isLive);
    const [found = null] = this.#firstCompanies(docs, 1, (doc, company) =>
      company.slug === slug ? [take(doc, company)] : [],
    );
    return found;
  }

  companiesOnDomain<Result>(domain: string, max: number, take: CompanyVisitor<Result>, isLive = anyDoc): Result[] {
    const docs = this.#tables.domains.candidates(domain).filter(isLive);
    return this.#firstCompanies(docs, max, (doc, company) =>
      company.names.domains.includes(domain) ? [take(doc, company)] : [],
    );
  }

  *companyDocsOnDomain(domain: string, isLive = anyDoc): Work<number[]> {
    const docs = this.#tables.domains.candidates(domain).filter(isLive);
    const found: number[] = [];
    for (let start = 0; start < docs.length; start += COMPANIES_AT_ONCE) {
      if (start > 0) yield;
      const some = docs.slice(start, start + COMPANIES_AT_ONCE);
      this.#records.companies(some, (index, company) => {
        if (company.names.domains.includes(domain)) found.push(some[index] as number);
      });
    }
    return found;
  }

  companiesWithId<Result>(key: string, take: CompanyVisitor<Result>, isLive = anyDoc): Result[] {
    const docs = this.#tables.companyIds.candidates(key).filter(isLive);
    return this.#firstCompanies(docs, OWNERS_MAX, (doc, company) =>
      company.names.ids.includes(key) ? [take(doc, company)] : [],
    );
  }

  #firstPeople(docs: Iterable<number>, max: number, isWanted: (contacts: PersonContacts) => boolean): FoundPerson[] {
    const found: FoundPerson[] = [];
    for (const doc of docs) {
      const contacts = readContacts(this.#contacts.at(doc));
      if (isWanted(contacts)) found.push({ doc, contacts });
      if (found.length === max) break;
    }
    return found;
  }

  /** The results of `take` for the first `max` companies for which it has one. */
  #firstCompanies<Result>(docs: readonly number[], max: number, take: CompanyVisitor<Result[]>): Result[] {
    const found: Result[] = [];
    for (let start = 0; start < docs.length && found.length < max; start += max) {
      const some = docs.slice(start, start + max);
      this.#records.companies(some, (index, company) => {
        if (found.length < max) found.push(...take(some[index] as number, company));
      });
    }
    return found;
  }
}

/** Look-ups that find only live documents. */
export class LiveLookups implements IdentifierLookups {
  readonly #pack: PackLookups;
  readonly #live: LiveDocs;

  constructor(pack: PackLookups, live: LiveDocs) {
    this.#pack = pack;
    this.#live = live;
  }

  person(slug: string): FoundPerson | null {
    return this.#pack.person(slug, this.#live.people);
  }

  peopleOfEmail(address: string, max: number): FoundPerson[] {
    return this.#pack.peopleOfEmail(address, max, this.#live.people);
  }

  peopleOfPhone(number: string, max: number): FoundPerson[] {
    return this.#pack.peopleOfPhone(number, max, this.#live.people);
  }

  peopleWithId(key: string): FoundPerson[] {
    return this.#pack.peopleWithId(key, this.#live.people);
  }

  company<Result>(slug: string, take: CompanyVisitor<Result>): Result | null {
    return this.#pack.company(slug, take, this.#live.companies);
  }

  companiesOnDomain<Result>(domain: string, max: number, take: CompanyVisitor<Result>): Result[] {
    return this.#pack.companiesOnDomain(domain, max, take, this.#live.companies);
  }

  companyDocsOnDomain(domain: string): Work<number[]> {
    return this.#pack.companyDocsOnDomain(domain, this.#live.companies);
  }

  companiesWithId<Result>(key: string, take: CompanyVisitor<Result>): Result[] {
    return this.#pack.companiesWithId(key, take, this.#live.companies);
  }
}
