// Reads the delta of an edition from the catalog: the records that changed since the edition was built.
import { join } from 'node:path';
import type { Config } from '../app/config.ts';
import { editionsFolder } from '../app/data-folder.ts';
import type { openCatalog } from '../app/stores.ts';
import { classify } from '../import/titles/classify.ts';
import type { Edition } from '../search/edition/edition.ts';
import { buildDelta } from '../search/edition/layers/build-delta.ts';
import type { SharedDelta } from '../search/edition/layers/delta-seam.ts';

const DELTA_RECORDS_MAX = 100_000;
/** A larger share of the catalog takes longer as a delta than a new edition, except in small catalogs. */
const DELTA_SHARE_MAX = 1 / 4;
const DELTA_RECORDS_ALWAYS = 5000;
/** From this number of records a new edition is built while the delta still serves: each change builds all of it. */
export const COMPACTION_RECORDS = 20_000;

/** The temporary files of a delta have no name while they are in use. */
const SPILL = 'delta.new';

/** Maximum number of records in a delta over an edition of a catalog; a new edition is built for more. */
export function deltaRecordsMax(catalog: Pick<ReturnType<typeof openCatalog>, 'recordCounts'>): number {
  const all = Object.values(catalog.recordCounts()).reduce((sum, count) => sum + count, 0);
  return Math.min(DELTA_RECORDS_MAX, Math.max(DELTA_RECORDS_ALWAYS, Math.floor(all * DELTA_SHARE_MAX)));
}

export interface ReadDelta {
  /** Of the catalog when it was read. */
  readonly generation: number;
  /** Null if nothing has changed; `everything` if the change is too large for a delta. */
  readonly delta: SharedDelta | null | 'everything';
}

/** The delta over an edition as of now. */
export async function readDelta(
  config: Config,
  catalog: Pick<ReturnType<typeof openCatalog>, 'documents' | 'recordCounts'>,
  base: Edition,
): Promise<ReadDelta> {
  const documents = catalog.documents();
  try {
    const { state } = documents;
    const { generation } = state;
    if (generation === base.generation) return { generation, delta: null };
    // Without records it cannot be a base.
    if (base.records === null) return { generation, delta: 'everything' };
    const recordsMax = deltaRecordsMax(catalog);
    const changed = documents.changes(base.generation, recordsMax);
    if (changed === 'everything') return { generation, delta: changed };
    const delta = await buildDelta(
      base,
      { state, changed, documentsOf: (ids) => documents.documentsOf(ids) },
      { roleOf: classify, spillPath: join(editionsFolder(config), SPILL), recordsMax },
    );
    return { generation, delta: delta ?? 'everything' };
  } finally {
    documents.close();
  }
}
