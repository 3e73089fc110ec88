// Paths outside the API: health, readiness, metrics, the OpenAPI document and the reference. They need no key.
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editionsFolder } from '../../src/app/data-folder.ts';
import { ENDPOINTS, OPERATIONS } from '../../src/contract/endpoints/endpoints.ts';
import { company, person, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeEach(async () => {
  const people = [person('jane', 1, { experiences: [position('acme', 'Clerk'), position('acme', 'Cook')] })];
  const jobs = [{ company_network_url: '/company/acme', title: 'Clerk', source: 'board' }];
  service = await startTestService({ companies: [company('acme', 'Acme')], people, jobs }, { metricsToken: 'reader' });
});
afterEach(() => service.close());
const read = (url: string, options: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  service.request({ method: 'GET', url, ...options });

it.each(['/', '/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/docs/', '/docs/api.html', '/llms.txt'])(
  'HEAD %s has the status and the headers of GET, and no body',
  async (url) => {
    const [head, get] = [
      await service.running.app.inject({ method: 'HEAD', url }),
      await service.running.app.inject({ method: 'GET', url }),
    ];
    expect([head.statusCode, head.headers['content-type']]).toEqual([get.statusCode, get.headers['content-type']]);
    expect(head.body).toBe('');
  },
);

it('HEAD /metrics needs the token from other addresses', async () => {
  const statusOf = async (headers: Record<string, string>) =>
    (await service.request({ method: 'HEAD', url: '/metrics', remoteAddress: '192.0.2.1', headers })).status;
  expect([await statusOf({}), await statusOf({ authorization: 'Bearer reader' })]).toEqual([403, 200]);
});

describe('/healthz and /readyz', () => {
  it('answer 200 while the catalog and the edition are available', async () => {
    expect(await read('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const { status, body } = await read('/readyz');
    expect([status, body.status]).toEqual([200, 'ready']);
    expect(body).toMatchObject({ edition: expect.any(String), companies: 1, jobs: 1 });
  });

  it('distinguish a live process from one that is not ready: the catalog fails', async () => {
    service.running.catalog.close();
    expect((await read('/healthz')).status).toBe(200);
    const { status, body } = await read('/readyz');
    expect([status, body]).toEqual([503, { status: 'not ready', reason: 'the catalog does not respond' }]);
  });

  it('distinguish a live process from one that is not ready: there is no edition yet', async () => {
    rmSync(editionsFolder(service.config), { recursive: true });
    await service.restart();
    expect((await read('/healthz')).status).toBe(200);
    expect(await read('/readyz')).toMatchObject({ status: 503, body: { status: 'not ready' } });
    await service.index();
    expect((await read('/readyz')).status).toBe(200);
  });
});

describe('/metrics', () => {
  it('counts calls by path and status, and answers on loopback', async () => {
    await service.call('current-date', { region: 'UTC' });
    await service.call('current-date', {});
    await service.call('current-date', {});
    const { status, headers, body } = await read('/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const counts = body
      .split('\n')
      .filter((line: string) => line.includes('path="/v2/utils/current-date"') && / [12]$/.test(line));
    expect(counts.some((line: string) => line.includes('status="200"') && line.endsWith(' 1'))).toBe(true);
    expect(counts.some((line: string) => line.includes('status="422"') && line.endsWith(' 2'))).toBe(true);
  });

  it.each([
    ['127.0.0.1', {}, 200],
    ['::1', {}, 200],
    ['::ffff:127.0.0.1', {}, 200],
    ['192.0.2.1', {}, 403],
    ['1270.0.2.1', {}, 403],
    ['192.0.2.1', { authorization: 'Bearer reader' }, 200],
    ['192.0.2.1', { authorization: 'Bearer other' }, 403],
    ['192.0.2.1', { authorization: 'reader' }, 403],
    ['192.0.2.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
  ])('answers a request from %s with %j with %i', async (remoteAddress, headers, status) => {
    expect((await read('/metrics', { remoteAddress, headers })).status).toBe(status);
  });
});

describe('/openapi.json and /docs', () => {
  it('describe every endpoint by its path and method', async () => {
    const { status, body } = await read('/openapi.json');
    expect(status).toBe(200);
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const endpoints = OPERATIONS.map((operation) => `${ENDPOINTS[operation].method} ${ENDPOINTS[operation].path}`);
    const isCall = (line: string) => line.includes(' /v2/') && !/ \/v2\/(batches|watches|webhooks)/.test(line);
    const calls = described.filter(isCall);
    expect(calls.toSorted()).toEqual(endpoints.toSorted());
  });

  it('show the reference as a page that loads nothing from other hosts', async () => {
    const { status, headers, body } = await read('/docs/api.html');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
    expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
  });
});

it('accept no other method', async () => {
  for (const url of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/docs/api.html'])
    expect((await service.request({ method: 'POST', url })).status).toBe(404);
});
