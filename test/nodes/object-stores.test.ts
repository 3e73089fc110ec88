// Object stores: a folder, the builder over HTTP, and a bucket behind a server that checks each signature by the
// published algorithm (AWS Signature Version 4).
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fastify } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../../src/app/config.ts';
import { publishedFolder } from '../../src/app/data-folder.ts';
import { editionsAddress, publishAddress } from '../../src/app/object-store-address.ts';
import { builderAddress, checkNodeSettings, objectSourceOf, objectStoreOf } from '../../src/app/object-stores.ts';
import { BucketObjectStore } from '../../src/nodes/bucket-object-store.ts';
import type { PublishedManifest } from '../../src/nodes/edition-manifest.ts';
import { FolderObjectStore } from '../../src/nodes/folder-object-store.ts';
import { HttpObjectSource, OBJECTS_PATH } from '../../src/nodes/http-object-source.ts';
import { isNodeToken, nodeToken } from '../../src/nodes/node-token.ts';
import {
  type ObjectStore,
  PART_BYTES,
  putObject,
  putParts,
  sha256Of,
  verifiedObject,
  verifiedParts,
} from '../../src/nodes/object-store.ts';
import { registerObjects } from '../../src/serve/object-route.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'cardfile-objects-'));
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function temporary(): string {
  const path = folder();
  ends.push(() => rmSync(path, { recursive: true }));
  return path;
}

const ACCESS = 'AKEXAMPLE';
const SECRET = 'a secret/with+signs';

/** The fault of a request, instead of its answer: a status, a lost connection, no answer, or an endless answer. */
type Fault = number | 'lost' | 'silent' | 'endless';

/** The error codes of statuses; of others: SlowDown. */
const CODES: Readonly<Record<number, string>> = { 403: 'RequestTimeTooSkewed', 404: 'NoSuchBucket' };

interface Bucket {
  readonly base: string;
  readonly objects: Map<string, Buffer>;
  readonly rejected: string[];
  /** Faults of the next requests. */
  readonly faults: Fault[];
}

/**
 * A bucket in memory. It answers 403 if the signature does not match the headers, path and query of a request, and 400
 * if the content does not match its signed checksum.
 */
async function bucketServer(): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  const rejected: string[] = [];
  const faults: Fault[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const fault = faults.shift();
    if (fault === 'silent') return undefined;
    if (fault === 'lost') return request.socket.resetAndDestroy();
    if (fault === 'endless') return response.writeHead(200, { 'content-length': 2 }).write('x');
    if (fault !== undefined)
      return response.writeHead(fault).end(`<Error><Code>${CODES[fault] ?? 'SlowDown'}</Code></Error>`);
    if (!isSigned(request)) {
      rejected.push(`${request.method} ${request.url}`);
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    const url = new URL(request.url ?? '', 'http://bucket');
    const key = decodeURIComponent(url.pathname).replace('/bucket/', '');
    if (request.method === 'PUT') {
      if (request.headers['x-amz-content-sha256'] !== sha256Of(body)) return response.writeHead(400).end();
      objects.set(key, body);
      return response.writeHead(200).end();
    }
    if (request.method === 'DELETE') return response.writeHead(objects.delete(key) ? 204 : 404).end();
    if (url.searchParams.has('list-type')) return response.end(listOf(url.searchParams, [...objects.keys()].sort()));
    const found = objects.get(key);
    if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    return response.writeHead(200, { 'content-length': found.length }).end(request.method === 'HEAD' ? '' : found);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, objects, rejected, faults };
}

/** Lists two keys per page. */
function listOf(query: URLSearchParams, keys: readonly string[]): string {
  const start = Number(query.get('continuation-token') ?? 0);
  const own = keys.filter((key) => key.startsWith(query.get('prefix') ?? ''));
  const next = start + 2 < own.length ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : '';
  const entries = own
    .slice(start, start + 2)
    .map((key) => `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key></Contents>`);
  return `<ListBucketResult>${entries.join('')}${next}</ListBucketResult>`;
}

function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, access, day = '', region = '', signed = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  const { pathname, searchParams } = new URL(url, 'http://bucket');
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const names = signed.split(';');
  const canonical = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const content = String(headers['x-amz-content-sha256']);
  const path = pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const request = [method, path, query, canonical, signed, content].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const hashed = createHash('sha256').update(request).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashed].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    Buffer.from(`AWS4${SECRET}`),
  );
  return (
    access === ACCESS && region === 'eu-west-1' && createHmac('sha256', key).update(text).digest('hex') === signature
  );
}

