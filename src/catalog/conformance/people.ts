// Conformance: people and their look-ups: slugs, e-mails, phones.
import { describe, expect, test } from 'vitest';
import { type CatalogUnderTest, makeFixture } from './fixture.ts';
import { companyRecord, email, personRecord, phone, position, profileUrl } from './records.ts';

const slugsOf = (people: readonly { readonly slug: string }[]) => people.map(({ slug }) => slug);
const urls = (jsons: readonly (Buffer | null)[]) => jsons.map((json) => json && JSON.parse(String(json)).network_url);

export function personTests(fresh: () => CatalogUnderTest): void {
  describe('a person', () => {
    test('is identified by the slug alone', async () => {
      const fixture = makeFixture(fresh);
      const jane = personRecord('jane', { emails: [email('jane@acme.example')] });
      await fixture.load({ people: [jane] });
      const outcomes = await fixture.load({
        people: [{ ...jane, full_name: 'New' }, personRecord('joe', { emails: jane.emails })],
      });
      expect(outcomes).toEqual(['merged', 'created']);
      expect(await fixture.fullName('jane')).toBe('New');
      expect(fixture.documents().people).toHaveLength(2);
    });

    test('keeps the id when it changes', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('jane')] });
      const { id } = await fixture.person('jane');
      await fixture.load({ people: [personRecord('jane', { connections_count: 7 })] });
      expect(fixture.documents().people).toMatchObject([{ id, connections_count: 7 }]);
    });

    test('is answered by ids in the requested order, with null for unknown ids', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('a'), personRecord('b')] });
      const ids = fixture.documents().people.map(({ id }) => id);
      const found = await fixture.catalog.peopleByIds([...ids.toReversed(), 999]);
      expect(urls(found)).toEqual(['https://network.example/in/b', 'https://network.example/in/a', null]);
      expect(String(found[0])).toBe((await fixture.person('b')).json);
      expect(await fixture.catalog.personBySlug('c')).toBeNull();
    });

    test('is answered by ids with its current positions', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('a'), personRecord('b')] });
      const [first, second] = fixture.documents().people;
      const ids = [second?.id ?? 0, 999, first?.id ?? 0];
      const found = await fixture.catalog.peopleWithPositions(ids);
      expect(found.map((each) => each?.positions)).toEqual([second?.positions, undefined, first?.positions]);
      expect(found.map((each) => each?.json ?? null)).toEqual(await fixture.catalog.peopleByIds(ids));
    });

    test('without an employer is not linked to one that others have by name', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({
        companies: [companyRecord('acme', { name: 'Acme' }), companyRecord('beta', { name: 'Beta' })],
      });
      const named = [position({ company_name: 'Acme' }), position({}), position({ company_name: 'Beta' })];
      await fixture.load({ people: [personRecord('jane', { experiences: named })] });
      await fixture.load({ people: [personRecord('joe', { experiences: [position({})] })] });
      expect(fixture.employersOf('jane')).toEqual(['acme', null, 'beta']);
      expect(fixture.employersOf('joe')).toEqual([null]);
    });
  });
}

