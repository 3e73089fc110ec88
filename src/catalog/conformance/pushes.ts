// Conformance of pushed rows: how the calls of a source follow each other, and how they are undone.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../../contract/import-records.ts';
import type { ImportRun } from '../writer-port.ts';
import { type CatalogUnderTest, type Fixture, makeFixture, pushRows, stateOf } from './fixture.ts';
import { companyRecord, email, opening, personRecord, position } from './records.ts';

const at = (time: string) => `2026-11-20T${time}.000Z`;

async function emailsOf({ catalog }: Fixture, slug: string): Promise<string[]> {
  return ((await catalog.emailsOf(slug)) ?? []).map((each) => each.email);
}

const jane = (fields: Partial<PersonRecord> = {}) => personRecord('jane', fields);

export function pushTests(fresh: () => CatalogUnderTest, share = 1): void {
  describe('pushed rows', () => {
    test('replace rows of earlier calls of their source, in one run per day', async () => {
      const fixture = makeFixture(fresh);
      const first = await pushRows(fixture.writer, [
        { people: [jane({ emails: [email('a@x.example')] })], source: 'crm', at: at('08:00:00') },
      ]);
      expect(first.outcomes).toEqual([['created']]);
      for (let second = 0; second < 5; second++) {
        const emails = [email(`b${second}@x.example`)];
        const call = { people: [jane({ emails })], source: 'crm', at: at(`08:00:0${second}`) };
        expect((await pushRows(fixture.writer, [call])).outcomes).toEqual([['merged']]);
      }
      expect(await emailsOf(fixture, 'jane')).toEqual(['b4@x.example']);
      const again = { people: [jane({ emails: [email('b4@x.example')] })], source: 'crm', at: at('09:00:00') };
      expect((await pushRows(fixture.writer, [again])).outcomes).toEqual([['unchanged']]);
      expect((await fixture.admin.personOrigins('jane'))?.rows).toMatchObject([{ file: 'a call', line: 2, runId: 1 }]);
      expect(await fixture.writer.runs()).toMatchObject([
        { id: 1, kind: 'people', source: 'crm', isPush: true, startedAt: at('08:00:00'), finishedAt: at('09:00:00') },
      ]);
    });

    test('of one call are merged, as the rows of a file are', async () => {
      const fixture = makeFixture(fresh);
      const people = ['a@x.example', 'b@x.example'].map((address) => jane({ emails: [email(address)] }));
      const { outcomes } = await pushRows(fixture.writer, [{ people, source: 'crm', at: at('08:00:00') }]);
      expect(outcomes).toEqual([['created', 'merged']]);
      expect(await emailsOf(fixture, 'jane')).toEqual(['a@x.example', 'b@x.example']);
    });

    test('are as new as their call: the later call wins, even if the other source pushed first on that day', async () => {
      const fixture = makeFixture(fresh);
      const said = (headline: string, source: string, time: string) => ({
        people: [jane({ headline })],
        ...{ source, at: at(time) },
      });
      await pushRows(fixture.writer, [said('first', 'crm', '08:00:00')]);
      await pushRows(fixture.writer, [said('second', 'web', '09:00:00')]);
      await pushRows(fixture.writer, [said('third', 'crm', '10:00:00')]);
      expect(fixture.documents().people.map(({ headline }) => headline)).toEqual(['third']);
    });

    test('begin another run on another day, after an undo, and after an import of their source', async () => {
      const fixture = makeFixture(fresh);
      const push = (time: string) => pushRows(fixture.writer, [{ people: [jane()], source: 'crm', at: time }]);
      const ids = async () => (await fixture.writer.runs()).map(({ id, isPush }) => [id, isPush]);
      await push(at('08:00:00'));
      await push(at('23:59:59'));
      expect(await ids()).toEqual([[1, true]]);
      await push('2026-11-21T00:00:00.000Z');
      await fixture.admin.undoRun(2, 'later');
      await push('2026-11-21T00:00:01.000Z');
      expect(await ids()).toEqual([1, 2, 3].map((id) => [id, true]));
      await fixture.load({ people: [jane({ headline: 'of a file' })] }, 'crm');
      await pushRows(fixture.writer, [
        { people: [jane({ headline: 'of a call' })], source: 'crm', at: '2026-11-21T23:00:00.000Z' },
      ]);
      expect(await ids()).toEqual([...[1, 2, 3].map((id) => [id, true]), [4, false], [5, true]]);
      expect(fixture.documents().people.map(({ headline }) => headline)).toEqual(['of a call']);
    });

    test('close no openings of their source, and change an opening whenever they differ', async () => {
      const fixture = makeFixture(fresh);
      const url = 'https://acme.example/1';
      await fixture.load({ companies: [companyRecord('acme')] });
      await fixture.load({ jobs: [opening('acme', 'Cook', { url }), opening('acme', 'Waiter')] }, 'board');
      const push = async (open_positions: number, time: string) => {
        const jobs = [opening('acme', 'Cook', { url, open_positions })];
        return (await pushRows(fixture.writer, [{ jobs, source: 'board', at: at(time) }])).outcomes[0]?.[0];
      };
      const shown = async () => (await fixture.jobRows()).map((row) => `${row.title} ${row.open_positions}`);
      expect(await push(2, '08:00:00')).toBe('merged');
      expect(await push(1, '08:00:01')).toBe('merged');
      expect(await push(1, '08:00:02')).toBe('unchanged');
      expect(await push(2, '08:00:03')).toBe('merged');
      expect(await shown()).toEqual(['Cook 2', 'Waiter 1']);
      await fixture.admin.undoRun(3, 'later');
      expect(await shown()).toEqual(['Cook 1', 'Waiter 1']);
    });

    test('of several calls are written in one transaction, or not at all', async () => {
      const fixture = makeFixture(fresh);
      const { generation } = await fixture.catalog.state();
      const calls = ['crm', 'web'].map((source) => ({ people: [jane()], source, at: at('08:00:00') }));
      const pushed = await pushRows(fixture.writer, calls);
      expect(pushed).toEqual({ generation: generation + 1, outcomes: [['created'], ['unchanged']] });
      const failing = pushRows(fixture.writer, [
        { people: [personRecord('joe')], source: 'crm', at: at('09:00:00') },
        { jobs: [null as never], source: 'crm', at: at('09:00:00') },
      ]);
      await expect(failing).rejects.toThrow();
      expect(fixture.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
      expect((await fixture.writer.runs()).map(({ finishedAt }) => finishedAt)).toEqual([
        at('08:00:00'),
        at('08:00:00'),
      ]);
    });
  });

  describe('whatever the calls', () => {
    test('undoing their runs restores the previous state', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(rows, { maxLength: 2 }),
          fc.array(rows, { minLength: 1, maxLength: 6 }),
          async (before, pushed) => {
            const fixture = makeFixture(fresh);
            for (const each of before) await fixture.load(each, 'crm');
            const state = await stateOf(fixture);
            for (const [index, each] of pushed.entries()) {
              await pushRows(fixture.writer, [{ ...each, source: 'crm', at: at(`08:00:0${index}`) }]);
            }
            const runs = (await fixture.writer.runs()).filter(({ isPush }) => isPush);
            expect(runs.length).toBe(new Set(runs.map(({ kind }: ImportRun) => kind)).size);
            for (const { id } of runs.toReversed()) await fixture.admin.undoRun(id, 'later');
            expect(await stateOf(fixture)).toEqual(state);
          },
        ),
        { numRuns: Math.ceil(40 * share) },
      );
    });
  });
}

