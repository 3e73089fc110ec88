// Accuracy of entity resolution for companies: imports the listed companies of ../shared/data, whose `isin` is the
// truth, like any file. Two rows match if they are merged into one record; rejected rows match none.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCatalog } from '../../src/catalog/sqlite/open-catalog.ts';
import { openCatalogAdmin } from '../../src/catalog/sqlite/open-catalog-admin.ts';
import { openCatalogWriter } from '../../src/catalog/sqlite/open-catalog-writer.ts';
import { MERGE_RULES } from '../../src/import/merge.ts';
import { openInputs } from '../../src/import/open-inputs.ts';
import { sniffFormat } from '../../src/import/read/format.ts';
import { readRows } from '../../src/import/read/read-rows.ts';
import { openSource } from '../../src/import/read/source.ts';
import { readBatches } from '../../src/import/read-batches.ts';
import { recordBuilder } from '../../src/import/record-kinds.ts';
import { runImport } from '../../src/import/run-import.ts';

const FOLDER = fileURLToPath(new URL('../../../shared/data/listed-companies/', import.meta.url));
const FILES = ['lse.csv', 'par.csv'].map((name) => join(FOLDER, name));

/** Prints a warning to standard error if the data is missing. */
export function hasListedCompanies(): boolean {
  const isHere = FILES.every((file) => existsSync(file));
  if (!isHere) console.warn(`SKIPPED: the measurement of identity, as ${FOLDER} is missing`);
  return isHere;
}

interface Listing {
  readonly place: string;
  readonly name: string;
  readonly isin: string;
  readonly country: string;
  /** Values that the import derives from a row. Rows with equal values match by definition. */
  readonly row: string;
}

export interface IdentityMeasure {
  readonly rows: number;
  /** Pairs of rows with one isin, matched or not. */
  readonly pairs: number;
  readonly precision: number;
  readonly recall: number;
  /** `name | name` of pairs that were matched although their isin differ, and of pairs with one isin that were not. */
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

/** Imports the listings into a separate catalog, and compares all pairs of rows with a name and an isin. */
export async function measureIdentity(): Promise<IdentityMeasure> {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-identity-'));
  try {
    const recordOf = await recordsOfRows(join(folder, 'catalog.db'));
    const listings = (await Promise.all(FILES.map(listingsOf))).flat().filter(({ name, isin }) => name && isin);
    return compare(listings, recordOf);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const TODAY = '2026-03-15';
/** Marks a row that the import rejected. */
const REJECTED = '';

/** The slug of the record of each row (`file:line`). Equal rows of a record are listed once. */
async function recordsOfRows(file: string): Promise<ReadonlyMap<string, string>> {
  const writer = openCatalogWriter({ file, merge: MERGE_RULES });
  const admin = openCatalogAdmin({ file, merge: MERGE_RULES });
  try {
    await runImport({
      kind: 'companies',
      files: FILES,
      source: 'listings',
      mapOptions: [],
      dryRun: false,
      reportFile: `${file}.rejects`,
      writer,
      clock: { now: () => Date.parse(TODAY) },
      onMessage: () => {},
      onProgress: () => {},
    });
    const places = new Map<string, string>();
    for (const slug of await slugsOf(file)) {
      const origins = await admin.companyOrigins(slug);
      for (const row of origins?.rows ?? []) places.set(`${row.file}:${row.line}`, slug);
    }
    for (const line of readFileSync(`${file}.rejects`, 'utf8').split('\n').filter(Boolean)) {
      const rejected = JSON.parse(line) as { file: string; line: number };
      places.set(`${rejected.file}:${rejected.line}`, REJECTED);
    }
    return places;
  } finally {
    admin.close();
    writer.close();
  }
}

async function slugsOf(file: string): Promise<string[]> {
  const catalog = openCatalog({ file, networkHost: null });
  const documents = catalog.documents();
  const slugs = [...documents.companies].map(({ slug }) => slug);
  documents.close();
  catalog.close();
  return slugs;
}

async function listingsOf(file: string): Promise<Listing[]> {
  const source = await openSource(file, null);
  const rowAt = await normalizedRows(file);
  const listings: Listing[] = [];
  let headers: readonly string[] | null = null;
  for await (const { line, cells } of readRows(source, sniffFormat(file, source.head))) {
    if (headers === null) {
      headers = cells ?? [];
      continue;
    }
    const cellOf = (name: string) => cells?.[headers?.indexOf(name) ?? -1] ?? '';
    listings.push({
      place: `${file}:${line}`,
      name: cellOf('name'),
      isin: cellOf('isin'),
      country: cellOf('country'),
      row: rowAt.get(line) ?? '',
    });
  }
  return listings;
}

/** The values that the import derives from each line. */
async function normalizedRows(file: string): Promise<ReadonlyMap<number, string>> {
  const choices = { mapOptions: [], preset: null, saved: null, encoding: null };
  const [input] = await openInputs({ kind: 'companies', files: [file], ...choices });
  const context = { source: 'listings', today: TODAY, commonNames: new Set<string>() };
  const rows = new Map<number, string>();
  if (input === undefined) return rows;
  const reading = { kind: 'companies', builder: recordBuilder('companies', context), rowsDone: 0 } as const;
  for await (const { records, lines } of readBatches(input, reading)) {
    const companies = records.kind === 'companies' ? records.companies : [];
    for (const [index, record] of companies.entries()) rows.set(lines[index] ?? 0, JSON.stringify(record));
  }
  return rows;
}

function compare(listings: readonly Listing[], recordOf: ReadonlyMap<string, string>): IdentityMeasure {
  const byRow = new Map<string, string>();
  for (const { place, row } of listings) {
    const slug = recordOf.get(place);
    if (slug !== undefined && slug !== REJECTED) byRow.set(row, slug);
  }
  const wrong: string[] = [];
  const missed: string[] = [];
  let found = 0;
  for (const [index, a] of listings.entries()) {
    const slug = recordOf.get(a.place) ?? byRow.get(a.row) ?? null;
    for (const b of listings.slice(index + 1)) {
      const other = recordOf.get(b.place) ?? byRow.get(b.row) ?? null;
      const isFound = slug !== null && slug !== REJECTED && slug === other;
      if (isFound && a.isin === b.isin) found += 1;
      // A depositary receipt has its own ISIN.
      else if (isFound && a.name === b.name && a.country === b.country) continue;
      else if (isFound) wrong.push(`${a.name} | ${b.name}`);
      else if (a.isin === b.isin) missed.push(`${a.name} | ${b.name}`);
    }
  }
  return {
    rows: listings.length,
    pairs: found + missed.length,
    precision: found / Math.max(1, found + wrong.length),
    recall: found / Math.max(1, found + missed.length),
    wrong,
    missed,
  };
}
