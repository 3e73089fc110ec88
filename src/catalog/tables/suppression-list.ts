// The suppression list: hashes of identifiers, and the marks on the rows that they name. A generated slug identifies a
// record only while the record is stored, because another record can get it later. Therefore an entry for a generated
// slug also contains hashes of the identities of the record, and only these name records from then on.
import { hash } from 'node:crypto';
import type { CompanyRecord, EmployerReference, PersonRecord } from '../../contract/import-records.ts';
import { mailboxOf } from '../../identity/mailbox.ts';
import type { RecordKind } from '../admin-port.ts';
import { storedRecord } from '../stored-record.ts';
import type { ListedSuppression, NewSuppression, SuppressionEntry } from '../writer-port.ts';
import type { Generations } from './generations.ts';
import { peopleOfAddress, spellingsOf } from './people-of-address.ts';
import type { Select, Sql, Write } from './sql.ts';

type Kind = SuppressionEntry['kind'];

interface Hidden {
  readonly hiddenPeople: number;
  readonly hiddenCompanies: number;
}

/** A former slug names its person, unless another person has it now. */
const FORMER_SLUGS = `person_alias AS former WHERE NOT EXISTS (SELECT 1 FROM person WHERE person.slug = former.slug)`;

/** For each kind but addresses, the rows that a value names. */
const NAMED_IDS: Readonly<Record<Exclude<Kind, 'email'>, string>> = {
  phone: 'SELECT DISTINCT person_id FROM phone WHERE phone = @value ORDER BY person_id',
  person: `SELECT id FROM person WHERE slug = @value
    UNION ALL SELECT person_id FROM ${FORMER_SLUGS} AND former.slug = @value ORDER BY 1`,
  company: 'SELECT id FROM company WHERE slug = @value',
  domain: 'SELECT company_id FROM company_domain WHERE domain = @value ORDER BY company_id',
};

const KEYS_OF_PERSON = `SELECT 'person' AS kind, slug AS value FROM person WHERE id = @id
  UNION ALL SELECT 'person', former.slug FROM ${FORMER_SLUGS} AND former.person_id = @id
  UNION ALL SELECT 'email', email FROM email WHERE person_id = @id
  UNION ALL SELECT 'phone', phone FROM phone WHERE person_id = @id ORDER BY 1, 2`;

const LISTED = `SELECT kind, hash, added_at AS "addedAt", added_by AS "addedBy", reason, identities
  FROM suppression ORDER BY added_at, kind, hash`;

const SLUG_AND_RECORD = 'SELECT slug, record FROM company WHERE id = ?';

/** A value by which a record can be suppressed. */
interface Key {
  readonly kind: Kind | `${RecordKind} identity`;
  readonly value: string;
}

/** The identities of stored records. Each is a text that only rows of the same person or company have. */
export interface StoredIdentities {
  of(table: RecordKind, id: number): readonly string[];
  /** The identities behind a slug of the record; none if the slug is the slug of a profile URL. */
  behindSlug(table: RecordKind, id: number, slug: string): readonly string[];
}

interface Listed extends ListedSuppression {
  /** JSON of the hashes. */
  readonly identities: string;
}

/** For a person who is already removed, the entry contains the identities. */
export interface Suppressed extends NewSuppression {
  readonly identities?: readonly string[];
}

export class SuppressionList {
  readonly #sql: Sql;
  readonly #generations: Generations;
  readonly #identities: StoredIdentities;
  readonly #rows: Select<[], Listed>;
  readonly #identitiesListed: Select<[Kind, string], string>;
  readonly #add: Write;
  readonly #addIdentities: Write;
  /** All entries. */
  readonly #entries = new Set<string>();
  /** The keys that name stored records. */
  readonly #keys = new Set<string>();
  #hasIdentities = false;
  #readAt: number | null = null;

