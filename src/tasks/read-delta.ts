// Reads a delta over an edition from the catalog: the records that changed since its layers were built.
import { join } from 'node:path';
import type { Config } from '../app/config.ts';
import { editionsFolder } from '../app/data-folder.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import type { CatalogState } from '../catalog/port.ts';
import type { Edition } from '../search/edition/edition.ts';
import { buildDelta } from '../search/edition/layers/build-delta.ts';
import { type LayeredEdition, stackOf } from '../search/edition/layers/layered-edition.ts';
import type { SharedDelta } from '../search/edition/layers/shared-delta.ts';

const DELTA_RECORDS_MAX = 400_000;
/** A larger share of the catalog takes longer as a delta than a new edition, except in small catalogs. */
const DELTA_SHARE_MAX = 1 / 4;
const DELTA_RECORDS_ALWAYS = 5000;
/** From this share of the catalog, within bounds, a new edition is built while the deltas still serve. */
const COMPACTION_SHARE = 1 / 10;
const COMPACTION_RECORDS_MIN = 20_000;
const COMPACTION_RECORDS_MAX = 200_000;

/** The temporary files of a delta have no name while they are in use. Each thread that builds deltas has its own. */
export type DeltaSpill = 'delta.new' | 'fold.new';

type Counted = Pick<OpenedCatalog, 'recordCounts'>;

async function recordsOf(catalog: Counted): Promise<number> {
  return Object.values(await catalog.recordCounts()).reduce((sum, count) => sum + count, 0);
}

/** Maximum number of records in all deltas over an edition of a catalog; a new edition is built for more. */
export async function deltaRecordsMax(catalog: Counted): Promise<number> {
  const share = Math.floor((await recordsOf(catalog)) * DELTA_SHARE_MAX);
  return Math.min(DELTA_RECORDS_MAX, Math.max(DELTA_RECORDS_ALWAYS, share));
}

/** Whether the deltas of an edition have so many records that a new edition is due. */
export async function isCompactionDue(changedRecords: number, catalog: Counted): Promise<boolean> {
  const share = Math.floor((await recordsOf(catalog)) * COMPACTION_SHARE);
  return changedRecords > Math.min(COMPACTION_RECORDS_MAX, Math.max(COMPACTION_RECORDS_MIN, share));
}

/** With the state of the catalog when it was read. */
export interface ReadDelta extends CatalogState {
  /** Null if nothing has changed; `everything` if there are too many changes for a delta. */
  readonly delta: SharedDelta | null | 'everything';
}

/** The current delta over an edition, which may already have deltas. */
export async function readDelta(
  below: Edition | LayeredEdition,
  {
    config,
    catalog,
    spill = 'delta.new',
  }: {
    readonly config: Config;
    readonly catalog: Counted & Pick<OpenedCatalog, 'documents'>;
    readonly spill?: DeltaSpill;
  },
): Promise<ReadDelta> {
  const documents = catalog.documents();
  try {
    const { state } = documents;
    if (state.generation === below.generation) return { ...state, delta: null };
    // An edition without records cannot be a base.
    if (below.records === null) return { ...state, delta: 'everything' };
    const recordsMax = (await deltaRecordsMax(catalog)) - below.changedRecords;
    const changed = recordsMax > 0 ? documents.changes(below.generation, recordsMax) : 'everything';
    if (changed === 'everything') return { ...state, delta: changed };
    // Loaded for the first change: its tables take time and memory, which a server without changes does not need.
    const { classify } = await import('../import/titles/classify.ts');
    const delta = await buildDelta(
      stackOf(below),
      { state, changed, documentsOf: (ids) => documents.documentsOf(ids) },
      { roleOf: classify, spillPath: join(editionsFolder(config), spill), recordsMax },
    );
    return { ...state, delta: delta ?? 'everything' };
  } finally {
    documents.close();
  }
}
