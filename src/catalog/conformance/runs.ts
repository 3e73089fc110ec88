// Conformance: runs, transactions and change counters.
import { describe, expect, test } from 'vitest';
import type { PersonRecord } from '../../contract/import-records.ts';
import { preparePerson } from '../prepare-person.ts';
import { AT, batchOf, type CatalogUnderTest, loadRows, MERGE, makeFixture } from './fixture.ts';
import { companyRecord, email, opening, personRecord, phone, position, unlistedPerson } from './records.ts';

const RUN = { kind: 'people', source: 'file', files: ['people.csv'], fingerprint: 'f', at: AT } as const;

export function runTests(fresh: () => CatalogUnderTest): void {
  describe('an import run', () => {
    test('is resumed at its last state until it is finished', async () => {
      const fixture = makeFixture(fresh);
      const run = await fixture.writer.openRun(RUN);
      expect(run).toEqual({
        id: run.id,
        kind: 'people',
        source: 'file',
        files: ['people.csv'],
        fingerprint: 'f',
        startedAt: AT,
        finishedAt: null,
        undoneAt: null,
        isPush: false,
        progress: null,
      });
      await fixture.writer.writePeople(
        run,
        batchOf([personRecord('a'), personRecord('b')].map(preparePerson), (outcomes) => ({ outcomes })),
      );
      const again = await fixture.openWriter().openRun({ ...RUN, at: 'later' });
      expect(again).toEqual({ ...run, progress: { outcomes: ['created', 'created'] } });
      await fixture.writer.finishRun(again, 'end');
      const next = await fixture.writer.openRun(RUN);
      expect(next.id).not.toBe(run.id);
      expect((await fixture.writer.runs()).map(({ id, finishedAt }) => [id, finishedAt])).toEqual([
        [run.id, 'end'],
        [next.id, null],
      ]);
    });

    test('of another file is a new run', async () => {
      const fixture = makeFixture(fresh);
      const run = await fixture.writer.openRun(RUN);
      expect((await fixture.writer.openRun({ ...RUN, fingerprint: 'g' })).id).not.toBe(run.id);
    });
  });

  describe('a batch', () => {
    test('that fails has no effect, in the store or in the writer', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('known')] });
      const failing = fixture.openWriter({
        ...MERGE,
        person: () => {
          throw new Error('rules failed');
        },
      });
      const run = await failing.openRun(RUN);
      const jane = personRecord('jane', { experiences: [position('acme')] });
      const batch = [jane, personRecord('known', { full_name: 'New' })];
      const { generation } = await fixture.catalog.state();
      await expect(failing.writePeople(run, batchOf(batch.map(preparePerson)))).rejects.toThrow('rules failed');
      expect(await fixture.catalog.personBySlug('jane')).toBeNull();
      expect((await failing.openRun(RUN)).progress).toBeNull();
      expect((await fixture.catalog.state()).generation).toBe(generation);
      await failing.writePeople(run, batchOf([preparePerson(jane)]));
      await fixture.load({ companies: [companyRecord('acme')] });
      expect(fixture.employersOf('jane')).toEqual(['acme']);
    });

    test('without a stored progress has no effect', async () => {
      const fixture = makeFixture(fresh);
      const run = await fixture.writer.openRun(RUN);
      const fail = () => {
        throw new Error('no progress');
      };
      await expect(
        fixture.writer.writePeople(run, batchOf([preparePerson(personRecord('jane'))], fail)),
      ).rejects.toThrow('no progress');
      expect(await fixture.catalog.personBySlug('jane')).toBeNull();
    });

    test('of one writer does not roll back those of another', async () => {
      const fixture = makeFixture(fresh);
      const other = fixture.openWriter();
      await loadRows(other, { people: [personRecord('a', { experiences: [position('acme')] })] }, 'one');
      await fixture.load({ people: [personRecord('b', { experiences: [position('acme')] })] }, 'two');
      await loadRows(other, { companies: [companyRecord('acme')] }, 'one');
      expect([fixture.employersOf('a'), fixture.employersOf('b')]).toEqual([['acme'], ['acme']]);
    });
  });
}

