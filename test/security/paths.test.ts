// Spellings of a path that a proxy in front of the service could interpret differently. The service decodes a path in
// one way, or answers 404.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, requestText, talk } from '../support/raw-http.ts';
import { checkErrorBody, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  port = await listen(service);
});
afterAll(() => service.close());

async function answerTo(target: string, method = 'POST') {
  const lines = ['Connection: close'];
  const { answers } = await talk(port, [requestText({ key: service.key, target, method, lines })]);
  expect(answers).toHaveLength(1);
  const [answer] = answers;
  if (!answer) throw new Error('no answer');
  return answer;
}

describe('is unknown under /v2, and is a 404 with the error envelope:', () => {
  it.each([
    '/v2',
    '/v2/',
    '/v2/.',
    '/v2/..',
    '/v2/../v2/utils/current-date',
    '/v2/./utils/current-date',
    '/v2/utils/../utils/current-date',
    '/v2/utils/current-date/.',
    '/v2/utils/current-date/..',
    '/v2/%2e%2e/v2/utils/current-date',
    '/v2/%2e/utils/current-date',
    '/v2/utils%2fcurrent-date',
    '/v2/utils%2Fcurrent-date',
    '/v2/utils%5ccurrent-date',
    '/v2/\\utils\\current-date',
    '/v2//utils/current-date',
    '/v2/utils//current-date',
    '/v2/utils/current-date/',
    '/v2/utils/current-date//',
    '/v2/utils/current-date;x=1',
    '/v2/utils;x=1/current-date',
    '/v2/utils/current-date%3fx=1',
    '/v2/utils/current-date%23x',
    '/v2/utils/current-date%20',
    '/v2/utils/current-date%00',
    '/v2/utils/current-date%0d%0aX-Injected:%20yes',
    '/v2/utils/current-date.json',
    '/v2/utils/current%252ddate',
    '/v2/utils/current-dat%c3%a9',
    '/v2/utils/current-date%',
    '/v2/utils/current-date%zz',
    '/v2/utils/current-date%c0%af',
    '/v2/UTILS/CURRENT-DATE',
    '/v2/Utils/Current-Date',
    '/v2/utils/current-date/__proto__',
    '/v2/__proto__',
    '/v2/*',
    '/v2/:path',
    `/v2/${'a'.repeat(10_000)}`,
    `/v2${'/..'.repeat(2000)}/etc/passwd`,
  ])('%s', async (target) => {
    const answer = await answerTo(target);
    expect(answer.status).toBe(404);
    const body = JSON.parse(Buffer.from(answer.body, 'latin1').toString('utf8'));
    checkErrorBody(body);
    expect(body.error.code).toBe('NOT_FOUND');
    expect(answer.headers).not.toHaveProperty('x-injected');
    expect(answer.body.length).toBeLessThan(1000);
  });
});

describe('is unknown, and is a plain 404:', () => {
  it.each([
    '//v2/utils/current-date',
    '///v2/utils/current-date',
    '/./v2/utils/current-date',
    '/x/../v2/utils/current-date',
    '/%2fv2/utils/current-date',
    '/%76%32%2futils/current-date',
    '/V2/utils/current-date',
    '/v2%2futils/current-date',
    '/docs/../healthz',
    '/docs/%2e%2e/healthz',
    '/docs/..%2f..%2fpackage.json',
    '/docs/../../package.json',
    '/.env',
    '/.git/config',
    '/data/accounts.db',
    'http://other.example/nowhere',
    'ftp://other.example/v2/utils/current-date',
    'javascript:alert(1)',
  ])('%s', async (target) => {
    for (const method of ['GET', 'POST']) {
      const answer = await answerTo(target, method);
      // A target in another form than a path is invalid HTTP for some methods.
      expect([404, 400]).toContain(answer.status);
      if (answer.status === 404) expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.body).not.toContain(target);
    }
  });
});

it('a target that is no path leads to no endpoint', async () => {
  expect((await answerTo('*', 'OPTIONS')).status).toBe(404);
  expect((await answerTo('*', 'POST')).status).toBe(404);
});

describe('leads to the endpoint of its decoded path:', () => {
  it.each([
    '/v2/utils/current-date',
    '/v2/%75tils/current-date',
    '/v2/utils/current%2ddate',
    '/%76%32/utils/current-date',
  ])('%s', async (target) => {
    expect((await answerTo(target)).status).toBe(200);
  });
});

it('a key that is limited to one path cannot call another in any spelling', async () => {
  const key = await service.makeKey({ allowedPaths: ['/v2/enrichment/company'] });
  const targets = [
    '/v2/utils/current-date',
    '/v2/%75tils/current-date',
    '/%76%32/utils/current-date',
    'http://x/v2/utils/current-date',
  ];
  for (const target of targets) {
    const { answers } = await talk(port, [requestText({ key, target, lines: ['Connection: close'] })]);
    expect(answers.map((answer) => answer.status)).toEqual([401]);
  }
});
