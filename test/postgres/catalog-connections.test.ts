// Lost connections of a writer of records: a transaction is written as a whole or not at all, and the next one works.
import { expect, test } from 'vitest';
import { loadRows, makeFixture, removeFixturesAfterEach } from '../../src/catalog/conformance/fixture.ts';
import { personRecord } from '../../src/catalog/conformance/records.ts';
import { catalogsIn } from '../support/catalog-schemas.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

/** Ends the connections of these tests only: other files use the same server. */
const NAME = 'catalog-connections';
const END_CONNECTIONS = `SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE application_name = '${NAME}'`;

describeOnPostgres('a lost connection', () => {
  const schema = testSchema();
  const fresh = catalogsIn([{ ...schema, url: `${schema.url}&application_name=${NAME}` }]);
  removeFixturesAfterEach();
  const peopleOf = (...slugs: string[]) => ({ people: slugs.map((slug) => personRecord(slug)) });

  test('between two transactions makes none of them fail', async () => {
    const fixture = makeFixture(fresh);
    await fixture.load(peopleOf('jane'));
    for (const slug of ['joe', 'jill', 'jack']) {
      await schema.query(END_CONNECTIONS);
      expect(await fixture.load(peopleOf(slug))).toEqual(['created']);
    }
    await schema.query(END_CONNECTIONS);
    expect(fixture.documents().people.map(({ slug }) => slug)).toEqual(['jane', 'joe', 'jill', 'jack']);
  });

  test('is not used again if it was lost while idle', async () => {
    const fixture = makeFixture(fresh);
    await fixture.load(peopleOf('jane'));
    // Each read takes a connection and returns it.
    for (let reading = 0; reading < 3; reading += 1) {
      expect(fixture.documents().people).toHaveLength(1);
      await schema.query(END_CONNECTIONS);
    }
    expect(fixture.documents().people).toHaveLength(1);
  });

  test('within a transaction rolls the transaction back', async () => {
    const fixture = makeFixture(fresh);
    await fixture.load(peopleOf('jane'));
    const run = await fixture.writer.openRun({
      kind: 'people',
      source: 's',
      files: ['f'],
      fingerprint: 'f',
      at: 'now',
    });
    await expect(
      fixture.writer.push([
        {
          ...{ kind: 'people', source: 's', at: '2026-01-01T00:00:00Z', origin: 'o', lines: [1], sharedSites: [] },
          records: [],
          progress: () => {
            throw new Error('the call ends');
          },
        },
      ]),
    ).rejects.toThrow('the call ends');
    expect((await fixture.writer.runs()).map(({ id }) => id)).toEqual([1, run.id]);
    expect(await loadRows(fixture.writer, peopleOf('joe'), 's')).toEqual(['created']);
    expect(await schema.query('SELECT people FROM meta')).toEqual([{ people: 2 }]);
  });
});
