// Conformance: a generated slug is never the slug of a merged profile, and the key of a row does not depend on it. A
// record without a profile URL that is suppressed by its generated slug remains suppressed when it is removed, merged,
// split or imported again, even under another slug.
import { describe, expect, test } from 'vitest';
import type { CompanyRecord, PersonRecord } from '../../contract/import-records.ts';
import type { SuppressionEntry } from '../writer-port.ts';
import { AT, type CatalogUnderTest, type Fixture, makeFixture } from './fixture.ts';
import { companyRecord, email, personRecord, phone, position, unlistedPerson } from './records.ts';

const unlistedCompany = (...domains: string[]) => companyRecord(null, { name: 'Acme', domains });
const ACME = unlistedCompany('acme.example');
const NAMESAKE = unlistedCompany('acme.test');
const BETA = companyRecord(null, { name: 'Beta', domains: ['beta.example'] });
const BY_SLUG: SuppressionEntry = { kind: 'company', value: 'acme' };

const withoutUrl = (full_name: string, fields: Partial<PersonRecord>) =>
  unlistedPerson(personRecord('', { full_name, ...fields }));
const JANE = withoutUrl('Jane Doe', { emails: [email('jane@acme.example')], phones: [phone('+447700900123')] });
const JANE_BY_PHONE = withoutUrl('Jane Doe', { phones: [phone('+447700900123')], headline: 'Engineer' });
const JOE = withoutUrl('Joe Roe', { emails: [email('joe@beta.example')] });
const slugOf = (person: PersonRecord) => person.network_url.slug;
const entryOf = (person: PersonRecord): SuppressionEntry => ({ kind: 'person', value: slugOf(person) });

const undoAll = async (fixture: Fixture) => {
  const runs = (await fixture.writer.runs()).filter(({ undoneAt }) => undoneAt === null);
  for (const { id } of runs.reverse()) await fixture.admin.undoRun(id, AT);
};
const slugsOf = ({ documents }: Fixture) => {
  const { companies, people } = documents();
  return [...companies, ...people].map(({ slug }) => slug);
};
const loadOne = async (fixture: Fixture, company: CompanyRecord) => (await fixture.load({ companies: [company] }))[0];

