// The scripts for spreadsheets on invented sheets, against a real server.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultProxy } from '../clients/fault-proxy.ts';
import { person, personUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { shownCell } from './shown-cell.ts';

const folder = join(import.meta.dirname, '../../integrations');
const PEOPLE = 105;
const FORMULA = '=HYPERLINK("https://other.example")';
const HEADER = ['Note', 'Profile', 'Work e-mail', 'Status'];

type Grid = (string | number)[][];

let service: TestService;
let base = '';
beforeAll(async () => {
  service = await startTestService({
    people: Array.from({ length: PEOPLE }, (_, index) =>
      person(`row-${index}`, 10, {
        emails: [{ email: `row-${index}@northfold.example`, status: 'valid' }],
        ...(index === 0 ? { headline: FORMULA, skills: ['Sales', 'Negotiation'] } : {}),
      }),
    ),
  });
  base = await service.running.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

/** A sheet with a row for each person, one for an unknown person, one that is filled in and one without a profile. */
const sheet = (): Grid => [
  HEADER,
  ...Array.from({ length: PEOPLE }, (_, index) => [index, personUrl(`row-${index}`), '', '']),
  ['unknown', personUrl('row-unknown'), '', ''],
  ['filled in', personUrl('row-1'), 'by hand', ''],
  ['blank', '', '', ''],
];

const filled = (): Grid => [
  HEADER,
  ...Array.from({ length: PEOPLE }, (_, index) => [
    index,
    personUrl(`row-${index}`),
    `row-${index}@northfold.example`,
    'valid',
  ]),
  ['unknown', personUrl('row-unknown'), 'not found', ''],
  ['filled in', personUrl('row-1'), 'by hand', ''],
  ['blank', '', '', ''],
];

/** The settings that a test replaces, by their source text. */
type Settings = Readonly<Record<string, string>>;

function withServer(file: string, settings: Settings): string {
  const source = readFileSync(join(folder, file), 'utf8').replace('https://cardfile.example', base);
  return Object.entries(settings).reduce((text, [before, after]) => text.replace(before, after), source);
}

interface Filled {
  readonly grid: Grid;
  /** The last message to the user. */
  readonly said: string | undefined;
  readonly failure: string | null;
}

async function fillGoogleSheet(grid: Grid, key = service.key, settings: Settings = {}): Promise<Filled> {
  const workerData = { source: withServer('google-sheets/Code.gs', settings), key, grid };
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { workerData });
  const { toasts, ...result } = await new Promise<Omit<Filled, 'said'> & { readonly toasts: string[] }>(
    (resolve, reject) => worker.once('message', resolve).once('error', reject),
  );
  await worker.terminate();
  return { ...result, said: toasts.at(-1) };
}

async function fillExcelTable(given: Grid, key = service.key, settings: Settings = {}): Promise<Filled> {
  const grid = given.map((row) => [...row]);
  const said: string[] = [];
  const table = {
    getHeaderRowRange: () => ({ getValues: () => grid.slice(0, 1) }),
    getRangeBetweenHeaderAndTotal: () => ({
      getValues: () => grid.slice(1).map((row) => [...row]),
      getCell: (row: number, column: number) => ({
        setValue: (value: string | number) => grid[row + 1]?.splice(column, 1, shownCell(value)),
      }),
    }),
  };
  const workbook = { getActiveWorksheet: () => ({ getTables: () => [table] }) };
  const page = { fetch, setTimeout, workbook, key, console: { log: (text: string) => said.push(text) } };
  const source = stripTypeScriptTypes(withServer('excel/fill-rows.ts', settings));
  const work = new Script(`${source}\nmain(workbook, key);`).runInContext(createContext(page)) as Promise<void>;
  const failure = await work.then(
    () => null,
    (error: Error) => error.message,
  );
  return { grid, said: said.at(-1), failure };
}

describe.each([
  ['Google Sheets', fillGoogleSheet, 'sheet'],
  ['Excel', fillExcelTable, 'table'],
] as const)('the script for %s', (_, fill, place) => {
  it('fills the empty rows in their order, for one credit per match', async () => {
    const { grid, said, failure } = await fill(sheet());
    expect(failure).toBeNull();
    expect(grid).toEqual(filled());
    expect(said).toBe(`${PEOPLE + 1} rows, ${PEOPLE} credits`);
    expect((await fill(grid)).said, 'a second run').toBe('0 rows, 0 credits');
  });

  it('ends with the reason if the key or a column is wrong, and changes nothing', async () => {
    const wrongKey = await fill(sheet(), 'cf_wrong');
    expect(wrongKey.failure).toContain('the API key is');
    expect(wrongKey.grid).toEqual(sheet());
    const renamed = sheet().map((row, index) => (index === 0 ? ['Note', 'URL', 'Work e-mail', 'Status'] : row));
    const wrongColumn = await fill(renamed);
    expect(wrongColumn.failure).toContain(`The ${place} has no column "Profile"`);
  });

  it('writes a text that begins like a formula as a text', async () => {
    const settings = {
      "'email'": "'email-to-person'",
      "'person_network_url'": "'email'",
      "'Work e-mail': 'email'": "'Work e-mail': 'person.headline'",
    };
    const { grid, failure } = await fill([HEADER, ['', 'row-0@northfold.example', '', '']], service.key, settings);
    expect([failure, grid[1]?.[2]]).toEqual([null, FORMULA]);
  });

  it('leaves rows empty when the credits are used up, and reports it', async () => {
    const name = `three credits for ${place}`;
    const key = await service.makeAccount({ name, creditsPerMonth: 3, requestsPerSecond: 100 });
    const rows = (count: number) => sheet().slice(0, 1 + count);
    const first = await fill(rows(5), key);
    expect(first.failure).toContain('fewer are left');
    expect(first.grid).toEqual([...filled().slice(0, 4), ...rows(5).slice(4)]);
    service.admin.grant(name, 10);
    const second = await fill(first.grid, key);
    expect(second).toEqual({ grid: filled().slice(0, 6), said: '2 rows, 2 credits', failure: null });
  });

  it('marks a record without the values, so that the next run does not pay for it again', async () => {
    const settings = { "'email'": "'email-to-person'", "'person_network_url'": "'email'" };
    const outputs = { "'Work e-mail': 'email'": "'Work e-mail': 'person.headline'", "'status'": "'person.about_me'" };
    const open: Grid = [HEADER, ['', 'row-1@northfold.example', '', '']];
    const { grid, said } = await fill(open, service.key, { ...settings, ...outputs });
    expect([grid[1]?.slice(2), said]).toEqual([['no value', ''], '1 rows, 1 credits']);
    expect((await fill(grid, service.key, { ...settings, ...outputs })).said).toBe('0 rows, 0 credits');
  });

  it('writes the entries of a list with commas', async () => {
    const settings = {
      "'email'": "'email-to-person'",
      "'person_network_url'": "'email'",
      "'Work e-mail': 'email'": "'Work e-mail': 'person.skills'",
    };
    const { grid } = await fill([HEADER, ['', 'row-0@northfold.example', '', '']], service.key, settings);
    expect(grid[1]?.[2]).toBe('Sales, Negotiation');
  });

  it('repeats a call whose answer was lost, charged once, to an address with a slash at its end', async () => {
    const proxy = await startFaultProxy(base);
    const credits = async () => (await service.call('key-info')).body.remaining_credits as number;
    const before = await credits();
    try {
      await fetch(`${proxy.base}/faults`, { method: 'POST', body: JSON.stringify(['lose', 'drop']) });
      const { grid, failure } = await fill(sheet().slice(0, 4), service.key, { [base]: `${proxy.base}/` });
      expect(failure).toBeNull();
      expect(grid).toEqual(filled().slice(0, 4));
    } finally {
      proxy.close();
    }
    expect(before - (await credits())).toBe(3);
  });

  it('names the address if another server answers there', async () => {
    const wrong = { [base]: `${base}/docs` };
    const { failure } = await fill(sheet(), service.key, wrong);
    expect(failure).toBe(`${base}/docs answered with status 404; check the address`);
  });
});
