// A row of the record table is all that a new member needs. Invented members of each kind are added to the table only;
// then they are imported, merged, explained, stored, answered, searched, counted, documented, and in the explorer's
// form.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SEARCH_FIELDS as FORM_FIELDS, isFacet, type SearchKind } from '../dashboard/src/explorer/search-fields.ts';
import { filtersOf, type SearchQuery } from '../dashboard/src/explorer/search-query.ts';
import { furtherMembers } from '../dashboard/src/record/record-members.ts';
import { openCatalogAdmin } from '../src/app/catalog-writers.ts';
import { openDatabase } from '../src/catalog/sqlite/open-database.ts';
import { StoredTexts } from '../src/catalog/stored-text.ts';
import { COMPANY } from '../src/contract/record-table/company-members.ts';
import type { Members } from '../src/contract/record-table/member.ts';
import { PERSON } from '../src/contract/record-table/person-members.ts';
import { openApiDocument } from '../src/http/openapi/openapi.ts';
import { explainCompany, explainPerson } from '../src/import/explain.ts';
import { companyForm, personForm } from '../src/import/import-form.ts';
import { atOnce } from '../src/ops/scheduling/work.ts';
import { filtersPage } from '../src/reference/filters-page.ts';
import { importPage } from '../src/reference/import-page.ts';
import { recordsPage } from '../src/reference/records-page.ts';
import { planFilters } from '../src/search/plan.ts';
import { examine } from '../src/tasks/doctor.ts';
import { importFiles } from '../src/tasks/import-files.ts';
import { checkUpgrade } from '../src/tasks/upgrade.ts';
import { naiveSearch } from './support/naive-search.ts';
import { startTestService, type TestService } from './support/service.ts';

/** A table with one more row of each kind of search field; the shipped code derives everything else. */
const extended = vi.hoisted(
  () =>
    (rows: Members, own: string): Members => ({
      ...rows,
      [`${own}_grade`]: {
        kind: 'listed',
        list: 'company_type',
        meaning: `Grade of a ${own}`,
        searched: {
          [`${own}_grade`]: {
            kind: 'value',
            filters: [
              { name: `${own}_grade`, shape: 'choice', list: 'company_type', description: `Grade of a ${own}` },
            ],
          },
        },
      },
      [`${own}_motto`]: {
        kind: 'text',
        meaning: `Motto of a ${own}`,
        searched: {
          [`${own}_motto`]: {
            kind: 'words',
            texts: 'own',
            filters: [{ name: `${own}_motto`, shape: 'words', description: `Words in the motto of a ${own}` }],
          },
        },
      },
      [`${own}_tags`]: {
        kind: 'texts',
        meaning: `Tags of a ${own}`,
        searched: {
          [`${own}_tags`]: {
            kind: 'words',
            texts: 'shared',
            suggested: true,
            filters: [{ name: `${own}_tags`, shape: 'words', description: `Words in one of the tags of a ${own}` }],
          },
        },
      },
      [`${own}_score`]: {
        kind: 'integer',
        meaning: `Score of a ${own}`,
        searched: {
          [`${own}_score`]: {
            kind: 'number',
            filters: [{ name: `${own}_score`, shape: 'range', description: `Score of a ${own}` }],
          },
        },
      },
      [`${own}_date`]: {
        kind: 'date',
        meaning: `Date of a ${own}`,
        searched: {
          [`${own}_day`]: {
            kind: 'date',
            filters: [{ name: `${own}_date`, shape: 'dates', description: `Date of a ${own}` }],
          },
        },
      },
    }),
);

// Only the table is changed, as a commit that adds rows would do.
vi.mock('../src/contract/record-table/company-members.ts', async (original) => {
  const { COMPANY } = await original<{ COMPANY: Members }>();
  return { COMPANY: extended(COMPANY, 'firm') };
});
vi.mock('../src/contract/record-table/person-members.ts', async (original) => {
  const { PERSON } = await original<{ PERSON: Members }>();
  return { PERSON: extended(PERSON, 'soul') };
});

