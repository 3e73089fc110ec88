// Conformance: openings and the job rows that group them.
import { describe, expect, test } from 'vitest';
import { batchOf, type CatalogUnderTest, makeFixture } from './fixture.ts';
import { companyRecord, opening } from './records.ts';

async function fixtureWithAcme(fresh: () => CatalogUnderTest) {
  const fixture = makeFixture(fresh);
  await fixture.load({ companies: [companyRecord('acme', { domains: ['acme.example'] }), companyRecord('other')] });
  return fixture;
}

const place = (city: string | null, country_code: string | null) => ({ location: { city, country_code } });

export function jobRowTests(fresh: () => CatalogUnderTest): void {
  describe('openings of one company, title and source', () => {
    test('make one row under the most frequent spelling; if several are equally frequent, the lowest', async () => {
      const fixture = await fixtureWithAcme(fresh);
      const vp = (title: string, occurrence: number) => opening('acme', title, { occurrence });
      await fixture.load({
        jobs: [vp('VP Sales', 0), vp('Vice President, Sales', 0), vp('VP Sales', 1), vp('PM', 0), vp('pm', 0)],
      });
      expect(await fixture.jobRows()).toMatchObject([
        { title: 'VP Sales', open_positions: 3 },
        { title: 'PM', open_positions: 2 },
      ]);
      expect(fixture.documents().jobs).toMatchObject([
        { opening_title: 'VP Sales', other_titles: ['Vice President, Sales'] },
        { opening_title: 'PM', other_titles: ['pm'] },
      ]);
    });

    test('are summed, with the newest date and its URL, and each place once', async () => {
      const fixture = await fixtureWithAcme(fresh);
      const cook = (fields: Parameters<typeof opening>[2]) => opening('acme', 'Cook', fields);
      await fixture.load({
        jobs: [
          cook({ open_positions: 2, posted_at: '2026-01-01', url: 'https://acme.example/1', ...place('Ulm', 'DE') }),
          cook({ open_positions: 3, posted_at: '2026-02-01', url: 'https://acme.example/2', ...place('Bonn', 'DE') }),
          cook({ posted_at: null, url: 'https://acme.example/3', ...place('Ulm', 'DE') }),
          cook({ is_open: false, posted_at: '2026-09-09', url: 'https://acme.example/4', ...place('Rome', 'IT') }),
          cook({ url: 'https://acme.example/5', ...place(null, null) }),
        ],
      });
      expect(await fixture.jobRows()).toMatchObject([
        {
          open_positions: 7,
          latest_posted_at: '2026-02-01',
          url: 'https://acme.example/2',
          locations: [
            { city: 'Bonn', country_code: 'DE' },
            { city: 'Ulm', country_code: 'DE' },
          ],
        },
      ]);
      const ulm = { opening_country: 'DE', opening_city: 'Ulm' };
      const nowhere = { opening_country: null, opening_city: null };
      const openings = [
        { ...ulm, open_positions: 2, hasUrl: true, posted_day: 20_454 },
        { ...ulm, opening_city: 'Bonn', open_positions: 3, hasUrl: true, posted_day: 20_485 },
        { ...ulm, open_positions: 1, hasUrl: true, posted_day: null },
        { ...nowhere, open_positions: 1, hasUrl: true, posted_day: null },
      ];
      expect(fixture.documents().jobs).toMatchObject([
        { opening_title: 'Cook', source: 'board', open_positions: 7, openings },
      ]);
    });

    test('are answered in part with the given figures, and the URL of one opening while it is open', async () => {
      const fixture = await fixtureWithAcme(fresh);
      const url = 'https://acme.example/1';
      const other = opening('acme', 'Cook', { open_positions: 4 });
      await fixture.load({ jobs: [opening('acme', 'Cook', { url }), other] });
      const [row] = fixture.documents().jobs;
      const [withUrl] = row?.openings ?? [];
      const locations = [{ city: 'Köln "A"', country_code: 'DE' }];
      const shown = { open_positions: 3, latest_posted_at: '2026-03-01', locations };
      const part = { ...shown, urlOf: withUrl?.id ?? 0 };
      const partOf = async (id = row?.id ?? 0) => {
        const json = await fixture.catalog.partOfJobRow({ ...part, id });
        return JSON.parse(json ?? 'null');
      };
      const [whole] = await fixture.jobRows();
      expect(await partOf()).toEqual({ ...whole, ...shown, url });
      expect(await partOf(999)).toBeNull();
      await fixture.load({ jobs: [opening('acme', 'Cook', { url, is_open: false }), other] });
      expect(await partOf()).toEqual({ ...whole, ...shown, url: null });
      await fixture.load({ jobs: [opening('acme', 'Waiter')] });
      expect(await partOf()).toBeNull();
    });

    test('are found by their city as it is answered', async () => {
      const fixture = await fixtureWithAcme(fresh);
      await fixture.load({ jobs: [opening('acme', 'Cook', place('Ulm, ask jane@acme.example', 'DE'))] });
      const [row] = await fixture.jobRows();
      expect(row?.locations[0]?.city).not.toContain('@');
      expect(fixture.documents().jobs[0]?.openings[0]?.opening_city).toBe(row?.locations[0]?.city);
    });

    test('are separate from those of other sources and companies', async () => {
      const fixture = await fixtureWithAcme(fresh);
      await fixture.load({
        jobs: [opening('acme', 'Cook'), opening('acme', 'Cook', { source: 'site' }), opening('other', 'Cook')],
      });
      expect((await fixture.jobRows()).map((row) => [row.company.name, row.source])).toEqual([
        ['Name of acme', 'board'],
        ['Name of acme', 'site'],
        ['Name of other', 'board'],
      ]);
    });

    test('keep their row and its id as they open and close', async () => {
      const fixture = await fixtureWithAcme(fresh);
      const rowIds = () => fixture.documents().jobs.map(({ id, open_positions }) => [id, open_positions]);
      await fixture.load({ jobs: [opening('acme', 'Waiter'), opening('acme', 'Cook')] });
      const [waiter, cook] = rowIds();
      await fixture.load({ jobs: [opening('acme', 'Waiter')] });
      expect(rowIds()).toEqual([waiter]);
      expect(await fixture.catalog.jobRowsByIds([cook?.[0] ?? 0, 999])).toEqual([null, null]);
      await fixture.load({ jobs: [opening('acme', 'Waiter'), opening('acme', 'Cook', { open_positions: 4 })] });
      expect(rowIds()).toEqual([waiter, [cook?.[0], 4]]);
    });

    test('make one row under any name of their company', async () => {
      const fixture = await fixtureWithAcme(fresh);
      await fixture.load({ jobs: [opening('acme', 'Cook'), opening({ company_domain: 'acme.example' }, 'Cook')] });
      expect(await fixture.jobRows()).toMatchObject([{ open_positions: 2 }]);
    });

    test('of an unknown company are stored, and shown when it is imported', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ jobs: [opening('acme', 'Cook'), opening({ company_domain: 'acme.example' }, 'Cook')] });
      expect(await fixture.jobRows()).toEqual([]);
      await fixture.load({ companies: [companyRecord('acme', { domains: ['acme.example'] })] });
      expect(await fixture.jobRows()).toMatchObject([{ title: 'Cook', open_positions: 2 }]);
    });
  });
}

