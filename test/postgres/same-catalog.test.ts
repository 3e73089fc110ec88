// The catalogs in SQLite and PostgreSQL are equal: the same history of writes has the same outcomes and leaves the same
// records, documents and editions, byte for byte.
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { moveRecords } from '../../src/app/move-records.ts';
import {
  type CatalogUnderTest,
  type Fixture,
  makeFixture,
  removeFixturesAfterEach,
} from '../../src/catalog/conformance/fixture.ts';
import { companyRecord, personRecord } from '../../src/catalog/conformance/records.ts';
import { type Step, step } from '../../src/catalog/conformance/writing-steps.ts';
import { TABLES } from '../../src/catalog/postgres/columns.ts';
import { COMPANY_COLUMNS, PERSON_COLUMNS } from '../../src/catalog/search-columns.ts';
import { openCatalog } from '../../src/catalog/sqlite/open-catalog.ts';
import { openCatalogAdmin } from '../../src/catalog/sqlite/open-catalog-admin.ts';
import { openCatalogWriter } from '../../src/catalog/sqlite/open-catalog-writer.ts';
import { openDatabase } from '../../src/catalog/sqlite/open-database.ts';
import { catalogsIn } from '../support/catalog-schemas.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';
import { editionFiles } from '../support/whole-edition.ts';

/** Set a larger number for a long run. */
const ROUNDS = Number(process.env['CARDFILE_ROUNDS'] ?? 12);

function freshFile(): { readonly path: string; readonly catalog: CatalogUnderTest } {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-same-'));
  const file = join(folder, 'catalog.db');
  const catalog: CatalogUnderTest = {
    openReader: (networkHost) => openCatalog({ file, networkHost: networkHost ?? null }),
    openAdmin: (merge) => openCatalogAdmin({ file, merge }),
    openWriter: (merge) => openCatalogWriter({ file, merge }),
    remove: () => rmSync(folder, { recursive: true }),
  };
  return { path: file, catalog };
}

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes);

/** The result of a step, or its error. */
const resultOf = async (each: Step, fixture: Fixture) => {
  try {
    return { result: await each(fixture) };
  } catch (error) {
    return { error: String(error) };
  }
};

/** All data that can be read from a catalog. */
async function contentOf({ writer, admin, catalog, documents }: Fixture) {
  const runs = (await writer.runs()).map(({ fingerprint: _, ...run }) => run);
  const log = catalog.documents();
  const changes = log.changes(Math.max(0, log.state.generation - 3));
  const bodies = [...log.bodies.jobs.all].map(({ id, urls }) => [id, String(urls)]);
  log.close();
  return {
    ...{ runs, changes, bodies, documents: documents(), state: await catalog.state(), hidden: await catalog.hidden() },
    companies: [...writer.companyRecords()],
    slugs: [...writer.companySlugs()],
    people: [...writer.personRecords()],
    openings: [...writer.openingRecords()],
    suppressions: await writer.suppressions(),
    sources: await admin.sources(),
    reviews: await admin.reviews({ limit: 50 }),
    verdicts: await admin.verdicts(),
    origins: [await admin.personOrigins('jane'), await admin.companyOrigins('acme')],
  };
}

describeOnPostgres('on PostgreSQL', () => {
  const schema = testSchema();
  const freshSchema = catalogsIn([schema]);
  removeFixturesAfterEach();

  test('the same history leaves the same catalog', { timeout: 60_000 + ROUNDS * 1000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const fixtures = [makeFixture(() => freshFile().catalog), makeFixture(freshSchema)] as const;
        for (const fixture of fixtures) await fixture.load({ companies: [companyRecord('first')] });
        for (const each of steps) {
          const [inFile, inDatabase] = [await resultOf(each, fixtures[0]), await resultOf(each, fixtures[1])];
          expect(inDatabase).toEqual(inFile);
        }
        const [inFile, inDatabase] = [await contentOf(fixtures[0]), await contentOf(fixtures[1])];
        expect(inDatabase).toEqual(inFile);
        const [editionOfFile, editionOfDatabase] = fixtures.map(({ catalog }) => editionFiles(catalog).map(sha256));
        expect(editionOfDatabase).toEqual(editionOfFile);
      }),
      { numRuns: ROUNDS },
    );
  });

  test('moved records are equal, and stay equal after the same writes', {
    timeout: 60_000 + ROUNDS * 1000,
  }, async () => {
    const histories = fc.tuple(fc.array(step, { minLength: 1, maxLength: 6 }), fc.array(step, { maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(histories, async ([before, after]) => {
        const file = freshFile();
        const fixtures = [makeFixture(() => file.catalog), makeFixture(freshSchema)] as const;
        await fixtures[0].load({ companies: [companyRecord('first')] });
        await fixtures[0].load({ people: [personRecord('first'), personRecord('second')] });
        // No new record gets the id of the forgotten one, in the database either.
        await fixtures[0].admin.forgetPeople({ slug: 'second' }, null);
        for (const each of before) await resultOf(each, fixtures[0]);
        await moved(file.path);
        expect(await contentOf(fixtures[1])).toEqual(await contentOf(fixtures[0]));
        const later: Step = ({ load }) => load({ people: [personRecord('later')] });
        for (const each of [...after, later]) {
          const inFile = await resultOf(each, fixtures[0]);
          expect(await resultOf(each, fixtures[1])).toEqual(inFile);
        }
        expect(await contentOf(fixtures[1])).toEqual(await contentOf(fixtures[0]));
      }),
      { numRuns: Math.ceil(ROUNDS / 2) },
    );
  });

  async function moved(path: string): Promise<void> {
    const source = openDatabase(path, { readOnly: true });
    const target = new pg.Client({ connectionString: schema.url });
    await target.connect();
    try {
      const first = await moveRecords(source, target, () => {});
      const again = await moveRecords(source, target, () => {});
      expect([first.wasMoved, again]).toEqual([false, { ...first, wasMoved: true }]);
    } finally {
      await target.end();
      source.close();
    }
  }

  test('the tables have the same columns as in SQLite, including one for each search field', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cardfile-same-'));
    const file = openDatabase(join(folder, 'catalog.db'), { readOnly: false });
    const columns = file
      .prepare<[], { place: string }>(
        `SELECT tables.name || '.' || columns.name AS place FROM sqlite_schema AS tables
         JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'`,
      )
      .all();
    file.close();
    rmSync(folder, { recursive: true });
    const inDatabase = Object.entries(TABLES).flatMap(([table, names]) =>
      table === 'catalog_id' ? [] : Object.keys(names).map((column) => `${table}.${column}`),
    );
    expect(inDatabase.toSorted()).toEqual(columns.map(({ place }) => place).toSorted());
    const searched = [
      ...COMPANY_COLUMNS.map(({ name }) => `company.${name}`),
      ...PERSON_COLUMNS.map(({ name }) => `person.${name}`),
    ];
    expect(inDatabase).toEqual(expect.arrayContaining(searched));
  });
});