export function generatedSlugTests(fresh: () => CatalogUnderTest): void {
  describe('the profile URL of a company that was merged into another one', () => {
    const setUp = () => {
      const fixture = makeFixture(fresh);
      const profiles = [companyRecord('beta', { name: 'Beta' }), companyRecord('acme', { name: 'Gamma' })];
      return { fixture, profiles, merge: () => fixture.admin.mergeRecords('company', ['beta', 'acme'], AT) };
    };

    test('is not given to a new company of that name', async () => {
      const { fixture, profiles, merge } = setUp();
      await fixture.load({ companies: profiles });
      await merge();
      expect(await loadOne(fixture, ACME)).toBe('created');
      expect(slugsOf(fixture)).toEqual(['beta', 'acme-2']);
      expect((await fixture.company('acme')).slug).toBe('beta');
    });

    test('is not returned to a company that had this slug before an import that is undone', async () => {
      const { fixture, profiles, merge } = setUp();
      await fixture.load({ companies: [ACME] });
      await fixture.load({ companies: profiles }, 'one');
      const [, displacing] = await fixture.writer.runs();
      await fixture.load({ companies: profiles }, 'two');
      await merge();
      await fixture.admin.undoRun(displacing?.id ?? 0, AT);
      expect(slugsOf(fixture)).toEqual(['acme-2', 'beta']);
      expect((await fixture.company('acme')).slug).toBe('beta');
    });
  });

  test('a later row of a person whose generated slug was taken replaces the row of its source', async () => {
    const fixture = makeFixture(fresh);
    const atAcme = { emails: JANE.emails, experiences: [position({ company_name: 'Acme' })] };
    const withUrl = personRecord('joe', { full_name: 'Jane Doe', emails: JANE.emails });
    // The generated slug of Jane Doe remains a former slug of a person who has another name now.
    await fixture.load({ people: [withoutUrl('Jane Doe', { emails: JANE.emails }), withUrl] }, 'one');
    await fixture.load({ people: [personRecord('joe', { full_name: 'Joe Roe', ...atAcme })] }, 'one');
    await fixture.load({ people: [withoutUrl('Joe Roe', atAcme)] }, 'two');
    expect(await fixture.load({ people: [withoutUrl('Jane Doe', atAcme)] }, 'two')).toEqual(['created']);
    const changed = withoutUrl('Jane Doe', { emails: JANE.emails, headline: 'Engineer' });
    expect(await fixture.load({ people: [changed] }, 'two')).toEqual(['merged']);
    const [, jane] = fixture.documents().people;
    const { rows } = (await fixture.admin.personOrigins(jane?.slug ?? '')) ?? { rows: [] };
    expect(rows.map(({ supersededBy }) => supersededBy !== null)).toEqual([true, false]);
  });

  describe('a company that is suppressed by its generated slug', () => {
    test('is not imported again after the undo of its import, until it is released', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [ACME] });
      await fixture.writer.suppress(BY_SLUG, AT);
      await undoAll(fixture);
      expect(await loadOne(fixture, ACME)).toBe('suppressed');
      expect(await fixture.writer.suppressionsOf(BY_SLUG)).toHaveLength(1);
      expect(await fixture.writer.release(BY_SLUG)).toBe(true);
      expect(await loadOne(fixture, ACME)).toBe('created');
    });

    test('is not imported again after its rows expired', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [ACME] });
      await fixture.writer.suppress(BY_SLUG, AT);
      expect(await fixture.admin.expireRows('2030-01-01T00:00:00.000Z')).toEqual({ removed: 1, changed: 0 });
      expect(await loadOne(fixture, ACME)).toBe('suppressed');
    });

    test('is not imported by any of the rows that it had', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [unlistedCompany('acme.example')] }, 'one');
      await fixture.load({ companies: [unlistedCompany('acme.example', 'acme.test')] }, 'two');
      await fixture.writer.suppress(BY_SLUG, AT);
      await undoAll(fixture);
      expect(await loadOne(fixture, NAMESAKE)).toBe('suppressed');
    });

    test('leaves its slug to a namesake with another website, which the list does not name', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [ACME] });
      await fixture.writer.suppress(BY_SLUG, AT);
      await undoAll(fixture);
      expect(await loadOne(fixture, NAMESAKE)).toBe('created');
      expect(slugsOf(fixture)).toEqual(['acme']);
      expect(await fixture.writer.suppressionsOf(BY_SLUG)).toEqual([]);
      expect(await loadOne(fixture, ACME)).toBe('suppressed');
    });

    test('is not imported under another number when its namesake comes later', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [NAMESAKE, ACME] });
      await fixture.writer.suppress({ kind: 'company', value: 'acme-2' }, AT);
      await undoAll(fixture);
      expect(await fixture.load({ companies: [ACME, NAMESAKE] })).toEqual(['suppressed', 'created']);
      expect(slugsOf(fixture)).toEqual(['acme']);
    });

    test('is not imported with a profile URL if name and website are the same', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [ACME] });
      await fixture.writer.suppress(BY_SLUG, AT);
      await undoAll(fixture);
      const withUrl = (domain: string) => companyRecord('acme', { name: 'Acme', domains: [domain] });
      expect(await loadOne(fixture, withUrl('acme.example'))).toBe('suppressed');
      expect(await loadOne(fixture, withUrl('acme.test'))).toBe('created');
    });

    test('is shown by the release of that slug, although it now has another slug', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [ACME] }, 'one');
      await fixture.load({ companies: [companyRecord('acme', { domains: ['other.example'] })] }, 'two');
      const numbered: SuppressionEntry = { kind: 'company', value: 'acme-2' };
      expect(await fixture.writer.suppress(numbered, AT)).toMatchObject({ hiddenCompanies: 1 });
      await fixture.admin.undoRun(2, AT);
      expect(slugsOf(fixture)).toEqual([]);
      expect(await fixture.writer.suppressionsOf(BY_SLUG)).toHaveLength(1);
      const [listed] = await fixture.writer.suppressions();
      expect(await fixture.writer.releaseHash('company', listed?.hash ?? '')).toBe(true);
      expect(slugsOf(fixture)).toEqual(['acme']);
    });

    test('stays hidden when it is split from a company with which it was merged', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [ACME, BETA] });
      await fixture.writer.suppress(BY_SLUG, AT);
      await fixture.admin.mergeRecords('company', ['acme', 'beta'], AT);
      expect(slugsOf(fixture)).toEqual([]);
      // The survivor keeps the slug, and has the rows of the other record.
      const [acmes] = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      await fixture.admin.split('company', 'acme', { ids: [acmes?.id ?? 0], at: AT });
      expect(fixture.documents().companies.map(({ name }) => name)).toEqual(['Beta']);
    });

    test('is hidden with all rows that it has at that time, until it is released', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [ACME, BETA] });
      await fixture.admin.mergeRecords('company', ['acme', 'beta'], AT);
      await fixture.writer.suppress(BY_SLUG, AT);
      const [acmes] = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      await fixture.admin.split('company', 'acme', { ids: [acmes?.id ?? 0], at: AT });
      expect(slugsOf(fixture)).toEqual([]);
      expect(await fixture.writer.release(BY_SLUG)).toBe(true);
      expect(fixture.documents().companies).toHaveLength(2);
    });

    test('is listed with the identities of each company that had the slug', async () => {
      const fixture = makeFixture(fresh);
      for (const company of [ACME, NAMESAKE]) {
        await fixture.load({ companies: [company] });
        await fixture.writer.suppress(BY_SLUG, AT);
        await undoAll(fixture);
      }
      expect(await fixture.load({ companies: [ACME, NAMESAKE] })).toEqual(['suppressed', 'suppressed']);
      expect(await fixture.writer.suppressions()).toHaveLength(1);
      await fixture.writer.release(BY_SLUG);
      expect(await fixture.load({ companies: [ACME, NAMESAKE] })).toEqual(['created', 'created']);
    });

    test('is not imported if the slug was suppressed before it came', async () => {
      const fixture = makeFixture(fresh);
      await fixture.writer.suppress(BY_SLUG, AT);
      expect(await loadOne(fixture, ACME)).toBe('suppressed');
    });
  });
}