  constructor(sql: Sql, generations: Generations, identities: StoredIdentities) {
    this.#sql = sql;
    this.#generations = generations;
    this.#identities = identities;
    this.#rows = sql.objects(LISTED);
    this.#identitiesListed = sql.values('SELECT identities FROM suppression WHERE kind = ? AND hash = ?');
    const columns = ['kind', 'hash', 'added_at', 'added_by', 'reason', 'identities'];
    this.#add = sql.insert('suppression', columns, { key: ['kind', 'hash'] });
    this.#addIdentities = sql.update('suppression', ['identities'], ['kind', 'hash']);
  }

  /** Reloads the cache, in case other processes changed the list; the first step of a transaction. */
  refresh(): void {
    const generation = this.#generations.hiddenGeneration();
    if (generation === this.#readAt) return;
    this.#entries.clear();
    this.#keys.clear();
    for (const row of this.#rows.all()) {
      this.#entries.add(`${row.kind}:${row.hash}`);
      for (const key of keysOfEntry(row)) this.#keys.add(key);
    }
    this.#hasIdentities = [...this.#keys].some((key) => key.includes(' identity:'));
    this.#readAt = generation;
  }

  /** Whether the list names a row by values of the row. The generated slug of a row is the same in each import. */
  hasPerson(record: Pick<PersonRecord, 'emails' | 'phones'> & { readonly slug: string }): boolean {
    if (this.#keys.size === 0) return false;
    return (
      this.hasEntry('person', record.slug) ||
      record.emails.some(({ email }) => this.#has('email', email)) ||
      record.phones.some(({ phone }) => this.#has('phone', phone))
    );
  }

  /** Whether a value, in normal form, is an entry of the list. */
  hasEntry(kind: Kind, value: string): boolean {
    return formsOf(kind, value).some((form) => this.#entries.has(`${kind}:${hashOf(form)}`));
  }

  /** Whether the list names a record that is about to be added, by its future slug or its identities. */
  hasNew(table: RecordKind, slug: string, identitiesOf: () => readonly string[]): boolean {
    if (this.#keys.size === 0) return false;
    if (this.#has(table, slug)) return true;
    return this.#hasIdentities && identitiesOf().some((identity) => this.#has(`${table} identity`, identity));
  }

  hasCompany({ network_url, domains }: Pick<CompanyRecord, 'network_url' | 'domains'>): boolean {
    if (this.#keys.size === 0) return false;
    return (
      (network_url !== null && this.#has('company', network_url.slug)) ||
      domains.some((each) => this.#has('domain', each))
    );
  }

  hasEmployer({ company_network_url, company_domain }: EmployerReference): boolean {
    const domains = company_domain === null ? [] : [company_domain];
    return this.hasCompany({ network_url: company_network_url, domains });
  }

  suppress({ kind, value, by = null, reason = null, identities }: Suppressed, at: string): Hidden {
    const table = tableOf(kind);
    const hashes = (identities ?? this.#behind({ kind, value })).map(hashOf);
    const [form] = formsOf(kind, value);
    this.#add.run(kind, hashOf(form), at, by, reason, JSON.stringify(hashes));
    this.#unite(kind, hashOf(form), hashes);
    const hide = this.#sql.command<[number]>(`UPDATE ${table} SET hidden = 1 WHERE hidden = 0 AND id = ?`);
    const hidden = this.#named(kind, value).filter((id) => hide.run(id) > 0);
    for (const id of hidden) this.#mark(table, id, { isShown: false });
    this.#generations.markHidden();
    return table === 'person'
      ? { hiddenPeople: hidden.length, hiddenCompanies: 0 }
      : { hiddenPeople: 0, hiddenCompanies: hidden.length };
  }

  /** As `release`, for the hash of a listed entry. The hidden records with a value of this hash are shown. */
  releaseHash(kind: Kind, valueHash: string): boolean {
    const hasValue = (key: Key) =>
      key.kind === kind && formsOf(kind, key.value).some((form) => hashOf(form) === valueHash);
    const table = tableOf(kind);
    const named = this.#hidden(table).filter((id) => this.#keysOf(table, id).some(hasValue));
    return this.#release(kind, [valueHash], named);
  }

  /** Releases an entry. Also shows a hidden record that no entry names any longer, as `hideParts` may leave it. */
  release({ kind, value }: SuppressionEntry): boolean {
    const stored = kind === 'email' ? spellingsOf(this.#sql, value).map(({ email }) => email) : [];
    const hashes = [...new Set([...formsOf(kind, value), ...stored])].map(hashOf);
    return this.#release(kind, hashes, this.#named(kind, value));
  }

  /**
   * Hides the parts of a record that the list names. If the record was hidden, shows the other parts. If the list names
   * none of them because the named value is no longer known, hides all parts until one of their values is released.
   */
  hideParts(table: RecordKind, ids: readonly number[], { wasHidden }: { readonly wasHidden: boolean }): void {
    const named = this.#keys.size === 0 ? [] : ids.filter((id) => this.#isNamed(table, id));
    if (!wasHidden && named.length === 0) return;
    const change = this.#sql.command<[number, number, number]>(
      `UPDATE ${table} SET hidden = ? WHERE id = ? AND hidden <> ?`,
    );
    for (const id of ids) {
      const isShown = named.length > 0 && !named.includes(id);
      const hidden = isShown ? 0 : 1;
      if (change.run(hidden, id, hidden) > 0) this.#mark(table, id, { isShown });
    }
    this.#generations.markHidden();
  }

  entries(): ListedSuppression[] {
    return this.#rows.all().map(withoutIdentities);
  }

  /** The entries that hide the records which a value names. */
  entriesOf({ kind, value }: SuppressionEntry): ListedSuppression[] {
    const table = tableOf(kind);
    const named = this.#named(kind, value);
    const keys: Key[] = [{ kind, value }, ...named.flatMap((id) => this.#keysOf(table, id))];
    const hashes = (key: Key) => formsOf(key.kind, key.value).map(hashOf);
    const wanted = new Set(keys.flatMap((key) => hashes(key).map((each) => `${key.kind}:${each}`)));
    const own = hashes({ kind, value });
    const isOfValue = (row: Listed) => named.length === 0 && row.kind === kind && own.includes(row.hash);
    const found = this.#rows.all().filter((row) => isOfValue(row) || keysOfEntry(row).some((key) => wanted.has(key)));
    return found.map(withoutIdentities);
  }

  /** Invalidates the cache, which may contain changes of a rolled-back transaction. */
  clear(): void {
    this.#readAt = null;
  }

  /**
   * `hashes`: the forms of one value. `named`: the records that have the value. The identities of the entries find
   * further records.
   */
  #release(kind: Kind, hashes: readonly string[], named: readonly number[]): boolean {
    const table = tableOf(kind);
    const dropped = hashes.map((each) => this.#drop(kind, each)).filter((identities) => identities !== null);
    const identities = dropped.flat();
    const isOfEntry = (id: number) =>
      this.#identities.of(table, id).some((identity) => identities.includes(hashOf(identity)));
    const ids = identities.length === 0 ? [] : this.#hidden(table).filter(isOfEntry);
    const show = this.#sql.command<[number]>(`UPDATE ${table} SET hidden = 0 WHERE hidden = 1 AND id = ?`);
    const shown = [...new Set([...named, ...ids])].filter((id) => !this.#isNamed(table, id) && show.run(id) > 0);
    for (const id of shown) this.#mark(table, id, { isShown: true });
    if (shown.length > 0) this.#generations.markHidden();
    return dropped.length > 0 || shown.length > 0;
  }

  /** Removes an entry; returns the hashes of its identities, or null if there is no entry. */
  #drop(kind: Kind, valueHash: string): readonly string[] | null {
    const identities = this.#identitiesListed.get(kind, valueHash);
    if (identities === undefined) return null;
    this.#sql.command<[Kind, string]>('DELETE FROM suppression WHERE kind = ? AND hash = ?').run(kind, valueHash);
    this.#generations.markHidden();
    // Another entry may have the same identities.
    this.clear();
    this.refresh();
    return JSON.parse(identities) as string[];
  }

  /** The identities behind a slug; none for other values. */
  #behind({ kind, value }: SuppressionEntry): readonly string[] {
    if (kind !== 'person' && kind !== 'company') return [];
    return this.#named(kind, value).flatMap((id) => this.#identities.behindSlug(kind, id, value));
  }

  /**
   * Adds identities to an entry for a generated slug, which names each record that had the slug when it was suppressed.
   * An entry for a profile URL does not change.
   */
  #unite(kind: Kind, valueHash: string, hashes: readonly string[]): void {
    const listed = JSON.parse(this.#identitiesListed.get(kind, valueHash) ?? '[]') as string[];
    const united = [...new Set([...listed, ...hashes])];
    if (listed.length === 0 || united.length === listed.length) return;
    this.#addIdentities.run(JSON.stringify(united), kind, valueHash);
  }

  #hidden(table: RecordKind): number[] {
    return this.#sql.values<[], number>(`SELECT id FROM ${table} WHERE hidden = 1 ORDER BY id`).all();
  }

  #named(kind: Kind, value: string): number[] {
    if (kind === 'email') return peopleOfAddress(this.#sql, value);
    return this.#sql.values<[{ value: string }], number>(NAMED_IDS[kind]).all({ value });
  }

  #isNamed(table: RecordKind, id: number): boolean {
    return this.#keysOf(table, id).some((key) => this.#has(key.kind, key.value));
  }

  #keysOf(table: RecordKind, id: number): Key[] {
    const keys = table === 'person' ? this.#keysOfPerson(id) : this.#keysOfCompany(id);
    const identities = this.#hasIdentities ? this.#identities.of(table, id) : [];
    return [...keys, ...identities.map((value): Key => ({ kind: `${table} identity`, value }))];
  }

  #keysOfPerson(id: number): Key[] {
    return this.#sql.objects<[{ id: number }], Key>(KEYS_OF_PERSON).all({ id });
  }

  #keysOfCompany(id: number): Key[] {
    const rows = this.#sql.rows<[number], readonly [slug: string, record: string]>(SLUG_AND_RECORD).all(id);
    return rows.flatMap(([slug, record]) => [
      { kind: 'company', value: slug },
      ...storedRecord('company', record).domains.map((value): Key => ({ kind: 'domain', value })),
    ]);
  }

  /** If a company is hidden or shown, its job rows are hidden or shown, and its staff loses or gets the employer. */
  #mark(table: RecordKind, id: number, { isShown }: { isShown: boolean }): void {
    this.#generations.markRecord(table, id);
    if (table === 'person') return;
    const ids = (text: string) => this.#sql.values<[number], number>(text).all(id);
    for (const row of ids('SELECT id FROM job_row WHERE company_id = ? AND open_positions > 0 ORDER BY id')) {
      this.#generations.markRecord('job_row', row);
    }
    for (const employerId of ids('SELECT id FROM employer WHERE company_id = ? ORDER BY id')) {
      this.#generations.markEmployer({ employerId, from: isShown ? null : id, to: isShown ? id : null });
    }
  }

  #has(kind: Key['kind'], value: string): boolean {
    return formsOf(kind, value).some((form) => this.#keys.has(`${kind}:${hashOf(form)}`));
  }
}

function tableOf(kind: Kind): RecordKind {
  return kind === 'company' || kind === 'domain' ? 'company' : 'person';
}

/** An entry with identities does not name records by its slug, because another record may get that slug. */
function keysOfEntry({ kind, hash: valueHash, identities }: Listed): string[] {
  const hashes = JSON.parse(identities) as string[];
  return hashes.length === 0 ? [`${kind}:${valueHash}`] : hashes.map((each) => `${tableOf(kind)} identity:${each}`);
}

function withoutIdentities({ identities: _, ...entry }: Listed): ListedSuppression {
  return entry;
}

/**
 * The forms of a value that an entry may contain. An address is stored as its mailbox, so that the entry names all its
 * spellings. Earlier versions stored the spelling.
 */
function formsOf(kind: Key['kind'], value: string): readonly [stored: string, ...former: string[]] {
  if (kind !== 'email') return [value];
  const mailbox = mailboxOf(value);
  return mailbox === value ? [value] : [mailbox, value];
}

function hashOf(value: string): string {
  return hash('sha256', value, 'hex');
}
