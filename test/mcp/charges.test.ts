// Charges of MCP messages: once for each Idempotency-Key, and never more than the credits that are left.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  const people = ['jane', 'joe'].map((slug) => person(slug, 1, { emails: [{ email: `${slug}@acme.example` }] }));
  service = await startTestService({ people });
});
afterAll(() => service.close());

/** The answer to a message that matches a person, as text. */
async function match(email: string, headers: Record<string, string>): Promise<string> {
  const params = { name: 'match', arguments: { kind: 'person', email } };
  const { body } = await service.request({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return String(body);
}

const creditsOf = async (key: string): Promise<number> =>
  (await service.call('key-info', undefined, { key })).body.remaining_credits;

it('a message that is repeated with its Idempotency-Key is charged once', async () => {
  const before = await creditsOf(service.key);
  const headers = { 'x-api-key': service.key, 'idempotency-key': 'message 1' };
  const first = await match('jane@acme.example', headers);
  expect(first).toContain('Cost: 1 credit;');
  const repeated = await match('jane@acme.example', headers);
  expect(repeated).toBe(first.replace('Cost: 1 credit;', 'Cost: 0 credits;'));
  expect(await match('joe@acme.example', headers)).toContain('INVALID_INPUT');
  expect(before - (await creditsOf(service.key))).toBe(1);
});

it('of many concurrent messages for the last credit one is answered and charged', async () => {
  const key = await service.makeAccount({ name: 'last credit', creditsPerMonth: 1, requestsPerSecond: 1000 });
  const texts = await Promise.all(Array.from({ length: 20 }, () => match('jane@acme.example', { 'x-api-key': key })));
  expect(texts.filter((text) => text.includes('Cost: 1 credit;'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('fewer are left in this month'))).toHaveLength(19);
  expect(await creditsOf(key)).toBe(0);
});
