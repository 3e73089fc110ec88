// Resolves the slug of a merged record to the record that now has its source rows.
import type { Database } from 'better-sqlite3';
import { isProfileSlug } from '../../identity/former-slug.ts';
import type { Reading, ReadingOf } from './turn-snapshot.ts';

/**
 * The current slug of the visible record that has a row with this key; if there are several, the first in the order of
 * look-ups. No row if a record, even a hidden one, has the key as its slug: a split may assign a row with this key to
 * another record. That record then has a generated slug, and does not replace the other record when the other one is
 * removed.
 */
const slugOfRow = (table: 'person' | 'company', order: string) =>
  `SELECT slug FROM ${table} WHERE id IN (SELECT record_id FROM ${table}_contribution WHERE row_key = ?
     AND NOT EXISTS (SELECT 1 FROM ${table} AS owner WHERE owner.slug = row_key))
     AND hidden = 0 AND made_slug = 0
   ORDER BY ${order} LIMIT 1`;

type AnswerOf<Answer> = (slug: string) => Answer | null;

export class FormerSlugs {
  readonly #person: Reading<[rowKey: string], string>;
  readonly #company: Reading<[rowKey: string], string>;

  /** `reading` prepares the statements. */
  constructor(database: Database, reading: ReadingOf) {
    const values = (text: string) => reading(database.prepare<[string], string>(text).pluck());
    this.#person = values(slugOfRow('person', 'id'));
    this.#company = values(slugOfRow('company', 'employee_count DESC NULLS LAST, slug'));
  }

  person<Answer>(slug: string, answerOf: AnswerOf<Answer>): Answer | null {
    return answerOf(slug) ?? answerOfCurrent(slug, this.#person, answerOf);
  }

  company<Answer>(slug: string, answerOf: AnswerOf<Answer>): Answer | null {
    return answerOf(slug) ?? answerOfCurrent(slug, this.#company, answerOf);
  }
}

function answerOfCurrent<Answer>(
  slug: string,
  current: Reading<[rowKey: string], string>,
  answerOf: AnswerOf<Answer>,
): Answer | null {
  const own = isProfileSlug(slug) ? current.get(slug) : undefined;
  return own === undefined ? null : answerOf(own);
}
