// Conformance: source rows beyond the retention period are removed.
import { describe, expect, test } from 'vitest';
import type { PersonRecord } from '../../contract/import-records.ts';
import { type CatalogUnderTest, type Fixture, loadRows, makeFixture } from './fixture.ts';
import { email, personRecord, unlistedPerson } from './records.ts';

export function expiryTests(fresh: () => CatalogUnderTest): void {
  describe('expired rows', () => {
    test('are removed, with the values that only they had', async () => {
      const fixture = makeFixture(fresh);
      const old = { updated_at: '2020-01-01T00:00:00.000Z', emails: [email('jane@acme.example')] };
      await fixture.load({ people: [personRecord('jane', old), personRecord('ann', old), personRecord('joe')] }, 'one');
      await fixture.load({ people: [personRecord('jane', { headline: 'Engineer' })] }, 'two');
      expect(await fixture.admin.expireRows('2021-01-01T00:00:00.000Z')).toEqual({ removed: 1, changed: 1 });
      expect(fixture.documents().people.map(({ slug }) => slug)).toEqual(['jane', 'joe']);
      expect(await fixture.catalog.peopleByEmail('jane@acme.example', 1)).toEqual([]);
    });

    test('without their own date are as old as the last import that contained them', async () => {
      const fixture = makeFixture(fresh);
      const people = [personRecord('jane'), personRecord('joe')];
      await loadRows(fixture.writer, { people }, { source: 'file', at: '2020-01-01T00:00:00.000Z' });
      await fixture.load({ people: people.slice(0, 1) }, 'file');
      expect(await fixture.admin.expireRows('2021-01-01T00:00:00.000Z')).toEqual({ removed: 1, changed: 0 });
      expect(fixture.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
    });
  });

  describe('more expired rows than are removed at a time', () => {
    const many = Array.from({ length: 1100 }, (_, index) => personRecord(`person-${index}`, { about_me: 'Old' }));
    const load = (fixture: Fixture, people: readonly PersonRecord[], year: number, source = 'file') =>
      loadRows(fixture.writer, { people }, { source, at: `${year}-01-01T00:00:00.000Z` });

    test('are the rows that none of several later imports contained', async () => {
      const fixture = makeFixture(fresh);
      await load(fixture, many, 2020);
      await load(fixture, many.slice(0, 2), 2022);
      await load(fixture, many.slice(1098), 2023);
      await load(fixture, [personRecord('person-500', { headline: 'Engineer' })], 2023, 'other');
      expect(await fixture.admin.expireRows('2021-01-01T00:00:00.000Z')).toEqual({ removed: 1095, changed: 1 });
      const left = fixture.documents().people.map(({ slug }) => slug);
      expect(left.sort()).toEqual(['person-0', 'person-1', 'person-1098', 'person-1099', 'person-500']);
      expect((await fixture.admin.personOrigins('person-500'))?.rows).toMatchObject([{ source: 'other' }]);
    });
  });

  describe('a forgotten person', () => {
    const JANE = personRecord('jane', { emails: [email('jane@acme.example')] });

    test('is removed with all rows, and not imported again', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [JANE, personRecord('joe')] }, 'one');
      await fixture.load({ people: [personRecord('jane', { headline: 'Engineer' })] }, 'two');
      expect(await fixture.admin.slugsOf({ email: 'jane@acme.example' })).toEqual(['jane']);
      const forgotten = await fixture.admin.forgetPeople({ email: 'jane@acme.example' }, 'now');
      expect(await fixture.admin.slugsOf({ email: 'jane@acme.example' })).toEqual([]);
      expect(forgotten).toEqual([
        { full_name: 'Name of jane', slugs: ['jane'], emails: ['jane@acme.example'], phones: [] },
      ]);
      expect(await fixture.admin.traces(['jane'])).toEqual([]);
      expect(fixture.documents().people.map(({ slug }) => slug)).toEqual(['joe']);
      expect(await fixture.load({ people: [JANE] }, 'three')).toEqual(['suppressed']);
    });

    test('is identified by the numbers that are neither shared nor for work', async () => {
      const fixture = makeFixture(fresh);
      const number = (phone: string, kind: 'mobile' | 'work' | null) => ({ phone, kind });
      const shared = number('+447700900001', null);
      const phones = [shared, number('+447700900002', 'work'), number('+447700900003', 'mobile')];
      await fixture.load({ people: [personRecord('jane', { phones }), personRecord('joe', { phones: [shared] })] });
      const numbers = (people: readonly { phones: readonly string[] }[]) => people.flatMap((person) => person.phones);
      expect(numbers(await fixture.admin.peopleNamed({ slug: 'jane' }))).toEqual(['+447700900003']);
      const both = await fixture.admin.forgetPeople({ phone: shared.phone }, null);
      expect(numbers(both)).toEqual(['+447700900001', '+447700900003', '+447700900001']);
      expect(await fixture.admin.peopleNamed({ slug: 'jane' })).toEqual([]);
    });

    test('leaves no trace in the states that an undo would restore', async () => {
      const fixture = makeFixture(fresh);
      const made = unlistedPerson(JANE);
      await fixture.load({ people: [made] }, 'one');
      await fixture.load({ people: [JANE] }, 'two');
      expect((await fixture.admin.traces([made.network_url.slug])).map(({ place }) => place)).toContain('undo_log.key');
      await fixture.admin.forgetPeople({ slug: 'jane' }, null);
      expect(await fixture.admin.traces([made.network_url.slug])).toEqual([]);
    });

    test('is imported again with the next file if no suppression is requested', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [JANE] });
      const before = await fixture.catalog.state();
      // Part of the text is in the dictionary of the catalog.
      const text = '"full_name":"Name of jane"';
      expect(await fixture.admin.traces([text])).toEqual([{ place: 'person_text.json', rows: 1 }]);
      await fixture.admin.forgetPeople({ slug: 'jane' }, null);
      expect(await fixture.admin.traces([text])).toEqual([]);
      expect((await fixture.catalog.state()).hiddenGeneration).toBe(before.hiddenGeneration + 1);
      expect(await fixture.load({ people: [JANE] })).toEqual(['created']);
      expect(await fixture.admin.traces(['jane@acme.example'])).toEqual([{ place: 'email.email', rows: 1 }]);
    });
  });
}
