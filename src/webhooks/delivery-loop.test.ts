import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { DueDelivery, Webhooks } from '../accounts/webhook-port.ts';
import { DeliveryLoop } from './delivery-loop.ts';

test('a look that began before an attempt ended does not repeat it', async () => {
  const answers: (() => void)[] = [];
  const server = createServer((_, reply) => void answers.push(() => reply.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const due = {
    delivery: { id: 'dlv_1', eventId: 'evt_1', payload: '{}', attempts: 0 },
    webhook: { id: 'whk_1', url: `http://127.0.0.1:${port}/`, secret: 'whsec_AAAA', previousUntil: null },
  } as unknown as DueDelivery;
  const looks: PromiseWithResolvers<DueDelivery[]>[] = [];
  const settleDelivery = vi.fn(async () => undefined);
  const dueDeliveries = () => {
    if (looks.length === 2) return Promise.resolve([]);
    looks.push(Promise.withResolvers<DueDelivery[]>());
    return looks.at(-1)?.promise;
  };
  const webhooks = { dueDeliveries, settleDelivery, tidyWebhooks: async () => undefined } as unknown as Webhooks;
  const loop = new DeliveryLoop({
    ...{ webhooks, clock: { now: Date.now }, rules: { allowsPrivate: true }, pollMs: 1 },
    ...{ log: { error: vi.fn(), warn: vi.fn() }, leasedWork: { isMine: async () => true } },
  });
  loop.start();
  await expect.poll(() => looks.length).toBe(1);
  looks[0]?.resolve([due]);
  await expect.poll(() => answers.length).toBe(1);
  await expect.poll(() => looks.length).toBe(2);
  answers[0]?.();
  await expect.poll(() => settleDelivery.mock.calls.length).toBe(1);
  looks[1]?.resolve([due]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(answers).toHaveLength(1);
  await loop.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Four due deliveries of each endpoint. The path of an endpoint is its id. */
function dueAt(origin: string, ids: readonly string[], failingSince: number | null): DueDelivery[] {
  return ids.flatMap((id) =>
    [1, 2, 3, 4].map((nth) => {
      const delivery = { id: `${id}/${nth}`, eventId: `${id}/${nth}`, payload: '{}', attempts: 0 };
      const webhook = { id, url: `${origin}/${id}`, secret: 'whsec_AAAA', previousUntil: null, failingSince };
      return { delivery, webhook } as unknown as DueDelivery;
    }),
  );
}

test.each([
  ['an endpoint that answers', null],
  ['an endpoint that has failed before', 1],
] as const)('%s is reached while more endpoints do not answer than attempts run at once', async (_, failingSince) => {
  const reached = new Set<string>();
  const server = createServer((request, reply) => {
    reached.add(request.url ?? '');
    if (request.url === '/last') reply.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const silent = Array.from({ length: 140 }, (_each, at) => `silent-${at}`);
  const all = [...dueAt(origin, silent, 1), ...dueAt(origin, ['last'], failingSince)];
  const webhooks = {
    ...{ dueDeliveries: async () => all, settleDelivery: async () => undefined, tidyWebhooks: async () => undefined },
  } as unknown as Webhooks;
  const attemptMs = failingSince === null ? 60_000 : 500;
  const loop = new DeliveryLoop({
    ...{ webhooks, clock: { now: Date.now }, rules: { allowsPrivate: true, attemptMs }, pollMs: 10 },
    ...{ log: { error: vi.fn(), warn: vi.fn() }, leasedWork: { isMine: async () => true } },
  });
  loop.start();
  await expect.poll(() => reached.has('/last'), { timeout: 10_000 }).toBe(true);
  const ended = loop.stop();
  server.close();
  // Ends the attempts that still wait.
  await vi.waitUntil(() => {
    server.closeAllConnections();
    return Promise.race([ended.then(() => true), new Promise((resolve) => setTimeout(() => resolve(false), 20))]);
  });
});
