// OWASP API7:2023, server side request forgery: whatever addresses a body contains, the service opens no connection,
// resolves no name and starts no process. The one exception, webhooks, reaches public addresses only.
import { createHook } from 'node:async_hooks';
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { company, companyUrl, person, personUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Async operations in Node that leave the process. */
const REACHING_OUT = new Set([
  'TCPCONNECTWRAP',
  'PIPECONNECTWRAP',
  'UDPSENDWRAP',
  'GETADDRINFOREQWRAP',
  'GETNAMEINFOREQWRAP',
  'QUERYWRAP',
  'PROCESSWRAP',
]);
const begun: string[] = [];
const hook = createHook({
  init(_id, type) {
    if (REACHING_OUT.has(type)) begun.push(type);
  },
});

const bait = createServer((_request, reply) => reply.end('{}'));
let baitHost = '';
let hits = 0;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    companies: [
      company('acme', 'Acme', { domain: 'acme.example', website: 'http://169.254.169.254/latest/meta-data' }),
    ],
    people: [person('jane', 1, { emails: [{ email: 'jane@acme.example', status: 'valid' }] })],
  });
  bait.on('connection', () => {
    hits += 1;
  });
  await new Promise<void>((resolve) => bait.listen(0, '127.0.0.1', resolve));
  baitHost = `127.0.0.1:${(bait.address() as AddressInfo).port}`;
  hook.enable();
});
afterAll(async () => {
  hook.disable();
  bait.close();
  await service.close();
});

/** Addresses that an internal service might answer. */
const hosts = () => [
  baitHost,
  'localhost:80',
  '[::1]:80',
  '169.254.169.254',
  'metadata.google.internal',
  '2130706433',
  '0x7f.1',
  '0',
  'acme.example@127.0.0.1',
  'internal.acme.example',
];

const BODIES: readonly [Operation, (host: string) => object][] = [
  ['company', (host) => ({ company_network_url: `http://${host}/company/acme` })],
  [
    'waterfall',
    (host) => ({ company_network_url: `http://${host}/company/acme`, cascade: [{ include_title: ['x'] }] }),
  ],
  ['employee-finder', (host) => ({ company_network_url: `https://${host}/company/acme` })],
  ['company-jobs', (host) => ({ company_network_url: `//${host}/company/acme` })],
  ['company-jobs', (host) => ({ domain: host })],
  ['network-to-domain', (host) => ({ company_network_url: `file://${host}/company/acme` })],
  ['domain-to-network', (host) => ({ domain: `http://${host}/` })],
  ['domain-to-network', (host) => ({ domain: `gopher://${host}` })],
  ['match-person', (host) => ({ network_url: `http://${host}/in/jane`, company_domain: host })],
  ['match-company', (host) => ({ name: 'Acme', domain: `http://${host}/` })],
  ['email', (host) => ({ person_network_url: `http://${host}/in/jane` })],
  ['phone', (host) => ({ person_network_url: `http://${host}/in/jane?next=http://${host}` })],
  ['email-to-person', (host) => ({ email: `jane@${host}` })],
  ['people-search', (host) => ({ company: { name: [`http://${host}/`] } })],
  ['current-date', (host) => ({ region: `http://${host}/` })],
];

it('the hook detects outgoing operations', async () => {
  begun.length = 0;
  await Promise.all([fetch(`http://${baitHost}/`).then((answer) => answer.text()), lookup('localhost')]);
  expect(begun).toEqual(expect.arrayContaining(['TCPCONNECTWRAP', 'GETADDRINFOREQWRAP']));
  expect(hits).toBe(1);
});

describe('no outgoing operation follows', () => {
  it.each(BODIES)('%s', async (operation, bodyOf) => {
    begun.length = 0;
    hits = 0;
    for (const host of hosts()) expect([200, 404, 422]).toContain((await service.call(operation, bodyOf(host))).status);
    // Operations of a later turn are detected, too.
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([begun, hits]).toEqual([[], 0]);
  });
});

it('a webhook to a private address is rejected, before anything is resolved', async () => {
  begun.length = 0;
  hits = 0;
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
  for (const host of hosts().filter((each) => each !== 'internal.acme.example')) {
    for (const scheme of ['https', 'http']) {
      const payload = JSON.stringify({ url: `${scheme}://${host}/`, event_types: ['batch.completed'] });
      const { status, body } = await service.request({ method: 'POST', url: '/v2/webhooks', headers, payload });
      expect([status, body.error.details[0].path], `${scheme} ${host}`).toEqual([422, 'url']);
    }
  }
  expect([begun, hits]).toEqual([[], 0]);
});

it('no header and no page causes an outgoing operation', async () => {
  begun.length = 0;
  hits = 0;
  const headers = {
    host: baitHost,
    referer: `http://${baitHost}/`,
    origin: `http://${baitHost}`,
    'x-forwarded-host': baitHost,
  };
  for (const url of [
    '/',
    '/docs',
    '/docs/api.html',
    '/docs/start.js',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/metrics',
    `/v2/x?url=http://${baitHost}`,
  ]) {
    const { status, headers: answered, body } = await service.request({ method: 'GET', url, headers });
    expect([200, 302, 403, 404]).toContain(status);
    expect(JSON.stringify([answered, body])).not.toContain(baitHost);
  }
  expect([begun, hits]).toEqual([[], 0]);
});

it('the profile on another host identifies the record by its slug', async () => {
  const { body } = await service.call('company', { company_network_url: `http://${baitHost}/company/acme` });
  expect(body.company.network_url).toBe(companyUrl('acme'));
  const { body: found } = await service.call('email-to-person', { email: 'jane@acme.example' });
  expect(found.person.network_url).toBe(personUrl('jane'));
});
