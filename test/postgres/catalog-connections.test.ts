// Lost connections of a writer of records: a transaction is written as a whole or not at all, and the next one works.
import { expect, test } from 'vitest';
import { personRecord } from '../../src/catalog/conformance/records.ts';
import { loadRows, makeScene, removeScenesAfterEach } from '../../src/catalog/conformance/scene.ts';
import { catalogsIn } from '../support/catalog-schemas.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const END_CONNECTIONS = `SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
  WHERE application_name = 'cardfile catalog' AND pid <> pg_backend_pid() AND query LIKE $1`;

describeOnPostgres('a lost connection', () => {
  const schema = testSchema();
  const fresh = catalogsIn([schema]);
  removeScenesAfterEach();
  const peopleOf = (...slugs: string[]) => ({ people: slugs.map((slug) => personRecord(slug)) });

  test('between two transactions fails the first one after it, and no other', async () => {
    const scene = makeScene(fresh);
    await scene.load(peopleOf('jane'));
    await schema.query(END_CONNECTIONS, ['%']);
    const failed = await scene.load(peopleOf('joe')).catch((error: unknown) => error);
    expect(String(failed)).toContain('out of reach');
    expect(await scene.load(peopleOf('joe'))).toEqual(['created']);
    expect(scene.documents().people.map(({ slug }) => slug)).toEqual(['jane', 'joe']);
  });

  test('within a transaction leaves nothing of it', async () => {
    const scene = makeScene(fresh);
    await scene.load(peopleOf('jane'));
    const run = await scene.writer.openRun({ kind: 'people', source: 's', files: ['f'], fingerprint: 'f', at: 'now' });
    await expect(
      scene.writer.push([
        {
          ...{ kind: 'people', source: 's', at: '2026-01-01T00:00:00Z', origin: 'o', lines: [1], sharedSites: [] },
          records: [],
          progress: () => {
            throw new Error('the call ends');
          },
        },
      ]),
    ).rejects.toThrow('the call ends');
    expect((await scene.writer.runs()).map(({ id }) => id)).toEqual([1, run.id]);
    expect(await loadRows(scene.writer, peopleOf('joe'), 's')).toEqual(['created']);
    expect(await schema.query('SELECT people FROM meta')).toEqual([{ people: 2 }]);
  });
});
