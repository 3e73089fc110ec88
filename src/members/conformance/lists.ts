// Conformance: lists of records belong to their account; a forgotten person leaves lists and saved searches.
import { describe, expect, test } from 'vitest';
import { LIST_RECORDS_MAX, LISTS_MAX, type ListedRecord, type NewRecordList } from '../port.ts';
import { type FreshStore, faultOf, openFixture, START } from './fixture.ts';

const LIST: NewRecordList = { accountName: 'Acme', name: 'Köln', kind: 'people', madeBy: 'ann@acme.example' };
const record = (slug: string, title = 'Clerk'): ListedRecord => ({
  slug,
  row: JSON.stringify({ url: `https://www.network.example/in/${slug}`, title }),
});
const texts = (...slugs: string[]) => ({ texts: slugs.map((slug) => `/in/${slug}"`), fullNames: [] as string[] });

/** Registers the tests of lists. */
export function listTests(fresh: FreshStore): void {
  describe('lists of records', () => {
    test('have the records of their account in the order of addition, on every thread', async () => {
      const { lists, openAnother, advance } = await openFixture(fresh);
      const made = await lists.create({ ...LIST, name: ' Köln ' });
      expect(made).toEqual({ ...LIST, id: made.id, createdAt: START, changedAt: START, records: 0, forgotten: 0 });
      advance(1000);
      await lists.add('Acme', made.id, [record('zoe'), record('ann')]);
      const after = await openAnother().lists.add('Acme', made.id, [record('ann', 'Boss'), record('joe')]);
      expect(after).toMatchObject({ records: 3, createdAt: START, changedAt: '2026-11-21T10:20:31.000Z' });
      expect(await lists.recordsOf('Acme', made.id)).toEqual([record('zoe'), record('ann', 'Boss'), record('joe')]);
      expect(await lists.drop('Acme', made.id, ['zoe', 'nobody'])).toMatchObject({ records: 2 });
      expect((await lists.listsOf('Acme')).map(({ name, records }) => [name, records])).toEqual([['Köln', 2]]);
    });

    test('have a name of their own', async () => {
      const { lists } = await openFixture(fresh);
      const { id } = await lists.create(LIST);
      expect(await faultOf(lists.create({ ...LIST, kind: 'companies' }))).toBe('conflict');
      for (const name of ['', ' ', 'x'.repeat(101), 'a\nb'])
        expect(await faultOf(lists.create({ ...LIST, name }))).toBe('invalid');
      await lists.create({ ...LIST, accountName: 'Bolt' });
      const other = await lists.create({ ...LIST, name: 'Other' });
      expect(await faultOf(lists.rename('Acme', other.id, ' Köln'))).toBe('conflict');
      expect((await lists.rename('Acme', id, 'Köln ')).name).toBe('Köln');
      expect((await lists.rename('Acme', id, 'Bonn')).name).toBe('Bonn');
      expect((await lists.listsOf('Acme')).map(({ name }) => name)).toEqual(['Bonn', 'Other']);
    });

    test('have a maximum of records, and an account one of lists', async () => {
      const { lists } = await openFixture(fresh);
      const { id } = await lists.create(LIST);
      const many = Array.from({ length: LIST_RECORDS_MAX }, (_, index) => record(`p${index}`));
      await lists.add('Acme', id, many);
      expect(await faultOf(lists.add('Acme', id, [record('p0'), record('more')]))).toBe('conflict');
      expect(await lists.add('Acme', id, [record('p0')])).toMatchObject({ records: LIST_RECORDS_MAX });
      for (let made = 1; made < LISTS_MAX; made += 1) await lists.create({ ...LIST, name: `l${made}` });
      expect(await faultOf(lists.create({ ...LIST, name: 'one more' }))).toBe('conflict');
    });

    test('are seen and changed by their account only', async () => {
      const { lists } = await openFixture(fresh);
      const { id } = await lists.create(LIST);
      await lists.add('Acme', id, [record('ann')]);
      expect(await lists.listsOf('Bolt')).toEqual([]);
      const acts = [
        lists.recordsOf('Bolt', id),
        lists.add('Bolt', id, [record('joe')]),
        lists.drop('Bolt', id, ['ann']),
        lists.rename('Bolt', id, 'Mine'),
        lists.removeList('Bolt', id),
      ];
      expect(await Promise.all(acts.map(faultOf))).toEqual(acts.map(() => 'unknown'));
      expect(await lists.recordsOf('Acme', id)).toEqual([record('ann')]);
      expect(await lists.removeList('Acme', id)).toMatchObject({ id, records: 1 });
      expect(await faultOf(lists.recordsOf('Acme', id))).toBe('unknown');
    });

    test('follow a renamed account, and are gone with a removed one', async () => {
      const { lists, members } = await openFixture(fresh);
      const { id } = await lists.create(LIST);
      await lists.add('Acme', id, [record('ann')]);
      expect(await members.accountNames()).toContain('Acme');
      await members.followAccount('Acme', 'Acme Ltd');
      expect(await members.accountNames()).not.toContain('Acme');
      expect(await lists.recordsOf('Acme Ltd', id)).toHaveLength(1);
      await members.leaveAccount('Acme Ltd');
      expect(await lists.listsOf('Acme Ltd')).toEqual([]);
      expect(await lists.create({ ...LIST, accountName: 'Acme Ltd' })).toMatchObject({ records: 0 });
    });
  });

  describe('a forgotten person', () => {
    test('leaves the lists, which count it, and no other person does', async () => {
      const { lists, traces } = await openFixture(fresh);
      const { id } = await lists.create(LIST);
      await lists.add('Acme', id, [record('jane'), record('jane-doe'), record('joe')]);
      expect(await traces.count(texts('jane', 'none'))).toBe(1);
      expect(await traces.forget(texts('jane', 'none'))).toBe(1);
      expect(await traces.count(texts('jane', 'none'))).toBe(0);
      expect(await lists.recordsOf('Acme', id)).toEqual([record('jane-doe'), record('joe')]);
      expect(await lists.listsOf('Acme')).toMatchObject([{ records: 2, forgotten: 1 }]);
      expect(await traces.forget({ texts: [], fullNames: [] })).toBe(0);
    });

    test('leaves the saved searches that ask for its profile, address or full name', async () => {
      const { searches, traces } = await openFixture(fresh);
      const save = (name: string, query: string) =>
        searches.save({ accountName: 'Acme', name, kind: 'people', query, savedBy: 'ann@acme.example' });
      const url = encodeURIComponent('https://www.network.example/in/jane');
      await save('profile', `people.network_url=${url}`);
      await save('another profile', `people.network_url=${url}-doe`);
      await save('name', 'people.full_name=%5BJane+DOE%5D');
      await save('another name', 'people.full_name=Jane+Doering');
      await save('jane@acme.example', 'people.job_level=VP');
      const named = { texts: ['/in/jane"', 'jane@acme.example'], fullNames: ['Jane Doe'] };
      expect(await traces.count(named)).toBe(3);
      expect(await traces.forget(named)).toBe(3);
      expect((await searches.searchesOf('Acme')).map(({ name }) => name)).toEqual(['another name', 'another profile']);
    });
  });
}
