// Writes people: finds the stored person whom an incoming record means, and keeps the row with the others of that person.
// Known by slug; else, where one of the two has no real slug, by an e-mail address of their own; else by name and employer.
import type { Database } from 'better-sqlite3';
import type { PersonRecord } from '../../contract/import-records.ts';
import { hasMadeSlug, madePersonSlug, personIdentities } from '../../identity/made-slug.ts';
import { areNamesakes, isOneHolder, isOwnAddress } from '../../identity/person-match.ts';
import { wordKey } from '../../words/words.ts';
import { contactsText } from '../contacts-text.ts';
import { type PreparedPerson, preparePerson } from '../prepare-person.ts';
import { personRecord } from '../views/person-json.ts';
import type { MergeRules, Outcome } from '../writer-port.ts';
import type { DeferredIndexes } from './deferred-indexes.ts';
import type { Employers } from './employers.ts';
import type { Generations } from './generations.ts';
import { type FoundPerson, PersonTable } from './person-table.ts';
import type { RunBook } from './run-book.ts';
import type { MetRows } from './seen-rows.ts';
import type { RowPlace, Session } from './session.ts';
import { ContributionBook, type KeptRow } from './source-rows.ts';
import { Separations } from './split-constraints.ts';
import type { SuppressionList } from './suppression-list.ts';

interface Collaborators {
  readonly merge: MergeRules;
  readonly runs: RunBook;
  readonly met: MetRows;
  readonly indexes: DeferredIndexes;
  readonly employers: Employers;
  readonly suppressions: SuppressionList;
  readonly generations: Generations;
}

type Row = KeptRow<PersonRecord>;

export class PersonBook {
  readonly kind = 'person';
  readonly separations: Separations;
  readonly rows: ContributionBook<PersonRecord>;
  readonly #with: Collaborators;
  readonly #table: PersonTable;
  #hasMade = false;

  constructor(database: Database, collaborators: Collaborators) {
    this.#with = collaborators;
    this.#table = new PersonTable(database, collaborators);
    this.separations = new Separations(database, 'person');
    this.rows = new ContributionBook(database, 'person', {
      runs: collaborators.runs,
      fold: collaborators.merge.person,
      rowKeyOf: (record) => record.networkUrl.slug,
    });
  }

  /** The first step of a transaction, as other processes may have written. */
  refresh(): void {
    this.separations.refresh();
    this.#table.refresh();
    this.#hasMade = this.#table.hasMade();
  }

  /** What is in memory may be ahead of a transaction that did not happen. */
  forget(): void {
    this.#table.forget();
  }

