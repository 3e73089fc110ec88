// Conformance: matching of rows without a profile URL or a domain.
import { describe, expect, test } from 'vitest';
import { generatedPersonSlug } from '../../identity/generated-slug.ts';
import { type CatalogUnderTest, makeFixture } from './fixture.ts';
import { companyRecord, email, personRecord, position } from './records.ts';

const location = (country_code: string) => ({ city: null, state_code: null, country_code });
const hq = (country_code: string) => ({ city: null, state: null, country_code });

/** A person as import/ creates it if the source has no profile URL. */
function unlisted(full_name: string, identity: string, fields: Parameters<typeof personRecord>[1] = {}) {
  const network_url = { slug: generatedPersonSlug(full_name, identity), host: null };
  return personRecord('', { network_url, full_name, ...fields });
}

const JANE_MAIL = [email('jane@acme.example')];
const AT_ACME = [position({ company_name: 'Acme Inc.' })];

function personIdentityTests(fresh: () => CatalogUnderTest): void {
  describe('a person without a profile URL', () => {
    test('is matched by a personal address, in either order', async () => {
      const known = personRecord('jane', { full_name: 'Jane Doe', emails: JANE_MAIL });
      const row = unlisted('J. Doe', 'jane@acme.example', { emails: JANE_MAIL, headline: 'Engineer' });
      for (const people of [
        [known, row],
        [row, known],
      ]) {
        const fixture = makeFixture(fresh);
        expect(await fixture.load({ people })).toEqual(['created', 'merged']);
        expect(fixture.documents().people).toMatchObject([{ slug: 'jane', headline: 'Engineer' }]);
        expect(await fixture.load({ people })).toEqual(['unchanged', 'unchanged']);
      }
    });

    test('is matched by name and employer, ignoring legal forms', async () => {
      const fixture = makeFixture(fresh);
      const known = personRecord('jane', { full_name: 'Jane Doe', experiences: [position({ company_name: 'ACME' })] });
      const row = unlisted('Jane Doe', 'jane doe|acme inc', { experiences: AT_ACME });
      expect(await fixture.load({ people: [known, row] })).toEqual(['created', 'merged']);
    });

    test.each([
      ['shares only a role address', 'info@acme.example', 'Jane Doe', 'J. Doe'],
      ['shares an address, but no part of the name', 'office-5@acme.example', 'Jane Doe', 'Joe Roe'],
      ['shares an address at a free-mail provider, but not the name', 'doe@gmail.com', 'Jane Doe', 'Joe Doe'],
    ])('does not match if the row %s', async (_, address, one, other) => {
      const fixture = makeFixture(fresh);
      const emails = [email(address)];
      const people = [personRecord('known', { full_name: one, emails }), unlisted(other, address, { emails })];
      expect(await fixture.load({ people })).toEqual(['created', 'created']);
    });

    test('does not match a namesake with another address at the employer, or in another country', async () => {
      const experiences = AT_ACME;
      const known = { full_name: 'Jane Doe', experiences, emails: JANE_MAIL, location: location('DE') };
      for (const namesake of [
        unlisted('Jane Doe', 'jd5@acme.example', { experiences, emails: [email('jd5@acme.example')] }),
        unlisted('Jane Doe', 'jane doe|acme inc', { experiences, location: location('FR') }),
      ]) {
        const fixture = makeFixture(fresh);
        expect(await fixture.load({ people: [personRecord('jane', known), namesake] })).toEqual(['created', 'created']);
      }
    });
  });

  test('has none after further rows either, if it is the second of two namesakes', async () => {
    const fixture = makeFixture(fresh);
    const cook = (city: string, fields = {}) =>
      unlisted('Jane Doe', 'jane doe|acme inc', {
        ...{ experiences: [position({ company_name: 'Acme Inc.' }, { job_title: 'Cook' })], ...fields },
        location: { city, state_code: null, country_code: 'DE' },
      });
    expect(await fixture.load({ people: [cook('Kiel'), cook('Mainz')] })).toEqual(['created', 'created']);
    const changed = { headline: 'Baker' };
    expect(await fixture.load({ people: [cook('Mainz', changed)] })).toEqual(['merged']);
    const [, second] = fixture.documents().people;
    const rows = (await fixture.admin.personOrigins(second?.slug ?? ''))?.rows ?? [];
    expect(rows.map(({ supersededBy }) => supersededBy)).toEqual([2, null]);
    const withUrl = { ...cook('Mainz', changed), network_url: { slug: 'jane', host: null } };
    expect(await fixture.load({ people: [withUrl] }, 'other')).toEqual(['merged']);
    expect(fixture.documents().people.map(({ slug }) => slug)).toContain('jane');
  });

  test('may have two spellings of one mailbox, in one row or after a merge', async () => {
    const fixture = makeFixture(fresh);
    const at = (...addresses: string[]) =>
      unlisted('Jane Doe', addresses[0] ?? '', { emails: addresses.map((each) => email(each)) });
    await fixture.load({ people: [at('jane.doe@gmail.com', 'jane.d.oe@gmail.com')] });
    const people = [at('jane.doe+list@gmail.com'), at('janedoe@googlemail.com')];
    expect(await fixture.load({ people }, 'other')).toEqual(['merged', 'merged']);
    expect(fixture.documents().people).toHaveLength(1);
  });

  test('is the only kind that merges: two people with profile URLs never match', async () => {
    const fixture = makeFixture(fresh);
    const both = { full_name: 'Jane Doe', emails: JANE_MAIL, experiences: AT_ACME };
    const people = [personRecord('jane', both), personRecord('jane-2', both)];
    expect(await fixture.load({ people })).toEqual(['created', 'created']);
  });
}

