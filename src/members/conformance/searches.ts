// Conformance: saved searches belong to their account, and each has a unique name in the account.
import { describe, expect, test } from 'vitest';
import { type NewSearch, SAVED_SEARCHES_MAX } from '../port.ts';
import { type FreshStore, faultOf, openFixture, START } from './fixture.ts';

const SEARCH: NewSearch = {
  ...{ accountName: 'Acme', name: 'Directors in Köln', kind: 'people', savedBy: 'ann@acme.example' },
  query: 'people.job_level=Director&people.city=K%C3%B6ln',
};

/** Registers the tests of saved searches. */
export function searchTests(fresh: FreshStore): void {
  describe('saved searches', () => {
    test('are listed by name for their account, on every thread', async () => {
      const { searches, openAnother } = await openFixture(fresh);
      const saved = await searches.save({ ...SEARCH, name: '  Directors in Köln ' });
      expect(saved).toEqual({ ...SEARCH, id: saved.id, createdAt: START });
      await openAnother().searches.save({ ...SEARCH, name: 'All', kind: 'companies', query: '' });
      await searches.save({ ...SEARCH, accountName: 'Bolt' });
      expect((await searches.searchesOf('Acme')).map(({ name, kind }) => [name, kind])).toEqual([
        ['All', 'companies'],
        ['Directors in Köln', 'people'],
      ]);
      expect(await searches.searchesOf('Nowhere')).toEqual([]);
    });

    test('have a name of their own, and a maximum', async () => {
      const { searches } = await openFixture(fresh);
      await searches.save(SEARCH);
      expect(await faultOf(searches.save({ ...SEARCH, query: '' }))).toBe('conflict');
      for (const name of ['', ' ', 'x'.repeat(101), 'a\nb'])
        expect(await faultOf(searches.save({ ...SEARCH, name }))).toBe('invalid');
      for (let made = 1; made < SAVED_SEARCHES_MAX; made += 1) await searches.save({ ...SEARCH, name: `s${made}` });
      expect(await faultOf(searches.save({ ...SEARCH, name: 'one more' }))).toBe('conflict');
    });

    test('are removed by their account only', async () => {
      const { searches } = await openFixture(fresh);
      const { id, name } = await searches.save(SEARCH);
      expect(await faultOf(searches.remove('Bolt', id))).toBe('unknown');
      expect((await searches.remove('Acme', id)).name).toBe(name);
      expect(await faultOf(searches.remove('Acme', id))).toBe('unknown');
      expect(await searches.searchesOf('Acme')).toEqual([]);
    });

    test('are restored under their id, which their watch refers to', async () => {
      const { searches, openAnother } = await openFixture(fresh);
      const { id } = await searches.save(SEARCH);
      const again = { ...SEARCH, id, name: 'Again' };
      expect(await faultOf(searches.save(again))).toBe('conflict');
      await searches.remove('Acme', id);
      expect(await openAnother().searches.save(again)).toEqual({ ...again, createdAt: START });
      expect(await faultOf(searches.save({ ...again, accountName: 'Bolt' }))).toBe('conflict');
    });

    test('follow a renamed account, and are gone with a removed one', async () => {
      const { searches, members } = await openFixture(fresh);
      await searches.save(SEARCH);
      await members.followAccount('Acme', 'Acme Ltd');
      expect(await searches.searchesOf('Acme')).toEqual([]);
      expect(await searches.searchesOf('Acme Ltd')).toHaveLength(1);
      await members.leaveAccount('Acme Ltd');
      expect(await searches.searchesOf('Acme Ltd')).toEqual([]);
    });
  });
}
