// Idempotency-Key: a repeated call gets the same answer and is charged once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { company, companyUrl } from '../support/fixture-records.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

const ACME = { company_network_url: companyUrl('acme') };
const NOWHERE = { company_network_url: companyUrl('nowhere') };
const DAY_MS = 24 * 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: [company('acme', 'Acme'), company('other', 'Other')] });
});
afterAll(() => service.close());

interface Call {
  readonly operation?: Operation;
  readonly body?: object;
  readonly raw?: string;
  readonly key?: string;
}

const request = (idempotencyKey: string, { operation = 'company', body = ACME, raw, key }: Call = {}) =>
  service.call(operation, body, {
    headers: { 'idempotency-key': idempotencyKey },
    ...(raw === undefined ? {} : { raw }),
    ...(key === undefined ? {} : { key }),
  });
const summary = ({ status, headers }: Reply) => [status, headers['idempotency-replayed'], headers['x-credits-used']];
const FRESH = [200, undefined, '1'];
const REPLAY = [200, 'true', '0'];
const OTHER_BODY = { path: 'Idempotency-Key', message: expect.stringContaining('another body'), suggestion: null };

describe('the same key and body', () => {
  it('get the stored answer at each retry and are not charged again', async () => {
    const first = await request('again');
    expect(summary(first)).toEqual(FRESH);
    for (let turn = 0; turn < 3; turn += 1) {
      const replay = await request('again');
      expect(summary(replay)).toEqual(REPLAY);
      expect(replay.body).toEqual(first.body);
      expect(replay.headers['x-credits-remaining']).toBe(first.headers['x-credits-remaining']);
      expect(replay.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    }
  });

  it('are computed again without charge if the stored answer is gone, also without credits', async () => {
    const first = await request('gone');
    expect(await service.admin.removeAnswers(['Acme'])).toBeGreaterThan(0);
    const repeated = await request('gone');
    expect(summary(repeated)).toEqual(REPLAY);
    expect(repeated.body).toEqual(first.body);
    expect((await request('gone', { body: NOWHERE })).status).toBe(422);
    expect((await service.call('key-info')).body.remaining_credits).toBe(Number(first.headers['x-credits-remaining']));
  });

  it('get the answer as it was at the first call', async () => {
    const first = await request('then', { body: { company_network_url: companyUrl('other') } });
    await service.import({ companies: [company('other', 'Renamed', { updated_at: '2030-01-01T00:00:00Z' })] });
    const replay = await request('then', { body: { company_network_url: companyUrl('other') } });
    expect([replay.body, replay.body.company.name]).toEqual([first.body, 'Other']);
  });

  it('get a stored 404 unchanged, except for the id of the new request', async () => {
    const [first, replay] = [await request('404 id', { body: NOWHERE }), await request('404 id', { body: NOWHERE })];
    expect([summary(first), summary(replay)]).toEqual([
      [404, undefined, '0'],
      [404, 'true', '0'],
    ]);
    const { request_id } = replay.body.error;
    expect(request_id).toBe(replay.headers['x-request-id']);
    expect(request_id).not.toBe(first.body.error.request_id);
    expect(replay.body).toEqual({ success: false, error: { ...first.body.error, request_id } });
  });

  it('get a stored 404 without charge even after the record is imported', async () => {
    const body = { company_network_url: companyUrl('newcomer') };
    expect(summary(await request('404', { body }))).toEqual([404, undefined, '0']);
    await service.import({ companies: [company('newcomer', 'Newcomer')] });
    expect(summary(await request('404', { body }))).toEqual([404, 'true', '0']);
    expect(summary(await request('404 later', { body }))).toEqual(FRESH);
  });

  it('count against the rate limit', async () => {
    const key = await service.makeAccount({ name: 'slow', creditsPerMonth: 10, requestsPerSecond: 2 });
    const replies = [await request('rate', { key }), await request('rate', { key }), await request('rate', { key })];
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 429]);
  });

  it('get the stored answer after a restart of server and stores', async () => {
    const found = await request('restart');
    await request('restart 404', { body: NOWHERE });
    await service.restart();
    const replay = await request('restart');
    expect(summary(replay)).toEqual(REPLAY);
    expect(replay.body).toEqual(found.body);
    expect(summary(await request('restart 404', { body: NOWHERE }))).toEqual([404, 'true', '0']);
  });

  it('are a new call after 24 hours', async () => {
    const start = service.clock.ms;
    expect(summary(await request('day'))).toEqual(FRESH);
    service.clock.ms = start + DAY_MS - 1;
    expect(summary(await request('day'))).toEqual(REPLAY);
    service.clock.ms = start + DAY_MS;
    expect(summary(await request('day'))).toEqual(FRESH);
    expect(summary(await request('day'))).toEqual(REPLAY);
  });
});

