// OWASP API4:2023, unrestricted resource consumption, by size: a large request is rejected by its declared length or
// at its limit, and an allowed one costs bounded time, whatever its contents.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { company, companyUrl, person, position } from '../support/fixture-records.ts';
import { listen, type RawRequest, requestText, talk } from '../support/raw-http.ts';
import { checkErrorBody, startTestService, type TestService } from '../support/service.ts';

const MIB = 1024 * 1024;
/** 64 KiB that decompress to 64 MiB. */
const BOMB = gzipSync(Buffer.alloc(64 * MIB));
/** Time limit of any call: many times the usual time. */
const CALL_MS_MAX = 10_000;

let service: TestService;
let port: number;
beforeAll(async () => {
  const people = Array.from({ length: 200 }, (_, index) =>
    person(`p-${index}`, index, { experiences: [position('acme', 'Clerk')] }),
  );
  service = await startTestService({ companies: [company('acme', 'Acme')], people });
  port = await listen(service);
});
afterAll(() => service.close());

const answersTo = async (request: RawRequest, quietMs = 150) =>
  (await talk(port, [requestText({ key: service.key, ...request })], { quietMs })).answers;

describe('a compressed body is rejected by its header, unread:', () => {
  it.each(['gzip', 'br', 'deflate', 'x-gzip', 'gzip, gzip', 'zstd'])('%s', async (encoding) => {
    const startedMs = performance.now();
    const before = process.memoryUsage().rss;
    const { status, body } = await service.call('current-date', undefined, {
      raw: BOMB,
      headers: { 'content-encoding': encoding },
    });
    expect([status, body.error.code]).toEqual([422, 'INVALID_INPUT']);
    expect(body.error.message).toContain('Content-Encoding');
    expect(performance.now() - startedMs).toBeLessThan(CALL_MS_MAX);
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * MIB);
  });
});

describe('is rejected before it is parsed as a call:', () => {
  it.each<[string, RawRequest]>([
    ['a long path', { target: `/v2/${'a'.repeat(20_000)}` }],
    ['a long query', { target: `/v2/utils/current-date?${'a=1&'.repeat(5000)}` }],
    ['a large header', { lines: [`X-Large: ${'a'.repeat(20_000)}`] }],
    ['a large key', { key: `cf_live_${'a'.repeat(20_000)}` }],
    ['a large cookie', { lines: [`Cookie: ${'a=b; '.repeat(4000)}`] }],
    ['many headers', { lines: Array<string>(1500).fill('a: b') }],
    ['the same header many times', { lines: Array<string>(1500).fill('Idempotency-Key: a') }],
    ['a long header name', { lines: [`${'x'.repeat(20_000)}: a`] }],
  ])('%s is a 431', async (_, request) => {
    const [answer, ...others] = await answersTo(request);
    expect([answer?.status, answer?.headers['connection'], others]).toEqual([431, 'close', []]);
    checkErrorBody(JSON.parse(answer?.body ?? ''));
  });

  it('a very long method is a 400', async () => {
    expect((await answersTo({ method: 'A'.repeat(20_000) })).map((answer) => answer.status)).toEqual([400]);
  });

  it('endless chunk extensions', async () => {
    const lines = ['Transfer-Encoding: chunked'];
    const answers = await answersTo({ lines, body: `1;${'a'.repeat(40_000)}\r\n{\r\n0\r\n\r\n` });
    expect(answers.map((answer) => answer.status)).toEqual([400]);
  });

  it('endless trailers', async () => {
    const lines = ['Transfer-Encoding: chunked'];
    const answers = await answersTo({ lines, body: `2\r\n{}\r\n0\r\n${'a: b\r\n'.repeat(5000)}\r\n` });
    expect(answers.map((answer) => answer.status)).toEqual([431]);
  });
});

