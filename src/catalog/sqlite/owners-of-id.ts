// The visible owners of an external id, and the ids of a record by slug, for answers.
import type { Database } from 'better-sqlite3';
import { OWNERS_MAX } from '../../contract/documents.ts';
import { externalIdHash, externalIdsOfText } from '../external-ids-text.ts';
import type { Reading, ReadingOf } from './turn-snapshot.ts';

/** The first part of the statements that read records as they are answered. */
interface Views {
  readonly person: string;
  readonly company: string;
}

interface IdLookup {
  readonly hash: number;
  readonly key: string;
}

const HAS_ID = 'EXISTS (SELECT 1 FROM json_each(external_ids) WHERE value = :key)';
const PEOPLE_WITH_KEY = `SELECT id FROM person WHERE employed_key = +:hash
  UNION ALL SELECT person_id FROM person_key WHERE key = +:hash`;
const COMPANIES_WITH_KEY = 'SELECT company_id FROM company_key WHERE key = +:hash';

const idsOf = (table: 'person' | 'company') => `SELECT external_ids FROM ${table} WHERE slug = ? AND hidden = 0`;

export class OwnersOfId<PersonRow, CompanyRow> {
  readonly #people: Reading<[IdLookup], PersonRow>;
  readonly #companies: Reading<[IdLookup], CompanyRow>;
  readonly #idsOfPerson: Reading<[slug: string], string | null>;
  readonly #idsOfCompany: Reading<[slug: string], string | null>;

  /** `reading` prepares the statements. */
  constructor(database: Database, reading: ReadingOf, views: Views) {
    const owners = <Row>(view: string, having: string, order: string) =>
      reading(
        database
          .prepare<[IdLookup], Row>(
            `${view} WHERE hidden = 0 AND id IN (${having}) AND ${HAS_ID} ORDER BY ${order} LIMIT ${OWNERS_MAX}`,
          )
          .raw(),
      );
    this.#people = owners(views.person, PEOPLE_WITH_KEY, 'id');
    this.#companies = owners(views.company, COMPANIES_WITH_KEY, 'employee_count DESC NULLS LAST, slug');
    this.#idsOfPerson = reading(database.prepare<[string], string | null>(idsOf('person')).pluck());
    this.#idsOfCompany = reading(database.prepare<[string], string | null>(idsOf('company')).pluck());
  }

  people(key: string): PersonRow[] {
    return this.#people.all(lookupOf(key));
  }

  companies(key: string): CompanyRow[] {
    return this.#companies.all(lookupOf(key));
  }

  /** Null for an unknown or hidden slug. */
  idsOfPerson(slug: string): readonly string[] | null {
    return idsIn(this.#idsOfPerson.get(slug));
  }

  /** Null for an unknown or hidden slug. */
  idsOfCompany(slug: string): readonly string[] | null {
    return idsIn(this.#idsOfCompany.get(slug));
  }
}

const lookupOf = (key: string): IdLookup => ({ hash: externalIdHash(key), key });

function idsIn(text: string | null | undefined): readonly string[] | null {
  return text === undefined ? null : externalIdsOfText(text);
}
