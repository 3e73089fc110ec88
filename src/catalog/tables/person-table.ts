// The rows of people: narrow columns, texts, contacts, and their indexes. The matching rules are in
// matching/person-rules.ts.

import type { PersonRecord } from '../../contract/import-records.ts';
import { contactsText } from '../contacts-text.ts';
import { COLLEAGUES_MAX, type FoundPerson, HOLDERS_MAX, type StoredPerson } from '../matching/lookups.ts';
import type { Origin } from '../matching/source-row.ts';
import type { PreparedPerson } from '../prepared-person.ts';
import { type ColumnValue, PERSON_COLUMNS } from '../search-columns.ts';
import { positionsText } from '../stored-positions.ts';
import { personRecord } from '../views/person-json.ts';
import { Contacts } from './contacts.ts';
import type { DeferrableIndexes } from './deferrable-indexes.ts';
import type { Employers } from './employers.ts';
import { RecordKeys } from './record-keys.ts';
import { originColumns, storedOrigin } from './source-rows.ts';
import type { KeyedRows, Select, Sql, Write } from './sql.ts';
import { TextDictionaries } from './text-dictionaries.ts';

type FoundRow = readonly [
  id: number,
  slug: string,
  generatedSlug: number,
  hidden: number,
  runId: number | null,
  file: number | null,
  line: number | null,
  hash: number | null,
  full_name: string,
];
type Columns = readonly ColumnValue[];
type LookUp<Key> = (keys: readonly Key[]) => FoundRow[][];

const COLUMNS = [
  ...PERSON_COLUMNS.map(({ name }) => name),
  ...'slug made_slug positions employed_key external_ids run_id file line hash'.split(' '),
];
const FOUND = 'SELECT id, slug, made_slug, hidden, run_id, file, line, hash, full_name FROM person';

/** Batch size of reads for export. */
const PAGE_SIZE = 500;

interface Collaborators {
  readonly employers: Employers;
  readonly indexes: DeferrableIndexes;
}

export class PersonTable {
  readonly #contacts: Contacts;
  readonly #employers: Employers;
  readonly #indexes: DeferrableIndexes;
  readonly #bySlug: LookUp<string>;
  readonly #byAlias: LookUp<string>;
  readonly #byId: LookUp<number>;
  readonly #byEmail: LookUp<string>;
  readonly #byPhone: LookUp<string>;
  readonly #byEmployedKey: LookUp<number>;
  readonly #withRowKey: LookUp<string>;
  readonly #numbered: LookUp<string>;
  readonly #keys: RecordKeys;
  readonly #hasGeneratedSlugs: Select<[], number>;
  readonly #form: KeyedRows<readonly [json: Buffer, unanswered: Buffer]>;
  readonly #texts: TextDictionaries;
  readonly #add: { run(...values: Columns): number };
  readonly #restore: Write;
  readonly #change: Write;
  readonly #setOrigin: Write;
  readonly #addText: Write;
  readonly #changeText: Write;
  readonly #remove: readonly Write[];
  readonly #idsAfter: Select<[number, number], number>;

