// A catalog with prefetched look-ups contains the same records as any other catalog.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CatalogUnderTest, makeFixture, removeFixturesAfterEach } from '../conformance/fixture.ts';
import { identityTests } from '../conformance/identity.ts';
import { splitTests } from '../conformance/keeping.ts';
import { matchingLaws } from '../conformance/matching-laws.ts';
import { companyRecord } from '../conformance/records.ts';
import { openCatalog } from './open-catalog.ts';
import { openCatalogAdmin } from './open-catalog-admin.ts';
import { openCatalogWriter } from './open-catalog-writer.ts';

function freshCatalog(rowsAhead: number): CatalogUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-look-ahead-'));
  const file = join(folder, 'catalog.db');
  return {
    openReader: (networkHost) => openCatalog({ file, networkHost: networkHost ?? null }),
    openAdmin: (merge) => openCatalogAdmin({ file, merge, rowsAhead }),
    openWriter: (merge) => openCatalogWriter({ file, merge, rowsAhead }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

describe.each([2, 1000])('look-ups for %i rows at a time', (rowsAhead) => {
  removeFixturesAfterEach();
  identityTests(() => freshCatalog(rowsAhead));
  splitTests(() => freshCatalog(rowsAhead));
  matchingLaws(() => freshCatalog(rowsAhead));

  test('find the slug that an earlier row replaced in a company', async () => {
    const fixture = makeFixture(() => freshCatalog(rowsAhead));
    const bare = companyRecord(null, { name: 'Beta', followers: 1 });
    await fixture.load({ companies: [{ ...bare, followers: null }] }, 'one');
    const taking = companyRecord('beta', { name: 'Acme' });
    expect(await fixture.load({ companies: [taking, bare] }, 'two')).toEqual(['created', 'merged']);
    expect(fixture.documents().companies.map(({ slug }) => slug)).toEqual(['beta-2', 'beta']);
  });
});