const configOf = (data: string, environment: NodeJS.ProcessEnv = {}): Config =>
  readConfig({ data }, environment).config;

async function bucketObjectStore(secret = SECRET) {
  const bucket = await bucketServer();
  const address = `s3+http://${ACCESS}:${encodeURIComponent(secret)}@${new URL(bucket.base).host}/bucket/some/pre%20fix&c?region=eu-west-1`;
  const objectStore = objectStoreOf(configOf(temporary()), publishAddress(address) ?? { kind: 'own', url: null });
  return { ...bucket, objectStore };
}

interface TestedObjectStore {
  readonly objectStore: ObjectStore;
  /** Stores bytes under any name. */
  readonly store: (name: string, bytes: Buffer) => unknown;
}

describe.each<[string, () => Promise<TestedObjectStore>]>([
  [
    'a folder',
    async () => {
      const objectStore = new FolderObjectStore(join(temporary(), 'objects'));
      return { objectStore, store: (name, bytes) => objectStore.put(name, bytes) };
    },
  ],
  [
    'a bucket',
    async () => {
      const { objectStore, objects } = await bucketObjectStore();
      return { objectStore, store: (name, bytes) => objects.set(`some/pre fix&c/${name}`, bytes) };
    },
  ],
])('%s', (_, make) => {
  test('returns, lists and removes the stored objects', async () => {
    const { objectStore } = await make();
    expect(await objectStore.get('0'.repeat(64))).toBeNull();
    expect(await objectStore.list()).toEqual([]);
    const content = Buffer.alloc(PART_BYTES + 5, 'content');
    const parts = await putParts(objectStore, content);
    expect(parts.map(({ bytes }) => bytes)).toEqual([PART_BYTES, 5]);
    expect((await verifiedParts(objectStore, parts)).equals(content)).toBe(true);
    const small = await putObject(objectStore, Buffer.from('small'));
    await putObject(objectStore, Buffer.from('small'));
    const names = [...parts, small].map(({ sha256 }) => sha256);
    expect([...(await objectStore.list())].sort()).toEqual(names.sort());
    await objectStore.remove(small.sha256);
    await objectStore.remove(small.sha256);
    expect(await objectStore.get(small.sha256)).toBeNull();
    await expect(verifiedObject(objectStore, small)).rejects.toThrow('not in the object store any more');
  });

  test('a damaged object is not used', async () => {
    const { objectStore, store } = await make();
    const name = sha256Of(Buffer.from('right'));
    await store(name, Buffer.from('wrong'));
    await expect(verifiedObject(objectStore, { sha256: name, bytes: 5 })).rejects.toThrow('damaged');
  });
});

test('a wrong secret key of a bucket is reported as such', async () => {
  const { objectStore, rejected } = await bucketObjectStore('another secret');
  await expect(objectStore.put('a'.repeat(64), Buffer.from('x'))).rejects.toThrow('403 SignatureDoesNotMatch');
  await expect(objectStore.get('a'.repeat(64))).rejects.toThrow('403 SignatureDoesNotMatch');
  expect(rejected.length).toBe(3);
});

test('a time that the bucket rejects is reported with the clocks that cause it', async () => {
  const { objectStore, faults } = await bucketObjectStore();
  faults.push(403);
  await expect(objectStore.get('a'.repeat(64))).rejects.toThrow(
    /403 RequestTimeTooSkewed; .*synchronize all clocks by NTP/,
  );
});

test('a bucket that does not exist is reported as such, not as a missing object', async () => {
  const { objectStore, faults } = await bucketObjectStore();
  faults.push(404);
  await expect(objectStore.get('a'.repeat(64))).rejects.toThrow('404 NoSuchBucket');
  expect(await objectStore.get('a'.repeat(64))).toBe(null);
});

test('requests are repeated if a bucket is busy or loses a connection, but not after other errors', async () => {
  const { objectStore, faults, objects } = await bucketObjectStore();
  const bytes = Buffer.from('content');
  const name = sha256Of(bytes);
  faults.push(200, 503, 'lost');
  await objectStore.put(name, bytes);
  expect([...objects.keys()]).toEqual([`some/pre fix&c/${name}`]);
  faults.push('lost', 500);
  expect((await objectStore.get(name))?.equals(bytes)).toBe(true);
  faults.push(503, 503, 503);
  await expect(objectStore.get(name)).rejects.toThrow('503 SlowDown');
  faults.push(400, 200);
  await expect(objectStore.get(name)).rejects.toThrow('400');
  await expect(objectStore.put('a'.repeat(64), bytes)).rejects.toThrow('400');
});

