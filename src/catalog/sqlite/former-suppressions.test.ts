// Entries of the suppression list that an earlier version stored: the hash of an address as it was spelled.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AT, makeFixture, removeFixturesAfterEach } from '../conformance/fixture.ts';
import { email, personRecord } from '../conformance/records.ts';
import { openCatalog } from './open-catalog.ts';
import { openCatalogAdmin } from './open-catalog-admin.ts';
import { openCatalogWriter } from './open-catalog-writer.ts';
import { openDatabase } from './open-database.ts';

removeFixturesAfterEach();

const SPELLED = 'jane.doe@gmail.com';
const MAILBOX = 'janedoe@gmail.com';
const JANE = personRecord('jane', { emails: [email(SPELLED)] });
const entryOf = (value: string) => ({ kind: 'email', value }) as const;

/** An empty catalog, and `store`, which adds the entry as an earlier version did. */
function withFormerEntry() {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-catalog-'));
  const file = join(folder, 'catalog.db');
  const fixture = makeFixture(() => ({
    openReader: (networkHost) => openCatalog({ file, networkHost: networkHost ?? null }),
    openAdmin: (merge) => openCatalogAdmin({ file, merge }),
    openWriter: (merge) => openCatalogWriter({ file, merge }),
    remove: () => rmSync(folder, { recursive: true }),
  }));
  const store = () => {
    const database = openDatabase(file, { readOnly: false });
    const hash = createHash('sha256').update(SPELLED).digest('hex');
    database.prepare("INSERT INTO suppression (kind, hash, added_at) VALUES ('email', ?, ?)").run(hash, AT);
    database.exec("UPDATE person SET hidden = 1 WHERE slug = 'jane'; UPDATE meta SET hidden_generation = 99");
    database.close();
  };
  return { fixture, store };
}

test('an address that an earlier version suppressed is kept out', async () => {
  const { fixture, store } = withFormerEntry();
  fixture.documents();
  store();
  expect(await fixture.load({ people: [JANE] })).toEqual(['suppressed']);
  expect(await fixture.admin.isSuppressed({ email: SPELLED })).toBe(true);
  expect(await fixture.writer.suppressionsOf(entryOf(SPELLED))).toHaveLength(1);
  expect(await fixture.writer.release(entryOf(SPELLED))).toBe(true);
  expect(await fixture.load({ people: [JANE] })).toEqual(['created']);
});

test.each([SPELLED, MAILBOX])('a person whom an earlier version hid is shown when %s is released', async (value) => {
  const { fixture, store } = withFormerEntry();
  await fixture.load({ people: [JANE] });
  store();
  expect(await fixture.catalog.peopleByEmail(SPELLED, 1)).toEqual([]);
  expect(await fixture.writer.suppressionsOf(entryOf(value))).toHaveLength(1);
  expect(await fixture.writer.release(entryOf(value))).toBe(true);
  expect(await fixture.catalog.peopleByEmail(SPELLED, 1)).toHaveLength(1);
  expect(await fixture.writer.suppressions()).toEqual([]);
});

test('an address that an earlier version suppressed is suppressed in all spellings when it is added again', async () => {
  const { fixture, store } = withFormerEntry();
  fixture.documents();
  store();
  await fixture.writer.suppress(entryOf(SPELLED), AT);
  const other = personRecord('other', { emails: [email(MAILBOX)] });
  expect(await fixture.load({ people: [other] })).toEqual(['suppressed']);
  expect(await fixture.writer.release(entryOf(SPELLED))).toBe(true);
  expect(await fixture.writer.suppressions()).toEqual([]);
});
