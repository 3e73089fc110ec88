// Concurrent requests for one upload, to both serving threads, and uploads during a kill or a stop of the server.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endServers, serve } from '../support/program.ts';
import { type RunningDashboard, signIn, startDashboard } from '../support/running-dashboard.ts';

let folder: string;
let data: string;
function makeFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-uploads-'));
  data = join(folder, 'data');
}
function removeFolder(): void {
  endServers();
  rmSync(folder, { recursive: true });
}

const PART = 256 * 1024;
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
/** Each part has its own letter, so that a repeated or misplaced part is visible. */
const lettersOf = (parts: number) => Buffer.concat(times(parts, (part) => Buffer.alloc(PART, 0x61 + part)));
const contentOf = (id: string) => {
  const content = join(data, 'uploads', id, 'content');
  return readFileSync(join(content, readdirSync(content)[0] ?? ''));
};
const companies = (count: number) =>
  Buffer.from(`name,domain\n${times(count, (index) => `Acme ${index},acme-${index}.example\n`).join('')}`);

async function untilEnded({ request }: RunningDashboard, id: string): Promise<{ state: string; error: string | null }> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { body } = await request('GET', `imports/${id}`);
    if (!['waiting', 'running', 'indexing'].includes(body.state)) return body;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the import does not end');
}

