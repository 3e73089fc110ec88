// The rows of people: narrow columns, texts, contacts, and their indexes. The matching rules are in
// matching/person-rules.ts.
import type { Database, Statement } from 'better-sqlite3';
import type { PersonRecord } from '../../contract/import-records.ts';
import { contactsText } from '../contacts-text.ts';
import type { FoundPerson, StoredPerson } from '../matching/lookups.ts';
import type { Origin } from '../matching/source-row.ts';
import type { PreparedPerson } from '../prepared-person.ts';
import { type ColumnValue, PERSON_COLUMNS } from '../search-columns.ts';
import { type PersonForm, personRecord } from '../views/person-json.ts';
import { Contacts } from './contacts.ts';
import type { DeferredIndexes } from './deferred-indexes.ts';
import type { Employers } from './employers.ts';
import { KnownSlugs } from './known-slugs.ts';
import { PersonKeys } from './person-keys.ts';
import { positionsText } from './positions.ts';

type FoundRow = readonly [
  id: number,
  slug: string,
  madeSlug: number,
  hidden: number,
  runId: number | null,
  file: number | null,
  line: number | null,
  hash: number | null,
  full_name: string,
];
type Columns = readonly ColumnValue[];

const COLUMNS = [
  ...PERSON_COLUMNS.map(({ name }) => name),
  ...'slug made_slug positions employed_key run_id file line hash'.split(' '),
];
const FOUND = 'SELECT id, slug, made_slug, hidden, run_id, file, line, hash, full_name FROM person';

/** Batch size of reads for export. */
const PAGE_SIZE = 500;
/** Maximum holders of one address or number. */
const HOLDERS_MAX = 5;
/** Maximum candidates with the same initials at one employer. */
const COLLEAGUES_MAX = 200;

export class PersonTable {
  readonly #contacts: Contacts;
  readonly #employers: Employers;
  readonly #indexes: DeferredIndexes;
  readonly #slugs: KnownSlugs;
  readonly #bySlug: Statement<[string], FoundRow>;
  readonly #byAlias: Statement<[string], FoundRow>;
  readonly #byId: Statement<[number], FoundRow>;
  readonly #byEmail: Statement<[string], FoundRow>;
  readonly #byPhone: Statement<[string], FoundRow>;
  readonly #byEmployedKey: Statement<{ key: number }, FoundRow>;
  readonly #keys: PersonKeys;
  readonly #hasMade: Statement<[], number>;
  readonly #form: Statement<[number], PersonForm>;
  readonly #add: Statement<[...Columns]>;
  readonly #change: Statement<[...Columns, number]>;
  readonly #place: Statement<[number | null, number | null, number | null, number | null, number]>;
  readonly #addText: Statement<[number, Buffer, Buffer]>;
  readonly #changeText: Statement<[Buffer, Buffer, number]>;
  readonly #remove: readonly Statement<[number]>[];
  readonly #addAlias: Statement<[string, number]>;
  readonly #moveAliases: Statement<[number, number]>;
  readonly #dropAlias: Statement<[string]>;
  readonly #idsAfter: Statement<[number, number], number>;

