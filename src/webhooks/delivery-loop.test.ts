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