export function openingTests(fresh: () => CatalogUnderTest): void {
  describe('an opening', () => {
    test('with a URL is identified by it', async () => {
      const fixture = await fixtureWithAcme(fresh);
      const url = 'https://acme.example/1';
      await fixture.load({ jobs: [opening('acme', 'Cook', { url })] });
      const outcomes = await fixture.load({ jobs: [opening('acme', 'Head Cook', { url, posted_at: '2026-01-01' })] });
      expect(outcomes).toEqual(['merged']);
      expect(await fixture.jobRows()).toMatchObject([{ title: 'Head Cook', open_positions: 1 }]);
    });

    test('without one is identified by company, title, source, place, date and its number among equals', async () => {
      const fixture = await fixtureWithAcme(fresh);
      const cook = opening('acme', 'Cook', { ...place('Ulm', 'DE'), posted_at: '2026-01-01' });
      const jobs = [
        cook,
        { ...cook, occurrence: 1 },
        { ...cook, posted_at: '2026-01-02' },
        { ...cook, ...place('Bonn', 'DE') },
        { ...cook, source: 'site' },
        { ...cook, title: 'Waiter' },
        opening('other', 'Cook', { ...place('Ulm', 'DE'), posted_at: '2026-01-01' }),
      ];
      expect(new Set(await fixture.load({ jobs }))).toEqual(new Set(['created']));
      const outcomes = await fixture.load({ jobs: [...jobs.slice(1), { ...cook, open_positions: 5 }] });
      expect(outcomes).toEqual([...jobs.slice(1).map(() => 'unchanged'), 'merged']);
    });

    test('that is missing from its source for the company is closed', async () => {
      const fixture = await fixtureWithAcme(fresh);
      const url = (number: number) => ({ url: `https://acme.example/${number}` });
      await fixture.load({
        jobs: [
          opening('acme', 'Cook', url(1)),
          opening('acme', 'Waiter', url(2)),
          opening('other', 'Cook', url(3)),
          opening('acme', 'Cook', { source: 'site', ...url(4) }),
        ],
      });
      const run = await fixture.writer.openRun({
        kind: 'jobs',
        source: 'file',
        files: [],
        fingerprint: 'next',
        at: '',
      });
      await fixture.writer.writeOpenings(run, batchOf([opening({ company_domain: 'acme.example' }, 'Cook', url(1))]));
      expect(await fixture.writer.finishRun(run, '')).toEqual({ closedOpenings: 1 });
      expect((await fixture.jobRows()).map((row) => [row.company.name, row.title, row.source])).toEqual([
        ['Name of acme', 'Cook', 'board'],
        ['Name of other', 'Cook', 'board'],
        ['Name of acme', 'Cook', 'site'],
      ]);
      expect(await fixture.admin.closedBy(run.id)).toMatchObject([{ title: 'Waiter', is_open: false, ...url(2) }]);
      await fixture.load({ jobs: [opening('acme', 'Waiter', url(2))] });
      expect(await fixture.admin.closedBy(run.id)).toEqual([]);
    });

    test('that returns is open again, and exported in its current state', async () => {
      const fixture = await fixtureWithAcme(fresh);
      const jobs = [opening('acme', 'Cook'), opening('acme', 'Waiter')];
      await fixture.load({ jobs });
      await fixture.load({ jobs: jobs.slice(1) });
      expect([...fixture.writer.openingRecords()].map((each) => each.is_open)).toEqual([false, true]);
      expect(await fixture.load({ jobs })).toEqual(['merged', 'unchanged']);
      expect([...fixture.writer.openingRecords()]).toEqual(jobs);
      expect(await fixture.jobRows()).toHaveLength(2);
    });

    test('that the source marks as closed is not shown', async () => {
      const fixture = await fixtureWithAcme(fresh);
      await fixture.load({ jobs: [opening('acme', 'Cook')] });
      expect(await fixture.load({ jobs: [opening('acme', 'Cook', { is_open: false })] })).toEqual(['merged']);
      expect(await fixture.jobRows()).toEqual([]);
      expect(await fixture.load({ jobs: [opening('acme', 'Cook', { is_open: false })] })).toEqual(['unchanged']);
    });
  });
}