  constructor(sql: Sql, { employers, indexes }: Collaborators) {
    this.#employers = employers;
    this.#indexes = indexes;
    this.#contacts = new Contacts(sql);
    this.#bySlug = sql.lookUp(`${FOUND} WHERE slug = ?`, 'text');
    this.#byAlias = sql.lookUp(`${FOUND} WHERE id = (SELECT person_id FROM person_alias WHERE slug = ?)`, 'text');
    this.#byId = sql.lookUp(`${FOUND} WHERE id = ?`, 'integer');
    const holders = (table: string, column: string) =>
      `${FOUND} WHERE id IN (SELECT person_id FROM ${table} WHERE ${column} = +?) ORDER BY id LIMIT ${HOLDERS_MAX}`;
    this.#byEmail = sql.lookUp(holders('email', 'email'), 'text');
    this.#byPhone = sql.lookUp(holders('phone', 'phone'), 'text');
    this.#byEmployedKey = sql.lookUp(
      `${FOUND} WHERE id IN (
           SELECT id FROM (SELECT id FROM person WHERE employed_key = +? ORDER BY id LIMIT ${COLLEAGUES_MAX}) AS ones
           UNION ALL
           SELECT person_id FROM
             (SELECT person_id FROM person_key WHERE key = +? ORDER BY person_id LIMIT ${COLLEAGUES_MAX}) AS others
         ) ORDER BY id LIMIT ${COLLEAGUES_MAX}`,
      'bigint',
    );
    this.#withRowKey = sql.lookUp(
      `${FOUND} WHERE id IN (SELECT record_id FROM person_contribution WHERE row_key = +? AND superseded_by IS NULL)
         ORDER BY id LIMIT ${COLLEAGUES_MAX}`,
      'text',
    );
    // In the range, a number follows the hyphen of the slug: only a number can follow the hash of a generated slug.
    this.#numbered = sql.lookUp(
      `${FOUND} WHERE slug > ? || '-' AND slug < ? || '.' ORDER BY id LIMIT ${COLLEAGUES_MAX}`,
      'text',
    );
    this.#keys = new RecordKeys(sql, 'person');
    this.#hasGeneratedSlugs = sql.values('SELECT 1 FROM person WHERE made_slug = 1 ORDER BY id LIMIT 1');
    this.#form = sql.keyed('SELECT json, unanswered FROM person_text WHERE person_id = ?', {
      table: 'person_text',
      column: 'person_id',
    });
    this.#add = sql.insertNew('person', COLUMNS);
    this.#restore = sql.insert('person', ['id', ...COLUMNS]);
    this.#change = sql.update('person', COLUMNS, ['id']);
    this.#setOrigin = sql.update('person', ['run_id', 'file', 'line', 'hash'], ['id']);
    this.#texts = new TextDictionaries(sql);
    this.#addText = sql.insert('person_text', ['person_id', 'json', 'unanswered']);
    this.#changeText = sql.update('person_text', ['json', 'unanswered'], ['person_id']);
    this.#remove = [
      sql.remove('person', ['id']),
      sql.remove('person_text', ['person_id']),
      sql.remove('person_alias', ['person_id']),
    ];
    this.#idsAfter = sql.values('SELECT id FROM person WHERE id > ? AND hidden = 0 ORDER BY id LIMIT ?');
  }

  /** The first step of a transaction. */
  refresh(): void {
    this.#texts.refresh();
    if (this.#indexes.areMissing) this.#indexes.slugs.refresh();
    else this.#indexes.slugs.clear();
  }

  clear(): void {
    this.#texts.clear();
    this.#indexes.slugs.clear();
  }

  /**
   * Prefetches the rows of people before they are written, in one query. Does nothing if the store has no round trips.
   */
  prefetch(ids: readonly number[]): void {
    this.#contacts.prefetch(ids);
    this.#keys.prefetch(ids);
    this.#form.prefetch(ids);
  }

  bySlug(slugs: readonly string[]): (FoundPerson | null)[] {
    if (!this.#indexes.areMissing) return this.#bySlug(slugs).map(onlyFound);
    return slugs.map((slug) =>
      this.#indexes.slugs.find(slug, (id) => {
        const [person = null] = this.byId([id]);
        return person?.slug === slug ? person : null;
      }),
    );
  }

  /** The people whose former generated slugs these were. */
  byAlias(slugs: readonly string[]): (FoundPerson | null)[] {
    return this.#byAlias(slugs).map(onlyFound);
  }

  byId(ids: readonly number[]): (FoundPerson | null)[] {
    return this.#byId(ids).map(onlyFound);
  }

  /** The first few holders of each address. */
  byEmail(emails: readonly string[]): FoundPerson[][] {
    return this.#byEmail(emails).map((rows) => rows.map(found));
  }

  /** The first few people with each phone number. */
  byPhone(phones: readonly string[]): FoundPerson[][] {
    return this.#byPhone(phones).map((rows) => rows.map(found));
  }

  byEmployedKey(keys: readonly number[]): FoundPerson[][] {
    return this.#byEmployedKey(keys).map((rows) => rows.map(found));
  }

  /** The first people with several rows, one of which is current and has the key; for each key. */
  withRowKey(rowKeys: readonly string[]): FoundPerson[][] {
    return this.#withRowKey(rowKeys).map((rows) => rows.map(found));
  }

  /** For each generated slug, the first people whose slug is this slug followed by the number of a namesake. */
  numbered(generatedSlugs: readonly string[]): FoundPerson[][] {
    return this.#numbered(generatedSlugs).map((rows) => rows.map(found));
  }

  /** Whether any person has a generated slug. */
  hasGeneratedSlugs(): boolean {
    return this.#hasGeneratedSlugs.get() === 1;
  }

  stored(id: number): StoredPerson {
    const texts = this.#form.of(id)[0] as readonly [Buffer, Buffer];
    const [json, unanswered] = texts.map((stored) => this.#texts.text(stored)) as [string, string];
    return { json, unanswered, record: personRecord({ json, unanswered }, this.#contacts.of(id)) };
  }

  record(id: number): PersonRecord {
    return this.stored(id).record;
  }

  /** Adds a person; returns the id. `formerId`: an unused id that a person had before. */
  add(person: PreparedPerson, origin: Origin | null, formerId: number | null): number {
    const columns = this.#columns(person, origin);
    const id = formerId ?? this.#add.run(...columns);
    if (formerId !== null) this.#restore.run(formerId, ...columns);
    if (this.#indexes.areMissing) this.#indexes.slugs.add(person.slug, id);
    this.#addText.run(id, ...this.#textsOf(id, person));
    this.#contacts.add(id, person);
    this.#keys.add(id, person.employedKeys, 1);
    return id;
  }

  /** Updates a person. Contacts are written only if they differ. */
  change(id: number, person: PreparedPerson, origin: Origin | null): void {
    if (this.#indexes.areMissing && this.bySlug([person.slug])[0] === null) this.#indexes.slugs.add(person.slug, id);
    this.#change.run(...this.#columns(person, origin), id);
    this.#changeText.run(...this.#textsOf(id, person), id);
    this.#keys.replace(id, person.employedKeys.slice(1));
    if (contactsText(this.#contacts.of(id)) !== contactsText(person)) this.#contacts.replace(id, person);
  }

  /** Records the origin of the single row of a person; null if there are several. */
  setOrigin(id: number, origin: Origin | null): void {
    this.#setOrigin.run(...originColumns(origin), id);
  }

  remove(id: number): void {
    for (const statement of this.#remove) statement.run(id);
    this.#contacts.replace(id, { emails: [], phones: [] });
    this.#keys.remove(id);
  }

  /** Every visible person, by id. */
  *records(): Generator<PersonRecord> {
    let last = 0;
    for (;;) {
      const ids = this.#idsAfter.all(last, PAGE_SIZE);
      if (ids.length === 0) return;
      this.#contacts.prefetch(ids);
      this.#form.prefetch(ids);
      for (const id of ids) yield this.record(id);
      last = ids.at(-1) as number;
    }
  }

  /** The texts in stored form. */
  #textsOf(id: number, { jsonBytes, unansweredBytes }: PreparedPerson): [Buffer, Buffer] {
    return [this.#texts.encode(jsonBytes, id), this.#texts.encode(unansweredBytes, id)];
  }

  #columns(person: PreparedPerson, origin: Origin | null): Columns {
    const positions = person.positions.map((each) => ({
      employerId: this.#employers.idOfText(each.employer),
      rest: each.rest,
    }));
    return [
      ...person.columns,
      person.slug,
      person.generatedSlug,
      positionsText(positions),
      person.employedKeys[0] ?? null,
      person.externalIds,
      ...originColumns(origin),
    ];
  }
}

function onlyFound([row]: readonly FoundRow[]): FoundPerson | null {
  return row ? found(row) : null;
}

function found([id, slug, generatedSlug, hidden, runId, file, line, hash, full_name]: FoundRow): FoundPerson {
  const origin = storedOrigin([runId, file, line, hash]);
  return { id, slug, hasGeneratedSlug: generatedSlug === 1, isHidden: hidden === 1, origin, full_name };
}
