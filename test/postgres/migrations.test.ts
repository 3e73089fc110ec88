// Migrations: applied once by any number of processes, and rejected if the schema is unknown or changed.
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { openPostgresAccounts } from '../../src/accounts/postgres/open-accounts.ts';
import { openCatalogAdmin, openCatalogWriter } from '../../src/app/catalog-writers.ts';
import { countCatalog, openCatalog } from '../../src/app/catalogs.ts';
import { readConfig } from '../../src/app/config.ts';
import { databaseAccess } from '../../src/app/database.ts';
import { DATABASE_STEPS } from '../../src/app/database-schema.ts';
import type { RecordAdmin } from '../../src/catalog/review-port.ts';
import { systemClock } from '../../src/ops/clock.ts';
import { Database } from '../../src/ops/postgres/database.ts';
import { type Migration, migrate, schemaStatus } from '../../src/ops/postgres/migrate.ts';
import { isStoreUnavailable } from '../../src/ops/store-unavailable.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const AT = '2030-01-01T00:00:00.000Z';
const NEXT: Migration = { name: 'next', statements: ['CREATE TABLE next_one (id integer)', 'DROP TABLE next_one'] };
const MORE = [...DATABASE_STEPS, NEXT];
/** The mark of a newer version, and its removal. */
const NEWER = "INSERT INTO migration (step, name, checksum, applied_at) VALUES (100, 'next', 'x', 1)";
const NEWER_ENDS = "DELETE FROM migration WHERE name = 'next'";

describeOnPostgres('migrations', () => {
  const schema = testSchema();
  const names = DATABASE_STEPS.map(({ name }) => name);
  const config = () => readConfig({ data: tmpdir() }, { CARDFILE_DATABASE: schema.url }).config;

  test('are applied once by several processes at once', async () => {
    const status = await schemaStatus(schema.url, MORE);
    expect(status).toEqual({ applied: names, missing: ['next'] });
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(schema.url, MORE, 1)));
    expect(applied.flat()).toEqual(['next']);
    expect((await schemaStatus(schema.url, MORE)).missing).toEqual([]);
    await schema.query(NEWER_ENDS);
  });

  test('are rolled back with all statements of a step that fails', async () => {
    const broken = { name: 'broken', statements: ['CREATE TABLE half (id integer)', 'SELECT no_such_column'] };
    await expect(migrate(schema.url, [...DATABASE_STEPS, broken], 1)).rejects.toThrow('no_such_column');
    expect(await schema.query("SELECT to_regclass('half') AS found")).toEqual([{ found: null }]);
    expect((await schemaStatus(schema.url, DATABASE_STEPS)).applied).toEqual(names);
  });

  test('reject a database of a newer version, and steps with another text', async () => {
    await expect(schemaStatus(schema.url, DATABASE_STEPS.slice(0, 1))).rejects.toThrow('newer version (step members)');
    const changed = DATABASE_STEPS.map((step) => ({ ...step, statements: [...step.statements, 'SELECT 1'] }));
    await expect(migrate(schema.url, changed, 1)).rejects.toThrow('with another text');
  });

  test('of a newer version make the database unavailable to a running server', async () => {
    const database = new Database({ ...databaseAccess(schema.url), role: 'test', connections: 1, statementMs: 2000 });
    try {
      await database.probe();
      await schema.query(NEWER);
      const failure = await database.probe().catch((error: unknown) => error);
      expect(String(failure)).toContain('newer version (step next)');
      expect(isStoreUnavailable(failure)).toBe(true);
      await schema.query(NEWER_ENDS);
      await database.probe();
    } finally {
      await database.close();
    }
  });

  test('of a newer version stop the writes of an open catalog', async () => {
    const writer = openCatalogWriter(config());
    try {
      await writer.suppress({ kind: 'person', value: 'x' }, AT);
      await schema.query(NEWER);
      const failure = await writer.suppress({ kind: 'person', value: 'y' }, AT).catch((error: unknown) => error);
      expect(String(failure)).toContain('belong to another version: nothing was read or written');
      expect(isStoreUnavailable(failure)).toBe(true);
      expect(await schema.query('SELECT count(*)::integer AS found FROM suppression')).toEqual([{ found: 1 }]);
      await schema.query(NEWER_ENDS);
      await writer.suppress({ kind: 'person', value: 'y' }, AT);
    } finally {
      writer.close();
    }
  });

  test.each([
    { reading: 'reviews', read: (admin: RecordAdmin) => admin.reviews({ limit: 1 }) },
    { reading: 'origins', read: (admin: RecordAdmin) => admin.personOrigins('jane') },
    { reading: 'verdicts', read: (admin: RecordAdmin) => admin.verdicts() },
  ])('of a newer version stop the reading of $reading in an open catalog', async ({ read }) => {
    const admin = openCatalogAdmin(config());
    try {
      await read(admin);
      await schema.query(NEWER);
      const failure = await read(admin).catch((error: unknown) => error);
      expect(String(failure)).toContain('belong to another version');
      expect(isStoreUnavailable(failure)).toBe(true);
      await schema.query(NEWER_ENDS);
      await read(admin);
    } finally {
      admin.close();
    }
  });

  test('of a newer version make the store unavailable to a new connection of a catalog', async () => {
    await schema.query(NEWER);
    const catalog = openCatalog(config());
    let failure: unknown;
    try {
      catalog.cursorSecret();
    } catch (error) {
      failure = error;
    }
    catalog.close();
    await schema.query(NEWER_ENDS);
    expect(String(failure)).toContain('newer version (step next)');
    expect(isStoreUnavailable(failure)).toBe(true);
  });

  test('of a newer version stop catalogs that are opened on an idle connection', async () => {
    const catalog = openCatalog(config());
    catalog.documents().close();
    const admin = () => openCatalogAdmin(config());
    const opens = [admin, () => openCatalogWriter(config()), () => catalog.documents(), () => countCatalog(config())];
    for (const open of opens) {
      // It leaves its connection to the next one.
      admin().close();
      await schema.query(NEWER);
      expect(open).toThrow('belong to another version');
      await schema.query(NEWER_ENDS);
    }
    catalog.close();
  });

  test('are requested by a store, with the command', async () => {
    await schema.query(`DELETE FROM migration WHERE name = '${names.at(-1)}'`);
    const { accounts, admin } = openPostgresAccounts({ ...databaseAccess(schema.url), clock: systemClock });
    await expect(admin.plans()).rejects.toThrow('run `cardfile database migrate`');
    await accounts.close();
  });
});
