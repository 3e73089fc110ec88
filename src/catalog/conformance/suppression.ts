// Conformance: suppressed people and companies are neither answered nor imported again.

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { UNSCHEDULED } from '../../ops/scheduling/turn.ts';
import type { SuppressionEntry } from '../writer-port.ts';
import { AT, type CatalogUnderTest, type Fixture, makeFixture } from './fixture.ts';
import { companyRecord, email, opening, personRecord, phone, position, unlistedPerson } from './records.ts';

const JANE = personRecord('jane', {
  emails: [email('jane@acme.example')],
  phones: [phone('+447700900123')],
  experiences: [position('acme')],
});
const ACME = companyRecord('acme', { domains: ['acme.example', 'acme.test'] });

const PERSON_ENTRIES: SuppressionEntry[] = [
  { kind: 'person', value: 'jane' },
  { kind: 'email', value: 'jane@acme.example' },
  { kind: 'phone', value: '+447700900123' },
];
const COMPANY_ENTRIES: SuppressionEntry[] = [
  { kind: 'company', value: 'acme' },
  { kind: 'domain', value: 'acme.test' },
];

async function loaded(fresh: () => CatalogUnderTest): Promise<Fixture> {
  const fixture = makeFixture(fresh);
  await fixture.load({ companies: [ACME, companyRecord('other')] });
  await fixture.load({ people: [JANE, personRecord('joe', { experiences: [position('acme')] })] });
  await fixture.load({ jobs: [opening('acme', 'Cook'), opening('other', 'Cook')] });
  return fixture;
}

const PART = { open_positions: 1, latest_posted_at: null, urlOf: null, locations: [] };

/** Every method that could return Jane or Acme. */
async function seen({ catalog, documents }: Fixture, ids: { person: number; company: number; job: number }) {
  const person = [
    (await catalog.peopleByIds([ids.person]))[0],
    await catalog.personBySlug('jane'),
    (await catalog.peopleByEmail('jane@acme.example', 1))[0] ?? null,
    (await catalog.peopleByPhones(['+447700900123'], 1))[0] ?? null,
    (await catalog.emailsOf('jane')) ?? (await catalog.phonesOf('jane')),
    documents().people.find((each) => each.slug === 'jane') ?? null,
  ];
  const company = [
    (await catalog.companiesByIds([ids.company]))[0],
    await catalog.companyBySlug('acme'),
    (await catalog.companiesByDomain('acme.example', 1))[0] ?? null,
    (await catalog.jobRowsByIds([ids.job]))[0],
    await catalog.partOfJobRow({ ...PART, id: ids.job }),
    documents().companies.find((each) => each.slug === 'acme') ?? null,
    documents().jobs.find((each) => each.companyId === ids.company) ?? null,
  ];
  return { person: person.map((each) => each !== null), company: company.map((each) => each !== null) };
}

async function idsOf(fixture: Fixture) {
  const company = (await fixture.company('acme')).id;
  const job = fixture.documents().jobs.find((each) => each.companyId === company)?.id ?? 0;
  return { person: (await fixture.person('jane')).id, company, job };
}

/** The results of `seen` if all methods return a record, and if none does. */
const PERSON = { seen: Array<boolean>(6).fill(true), hidden: Array<boolean>(6).fill(false) };
const COMPANY = { seen: Array<boolean>(7).fill(true), hidden: Array<boolean>(7).fill(false) };

