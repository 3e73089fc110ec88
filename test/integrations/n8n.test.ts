// The n8n node against a real server, and the provider manifest from which the node is derived.

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { integrationFiles } from '../../packaging/integrations/integration-files.ts';
import { providerManifest } from '../../packaging/integrations/provider-manifest.ts';
import { ENDPOINTS } from '../../src/contract/endpoints/endpoints.ts';
import examples from '../../src/http/openapi/answer-examples.json' with { type: 'json' };
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { credential, type Execution, execute, node } from './n8n-context.ts';

const root = join(import.meta.dirname, '../..');
/** Two full pages. */
const PEOPLE = 200;
const slug = (index: number) => `person-${String(index).padStart(3, '0')}`;

let service: TestService;
let baseUrl = '';
beforeAll(async () => {
  service = await startTestService({
    companies: [company('northfold', 'Northfold', { domain: 'northfold.example', employee_count: PEOPLE })],
    people: Array.from({ length: PEOPLE }, (_, index) =>
      person(slug(index), 100, {
        emails: [{ email: `${slug(index)}@northfold.example`, status: 'valid' }],
        experiences: [position('northfold', 'Sales Manager')],
      }),
    ),
  });
  baseUrl = await service.running.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

const run = (execution: Omit<Execution, 'baseUrl' | 'apiKey'> & { readonly apiKey?: string }) =>
  execute({ baseUrl, apiKey: service.key, ...execution });

async function creditsOf(work: () => Promise<unknown>): Promise<number> {
  const left = async () => (await service.call('key-info')).body.remaining_credits as number;
  const before = await left();
  await work();
  return before - (await left());
}

describe('the provider manifest', () => {
  it.each([...integrationFiles()])('%s is what `npm run generate` writes', (path, text) => {
    expect(readFileSync(join(root, path), 'utf8') === text, `${path} is outdated: npm run generate`).toBe(true);
  });

  it.each(providerManifest().operations)('names the inputs and outputs of $id', ({ id, inputs, outputs, paging }) => {
    const names = inputs.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(ENDPOINTS[id as keyof typeof ENDPOINTS].example ?? {})));
    const whole = examples[id as keyof typeof examples] as Record<string, unknown>;
    const answer = paging === null ? whole : (whole[paging.rows] as Record<string, unknown>[])[0];
    const members = Object.keys(answer ?? {});
    expect(members.filter((member) => !outputs.some(({ path }) => path.split('.')[0] === member))).toEqual([]);
  });
});

describe('the n8n node', () => {
  it('has the version of the service', () => {
    const version = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')).version as string;
    expect(version('integrations/n8n/package.json')).toBe(version('package.json'));
  });

  it('shows each field for an operation that exists, and each operation under its resource', () => {
    const ids = providerManifest().operations.map(({ id }) => id);
    const { properties } = node.description;
    const shown = properties.flatMap(({ displayOptions }) => displayOptions?.show['operation'] ?? []);
    expect(shown.filter((id) => !ids.includes(id as never))).toEqual([]);
    const offered = properties.filter(({ name }) => name === 'operation').flatMap(({ options = [] }) => options);
    expect(offered.map(({ value }) => value).sort()).toEqual([...ids].sort());
  });

  it('checks its credential with a free call', async () => {
    const { url, method } = credential.test.request;
    const check = async (key: string) =>
      (await fetch(`${baseUrl}${url}`, { method, headers: { 'x-api-key': key } })).status;
    expect(await creditsOf(() => check(service.key))).toBe(0);
    expect(await check(service.key)).toBe(200);
    expect(await check('cf_wrong')).toBe(401);
  });

  it('looks up hundreds of items in bulk calls, in their order, for a credit each that is found', async () => {
    const parameters = Array.from({ length: PEOPLE + 1 }, (_, index) => ({
      operation: 'email',
      person_network_url: personUrl(slug(index)),
    }));
    const calls = service.turns.length;
    let output: Awaited<ReturnType<typeof run>> = [];
    const execution = { parameters, items: PEOPLE + 1, executionId: 'bulk' };
    const credits = await creditsOf(async () => {
      output = await run(execution);
    });
    expect(credits).toBe(PEOPLE);
    expect(service.turns.length - calls).toBeLessThan(8);
    expect(output).toHaveLength(PEOPLE + 1);
    output.forEach(({ json, pairedItem }, index) => {
      expect(pairedItem).toEqual({ item: index });
      if (index < PEOPLE) expect(json['email']).toBe(`${slug(index)}@northfold.example`);
    });
    expect(output.at(-1)?.json).toMatchObject({ found: false, error: { code: 'NOT_FOUND' } });
    expect(await creditsOf(() => run(execution)), 'a node that n8n executes again').toBe(0);
    expect(await creditsOf(() => run({ ...execution, executionId: 'another' }))).toBe(PEOPLE);
  });

  it('outputs nothing for a look-up without a match, or fails if the user chooses that', async () => {
    const parameters = { operation: 'company', domain: 'unknown.example' };
    expect(await run({ parameters: { ...parameters, onMissing: 'omit' } })).toEqual([]);
    await expect(run({ parameters: { ...parameters, onMissing: 'fail' } })).rejects.toMatchObject({ httpCode: '404' });
  });

  it('reads pages up to its limit, or all of them', async () => {
    const parameters = { operation: 'people-search', company: '{"name":{"include":["northfold"]}}' };
    expect(await run({ parameters: { ...parameters, limit: 130 }, executionId: 'limit' })).toHaveLength(130);
    const all = await run({ parameters: { ...parameters, returnAll: true }, executionId: 'all' });
    expect(new Set(all.map(({ json }) => json['network_url'])).size).toBe(PEOPLE);
    const staff = { operation: 'employee-finder', company_network_url: companyUrl('northfold'), returnAll: true };
    const readStaff = async () => expect(await run({ parameters: staff, executionId: 'staff' })).toHaveLength(PEOPLE);
    expect(await creditsOf(readStaff)).toBe(PEOPLE / 100);
  });

  it('sends only fields that are filled in, and additional fields', async () => {
    const parameters = {
      operation: 'match-person',
      email: `${slug(3)}@northfold.example`,
      additionalFields: { min_score: 0.5 },
    };
    const [found] = await run({ parameters, executionId: 'match' });
    expect(found?.json).toMatchObject({ found: true, person: { network_url: personUrl(slug(3)) } });
    const [key] = await run({ parameters: { operation: 'key-info' } });
    expect(key?.json).toMatchObject({ valid: true });
  });

  it('names the field and the remedy of an error, and outputs the error if the workflow continues', async () => {
    const parameters = { operation: 'people-search', people: '{"jobtitle":{"include":["cto"]}}' };
    const failed = run({ parameters, executionId: 'wrong' });
    await expect(failed).rejects.toMatchObject({
      httpCode: '422',
      message: 'people.jobtitle: is unknown; did you mean "job_title"?',
    });
    const [item] = await run({ parameters, executionId: 'wrong', continueOnFail: true });
    expect(item).toEqual({ json: { error: expect.stringContaining('people.jobtitle') }, pairedItem: { item: 0 } });
    await expect(run({ parameters: { ...parameters, people: '{' } })).rejects.toThrow('"People" is not a JSON object');
    await expect(run({ parameters: { ...parameters, people: 'null' } })).rejects.toThrow(
      '"People" is not a JSON object',
    );
    const people = [{ people: '{' }, { people: '{}' }].map((each) => ({ ...parameters, ...each, limit: 1 }));
    const listed = await run({ parameters: people, items: 2, executionId: 'half', continueOnFail: true });
    expect(listed.map(({ json, pairedItem }) => [json['error'] ?? json['full_name'], pairedItem?.item])).toEqual([
      ['The field "People" is not a JSON object', 0],
      [expect.any(String), 1],
    ]);
    const keyless = run({ parameters: { operation: 'email', person_network_url: personUrl('a') }, apiKey: 'cf_wrong' });
    await expect(keyless).rejects.toMatchObject({ httpCode: '401' });
  });
});