const membersOf = (own: string, [grade, motto, tags, score, date]: readonly unknown[]) => ({
  [`${own}_grade`]: grade,
  [`${own}_motto`]: motto,
  [`${own}_tags`]: tags,
  [`${own}_score`]: score,
  [`${own}_date`]: date,
});
const FULL = ['Nonprofit', 'Rockets for everyone', ['fast', 'far out'], 42, '2024-05-05'];
const OTHER = ['Public Company', 'Slow food', [], 7, '2020-01'];
const UNKNOWN = [null, null, [], null, null];

const KINDS = [
  {
    own: 'firm',
    scope: 'company',
    space: 'companies',
    search: 'company-search',
    count: 'company-count',
    rows: COMPANY,
    all: { name: ['Acme', 'Beta', 'Gamma'] },
    records: {
      companies: [
        { network_url: '/company/acme', name: 'Acme', updated_at: '2026-01-01', ...membersOf('firm', FULL) },
        { network_url: '/company/beta', name: 'Beta', ...membersOf('firm', OTHER) },
        { network_url: '/company/gamma', name: 'Gamma' },
      ],
    },
  },
  {
    own: 'soul',
    scope: 'people',
    space: 'people',
    search: 'people-search',
    count: 'people-count',
    rows: PERSON,
    all: { name: ['Lee'] },
    records: {
      people: [
        { network_url: '/in/acme', full_name: 'Ann Lee', updated_at: '2026-01-01', ...membersOf('soul', FULL) },
        { network_url: '/in/beta', full_name: 'Bo Lee', ...membersOf('soul', OTHER) },
        { network_url: '/in/gamma', full_name: 'Cy Lee' },
      ],
    },
  },
] as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ...KINDS[0].records, ...KINDS[1].records });
});
afterAll(() => service.close());

const slugsIn = (body: { readonly results: readonly { readonly network_url: string }[] }) =>
  body.results.map(({ network_url }) => network_url.slice(network_url.lastIndexOf('/') + 1));