export function repeatedImportTests(fresh: () => CatalogUnderTest): void {
  const FILES = {
    companies: { companies: [companyRecord('a'), companyRecord('a', { name: 'Second row' }), companyRecord('a')] },
    people: { people: [personRecord('a'), personRecord('a', { full_name: 'Second row' }), personRecord('b')] },
    jobs: {
      jobs: [
        opening('a', 'Cook', { url: 'https://a.example/1' }),
        opening('a', 'Waiter', { url: 'https://a.example/1' }),
      ],
    },
  };

  describe('a file that is imported again', () => {
    test.each(Object.entries(FILES))(
      'of %s changes nothing, although it contains one record twice',
      async (_, rows) => {
        const fixture = makeFixture(fresh);
        await fixture.load({ companies: [companyRecord('a')] });
        await fixture.load(rows);
        const before = [fixture.documents(), await fixture.catalog.state()];
        expect(new Set(await fixture.load(rows))).toEqual(new Set(['unchanged']));
        expect([fixture.documents(), await fixture.catalog.state()]).toEqual(before);
      },
    );

    test('changes nothing either if another source was imported in between', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('a', { full_name: 'One' })] }, 'one');
      await fixture.load({ people: [personRecord('a', { full_name: 'Two' })] }, 'two');
      expect(await fixture.load({ people: [personRecord('a', { full_name: 'One' })] }, 'one')).toEqual(['unchanged']);
      expect(await fixture.fullName('a')).toBe('Two');
    });

    test('leaves a row without a profile in its record, although a namesake has another row with its slug', async () => {
      const unlisted = (
        full_name: string,
        address: string | null,
        company_name: string | null,
        job_title: string | null,
      ) =>
        unlistedPerson(
          personRecord('', {
            full_name,
            emails: address === null ? [] : [email(address)],
            phones: [phone('+12025550101')],
            experiences: [position({ company_name }, { job_title })],
          }),
        );
      // Many people have the number; the look-up returns only the first of them.
      const earlier = [
        unlisted('Max Muster', null, 'Acme Ltd', 'Cook'),
        unlisted('Ann Lee', 'ann@acme.example', null, 'Ninja'),
        unlisted('Bob Ray', 'bob@acme.example', null, 'Cook'),
        unlisted('Zoe Unal', 'zoe@acme.example', 'Acme Ltd', 'Cook'),
        unlisted('Ann Lee', null, 'ACME Limited', 'Cook'),
        unlisted('Ann Lee', null, 'ACME Limited', null),
        unlisted('Ann Lee', 'a@b.example', null, 'Ninja'),
      ];
      const people = [
        unlisted('Ann Lee', 'a@b.example', 'Acme Ltd', 'Ninja'),
        unlisted('Ann Lee', null, 'ACME Limited', 'Ninja'),
        // The merged record can no longer be found by its former employer.
        unlisted('Ann Lee', 'a@b.example', 'Beta GmbH', 'Ninja'),
        unlisted('Ann Lee', null, 'Acme Ltd', null),
        unlisted('Ann Lee', null, 'ACME Limited', 'Cook'),
        unlisted('Ann Lee', 'b@beta.example', 'acme ltd.', 'Ninja'),
      ];
      const fixture = makeFixture(fresh);
      await fixture.load({ people: earlier }, 'earlier');
      expect(await fixture.load({ people })).toEqual(['merged', 'merged', 'merged', 'created', 'unchanged', 'created']);
      const before = fixture.documents();
      expect(await fixture.load({ people })).toEqual(people.map(() => 'unchanged'));
      expect(fixture.documents()).toEqual(before);
    });

    test('changes nothing if an unchanged row was the only row of a record that got further rows', async () => {
      const at = (domains: string[], followers: number) => companyRecord(null, { name: 'Acme', domains, followers });
      const first = at(['acme.example'], 1);
      // The last row has the key of the first one. It does not replace the first row, because both are in the file.
      const companies = [first, at([], 2), at(['acme.example', 'acme.test'], 3)];
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [first] });
      expect(await fixture.load({ companies })).toEqual(['unchanged', 'merged', 'merged']);
      expect(await fixture.load({ companies })).toEqual(['unchanged', 'unchanged', 'unchanged']);
    });

    test('changes nothing if an unchanged row was the only row of a record that a later row merges', async () => {
      const at = (domains: string[], followers: number) => companyRecord(null, { name: 'Acme', domains, followers });
      const first = at(['acme.test'], 1);
      const fixture = makeFixture(fresh);
      expect(await fixture.load({ companies: [at(['acme.example'], 2), first] })).toEqual(['created', 'created']);
      const companies = [first, at(['acme.test', 'acme.example'], 3)];
      expect(await fixture.load({ companies })).toEqual(['unchanged', 'merged']);
      expect(await fixture.load({ companies })).toEqual(['unchanged', 'unchanged']);
    });

    test('changes nothing although a later row of it shows another record to be the person of an earlier one', async () => {
      const named = (full_name: string, fields: Partial<PersonRecord>) => ({ full_name, ...fields });
      const experiences = [position({ company_name: 'Acme' }, { job_title: null })];
      const [emails, phones] = [[email('ann@acme.example')], [phone('+12025550102')]];
      const unlisted = (fields: Partial<PersonRecord>) => unlistedPerson(personRecord('', named('Lee Ann', fields)));
      const profile = personRecord('ann-lee', named('Ann Lee', { emails, experiences }));
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [unlisted({ emails, phones }), unlisted({ experiences })] });
      const people = [profile, unlisted({ phones, experiences })];
      expect(await fixture.load({ people })).toEqual(['merged', 'merged']);
      const before = fixture.documents();
      expect(await fixture.load({ people })).toEqual(['unchanged', 'unchanged']);
      expect(fixture.documents()).toEqual(before);
    });

    test('is applied again if its source has sent another state since', async () => {
      const fixture = makeFixture(fresh);
      const old = [personRecord('a', { full_name: 'Old' })];
      await fixture.load({ people: old });
      await fixture.load({ people: [personRecord('a', { full_name: 'New' })] });
      expect(await fixture.load({ people: old })).toEqual(['merged']);
      expect(await fixture.fullName('a')).toBe('Old');
    });

    test('with one more row for a known record is unchanged at once', async () => {
      const fixture = makeFixture(fresh);
      const first = personRecord('a', { full_name: 'One' });
      await fixture.load({ people: [first] });
      const people = [first, personRecord('a', { full_name: 'Two' })];
      expect(await fixture.load({ people })).toEqual(['unchanged', 'merged']);
      expect(await fixture.load({ people })).toEqual(['unchanged', 'unchanged']);
    });

    test('is also unchanged if the merge result is the same', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('a', { full_name: 'One', connections_count: 7 })] });
      const { generation } = await fixture.catalog.state();
      expect(await fixture.load({ people: [personRecord('a', { full_name: 'One' })] }, 'other')).toEqual(['unchanged']);
      expect((await fixture.catalog.state()).generation).toBe(generation);
    });
  });
}

