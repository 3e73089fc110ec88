// The catalog of a serving node uses editions only. It returns the same for each read as the catalog from which the
// editions were built, even while the edition still contains hidden records.

import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { EditionCatalog } from '../src/api/edition-catalog.ts';
import { catalogFile } from '../src/app/data-folder.ts';
import { openEditions } from '../src/app/editions.ts';
import type { Catalog, JobRowPart } from '../src/catalog/port.ts';
import { UNSCHEDULED } from '../src/ops/scheduling/turn.ts';
import { LayeredEdition } from '../src/search/edition/layers/layered-edition.ts';
import type { Base } from '../src/search/edition/layers/shared-base.ts';
import { readDelta } from '../src/tasks/read-delta.ts';
import { FIXTURE } from './support/fixture.ts';
import { company, opening, person, position, rank } from './support/fixture-records.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

const IDS = Array.from({ length: 60 }, (_, index) => index + 1);

/** Identifiers of the records in a catalog. */
interface Keys {
  readonly slugs: readonly string[];
  readonly companies: readonly string[];
  readonly domains: readonly string[];
}

async function keysOf(catalog: Catalog): Promise<Keys> {
  const companies = (await catalog.companiesByIds(IDS)).filter((view) => view !== null);
  const people = (await catalog.peopleByIds(IDS)).flatMap((json) => (json ? [JSON.parse(json.toString())] : []));
  return {
    slugs: people.map(({ network_url }) => String(network_url).split('/').at(-1) ?? ''),
    companies: companies.map(({ slug }) => slug),
    domains: [...new Set(companies.flatMap(({ domain }) => domain ?? []))],
  };
}

/** For each job row: one part for each opening with a URL, and one without a URL. */
function partsOf({ config }: TestService): JobRowPart[] {
  const database = new Database(catalogFile(config), { readonly: true });
  const rows = database
    .prepare<[], { readonly id: number; readonly opening: number }>(
      `SELECT job_row.id, opening.id AS opening FROM job_row JOIN employer ON employer.company_id = job_row.company_id
       JOIN opening ON opening.employer_id = employer.id AND opening.title_key = job_row.title_key
         AND opening.source = job_row.source
       WHERE open_positions > 0 AND is_open = 1 AND is_missing = 0 AND opening.record ->> '$.url' IS NOT NULL`,
    )
    .all();
  database.close();
  const part = { open_positions: 1, latest_posted_at: '2026-01-02', locations: [{ city: 'Ulm', country_code: 'DE' }] };
  return rows.flatMap(({ id, opening: urlOf }) => [
    { ...part, id, urlOf },
    { ...part, id, urlOf: null, latest_posted_at: null, locations: [] },
  ]);
}

/** The results of all reads with every id and identifier. */
async function readings(catalog: Catalog, { slugs, companies, domains }: Keys, parts: readonly JobRowPart[]) {
  const all = async <Key, Value>(keys: readonly Key[], read: (key: Key) => Promise<Value>) =>
    Promise.all(keys.map(async (key) => [key, await read(key)]));
  const emails = (await all(slugs, (slug) => catalog.emailsOf(slug))) as [string, { email: string }[] | null][];
  const phones = (await all(slugs, (slug) => catalog.phonesOf(slug))) as [string, { phone: string }[] | null][];
  const idsOfPeople = (await all(slugs, (slug) => catalog.externalIdsOfPerson(slug))) as [string, string[] | null][];
  const idsOfCompanies = (await all(companies, (slug) => catalog.externalIdsOfCompany(slug))) as [
    string,
    string[] | null,
  ][];
  return {
    people: (await catalog.peopleByIds(IDS)).map((json) => json?.toString() ?? null),
    companies: await catalog.companiesByIds(IDS),
    jobs: await catalog.jobRowsByIds(IDS),
    parts: await all(parts, (part) => catalog.partOfJobRow(part)),
    ...{ emails, phones },
    bySlug: await all(slugs, (slug) => catalog.personBySlug(slug)),
    byEmail: await all(
      emails.flatMap(([, found]) => (found ?? []).map(({ email }) => email)),
      (email) => catalog.peopleByEmail(email, 3),
    ),
    byPhone: await all(
      phones.flatMap(([, found]) => (found ?? []).map(({ phone }) => phone)),
      (phone) => catalog.peopleByPhones([phone], 3),
    ),
    ...{ idsOfPeople, idsOfCompanies },
    byPersonId: await all(
      idsOfPeople.flatMap(([, found]) => found ?? []),
      (key) => catalog.peopleByExternalId(key),
    ),
    byCompanyId: await all(
      idsOfCompanies.flatMap(([, found]) => found ?? []),
      (key) => catalog.companiesByExternalId(key),
    ),
    byCompanySlug: await all(companies, (slug) => catalog.companyBySlug(slug)),
    byDomain: await all(domains, (domain) => catalog.companiesByDomain(domain, 2)),
    idsByDomain: await all(domains, async (domain) => (await catalog.companyIdsByDomain(domain, UNSCHEDULED)).sort()),
  };
}