/** In the order of the tests: the last one ends the server. */
describe('a server with two threads', () => {
  let dashboard: RunningDashboard;
  beforeAll(async () => {
    makeFolder();
    dashboard = await startDashboard(data, '--workers', '2');
  });
  afterAll(removeFolder);

  it('starts an import exactly once, and imports its rows once', async () => {
    const { request, upload } = dashboard;
    const id = await upload('companies.csv', companies(200));
    const starts = await Promise.all(times(5, () => request('POST', 'imports', { upload: id, kind: 'companies' })));
    expect(starts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const messages = starts.filter(({ status }) => status === 409).map(({ body }) => body.error.message);
    for (const message of messages)
      expect(message).toMatch(/^this file is (?:being imported already|already imported)/);
    const removed = await Promise.all(times(3, () => request('POST', `uploads/${id}/remove`, {})));
    for (const { status } of removed) expect([200, 404, 409]).toContain(status);
    if (removed.every(({ status }) => status === 409)) {
      expect(await untilEnded(dashboard, id)).toMatchObject({ state: 'finished', counts: { created: 200 } });
    }
    const runs = (await request('GET', 'imports')).body.rows;
    expect(runs.length).toBeLessThanOrEqual(1);
  });

  it('never reports an import as interrupted while its process starts', async () => {
    const { request, upload } = dashboard;
    const id = await upload('begun.csv', companies(3));
    let isBegun = false;
    const starting = request('POST', 'imports', { upload: id, kind: 'companies' }).then(() => {
      isBegun = true;
    });
    const states = new Set<string>();
    while (!isBegun) {
      const { status, body } = await request('GET', `imports/${id}`);
      if (status === 200) states.add(body.state);
    }
    await starting;
    expect([...states]).not.toContain('interrupted');
    expect(await untilEnded(dashboard, id)).toMatchObject({ state: 'finished' });
  });

  it('accepts each part once, however often it is sent concurrently', async () => {
    const { request } = dashboard;
    const bytes = lettersOf(6);
    const { body } = await request('POST', 'uploads', { file: 'letters.csv', bytes: bytes.length });
    for (let at = 0; at < bytes.length; at += PART) {
      const part = bytes.subarray(at, at + PART);
      const sent = await Promise.all(times(5, () => request('POST', `uploads/${body.id}/part?offset=${at}`, part)));
      expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      expect(sent.find(({ status }) => status === 409)?.body.error.message).toBe(
        `the next part begins at ${at + PART}`,
      );
    }
    expect(contentOf(body.id).equals(bytes)).toBe(true);
  });

  it('survives concurrent removals, parts and starts', async () => {
    const { request, upload, server } = dashboard;
    for (let round = 0; round < 4; round += 1) {
      const id = await upload('companies.csv', companies(20));
      const { body: open } = await request('POST', 'uploads', { file: 'open.csv', bytes: 2 * PART });
      const replies = await Promise.all([
        ...times(3, () => request('POST', `uploads/${id}/remove`, {})),
        ...times(3, () => request('POST', 'imports', { upload: id, kind: 'companies' })),
        ...times(3, () => request('POST', `uploads/${open.id}/part?offset=0`, Buffer.alloc(PART))),
        ...times(2, () => request('POST', `uploads/${open.id}/remove`, {})),
        ...[request('GET', 'uploads'), request('GET', 'imports'), request('GET', 'overview')],
      ]);
      for (const { status, body } of replies) expect([200, 404, 409], JSON.stringify(body)).toContain(status);
    }
    expect(server.said()).not.toContain('"level":50');
  });

  it('rejects the import of a file that changed on disk', async () => {
    const { request, upload } = dashboard;
    const id = await upload('companies.csv', companies(50));
    const file = join(data, 'uploads', id, 'content', 'companies.csv');
    const changed = readFileSync(file);
    changed[20] = 0x58;
    writeFileSync(file, changed);
    await request('POST', 'imports', { upload: id, kind: 'companies' });
    const ended = await untilEnded(dashboard, id);
    expect(ended.state).toBe('failed');
    expect(ended.error).toMatch(/^the uploaded file is damaged: its bytes 0 to \d+ differ from those sent\. Remove it/);
    truncateSync(file, 10);
    const [damaged] = (await request('GET', 'uploads')).body.rows;
    expect(damaged.damage).toBe('its content has changed since the upload');
    expect((await request('POST', 'imports', { upload: id, kind: 'companies' })).status).toBe(409);
    expect((await request('POST', `uploads/${id}/remove`, {})).status).toBe(200);
    expect(existsSync(join(data, 'uploads', id))).toBe(false);

    const wrong = companies(3);
    const made = await request('POST', 'uploads', { file: 'c.csv', bytes: wrong.length, sha256: '0'.repeat(64) });
    await request('POST', `uploads/${made.body.id}/part?offset=0`, wrong);
    await request('POST', 'imports', { upload: made.body.id, kind: 'companies' });
    expect((await untilEnded(dashboard, made.body.id)).error).toContain('its SHA-256 differs from the one given');
  });

  it('ends on SIGTERM during previews and imports', async () => {
    const { request, upload, server } = dashboard;
    // With a million frames, no preview can read to the end in time.
    const empty = zstdCompressSync(Buffer.alloc(0));
    const frames = Buffer.concat([...times(1_000_000, () => empty), zstdCompressSync(Buffer.from('{"a":1}\n'))]);
    const slow = await upload('frames.jsonl.zst', frames);
    const rows = await upload('rows.csv', Buffer.from(`full_name,email\n${'x\n'.repeat(1_500_000)}`));
    expect((await request('POST', 'imports', { upload: rows, kind: 'people' })).status).toBe(200);
    const previews = times(3, () => request('POST', `uploads/${slow}/preview`, { kind: 'people' }).catch(() => null));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    // A server that does not end within eight seconds is killed, with status 137.
    expect(await server.end('SIGTERM')).toBe(0);
    await Promise.all(previews);
  });
});

describe('a server that is killed', () => {
  beforeAll(makeFolder);
  afterAll(removeFolder);

  it('continues after the last received part when the server was killed', async () => {
    const first = await startDashboard(data);
    const bytes = lettersOf(3);
    const { body } = await first.request('POST', 'uploads', { file: 'letters.csv', bytes: bytes.length });
    await first.request('POST', `uploads/${body.id}/part?offset=0`, bytes.subarray(0, PART));
    const file = join(data, 'uploads', body.id, 'content', 'letters.csv');
    const unfinished = first
      .request('POST', `uploads/${body.id}/part?offset=${PART}`, bytes.subarray(PART))
      .catch(() => null);
    await first.server.end('SIGKILL');
    await unfinished;
    // The state after a crash: bytes of a part that is not in the list, and half a line of the list.
    const list = join(data, 'uploads', body.id, 'parts');
    writeFileSync(file, Buffer.concat([bytes.subarray(0, PART), Buffer.alloc(1000)]));
    writeFileSync(list, `${readFileSync(list, 'utf8').split('\n')[0]}\n262144 26`);
    const server = await serve('--data', data);
    const { request: again } = await signIn(server);
    const [upload] = (await again('GET', 'uploads')).body.rows;
    expect(upload).toMatchObject({ received: PART, damage: null });
    expect((await again('POST', `uploads/${body.id}/part?offset=${PART}`, bytes.subarray(PART))).status).toBe(200);
    expect(contentOf(body.id).equals(bytes)).toBe(true);
    await server.end('SIGTERM');
  });
});