export function contactTests(fresh: () => CatalogUnderTest): void {
  describe('contacts', () => {
    test('are listed in the order of the record', async () => {
      const fixture = makeFixture(fresh);
      const emails = [
        email('z@acme.example', { status: 'invalid', verified_at: '2026-01-01T00:00:00.000Z' }),
        email('a@acme.example', { is_primary: true }),
      ];
      const phones = [
        phone('+447700900124', 'work'),
        phone('+447700900123', 'mobile'),
        phone('+447700900125', 'direct'),
        phone('+447700900126', null),
      ];
      await fixture.load({ people: [personRecord('jane', { emails, phones })] });
      expect(await fixture.catalog.emailsOf('jane')).toEqual(emails);
      expect(await fixture.catalog.phonesOf('jane')).toEqual(phones);
      await fixture.load({ people: [personRecord('joe', { emails: [], phones: [] })] });
      expect([await fixture.catalog.emailsOf('joe'), await fixture.catalog.phonesOf('joe')]).toEqual([[], []]);
      expect([await fixture.catalog.emailsOf('unknown'), await fixture.catalog.phonesOf('unknown')]).toEqual([
        null,
        null,
      ]);
    });

    test('follow the record as it changes', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('jane', { emails: [email('a@acme.example')] })] });
      const again = personRecord('jane', {
        emails: [email('a@acme.example', { status: 'valid' }), email('b@acme.example')],
      });
      expect(await fixture.load({ people: [again] })).toEqual(['merged']);
      expect(await fixture.catalog.emailsOf('jane')).toEqual(again.emails);
      expect(await fixture.catalog.peopleByEmail('b@acme.example', 1)).toHaveLength(1);
    });

    test('an e-mail finds its owners whatever its status, by id', async () => {
      const fixture = makeFixture(fresh);
      const emails = [email('team@acme.example', { status: 'invalid' })];
      await fixture.load({
        people: [personRecord('other'), personRecord('joe', { emails }), personRecord('ann', { emails })],
      });
      expect(slugsOf(await fixture.catalog.peopleByEmail('team@acme.example', 1))).toEqual(['joe']);
      expect(slugsOf(await fixture.catalog.peopleByEmail('team@acme.example', 9))).toEqual(['joe', 'ann']);
      expect(await fixture.catalog.peopleByEmail('unknown@acme.example', 1)).toEqual([]);
    });

    test('a phone finds its owners, by the size of their employers, then by id', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({
        companies: [
          companyRecord('small', { employee_count: 5 }),
          companyRecord('big', { employee_count: 500 }),
          companyRecord('unknown'),
        ],
      });
      const inOrder = ['b', 's', 'u', 'none', 'away'];
      // Each number is shared by one owner and all owners after it.
      const numberOf = (slug: string) => `+44770090010${inOrder.indexOf(slug)}`;
      const worksAt = (slug: string, companies: string[]) =>
        personRecord(slug, {
          phones: inOrder.slice(0, inOrder.indexOf(slug) + 1).map((each) => phone(numberOf(each))),
          experiences: companies.map((company) => position(company)),
        });
      await fixture.load({
        people: [
          worksAt('none', []),
          worksAt('away', ['elsewhere']),
          worksAt('u', ['unknown', 'big']),
          worksAt('s', ['small']),
          worksAt('b', ['big']),
        ],
      });
      for (const [index, slug] of inOrder.entries()) {
        const find = (max: number) => fixture.catalog.peopleByPhones([numberOf(slug)], max);
        expect(slugsOf(await find(2))).toEqual(inOrder.slice(index, index + 2));
        expect(slugsOf(await find(9))).toEqual(inOrder.slice(index));
      }
    });

    test('several phones find the owners of the first phone that has an owner', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({
        people: [
          personRecord('a', { phones: [phone('+447700900001')] }),
          personRecord('b', { phones: [phone('+447700900002')] }),
        ],
      });
      const people = await fixture.catalog.peopleByPhones(['+447700900009', '+447700900002', '+447700900001'], 2);
      expect(slugsOf(people)).toEqual(['b']);
      expect(await fixture.catalog.peopleByPhones([], 1)).toEqual([]);
    });
  });
}

