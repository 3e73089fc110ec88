// The TypeScript client beyond the scenarios of both clients: cancellation, pages, wrong settings, packing.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiConnectionError, ApiError, Cardfile, CardfileError } from '../../packages/sdk/src/index.ts';

const run = promisify(execFile);
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  vi.unstubAllGlobals();
});

/** A server that answers the calls with these texts one after the other, then hangs; null closes the connection. */
async function answering(...answers: (string | null)[]): Promise<{ base: string; calls: () => number }> {
  let calls = 0;
  server = createServer((incoming, outgoing) => {
    incoming.resume();
    calls += 1;
    const answer = answers.shift();
    if (answer === null) outgoing.destroy();
    else if (answer !== undefined) outgoing.end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls };
}

it('a signal ends a call, its pauses and its retries, and its reason is thrown', async () => {
  const { base, calls } = await answering(null);
  const client = new Cardfile({ apiKey: 'key', baseUrl: base });
  const controller = new AbortController();
  const call = client.keyInfo({ signal: controller.signal });
  const waiting = client.keyInfo({ signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 100);
  await expect(call).rejects.toThrow('enough');
  await expect(waiting).rejects.toThrow('enough');
  const made = calls();
  await expect(client.keyInfo({ signal: controller.signal })).rejects.toThrow('enough');
  expect(calls()).toBe(made);
});

it('a signal ends a call that waits behind others for the rate of the account', async () => {
  server = createServer((_, outgoing) => {
    outgoing.setHeader('ratelimit-policy', '"default";q=1;w=3600').end('{"valid":true}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new Cardfile({ apiKey: 'key', baseUrl: base });
  await client.keyInfo();
  const first = new AbortController();
  const second = new AbortController();
  const before = client.keyInfo({ signal: first.signal });
  const behind = client.keyInfo({ signal: second.signal });
  second.abort(new Error('the second is enough'));
  await expect(behind).rejects.toThrow('the second is enough');
  first.abort(new Error('the first, too'));
  await expect(before).rejects.toThrow('the first, too');
});

it('a call without a time limit is answered', async () => {
  const { base } = await answering('{"valid":true}');
  const client = new Cardfile({ apiKey: 'key', baseUrl: base, timeoutMs: Number.POSITIVE_INFINITY, maxRetries: 0 });
  expect((await client.keyInfo()).data.valid).toBe(true);
});

it('pages are read one by one, each with its own result', async () => {
  const pages = [
    ['a', 'x'],
    ['b', null],
  ].map(([row, cursor]) => JSON.stringify({ results: [row], results_length: 1, cursor }));
  const { base, calls } = await answering(...pages);
  const client = new Cardfile({ apiKey: 'key', baseUrl: base });
  const paged = client.companySearch({ company: { name: ['a'] } });
  const rows: unknown[] = [];
  for await (const { data } of paged.pages()) {
    rows.push(...data.results);
    expect(calls()).toBe(rows.length);
  }
  expect(rows).toEqual(['a', 'b']);
  expect((await paged).data.cursor).toBe('x');
});

it('accepts the bytes of a file, even if their buffer has no type', async () => {
  const { base } = await answering('{"rows":1}');
  const csv: Uint8Array = new TextEncoder().encode('person_network_url\n/in/a\n');
  const preview = await new Cardfile({ apiKey: 'key', baseUrl: base }).batches.preview({ operation: 'email', csv });
  expect(preview.data.rows).toBe(1);
});

it('an interrupted download is a connection error', async () => {
  server = createServer((_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': 100 });
    outgoing.write('{"status":"found"}\n{"sta');
    setTimeout(() => outgoing.destroy(), 50);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rows: unknown[] = [];
  const read = async () => {
    for await (const row of new Cardfile({ apiKey: 'key', baseUrl: base }).batches.results('batch')) rows.push(row);
  };
  await expect(read()).rejects.toThrow(ApiConnectionError);
  expect(rows).toEqual([{ status: 'found' }]);
});

it('a signal ends a download with its reason', async () => {
  server = createServer((_, outgoing) => outgoing.write('{"status":"found"}\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const controller = new AbortController();
  const read = async () => {
    const { batches } = new Cardfile({ apiKey: 'key', baseUrl: base });
    for await (const _ of batches.results('batch', { signal: controller.signal }))
      controller.abort(new Error('enough'));
  };
  await expect(read()).rejects.toThrow('enough');
});

it('an error that the service did not write is an API error with the status', async () => {
  server = createServer((_, outgoing) => outgoing.writeHead(403).end('<html>')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const error = await new Cardfile({ apiKey: 'key', baseUrl: base }).keyInfo().catch((each: unknown) => each);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 403,
    code: 'UNKNOWN',
    message: 'the server answered with status 403, but not as Cardfile does; check baseUrl and any proxy',
    details: [],
  });
});

it('a redirect is an error that names the address', async () => {
  server = createServer((_, outgoing) => {
    outgoing.writeHead(308, { location: 'https://data.example/v2/account/key-info' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(new Cardfile({ apiKey: 'key', baseUrl: base }).keyInfo()).rejects.toThrow(
    'the server redirects to https://data.example; give that address as baseUrl',
  );
});

it('wrong settings are errors that name the remedy', () => {
  vi.stubEnv('CARDFILE_KEY', '');
  expect(() => new Cardfile()).toThrow('apiKey is missing: pass it, or set the environment variable CARDFILE_KEY');
  expect(() => new Cardfile({ apiKey: 'key', baseUrl: 'data.example' })).toThrow('baseUrl is not a URL: data.example');
  expect(() => new Cardfile({ apiKey: 'key', baseUrl: 'localhost:8080' })).toThrow(
    'baseUrl is not a URL: localhost:8080',
  );
  expect(() => new Cardfile({ apiKey: 'key', baseUrl: 'https://data.example/#/keys' })).toThrow(
    'baseUrl must have an address and a path only: https://data.example/#/keys',
  );
  expect(() => new Cardfile({ apiKey: 'key', baseUrl: 'https://data.example/v2/' })).toThrow(
    'baseUrl ends with /v2, which the client adds: give https://data.example',
  );
  expect(() => new Cardfile({ apiKey: 'key', baseUrl: 'https://name:secret@data.example' })).toThrow(
    'baseUrl has a password, which fetch rejects; send it in headers',
  );
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {});
  expect(() => new Cardfile({ apiKey: 'key' })).toThrow(CardfileError);
  expect(new Cardfile({ apiKey: 'key', allowBrowser: true })).toBeInstanceOf(Cardfile);
});

it('the packed client is JavaScript with types', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-sdk-'));
  const root = join(import.meta.dirname, '../..');
  try {
    cpSync(join(root, 'packages/sdk'), join(folder, 'packages/sdk'), { recursive: true });
    cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '-p', join(folder, 'packages/sdk/tsconfig.build.json')], { timeout: 60_000 });
    const index = pathToFileURL(join(folder, 'packages/sdk/dist/index.js')).href;
    const program = `import { Cardfile } from '${index}'; console.log(typeof new Cardfile({ apiKey: 'k' }).peopleSearch)`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
    expect(stdout).toBe('function\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
