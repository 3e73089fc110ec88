// Conformance: which stored company an incoming row matches, and how companies merge.

import { describe, expect, test } from 'vitest';
import { UNSCHEDULED } from '../../ops/scheduling/turn.ts';
import { type CatalogUnderTest, loadRows, MERGE, makeFixture } from './fixture.ts';
import { companyRecord, opening, personRecord, position } from './records.ts';

const slugsOf = (fixture: ReturnType<typeof makeFixture>) =>
  fixture.documents().companies.map((company) => company.slug);

export function companyIdentityTests(fresh: () => CatalogUnderTest): void {
  describe('a company', () => {
    test('is matched by its slug, regardless of other changes', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('acme', { domains: ['acme.example'] })] });
      const outcomes = await fixture.load({
        companies: [companyRecord('acme', { name: 'New', domains: ['new.example'] })],
      });
      expect(outcomes).toEqual(['merged']);
      expect((await fixture.company('acme')).name).toBe('New');
      expect(slugsOf(fixture)).toEqual(['acme']);
    });

    test('is matched by any of its domains if the row has no slug', async () => {
      const fixture = makeFixture(fresh);
      const known = companyRecord('acme', { name: 'Acme', domains: ['acme.example', 'acme.test'] });
      await fixture.load({ companies: [known] });
      const [outcome] = await fixture.load({
        companies: [companyRecord(null, { name: 'Acme', domains: ['acme.test'], followers: 7 })],
      });
      expect(outcome).toBe('merged');
      expect(slugsOf(fixture)).toEqual(['acme']);
      expect(JSON.parse((await fixture.company('acme')).json).followers).toBe(7);
    });

    test('is matched by a domain as the one with the oldest entry for it', async () => {
      const fixture = makeFixture(fresh);
      const domains = ['acme.example'];
      await fixture.load({ companies: [companyRecord('late'), companyRecord('first', { name: 'First', domains })] });
      const nameless = companyRecord(null, { name: 'First', domains, followers: 7 });
      const companies = [nameless, companyRecord('late', { domains })];
      expect(await fixture.load({ companies })).toEqual(['merged', 'merged']);
      expect(await fixture.load({ companies })).toEqual(['unchanged', 'unchanged']);
      expect(JSON.parse((await fixture.company('first')).json).followers).toBe(7);
    });

    test('is matched by its domain if only its slug is made: the real slug replaces it', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord(null, { name: 'Acme', domains: ['acme.example'] })] });
      const before = await fixture.company('acme');
      const [outcome] = await fixture.load({ companies: [companyRecord('acme-inc', { domains: ['acme.example'] })] });
      expect(outcome).toBe('merged');
      expect(slugsOf(fixture)).toEqual(['acme-inc']);
      expect((await fixture.company('acme-inc')).id).toBe(before.id);
      expect(await fixture.catalog.companyBySlug('acme')).toBeNull();
    });

    test('is matched by name, unless the countries differ', async () => {
      const fixture = makeFixture(fresh);
      const hq = { city: null, state: null, country_code: 'DE' };
      const acme = companyRecord(null, { name: 'Acme GmbH', hq });
      const outcomes = await fixture.load({
        companies: [
          acme,
          { ...acme, name: 'ÁCME, gmbh', followers: 7 },
          { ...acme, hq: null },
          { ...acme, hq: { ...hq, country_code: 'FR' } },
        ],
      });
      expect(outcomes).toEqual(['created', 'merged', 'merged', 'created']);
      expect(slugsOf(fixture)).toEqual(['acme-gmbh', 'acme-gmbh-2']);
    });

    test('is distinct from another on the same domain if both have slugs', async () => {
      const fixture = makeFixture(fresh);
      const domains = ['acme.example'];
      const outcomes = await fixture.load({
        companies: [companyRecord('acme', { domains }), companyRecord('labs', { domains })],
      });
      expect(outcomes).toEqual(['created', 'created']);
      expect(slugsOf(fixture)).toEqual(['acme', 'labs']);
    });

    test('is found by a generated slug only in look-ups: an equal real slug is another company, and replaces it', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord(null, { name: 'Acme', domains: ['one.example'] })] });
      const [outcome] = await fixture.load({ companies: [companyRecord('acme', { domains: ['two.example'] })] });
      expect(outcome).toBe('created');
      expect((await fixture.company('acme')).domain).toBe('two.example');
      const displaced = await fixture.company('acme-2');
      expect(displaced.domain).toBe('one.example');
      expect(displaced.network_url).toBe('https://www.network.example/company/acme-2');
    });
  });
}