export function linkTests(fresh: () => CatalogUnderTest): void {
  describe('a position', () => {
    const jane = (named: Parameters<typeof position>[0]) => personRecord('jane', { experiences: [position(named)] });

    test.each([
      ['slug', 'acme' as const],
      ['domain', { company_domain: 'acme.test' }],
      ['name', { company_name: 'ÁCME Inc.' }],
      ['name without its legal form', { company_name: 'The Acme' }],
      ['slug before domain', { company_network_url: profileUrl('acme'), company_domain: 'other.example' }],
      ['domain if the slug is unknown', { company_network_url: profileUrl('unknown'), company_domain: 'acme.test' }],
    ])('is linked by %s, in either order of import', async (_, named) => {
      const companies = [
        companyRecord('acme', { name: 'Acme Inc', domains: ['acme.example', 'acme.test'] }),
        companyRecord('other', { domains: ['other.example'] }),
      ];
      const before = makeFixture(fresh);
      await before.load({ people: [jane(named)] });
      expect(before.employersOf('jane')).toEqual([null]);
      expect(before.documents().companies).toEqual([]);
      await before.load({ companies });
      expect(before.employersOf('jane')).toEqual(['acme']);
      const after = makeFixture(fresh);
      await after.load({ companies });
      await after.load({ people: [jane(named)] });
      expect(after.employersOf('jane')).toEqual(['acme']);
    });

    test('is linked by name only while exactly one company has it', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('one', { name: 'Acme' })] });
      await fixture.load({ people: [jane({ company_name: 'acme' })] });
      expect(fixture.employersOf('jane')).toEqual(['one']);
      await fixture.load({ companies: [companyRecord('two', { name: 'ACME' })] });
      expect(fixture.employersOf('jane')).toEqual([null]);
      await fixture.load({ companies: [companyRecord('two', { name: 'Other' })] });
      expect(fixture.employersOf('jane')).toEqual(['one']);
    });

    test('is linked regardless of legal forms only while one company matches that way, and none exactly', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('one', { name: 'Acme Inc.' })] });
      await fixture.load({ people: [jane({ company_name: 'Acme' })] });
      expect(fixture.employersOf('jane')).toEqual(['one']);
      await fixture.load({ companies: [companyRecord('two', { name: 'Acme GmbH' })] });
      expect(fixture.employersOf('jane')).toEqual([null]);
      await fixture.load({ companies: [companyRecord('three', { name: 'ACME' })] });
      expect(fixture.employersOf('jane')).toEqual(['three']);
      await fixture.load({ companies: [companyRecord('three', { name: 'Zeta' })] });
      expect(fixture.employersOf('jane')).toEqual([null]);
      await fixture.load({ companies: [companyRecord('two', { name: 'Acme Rockets GmbH' })] });
      expect(fixture.employersOf('jane')).toEqual(['one']);
    });

    test('is not linked by name if it has a slug or a domain', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('one', { name: 'Acme' })] });
      await fixture.load({ people: [jane({ company_name: 'Acme', company_domain: 'acme.example' })] });
      expect(fixture.employersOf('jane')).toEqual([null]);
    });

    test('is not linked by a generated slug', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord(null, { name: 'Acme' })] });
      await fixture.load({ people: [jane('acme')] });
      expect(fixture.employersOf('jane')).toEqual([null]);
    });

    test('by a domain is linked to the first company on it, as companies grow', async () => {
      const fixture = makeFixture(fresh);
      const domains = ['acme.example'];
      await fixture.load({
        companies: [
          companyRecord('a', { domains, employee_count: 5 }),
          companyRecord('b', { domains, employee_count: 9 }),
        ],
      });
      await fixture.load({ people: [jane({ company_domain: 'acme.example' })] });
      expect(fixture.employersOf('jane')).toEqual(['b']);
      await fixture.load({ companies: [companyRecord('a', { employee_count: 50 })] });
      expect(fixture.employersOf('jane')).toEqual(['a']);
    });

    test('follows a company that gets its real slug', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord(null, { name: 'Acme', domains: ['acme.example'] })] });
      const people = [
        personRecord('jane', { experiences: [position('acme-inc'), position({ company_domain: 'acme.example' })] }),
      ];
      await fixture.load({ people });
      expect(fixture.employersOf('jane')).toEqual([null, 'acme']);
      await fixture.load({ companies: [companyRecord('acme-inc', { domains: ['acme.example'] })] });
      expect(fixture.employersOf('jane')).toEqual(['acme-inc', 'acme-inc']);
    });
  });
}
