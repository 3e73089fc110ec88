// The catalog in PostgreSQL passes the conformance suite of catalogs, and executes statements of the dialect only.
import { describe, expect, test } from 'vitest';
import { TABLE_KINDS } from '../../src/app/database.ts';
import { DATABASE_STEPS } from '../../src/app/database-schema.ts';
import { makeFixture, removeFixturesAfterEach } from '../../src/catalog/conformance/fixture.ts';
import { matchingLaws } from '../../src/catalog/conformance/matching-laws.ts';
import { personRecord } from '../../src/catalog/conformance/records.ts';
import { catalogConformance } from '../../src/catalog/conformance.ts';
import { registeredStatements } from '../../src/ops/postgres/statement.ts';
import { catalogsIn } from '../support/catalog-schemas.ts';
import { faultsOf, tableOf } from '../support/dialect.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

/** Each round writes and reads over connections. The rounds on SQLite find the faults in the shared decisions. */
const SHARE = 0.1;

describeOnPostgres('on PostgreSQL', () => {
  const schemas = [testSchema(), testSchema()];
  catalogConformance('PostgreSQL', catalogsIn(schemas, { isCompressed: true }), SHARE);

  describe('with look-ups for two rows at a time', () => {
    removeFixturesAfterEach();
    matchingLaws(catalogsIn(schemas, { rowsAhead: 2 }), SHARE);
  });

  describe('of many people', () => {
    removeFixturesAfterEach();

    test('makes a dictionary, and answers the texts that were stored before and after it', async () => {
      const fixture = makeFixture(catalogsIn(schemas));
      const people = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, index) => personRecord(`p${from + index}`));
      await fixture.load({ people: people(0, 8000) });
      await fixture.load({ people: people(8000, 8002) });
      for (const slug of ['p0', 'p7999', 'p8001']) expect(await fixture.fullName(slug)).toBe(`Name of ${slug}`);
      const documents = fixture.catalog.documents();
      const { all, dictionary } = documents.bodies.people;
      const units = [...all].map(({ unit }) => unit?.dictionary ?? null);
      documents.close();
      expect(dictionary?.length).toBeGreaterThan(0);
      expect(units.slice(0, 8000).every((each) => each === null)).toBe(true);
      expect(units.slice(8000)).toEqual([dictionary, dictionary]);
    });
  });

  test('the executed statements keep to the dialect', () => {
    const tables = DATABASE_STEPS.flatMap(({ statements }) => statements).flatMap((text) => tableOf(text) ?? []);
    const dialect = { kinds: TABLE_KINDS, keys: new Map(tables.map(({ table, keys }) => [table, keys])) };
    const executed = [...registeredStatements()].filter(([name]) => name.startsWith('catalog '));
    expect(executed.length).toBeGreaterThan(150);
    const faults = executed.flatMap(([, text]) => faultsOf(text, dialect).map((fault) => `${text}: ${fault}`));
    expect(faults).toEqual([]);
  });
});