async function startFixture(): Promise<{ service: TestService; base: Base }> {
  service = await startTestService(FIXTURE);
  const base = await openEditions(service.config).read();
  if (base === null) throw new Error('the fixture has no edition');
  return { service, base };
}

/** The edition with a delta of all later changes. */
async function withDelta(below: Base, { config, running }: TestService): Promise<LayeredEdition> {
  const { delta } = await readDelta(below, { config, catalog: running.catalog });
  if (delta === null || delta === 'everything') throw new Error('there is no delta');
  return LayeredEdition.over(below, delta);
}

test('an edition returns the same for each read as its catalog', async () => {
  const { service: started, base } = await startFixture();
  const { catalog } = started.running;
  const node = new EditionCatalog(null);
  node.replace(base);
  const keys = await keysOf(catalog);
  const parts = partsOf(started);
  expect(keys.slugs.length).toBeGreaterThan(10);
  expect(parts.some(({ urlOf }) => urlOf !== null)).toBe(true);
  expect(await readings(node, keys, parts)).toEqual(await readings(catalog, keys, parts));
  expect(await node.state()).toMatchObject(await catalog.state());
});

test('an opening in the middle of a row keeps its own URL', async () => {
  const { service: started } = await startFixture();
  const at = (city: string, day: string) =>
    opening('anvil', 'Forger', {
      ...{ location: { city, country_code: 'DE' }, posted_at: day },
      url: `https://jobs.example/${city.toLowerCase()}`,
    });
  await started.import({
    companies: [company('anvil', 'Anvil')],
    jobs: [at('Ulm', '2026-01-03'), at('Bonn', '2026-01-02')],
  });
  const base = await openEditions(started.config).read();
  const layered = await withDelta(base as Base, started);
  const node = new EditionCatalog(null);
  node.replace(layered);
  started.running.serving.replace(layered);
  for (const [city, url] of [
    ['Ulm', 'https://jobs.example/ulm'],
    ['Bonn', 'https://jobs.example/bonn'],
  ] as const) {
    const { body } = await started.call('job-search', {
      job: { title: { include: ['Forger'] }, location: { city: { include: [city] } } },
    });
    expect(body.results).toMatchObject([{ url, open_positions: 1 }]);
  }
  const parts = partsOf(started);
  const keys = await keysOf(started.running.catalog);
  expect(await readings(node, keys, parts)).toEqual(await readings(started.running.catalog, keys, parts));
});

test('layers, with records hidden later, return the same for each read as the current catalog', async () => {
  const { service: started, base } = await startFixture();
  const { running } = started;
  const before = await keysOf(running.catalog);
  await started.import({
    // A company whose number of employees changes keeps its position in the order: see ARCHITECTURE.md.
    companies: [{ ...FIXTURE.companies?.[0], name: 'Renamed' }, company('newcomer', 'New Co')],
    people: [
      person(before.slugs[0] ?? '', 1, { emails: [{ email: 'moved@newcomer.example' }] }),
      person('brand-new', 2, { experiences: [position('newcomer', 'Cook', rank('Staff'))] }),
    ],
  });
  const one = await withDelta(base, started);
  const again = { ...FIXTURE.companies?.[0], name: 'Renamed again' };
  await started.import({
    companies: [again, company('third', 'Third')],
    people: [person('brand-new', 3), person('new-2', 1)],
  });
  const layered = await withDelta(one, started);
  const node = new EditionCatalog(null);
  node.replace(layered);
  const keys = await keysOf(running.catalog);
  const parts = partsOf(started);
  expect(await readings(node, keys, parts)).toEqual(await readings(running.catalog, keys, parts));
  expect(await node.isCurrent(layered.generation)).toBe(true);
  for (const [kind, value] of [
    ['person', before.slugs[0]],
    ['person', 'brand-new'],
    ['person', before.slugs[3]],
    ['company', before.companies[1]],
    ['company', 'newcomer'],
  ] as const) {
    await started.suppress(kind, value ?? '');
    node.hide({ ...(await running.catalog.state()), ...(await running.catalog.hidden()) });
    expect(await node.isCurrent(layered.generation)).toBe(false);
    expect(await node.state()).toEqual(await running.catalog.state());
    expect(await readings(node, keys, parts), `${kind} ${value}`).toEqual(await readings(running.catalog, keys, parts));
  }
});

test('a call waits for a late poll of the hidden records, and fails if there is none', async () => {
  const { base } = await startFixture();
  let nowMs = 0;
  const node = new EditionCatalog(null, () => nowMs);
  node.replace(base);
  node.notePoll(0);
  expect(await node.isCurrent(base.generation)).toBe(true);
  nowMs = 900;
  const late = [node.isCurrent(base.generation), node.state()];
  node.notePoll(800);
  await Promise.all(late);
  nowMs = 2000;
  await expect(node.isCurrent(base.generation)).rejects.toThrow('out of reach');
  await expect(node.state()).rejects.toThrow('out of reach');
});
