// Coordination between the servers of one database: leases with tokens, claims of imports, and files in parts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openCatalogWriter } from '../../src/app/catalog-writers.ts';
import { readConfig } from '../../src/app/config.ts';
import { openFiles, openHeadToPublish, openLease } from '../../src/app/database.ts';
import { readBlock, sharedRows } from '../../src/batches/row-source.ts';
import { storeLines } from '../../src/batches/shared-batch-files.ts';
import { uploadFile } from '../../src/nodes/upload-table.ts';
import { acquireImportLock, isImporting } from '../../src/tasks/import-lock.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

describeOnPostgres('servers of one database', () => {
  const schema = testSchema();
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-leases-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(() => schema.empty());
  const serverIn = (name: string) => readConfig({ data: join(folder, name) }, { CARDFILE_DATABASE: schema.url }).config;
  const at = '2026-01-01T00:00:00.000Z';

  test('hold a lease one after the other, each with a larger token', async () => {
    const [one, two] = [1, 2].map(() => openLease(schema.url, { name: 'work', ms: 300 }));
    if (!one || !two) return;
    expect([await one.hold(), await two.hold(), one.token]).toEqual([true, false, 1]);
    await sleep(200);
    expect([await one.hold(), await two.hold()]).toEqual([true, false]);
    await sleep(400);
    expect([await two.hold(), two.token, await one.hold()]).toEqual([true, 2, false]);
    await two.release();
    expect([await one.hold(), one.token]).toEqual([true, 3]);
    await one.release();
  });

  test('take over a lease whose holder died before the clock of the database was set back', async () => {
    const [dead, next] = [1, 2].map(() => openLease(schema.url, { name: 'import', ms: 10_000 }));
    if (!dead || !next) return;
    expect([await dead.hold(), await next.hold(), await isImporting(serverIn('a'))]).toEqual([true, false, true]);
    await schema.query('UPDATE lease SET held_until = held_until + 3600000');
    expect(await isImporting(serverIn('a'))).toBe(false);
    expect([await next.hold(), next.token]).toEqual([true, 2]);
    await Promise.all([dead.release(), next.release()]);
    await schema.query('INSERT INTO edition_head (id, leased_until, version, hidden_version) VALUES (1, 0, 0, 0)');
    const builders = [openHeadToPublish(schema.url), openHeadToPublish(schema.url)];
    const leases = async () => await Promise.all(builders.map(async (builder) => (await builder.lease()) !== null));
    expect((await leases()).toSorted()).toEqual([false, true]);
    await schema.query("UPDATE edition_head SET builder = 'dead', leased_until = leased_until + 3600000");
    expect((await leases()).toSorted()).toEqual([false, true]);
    await Promise.all(builders.map((builder) => builder.close()));
  });

  test('take turns to import; a server that has lost its lease writes nothing', async () => {
    const [first, second] = [serverIn('a'), serverIn('b')];
    const lock = await acquireImportLock(first, () => {});
    const writer = openCatalogWriter(first, { fence: lock.fence });
    const run = { kind: 'people', source: 's', files: ['f'], fingerprint: 'p', isAlone: () => false, at } as const;
    await writer.openRun(run);
    expect(await isImporting(second)).toBe(true);
    const said: string[] = [];
    const next = acquireImportLock(second, (text) => said.push(text));
    await sleep(600);
    expect(said).toEqual([expect.stringContaining('Another server changes the records')]);
    // Simulates that the process with the lease was frozen for longer than the lease.
    await schema.query("UPDATE lease SET held_until = 0, token = token + 1 WHERE name = 'import'");
    const taken = await next;
    await expect(writer.openRun({ ...run, fingerprint: 'q' })).rejects.toThrow('another server has taken over');
    const other = openCatalogWriter(second, { fence: taken.fence });
    await other.openRun({ ...run, fingerprint: 'r' });
    expect((await other.runs()).map(({ fingerprint }) => fingerprint)).toEqual(['p', 'r']);
    // A suppression needs no lease.
    const pushing = openCatalogWriter(first);
    await pushing.suppress({ kind: 'person', value: 'x' }, at);
    for (const each of [writer, other, pushing]) each.close();
    await Promise.all([lock.release(), taken.release()]);
    expect(await isImporting(first)).toBe(false);
  });

  test.each([
    { when: 'when the claim ends', held: '0' },
    { when: 'after the clock was set back', held: 'held_until + 3600000' },
  ])('claim an import once, and take it over $when', async ({ held }) => {
    const { uploads, close } = openFiles(schema.url);
    const id = 'upl_000000000000000001';
    await uploads.add(id, '{}');
    await uploads.append(id, Buffer.from('abc'), () => undefined);
    expect([await uploads.claim(id), await uploads.pending()]).toEqual([null, []]);
    await uploads.begin(id, '{"rows":0}', () => undefined);
    expect(await uploads.pending()).toEqual([id]);
    const claims = await Promise.all([uploads.claim(id), uploads.claim(id)]);
    const [claim] = claims.filter((each) => each !== null);
    expect(claims.filter((each) => each === null)).toHaveLength(1);
    expect(await uploads.pending()).toEqual([]);
    await schema.query(`UPDATE upload SET held_until = ${held}`);
    expect(await uploads.pending()).toEqual([id]);
    const after = await uploads.claim(id);
    expect(after?.row.attempts).toBe(2);
    const progress = { isOver: false, hasAdvanced: true };
    expect([await claim?.report('{}', progress), await after?.report('{}', progress)]).toEqual([false, true]);
    expect((await uploads.find(id))?.attempts).toBe(0);
    await after?.report('{}', { ...progress, isOver: true });
    await after?.release();
    expect(await uploads.pending()).toEqual([]);
    await close();
  });

  test('read a shared file by its lines, and reject a changed part', async () => {
    const { files, close } = openFiles(schema.url);
    const lines = Array.from({ length: 60_000 }, (_, row) => `{"row":${row},"text":"${'x'.repeat(row % 60)}"}`);
    const path = join(folder, 'lines');
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    await storeLines(files, path, { file: 'bat_1/input' });
    const rows = sharedRows(async () => files, 'bat_1/input');
    const read: string[] = [];
    for (let from = 0; ; ) {
      const block = await readBlock(rows, { from, end: Number.MAX_SAFE_INTEGER, linesMax: 7000 });
      if (block.lines.length === 0) break;
      read.push(...block.lines);
      from = block.end;
    }
    expect(read).toEqual(lines);
    for await (const { bytes } of files.parts('bat_1/input')) expect(bytes.at(-1)).toBe(0x0a);
    await files.copy('bat_1/input', 'bat_2/input');
    expect(await files.size('bat_2/input')).toBe(await files.size('bat_1/input'));
    await schema.query("UPDATE file_part SET bytes = 'x' WHERE file = 'bat_1/input' AND position = 0");
    await expect(files.read('bat_1/input', 0, 10)).rejects.toThrow('the bytes of bat_1/input from 0 on are damaged');
    await files.put(uploadFile('upl_1', 'rejects'), 5, Buffer.from('later'));
    await expect(Array.fromAsync(files.parts('upl_1/rejects'))).rejects.toThrow('the bytes 0 to 5');
    await close();
  });
});
