// An object store that accepts requests and never answers: it does not delay the end of a builder.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openCatalogWriter } from '../../src/app/catalog-writers.ts';
import { readConfig } from '../../src/app/config.ts';
import { loadRows } from '../../src/catalog/conformance/fixture.ts';
import { personRecord } from '../../src/catalog/conformance/records.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';
import { endServers, serve } from '../support/program.ts';

describeOnPostgres('an object store that does not answer', () => {
  const schema = testSchema();
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-silent-'));
  const sockets = new Set<Socket>();
  const objectStore = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  let address = '';

  beforeAll(async () => {
    objectStore.listen(0, '127.0.0.1');
    await once(objectStore, 'listening');
    address = `s3+http://key:secret@127.0.0.1:${(objectStore.address() as AddressInfo).port}/editions`;
    process.env['CARDFILE_DATABASE'] = schema.url;
    process.env['CARDFILE_NODE_SECRET'] = 'a secret of these tests';
    const { config } = readConfig({ data: folder }, { CARDFILE_DATABASE: schema.url });
    const writer = openCatalogWriter(config);
    await loadRows(writer, { people: [personRecord('jane')] }, 's');
    writer.close();
  });
  afterEach(endServers);
  afterAll(() => {
    for (const name of ['DATABASE', 'NODE_SECRET', 'PUBLISH']) delete process.env[`CARDFILE_${name}`];
    for (const socket of sockets) socket.destroy();
    objectStore.close();
    rmSync(folder, { recursive: true });
  });

  test('a builder stops in time', async () => {
    process.env['CARDFILE_PUBLISH'] = address;
    const { end } = await serve('--data', folder, '--log-level', 'warn');
    await expect.poll(() => sockets.size).toBeGreaterThan(0);
    const startedMs = performance.now();
    expect(await end('SIGTERM')).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(8000);
  });
});
