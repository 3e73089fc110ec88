// Schemas for the fixtures of a catalog in PostgreSQL; each fixture starts with an empty schema.

import { DICTIONARY } from '../../src/catalog/conformance/dictionary.ts';
import type { CatalogUnderTest } from '../../src/catalog/conformance/fixture.ts';
import { TABLES } from '../../src/catalog/postgres/columns.ts';
import { openCatalog } from '../../src/catalog/postgres/open-catalog.ts';
import { openCatalogAdmin } from '../../src/catalog/postgres/open-catalog-admin.ts';
import { openCatalogWriter } from '../../src/catalog/postgres/open-catalog-writer.ts';
import { PostgresSql } from '../../src/catalog/postgres/postgres-sql.ts';
import type { TestSchema } from './postgres.ts';

const REMOVAL = Object.keys(TABLES)
  .map((table) => `DELETE FROM ${table}`)
  .join(';');

interface Catalogs {
  /** Number of rows that are looked up together. */
  readonly rowsAhead?: number;
  /** Whether catalogs start with a dictionary, so that texts are compressed. */
  readonly isCompressed?: boolean;
}

/** Opens catalogs in these schemas in turn: a new fixture ends the previous one in its schema. */
export function catalogsIn(
  schemas: readonly TestSchema[],
  { rowsAhead, isCompressed = false }: Catalogs = {},
): () => CatalogUnderTest {
  const opened = schemas.map((): { close(): void }[] => []);
  let fixtures = 0;
  return () => {
    const place = fixtures % schemas.length;
    fixtures += 1;
    const access = { url: schemas[place]?.url ?? '', steps: null };
    const open = opened[place] ?? [];
    for (const each of open.splice(0)) each.close();
    const sql = new PostgresSql(access);
    sql.execute(REMOVAL);
    const { id, bytes, people } = DICTIONARY;
    const add = sql.insert('dictionary', ['id', 'bytes', 'people']);
    if (isCompressed) sql.transact(() => add.run(id, bytes, people));
    sql.close();
    const noted = <Opened extends { close(): void }>(each: Opened): Opened => {
      open.push(each);
      return each;
    };
    const writing = rowsAhead === undefined ? access : { ...access, rowsAhead };
    return {
      openReader: (networkHost) => noted(openCatalog({ ...access, networkHost: networkHost ?? null })),
      openAdmin: (merge) => noted(openCatalogAdmin({ ...writing, merge })),
      openWriter: (merge) => noted(openCatalogWriter({ ...writing, merge })),
      remove: () => {},
    };
  };
}
