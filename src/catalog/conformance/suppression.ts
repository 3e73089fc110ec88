// Conformance: suppressed people and companies are neither answered nor imported again.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SuppressionEntry } from '../writer-port.ts';
import { companyRecord, email, opening, personRecord, phone, position, unlistedPerson } from './records.ts';
import { AT, type CatalogUnderTest, makeScene, type Scene } from './scene.ts';

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

async function loaded(fresh: () => CatalogUnderTest): Promise<Scene> {
  const scene = makeScene(fresh);
  await scene.load({ companies: [ACME, companyRecord('other')] });
  await scene.load({ people: [JANE, personRecord('joe', { experiences: [position('acme')] })] });
  await scene.load({ jobs: [opening('acme', 'Cook'), opening('other', 'Cook')] });
  return scene;
}

const PART = { open_positions: 1, latest_posted_at: null, urlOf: null, locations: [] };

/** Every method that could return Jane or Acme. */
async function seen({ catalog, documents }: Scene, ids: { person: number; company: number; job: number }) {
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
    (await catalog.companiesByDomain('acme.example'))[0] ?? null,
    (await catalog.jobRowsByIds([ids.job]))[0],
    await catalog.partOfJobRow({ ...PART, id: ids.job }),
    documents().companies.find((each) => each.slug === 'acme') ?? null,
    documents().jobs.find((each) => each.companyId === ids.company) ?? null,
  ];
  return { person: person.map((each) => each !== null), company: company.map((each) => each !== null) };
}

async function idsOf(scene: Scene) {
  const company = (await scene.company('acme')).id;
  const job = scene.documents().jobs.find((each) => each.companyId === company)?.id ?? 0;
  return { person: (await scene.person('jane')).id, company, job };
}

/** The results of `seen` if all methods return a record, and if none does. */
const PERSON = { seen: Array<boolean>(6).fill(true), hidden: Array<boolean>(6).fill(false) };
const COMPANY = { seen: Array<boolean>(7).fill(true), hidden: Array<boolean>(7).fill(false) };

