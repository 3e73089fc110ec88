// Conformance: source rows beyond the retention period are removed.
import { describe, expect, test } from 'vitest';
import type { PersonRecord } from '../../contract/import-records.ts';
import { email, personRecord, unlistedPerson } from './records.ts';
import { type CatalogUnderTest, loadRows, makeScene, type Scene } from './scene.ts';

export function expiryTests(fresh: () => CatalogUnderTest): void {
  describe('expired rows', () => {
    test('are removed, with the values that only they had', async () => {
      const scene = makeScene(fresh);
      const old = { updated_at: '2020-01-01T00:00:00.000Z', emails: [email('jane@acme.example')] };
      await scene.load({ people: [personRecord('jane', old), personRecord('ann', old), personRecord('joe')] }, 'one');
      await scene.load({ people: [personRecord('jane', { headline: 'Engineer' })] }, 'two');
      expect(await scene.keeper.expireRows('2021-01-01T00:00:00.000Z')).toEqual({ removed: 1, changed: 1 });
      expect(scene.documents().people.map(({ slug }) => slug)).toEqual(['jane', 'joe']);
      expect(await scene.catalog.peopleByEmail('jane@acme.example', 1)).toEqual([]);
    });

    test('without their own date are as old as the last import that contained them', async () => {
      const scene = makeScene(fresh);
      const people = [personRecord('jane'), personRecord('joe')];
      await loadRows(scene.writer, { people }, { source: 'file', at: '2020-01-01T00:00:00.000Z' });
      await scene.load({ people: people.slice(0, 1) }, 'file');
      expect(await scene.keeper.expireRows('2021-01-01T00:00:00.000Z')).toEqual({ removed: 1, changed: 0 });
      expect(scene.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
    });
  });

  describe('more expired rows than are removed at a time', () => {
    const many = Array.from({ length: 1100 }, (_, index) => personRecord(`person-${index}`, { about_me: 'Old' }));
    const load = (scene: Scene, people: readonly PersonRecord[], year: number, source = 'file') =>
      loadRows(scene.writer, { people }, { source, at: `${year}-01-01T00:00:00.000Z` });

    test('are the rows that none of several later imports contained', async () => {
      const scene = makeScene(fresh);
      await load(scene, many, 2020);
      await load(scene, many.slice(0, 2), 2022);
      await load(scene, many.slice(1098), 2023);
      await load(scene, [personRecord('person-500', { headline: 'Engineer' })], 2023, 'other');
      expect(await scene.keeper.expireRows('2021-01-01T00:00:00.000Z')).toEqual({ removed: 1095, changed: 1 });
      const left = scene.documents().people.map(({ slug }) => slug);
      expect(left.sort()).toEqual(['person-0', 'person-1', 'person-1098', 'person-1099', 'person-500']);
      expect((await scene.keeper.personOrigins('person-500'))?.rows).toMatchObject([{ source: 'other' }]);
    });
  });

  describe('a forgotten person', () => {
    const JANE = personRecord('jane', { emails: [email('jane@acme.example')] });

    test('is removed with all rows, and not imported again', async () => {
      const scene = makeScene(fresh);
      await scene.load({ people: [JANE, personRecord('joe')] }, 'one');
      await scene.load({ people: [personRecord('jane', { headline: 'Engineer' })] }, 'two');
      const forgotten = await scene.keeper.forgetPeople({ email: 'jane@acme.example' }, 'now');
      expect(forgotten).toEqual([
        { full_name: 'Name of jane', slugs: ['jane'], emails: ['jane@acme.example'], phones: [] },
      ]);
      expect(await scene.keeper.traces(['jane'])).toEqual([]);
      expect(scene.documents().people.map(({ slug }) => slug)).toEqual(['joe']);
      expect(await scene.load({ people: [JANE] }, 'three')).toEqual(['suppressed']);
    });

    test('leaves no trace in the states that an undo would restore', async () => {
      const scene = makeScene(fresh);
      const made = unlistedPerson(JANE);
      await scene.load({ people: [made] }, 'one');
      await scene.load({ people: [JANE] }, 'two');
      expect((await scene.keeper.traces([made.network_url.slug])).map(({ place }) => place)).toContain('undo_log.key');
      await scene.keeper.forgetPeople({ slug: 'jane' }, null);
      expect(await scene.keeper.traces([made.network_url.slug])).toEqual([]);
    });

    test('is imported again with the next file if no suppression is requested', async () => {
      const scene = makeScene(fresh);
      await scene.load({ people: [JANE] });
      const before = await scene.catalog.state();
      // Part of the text is in the dictionary of the catalog.
      const text = '"full_name":"Name of jane"';
      expect(await scene.keeper.traces([text])).toEqual([{ place: 'person_text.json', rows: 1 }]);
      await scene.keeper.forgetPeople({ slug: 'jane' }, null);
      expect(await scene.keeper.traces([text])).toEqual([]);
      expect((await scene.catalog.state()).hiddenGeneration).toBe(before.hiddenGeneration + 1);
      expect(await scene.load({ people: [JANE] })).toEqual(['created']);
      expect(await scene.keeper.traces(['jane@acme.example'])).toEqual([{ place: 'email.email', rows: 1 }]);
    });
  });
}