function companyNameTests(fresh: () => CatalogUnderTest): void {
  const DOMAINS = ['acme.example'];
  describe('a company', () => {
    test('is matched on any host of its site, but not on another tenant of a platform', async () => {
      const fixture = makeFixture(fresh);
      const on = (domain: string) => companyRecord(null, { name: 'Acme', domains: [domain], hq: hq('DE') });
      const other = { ...on('beta.github.io'), name: 'Beta' };
      const companies = [on('acme.co.uk'), on('shop.acme.co.uk'), on('acme.github.io'), other];
      expect(await fixture.load({ companies })).toEqual(['created', 'merged', 'created', 'created']);
    });

    test('with another name on the same domain is the same company in one country, but not in two countries', async () => {
      const fixture = makeFixture(fresh);
      const named = (name: string, country: string) => companyRecord(null, { name, domains: DOMAINS, hq: hq(country) });
      const companies = [named('Acme', 'DE'), named('Beta', 'DE'), named('Gamma', 'FR'), named('Gamma SA', 'BE')];
      expect(await fixture.load({ companies })).toEqual(['created', 'merged', 'created', 'merged']);
    });

    test('on a shared domain is matched by its name only', async () => {
      const fixture = makeFixture(fresh);
      await fixture.writer.noteSharedSites(['acme.example']);
      const named = (name: string) => companyRecord(null, { name, domains: DOMAINS });
      const companies = [named('Acme'), named('Beta'), named('ACME Ltd')];
      expect(await fixture.load({ companies })).toEqual(['created', 'created', 'merged']);
    });

    test('known by name only matches the one company of that name and country, from any source', async () => {
      const fixture = makeFixture(fresh);
      const known = companyRecord('acme', { name: 'Acme GmbH', domains: DOMAINS, hq: hq('DE') });
      const bare = companyRecord(null, { name: 'ACME', hq: hq('DE') });
      await fixture.load({ companies: [known] }, 'one');
      expect(await fixture.load({ companies: [bare] }, 'one')).toEqual(['merged']);
      const other = makeFixture(fresh);
      await other.load({ companies: [known] }, 'one');
      expect(await other.load({ companies: [bare, { ...bare, hq: hq('FR') }] }, 'two')).toEqual(['merged', 'created']);
    });

    test('with a distinctive name matches in any country if both are known by name only', async () => {
      const fixture = makeFixture(fresh);
      const named = (name: string, country: string) => companyRecord(null, { name, hq: hq(country) });
      const companies = [
        named('Acme Rocket Works Ltd', 'GB'),
        named('The Acme Rocket Works', 'CA'),
        named('Acme Rocket', 'GB'),
        named('Acme Rocket', 'CA'),
      ];
      expect(await fixture.load({ companies })).toEqual(['created', 'merged', 'created', 'created']);
    });
  });
}

export function identityTests(fresh: () => CatalogUnderTest): void {
  personIdentityTests(fresh);
  companyNameTests(fresh);
}
