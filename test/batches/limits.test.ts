// The limits of an input, over real connections: a rejection reaches a caller who is still sending, and nothing is left
// behind.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let base = '';
beforeAll(async () => {
  service = await startTestService({}, { batchRowsMax: '1000', batchMibMax: '1' });
  base = await service.running.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

async function send(body: string | ReadableStream, query = '?operation=domain-to-network', type = 'application/jsonl') {
  const answer = await fetch(`${base}/v2/batches${query}`, {
    ...{ method: 'POST', body, duplex: 'half' },
    headers: { 'x-api-key': service.key, 'content-type': type },
  } as RequestInit);
  return { status: answer.status, body: (await answer.json()) as { error?: { message: string }; rows?: number } };
}
const rows = (count: number, padding = '') =>
  Array.from({ length: count }, (_, index) => `{"domain":"d${index}.example","x":"${padding}"}\n`).join('');
const folders = () => {
  const folder = join(service.config.data, 'batches');
  return existsSync(folder) ? readdirSync(folder).length : 0;
};

it('rejects more rows, more bytes, or a wrong option before a long body has ended', async () => {
  const many = await send(rows(20_000));
  expect([many.status, many.body.error?.message]).toEqual([422, expect.stringContaining('more than 1000 rows')]);
  const large = await send(rows(400, 'x'.repeat(60_000)));
  expect([large.status, large.body.error?.message]).toEqual([
    413,
    expect.stringContaining('larger than 1048576 bytes'),
  ]);
  const wrong = await send(rows(400, 'x'.repeat(60_000)), '?operation=none');
  expect(wrong.status).toBe(422);
  expect(folders()).toBe(0);
});

it('accepts as many rows as the setting allows, in chunks of any size', async () => {
  const text = rows(1000);
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 777)
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + 777)));
      controller.close();
    },
  });
  const { status, body } = await send(stream);
  expect([status, body.rows]).toEqual([202, 1000]);
});

it('a row that is too long is an invalid row', async () => {
  const { status, body } = await send(`{"domain":"a.example"}\n{"domain":"${'x'.repeat(70_000)}"}\n`);
  expect([status, body.rows]).toEqual([202, 2]);
});

describe('a JSON body', () => {
  const list = (item: string, count: number) =>
    send(`{"operation":"domain-to-network","items":[${`${item},`.repeat(count)}{}]}`, '', 'application/json');

  it('is accepted with as many rows as fit', async () => {
    const { status, body } = await list('{"domain":"acme.example"}', 999);
    expect([status, body.rows]).toEqual([202, 1000]);
  });

  it.each([
    ['{}', 300_000, 'more than 50000 values; send the rows as JSON Lines'],
    ['[]', 300_000, 'more than 50000 values; send the rows as JSON Lines'],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 100, 'more than 32 levels deep'],
    ['{"domain":}', 1, 'the body is not valid JSON'],
  ])('of many or deep values is rejected before it is parsed: %s', async (item, count, reason) => {
    const { status, body } = await list(item, count);
    expect([status, body.error?.message]).toEqual([422, expect.stringContaining(reason)]);
  });
});