test.each(['silent', 'endless'] as const)(
  'a bucket whose answer is %s is reported after a time limit',
  async (fault) => {
    const { base, faults } = await bucketServer();
    faults.push(fault);
    const address = { url: `${base}/bucket`, region: 'eu-west-1', accessKey: ACCESS, secretKey: SECRET };
    // Collects garbage continually, so that weakly referenced objects are collected before the time limit.
    setFlagsFromString('--expose-gc');
    const collecting = setInterval(runInNewContext('gc'), 20);
    ends.push(() => clearInterval(collecting));
    const answer = new BucketObjectStore(address, 500).get('a'.repeat(64));
    await expect(answer).rejects.toThrow('the bucket of editions is out of reach: no answer in time');
  },
);

test('an object store that cannot be reached is reported with the reason', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.close();
  await once(server, 'close');
  const bucket = new BucketObjectStore({ url: `${base}/bucket`, region: 'r', accessKey: ACCESS, secretKey: SECRET });
  const name = 'a'.repeat(64);
  const reason = 'the bucket of editions is out of reach: ECONNREFUSED';
  await expect(bucket.put(name, Buffer.from('x'))).rejects.toThrow(reason);
  await expect(bucket.get(name)).rejects.toThrow(reason);
  await expect(bucket.list()).rejects.toThrow(reason);
  await expect(bucket.remove(name)).rejects.toThrow(reason);
  const builder = new HttpObjectSource({ url: base, secret: SECRET, now: () => 0 });
  await expect(builder.get(name)).rejects.toThrow(`the builder at ${base} is out of reach: ECONNREFUSED`);
});

test('a folder drops the files of a killed writer, and keeps those of a running one', async () => {
  const path = temporary();
  const [killed, running] = [`${'a'.repeat(64)}.1-1.new`, `${'b'.repeat(64)}.1-1.new`];
  for (const name of [killed, running]) writeFileSync(join(path, name), 'half');
  const before = Date.now() / 1000 - 3600;
  utimesSync(join(path, killed), before, before);
  const objectStore = new FolderObjectStore(path);
  expect(await objectStore.list()).toEqual([]);
  await objectStore.removeDrafts();
  expect(readdirSync(path)).toEqual([running]);
});

test('a folder keeps nothing of an object that could not be written', async () => {
  const path = temporary();
  const name = 'a'.repeat(64);
  // An object cannot replace a folder.
  mkdirSync(join(path, name));
  await expect(new FolderObjectStore(path).put(name, Buffer.from('content'))).rejects.toThrow('EISDIR');
  expect(readdirSync(path)).toEqual([name]);
});

test('the builder sends its objects only to nodes with the secret', async () => {
  const secret = 'sixteen characters';
  const config = configOf(temporary(), { CARDFILE_PUBLISH: 'http', CARDFILE_NODE_SECRET: secret });
  const app = fastify();
  registerObjects(app, config);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  ends.push(() => app.close());
  const object = await putObject(new FolderObjectStore(publishedFolder(config)), Buffer.from('an edition'));
  const of = (own: string, now = Date.now) => new HttpObjectSource({ url, secret: own, now });
  expect((await verifiedObject(of(secret), object)).toString()).toBe('an edition');
  expect(await of(secret).get('0'.repeat(64))).toBeNull();
  await expect(of('seventeen characters').get(object.sha256)).rejects.toThrow('CARDFILE_NODE_SECRET');
  await expect(of(secret, () => Date.now() - 3_600_000).get(object.sha256)).rejects.toThrow('clocks');
  const bare = await fetch(`${url}${OBJECTS_PATH}/${object.sha256}`);
  expect(bare.status).toBe(401);
  const name = '..%2fcatalog.db';
  const outside = await fetch(`${url}${OBJECTS_PATH}/${name}`, {
    headers: { authorization: nodeToken(secret, '../catalog.db', Date.now()) },
  });
  expect(outside.status).toBe(404);
});

