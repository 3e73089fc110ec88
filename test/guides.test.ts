// Runs the commands of the guides as written, on records with the names of the demo data.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { companyUrl, personUrl } from './support/fixture-records.ts';
import { startTestService, type TestService } from './support/service.ts';

const run = promisify(execFile);
const guide = readFileSync(join(import.meta.dirname, '../docs/bulk-and-batches.md'), 'utf8');
const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) => command);

let service: TestService;
let base = '';
beforeAll(async () => {
  service = await startTestService({
    companies: [
      {
        network_url: companyUrl('lynxcove-stadtwerke'),
        name: 'Lynxcove Stadtwerke',
        domain: 'lynxcove.example',
        employee_count: 4365,
      },
    ],
    people: [
      {
        network_url: personUrl('erin-williams-ahhg86'),
        full_name: 'Erin Williams',
        emails: [{ email: 'erin.williams1103@braveton.example', status: 'valid', verified_at: '2030-05-01' }],
      },
    ],
  });
  base = await service.running.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

/** Reads the answers of a command: JSON objects, on one line or several. */
async function answerOf(command: string, more: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run('bash', ['-c', command], {
    env: { ...process.env, BASE: base, KEY: service.key, ...more },
    timeout: 60_000,
  });
  return stdout;
}

it('bulk calls return the answers of the guide', async () => {
  const [emails = '', networks = ''] = commands;
  const found = JSON.parse(await answerOf(emails));
  expect(found.results.map((result: { id: string; status: number }) => [result.id, result.status])).toEqual([
    ['row-1', 200],
    ['row-2', 404],
    ['row-3', 422],
  ]);
  expect(found.credits_used).toBe(1);
  expect(found.results[0].body.email).toBe('erin.williams1103@braveton.example');
  const domains = JSON.parse(await answerOf(networks));
  expect(domains.results.map((result: { status: number }) => result.status)).toEqual([200, 404]);
  expect(await answerOf(networks)).toBe(JSON.stringify(domains));
});

it('batches return the answers of the guide', async () => {
  const [, , create = '', preview = '', state = ''] = commands;
  const batch = JSON.parse(await answerOf(create));
  expect(batch).toMatchObject({ operation: 'email', state: 'queued', rows: 2, max_credits: 1000 });
  expect(JSON.parse(await answerOf(preview))).toMatchObject({ rows: 2, found: 1, missed: 1, credits: 1 });
  const [show = '', results = ''] = state.trim().split('\n');
  const BATCH = batch.id;
  await expect.poll(async () => JSON.parse(await answerOf(show, { BATCH })).state).toBe('completed');
  const text = await answerOf(results, { BATCH });
  expect(text).toMatch(
    /^Name,LinkedIn,result\.email,.*,status,reason\r\nErin,.*,erin\.williams1103@braveton\.example,.*,found,\r\n/,
  );
});
