// Law: after any imports and undos, in any order, a catalog has the same records and current rows, each with its run,
// as a catalog that imported only the remaining runs.
// It holds for rows with a profile URL. Other rows are matched when they are imported, and an undo does not match them
// again (operations.md). Replaced states are not compared, and no source changes its row more than three times, because
// older states are not stored. Decisions by hand are not made, because an undo keeps them. For openings the law holds
// for the imports of one source if each import contains openings of every company.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RecordOrigins } from '../src/catalog/admin-port.ts';
import { AT, loadRows, type Rows } from '../src/catalog/conformance/fixture.ts';
import { companyRecord, opening, personRecord } from '../src/catalog/conformance/records.ts';
import type { RecordAdmin } from '../src/catalog/review-port.ts';
import { openCatalogAdmin } from '../src/catalog/sqlite/open-catalog-admin.ts';
import { openCatalogWriter } from '../src/catalog/sqlite/open-catalog-writer.ts';
import type { CatalogWriter } from '../src/catalog/writer-port.ts';
import { MERGE_RULES } from '../src/import/merge.ts';

const SLUG = 'one';

interface Run {
  readonly source: string;
  readonly rows: Rows;
}
/** `undo`: the position among the remaining runs. */
type Step = Run | { readonly undo: number };

interface Open {
  readonly writer: CatalogWriter;
  readonly admin: RecordAdmin;
}

async function inCatalog<Result>(work: (open: Open) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-undo-law-'));
  const options = { file: join(folder, 'catalog.db'), merge: MERGE_RULES };
  const writer = openCatalogWriter(options);
  const admin = openCatalogAdmin(options);
  try {
    return await work({ writer, admin });
  } finally {
    writer.close();
    admin.close();
    rmSync(folder, { recursive: true });
  }
}

/** Imports a run, and returns its number. */
async function load({ writer }: Open, { source, rows }: Run): Promise<number> {
  await loadRows(writer, rows, { source, at: AT });
  return (await writer.runs()).at(-1)?.id ?? 0;
}

/** The records with their current rows; a run is identified by its position among the remaining runs. */
async function stateOf({ writer, admin }: Open, left: readonly number[]) {
  const described = (origins: RecordOrigins<object> | null) =>
    origins && {
      record: origins.record,
      rows: origins.rows
        .filter(({ supersededBy }) => supersededBy === null)
        .map(({ runId, source, record }) => JSON.stringify([left.indexOf(runId), source, record]))
        .toSorted(),
    };
  const openings = [...writer.openingRecords()].map((record) => JSON.stringify(record)).toSorted();
  return [described(await admin.companyOrigins(SLUG)), described(await admin.personOrigins(SLUG)), openings];
}

async function expectSame(steps: readonly Step[]): Promise<void> {
  const left: { readonly id: number; readonly run: Run }[] = [];
  const after = await inCatalog(async (open) => {
    for (const step of steps) {
      if (!('undo' in step)) left.push({ id: await load(open, step), run: step });
      const [undone] = 'undo' in step ? left.splice(step.undo % Math.max(1, left.length), 1) : [];
      if (undone !== undefined) await open.admin.undoRun(undone.id, AT);
    }
    return stateOf(
      open,
      left.map(({ id }) => id),
    );
  });
  const fresh = await inCatalog(async (open) => {
    const ids: number[] = [];
    for (const { run } of left) ids.push(await load(open, run));
    return stateOf(open, ids);
  });
  expect(after).toEqual(fresh);
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

/** Files have few different values, so that rows return to former states. */
const FILES: readonly (readonly [kind: string, sources: readonly string[], fc.Arbitrary<Rows>])[] = [
  [
    'companies',
    ['crm', 'crm', 'web'],
    fc
      .record({ name: fc.constantFrom('Acme', 'Beta'), followers: maybe(fc.constant(1)) })
      .map((fields) => ({ companies: [companyRecord(SLUG, fields)] })),
  ],
  [
    'people',
    ['crm', 'crm', 'web'],
    fc
      .record({ full_name: fc.constantFrom('Jane Doe', 'Joe Roe'), headline: maybe(fc.constant('Cook')) })
      .map((fields) => ({ people: [personRecord(SLUG, fields)] })),
  ],
  [
    'openings',
    ['crm'],
    fc
      .subarray(['Cook', 'Waiter', 'Driver'], { minLength: 1 })
      .chain((titles) => fc.tuple(...titles.map((title) => fc.tuple(fc.constant(title), fc.constantFrom(1, 2)))))
      .map((jobs) => ({ jobs: jobs.map(([title, open_positions]) => opening(SLUG, title, { open_positions })) })),
  ],
];

/** Runs over a few files: most sources send the same rows again. */
const history = (sources: readonly string[], file: fc.Arbitrary<Rows>): fc.Arbitrary<Step[]> =>
  fc.array(file, { minLength: 1, maxLength: 2 }).chain((files) => {
    const run = fc.record({ source: fc.constantFrom(...sources), rows: fc.constantFrom(...files) });
    const undo = fc.record({ undo: fc.nat(5) });
    const step = fc.oneof({ weight: 3, arbitrary: run }, { weight: 2, arbitrary: undo });
    return fc.array<Step>(step, { minLength: 4, maxLength: 9 }).filter((steps) => mostChanges(steps) <= CHANGES_MAX);
  });

/** Replaced states are stored for so many imports of a source. */
const CHANGES_MAX = 3;

/** How often one source sent other rows than before. */
function mostChanges(steps: readonly Step[]): number {
  const changes = new Map<string, { readonly rows: Rows; readonly count: number }>();
  for (const step of steps) {
    if ('undo' in step) continue;
    const { rows, count } = changes.get(step.source) ?? { rows: step.rows, count: 0 };
    changes.set(step.source, { rows: step.rows, count: count + Number(rows !== step.rows) });
  }
  return Math.max(0, ...[...changes.values()].map(({ count }) => count));
}

it.each(FILES)(
  'after undos, %s equal the records of the remaining imports',
  { timeout: 120_000 },
  async (_, sources, file) => {
    await fc.assert(fc.asyncProperty(history(sources, file), expectSame), { numRuns: 50 });
  },
);
