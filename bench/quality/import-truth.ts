// Imports labelled rows through the whole import, one run for each file, and returns the record of each row. Labels and
// ids are hidden from the import.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../../src/catalog/sqlite/open-catalog.ts';
import { openCatalogAdmin } from '../../src/catalog/sqlite/open-catalog-admin.ts';
import { openCatalogWriter } from '../../src/catalog/sqlite/open-catalog-writer.ts';
import { MERGE_RULES } from '../../src/import/merge.ts';
import { runImport } from '../../src/import/run-import.ts';
import { normalizedRows } from './normalized-rows.ts';
import type { TruthRow } from './truth.ts';

export type TruthKind = 'companies' | 'people';

export interface ImportedTruth {
  /** The record of each row by its id; rejected rows have a record of their own. */
  readonly recordOf: ReadonlyMap<string, string>;
  /** Pairs of records that are left to an operator. */
  readonly reviewed: readonly (readonly [string, string])[];
  readonly rejected: number;
  readonly seconds: number;
}

const REVIEWS_MAX = 100_000;

export async function importTruth(
  kind: TruthKind,
  rows: readonly TruthRow[],
  order: readonly TruthRow['file'][] = ['first', 'second'],
): Promise<ImportedTruth> {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-quality-'));
  try {
    return await importInto(folder, { kind, rows, order });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Truth {
  readonly kind: TruthKind;
  readonly rows: readonly TruthRow[];
  readonly order: readonly TruthRow['file'][];
}

async function importInto(folder: string, { kind, rows, order }: Truth): Promise<ImportedTruth> {
  const file = join(folder, 'catalog.db');
  const writer = openCatalogWriter({ file, merge: MERGE_RULES });
  const recordOf = new Map<string, string>();
  let rejected = 0;
  const started = performance.now();
  const idAt = new Map<string, string>();
  for (const source of order) {
    const path = join(folder, `${source}.jsonl`);
    const ofFile = rows.filter((row) => row.file === source);
    if (ofFile.length === 0) continue;
    writeFileSync(path, ofFile.map(({ values }) => JSON.stringify(values)).join('\n'));
    for (const [index, { id }] of ofFile.entries()) idAt.set(`${path}:${index + 1}`, id);
    const reportFile = `${path}.rejects`;
    await runImport({
      ...{ kind, files: [path], source, mapOptions: [], dryRun: false, reportFile, writer },
      ...{ clock: { now: () => Date.parse('2026-03-15') }, onMessage: () => {}, onProgress: () => {} },
    });
    for (const line of readFileSync(reportFile, 'utf8').split('\n').filter(Boolean)) {
      const { outcome, line: at } = JSON.parse(line) as { outcome?: string; line: number };
      const id = idAt.get(`${path}:${at}`);
      if (id === undefined || outcome === 'accepted_with_warnings') continue;
      if (!recordOf.has(id)) recordOf.set(id, `rejected ${id}`);
    }
  }
  const seconds = (performance.now() - started) / 1000;
  writer.close();
  const admin = openCatalogAdmin({ file, merge: MERGE_RULES });
  const placed = new Set<string>();
  for (const slug of slugsIn(file, kind)) {
    const origins = kind === 'companies' ? await admin.companyOrigins(slug) : await admin.personOrigins(slug);
    for (const row of origins?.rows ?? []) {
      const id = idAt.get(`${row.file}:${row.line}`);
      if (id === undefined) continue;
      recordOf.set(id, slug);
      placed.add(id);
    }
  }
  const { reviews } = await admin.reviews({ limit: REVIEWS_MAX });
  const reviewed = reviews.map(({ slugs }) => slugs);
  admin.close();
  for (const [id, record] of recordOf) if (record.startsWith('rejected ') && !placed.has(id)) rejected += 1;
  await placeEqualRows(kind, rows, recordOf);
  return { recordOf, reviewed, rejected, seconds };
}

/** Rows that are equal after normalization are one row of the catalog. */
async function placeEqualRows(
  kind: TruthKind,
  rows: readonly TruthRow[],
  recordOf: Map<string, string>,
): Promise<void> {
  if (rows.every(({ id }) => recordOf.has(id))) return;
  const normalized = await normalizedRows(kind, rows);
  const byContent = new Map<string, string>();
  for (const { id } of rows) {
    const record = recordOf.get(id);
    if (record !== undefined) byContent.set(JSON.stringify(normalized.get(id)), record);
  }
  for (const { id } of rows) {
    if (!recordOf.has(id)) recordOf.set(id, byContent.get(JSON.stringify(normalized.get(id))) ?? `nowhere ${id}`);
  }
}

function slugsIn(file: string, kind: TruthKind): string[] {
  const catalog = openCatalog({ file, networkHost: null });
  const documents = catalog.documents();
  const slugs = [...(kind === 'companies' ? documents.companies : documents.people)].map(({ slug }) => slug);
  documents.close();
  catalog.close();
  return slugs;
}
