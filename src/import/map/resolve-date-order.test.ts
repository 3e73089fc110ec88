import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openInputs } from '../open-inputs.ts';
import { sniffFormat } from '../read/format.ts';
import { readHeadRows } from '../read/read-rows.ts';
import { openStream } from '../read/source.ts';
import { cellShaper, keyShaper } from './apply-mapping.ts';
import { describeMapping } from './describe-mapping.ts';
import { makeMapping } from './mapping.ts';
import { resolveDateOrder } from './resolve-date-order.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-dates-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function mappingOf(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const [input] = await openInputs({ kind: 'companies', files: [path], encoding: null, mapOptions: [] });
  if (!input) throw new Error('nothing was opened');
  return { ...input, described: describeMapping(input.mapping, input.source) };
}

const table = (...dates: string[]) => ['name,updated', ...dates.map((date, index) => `C${index},${date}`)].join('\n');

it.each([
  [['05/07/2019', '31/01/2020'], '2019-07-05', 'day first'],
  [['05/07/2019', '01/31/2020'], '2019-05-07', 'month first'],
  [['05/07/2019', '01/31/2020', '31/01/2020'], '05/07/2019', 'day or month first is undetermined'],
  [['05/07/2019', '06/07/2019'], '05/07/2019', 'day or month first is undetermined'],
])('reads the first of %j as %s: %s', async (dates, first, described) => {
  const found = await mappingOf('t.csv', table(...dates));
  expect(cellShaper(found.mapping, 'companies')(['C0', dates[0] ?? ''])).toEqual({ name: 'C0', updated_at: first });
  expect(found.described).toContain(`dates of updated: ${described}`);
});

it('uses the order of the other columns for a column without evidence, unless they contradict each other', async () => {
  const people = async (name: string, ...rows: string[]) => {
    const header = 'full_name,company_name,start date,end date';
    const path = join(folder, name);
    writeFileSync(path, [header, ...rows].join('\n'));
    const [input] = await openInputs({ kind: 'people', files: [path], encoding: null, mapOptions: [] });
    return input?.mapping.columns.slice(2).map(({ dayMonth }) => dayMonth);
  };
  const start = 'Jo Roe,Acme,05/07/2019';
  expect(await people('day.csv', `${start},31/12/2020`)).toEqual(['day-first', 'day-first']);
  expect(await people('month.csv', `${start},12/31/2020`)).toEqual(['month-first', 'month-first']);
  expect(await people('both.csv', `${start},12/31/2020`, `${start},31/12/2020`)).toEqual(['either', 'either']);
});

it('uses a single unambiguous date far after the first rows', async () => {
  const many = Array.from({ length: 100_000 }, () => '05/07/2019');
  const found = await mappingOf('long.csv', table(...many, '5/31/2019'));
  expect(cellShaper(found.mapping, 'companies')(['A', '05/07/2019'])).toMatchObject({ updated_at: '2019-05-07' });
});

it('uses the dates far after the first rows if these have none', async () => {
  const none = Array.from({ length: 1000 }, () => '');
  const found = await mappingOf('late.csv', table(...none, '05/07/2019', '31/01/2020'));
  expect(cellShaper(found.mapping, 'companies')(['A', '05/07/2019'])).toMatchObject({ updated_at: '2019-07-05' });
  const empty = await mappingOf('none.csv', table(...none));
  expect(empty.described).not.toContain('dates of');
});

it('does nothing for unambiguous dates', async () => {
  const found = await mappingOf('iso.csv', table('2019-05-07', 'May 2019'));
  expect(found.described).not.toContain('dates of');
});

it('handles keys of JSON', async () => {
  const found = await mappingOf(
    't.jsonl',
    '{"name":"A","updated_at":"05/07/2019"}\n{"name":"B","updated_at":"31\\/07\\/2019"}\n',
  );
  expect(keyShaper(found.mapping, 'companies')?.({ name: 'A', updated_at: '05/07/2019' })).toMatchObject({
    updated_at: '2019-07-05',
  });
});

it('reads the dates of all entries of a list', async () => {
  const path = join(folder, 'list.jsonl');
  const work = [
    { employer: 'Acme', start: '03/04/2015', end: '05/06/2019' },
    { employer: 'Beta', start: '07/08/2011', end: '28/02/2014' },
  ];
  writeFileSync(path, `${JSON.stringify({ full_name: 'Jo Roe', work })}\n`);
  const [input] = await openInputs({ kind: 'people', files: [path], encoding: null, mapOptions: [] });
  const shape = input && keyShaper(input.mapping, 'people');
  expect(shape?.({ full_name: 'Jo Roe', work })).toMatchObject({
    experiences: [{ job_start_date: '2015-04-03', job_end_date: '2019-06-05' }, { job_end_date: '2014-02-28' }],
  });
});

it('uses the first rows of standard input only', async () => {
  const source = await openStream('-', Readable.from([Buffer.from(table('05/07/2019', '31/01/2020'))]));
  const format = sniffFormat('-', source.head);
  const headRows = await readHeadRows(source, format);
  const mapping = makeMapping({ path: '-', format, kind: 'companies', headRows, mapOptions: [] });
  const settled = await resolveDateOrder(mapping, source, headRows);
  expect(cellShaper(settled, 'companies')(['A', '05/07/2019'])).toMatchObject({ updated_at: '2019-07-05' });
  source.bytes().return(undefined);
});
