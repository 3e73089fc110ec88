// Look-ups that are fetched for several decisions at once.
import { describe, expect, it } from 'vitest';
import { FINDS_ONE, FINDS_SEVERAL, KnownLookups } from './known-lookups.ts';

interface Lookups {
  bySlug(slug: string): { readonly id: number } | null;
  onSite(site: string): readonly { readonly id: number }[];
}

/** A store with one company per site. It counts its calls and records their keys. */
function makeStore() {
  const calls: string[] = [];
  const ids = new Map([
    ['acme', 1],
    ['beta', 2],
  ]);
  const find = (key: string) => {
    const id = ids.get(key.split('.')[0] ?? '');
    return id === undefined ? null : { id };
  };
  return {
    calls,
    ids,
    store: {
      bySlug: (slugs: readonly string[]) => {
        calls.push(`bySlug ${slugs.join(' ')}`);
        return slugs.map(find);
      },
      onSite: (sites: readonly string[]) => {
        calls.push(`onSite ${sites.join(' ')}`);
        return sites.map((site) => [find(site)].filter((found) => found !== null));
      },
    },
  };
}

const fresh = () => new KnownLookups<Lookups>({ bySlug: FINDS_ONE, onSite: FINDS_SEVERAL });

/** Whether a slug is on a site; null if unknown. */
const isOnSite = (known: KnownLookups<Lookups>, slug: string, site: string) =>
  known.decide(() => {
    const found = known.lookups.bySlug(slug);
    const isThere = known.lookups.onSite(site).some(({ id }) => id === found?.id);
    return known.isWaiting() ? null : isThere;
  });

describe('look-ups', () => {
  it('are fetched for all decisions in one call each', () => {
    const { calls, store } = makeStore();
    const known = fresh();
    const decisions = () => [
      isOnSite(known, 'acme', 'acme.example'),
      isOnSite(known, 'beta', 'acme.example'),
      isOnSite(known, 'gamma', 'beta.example'),
    ];
    expect(decisions()).toEqual([null, null, null]);
    known.learn(store);
    expect(decisions()).toEqual([true, false, false]);
    known.learn(store);
    expect(calls).toEqual(['bySlug acme beta gamma', 'onSite acme.example beta.example']);
  });

  it('are fetched again if they refer to a changed record', () => {
    const { calls, ids, store } = makeStore();
    const known = fresh();
    isOnSite(known, 'acme', 'acme.example');
    known.learn(store);
    ids.set('acme', 3);
    expect(isOnSite(known, 'acme', 'acme.example')).toBe(true);
    known.invalidate([1], {});
    expect(isOnSite(known, 'acme', 'acme.example')).toBeNull();
    known.learn(store);
    expect(known.lookups.bySlug('acme')).toEqual({ id: 3 });
    expect(calls).toHaveLength(4);
  });

  it('are fetched again under the keys of a new record', () => {
    const { ids, store } = makeStore();
    const known = fresh();
    isOnSite(known, 'gamma', 'gamma.example');
    known.learn(store);
    expect(known.lookups.bySlug('gamma')).toBeNull();
    ids.set('gamma', 3);
    known.invalidate([], { bySlug: ['gamma'] });
    expect(known.decide(() => known.lookups.bySlug('gamma') ?? known.isWaiting())).toBe(true);
    known.learn(store);
    expect(known.lookups.bySlug('gamma')).toEqual({ id: 3 });
  });
});
