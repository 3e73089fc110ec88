// OWASP API9:2023, improper inventory management: the service has exactly the documented paths, in one version.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

/** Paths outside the API, without a key. */
const PAGES = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs*',
  '/docs/api.html',
  '/docs/scalar.js',
  '/docs/start.js',
  '/llms.txt',
];

/** These paths need a key, and their protocols describe them. */
const PROTOCOLS = [
  '/mcp',
  ...['/reconcile', '/reconcile/:key'].flatMap((prefix) =>
    ['', '/preview', '/properties', '/suggest/entity', '/suggest/property', '/suggest/type'].map(
      (path) => prefix + path,
    ),
  ),
];

/** Number of methods of the paths that have several. */
const METHODS_OF: Readonly<Record<string, number>> = {
  '/v2/batches': 2,
  '/v2/batches/{id}': 2,
  '/v2/webhooks': 2,
  '/v2/webhooks/{id}': 3,
  '/v2/watches': 2,
  '/v2/watches/{id}': 2,
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Paths of the router, from its printed tree: each level is indented by four columns. */
function servedPaths(): string[] {
  const trail: string[] = [];
  return service.running.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([\s│]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? [];
      if (part === '') return [];
      const depth = indent.length / 4;
      trail.length = depth;
      trail[depth] = part;
      return methods === undefined ? [] : [trail.join('')];
    });
}

it('every path of the router is one of the OpenAPI document or a known page, and vice versa', async () => {
  const { body } = await service.request({ method: 'GET', url: '/openapi.json' });
  const paths = Object.keys(body.paths).map((path) => path.replace(/\{(\w+)\}/g, ':$1'));
  const documented = [...paths, ...PAGES, ...PROTOCOLS];
  expect(servedPaths().toSorted()).toEqual(documented.toSorted());
});

it('the pages of operators are documented', () => {
  const operations = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  for (const page of ['/healthz', '/readyz', '/metrics']) expect(operations).toContain(`\`GET ${page}\``);
});

it('the document lists the two headers for a key, for every path', async () => {
  const { body } = await service.request({ method: 'GET', url: '/openapi.json' });
  expect(body.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
  expect(body.components.securitySchemes).toEqual({
    apiKey: expect.objectContaining({ type: 'apiKey', in: 'header', name: 'x-api-key' }),
    bearer: expect.objectContaining({ type: 'http', scheme: 'bearer' }),
    ingestKey: expect.objectContaining({ type: 'apiKey', in: 'header', name: 'x-api-key' }),
  });
  const paths = Object.entries(body.paths as Record<string, Record<string, object>>);
  for (const [path, methods] of paths) {
    expect(Object.keys(methods)).toHaveLength(METHODS_OF[path] ?? 1);
    for (const operation of Object.values(methods)) {
      if (path.startsWith('/ingest/')) expect(operation).toHaveProperty('security', [{ ingestKey: [] }]);
      else expect(operation).not.toHaveProperty('security');
    }
  }
});

it.each([
  '/v1/search/people',
  '/v3/search/people',
  '/v2beta/search/people',
  '/api/v2/search/people',
  '/search/people',
  '/internal/search/people',
  '/graphql',
  '/debug/pprof',
  '/swagger.json',
  '/openapi.yaml',
  '/documentation/json',
  '/reference/js/scalar.js',
  '/server-status',
  '/actuator/env',
  '/.well-known/security.txt',
  '/favicon.ico',
  '/robots.txt',
])('there is no other version and no forgotten page: %s', async (url) => {
  for (const method of ['GET', 'POST'] as const) {
    const { status } = await service.request({ method, url, headers: { 'x-api-key': service.key } });
    expect(status).toBe(404);
  }
});