describe('the n8n node and other instances', () => {
  const lookUp = (slugIndex: number) => ({ operation: 'email', person_network_url: personUrl(slug(slugIndex)) });

  it('makes a call of its own for another input in the same execution, as agents do, and in another n8n', async () => {
    const first = { parameters: lookUp(1), executionId: '21' };
    expect(await creditsOf(() => run(first))).toBe(1);
    expect(await creditsOf(() => run({ ...first, parameters: lookUp(2) }))).toBe(1);
    expect(await creditsOf(() => run({ ...first, instanceId: 'instance-2' }))).toBe(1);
    expect(await creditsOf(() => run(first))).toBe(0);
  });

  it.each([
    ['another server', () => `${baseUrl}/docs`, '(status 404)'],
    ['no server', () => 'http://127.0.0.1:9', '(fetch failed)'],
  ])('reports an error, not a missing record, if it finds %s at its address', async (_, address, reason) => {
    for (const operation of ['company', 'department-distribution']) {
      const parameters = { operation, domain: 'northfold.example', company_network_url: companyUrl('northfold') };
      const execution = { baseUrl: address(), apiKey: service.key, parameters };
      const message = `no answer from Cardfile at ${address()} ${reason}; check the address`;
      await expect(execute(execution)).rejects.toThrow(message);
      const [item] = await execute({ ...execution, continueOnFail: true });
      expect(item).toEqual({ json: { error: message }, pairedItem: { item: 0 } });
    }
  });
});

describe('the n8n node under a rate limit', () => {
  let server: Server | null = null;
  afterEach(() => server?.close());

  it('waits as long as the server requests, and sends the same call again', async () => {
    const keys: unknown[] = [];
    const limited = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      const isLast = keys.length === 3;
      response.writeHead(isLast ? 200 : keys.length === 1 ? 429 : 503, {
        'content-type': 'application/json',
        ...(isLast ? {} : { 'retry-after': '0.01' }),
      });
      response.end(JSON.stringify(isLast ? { datetime: '2030-05-15 12:00:00' } : { error: { message: 'later' } }));
    });
    server = limited;
    await new Promise<void>((resolve) => limited.listen(0, '127.0.0.1', resolve));
    const { port } = limited.address() as AddressInfo;
    const [item] = await execute({
      baseUrl: `http://127.0.0.1:${port}/`,
      apiKey: 'k',
      parameters: { operation: 'current-date', region: 'UTC' },
    });
    expect(item?.json).toEqual({ datetime: '2030-05-15 12:00:00' });
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
  });
});
