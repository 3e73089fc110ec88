// The suppression list: hashes of the identifiers, and the marks on the rows that they name.
import { hash } from 'node:crypto';
import type { CompanyRecord, EmployerReference, PersonRecord } from '../../contract/import-records.ts';
import { storedRecord } from '../stored-record.ts';
import type { ListedSuppression, NewSuppression, SuppressionEntry } from '../writer-port.ts';
import type { Generations } from './generations.ts';
import type { Select, Sql, Write } from './sql.ts';

type Kind = SuppressionEntry['kind'];

interface Hidden {
  readonly hiddenPeople: number;
  readonly hiddenCompanies: number;
}

/** A former slug names its person, unless another one has it now. */
const FORMER_SLUGS = `person_alias AS former WHERE NOT EXISTS (SELECT 1 FROM person WHERE person.slug = former.slug)`;

/** For each kind the rows that a value names. */
const NAMED_IDS: Readonly<Record<Kind, string>> = {
  email: 'SELECT DISTINCT person_id FROM email WHERE email = @value ORDER BY person_id',
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

const LISTED = `SELECT kind, hash, added_at AS "addedAt", added_by AS "addedBy", reason
  FROM suppression ORDER BY added_at, kind, hash`;

const SLUG_AND_RECORD = 'SELECT slug, record FROM company WHERE id = ?';

/** A value by which a record can be suppressed. */
interface Key {
  readonly kind: Kind;
  readonly value: string;
}

export class SuppressionList {
  readonly #sql: Sql;
  readonly #generations: Generations;
  readonly #rows: Select<[], ListedSuppression>;
  readonly #add: Write;
  readonly #keys = new Set<string>();
  #readAt: number | null = null;

  constructor(sql: Sql, generations: Generations) {
    this.#sql = sql;
    this.#generations = generations;
    this.#rows = sql.objects(LISTED);
    const columns = ['kind', 'hash', 'added_at', 'added_by', 'reason'];
    this.#add = sql.insert('suppression', columns, { key: ['kind', 'hash'] });
  }

  /** Reloads the cache, as other processes may have changed the list; the first step of a transaction. */
  refresh(): void {
    const generation = this.#generations.hiddenGeneration();
    if (generation === this.#readAt) return;
    this.#keys.clear();
    for (const row of this.#rows.all()) this.#keys.add(`${row.kind}:${row.hash}`);
    this.#readAt = generation;
  }

  hasPerson(record: Pick<PersonRecord, 'emails' | 'phones'> & { readonly slug: string }): boolean {
    if (this.#keys.size === 0) return false;
    return (
      this.#has('person', record.slug) ||
      record.emails.some(({ email }) => this.#has('email', email)) ||
      record.phones.some(({ phone }) => this.#has('phone', phone))
    );
  }

  /** Whether a value, in normal form, is on the list itself. */
  hasEntry(kind: Kind, value: string): boolean {
    return this.#has(kind, value);
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

  suppress({ kind, value, by = null, reason = null }: NewSuppression, at: string): Hidden {
    this.#add.run(kind, hashOf(value), at, by, reason);
    const table = tableOf(kind);
    const hide = this.#sql.command<[number]>(`UPDATE ${table} SET hidden = 1 WHERE hidden = 0 AND id = ?`);
    const hidden = this.#named(kind, value).filter((id) => hide.run(id) > 0);
    for (const id of hidden) this.#mark(table, id, { isShown: false });
    this.#generations.markHidden();
    return table === 'person'
      ? { hiddenPeople: hidden.length, hiddenCompanies: 0 }
      : { hiddenPeople: 0, hiddenCompanies: hidden.length };
  }

  /** As `release`, for an entry as listed: the hidden records have the value that its hash was made of. */
  releaseHash(kind: Kind, valueHash: string): boolean {
    const table = tableOf(kind);
    const ids = this.#sql.values<[], number>(`SELECT id FROM ${table} WHERE hidden = 1 ORDER BY id`).all();
    for (const id of ids) {
      const found = this.#keysOf(table, id).find((key) => key.kind === kind && hashOf(key.value) === valueHash);
      if (found) return this.release(found);
    }
    return this.#drop(kind, valueHash);
  }

  /** Also of a hidden record that the list names no longer, as `hideParts` leaves it: then there is no entry. */
  release({ kind, value }: SuppressionEntry): boolean {
    const isDropped = this.#drop(kind, hashOf(value));
    const table = tableOf(kind);
    const show = this.#sql.command<[number]>(`UPDATE ${table} SET hidden = 0 WHERE hidden = 1 AND id = ?`);
    const shown = this.#named(kind, value).filter((id) => !this.#isNamed(table, id) && show.run(id) > 0);
    for (const id of shown) this.#mark(table, id, { isShown: true });
    if (shown.length > 0) this.#generations.markHidden();
    return isDropped || shown.length > 0;
  }

  /**
   * Hides the parts of a record that the list names. If the record was hidden, it shows the others; if the list names
   * none then, as the named value is no longer known, all are hidden until a value of theirs is released.
   */
  hideParts(table: 'person' | 'company', ids: readonly number[], { wasHidden }: { readonly wasHidden: boolean }): void {
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
    return this.#rows.all();
  }

  /** Those that hide what a value names. */
  entriesOf({ kind, value }: SuppressionEntry): ListedSuppression[] {
    const table = tableOf(kind);
    const keys = [{ kind, value }, ...this.#named(kind, value).flatMap((id) => this.#keysOf(table, id))];
    const wanted = new Set(keys.map((key) => `${key.kind}:${hashOf(key.value)}`));
    return this.#rows.all().filter((row) => wanted.has(`${row.kind}:${row.hash}`));
  }

  /** The cache may be ahead of a rolled-back transaction. */
  forget(): void {
    this.#readAt = null;
  }

  /** Removes an entry; false if there is none. */
  #drop(kind: Kind, valueHash: string): boolean {
    const removed = this.#sql
      .command<[Kind, string]>('DELETE FROM suppression WHERE kind = ? AND hash = ?')
      .run(kind, valueHash);
    if (removed === 0) return false;
    this.#keys.delete(`${kind}:${valueHash}`);
    this.#generations.markHidden();
    return true;
  }

  #named(kind: Kind, value: string): number[] {
    return this.#sql.values<[{ value: string }], number>(NAMED_IDS[kind]).all({ value });
  }

  #isNamed(table: 'person' | 'company', id: number): boolean {
    return this.#keysOf(table, id).some((key) => this.#has(key.kind, key.value));
  }

  #keysOf(table: 'person' | 'company', id: number): Key[] {
    return table === 'person' ? this.#keysOfPerson(id) : this.#keysOfCompany(id);
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

  /** With a company its job rows appear or disappear, and its staff has an employer or none. */
  #mark(table: 'person' | 'company', id: number, { isShown }: { isShown: boolean }): void {
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

  #has(kind: Kind, value: string): boolean {
    return this.#keys.has(`${kind}:${hashOf(value)}`);
  }
}

function tableOf(kind: Kind): 'person' | 'company' {
  return kind === 'company' || kind === 'domain' ? 'company' : 'person';
}

function hashOf(value: string): string {
  return hash('sha256', value, 'hex');
}
