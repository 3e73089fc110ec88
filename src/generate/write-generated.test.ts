import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GeneratedKind, recordsOf } from './generate.ts';
import { createWorld } from './world.ts';
import { writeGenerated } from './write-generated.ts';

const options = { people: 2_000, companies: 300, jobs: 200, seed: 'a seed' };
/** Enough people to use threads. */
const manyOptions = { people: 20_000, companies: 300, jobs: 257, seed: 'a seed' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardfile-generate-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('writeGenerated', () => {
  it.each([
    ['in this thread', options],
    ['in threads of their own', manyOptions],
  ])('writes the records as JSON Lines %s and reports its progress', async (name, options) => {
    const target = join(folder, name, 'nested');
    const last = new Map<string, string>();
    const files = await writeGenerated(options, target, {
      onProgress: ({ file, done, total }) => {
        last.set(file, `${done} of ${total}`);
      },
    });
    for (const kind of Object.keys(files) as GeneratedKind[]) {
      const text = [...recordsOf(createWorld(options), kind, {})]
        .map((record) => `${JSON.stringify(record)}\n`)
        .join('');
      expect(files[kind]).toBe(join(target, `${kind}.jsonl`));
      expect((await readFile(files[kind], 'utf8')) === text).toBe(true);
      expect(last.get(files[kind])).toBe(`${options[kind]} of ${options[kind]}`);
    }
    expect((await readdir(target)).sort()).toEqual(['companies.jsonl', 'jobs.jsonl', 'people.jsonl']);
  });

  it('leaves earlier files unchanged and removes its own when an error stops it', async () => {
    const target = join(folder, 'stopped');
    const { people } = await writeGenerated({ people: 10 }, target);
    const before = await readFile(people, 'utf8');
    const stopped = writeGenerated(options, target, {
      onProgress: ({ file }) => {
        if (file === people) throw new Error('stop');
      },
    });
    await expect(stopped).rejects.toThrow('stop');
    expect(await readFile(people, 'utf8')).toBe(before);
    expect(await readdir(target)).toHaveLength(3);
  });

  it('removes incomplete files of a process that was killed, even if it then replaces none', async () => {
    const target = join(folder, 'killed');
    await writeGenerated({ people: 10 }, target);
    for (const name of ['people.jsonl.partial', 'generate.lock']) await writeFile(join(target, name), '');
    await expect(writeGenerated(options, target, { replace: false })).rejects.toThrow('exists already');
    expect((await readdir(target)).sort()).toEqual(['companies.jsonl', 'jobs.jsonl', 'people.jsonl']);
  });

  it('does not touch the files of a process that writes into the folder', async () => {
    const target = join(folder, 'live');
    let second: Promise<unknown> | null = null;
    const { people } = await writeGenerated(options, target, {
      onProgress: () => {
        second ??= expect(writeGenerated({ people: 10 }, target)).rejects.toThrow('another command writes');
      },
    });
    await second;
    expect((await readFile(people, 'utf8')).split('\n')).toHaveLength(options.people + 1);
    expect(await readdir(target)).toHaveLength(3);
  });
});
