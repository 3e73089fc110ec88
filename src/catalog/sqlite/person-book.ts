// Writes people. A person is known by the slug alone; whoever brings the record makes one where the source has none.
import type { Database, Statement } from 'better-sqlite3';
import type { PersonRecord } from '../../contract/import-records.ts';
import { currentPositions, type PersonForm, personForm, personRecord } from '../views/person-json.ts';
import { redact, redactMaybe } from '../views/redact.ts';
import type { MergeRules, Outcome } from '../writer-port.ts';
import { type ContactRecords, Contacts } from './contacts.ts';
import type { Employers } from './employers.ts';
import type { Generations } from './generations.ts';
import { positionsText } from './positions.ts';
import { rowHash, type SeenRows } from './seen-rows.ts';
import type { SuppressionList } from './suppression-list.ts';

/** A person as found by slug: the narrow columns that decide what is to be done. */
type FoundPerson = readonly [id: number, hidden: number, seen: string];

type NarrowColumns = readonly [
  slug: string,
  countryCode: string | null,
  city: string | null,
  connectionsCount: number | null,
  headline: string | null,
  positions: string,
  seen: string,
];

interface Collaborators {
  readonly merge: MergeRules;
  readonly employers: Employers;
  readonly suppressions: SuppressionList;
  readonly generations: Generations;
}

/** People read and written in one go, for export. */
const PAGE_SIZE = 500;

export class PersonBook {
  readonly #with: Collaborators;
  readonly #contacts: Contacts;
  readonly #find: Statement<[string], FoundPerson>;
  readonly #form: Statement<[number], PersonForm>;
  readonly #add: Statement<[...NarrowColumns]>;
  readonly #change: Statement<[...NarrowColumns, number]>;
  readonly #addText: Statement<[number | bigint, string, string, string]>;
  readonly #changeText: Statement<[string, string, string, number]>;
  readonly #see: Statement<[string, number]>;
  readonly #idsAfter: Statement<[number, number], number>;

  constructor(database: Database, collaborators: Collaborators) {
    this.#with = collaborators;
    this.#contacts = new Contacts(database);
    this.#find = database.prepare<[string], FoundPerson>('SELECT id, hidden, seen FROM person WHERE slug = ?').raw();
    this.#form = database.prepare('SELECT json, unanswered FROM person_text WHERE person_id = ?');
    this.#add = database.prepare(
      `INSERT INTO person (slug, country_code, city, connections_count, headline, positions, seen)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#change = database.prepare(
      `UPDATE person SET slug = ?, country_code = ?, city = ?, connections_count = ?, headline = ?, positions = ?, seen = ?
       WHERE id = ?`,
    );
    this.#addText = database.prepare('INSERT INTO person_text VALUES (?, ?, ?, ?)');
    this.#changeText = database.prepare(
      'UPDATE person_text SET full_name = ?, json = ?, unanswered = ? WHERE person_id = ?',
    );
    this.#see = database.prepare('UPDATE person SET seen = ? WHERE id = ?');
    this.#idsAfter = database
      .prepare<[number, number], number>('SELECT id FROM person WHERE id > ? AND hidden = 0 ORDER BY id LIMIT ?')
      .pluck();
  }

  write(incoming: PersonRecord, rows: SeenRows): Outcome {
    if (this.#with.suppressions.hasPerson(incoming)) return 'suppressed';
    const form = personForm(incoming);
    const hash = rowHash(`${form.json}${form.unanswered}${contactsText(incoming)}`);
    const found = this.#find.get(incoming.networkUrl.slug);
    if (found === undefined) {
      this.#create(incoming, form, rows.with(null, hash));
      return 'created';
    }
    const [id, hidden, seen] = found;
    if (hidden === 1) return 'suppressed';
    if (rows.has({ id, seen }, hash)) return 'unchanged';
    return this.#merge({ id, incoming, form, seen: rows.with({ id, seen }, hash) });
  }

  /** Every person that may be answered, by id. */
  *records(): Generator<PersonRecord> {
    let last = 0;
    for (;;) {
      const ids = this.#idsAfter.all(last, PAGE_SIZE);
      if (ids.length === 0) return;
      for (const id of ids) yield personRecord(this.#form.get(id) as PersonForm, this.#contacts.of(id));
      last = ids.at(-1) as number;
    }
  }

  #create(record: PersonRecord, form: PersonForm, seen: string): void {
    const id = Number(this.#add.run(...this.#narrowColumns(record, seen)).lastInsertRowid);
    this.#addText.run(id, redact(record.fullName), form.json, form.unanswered);
    this.#contacts.add(id, record);
    this.#with.generations.markVisible();
  }

  #merge({
    id,
    incoming,
    form,
    seen,
  }: {
    id: number;
    incoming: PersonRecord;
    form: PersonForm;
    seen: string;
  }): Outcome {
    const storedForm = this.#form.get(id) as PersonForm;
    const stored = personRecord(storedForm, this.#contacts.of(id));
    const merged = this.#with.merge.person(stored, personRecord(form, incoming));
    const mergedForm = merged === stored ? storedForm : personForm(merged);
    if (isSame(storedForm, mergedForm) && contactsText(stored) === contactsText(merged)) {
      this.#see.run(seen, id);
      return 'unchanged';
    }
    this.#change.run(...this.#narrowColumns(merged, seen), id);
    this.#changeText.run(redact(merged.fullName), mergedForm.json, mergedForm.unanswered, id);
    if (contactsText(stored) !== contactsText(merged)) this.#contacts.replace(id, merged);
    this.#with.generations.markVisible();
    return 'merged';
  }

  #narrowColumns(record: PersonRecord, seen: string): NarrowColumns {
    const positions = positionsText(currentPositions(record), (each) => this.#with.employers.idOf(each.employer));
    return [
      record.networkUrl.slug,
      record.location?.countryCode ?? null,
      redactMaybe(record.location?.city ?? null),
      record.connectionsCount,
      redactMaybe(record.headline),
      positions,
      seen,
    ];
  }
}

function isSame(a: PersonForm, b: PersonForm): boolean {
  return a.json === b.json && a.unanswered === b.unanswered;
}

function contactsText({ emails, phones }: ContactRecords): string {
  return JSON.stringify([
    emails.map(({ email, status, verifiedAt, isPrimary }) => [email, status, verifiedAt, isPrimary]),
    phones.map(({ phone, kind }) => [phone, kind]),
  ]);
}
