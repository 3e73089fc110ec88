// The dashboard's operations on records, each with its own connections: counting, suppressing, explaining, undoing.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCatalogWriter } from '../../app/catalog-writers.ts';
import { countCatalog } from '../../app/catalogs.ts';
import type { Config } from '../../app/config.ts';
import type { RecordKind } from '../../catalog/admin-port.ts';
import type { RecordAdmin } from '../../catalog/review-port.ts';
import type { CatalogWriter, ImportRun, NewSuppression, SuppressionEntry } from '../../catalog/writer-port.ts';
import { type Explanation, explainCompany, explainPerson } from '../../import/explain.ts';
import { assert } from '../../ops/assert.ts';
import { systemClock } from '../../ops/clock.ts';
import { writeDurably } from '../../ops/files/durable-files.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import type { BuildReport } from '../../tasks/build-edition.ts';
import { changeRecords, withCatalogAdmin } from '../../tasks/change-records.ts';
import { type ForgetReport, forgetPerson } from '../../tasks/forget-person.ts';
import { isImporting } from '../../tasks/import-lock.ts';
import { suppressRecords } from '../../tasks/suppress-records.ts';
import { updateEdition } from '../../tasks/update-edition.ts';
import { areCountsValid, type CachedCounts } from './cached-counts.ts';

export interface RecordOperations {
  /** Counts of a catalog at `generation`; earlier counts are reused if they are still valid. */
  counts(generation: number): Promise<CachedCounts>;
  /** The last counts, of any age; null if there are none. */
  lastCounts(): Promise<CachedCounts | null>;
  runs(): Promise<ImportRun[]>;
  suppress(entry: NewSuppression): ReturnType<CatalogWriter['suppress']>;
  release(entry: SuppressionEntry): Promise<boolean>;
  releaseHash(kind: SuppressionEntry['kind'], hash: string): Promise<boolean>;
  suppressions(): ReturnType<CatalogWriter['suppressions']>;
  suppressionsOf(entry: SuppressionEntry): ReturnType<CatalogWriter['suppressionsOf']>;
  /** Null if there is no such record. */
  explain(kind: RecordKind, slug: string): Promise<Explanation | null>;
  /**
   * The following methods throw an OperatorError if another operation is changing records: a screen does not wait until
   * an import ends.
   */
  undo(run: number): ReturnType<RecordAdmin['undoRun']>;
  split(kind: RecordKind, slug: string, rows: readonly number[]): ReturnType<RecordAdmin['split']>;
  merge(kind: RecordKind, slugs: readonly [string, string]): ReturnType<RecordAdmin['mergeRecords']>;
  /** `by`: id of the member. */
  forget(slug: string, by: string): Promise<ForgetReport>;
  reviews(page: { readonly limit: number; readonly skip: number }): ReturnType<RecordAdmin['reviews']>;
  decideReview(id: number, isSame: boolean): ReturnType<RecordAdmin['decideReview']>;
  /** Builds a new edition; null if the server shows the changes without a new one. */
  index(): Promise<BuildReport | null>;
}

/** Stored in the data folder for the other threads, and for the next start. */
const COUNTS_FILE = 'counts.json';

export function recordOperations(config: Config): RecordOperations {
  const now = () => new Date(systemClock.now()).toISOString();
  const withWriter = async <T>(work: (writer: CatalogWriter) => Promise<T>) => {
    const writer = openCatalogWriter(config);
    try {
      return await work(writer);
    } finally {
      writer.close();
    }
  };
  return {
    counts: async (generation) => {
      const file = join(config.data, COUNTS_FILE);
      const known = await readCounts(file);
      if (known !== null && areCountsValid(known, { generation, config })) return known;
      const { emailStatusDays } = config;
      const taken = { countedAt: now(), emailStatusDays, counts: countCatalog(config) };
      await writeDurably(file, JSON.stringify(taken));
      return taken;
    },
    lastCounts: () => readCounts(join(config.data, COUNTS_FILE)),
    runs: () => withWriter((writer) => writer.runs()),
    suppress: async (entry) => {
      const [hidden] = await suppressRecords(config, [entry], now());
      assert(hidden, 'each entry has a result');
      return hidden;
    },
    release: (entry) => withWriter((writer) => writer.release(entry)),
    releaseHash: (kind, hash) => withWriter((writer) => writer.releaseHash(kind, hash)),
    suppressions: () => withWriter((writer) => writer.suppressions()),
    suppressionsOf: (entry) => withWriter((writer) => writer.suppressionsOf(entry)),
    explain: (kind, slug) =>
      withCatalogAdmin(config, async (admin) => {
        if (kind === 'company') return explained(await admin.companyOrigins(slug), explainCompany);
        return explained(await admin.personOrigins(slug), explainPerson);
      }),
    undo: (run) => changeNow(config, (admin) => admin.undoRun(run, now())),
    split: (kind, slug, rows) => changeNow(config, (admin) => admin.split(kind, slug, { ids: rows, at: now() })),
    merge: (kind, slugs) => changeNow(config, (admin) => admin.mergeRecords(kind, slugs, now())),
    forget: async (slug, by) => {
      await checkNoImport(config);
      return forgetPerson(config, { slug }, { suppress: true, by, verify: true, onMessage: () => {} });
    },
    reviews: (page) => withCatalogAdmin(config, (admin) => admin.reviews(page)),
    decideReview: (id, isSame) => changeNow(config, (admin) => admin.decideReview(id, isSame, now())),
    index: () => updateEdition(config, () => {}),
  };
}

/** Rejects with an OperatorError while an import is running: a screen does not wait until it ends. */
async function checkNoImport(config: Config): Promise<void> {
  if (await isImporting(config)) throw new OperatorError('an import is running: try again when it has ended');
}

async function changeNow<Result>(config: Config, work: (admin: RecordAdmin) => Promise<Result>): Promise<Result> {
  await checkNoImport(config);
  return changeRecords(config, { index: false, onMessage: () => {} }, work);
}

function explained<Origins>(origins: Origins | null, explain: (origins: Origins) => Explanation): Explanation | null {
  return origins === null ? null : explain(origins);
}

/** Null if there are no counts or they cannot be read; they are then counted again. */
async function readCounts(file: string): Promise<CachedCounts | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as CachedCounts;
  } catch {
    return null;
  }
}
