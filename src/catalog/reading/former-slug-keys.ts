// The keys of the profiles that were merged into records, read in step with the records. A merged profile is a source
// row of its record, with its slug as key. Two kinds of keys are left out: a key that is the slug of another record,
// and the keys of a record with a generated slug. After a split, the profile of such a record belongs to another
// record, even if that record has been removed.
import { formerSlugKey, isProfileSlug } from '../../identity/former-slug.ts';
import type { Sql } from '../tables/sql.ts';
import { OwnedRows } from './owned-rows.ts';
import type { SelectedIds, Selection } from './selection.ts';

type KeyRow = readonly [recordId: number, rowKey: string];

/** `of` is called with ascending ids. */
export class FormerSlugKeys {
  readonly #rows: OwnedRows<KeyRow>;

  constructor(kind: 'company' | 'person', sql: Sql, only: Selection) {
    const rows = sql.rows<SelectedIds, KeyRow>(
      `SELECT record_id, row_key FROM ${kind}_contribution WHERE ${only.has('record_id')}
       AND NOT EXISTS (SELECT 1 FROM ${kind} AS owner WHERE owner.slug = row_key AND owner.id <> record_id)
       AND NOT EXISTS (SELECT 1 FROM ${kind} AS made WHERE made.id = record_id AND made.made_slug = 1)
       ORDER BY record_id, id`,
    );
    this.#rows = new OwnedRows(rows.iterate(...only.ids));
  }

  /** The keys of the record with this slug, without repetition. */
  of(id: number, slug: string): string[] {
    const keys = this.#rows.of(id).map(([, rowKey]) => rowKey);
    return [...new Set(keys)].filter((key) => key !== slug && isProfileSlug(key)).map(formerSlugKey);
  }

  close(): void {
    this.#rows.close();
  }
}
