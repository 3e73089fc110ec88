// The token of an idempotent request reaches the transaction of its work.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { ResourceCall } from '../../src/http/resources/resource-routes.ts';
import { WatchApi } from '../../src/watches/watch-api.ts';
import { WebhookApi } from '../../src/webhooks/webhook-api.ts';

const requests = {
  beginIdempotent: async () => ({ state: 'begun', token: 'token' }) as const,
  settleIdempotent: async () => undefined,
  abandonIdempotent: async () => undefined,
};

function callOf(body: object): ResourceCall {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'first' };
  const message = Object.assign(Readable.from([Buffer.from(JSON.stringify(body))]), { headers, url: '/' });
  const caller = { accountId: 'acc_1', keyId: 'key_1' };
  return { message: message as unknown as IncomingMessage, caller, params: { id: 'whk_1' } } as unknown as ResourceCall;
}

test('of a new watch', async () => {
  const service = { create: vi.fn(async () => ({ watch: {}, unknown: [] })), view: async () => ({ id: 'wat_1' }) };
  await new WatchApi(service as never, requests).create(callOf({}));
  expect(service.create.mock.calls[0]).toMatchObject([{}, { attempt: 'token' }]);
});

test('of a new endpoint, and of a new secret', async () => {
  const service = {
    find: async () => ({ accountId: 'acc_1' }),
    create: vi.fn(async () => ({ id: 'whk_1' })),
    rotate: vi.fn(async () => ({ id: 'whk_1' })),
  };
  const api = new WebhookApi({ service: service as never, accounts: requests });
  await api.create(callOf({ url: 'https://hooks.example/', event_types: ['batch.completed'] }));
  expect(service.create.mock.calls[0]).toMatchObject(['acc_1', { url: 'https://hooks.example/' }, 'token']);
  await api.rotate(callOf({}));
  expect(service.rotate.mock.calls[0]).toMatchObject([{ accountId: 'acc_1' }, 'token']);
});
