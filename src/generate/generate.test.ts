import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateCompanies, generateJobs, generatePeople, writeGenerated } from './generate.ts';

const KINDS = [
  ['companies', generateCompanies],
  ['people', generatePeople],
  ['jobs', generateJobs],
] as const;
const options = { people: 2_000, companies: 300, jobs: 200, seed: 'a seed' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardfile-generate-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(KINDS)('generated %s', (kind, generate) => {
  const whole = [...generate(options)];

  it('are as many as asked for, and the same in every run', () => {
    expect(whole).toHaveLength(options[kind]);
    expect(JSON.stringify([...generate(options)])).toBe(JSON.stringify(whole));
  });

  it('are others for another seed', () => {
    const others = new Set([...generate({ ...options, seed: 2 })].map((record) => JSON.stringify(record)));
    expect(whole.filter((record) => others.has(JSON.stringify(record)))).toEqual([]);
  });

  it('are the same records when made in ranges, whichever range comes first', () => {
    fc.assert(
      fc.property(fc.nat(options[kind]), (cut) => {
        const second = [...generate(options, { start: cut })];
        const first = [...generate(options, { end: cut })];
        expect([...first, ...second]).toEqual(whole);
      }),
      { numRuns: 5 },
    );
  });
});

describe('the sizes', () => {
  it('are one company for 25 people and one opening for 20 where only people are asked for', () => {
    expect([...generateCompanies({ people: 1_000 })]).toHaveLength(40);
    expect([...generateJobs({ people: 1_000 })]).toHaveLength(50);
  });

  it('may be nothing at all, or people without companies', () => {
    expect([...generatePeople({ people: 0 })]).toEqual([]);
    expect([...generatePeople({ people: 20, companies: 0 })]).toHaveLength(20);
    expect([...generateJobs({ people: 0, companies: 0, jobs: 5 })]).toHaveLength(5);
  });

  it('must be counts', () => {
    expect(() => [...generatePeople({ people: -1 })]).toThrow('sizes are counts');
    expect(() => [...generatePeople({ people: 1.5 })]).toThrow('sizes are counts');
  });
});

describe('writeGenerated', () => {
  it('writes the records as JSON Lines and reports how far it is', async () => {
    const target = join(folder, 'whole', 'nested');
    const last = new Map<string, string>();
    const files = await writeGenerated(options, target, ({ file, written, total }) => {
      last.set(file, `${written} of ${total}`);
    });
    for (const [kind, generate] of KINDS) {
      const text = [...generate(options)].map((record) => `${JSON.stringify(record)}\n`).join('');
      expect(files[kind]).toBe(join(target, `${kind}.jsonl`));
      expect((await readFile(files[kind], 'utf8')) === text).toBe(true);
      expect(last.get(files[kind])).toBe(`${options[kind]} of ${options[kind]}`);
    }
    expect((await readdir(target)).sort()).toEqual(['companies.jsonl', 'jobs.jsonl', 'people.jsonl']);
  });

  it('leaves earlier files as they are, and nothing of its own, when it is stopped by an error', async () => {
    const target = join(folder, 'stopped');
    const { people } = await writeGenerated({ people: 10 }, target);
    const before = await readFile(people, 'utf8');
    const stopped = writeGenerated(options, target, ({ file }) => {
      if (file === people) throw new Error('stop');
    });
    await expect(stopped).rejects.toThrow('stop');
    expect(await readFile(people, 'utf8')).toBe(before);
    expect(await readdir(target)).toHaveLength(3);
  });
});