describe('the same key with another body', () => {
  it.each([
    ['with other values', '{"company_network_url":"/company/other"}'],
    ['with the same values in other formatting', JSON.stringify(ACME, null, 2)],
    ['with no match', JSON.stringify(NOWHERE)],
  ])('is rejected: a body %s', async (name, raw) => {
    await request(`body ${name}`);
    const { status, body } = await request(`body ${name}`, { raw });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([OTHER_BODY]);
    expect(summary(await request(`body ${name}`))).toEqual(REPLAY);
  });

  it('is a new call after 24 hours', async () => {
    await request('other body later');
    service.clock.ms += DAY_MS;
    expect((await request('other body later', { body: NOWHERE })).status).toBe(404);
  });
});

describe('an idempotency key is scoped to', () => {
  it('its path', async () => {
    expect(summary(await request('path'))).toEqual(FRESH);
    expect((await request('path', { operation: 'department-distribution' })).status).toBe(200);
    expect(summary(await request('path', { operation: 'network-to-domain' }))).toEqual([404, undefined, '0']);
  });

  it('the API key that sent it', async () => {
    const key = await service.makeKey({});
    expect(summary(await request('owner'))).toEqual(FRESH);
    expect(summary(await request('owner', { key }))).toEqual(FRESH);
    expect((await request('owner', { key, body: NOWHERE })).status).toBe(422);
  });

  it('its exact characters', async () => {
    expect(summary(await request('Letters'))).toEqual(FRESH);
    expect(summary(await request('letters'))).toEqual(FRESH);
  });
});

describe('an answer that is not stored allows a retry with the same key:', () => {
  it('a 422, also for values that are not allowed', async () => {
    expect((await request('422', { raw: '{' })).status).toBe(422);
    expect((await request('422', { body: {} })).status).toBe(422);
    expect((await request('422', { body: { company_network_url: 'acme' } })).status).toBe(422);
    expect(summary(await request('422'))).toEqual(FRESH);
  });

  it('a 402', async () => {
    const key = await service.makeAccount({ name: 'poor', creditsPerMonth: 0, requestsPerSecond: 100 });
    expect((await request('402', { key })).status).toBe(402);
    expect((await request('402', { key })).status).toBe(402);
    await service.admin.grant('poor', 1);
    expect(summary(await request('402', { key }))).toEqual(FRESH);
    expect(summary(await request('402', { key }))).toEqual(REPLAY);
  });

  it('a 500', async () => {
    service.running.catalog.close();
    expect((await request('500')).status).toBe(500);
    expect((await request('500')).status).toBe(500);
    await service.restart();
    expect(summary(await request('500'))).toEqual(FRESH);
  });
});

describe('of two concurrent calls', () => {
  it('answers one and asks the other to retry', async () => {
    const used = async () => (await service.admin.accounts()).reduce((sum, account) => sum + account.used, 0);
    const before = await used();
    const request = () =>
      service.request({
        method: 'POST',
        url: '/v2/enrichment/company',
        headers: { 'x-api-key': service.key, 'content-type': 'application/json', 'idempotency-key': 'at once' },
        payload: JSON.stringify(ACME),
      });
    const [first, second] = await Promise.all([request(), request()]);
    expect([first.status, second.status]).toEqual([200, 429]);
    expect(second.headers['retry-after']).toBe('1');
    expect(second.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(summary(await request())).toEqual(REPLAY);
    expect((await used()) - before).toBe(1);
  });
});

describe('the header', () => {
  it('must have 1 to 255 characters', async () => {
    expect(summary(await request('x'))).toEqual(FRESH);
    expect(summary(await request('x'.repeat(255)))).toEqual(FRESH);
    for (const wrong of ['', 'x'.repeat(256)]) {
      const { status, body } = await request(wrong);
      expect(status).toBe(422);
      expect(body.error.details).toEqual([
        { path: 'Idempotency-Key', message: 'must have 1 to 255 characters', suggestion: null },
      ]);
    }
  });

  it('is optional: without it each call is new', async () => {
    const replies = [await service.call('company', ACME), await service.call('company', ACME)];
    expect(replies.map(summary)).toEqual([FRESH, FRESH]);
  });

  it('has no effect on key-info', async () => {
    const headers = { 'idempotency-key': 'key-info' };
    const first = await service.call('key-info', undefined, { headers });
    await service.call('company', ACME);
    const second = await service.call('key-info', undefined, { headers });
    expect(second.headers).not.toHaveProperty('idempotency-replayed');
    expect(second.body.remaining_credits).toBe(first.body.remaining_credits - 1);
  });
});