export function stateTests(fresh: () => CatalogUnderTest): void {
  describe('the state', () => {
    test('changes once with each batch that changes something, and otherwise never', async () => {
      const fixture = makeFixture(fresh);
      const generationAfter = async (work: () => Promise<unknown>) => {
        const before = (await fixture.catalog.state()).generation;
        await work();
        return (await fixture.catalog.state()).generation - before;
      };
      const people = [personRecord('a'), personRecord('b')];
      expect(await generationAfter(() => fixture.load({ people }))).toBe(1);
      expect(await generationAfter(() => fixture.load({ people }))).toBe(0);
      expect(await generationAfter(() => fixture.load({ companies: [companyRecord('a')] }))).toBe(1);
      expect(await generationAfter(() => fixture.load({ jobs: [opening('a', 'Cook'), opening('a', 'Waiter')] }))).toBe(
        1,
      );
      // One change is in the batch, the other is the opening that is closed at the end of the run.
      expect(await generationAfter(() => fixture.load({ jobs: [opening('a', 'Cook', { open_positions: 2 })] }))).toBe(
        2,
      );
    });

    test('reports suppression separately', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('a')] });
      const states = [await fixture.catalog.state()];
      await fixture.writer.suppress({ kind: 'person', value: 'a' }, AT);
      states.push(await fixture.catalog.state());
      await fixture.writer.release({ kind: 'person', value: 'a' });
      states.push(await fixture.catalog.state());
      await fixture.load({ people: [personRecord('b')] });
      states.push(await fixture.catalog.state());
      expect(new Set(states.map((state) => state.generation)).size).toBe(4);
      const hidden = states.map((state) => state.hiddenGeneration);
      expect(new Set(hidden.slice(0, 3)).size).toBe(3);
      expect(hidden[3]).toBe(hidden[2]);
    });

    test('of a document iteration does not change after its start', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('a', { experiences: [position('acme')] })] });
      const walk = fixture.catalog.documents();
      const { generation } = await fixture.catalog.state();
      await fixture.load({ people: [personRecord('b')] });
      await fixture.load({ companies: [companyRecord('acme')] });
      expect(walk.state.generation).toBe(generation);
      expect([...walk.people].map((each) => [each.slug, each.positions[0]?.companyId])).toEqual([['a', null]]);
      expect([...walk.companies]).toEqual([]);
      walk.close();
      expect(fixture.documents().people).toHaveLength(2);
    });

    test('seals cursors with a secret that lasts as long as the catalog', () => {
      const fixture = makeFixture(fresh);
      const secret = fixture.catalog.cursorSecret();
      expect(secret).toHaveLength(32);
      expect(fixture.openReader().cursorSecret()).toEqual(secret);
      expect(makeFixture(fresh).catalog.cursorSecret()).not.toEqual(secret);
    });
  });
}
