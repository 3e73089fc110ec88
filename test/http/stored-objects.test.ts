// Calls of batches, webhooks and watches ignore no part of a request: unknown query parameters and fields are rejected
// before the object is looked up.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESOURCE_METHODS } from '../../src/contract/resources/resource-paths.ts';
import { startTestService, type TestService } from '../support/service.ts';

const calls = Object.entries(RESOURCE_METHODS).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, name]) => ({ method, path: path.replaceAll(/:\w+/g, 'unknown'), name })),
);
/** Calls with a body. */
const WITH_BODY = ['create', 'change', 'preview', 'resume'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({});
});
afterAll(() => service.close());

const send = (method: string, url: string, body?: object) =>
  service.request({
    ...{ method: method as 'POST', url },
    headers: { 'x-api-key': service.key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });

describe('calls of stored objects', () => {
  it.each(calls)('$method $path rejects an unknown query parameter', async ({ method, path, name }) => {
    const body = WITH_BODY.includes(name) ? { url: 'https://hooks.example/', event_types: ['*'] } : undefined;
    const reply = await send(method, `${path}?nonsense=1`, body);
    // Batches with a JSON body report where options belong. An object that is looked up first is not found.
    expect([422, 404]).toContain(reply.status);
    if (reply.status === 404) expect(name).toMatch(/results|deliveries|changes/);
    else expect(reply.body.error.message).toMatch(/nonsense|query/);
  });

  it.each(calls.filter(({ method, name }) => method !== 'GET' && !WITH_BODY.includes(name)))(
    '$method $path rejects an unknown field, and takes an empty object',
    async ({ method, path }) => {
      const reply = await send(method, path, { nonsense: 1 });
      expect([reply.status, reply.body.error.details]).toEqual([
        422,
        [{ path: 'nonsense', message: 'is unknown; this call takes no fields', suggestion: null }],
      ]);
      expect((await send(method, path, {})).status).toBe(404);
    },
  );

  it('of another method are a 405 that names the path as documented', async () => {
    const { status, body } = await send('PUT', '/v2/batches/unknown');
    expect([status, body.error.message]).toEqual([405, '/v2/batches/{id} takes GET, DELETE only']);
  });
});