export function generatedPersonSlugTests(fresh: () => CatalogUnderTest): void {
  describe('a person who is suppressed by a generated slug', () => {
    test('is not imported again by any of the rows after the undo of their imports', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [JANE] }, 'one');
      expect(await fixture.load({ people: [JANE_BY_PHONE] }, 'two')).toEqual(['merged']);
      await fixture.writer.suppress(entryOf(JANE), AT);
      await undoAll(fixture);
      expect(await fixture.load({ people: [JANE_BY_PHONE] }, 'two')).toEqual(['suppressed']);
      expect(await fixture.load({ people: [JANE] }, 'one')).toEqual(['suppressed']);
      await fixture.writer.release(entryOf(JANE));
      expect(await fixture.load({ people: [JANE_BY_PHONE] }, 'two')).toEqual(['created']);
    });

    test('is not imported with a profile URL if name and e-mail address are the same', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [JANE] });
      await fixture.writer.suppress(entryOf(JANE), AT);
      await undoAll(fixture);
      const withUrl = (slug: string, address: string) =>
        personRecord(slug, { full_name: 'Jane Doe', emails: [email(address)] });
      const people = [withUrl('jane', 'jane@acme.example'), withUrl('jane-2', 'jane@beta.example')];
      expect(await fixture.load({ people })).toEqual(['suppressed', 'created']);
    });

    test('is not imported again under the slug of a namesake at the same employer', async () => {
      const employed = (number: string, country_code: string) =>
        withoutUrl('Jane Doe', {
          phones: [phone(number)],
          experiences: [position('acme')],
          location: { city: null, state_code: null, country_code },
        });
      const [one, other] = [employed('+447700900123', 'FR'), employed('+447700900456', 'DE')];
      expect(slugOf(one)).toBe(slugOf(other));
      const fixture = makeFixture(fresh);
      expect(await fixture.load({ people: [one, other] })).toEqual(['created', 'created']);
      const second = slugsOf(fixture).find((slug) => slug !== slugOf(one)) ?? '';
      await fixture.writer.suppress({ kind: 'person', value: second }, AT);
      await undoAll(fixture);
      expect(await fixture.load({ people: [other] })).toEqual(['suppressed']);
    });

    test('is not imported again with a profile URL that came later, by a former generated slug', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [JANE] }, 'one');
      const withUrl = personRecord('jane', { full_name: 'Jane Doe', phones: JANE.phones });
      expect(await fixture.load({ people: [{ ...withUrl, emails: JANE.emails }] }, 'two')).toEqual(['merged']);
      expect(await fixture.writer.suppress(entryOf(JANE), AT)).toMatchObject({ hiddenPeople: 1 });
      await undoAll(fixture);
      expect(await fixture.load({ people: [withUrl] }, 'two')).toEqual(['suppressed']);
    });

    test('stays hidden when split from a person with whom they were merged', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [JANE, JOE] });
      await fixture.writer.suppress(entryOf(JANE), AT);
      await fixture.admin.mergeRecords('person', [slugOf(JANE), slugOf(JOE)], AT);
      expect(slugsOf(fixture)).toEqual([]);
      const [janes] = (await fixture.admin.personOrigins(slugOf(JANE)))?.rows ?? [];
      await fixture.admin.split('person', slugOf(JANE), { ids: [janes?.id ?? 0], at: AT });
      expect(fixture.documents().people).toHaveLength(1);
      expect([...fixture.writer.personRecords()].map(({ full_name }) => full_name)).toEqual(['Joe Roe']);
    });

    test('or forgotten is not imported again by a row with other values', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [JANE] }, 'one');
      await fixture.admin.forgetPeople({ slug: slugOf(JANE) }, AT);
      expect(await fixture.load({ people: [JANE_BY_PHONE] }, 'two')).toEqual(['suppressed']);
    });
  });
}
