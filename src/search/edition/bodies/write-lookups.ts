// Writes the sections of a pack for look-ups: contacts in document order, and the tables of identifiers. One sequential
// pass over the input, in bounded memory.
//
//   people.contacts                      units, one for each document; see contacts-format.ts
//   people.by_slug, .by_email, ...       bytes: a table for each kind of identifier; see bucket-table.ts
//   <table>.starts                       resident: the starts of the buckets of a table
import type { CompanyKeysDocument, ContactsDocument } from '../../../contract/documents.ts';
import { assert } from '../../../ops/assert.ts';
import { atOnce } from '../../../ops/scheduling/work.ts';
import { EditionFile } from '../edition-file.ts';
import { EditionIndex } from '../edition-index.ts';
import { BucketTableWriter } from './bucket-table.ts';
import { ContactsWriter } from './contacts-format.ts';
import { CONTACTS_SECTION, LOOK_UP_TABLES, type LookUpTable, startsOf } from './lookup-sections.ts';
import type { PackWriter } from './pack-writer.ts';
import { Spill } from './spill.ts';
import { mainPositionDistances } from './write-records.ts';

/** The contacts of a person. If the main position is in another part, look-ups do not find the person in this one. */
export type PartContacts = ContactsDocument & { readonly isElsewhere?: boolean };

/** Identifiers of the records of an edition. */
export interface LookUpInput {
  readonly contacts: Iterable<PartContacts>;
  readonly companyKeys: Iterable<CompanyKeysDocument>;
}

interface Destination {
  readonly pack: PackWriter;
  /** Path of temporary files. */
  readonly spillPath: string;
  /** Memory with which each table sorts; the default is enough for two million entries. */
  readonly sortBytes?: number;
}

const SORT_BYTES = 32 * 1024 * 1024;

/** Adds the look-up sections to the pack of an edition. */
export function writeLookups(edition: ArrayBufferLike, input: LookUpInput, to: Destination): void {
  const index = new EditionIndex(new EditionFile(edition));
  writeCompanies(index, input.companyKeys, to);
  writePeople(index, input.contacts, to);
}

function writePeople(index: EditionIndex, contacts: Iterable<PartContacts>, to: Destination): void {
  const { ids } = index.people;
  const finder = atOnce(index.personFinder());
  const mains = mainPositionDistances(index);
  const tables = new Tables(['personSlugs', 'emails', 'phones', 'personIds'], to);
  const units = new Spill(ids.length, to.spillPath);
  try {
    const writer = new ContactsWriter();
    for (const person of contacts) {
      const first = finder.firstOf(person.id);
      assert(first >= 0, 'the contacts are those of the people of the edition');
      const doc = first + (mains.get(first) ?? 0);
      units.add(doc, writer.write(person));
      if (person.isElsewhere) continue;
      tables.add('personSlugs', person.slug, doc);
      for (const email of distinct(person.emails.map((each) => each.email))) tables.add('emails', email, doc);
      for (const phone of distinct(person.phones.map((each) => each.phone))) tables.add('phones', phone, doc);
      for (const key of person.ids) tables.add('personIds', key, doc);
    }
    to.pack.units(CONTACTS_SECTION, (append) => units.each(append));
    tables.write(to.pack);
  } finally {
    units.close();
    tables.close();
  }
}

function writeCompanies({ companies }: EditionIndex, keys: Iterable<CompanyKeysDocument>, to: Destination): void {
  const tables = new Tables(['companySlugs', 'domains', 'companyIds'], to);
  try {
    for (const { id, slug, domains, ids } of keys) {
      const doc = companies.docOf(id);
      assert(doc >= 0, 'the identifiers are those of the companies of the edition');
      tables.add('companySlugs', slug, doc);
      for (const domain of domains) tables.add('domains', domain, doc);
      for (const key of ids) tables.add('companyIds', key, doc);
    }
    tables.write(to.pack);
  } finally {
    tables.close();
  }
}

function distinct(texts: readonly string[]): Iterable<string> {
  return texts.length < 2 ? texts : new Set(texts);
}

/** Tables that are filled at the same time. */
class Tables {
  readonly #tables: ReadonlyMap<LookUpTable, BucketTableWriter>;

  constructor(names: readonly LookUpTable[], { spillPath, sortBytes = SORT_BYTES }: Destination) {
    const sorting = { path: spillPath, memoryBytes: sortBytes };
    this.#tables = new Map(names.map((name) => [name, new BucketTableWriter(sorting)]));
  }

  add(table: LookUpTable, key: string, doc: number): void {
    this.#tables.get(table)?.add(key, doc);
  }

  write(pack: PackWriter): void {
    for (const [name, table] of this.#tables) {
      let starts: Uint32Array = new Uint32Array(0);
      pack.bytes(LOOK_UP_TABLES[name], (append) => {
        starts = table.finish(append);
      });
      pack.resident(startsOf(name), starts);
    }
  }

  close(): void {
    for (const table of this.#tables.values()) table.close();
  }
}