describe.each(KINDS)(
  'rows of a $own that are added to the table',
  ({ own, scope, space, search, count, rows, all }) => {
    const filters: readonly (readonly [filter: object, slugs: readonly string[]])[] = [
      [{ [`${own}_grade`]: ['Nonprofit'] }, ['acme']],
      [{ [`${own}_motto`]: ['rockets'] }, ['acme']],
      [{ [`${own}_motto`]: { include: ['food', 'rockets'] } }, ['acme', 'beta']],
      [{ [`${own}_motto`]: { exclude: ['slow'] } }, ['acme', 'gamma']],
      [{ [`${own}_tags`]: ['[far out]'] }, ['acme']],
      [{ [`${own}_score`]: { min: 8 } }, ['acme']],
      [{ [`${own}_score`]: { max: 42 } }, ['acme', 'beta']],
      [{ [`${own}_date`]: { from: '2024-05-05' } }, ['acme']],
      [{ [`${own}_date`]: { to: '2024-05-04' } }, ['beta']],
    ];

    test.each(filters)('are searched and counted, as the naive scan does: %j', async (filter, slugs) => {
      const { body } = await service.call(search, { [scope]: filter, include_total: true, max_results: 10 });
      expect(slugsIn(body).toSorted()).toEqual(slugs);
      expect(body.total_results).toBe(slugs.length);
      expect((await service.call(count, { [scope]: filter })).body.total_results).toBe(slugs.length);

      const context = { presentIndustries: [], suggest: () => null };
      const { clauses } = atOnce(planFilters({ ...filter }, { scope, path: scope, context }));
      const documents = service.running.catalog.documents();
      const catalog = {
        companies: [...documents.companies],
        people: [...documents.people],
        jobs: [...documents.jobs],
      };
      documents.close();
      const found = naiveSearch(catalog, { space, clauses: clauses.map(({ clause }) => clause) });
      const ids = found.map((each) => (typeof each === 'object' ? each.personId : each));
      expect(ids.map((id) => catalog[space].find((each) => each.id === id)?.slug).toSorted()).toEqual(slugs);
    });

    test('are answered, with null or an empty list for records that lack them', async () => {
      const { body } = await service.call(search, { [scope]: all, max_results: 10 });
      const bySlug = new Map<string, unknown>(slugsIn(body).map((slug, index) => [slug, body.results[index]]));
      expect(bySlug.get('acme')).toMatchObject(membersOf(own, FULL));
      expect(bySlug.get('beta')).toMatchObject(membersOf(own, OTHER));
      expect(bySlug.get('gamma')).toMatchObject(membersOf(own, UNKNOWN));
    });

    test('are facets if they are closed values, and are suggested', async () => {
      const facet = `${scope}.${own}_grade`;
      const { body } = await service.call(search, { [scope]: all, facets: [facet] });
      expect(body.facets[facet]).toEqual([
        { value: 'Nonprofit', count: 1 },
        { value: 'Public Company', count: 1 },
      ]);
      const request = { field: `${scope}.${own}_tags`, prefix: 'fa', limit: 5 };
      const suggested = await service.call('autocomplete', request);
      expect(suggested.body.results.map(({ value }: { value: string }) => value)).toEqual(['far out', 'fast']);
    });

    test('reject a value of the wrong kind with its path', async () => {
      const wrong = { [`${own}_score`]: { min: 'many' }, [`${own}_grade`]: ['Nonprofits'] };
      const { status, body } = await service.call(search, { [scope]: wrong });
      expect(status).toBe(422);
      expect(body.error.details[0].path).toMatch(new RegExp(`^${scope}\\.${own}_score`));
    });

    test('are documented', () => {
      for (const name of Object.keys(membersOf(own, FULL))) {
        expect(importPage()).toContain(`| \`${name}\` |`);
        expect(recordsPage()).toContain(`| \`${name}\` |`);
        expect(filtersPage()).toContain(name);
        const { schemas } = openApiDocument({ version: '0' })['components'] as {
          readonly schemas: Readonly<Record<string, { readonly properties: object }>>;
        };
        expect(schemas[scope === 'company' ? 'Company' : 'Person']?.properties).toHaveProperty(name);
        expect(JSON.stringify(schemas[scope === 'company' ? 'CompanyFilter' : 'PeopleFilter'])).toContain(name);
      }
    });

    test('are fields of the explorer’s form and members of its files', async () => {
      const kind: SearchKind = space;
      const paths = Object.keys(membersOf(own, FULL)).map((name) => `${scope}.${name}`);
      const fields = FORM_FIELDS[kind].filter(({ path }) => paths.includes(path));
      expect(fields.map(({ path, label }) => [path, label])).toContainEqual([
        paths[0],
        expect.stringMatching(/grade$/),
      ]);
      expect(fields.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
      expect(fields.filter(isFacet).map(({ path }) => path)).toEqual([paths[0]]);
      const input = { include: [], exclude: [], withHeadline: false, min: '8', max: '' };
      const query: SearchQuery = { [`${scope}.${own}_score`]: input };
      const { body } = await service.call(search, filtersOf(kind, query));
      expect(slugsIn(body)).toEqual(['acme']);
      const shown = furtherMembers(rows, []).map(({ key, value }) => [key, value(body.results[0])]);
      expect(shown).toContainEqual([`${own}_tags`, 'fast; far out']);
      expect(shown).toContainEqual([`${own}_score`, 42]);
    });
  },
);

test('a table of columns brings the new members by their names, and they are merged and explained', async () => {
  const file = join(service.config.data, 'second.csv');
  writeFileSync(
    file,
    'Name,Network URL,Firm score,firm_grade,firm tags,Updated at\nAcme,/company/acme,50,,near;fast,2026-02-02\n',
  );
  const imported = await importFiles(service.config, { kind: 'companies', files: [file], source: 'crm', index: false });
  expect(imported.report.rejected).toBe(0);
  const people = [{ network_url: '/in/acme', full_name: 'Ann Lee', soul_score: 50, updated_at: '2026-02-02' }];
  await service.import({ people });

  const admin = openCatalogAdmin(service.config);
  const [company, person] = [await admin.companyOrigins('acme'), await admin.personOrigins('acme')];
  admin.close();
  if (company === null || person === null) throw new Error('both are known');
  const merged = { ...membersOf('firm', FULL), firm_score: 50, firm_tags: ['near', 'fast'] };
  expect(companyForm(company.record)).toMatchObject(merged);
  expect(personForm(person.record)).toMatchObject({ ...membersOf('soul', FULL), soul_score: 50 });
  for (const [{ fields }, name] of [
    [explainCompany(company), 'firm'],
    [explainPerson(person), 'soul'],
  ] as const) {
    const origin = fields.find(({ field }) => field === `${name}_score`);
    expect(origin).toMatchObject({ value: 50, from: { run: expect.any(Number) }, not_chosen: [{ value: 42 }] });
    expect(fields.find(({ field }) => field === `${name}_motto`)?.value).toBe('Rockets for everyone');
  }

  await service.index();
  const { body } = await service.call('company-search', { company: { firm_tags: ['near'] } });
  expect(body.results[0]).toMatchObject(merged);
});

test('a catalog from before the rows gets their columns, and its records are written again', async () => {
  const file = join(service.config.data, 'catalog.db');
  const before = openDatabase(file, { readOnly: false });
  before.exec(`ALTER TABLE company DROP COLUMN firm_score; ALTER TABLE person DROP COLUMN soul_score;
    UPDATE company SET rest_json = '"about":null', record = json_remove(record, '$.firm_score', '$.firm_tags', '$.firm_motto')
    WHERE slug = 'gamma'`);
  const ofGamma = "WHERE person_id = (SELECT id FROM person WHERE slug = 'gamma')";
  const texts = new StoredTexts(() => undefined);
  const stored = before.prepare<[], Buffer>(`SELECT json FROM person_text ${ofGamma}`).pluck().get() as Buffer;
  const { soul_tags: _, soul_motto: __, ...json } = JSON.parse(texts.text(stored)) as Record<string, unknown>;
  before.prepare(`UPDATE person_text SET json = ? ${ofGamma}`).run(texts.encode(Buffer.from(JSON.stringify(json)), 0));
  const [generation] = before.prepare('SELECT generation FROM meta').pluck().all() as [number];
  before.close();

  expect(() => openDatabase(file, { readOnly: true })).toThrow(
    /lacks columns that this version needs: stop the server, then run: cardfile upgrade run/,
  );
  const findings = new Map((await checkUpgrade(service.config)).map(({ check, found }) => [check, found]));
  expect(findings.get('catalog')).toMatch(/this Cardfile adds columns to them$/);
  expect((await examine(service.config, () => undefined)).at(-1)).toMatchObject({ check: 'catalog', state: 'warn' });
  const after = openDatabase(file, { readOnly: false });
  expect(after.prepare('SELECT generation FROM meta').pluck().get()).toBe(generation + 1);
  const scores = (table: string, name: string) =>
    after.prepare(`SELECT slug, ${name} FROM ${table} ORDER BY slug`).raw().all();
  expect(scores('company', 'firm_score')).toEqual([
    ['acme', 50],
    ['beta', 7],
    ['gamma', null],
  ]);
  expect(scores('person', 'soul_score')).toEqual(scores('company', 'firm_score'));
  after.close();

  await service.restart();
  await service.index();
  for (const { own, scope, search, all } of KINDS) {
    const { body } = await service.call(search, { [scope]: all, max_results: 10 });
    const gamma = slugsIn(body).indexOf('gamma');
    expect(body.results[gamma]).toMatchObject(membersOf(own, UNKNOWN));
    const found = await service.call(search, { [scope]: { [`${own}_score`]: { min: 8 } } });
    expect(slugsIn(found.body)).toEqual(['acme']);
  }
});
