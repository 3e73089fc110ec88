// Generated requests: most for a known endpoint, with its method, path, query, headers, key and body, or with one of
// these corrupted. body-arbitraries.ts has the bodies.
import { METHODS } from 'node:http';
import fc from 'fast-check';
import { Draws, EXPENSIVE } from '../../bench/support/expensive-bodies.ts';
import { ENDPOINTS, OPERATIONS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { type Dictionary, payloads } from '../support/body-arbitraries.ts';

/** One in this many requests is much larger and more expensive than others. */
const EXPENSIVE_ONE_IN = 200;

export interface FuzzRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer;
  readonly remoteAddress: string;
}

/** Keys by their permissions. */
export interface FuzzKeys {
  readonly ample: string;
  readonly others: readonly string[];
}

/** Paths that need no key; the large script of /docs is excluded. */
export const PAGES = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/api.html',
  '/docs/start.js',
] as const;

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const oneIn = <Value>(count: number, usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: count - 1, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** Paths similar to one of an endpoint, and others. */
function strangePaths(path: string): fc.Arbitrary<string> {
  const encoded = [...path].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const near = [
    ...PAGES,
    `${path}/`,
    `${path}//`,
    path.toUpperCase(),
    path.replace('/v2', '//v2'),
    path.replace('/v2', '/v2/..'),
    path.replace('/v2', '/v2/%2e%2e/v2'),
    path.replaceAll('/', '%2f').replace('%2f', '/'),
    path.replaceAll('/', '/./'),
    `${path};x=1`,
    `${path}%00`,
    `${path}%`,
    `${path}.json`,
    `/${encoded.slice(1).join('')}`,
    '/v2',
    '/v2/',
    `/v2/${'a'.repeat(5000)}`,
    '/v2/__proto__',
    '/v2/constructor/prototype',
  ];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...near) },
    { weight: 1, arbitrary: fc.webPath().map((tail) => `/v2${tail}`) },
    { weight: 1, arbitrary: printable.map((tail) => `/v2/${encodeURI(tail)}`) },
  );
}

const queries = fc.oneof(
  fc.webQueryParameters().map((query) => `?${query}`),
  fc.constantFrom('?', '?x-api-key=cf_live_x', '?__proto__[x]=1', '?a=%00', '?a=%ff', '?max_results=1', '??', '?&&&'),
  printable.map((text) => `?${encodeURIComponent(text)}`),
);

/** Headers other than the key and the content type. */
const extraHeaders = fc.record(
  {
    'idempotency-key': fc.oneof(fc.constantFrom('a', 'b', 'c', ''), printable, fc.constant('k'.repeat(256))),
    accept: printable,
    'accept-encoding': fc.constantFrom('gzip', 'br', '*'),
    'content-encoding': fc.constantFrom('identity', 'gzip', 'br', ''),
    'x-request-id': printable,
    'x-http-method-override': fc.constantFrom('DELETE', 'GET'),
    'x-forwarded-for': fc.constantFrom('127.0.0.1', '::1', '1, 2'),
    'x-original-url': fc.constantFrom('/metrics', '/v2/account/key-info'),
    authorization: printable,
    cookie: printable,
    origin: fc.webUrl(),
    range: fc.constantFrom('bytes=0-1', 'bytes=-1'),
    'if-none-match': fc.constant('*'),
    expect: fc.constantFrom('100-continue', '200-ok'),
    [`x-${'n'.repeat(100)}`]: fc.constant('v'.repeat(4000)),
  },
  { requiredKeys: [] },
);
const types = oneIn(
  40,
  fc.constant('application/json'),
  fc.oneof(
    fc.constantFrom(
      'application/json; charset=utf-8',
      'application/json; charset=latin1',
      'text/plain',
      'multipart/form-data',
      '',
    ),
    printable,
  ),
);

function keysOf({ ample, others }: FuzzKeys): fc.Arbitrary<string> {
  const spoilt = fc.tuple(fc.nat(ample.length - 1), printable);
  return fc.oneof(
    { weight: 60, arbitrary: fc.constant(ample) },
    { weight: 3, arbitrary: fc.constantFrom(...others) },
    { weight: 1, arbitrary: spoilt.map(([at, text]) => ample.slice(0, at) + text) },
    { weight: 1, arbitrary: fc.constantFrom('', '__proto__', ample.toUpperCase(), `${ample},${ample}`) },
  );
}

const addresses = fc.tuple(fc.nat(255), fc.nat(255)).map(([high, low]) => `127.0.${high}.${low}`);
const tooLarge = fc.constant(Buffer.alloc(LIMITS.bodyBytesMax + 1, ' '));

function requestsOf(operation: Operation, keys: FuzzKeys, dictionary: Dictionary): fc.Arbitrary<FuzzRequest> {
  const { method, path } = ENDPOINTS[operation];
  return fc
    .record({
      method: oneIn(60, fc.constant<string>(method), fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT'))),
      path: oneIn(40, fc.constant(path), strangePaths(path)),
      query: oneIn(60, fc.constant(''), queries),
      key: keysOf(keys),
      type: types,
      extra: oneIn(15, fc.constant({}), extraHeaders),
      payload: oneIn<string | Buffer>(300, payloads(operation, dictionary), tooLarge),
      remoteAddress: addresses,
    })
    .map(({ path: sent, query, key, type, extra, ...rest }) => ({
      ...rest,
      url: sent + query,
      headers: { 'x-api-key': key, 'content-type': type, ...extra },
    }));
}

/** Bodies that take as much time as the contract allows. */
function expensiveRequests({ ample }: FuzzKeys, dictionary: Dictionary): fc.Arbitrary<FuzzRequest> {
  const [cursor = null] = dictionary['cursor'] ?? [];
  const subjects = {
    companyUrls: dictionary['company_network_url'] ?? [],
    titles: ['VP Sales', 'Software Engineer', 'Chief Executive Officer', 'Manager'],
    words: ['vp', 'sales', 'of', 'data', 'head', 'and', 'bank', 'chief', 'web', 'staff', 'lead', 'team'],
    cursor,
  };
  const draws = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 100, maxLength: 100 });
  return fc
    .record({ make: fc.constantFrom(...Object.values(EXPENSIVE)), draws, remoteAddress: addresses })
    .map(({ make, draws: numbers, remoteAddress }): FuzzRequest => {
      const { path, body } = make(new Draws(numbers), subjects);
      const headers = { 'x-api-key': ample, 'content-type': 'application/json' };
      return { method: 'POST', url: path, headers, payload: body, remoteAddress };
    });
}

/** Requests for all endpoints. */
export function fuzzRequests(keys: FuzzKeys, dictionary: Dictionary): fc.Arbitrary<FuzzRequest> {
  const usual = fc.oneof(...OPERATIONS.map((operation) => requestsOf(operation, keys, dictionary)));
  return oneIn(EXPENSIVE_ONE_IN, usual, expensiveRequests(keys, dictionary));
}