test('a token is valid for one object and a short time', () => {
  const [secret, nowMs] = ['sixteen characters', 1_700_000_000_000];
  const token = nodeToken(secret, 'one', nowMs);
  expect(isNodeToken(token, secret, { name: 'one', nowMs: nowMs + 60_000 })).toBe(true);
  expect(isNodeToken(token, secret, { name: 'other', nowMs })).toBe(false);
  expect(isNodeToken(token, secret, { name: 'one', nowMs: nowMs + 600_000 })).toBe(false);
  expect(isNodeToken(`${token}0`, secret, { name: 'one', nowMs })).toBe(false);
  expect(isNodeToken(undefined, secret, { name: 'one', nowMs })).toBe(false);
});

test.each([
  [{ CARDFILE_EDITIONS: '/e' }, 'set CARDFILE_DATABASE'],
  [{ CARDFILE_PUBLISH: '/e' }, 'set CARDFILE_DATABASE'],
  [{ CARDFILE_PUBLISH: '/e', CARDFILE_EDITIONS: '/e', CARDFILE_DATABASE: 'postgres://h/d' }, 'both set'],
  [{ CARDFILE_PUBLISH: 'http', CARDFILE_DATABASE: 'postgres://h/d' }, 'CARDFILE_NODE_SECRET'],
  [{ CARDFILE_PUBLISH: 'http://builder:8080', CARDFILE_DATABASE: 'postgres://h/d' }, 'CARDFILE_NODE_SECRET'],
  [{ CARDFILE_EDITIONS: 'http://builder:8080', CARDFILE_DATABASE: 'postgres://h/d' }, 'CARDFILE_NODE_SECRET'],
  [{ CARDFILE_EDITIONS: 'http', CARDFILE_DATABASE: 'postgres://h/d' }, 'CARDFILE_NODE_SECRET'],
])('settings %o are rejected', (environment, reason) => {
  expect(() => checkNodeSettings(configOf('/nowhere', environment))).toThrow(reason);
});

test('addresses of object stores are accepted, and other texts are not', () => {
  for (const read of [publishAddress, editionsAddress]) {
    expect(read('/mnt/editions')).toEqual({ kind: 'folder', path: '/mnt/editions' });
    expect(read('s3+https://K:a%2Fb@host.example/bucket/p/?region=r')).toEqual({
      ...{ kind: 'bucket', url: 'https://host.example/bucket/p', region: 'r', accessKey: 'K', secretKey: 'a/b' },
    });
    for (const text of [
      'http://builder/path',
      's3://bucket',
      's3+https://host/bucket',
      's3+https://K:S@host',
      's3+https://K:S@host/bucket?regon=r',
      's3+https://K:S%@host/bucket',
      's3+https://K:S@host/bucket/%ff',
      'ftp://x/y',
      'HTTP',
      'https',
      ' ',
    ])
      expect(read(text), text).toBeUndefined();
  }
  expect(editionsAddress('https://builder.example')).toEqual({ kind: 'builder', url: 'https://builder.example' });
  expect(editionsAddress('http')).toEqual({ kind: 'builder', url: null });
  expect(publishAddress('https://builder.example')).toEqual({ kind: 'own', url: 'https://builder.example' });
  expect(publishAddress('http')).toEqual({ kind: 'own', url: null });
  const address = 's3+https://K:SECRET@host/bucket';
  const { config, resolved } = readConfig({}, { CARDFILE_PUBLISH: address });
  expect(objectSourceOf(config, { kind: 'folder', path: '/x' })({} as PublishedManifest)).toBeInstanceOf(
    FolderObjectStore,
  );
  expect(JSON.stringify(resolved)).not.toContain('SECRET');
});

test('a builder is reached at the address of its settings, else at its host and port', () => {
  const at = (environment: NodeJS.ProcessEnv) => builderAddress(configOf('/nowhere', environment), 8081);
  expect(at({ CARDFILE_PUBLISH: 'http', CARDFILE_HOST: '10.0.0.5' })).toBe('http://10.0.0.5:8081');
  expect(at({ CARDFILE_PUBLISH: 'http', CARDFILE_HOST: '::1' })).toBe('http://[::1]:8081');
  expect(at({ CARDFILE_PUBLISH: 'http', CARDFILE_HOST: '0.0.0.0' })).toBe(`http://${hostname()}:8081`);
  expect(at({ CARDFILE_PUBLISH: 'https://b.example', CARDFILE_HOST: '0.0.0.0' })).toBe('https://b.example');
});
