// Runs the quick starts of the dashboard as written: shell and TypeScript always, Python and Go if they are installed.
// The scripts for spreadsheets run with stand-ins for the interfaces of Google and Excel.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../dashboard/src/reference/samples.ts';
import { startTestService, type TestService } from './support/service.ts';

/** The first build compiles the standard library. */
const GO_BUILD_MS = 300_000;
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'cardfile-quick-starts-'));
let service: TestService;
let base = '';

const network = 'https://www.network.example';
const companies = [
  {
    network_url: `${network}/company/braveton`,
    name: 'Braveton',
    domain: 'braveton.example',
    industry: 'Software Development',
    employee_count: 120,
    hq: { country_code: 'DE' },
  },
];
const people = ['Erin Williams', 'Ola Nordmann', 'Jo Santos', 'Max Weber', 'Ana Silva', 'Kim Lee'].map(
  (full_name, index) => ({
    network_url: `${network}/in/person-${index}`,
    full_name,
    country_code: 'DE',
    job_title: 'VP Sales',
    job_level: 'VP',
    company_domain: 'braveton.example',
  }),
);

function has(command: string, argument: string): boolean {
  try {
    execFileSync(command, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(`\n*** SKIPPED: ${command} is not installed, so its quick start does not run ***\n`);
    return false;
  }
}

function sample(key: string): string {
  return SAMPLES.find((candidate) => candidate.key === key)?.text(base) ?? '';
}

async function credits(): Promise<number> {
  return (await service.admin.accounts()).reduce((sum, account) => sum + account.used, 0);
}

/** Runs a program with the key in its environment, and returns its output. */
async function output(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(command, args, { env: { ...process.env, CARDFILE_KEY: service.key } });
  return stdout;
}

describe('the quick start', () => {
  beforeAll(async () => {
    service = await startTestService({ companies, people });
    base = await service.running.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('for curl answers the state of the key and a search, for one credit', async () => {
    const before = await credits();
    const shown = await output('bash', '-c', sample('curl').replace(/^export .*$/m, ''));
    expect(shown).toContain('"valid":true');
    expect(shown).toContain('"results_length":5');
    expect((await credits()) - before).toBe(1);
  });

  it('for TypeScript pages through people, for two credits', async () => {
    const before = await credits();
    const file = join(folder, 'people.ts');
    writeFileSync(file, sample('typescript'));
    expect((await output(process.execPath, file)).trim().split('\n').sort()).toEqual(
      people.map(({ full_name }) => `${full_name}, VP Sales`).sort(),
    );
    expect((await credits()) - before).toBe(2);
  });

  it.skipIf(!has('python3', '--version'))('for Python pages through people, for two credits', async () => {
    const before = await credits();
    const file = join(folder, 'people.py');
    writeFileSync(file, sample('python'));
    expect((await output('python3', file)).trim().split('\n')).toHaveLength(people.length);
    expect((await credits()) - before).toBe(2);
  });

  it.skipIf(!has('go', 'version'))(
    'for Go prints people',
    async () => {
      const file = join(folder, 'main.go');
      writeFileSync(file, sample('go'));
      expect(await output('go', 'run', file)).toContain('Erin Williams, VP Sales');
    },
    GO_BUILD_MS,
  );

  it('for Google Sheets fills a row, and reports unknown records', async () => {
    // Apps Script fetches synchronously: the stand-in calls curl in a separate process, because the server runs in
    // this one.
    const stand = `
      const { execFileSync } = require('node:child_process');
      const PropertiesService = { getScriptProperties: () => ({ getProperty: (name) => process.env[name] }) };
      const UrlFetchApp = { fetch: (url, { headers, payload, contentType }) => {
        const text = execFileSync('curl', ['-s', '-w', '\\n%{http_code}', url, '-H', 'x-api-key: ' + headers['x-api-key'], '-H', 'content-type: ' + contentType, '-d', payload], { encoding: 'utf8' });
        const at = text.lastIndexOf('\\n');
        return { getResponseCode: () => Number(text.slice(at + 1)), getContentText: () => text.slice(0, at) };
      } };
      ${sample('sheets')}
      console.log(JSON.stringify([CARDFILE_COMPANY('https://www.braveton.example/about'), CARDFILE_COMPANY('nameless.example'), CARDFILE_COMPANY('')]));`;
    const file = join(folder, 'sheets.cjs');
    writeFileSync(file, stand);
    expect(JSON.parse(await output(process.execPath, file))).toEqual([
      [['Braveton', 'Software Development', 'DE']],
      [['not found', '', '']],
      '',
    ]);
  });

  it('for Excel sends a body that the search accepts', async () => {
    const text = sample('excel');
    expect(text).toContain(`"${base}"`);
    expect(text).toContain('RelativePath = "v2/search/companies"');
    // The record of Power Query as JSON.
    const body = /Json\.FromValue\((.*)\),/.exec(text)?.[1] ?? '';
    const json = body
      .replace(/\[/g, '{')
      .replace(/\]/g, '}')
      .replace(/\{("DE", "FR")\}/, '[$1]')
      .replace(/(\w+) =/g, '"$1":');
    expect(await service.call('company-search', JSON.parse(json))).toMatchObject({
      status: 200,
      body: { results_length: 1 },
    });
  });
});