const person: fc.Arbitrary<PersonRecord> = fc
  .record({
    slug: fc.constantFrom('jane', 'joe'),
    full_name: fc.constantFrom('Jane Doe', 'Joe Doe'),
    emails: fc.uniqueArray(fc.constantFrom('jane@acme.example', 'joe@acme.example'), { maxLength: 2 }),
  })
  .map(({ slug, emails, ...fields }) =>
    personRecord(slug, { ...fields, emails: emails.map((each) => email(each)), experiences: [position('acme')] }),
  );
const company: fc.Arbitrary<CompanyRecord> = fc
  .record({
    slug: fc.option(fc.constantFrom('acme', 'beta'), { nil: null }),
    name: fc.constantFrom('Acme', 'Beta'),
    domains: fc.uniqueArray(fc.constantFrom('acme.example', 'beta.example'), { maxLength: 1 }),
    followers: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ slug, ...fields }) => companyRecord(slug, fields));
const job: fc.Arbitrary<OpeningRecord> = fc
  .record({
    named: fc.constantFrom('acme', 'beta'),
    title: fc.constantFrom('Cook', 'Waiter'),
    url: fc.option(fc.constantFrom('https://acme.example/1', 'https://acme.example/2'), { nil: null }),
    open_positions: fc.integer({ min: 1, max: 2 }),
    is_open: fc.boolean(),
  })
  .map(({ named, title, ...fields }) => opening(named, title, { ...fields, source: 'crm' }));

const rows = fc.oneof(
  fc.record({ people: fc.array(person, { minLength: 1, maxLength: 3 }) }),
  fc.record({ companies: fc.array(company, { minLength: 1, maxLength: 3 }) }),
  fc.record({ jobs: fc.array(job, { minLength: 1, maxLength: 3 }) }),
);
