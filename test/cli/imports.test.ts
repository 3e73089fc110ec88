// cardfile imports show: the openings that an import closed are listed while they are closed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { succeed } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-shown-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = ['--data', join(folder, 'data')];
const shown = async (id: number) => JSON.parse(await succeed('imports', 'show', `${id}`, '--json', ...at));

async function importTitles(titles: readonly string[]) {
  const file = join(folder, 'jobs.csv');
  const rows = titles.map((title) => `${title},Acme,acme.example,https://acme.example/${title}\n`);
  writeFileSync(file, `title,company_name,company_domain,url\n${rows.join('')}`);
  await succeed('import', 'jobs', file, '--no-index', ...at);
}

it('lists the openings that the import closed, until they are open again', async () => {
  await importTitles(['Cook', 'Waiter', ...Array.from({ length: 21 }, (_, index) => `Guard${index}`)]);
  await importTitles(['Cook']);
  const { closed_openings: closed } = await shown(2);
  expect(closed).toHaveLength(22);
  expect(closed[0]).toEqual({ title: 'Waiter', company: 'Acme', url: 'https://acme.example/Waiter' });
  const text = await succeed('imports', 'show', '2', ...at);
  expect(text).toMatch(/closed_openings: 22\n/);
  expect(text).toMatch(/closed openings\n[\s\S]*Waiter +Acme[\s\S]*Guard18 .*\nand 2 others: see --json\n/);
  await importTitles(['Cook', 'Waiter']);
  expect((await shown(2)).closed_openings).toHaveLength(21);
  expect((await shown(1)).closed_openings).toEqual([]);
  const companies = join(folder, 'companies.csv');
  writeFileSync(companies, 'name,domain\nAcme,acme.example\n');
  await succeed('import', 'companies', companies, '--no-index', ...at);
  expect(await succeed('imports', 'show', '4', ...at)).not.toContain('closed_openings');
});
