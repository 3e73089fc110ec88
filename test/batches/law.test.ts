// The law of batches: a row is answered and charged like the single call with its mapped columns, for any rows.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BULKED_OPERATIONS } from '../../src/contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '../../src/contract/endpoints/endpoints.ts';
import { exactlyOneOf } from '../../src/contract/schemas/schema.ts';
import { fixtureDictionary } from '../fuzz/dictionary.ts';
import { bodies } from '../support/body-arbitraries.ts';
import { FIXTURE } from '../support/fixture.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ROWS = 60;
const RUNS = 14;

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const KIND: Readonly<Record<number, string>> = { 200: 'found', 404: 'missed', 422: 'invalid' };

it('a row equals its single call, and the batch costs the sum of the calls', async () => {
  const dictionary = await fixtureDictionary(service);
  const batches = fc.constantFrom(...BULKED_OPERATIONS).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      rows: fc.array(bodies(operation, dictionary), { minLength: ROWS, maxLength: ROWS }),
    }),
  );
  const property = fc.asyncProperty(batches, async ({ operation, rows }) => {
    const { body: schema, credits } = ENDPOINTS[operation];
    // If a body needs one of several members, a batch reads the first one with a column, which the complete row has.
    const unread = exactlyOneOf(schema).slice(1);
    const fields = Object.keys(schema?.properties ?? {}).filter((field) => !unread.includes(field));
    // One complete row, so that each required field has a column.
    const items = [ENDPOINTS[operation].example, ...rows] as readonly unknown[];
    const created = await service.request({
      ...{ method: 'POST', url: `/v2/batches?operation=${operation}` },
      headers: { 'x-api-key': service.key, 'content-type': 'application/jsonl' },
      payload: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
    });
    expect([created.status, created.body.rows]).toEqual([202, items.length]);
    const { id } = created.body;
    const headers = { 'x-api-key': service.key };
    const state = async () => (await service.request({ url: `/v2/batches/${id}`, headers })).body;
    await expect.poll(async () => (await state()).state).toBe('completed');
    const answer = await service.request({ url: `/v2/batches/${id}/results`, headers });
    const lines = String(answer.body).trim().split('\n');
    let cost = 0;
    for (const [index, item] of items.entries()) {
      const line = JSON.parse(lines[index] ?? 'null');
      // Added members are renamed if the row has the same names.
      const added = (name: string): unknown => {
        const free = ['', 'cardfile_', 'cardfile_cardfile_'].map((prefix) => prefix + name);
        return line[free.findLast((each) => Object.hasOwn(line, each)) ?? name];
      };
      if (typeof item !== 'object' || item === null || Array.isArray(item)) {
        expect(added('status')).toBe('invalid');
        continue;
      }
      const given = item as Readonly<Record<string, unknown>>;
      const isGiven = (field: string) => Object.hasOwn(given, field) && given[field] !== null && given[field] !== '';
      const body = Object.fromEntries(fields.filter(isGiven).map((field) => [field, given[field]]));
      // A boolean column may contain the text of one of its values.
      if (typeof body['include_work'] === 'string') continue;
      const single = await service.call(operation, body);
      expect([added('status'), added('result')], JSON.stringify(item)).toEqual([
        KIND[single.status],
        single.status === 200 ? single.body : null,
      ]);
      if (single.status === 404) expect(added('reason')).toBe(single.body.error.message);
      cost += single.status === 200 ? credits : 0;
    }
    expect((await state()).credits_used).toBe(cost);
  });
  await fc.assert(property, { numRuns: RUNS });
});
