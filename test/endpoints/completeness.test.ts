// Completeness of each endpoint: a handler in a file of its name, a scenario, a page of the reference and a valid
// example.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HANDLERS } from '../../src/api/handlers.ts';
import { BULKED_OPERATIONS } from '../../src/contract/endpoints/endpoint.ts';
import { ENDPOINTS, OPERATIONS, type SingleOperation } from '../../src/contract/endpoints/endpoints.ts';
import { PATHS } from '../../src/contract/endpoints/paths.ts';
import { BATCHES_PATH } from '../../src/contract/resources/batch-paths.ts';
import { WATCHES_PATH } from '../../src/contract/resources/watch-paths.ts';
import { WEBHOOKS_PATH } from '../../src/contract/resources/webhook-paths.ts';
import { faultsOf } from '../../src/http/body/validate.ts';

const root = join(import.meta.dirname, '../..');
const camelCase = (operation: string) => operation.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const SINGLE_OPERATIONS = Object.keys(HANDLERS) as SingleOperation[];

describe.each(SINGLE_OPERATIONS)('%s', (operation) => {
  const { method, path } = ENDPOINTS[operation];

  it('has a handler in a file of its name', async () => {
    const module = (await import(`../../src/api/endpoints/${operation}.ts`)) as Record<string, unknown>;
    expect(HANDLERS[operation]).toBeTypeOf('function');
    expect(module[camelCase(operation)]).toBe(HANDLERS[operation]);
    expect(readFileSync(join(root, `src/api/endpoints/${operation}.ts`), 'utf8').split('\n')[0]).toBe(
      `// ${method} ${path}`,
    );
  });

  it('has a scenario that calls it', () => {
    const file = join(root, `test/endpoints/${operation}.test.ts`);
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(`call('${operation}'`);
  });
});

describe.each(OPERATIONS)('%s', (operation) => {
  const { path, body, example } = ENDPOINTS[operation];

  it('has a page of the reference with its path and an example of a request', () => {
    const page = readFileSync(join(root, `docs/reference/${operation}.md`), 'utf8');
    expect(page).toContain(path);
    expect(page).toContain('curl');
  });

  it('has a valid example if it has a body', () => {
    expect(example === null).toBe(body === null);
    expect(example === null ? [] : faultsOf(operation, example)).toEqual([]);
  });
});

it('has no other handlers, and each bulk endpoint answers items of an operation with a handler', () => {
  const singles = OPERATIONS.filter((operation) => ENDPOINTS[operation].itemsOf === null);
  expect(SINGLE_OPERATIONS.toSorted()).toEqual(singles.toSorted());
  const bulk = OPERATIONS.filter((operation) => ENDPOINTS[operation].itemsOf !== null);
  expect(bulk).toEqual(BULKED_OPERATIONS.map((operation) => `bulk-${operation}`));
});

it('gives each endpoint its own path, which a key may be allowed to call', () => {
  const own = OPERATIONS.map((operation) => ENDPOINTS[operation].path);
  expect(PATHS).toEqual([...own, BATCHES_PATH, WEBHOOKS_PATH, WATCHES_PATH]);
  expect(new Set(OPERATIONS.map((operation) => ENDPOINTS[operation].path)).size).toBe(OPERATIONS.length);
});

it('has an endpoint for every page of the reference that shows a request', () => {
  const pages = readdirSync(join(root, 'docs/reference'))
    .filter((name) => name.endsWith('.md'))
    .filter((name) => /^`?(GET|POST) \/v2\//m.test(readFileSync(join(root, 'docs/reference', name), 'utf8')))
    .map((name) => name.slice(0, -'.md'.length));
  expect(pages.toSorted()).toEqual(OPERATIONS.toSorted());
});
