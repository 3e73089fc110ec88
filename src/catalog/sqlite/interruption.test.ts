import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCatalog } from './open-catalog.ts';
import { openDatabase } from './open-database.ts';

const BATCH = 200;
const here = (file: string) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)));

/** Writes batches of people endlessly, and reports each commit. */
const WRITE_FOR_EVER = `
  import { existsSync } from 'node:fs';
  import { openCatalogWriter } from ${here('./open-catalog-writer.ts')};
  import { preparePerson } from ${here('../prepare-person.ts')};
  import { personRecord, position, email } from ${here('../conformance/records.ts')};
  const keep = { company: ([first]) => first.record, person: ([first]) => first.record };
  const writer = openCatalogWriter({ file: process.argv[1], merge: keep });
  const isAlone = () => process.argv[2] === 'alone' && !existsSync(process.argv[1] + '.served');
  const run = await writer.openRun({ kind: 'people', source: 'file', files: [], fingerprint: 'f', at: '', isAlone });
  for (let batch = run.progress ?? 0; ; batch += 1) {
    const people = Array.from({ length: ${BATCH} }, (_, index) => personRecord('p-' + batch + '-' + index, {
      experiences: [position('company-' + index)],
      emails: [email('p-' + batch + '-' + index + '@acme.example')],
    }));
    const records = people.map(preparePerson);
    await writer.writePeople(run, { records, file: 0, lines: [], progress: () => batch + 1 });
    console.log(batch + 1);
  }`;

let folder = '';
let file = '';
let child: ChildProcess | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-catalog-'));
  file = join(folder, 'catalog.db');
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function killAfterBatches(count: number, who: string): Promise<number> {
  child = spawn(process.execPath, ['--input-type=module', '-e', WRITE_FOR_EVER, file, who], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child?.once('exit', resolve));
  let reported = 0;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    reported = Number(line);
    count -= 1;
    // A few milliseconds later, the next batch is partly written.
    if (count === 0) setTimeout(() => child?.kill('SIGKILL'), 3);
  }
  await exited;
  return reported;
}

describe.each(['alone', 'in WAL mode'])('a writer that is %s', (who) => {
  test('leaves whole batches when it is killed in the middle of one, and the next one continues', async () => {
    for (const count of [2, 3, 4]) {
      const reported = await killAfterBatches(count, who);
      const catalog = openCatalog({ file, networkHost: null });
      const documents = catalog.documents();
      const slugs = [...documents.people].map((person) => person.slug);
      documents.close();
      const batches = slugs.length / BATCH;
      expect([reported, reported + 1]).toContain(batches);
      const expected = Array.from(
        { length: slugs.length },
        (_, index) => `p-${Math.floor(index / BATCH)}-${index % BATCH}`,
      );
      expect(slugs).toEqual(expected);
      for (const slug of slugs.slice(-BATCH)) {
        expect((await catalog.peopleByEmail(`${slug}@acme.example`, 1))[0]?.slug).toBe(slug);
      }
      catalog.close();
    }
  });
});

test('makes other connections wait until the indexes exist', async () => {
  child = spawn(process.execPath, ['--input-type=module', '-e', WRITE_FOR_EVER, file, 'alone'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  writeFileSync(`${file}.served`, '');
  const catalog = openCatalog({ file, networkHost: null });
  expect((await catalog.peopleByEmail('p-0-1@acme.example', 1))[0]?.slug).toBe('p-0-1');
  const database = openDatabase(file, { readOnly: true });
  const plan = database.prepare("EXPLAIN QUERY PLAN SELECT id FROM person WHERE slug = 'p-0-1'").all();
  expect(JSON.stringify(plan)).toContain('person_by_slug');
  database.close();
  catalog.close();
});