export function companyJoinTests(fresh: () => CatalogUnderTest): void {
  describe('two companies that a row identifies as one', () => {
    async function joined() {
      const fixture = makeFixture(fresh);
      await fixture.load({
        companies: [
          companyRecord(null, { name: 'Acme', domains: ['acme.example'], followers: 7 }),
          companyRecord('acme-inc', { employee_count: 60 }),
        ],
      });
      await fixture.load({
        people: [personRecord('jane', { experiences: [position({ company_domain: 'acme.example' })] })],
      });
      await fixture.load({ jobs: [opening({ company_domain: 'acme.example' }, 'Cook'), opening('acme-inc', 'Cook')] });
      const made = await fixture.company('acme');
      const [outcome] = await fixture.load({ companies: [companyRecord('acme-inc', { domains: ['acme.example'] })] });
      return { fixture, made, outcome };
    }

    test('merge with the fields of both', async () => {
      const { fixture, outcome } = await joined();
      expect(outcome).toBe('merged');
      expect(slugsOf(fixture)).toEqual(['acme-inc']);
      const company = JSON.parse((await fixture.company('acme-inc')).json);
      expect(company).toMatchObject({ followers: 7, employee_count: 60, domain: 'acme.example' });
    });

    test('are both answered by the ids of both', async () => {
      const { fixture, made } = await joined();
      const { id } = await fixture.company('acme-inc');
      const views = await fixture.catalog.companiesByIds([made.id, id]);
      expect(views.map((view) => view?.slug)).toEqual(['acme-inc', 'acme-inc']);
      expect(made.id).not.toBe(id);
    });

    test('share their staff and their openings', async () => {
      const { fixture } = await joined();
      expect(fixture.employersOf('jane')).toEqual(['acme-inc']);
      expect(await fixture.jobRows()).toMatchObject([{ title: 'Cook', open_positions: 2 }]);
    });

    test('stay merged when their rows are imported again', async () => {
      const fixture = makeFixture(fresh);
      const companies = [
        companyRecord(null, { name: 'One', domains: ['one.example'], followers: 1 }),
        companyRecord(null, { name: 'Two', domains: ['two.example'], followers: 2 }),
        companyRecord('both', { name: 'Both', domains: ['one.example', 'two.example'], followers: 3 }),
      ];
      await fixture.load({ companies });
      const before = fixture.documents();
      expect(await fixture.load({ companies })).toEqual(['unchanged', 'unchanged', 'unchanged']);
      expect(fixture.documents()).toEqual(before);
    });
  });
}

export function companyLookUpTests(fresh: () => CatalogUnderTest): void {
  describe('companies are answered', () => {
    test('by domain in the order of companies: most employees first, unknown last, then by slug', async () => {
      const fixture = makeFixture(fresh);
      const domains = ['main.example', 'shared.example'];
      await fixture.load({
        companies: [
          companyRecord('z', { domains }),
          companyRecord('b', { domains, employee_count: 20 }),
          companyRecord('bucket', { domains, size: '51-200' }),
          companyRecord('a', { domains, employee_count: 20 }),
          companyRecord('elsewhere', { domains: ['main.example'], employee_count: 1000 }),
        ],
      });
      const views = await fixture.catalog.companiesByDomain('shared.example', 10);
      expect(views.map((view) => view.slug)).toEqual(['bucket', 'a', 'b', 'z']);
      expect(await fixture.catalog.companiesByDomain('shared.example', 2)).toEqual(views.slice(0, 2));
      const ids = await fixture.catalog.companyIdsByDomain('shared.example', UNSCHEDULED);
      expect(new Set(ids)).toEqual(new Set(views.map(({ id }) => id)));
      expect(await fixture.catalog.companiesByDomain('other.example', 10)).toEqual([]);
      expect(await fixture.catalog.companyIdsByDomain('other.example', UNSCHEDULED)).toEqual([]);
    });

    test('by ids in the requested order, with null for unknown ids', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('a'), companyRecord('b')] });
      const ids = fixture.documents().companies.map((company) => company.id);
      const views = await fixture.catalog.companiesByIds([...ids.toReversed(), 999]);
      expect(views.map((view) => view?.slug)).toEqual(['b', 'a', undefined]);
    });

    test('with the domain of their e-mail, by default their main domain', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({
        companies: [
          companyRecord('a', { domains: ['a.example', 'b.example'], email_domain: 'mail.example' }),
          companyRecord('b', { domains: ['a.example', 'b.example'] }),
          companyRecord('c'),
        ],
      });
      const views = [await fixture.company('a'), await fixture.company('b'), await fixture.company('c')];
      expect(views.map((view) => [view.domain, view.email_domain])).toEqual([
        ['a.example', 'mail.example'],
        ['a.example', 'a.example'],
        [null, null],
      ]);
    });

    test('no longer by a domain that a merge removed', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('a', { domains: ['old.example', 'kept.example'] })] });
      const replacing = fixture.openWriter({ ...MERGE, company: (rows) => rows.at(-1)?.record ?? companyRecord('a') });
      await loadRows(replacing, { companies: [companyRecord('a', { domains: ['kept.example'] })] }, 'file');
      expect(await fixture.catalog.companiesByDomain('old.example', 10)).toEqual([]);
      expect(await fixture.catalog.companiesByDomain('kept.example', 10)).toHaveLength(1);
    });
  });
}