  write(person: PreparedPerson, { file, line }: RowPlace, session: Session): Outcome {
    if (this.#with.suppressions.hasPerson(person)) return 'suppressed';
    const { runId, sourceId } = session;
    const pinned = this.#pinned(person, sourceId);
    const bySlug = pinned ?? this.#table.bySlug(person.slug);
    if (bySlug !== null && this.#isKnown(bySlug, person, session)) return 'unchanged';
    const [stays = null, ...joins] = pinned ? [pinned] : this.#matches(person, bySlug);
    const origin = { runId, file, line, hash: person.hash };
    if (stays === null) {
      this.#table.add(person, origin);
      if (person.madeSlug === 1) this.#hasMade = true;
      this.#with.generations.noteRecords('people', 1);
      return 'created';
    }
    if (stays.isHidden || joins.some((each) => each.isHidden)) return 'suppressed';
    if (joins.length === 0 && this.#isKnown(stays, person, session)) return 'unchanged';
    return this.#take(stays, joins, this.rows.rowOf(origin, personRecord(person, person)));
  }

  /** Every person that may be answered, by id. */
  records(): Iterable<PersonRecord> {
    return this.#table.records();
  }

  idOf(slug: string): number | null {
    return (this.#table.bySlug(slug) ?? this.#table.byAlias(slug))?.id ?? null;
  }

  slugOf(id: number): string | null {
    return this.#table.byId(id)?.slug ?? null;
  }

  recordOf(id: number): PersonRecord {
    return this.#table.record(id);
  }

  rowsOf(id: number): Row[] {
    return this.rows.rowsOf(id, this.#table.byId(id)?.origin ?? null, this.#table.record(id));
  }

  /** Makes the person of these rows alone; without any the person goes. */
  rewrite(id: number, rows: readonly Row[]): boolean {
    if (rows.length === 0) {
      this.#remove(id);
      return true;
    }
    return this.#rewrite(this.#table.byId(id) as FoundPerson, rows);
  }

  /** A new person made of these rows. */
  createFrom(rows: readonly Row[]): number {
    const person = this.#identified(this.rows.fold(rows), rows, null);
    const id = this.#table.add(person, { runId: 0, file: 0, line: 0, hash: 0 });
    const copies = rows.map((row) => ({ ...row, id: null }));
    this.#table.place(id, this.rows.save(id, copies, personRecord(person, person)));
    this.#with.generations.noteRecords('people', 1);
    return id;
  }

  /** Whether two rows speak of one person by themselves: by slug, address, or name and employer. */
  areLinked(a: PersonRecord, b: PersonRecord): boolean {
    if (a.networkUrl.slug === b.networkUrl.slug) return true;
    const addresses = new Set(a.emails.map(({ email }) => email));
    if (b.emails.some(({ email }) => addresses.has(email))) return true;
    const key = preparePerson(a).employedKey;
    return key !== null && key === preparePerson(b).employedKey;
  }

  #pinned(person: PreparedPerson, sourceId: number): FoundPerson | null {
    const id = this.separations.recordOf(sourceId, person.slug);
    return id === null ? null : this.#table.byId(id);
  }

  /** A person made of one row, which the run's source brings again. */
  #isKnown({ id, origin, isHidden }: FoundPerson, person: PreparedPerson, { runId, sourceId }: Session): boolean {
    if (isHidden || origin === null || origin.hash !== person.hash) return false;
    if (this.#with.runs.sourceOf(origin.runId).sourceId !== sourceId) return false;
    if (origin.runId !== runId) this.#with.met.mark(runId, id);
    return true;
  }

  /** The person meant, and those who turn out to be the same. */
  #matches(person: PreparedPerson, bySlug: FoundPerson | null): FoundPerson[] {
    if (person.madeSlug === 1) {
      const known = bySlug ?? this.#table.byAlias(person.slug);
      if (known) return [known];
      const [like] = this.#like(person, () => true);
      if (like) this.#table.addAlias(person.slug, like.id);
      return like ? [like] : [];
    }
    const like = this.#hasMade ? this.#like(person, (each) => each.hasMadeSlug && each.id !== bySlug?.id) : [];
    if (bySlug === null) return like;
    return [bySlug, ...like.filter((each) => !this.separations.areApart(bySlug.id, each.id))];
  }

  /** Those who are known by an address or by name and employer as this person is; none where that is not certain. */
  #like(person: PreparedPerson, isMeant: (found: FoundPerson) => boolean): FoundPerson[] {
    this.#with.indexes.ensure();
    for (const { email } of person.emails.filter((each) => isOwnAddress(each.email))) {
      const holders = this.#table.byEmail(email).filter(isMeant);
      const names = new Map(holders.map((each) => [each.id, this.#table.record(each.id).fullName]));
      const nameOf = (each: FoundPerson) => names.get(each.id) ?? '';
      const like = holders.filter((each) => isOneHolder(email, person.fullName, nameOf(each)));
      const same = like.filter((each) => wordKey(nameOf(each)) === wordKey(person.fullName));
      const only = like.length === 1 ? like : same;
      if (only.length === 1) return only;
    }
    if (person.employedKey === null) return [];
    const colleagues = this.#table.byEmployedKey(person.employedKey).filter(isMeant);
    const [only, ...others] = colleagues;
    if (only === undefined || others.length > 0) return [];
    return this.#mayBeOne(person, this.#table.record(only.id)) ? [only] : [];
  }

  #mayBeOne(person: PreparedPerson, record: PersonRecord): boolean {
    const addresses = (emails: PersonRecord['emails']) => emails.map(({ email }) => email);
    const country = record.location?.countryCode ?? null;
    const isElsewhere = country !== null && person.countryCode !== null && country !== person.countryCode;
    return !isElsewhere && !areNamesakes(addresses(person.emails), addresses(record.emails));
  }

  #take(stays: FoundPerson, joins: readonly FoundPerson[], added: Row): Outcome {
    const rows = this.rows.rowsOf(stays.id, stays.origin, this.#table.record(stays.id));
    const { sourceId } = this.#with.runs.sourceOf(added.runId);
    const known = joins.length === 0 ? this.rows.knownOf(rows, sourceId, added.hash) : null;
    if (known !== null) {
      this.rows.meet(known, added.runId);
      return 'unchanged';
    }
    const joined = joins.flatMap((each) => this.rows.joining(each.id, this.rowsOf(each.id), added.runId));
    const isMet = (row: Row) =>
      row.metRun === added.runId || (row.id === null && this.#with.met.has(added.runId, stays.id));
    const all = this.rows.with([...rows, ...joined], added, isMet);
    if (all === null) return 'unchanged';
    for (const each of joins) this.#join(stays, each);
    return this.#rewrite(stays, all) || joins.length > 0 ? 'merged' : 'unchanged';
  }

  /** True where the person changes with it. */
  #rewrite(found: FoundPerson, rows: readonly Row[]): boolean {
    const { id } = found;
    const person = this.#identified(this.rows.fold(rows), rows, found);
    const former = this.#table.form(id);
    const stored = this.#table.record(id);
    const hasNewContacts = contactsText(stored) !== contactsText(person);
    const origin = this.rows.save(id, rows, personRecord(person, person));
    const isSame = former.json === person.json && former.unanswered === person.unanswered && found.slug === person.slug;
    if (isSame && !hasNewContacts) {
      this.#table.place(id, origin);
      return false;
    }
    if (found.slug !== person.slug) {
      this.#table.dropAlias(person.slug);
      if (found.hasMadeSlug) this.#table.addAlias(found.slug, id);
    }
    this.#table.change(id, person, { origin, hasNewContacts });
    this.#with.generations.markVisible();
    return true;
  }

  /** Identity is not for the rules to decide: a real slug that no other person has, else the slug that the person has. */
  #identified(record: PersonRecord, rows: readonly Row[], found: FoundPerson | null): PreparedPerson {
    const isFree = (slug: string) => (this.#table.bySlug(slug)?.id ?? found?.id) === found?.id;
    const real = rows.find((row) => !hasMadeSlug(row.record) && isFree(row.record.networkUrl.slug));
    if (real) {
      const isItsOwn = record.networkUrl.slug === real.record.networkUrl.slug;
      const networkUrl = isItsOwn ? record.networkUrl : real.record.networkUrl;
      return { ...preparePerson({ ...record, networkUrl }), madeSlug: 0 };
    }
    const slug = found?.hasMadeSlug ? found.slug : this.#madeSlug(record, isFree);
    return { ...preparePerson({ ...record, networkUrl: { slug, host: null } }), madeSlug: 1 };
  }

  #madeSlug(record: PersonRecord, isFree: (slug: string) => boolean): string {
    const slugs = personIdentities(record).map((identity) => madePersonSlug(record.fullName, identity));
    const free = slugs.find(isFree);
    if (free !== undefined) return free;
    for (let number = 2; ; number += 1) {
      const slug = `${record.networkUrl.slug}-${number}`;
      if (isFree(slug)) return slug;
    }
  }

  #join(stays: FoundPerson, joined: FoundPerson): void {
    this.separations.move(joined.id, stays.id);
    this.#table.moveAliases(joined.id, stays.id);
    this.#remove(joined.id);
    this.#table.addAlias(joined.slug, stays.id);
  }

  #remove(id: number): void {
    this.rows.drop(id);
    this.separations.drop(id);
    this.#table.remove(id);
    this.#with.generations.noteRecords('people', -1);
  }
}
