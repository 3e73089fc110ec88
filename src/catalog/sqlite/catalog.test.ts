import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogUnderTest } from '../conformance/scene.ts';
import { catalogConformance } from '../conformance.ts';
import { openCatalog } from './open-catalog.ts';
import { openCatalogKeeper } from './open-catalog-keeper.ts';
import { openCatalogWriter } from './open-catalog-writer.ts';

function freshCatalog(): CatalogUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-catalog-'));
  const file = join(folder, 'catalog.db');
  return {
    openReader: (networkHost) => openCatalog({ file, networkHost: networkHost ?? null }),
    openKeeper: (merge) => openCatalogKeeper({ file, merge }),
    openWriter: (merge) => openCatalogWriter({ file, merge }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

catalogConformance('SQLite', freshCatalog);
