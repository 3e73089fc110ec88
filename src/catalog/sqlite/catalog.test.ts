import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { DICTIONARY } from '../conformance/dictionary.ts';
import type { CatalogUnderTest } from '../conformance/fixture.ts';
import { catalogConformance } from '../conformance.ts';
import { openCatalog } from './open-catalog.ts';
import { openCatalogAdmin } from './open-catalog-admin.ts';
import { openCatalogWriter } from './open-catalog-writer.ts';
import { openDatabase } from './open-database.ts';

const COUNTED = `SELECT (SELECT count(*) FROM company) AS companies, (SELECT count(*) FROM person) AS people,
  (SELECT count(*) FROM opening) AS openings`;

/** Invariant: the stored counts of a catalog equal the numbers of its rows. */
function expectSoundCounts(file: string): void {
  const database = openDatabase(file, { readOnly: true });
  try {
    expect(database.prepare('SELECT companies, people, openings FROM meta').get()).toEqual(
      database.prepare(COUNTED).get(),
    );
  } finally {
    database.close();
  }
}

function freshCatalog(): CatalogUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-catalog-'));
  const file = join(folder, 'catalog.db');
  const database = openDatabase(file, { readOnly: false });
  database.prepare('INSERT INTO dictionary (id, bytes, people) VALUES (@id, @bytes, @people)').run(DICTIONARY);
  database.close();
  return {
    openReader: (networkHost) => openCatalog({ file, networkHost: networkHost ?? null }),
    openAdmin: (merge) => openCatalogAdmin({ file, merge }),
    openWriter: (merge) => openCatalogWriter({ file, merge }),
    remove: () => {
      expectSoundCounts(file);
      rmSync(folder, { recursive: true });
    },
  };
}

catalogConformance('SQLite', freshCatalog);