describe('costs bounded time and gets the right status:', () => {
  const words = (count: number, word: string) => Array<string>(count).fill(word);
  const long = 'a'.repeat(LIMITS.filterStringMax);
  const many = LIMITS.filterEntriesMax;
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

  it.each<[string, Operation, string, number]>([
    [
      'every list full of long words',
      'people-search',
      JSON.stringify({
        people: { job_title: words(many, long) },
        company: { name: words(many, long), keywords: words(many, long) },
      }),
      200,
    ],
    [
      'every list full of many words',
      'people-search',
      JSON.stringify({ people: { job_title: words(many, 'a '.repeat(100)) } }),
      200,
    ],
    [
      'abbreviations in each place',
      'people-search',
      JSON.stringify({ people: { job_title: words(many, 'vp '.repeat(66)) } }),
      200,
    ],
    [
      'brackets in brackets',
      'people-search',
      JSON.stringify({ people: { job_title: words(many, `${'['.repeat(100)}${']'.repeat(100)}`) } }),
      422,
    ],
    [
      'letters that fold into many',
      'people-search',
      JSON.stringify({ people: { job_title: words(many, '\ufdfa'.repeat(200)) } }),
      200,
    ],
    [
      'stacked accents',
      'people-search',
      JSON.stringify({ people: { job_title: words(many, `a${'\u0301'.repeat(199)}`) } }),
      200,
    ],
    [
      'ten steps of fifty words',
      'waterfall',
      JSON.stringify({
        company_network_url: companyUrl('acme'),
        cascade: Array(10).fill({
          include_title: words(many, long),
          exclude_title: words(many, long),
          location: ['WORLD'],
        }),
      }),
      200,
    ],
    [
      'the largest page',
      'employee-finder',
      JSON.stringify({ company_network_url: companyUrl('acme'), max_results: 100 }),
      200,
    ],
    [
      'the last possible page',
      'employee-finder',
      JSON.stringify({ company_network_url: companyUrl('acme'), page: Number.MAX_SAFE_INTEGER, max_results: 100 }),
      200,
    ],
    ['values far from any listed', 'people-search', JSON.stringify({ company: { industry: words(many, long) } }), 422],
    ['deep nesting', 'people-search', `{"people":${deep}}`, 422],
    ['many keys', 'people-search', `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`, 422],
    ['one key many times', 'people-search', `{${'"people":{},'.repeat(60_000)}"people":{}}`, 422],
    ['a number with many digits', 'people-search', `{"max_results":${'9'.repeat(500_000)}}`, 422],
    ['a very long key', 'people-search', `{"${'k'.repeat(1_000_000)}":1}`, 422],
    ['a very long URL', 'company', JSON.stringify({ company_network_url: `/company/${'%41'.repeat(600)}` }), 422],
    ['a URL of slashes only', 'company', JSON.stringify({ company_network_url: '/'.repeat(2048) }), 422],
    ['an address of dots only', 'email-to-person', JSON.stringify({ email: `a@${'.'.repeat(250)}` }), 422],
    ['a domain with many labels', 'domain-to-network', JSON.stringify({ domain: `${'a.'.repeat(120)}example` }), 404],
    ['a phone number of blanks only', 'phone-to-person', JSON.stringify({ phone: `${' '.repeat(199)}1` }), 422],
  ])('%s', async (_, operation, raw, status) => {
    const startedMs = performance.now();
    const answer = await service.call(operation, undefined, { raw });
    expect(performance.now() - startedMs).toBeLessThan(CALL_MS_MAX);
    expect(answer.status).toBe(status);
    // An error repeats little of the rejected value.
    if (status !== 200) expect(JSON.stringify(answer.body).length).toBeLessThan(100_000);
  });
});

it('pipelined calls on one connection count against the rate', async () => {
  const key = await service.makeAccount({ name: 'piped', creditsPerMonth: 1000, requestsPerSecond: 10 });
  const { answers } = await talk(port, [requestText({ key }).repeat(100)]);
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([answers.length, count(200), count(429)]).toEqual([100, 10, 90]);
});

it('an address that fails to authenticate is limited on one connection, too', async () => {
  service.clock.ms += 1000;
  const { answers } = await talk(port, [requestText({ key: 'none' }).repeat(50)]);
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([answers.length, count(401), count(429)]).toEqual([50, 20, 30]);
});
