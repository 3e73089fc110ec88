// The methods that the reconciliation service accepts, and preflights of browsers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let base = '';
beforeAll(async () => {
  service = await startTestService({});
  base = await service.running.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

it('requests with HEAD are answered like GET, without a body', async () => {
  for (const path of ['', `/${service.key}`, `/${service.key}/properties?type=`, '/properties?type=', '/cf_live_x']) {
    const [head, get] = await Promise.all([
      fetch(`${base}/reconcile${path}`, { method: 'HEAD' }),
      fetch(`${base}/reconcile${path}`),
    ]);
    const answered = ({ status, headers }: Response) => [status, headers.get('content-type')];
    expect(answered(head)).toEqual(answered(get));
    expect(await head.text()).toBe('');
  }
});

it('requests of other methods are rejected, and preflights allow any page', async () => {
  const removed = await fetch(`${base}/reconcile/${service.key}`, { method: 'DELETE' });
  expect([removed.status, removed.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  const posted = await fetch(`${base}/reconcile/${service.key}/preview?id=x`, { method: 'POST' });
  expect(posted.status).toBe(405);
  const preflight = await fetch(`${base}/reconcile`, {
    method: 'OPTIONS',
    headers: { origin: 'https://refine.example' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
});
