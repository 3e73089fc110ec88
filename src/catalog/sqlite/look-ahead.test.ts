// A catalog whose look-ups are fetched for several rows at a time holds the same records as any other.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { identityTests } from '../conformance/identity.ts';
import { matchingLaws } from '../conformance/matching-laws.ts';
import { type CatalogUnderTest, removeScenesAfterEach } from '../conformance/scene.ts';
import { openCatalog } from './open-catalog.ts';
import { openCatalogKeeper } from './open-catalog-keeper.ts';
import { openCatalogWriter } from './open-catalog-writer.ts';

function freshCatalog(rowsAhead: number): CatalogUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-look-ahead-'));
  const file = join(folder, 'catalog.db');
  return {
    openReader: (networkHost) => openCatalog({ file, networkHost: networkHost ?? null }),
    openKeeper: (merge) => openCatalogKeeper({ file, merge, rowsAhead }),
    openWriter: (merge) => openCatalogWriter({ file, merge, rowsAhead }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

describe.each([2, 1000])('look-ups for %i rows at a time', (rowsAhead) => {
  removeScenesAfterEach();
  identityTests(() => freshCatalog(rowsAhead));
  matchingLaws(() => freshCatalog(rowsAhead));
});