  constructor(database: Database, { employers, indexes }: { employers: Employers; indexes: DeferredIndexes }) {
    this.#employers = employers;
    this.#indexes = indexes;
    this.#slugs = new KnownSlugs(database);
    this.#contacts = new Contacts(database);
    const find = <Key extends number | string>(sql: string) => database.prepare<[Key], FoundRow>(sql).raw();
    this.#bySlug = find(`${FOUND} WHERE slug = ?`);
    this.#byAlias = find(`${FOUND} WHERE id = (SELECT person_id FROM person_alias WHERE slug = ?)`);
    this.#byId = find(`${FOUND} WHERE id = ?`);
    this.#byEmail = find(
      `${FOUND} WHERE id IN (SELECT person_id FROM email WHERE email = +?) ORDER BY id LIMIT ${HOLDERS_MAX}`,
    );
    this.#byPhone = find(
      `${FOUND} WHERE id IN (SELECT person_id FROM phone WHERE phone = +?) ORDER BY id LIMIT ${HOLDERS_MAX}`,
    );
    this.#byEmployedKey = database
      .prepare<{ key: number }, FoundRow>(
        `${FOUND} WHERE id IN (SELECT id FROM person WHERE employed_key = +@key
           UNION ALL SELECT person_id FROM person_key WHERE key = +@key) ORDER BY id LIMIT ${COLLEAGUES_MAX}`,
      )
      .raw();
    this.#keys = new PersonKeys(database);
    this.#hasMade = database.prepare<[], number>('SELECT 1 FROM person WHERE made_slug = 1 LIMIT 1').pluck();
    this.#form = database.prepare('SELECT json, unanswered FROM person_text WHERE person_id = ?');
    const values = COLUMNS.map(() => '?');
    this.#add = database.prepare(`INSERT INTO person (${COLUMNS}) VALUES (${values})`);
    this.#change = database.prepare(`UPDATE person SET (${COLUMNS}) = (${values}) WHERE id = ?`);
    this.#place = database.prepare('UPDATE person SET run_id = ?, file = ?, line = ?, hash = ? WHERE id = ?');
    this.#addText = database.prepare('INSERT INTO person_text VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT))');
    this.#changeText = database.prepare(
      'UPDATE person_text SET json = CAST(? AS TEXT), unanswered = CAST(? AS TEXT) WHERE person_id = ?',
    );
    this.#remove = ['person WHERE id', 'person_text WHERE person_id', 'person_alias WHERE person_id'].map((rows) =>
      database.prepare(`DELETE FROM ${rows} = ?`),
    );
    this.#addAlias = database.prepare('INSERT OR REPLACE INTO person_alias VALUES (?, ?)');
    this.#moveAliases = database.prepare('UPDATE person_alias SET person_id = ? WHERE person_id = ?');
    this.#dropAlias = database.prepare('DELETE FROM person_alias WHERE slug = ?');
    this.#idsAfter = database
      .prepare<[number, number], number>('SELECT id FROM person WHERE id > ? AND hidden = 0 ORDER BY id LIMIT ?')
      .pluck();
  }

  /** The first step of a transaction. */
  refresh(): void {
    if (this.#indexes.areMissing) this.#slugs.refresh();
    else this.#slugs.forget();
  }

  forget(): void {
    this.#slugs.forget();
  }

  bySlug(slug: string): FoundPerson | null {
    if (!this.#indexes.areMissing) return found(this.#bySlug.get(slug));
    return this.#slugs.find(slug, (id) => {
      const person = this.byId(id);
      return person?.slug === slug ? person : null;
    });
  }

  /** The person who had this made slug before a better one was known. */
  byAlias(slug: string): FoundPerson | null {
    return found(this.#byAlias.get(slug));
  }

  byId(id: number): FoundPerson | null {
    return found(this.#byId.get(id));
  }

  /** The first few holders of an address. */
  byEmail(email: string): FoundPerson[] {
    return this.#byEmail.all(email).flatMap((row) => found(row) ?? []);
  }

  /** The first few people with a phone number. */
  byPhone(phone: string): FoundPerson[] {
    return this.#byPhone.all(phone).flatMap((row) => found(row) ?? []);
  }

  byEmployedKey(key: number): FoundPerson[] {
    return this.#byEmployedKey.all({ key }).flatMap((row) => found(row) ?? []);
  }

  /** Whether any person has a made slug. */
  hasMade(): boolean {
    return this.#hasMade.get() === 1;
  }

  stored(id: number): StoredPerson {
    const form = this.#form.get(id) as PersonForm;
    return { json: form.json, unanswered: form.unanswered, record: personRecord(form, this.#contacts.of(id)) };
  }

  record(id: number): PersonRecord {
    return this.stored(id).record;
  }

  add(person: PreparedPerson, origin: Origin | null): number {
    const id = Number(this.#add.run(...this.#columns(person, origin)).lastInsertRowid);
    if (this.#indexes.areMissing) this.#slugs.add(person.slug, id);
    this.#addText.run(id, person.jsonBytes, person.unansweredBytes);
    this.#contacts.add(id, person);
    this.#keys.add(id, person);
    return id;
  }

  /** Updates a person; contacts only if they differ. */
  change(id: number, person: PreparedPerson, origin: Origin | null): void {
    if (this.#indexes.areMissing && this.bySlug(person.slug) === null) this.#slugs.add(person.slug, id);
    this.#change.run(...this.#columns(person, origin), id);
    this.#changeText.run(person.jsonBytes, person.unansweredBytes, id);
    this.#keys.replace(id, person);
    if (contactsText(this.#contacts.of(id)) !== contactsText(person)) this.#contacts.replace(id, person);
  }

  /** Records the origin of the single row of a person; null if there are several. */
  place(id: number, origin: Origin | null): void {
    this.#place.run(origin?.runId ?? null, origin?.file ?? null, origin?.line ?? null, origin?.hash ?? null, id);
  }

  remove(id: number): void {
    for (const statement of this.#remove) statement.run(id);
    this.#contacts.replace(id, { emails: [], phones: [] });
    this.#keys.remove(id);
  }

  /** A former slug of a person is not answered, but rows with it match the person. */
  addAlias(slug: string, id: number): void {
    this.#addAlias.run(slug, id);
  }

  moveAliases(from: number, to: number): void {
    this.#moveAliases.run(to, from);
  }

  dropAlias(slug: string): void {
    this.#dropAlias.run(slug);
  }

  /** Every visible person, by id. */
  *records(): Generator<PersonRecord> {
    let last = 0;
    for (;;) {
      const ids = this.#idsAfter.all(last, PAGE_SIZE);
      if (ids.length === 0) return;
      for (const id of ids) yield this.record(id);
      last = ids.at(-1) as number;
    }
  }

  #columns(person: PreparedPerson, origin: Origin | null): Columns {
    const positions = person.positions.map((each) => ({
      employerId: this.#employers.idOfText(each.employer),
      rest: each.rest,
    }));
    return [
      ...person.columns,
      person.slug,
      person.madeSlug,
      positionsText(positions),
      person.employedKeys[0] ?? null,
      origin?.runId ?? null,
      origin?.file ?? null,
      origin?.line ?? null,
      origin?.hash ?? null,
    ];
  }
}

function found(row: FoundRow | undefined): FoundPerson | null {
  if (row === undefined) return null;
  const [id, slug, madeSlug, hidden, runId, file, line, hash, full_name] = row;
  const origin = runId === null ? null : { runId, file: file ?? 0, line: line ?? 0, hash: hash ?? 0 };
  return { id, slug, hasMadeSlug: madeSlug === 1, isHidden: hidden === 1, origin, full_name };
}
