// Conformance: look-ups of people and companies by external ids.
import { describe, expect, test } from 'vitest';
import { OWNERS_MAX } from '../../contract/documents.ts';
import { AT, type CatalogUnderTest, type Fixture, makeFixture } from './fixture.ts';
import { companyRecord, personRecord } from './records.ts';

const slugs = (found: readonly { readonly slug: string }[]) => found.map(({ slug }) => slug);
const peopleWith = async ({ catalog }: Fixture, key: string) => slugs(await catalog.peopleByExternalId(key));
const companiesWith = async ({ catalog }: Fixture, key: string) => slugs(await catalog.companiesByExternalId(key));

const LEI = '529900T8BM49AURSDO55';
const NAMES = ['Jane Doe', 'Ravi Iyer', 'Mia Sato'];

export function externalIdTests(fresh: () => CatalogUnderTest): void {
  describe('an external id', () => {
    test('finds all its owners: people by id, companies by size', async () => {
      const fixture = makeFixture(fresh);
      const people = NAMES.map((full_name, index) =>
        personRecord(`p${index}`, { full_name, crm_id: index < 2 ? ['7', '8'] : ['77'], x_handle: ['7'] }),
      );
      await fixture.load({ people });
      const companies = [1, 5, 3].map((employee_count, index) =>
        companyRecord(`c${index}`, {
          name: NAMES[index] ?? '',
          employee_count,
          crm_id: ['7'],
          lei: index ? [] : [LEI],
        }),
      );
      await fixture.load({ companies });
      expect(await peopleWith(fixture, 'crm_id:7')).toEqual(['p0', 'p1']);
      expect(await peopleWith(fixture, 'crm_id:77')).toEqual(['p2']);
      expect(await peopleWith(fixture, 'x_handle:7')).toEqual(['p0', 'p1', 'p2']);
      expect(await companiesWith(fixture, 'crm_id:7')).toEqual(['c1', 'c2', 'c0']);
      expect(await companiesWith(fixture, `lei:${LEI}`)).toEqual(['c0']);
      expect([await peopleWith(fixture, `lei:${LEI}`), await companiesWith(fixture, 'x_handle:7')]).toEqual([[], []]);
      expect(await fixture.catalog.externalIdsOfPerson('p0')).toEqual(['crm_id:7', 'crm_id:8', 'x_handle:7']);
      expect(await fixture.catalog.externalIdsOfCompany('c0')).toEqual(['crm_id:7', `lei:${LEI}`]);
      expect(await fixture.catalog.externalIdsOfPerson('unknown')).toBeNull();
      expect(await fixture.catalog.externalIdsOfCompany('unknown')).toBeNull();
    });

    test('finds the record with its current ids only, and no record that is suppressed or removed', async () => {
      const fixture = makeFixture(fresh);
      const [jane, acme] = [personRecord('jane', { crm_id: ['7'] }), companyRecord('acme', { crm_id: ['7'] })];
      await fixture.load({ people: [jane] });
      await fixture.load({ companies: [acme] });
      const { generation } = await fixture.catalog.state();
      await fixture.load({ people: [{ ...jane, crm_id: ['8'] }] });
      await fixture.load({ companies: [{ ...acme, crm_id: ['8'] }] });
      expect((await fixture.catalog.state()).generation).toBeGreaterThan(generation);
      const found = async () =>
        Promise.all(
          ['7', '8'].flatMap((id) => [peopleWith(fixture, `crm_id:${id}`), companiesWith(fixture, `crm_id:${id}`)]),
        );
      expect(await found()).toEqual([[], [], ['jane'], ['acme']]);
      await fixture.writer.suppress({ kind: 'person', value: 'jane' }, AT);
      await fixture.writer.suppress({ kind: 'company', value: 'acme' }, AT);
      expect(await found()).toEqual([[], [], [], []]);
      expect(await fixture.catalog.externalIdsOfPerson('jane')).toBeNull();
      expect(await fixture.catalog.externalIdsOfCompany('acme')).toBeNull();
    });

    test(`finds the first ${OWNERS_MAX} of many owners`, async () => {
      const fixture = makeFixture(fresh);
      const indexes = Array.from({ length: OWNERS_MAX + 1 }, (_, index) => index);
      await fixture.load({ people: indexes.map((index) => personRecord(`p${index}`, { crm_id: ['0-1'] })) });
      await fixture.load({
        companies: indexes.map((index) => companyRecord(`c${index}`, { employee_count: 100 - index, crm_id: ['0-1'] })),
      });
      const first = indexes.slice(0, OWNERS_MAX);
      expect(await peopleWith(fixture, 'crm_id:0-1')).toEqual(first.map((index) => `p${index}`));
      expect(await companiesWith(fixture, 'crm_id:0-1')).toEqual(first.map((index) => `c${index}`));
    });
  });
}
