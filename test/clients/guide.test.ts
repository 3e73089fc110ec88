// Each program of docs/guides/clients.md and of the two READMEs compiles and runs against a real server.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pythonSample, typescriptSample } from '../../dashboard/src/sample-code.ts';
import { companyUrl, personUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const PYTHON = process.env['CARDFILE_PYTHON'] ?? 'python3';
const hasPython = spawnSync(PYTHON, ['-c', 'import httpx']).status === 0;
if (!hasPython)
  console.warn(`\n*** SKIPPED: ${PYTHON} has no httpx, so the Python programs of the guide do not run ***\n`);

/** The programs in a language, of the guide and then of the README. */
function programs(language: string, readme: string): string[] {
  const texts = ['docs/guides/clients.md', readme].map((path) => readFileSync(join(root, path), 'utf8'));
  return texts
    .flatMap((text) => [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))])
    .map(([, program = '']) => program);
}

/** The output of each program. */
const OUTPUT = [
  'Lynxcove Stadtwerke 1\nErin Williams\nOla Nordmann\nJo Santos\n',
  /^404 NOT_FOUND\npeople\.country_code(\.include)?\[0\] [Tt]rue\n$/,
  'Erin found\n',
  'Erin Williams\nOla Nordmann\nJo Santos\n',
];

const folder = mkdtempSync(join(tmpdir(), 'cardfile-clients-guide-'));
let service: TestService;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  const employer = { company_network_url: companyUrl('lynxcove-stadtwerke'), job_title: 'VP Sales' };
  service = await startTestService({
    companies: [{ network_url: companyUrl('lynxcove-stadtwerke'), name: 'Lynxcove Stadtwerke', employee_count: 4365 }],
    people: [
      {
        network_url: personUrl('erin-williams-ahhg86'),
        full_name: 'Erin Williams',
        connections_count: 500,
        emails: [{ email: 'erin.williams1103@braveton.example', status: 'valid', verified_at: '2030-05-01' }],
        ...employer,
      },
      { network_url: personUrl('ola'), full_name: 'Ola Nordmann', connections_count: 400, ...employer },
      { network_url: personUrl('jo'), full_name: 'Jo Santos', connections_count: 300, ...employer },
    ],
  });
  const base = await service.running.app.listen({ host: '127.0.0.1', port: 0 });
  env = { ...process.env, CARDFILE_URL: base, CARDFILE_KEY: service.key, PYTHONPATH: join(root, 'clients/python/src') };
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The key and the address of a program come from the environment. */
function withEnvironment(program: string): string {
  return program.replace(/\{ apiKey: .* \}/, '').replace(/api_key=.*example"/, '');
}

describe('the TypeScript programs', () => {
  const texts = programs('ts', 'packages/sdk/README.md');
  const source = join(root, 'packages/sdk/src/index.ts');
  const written = texts.map((text) => withEnvironment(text).replace("'@cardfile/sdk'", `'${source}'`));

  it.each(written.map((text, index) => [index, text] as const))('%i runs', async (at, text) => {
    const file = join(folder, `${at}.ts`);
    writeFileSync(file, text);
    const { stdout } = await run(process.execPath, [file], { env, timeout: 60_000 });
    expect(stdout).toMatch(OUTPUT[at] ?? '');
  });

  it('compile with the strictest settings', async () => {
    for (const [at, text] of written.entries()) writeFileSync(join(folder, `checked-${at}.mts`), text);
    const files = written.map((_, index) => join(folder, `checked-${index}.mts`));
    const config = {
      extends: join(root, 'packages/sdk/tsconfig.json'),
      files,
      include: [],
      compilerOptions: { types: [] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const faults = run(process.execPath, [tsc, '-p', folder], { timeout: 60_000 }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(await faults).toBe('');
  });
});

describe('the Python programs', () => {
  it
    .skipIf(!hasPython)
    .each(programs('python', 'clients/python/README.md').map((text, index) => [index, text] as const))(
    '%i runs',
    async (at, text) => {
      const { stdout } = await run(PYTHON, ['-c', withEnvironment(text)], { env, timeout: 60_000 });
      expect(stdout).toMatch(OUTPUT[at] ?? '');
    },
  );
});

describe('the programs that the dashboard shows', () => {
  const search = { people: { job_level: ['VP'], name: ['O\'Brien \\ "quoted"'] }, max_results: 2 };
  const samples = () =>
    [
      { operation: 'people-search', body: { people: { job_level: ['VP'] }, max_results: 2 }, isPaged: true },
      { operation: 'people-search', body: search, isPaged: false },
      { operation: 'current-date', body: { region: 'Asia/Tokyo' }, isPaged: false },
      { operation: 'key-info', body: null, isPaged: false },
    ].map((sample) => ({ ...sample, origin: env['CARDFILE_URL'] ?? '' }));
  const wanted = [/Erin Williams[\s\S]*Ola Nordmann[\s\S]*Jo Santos/, /results/, /Asia\/Tokyo/, /remaining_credits/];

  it('run in TypeScript', async () => {
    const source = join(root, 'packages/sdk/src/index.ts');
    for (const [at, sample] of samples().entries()) {
      const file = join(folder, `sample-${at}.ts`);
      writeFileSync(file, typescriptSample(sample).replace("'@cardfile/sdk'", `'${source}'`));
      const { stdout } = await run(process.execPath, [file], { env, timeout: 60_000 });
      expect(stdout).toMatch(wanted[at] ?? '');
    }
  });

  it.skipIf(!hasPython)('run in Python', async () => {
    for (const [at, sample] of samples().entries()) {
      const { stdout } = await run(PYTHON, ['-c', pythonSample(sample)], { env, timeout: 60_000 });
      expect(stdout).toMatch(wanted[at] ?? '');
    }
  });
});
