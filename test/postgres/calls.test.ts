// The log of requests of several servers: one list in the database, bounded for each key.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { databaseAccess } from '../../src/app/database.ts';
import { CALLS_KEPT, type LoggedCall } from '../../src/calls/call-log.ts';
import { SharedCalls } from '../../src/calls/postgres/shared-calls.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_800_000_000_000;
const ALL = { keyId: null, accountId: null, statuses: [0, 999] } as const;

const called = (requestId: string, status = 200, at = NOW_MS): LoggedCall => ({
  ...{ requestId, status, at, path: '/v2/enrichment/email', ms: 1.25, credits: 1 },
});

describeOnPostgres('the calls of several servers', () => {
  const schema = testSchema();
  const servers = [0, 1].map(() => new SharedCalls(databaseAccess(schema.url)));
  const [one, other] = servers as [SharedCalls, SharedCalls];
  beforeEach(() => schema.empty());
  afterAll(async () => {
    for (const server of servers) await server.close();
  });
  const idsOf = async (selection: Parameters<SharedCalls['calls']>[0]) =>
    (await one.calls(selection)).map(({ requestId }) => requestId);

  test('are one list, the newest first, by key, account and status', async () => {
    await one.enter([
      { keyId: 'key_1', accountId: 'acme', calls: [called('a', 200, NOW_MS), called('c', 404, NOW_MS + 2)] },
    ]);
    await other.enter([
      { keyId: 'key_1', accountId: 'acme', calls: [called('b', 500, NOW_MS + 1)] },
      { keyId: 'key_2', accountId: 'bolt', calls: [called('d', 200, NOW_MS + 3)] },
    ]);
    expect(await idsOf(ALL)).toEqual(['d', 'c', 'b', 'a']);
    expect(await idsOf({ ...ALL, keyId: 'key_1' })).toEqual(['c', 'b', 'a']);
    expect(await idsOf({ ...ALL, keyId: 'key_1', accountId: 'bolt' })).toEqual([]);
    expect(await idsOf({ ...ALL, accountId: 'acme', statuses: [400, 599] })).toEqual(['c', 'b']);
    expect((await one.calls({ ...ALL, keyId: 'key_2' }))[0]).toEqual({
      ...{ keyId: 'key_2', accountId: 'bolt', requestId: 'd', at: NOW_MS + 3, path: '/v2/enrichment/email' },
      ...{ status: 200, ms: 1.25, credits: 1 },
    });
  });

  test('are bounded for each key, whichever server answers', async () => {
    const few = { keyId: 'key_2', accountId: 'bolt', calls: [called('old', 200, NOW_MS - DAY_MS)] };
    await one.enter([few]);
    for (let second = 0; second < 8; second += 1) {
      for (const [index, server] of servers.entries()) {
        const at = NOW_MS + second * 1000 + index;
        const calls = Array.from({ length: 150 }, (_, call) => called(`${at} ${call}`, 200, at));
        await server.enter([{ keyId: 'key_1', accountId: 'acme', calls }]);
      }
    }
    const [{ stored } = { stored: 0 }] = await schema.query<{ stored: number }>(
      "SELECT count(*)::integer AS stored FROM logged_call WHERE key_id = 'key_1'",
    );
    // Each server removes the oldest calls after every 200 calls of its own; here both write 150 concurrently.
    expect(stored).toBeGreaterThanOrEqual(CALLS_KEPT);
    expect(stored).toBeLessThanOrEqual(CALLS_KEPT + 2 * 350);
    const listed = await one.calls({ ...ALL, keyId: 'key_1' });
    expect(listed.length).toBe(CALLS_KEPT);
    expect(listed[0]?.at).toBe(NOW_MS + 7001);
    expect(await idsOf({ ...ALL, keyId: 'key_2' })).toEqual(['old']);
  });

  test('are removed after 30 days, and stored once', async () => {
    const calls = [called('old', 200, NOW_MS - 31 * DAY_MS), called('new')];
    const entries = [{ keyId: 'key_1', accountId: 'acme', calls }];
    await one.enter(entries);
    await one.enter(entries);
    expect(await idsOf(ALL)).toEqual(['new', 'old']);
    await other.removeOld(NOW_MS);
    expect(await idsOf(ALL)).toEqual(['new']);
  });
});