export function suppressionTests(fresh: () => CatalogUnderTest): void {
  describe('a suppressed person', () => {
    test.each(PERSON_ENTRIES)('by $kind is not answered until released', async (entry) => {
      const scene = await loaded(fresh);
      const ids = await idsOf(scene);
      expect(await seen(scene, ids)).toEqual({ person: PERSON.seen, company: COMPANY.seen });
      expect(await scene.writer.suppress(entry, AT)).toEqual({ hiddenPeople: 1, hiddenCompanies: 0 });
      expect(await seen(scene, ids)).toEqual({ person: PERSON.hidden, company: COMPANY.seen });
      expect(await scene.catalog.hidden()).toEqual({ people: [ids.person], companies: [] });
      expect([...scene.writer.personRecords()].map((each) => each.network_url.slug)).toEqual(['joe']);
      expect(await scene.writer.release(entry)).toBe(true);
      expect(await seen(scene, ids)).toEqual({ person: PERSON.seen, company: COMPANY.seen });
      expect(await scene.writer.release(entry)).toBe(false);
    });

    test.each(PERSON_ENTRIES)('by $kind is released by the entry of the list, which has a hash only', async (entry) => {
      const scene = await loaded(fresh);
      await scene.writer.suppress(entry, AT);
      const [listed] = await scene.writer.suppressions();
      expect(await scene.writer.releaseHash(entry.kind, listed?.hash ?? '')).toBe(true);
      expect(await scene.catalog.personBySlug('jane')).not.toBeNull();
      expect(await scene.writer.releaseHash(entry.kind, listed?.hash ?? '')).toBe(false);
    });

    test.each(PERSON_ENTRIES)('by $kind is not imported', async (entry) => {
      const scene = makeScene(fresh);
      await scene.writer.suppress(entry, AT);
      expect(await scene.load({ people: [JANE, personRecord('joe')] })).toEqual(['suppressed', 'created']);
      expect(await scene.catalog.personBySlug('jane')).toBeNull();
      await scene.writer.release(entry);
      expect(await scene.catalog.personBySlug('jane')).toBeNull();
      expect(await scene.load({ people: [JANE] })).toEqual(['created']);
    });

    test('is not changed by a record that lacks the suppressed value', async () => {
      const scene = await loaded(fresh);
      const entry = { kind: 'email', value: 'jane@acme.example' } as const;
      await scene.writer.suppress(entry, AT);
      expect(await scene.load({ people: [personRecord('jane', { full_name: 'New' })] })).toEqual(['suppressed']);
      await scene.writer.release(entry);
      expect(await scene.fullName('jane')).toBe('Name of jane');
    });

    test('named by several entries is shown again when the last is released', async () => {
      const scene = await loaded(fresh);
      for (const entry of PERSON_ENTRIES) await scene.writer.suppress(entry, AT);
      for (const entry of PERSON_ENTRIES) {
        expect(await scene.catalog.personBySlug('jane')).toBeNull();
        await scene.writer.release(entry);
      }
      expect(await scene.catalog.personBySlug('jane')).not.toBeNull();
    });

    test('hides the person that it is merged with by hand, until the rows are split again', async () => {
      const scene = await loaded(fresh);
      const before = scene.documents();
      const entry = { kind: 'person', value: 'joe' } as const;
      await scene.writer.suppress(entry, AT);
      await scene.keeper.mergeRecords('person', ['jane', 'joe'], AT);
      expect(scene.documents().people).toEqual([]);
      expect(await scene.catalog.personBySlug('jane')).toBeNull();
      const [, joes] = (await scene.keeper.personOrigins('jane'))?.rows ?? [];
      await scene.keeper.split('person', 'jane', { ids: [joes?.id ?? 0], at: AT });
      expect(scene.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
      expect(await scene.writer.release(entry)).toBe(true);
      expect(scene.documents()).toEqual(before);
    });

    test('by a former slug is not answered until that slug is released', async () => {
      const scene = await loaded(fresh);
      await scene.keeper.mergeRecords('person', ['jane', 'joe'], AT);
      const entry = { kind: 'person', value: 'joe' } as const;
      expect(await scene.writer.suppress(entry, AT)).toEqual({ hiddenPeople: 1, hiddenCompanies: 0 });
      expect(scene.documents().people).toEqual([]);
      expect(await scene.writer.suppressionsOf({ kind: 'person', value: 'jane' })).toHaveLength(1);
      expect(await scene.writer.release(entry)).toBe(true);
      expect(scene.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
    });

    test('is not answered by another record that has one of its rows since a split', async () => {
      const scene = await loaded(fresh);
      const row = { full_name: 'Jane Other', emails: [email('other@beta.example')] };
      await scene.load({ people: [personRecord('jane', row)] }, 'two');
      const more = unlistedPerson(personRecord('', { ...row, phones: [phone('+12025550177')] }));
      expect(await scene.load({ people: [more] }, 'three')).toEqual(['merged']);
      const [, ...others] = (await scene.keeper.personOrigins('jane'))?.rows ?? [];
      await scene.keeper.split('person', 'jane', { ids: others.map(({ id }) => id ?? 0), at: AT });
      await scene.writer.suppress({ kind: 'person', value: 'jane' }, AT);
      expect(scene.documents().people).toHaveLength(2);
      expect(await scene.catalog.personBySlug('jane')).toBeNull();
      await scene.keeper.forgetPeople({ slug: 'jane' }, AT);
      expect(scene.documents().people).toHaveLength(2);
      expect(await scene.catalog.personBySlug('jane')).toBeNull();
    });

    test('stays hidden without the value that the list names, until a value that it has is released', async () => {
      const scene = await loaded(fresh);
      const entry = { kind: 'email', value: 'jane@beta.example' } as const;
      await scene.load({ people: [personRecord('jane', { emails: [email(entry.value)] })] }, 'two');
      await scene.writer.suppress(entry, AT);
      await scene.keeper.undoRun(4, AT);
      const isSeen = async () => (await scene.catalog.personBySlug('jane')) !== null;
      expect(await scene.writer.release(entry)).toBe(true);
      expect(await isSeen()).toBe(false);
      expect(await scene.writer.release(entry)).toBe(false);
      expect(await scene.writer.release({ kind: 'person', value: 'jane' })).toBe(true);
      expect(await isSeen()).toBe(true);
      expect(await scene.writer.release({ kind: 'person', value: 'jane' })).toBe(false);
    });
  });
}

export function companySuppressionTests(fresh: () => CatalogUnderTest): void {
  describe('a suppressed company', () => {
    test.each(COMPANY_ENTRIES)(
      'by $kind is not answered until released; its people remain without it',
      async (entry) => {
        const scene = await loaded(fresh);
        const ids = await idsOf(scene);
        expect(await scene.writer.suppress(entry, AT)).toEqual({ hiddenPeople: 0, hiddenCompanies: 1 });
        expect(await seen(scene, ids)).toEqual({ person: PERSON.seen, company: COMPANY.hidden });
        expect(scene.employersOf('jane')).toEqual([null]);
        expect(await scene.catalog.hidden()).toEqual({ people: [], companies: [ids.company] });
        expect([...scene.writer.companyRecords()].map((each) => each.network_url?.slug)).toEqual(['other']);
        expect([...scene.writer.openingRecords()]).toHaveLength(1);
        expect(await scene.writer.release(entry)).toBe(true);
        expect(await seen(scene, ids)).toEqual({ person: PERSON.seen, company: COMPANY.seen });
        expect(scene.employersOf('jane')).toEqual(['acme']);
      },
    );

    test.each(COMPANY_ENTRIES)('by $kind is not imported, nor are its openings', async (entry) => {
      const scene = makeScene(fresh);
      await scene.writer.suppress(entry, AT);
      expect(await scene.load({ companies: [ACME, companyRecord('other')] })).toEqual(['suppressed', 'created']);
      expect(scene.documents().companies.map((each) => each.slug)).toEqual(['other']);
      const named = entry.kind === 'company' ? 'acme' : { company_domain: 'acme.test' };
      expect(await scene.load({ jobs: [opening(named, 'Cook')] })).toEqual(['suppressed']);
      await scene.writer.release(entry);
      await scene.load({ companies: [ACME] });
      expect(await scene.jobRows()).toEqual([]);
    });

    test('imports no openings under any of its names', async () => {
      const scene = await loaded(fresh);
      await scene.writer.suppress({ kind: 'company', value: 'acme' }, AT);
      expect(await scene.load({ jobs: [opening({ company_domain: 'acme.test' }, 'Cook')] })).toEqual(['suppressed']);
    });

    test('hides the company that it is merged with by hand, with its openings', async () => {
      const scene = await loaded(fresh);
      const entry = { kind: 'company', value: 'other' } as const;
      await scene.writer.suppress(entry, AT);
      await scene.keeper.mergeRecords('company', ['acme', 'other'], AT);
      expect(scene.documents()).toMatchObject({ companies: [], jobs: [] });
      expect(await scene.catalog.companiesByDomain('acme.test')).toEqual([]);
      expect(scene.employersOf('jane')).toEqual([null]);
      const [, others] = (await scene.keeper.companyOrigins('acme'))?.rows ?? [];
      await scene.keeper.split('company', 'acme', { ids: [others?.id ?? 0], at: AT });
      expect(scene.documents().companies.map(({ slug }) => slug)).toEqual(['acme']);
      expect(await scene.writer.release(entry)).toBe(true);
      expect(scene.documents()).toMatchObject({ companies: [{ slug: 'acme' }, { slug: 'other' }], jobs: [{}, {}] });
    });

    test('whose profile URL the list names is hidden when it is split off', async () => {
      const scene = await loaded(fresh);
      await scene.keeper.mergeRecords('company', ['acme', 'other'], AT);
      await scene.writer.suppress({ kind: 'company', value: 'other' }, AT);
      const [, others] = (await scene.keeper.companyOrigins('acme'))?.rows ?? [];
      expect(await scene.keeper.split('company', 'acme', { ids: [others?.id ?? 0], at: AT })).toMatchObject({
        split: 'other',
      });
      expect(scene.documents().companies.map(({ slug }) => slug)).toEqual(['acme']);
    });
  });

  describe('the suppression list', () => {
    const hashOf = (value: string) => createHash('sha256').update(value).digest('hex');

    test('stores hashes only, each once, with who added it and why', async () => {
      const scene = makeScene(fresh);
      const entry = { kind: 'email', value: 'jane@acme.example' } as const;
      await scene.writer.suppress({ ...entry, by: 'mem_1', reason: 'objection' }, AT);
      await scene.writer.suppress({ ...entry, by: 'mem_2', reason: 'other' }, 'later');
      const hash = hashOf('jane@acme.example');
      const listed = { kind: 'email', hash, addedAt: AT, addedBy: 'mem_1', reason: 'objection' };
      expect(await scene.writer.suppressions()).toEqual([listed]);
    });

    test('returns all entries that hide the records of a value, also entries for their other values', async () => {
      const scene = await loaded(fresh);
      const hidingJane = async (entry: SuppressionEntry) =>
        (await scene.writer.suppressionsOf(entry)).map(({ kind, hash }) => [kind, hash]);
      for (const entry of PERSON_ENTRIES) expect(await hidingJane(entry)).toEqual([]);
      await scene.writer.suppress({ kind: 'person', value: 'joe' }, AT);
      await scene.writer.suppress({ kind: 'phone', value: '+447700900123' }, AT);
      await scene.writer.suppress({ kind: 'domain', value: 'acme.test' }, AT);
      for (const entry of PERSON_ENTRIES) expect(await hidingJane(entry)).toEqual([['phone', hashOf('+447700900123')]]);
      for (const entry of [...COMPANY_ENTRIES, { kind: 'domain', value: 'acme.example' } as const])
        expect(await hidingJane(entry)).toEqual([['domain', hashOf('acme.test')]]);
      expect(await hidingJane({ kind: 'email', value: 'joe@acme.example' })).toEqual([]);
    });

    test('returns the entry of a value that no record has', async () => {
      const scene = makeScene(fresh);
      await scene.writer.suppress({ kind: 'email', value: 'gone@acme.example' }, AT);
      const [found] = await scene.writer.suppressionsOf({ kind: 'email', value: 'gone@acme.example' });
      expect(found).toMatchObject({ kind: 'email', hash: hashOf('gone@acme.example'), addedBy: null, reason: null });
      expect(await scene.writer.suppressionsOf({ kind: 'person', value: 'gone' })).toEqual([]);
    });

    test('applies to a writer that was open before', async () => {
      const scene = makeScene(fresh);
      await scene.load({ people: [personRecord('joe')] });
      await scene.openWriter().suppress({ kind: 'person', value: 'jane' }, AT);
      expect(await scene.load({ people: [JANE] })).toEqual(['suppressed']);
    });
  });
}