export function suppressionTests(fresh: () => CatalogUnderTest): void {
  describe('a suppressed person', () => {
    test.each(PERSON_ENTRIES)('by $kind is not answered until released', async (entry) => {
      const fixture = await loaded(fresh);
      const ids = await idsOf(fixture);
      expect(await seen(fixture, ids)).toEqual({ person: PERSON.seen, company: COMPANY.seen });
      expect(await fixture.writer.suppress(entry, AT)).toEqual({ hiddenPeople: 1, hiddenCompanies: 0 });
      expect(await seen(fixture, ids)).toEqual({ person: PERSON.hidden, company: COMPANY.seen });
      expect(await fixture.catalog.hidden()).toEqual({ people: [ids.person], companies: [] });
      expect([...fixture.writer.personRecords()].map((each) => each.network_url.slug)).toEqual(['joe']);
      expect(await fixture.writer.release(entry)).toBe(true);
      expect(await seen(fixture, ids)).toEqual({ person: PERSON.seen, company: COMPANY.seen });
      expect(await fixture.writer.release(entry)).toBe(false);
    });

    test.each(PERSON_ENTRIES)('by $kind is released by the entry of the list, which has a hash only', async (entry) => {
      const fixture = await loaded(fresh);
      await fixture.writer.suppress(entry, AT);
      const [listed] = await fixture.writer.suppressions();
      expect(await fixture.writer.releaseHash(entry.kind, listed?.hash ?? '')).toBe(true);
      expect(await fixture.catalog.personBySlug('jane')).not.toBeNull();
      expect(await fixture.writer.releaseHash(entry.kind, listed?.hash ?? '')).toBe(false);
    });

    test.each(PERSON_ENTRIES)('by $kind is not imported', async (entry) => {
      const fixture = makeFixture(fresh);
      await fixture.writer.suppress(entry, AT);
      expect(await fixture.load({ people: [JANE, personRecord('joe')] })).toEqual(['suppressed', 'created']);
      expect(await fixture.catalog.personBySlug('jane')).toBeNull();
      await fixture.writer.release(entry);
      expect(await fixture.catalog.personBySlug('jane')).toBeNull();
      expect(await fixture.load({ people: [JANE] })).toEqual(['created']);
    });

    test('is not changed by a record that lacks the suppressed value', async () => {
      const fixture = await loaded(fresh);
      const entry = { kind: 'email', value: 'jane@acme.example' } as const;
      await fixture.writer.suppress(entry, AT);
      expect(await fixture.load({ people: [personRecord('jane', { full_name: 'New' })] })).toEqual(['suppressed']);
      await fixture.writer.release(entry);
      expect(await fixture.fullName('jane')).toBe('Name of jane');
    });

    test('named by several entries is shown again when the last is released', async () => {
      const fixture = await loaded(fresh);
      for (const entry of PERSON_ENTRIES) await fixture.writer.suppress(entry, AT);
      for (const entry of PERSON_ENTRIES) {
        expect(await fixture.catalog.personBySlug('jane')).toBeNull();
        await fixture.writer.release(entry);
      }
      expect(await fixture.catalog.personBySlug('jane')).not.toBeNull();
    });

    test('hides the person that it is merged with by hand, until the rows are split again', async () => {
      const fixture = await loaded(fresh);
      const before = fixture.documents();
      const entry = { kind: 'person', value: 'joe' } as const;
      await fixture.writer.suppress(entry, AT);
      await fixture.admin.mergeRecords('person', ['jane', 'joe'], AT);
      expect(fixture.documents().people).toEqual([]);
      expect(await fixture.catalog.personBySlug('jane')).toBeNull();
      const [, joes] = (await fixture.admin.personOrigins('jane'))?.rows ?? [];
      await fixture.admin.split('person', 'jane', { ids: [joes?.id ?? 0], at: AT });
      expect(fixture.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
      expect(await fixture.writer.release(entry)).toBe(true);
      expect(fixture.documents()).toEqual(before);
    });

    test('by a former slug is not answered until that slug is released', async () => {
      const fixture = await loaded(fresh);
      await fixture.admin.mergeRecords('person', ['jane', 'joe'], AT);
      const entry = { kind: 'person', value: 'joe' } as const;
      expect(await fixture.writer.suppress(entry, AT)).toEqual({ hiddenPeople: 1, hiddenCompanies: 0 });
      expect(fixture.documents().people).toEqual([]);
      expect(await fixture.writer.suppressionsOf({ kind: 'person', value: 'jane' })).toHaveLength(1);
      expect(await fixture.writer.release(entry)).toBe(true);
      expect(fixture.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
    });

    test('is not answered by another record that has one of its rows since a split', async () => {
      const fixture = await loaded(fresh);
      const row = { full_name: 'Jane Other', emails: [email('other@beta.example')] };
      await fixture.load({ people: [personRecord('jane', row)] }, 'two');
      const more = unlistedPerson(personRecord('', { ...row, phones: [phone('+12025550177')] }));
      expect(await fixture.load({ people: [more] }, 'three')).toEqual(['merged']);
      const [, ...others] = (await fixture.admin.personOrigins('jane'))?.rows ?? [];
      await fixture.admin.split('person', 'jane', { ids: others.map(({ id }) => id ?? 0), at: AT });
      await fixture.writer.suppress({ kind: 'person', value: 'jane' }, AT);
      expect(fixture.documents().people).toHaveLength(2);
      expect(await fixture.catalog.personBySlug('jane')).toBeNull();
      await fixture.admin.forgetPeople({ slug: 'jane' }, AT);
      expect(fixture.documents().people).toHaveLength(2);
      expect(await fixture.catalog.personBySlug('jane')).toBeNull();
    });

    test('stays hidden without the value that the list names, until a value that it has is released', async () => {
      const fixture = await loaded(fresh);
      const entry = { kind: 'email', value: 'jane@beta.example' } as const;
      await fixture.load({ people: [personRecord('jane', { emails: [email(entry.value)] })] }, 'two');
      await fixture.writer.suppress(entry, AT);
      await fixture.admin.undoRun(4, AT);
      const isSeen = async () => (await fixture.catalog.personBySlug('jane')) !== null;
      expect(await fixture.writer.release(entry)).toBe(true);
      expect(await isSeen()).toBe(false);
      expect(await fixture.writer.release(entry)).toBe(false);
      expect(await fixture.writer.release({ kind: 'person', value: 'jane' })).toBe(true);
      expect(await isSeen()).toBe(true);
      expect(await fixture.writer.release({ kind: 'person', value: 'jane' })).toBe(false);
    });
  });
}

export function companySuppressionTests(fresh: () => CatalogUnderTest): void {
  describe('a suppressed company', () => {
    test.each(COMPANY_ENTRIES)(
      'by $kind is not answered until released; its people remain without it',
      async (entry) => {
        const fixture = await loaded(fresh);
        const ids = await idsOf(fixture);
        expect(await fixture.writer.suppress(entry, AT)).toEqual({ hiddenPeople: 0, hiddenCompanies: 1 });
        expect(await seen(fixture, ids)).toEqual({ person: PERSON.seen, company: COMPANY.hidden });
        expect(fixture.employersOf('jane')).toEqual([null]);
        expect(await fixture.catalog.hidden()).toEqual({ people: [], companies: [ids.company] });
        expect([...fixture.writer.companyRecords()].map((each) => each.network_url?.slug)).toEqual(['other']);
        expect([...fixture.writer.openingRecords()]).toHaveLength(1);
        expect(await fixture.writer.release(entry)).toBe(true);
        expect(await seen(fixture, ids)).toEqual({ person: PERSON.seen, company: COMPANY.seen });
        expect(fixture.employersOf('jane')).toEqual(['acme']);
      },
    );

    test.each(COMPANY_ENTRIES)('by $kind is not imported, nor are its openings', async (entry) => {
      const fixture = makeFixture(fresh);
      await fixture.writer.suppress(entry, AT);
      expect(await fixture.load({ companies: [ACME, companyRecord('other')] })).toEqual(['suppressed', 'created']);
      expect(fixture.documents().companies.map((each) => each.slug)).toEqual(['other']);
      const named = entry.kind === 'company' ? 'acme' : { company_domain: 'acme.test' };
      expect(await fixture.load({ jobs: [opening(named, 'Cook')] })).toEqual(['suppressed']);
      await fixture.writer.release(entry);
      await fixture.load({ companies: [ACME] });
      expect(await fixture.jobRows()).toEqual([]);
    });

    test('imports no openings under any of its names', async () => {
      const fixture = await loaded(fresh);
      await fixture.writer.suppress({ kind: 'company', value: 'acme' }, AT);
      expect(await fixture.load({ jobs: [opening({ company_domain: 'acme.test' }, 'Cook')] })).toEqual(['suppressed']);
    });

    test('hides the company that it is merged with by hand, with its openings', async () => {
      const fixture = await loaded(fresh);
      const entry = { kind: 'company', value: 'other' } as const;
      await fixture.writer.suppress(entry, AT);
      await fixture.admin.mergeRecords('company', ['acme', 'other'], AT);
      expect(fixture.documents()).toMatchObject({ companies: [], jobs: [] });
      expect(await fixture.catalog.companiesByDomain('acme.test', 1)).toEqual([]);
      expect(await fixture.catalog.companyIdsByDomain('acme.test', UNSCHEDULED)).toEqual([]);
      expect(fixture.employersOf('jane')).toEqual([null]);
      const [, others] = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      await fixture.admin.split('company', 'acme', { ids: [others?.id ?? 0], at: AT });
      expect(fixture.documents().companies.map(({ slug }) => slug)).toEqual(['acme']);
      expect(await fixture.writer.release(entry)).toBe(true);
      expect(fixture.documents()).toMatchObject({ companies: [{ slug: 'acme' }, { slug: 'other' }], jobs: [{}, {}] });
    });

    test('whose profile URL the list names is hidden when it is split off', async () => {
      const fixture = await loaded(fresh);
      await fixture.admin.mergeRecords('company', ['acme', 'other'], AT);
      await fixture.writer.suppress({ kind: 'company', value: 'other' }, AT);
      const [, others] = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      expect(await fixture.admin.split('company', 'acme', { ids: [others?.id ?? 0], at: AT })).toMatchObject({
        split: 'other',
      });
      expect(fixture.documents().companies.map(({ slug }) => slug)).toEqual(['acme']);
    });
  });

  describe('the suppression list', () => {
    const hashOf = (value: string) => createHash('sha256').update(value).digest('hex');

    test('stores hashes only, each once, with who added it and why', async () => {
      const fixture = makeFixture(fresh);
      const entry = { kind: 'email', value: 'jane@acme.example' } as const;
      await fixture.writer.suppress({ ...entry, by: 'mem_1', reason: 'objection' }, AT);
      await fixture.writer.suppress({ ...entry, by: 'mem_2', reason: 'other' }, 'later');
      const hash = hashOf('jane@acme.example');
      const listed = { kind: 'email', hash, addedAt: AT, addedBy: 'mem_1', reason: 'objection' };
      expect(await fixture.writer.suppressions()).toEqual([listed]);
    });

    test('returns all entries that hide the records of a value, also entries for their other values', async () => {
      const fixture = await loaded(fresh);
      const hidingJane = async (entry: SuppressionEntry) =>
        (await fixture.writer.suppressionsOf(entry)).map(({ kind, hash }) => [kind, hash]);
      for (const entry of PERSON_ENTRIES) expect(await hidingJane(entry)).toEqual([]);
      await fixture.writer.suppress({ kind: 'person', value: 'joe' }, AT);
      await fixture.writer.suppress({ kind: 'phone', value: '+447700900123' }, AT);
      await fixture.writer.suppress({ kind: 'domain', value: 'acme.test' }, AT);
      for (const entry of PERSON_ENTRIES) expect(await hidingJane(entry)).toEqual([['phone', hashOf('+447700900123')]]);
      for (const entry of [...COMPANY_ENTRIES, { kind: 'domain', value: 'acme.example' } as const])
        expect(await hidingJane(entry)).toEqual([['domain', hashOf('acme.test')]]);
      expect(await hidingJane({ kind: 'email', value: 'joe@acme.example' })).toEqual([]);
    });

    test('returns the entry of a value that no record has', async () => {
      const fixture = makeFixture(fresh);
      await fixture.writer.suppress({ kind: 'email', value: 'gone@acme.example' }, AT);
      const [found] = await fixture.writer.suppressionsOf({ kind: 'email', value: 'gone@acme.example' });
      expect(found).toMatchObject({ kind: 'email', hash: hashOf('gone@acme.example'), addedBy: null, reason: null });
      expect(await fixture.writer.suppressionsOf({ kind: 'person', value: 'gone' })).toEqual([]);
    });

    test('applies to a writer that was open before', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('joe')] });
      await fixture.openWriter().suppress({ kind: 'person', value: 'jane' }, AT);
      expect(await fixture.load({ people: [JANE] })).toEqual(['suppressed']);
    });
  });
}
