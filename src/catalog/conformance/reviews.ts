// Conformance: reviews of pairs that the evidence does not decide, their verdicts, and merges by hand.
import { describe, expect, test } from 'vitest';
import { preparePerson } from '../prepare-person.ts';
import { AT, batchOf, type CatalogUnderTest, type Fixture, makeFixture } from './fixture.ts';
import { companyRecord, email, opening, personRecord, phone, position, unlistedPerson } from './records.ts';

const karl = (title: string, address = 'karl@comet.example') =>
  unlistedPerson(
    personRecord('', {
      full_name: 'Karl Winter',
      experiences: [position({ company_name: 'Comet' }, { job_title: title })],
      emails: [email(address)],
    }),
  );
const COOK = karl('Cook');
/** A person with another address and another title, who may be a namesake at the same employer. */
const CLERK = karl('Clerk', 'karl.winter@mailbox.example');
const SAME_TITLE = {
  ...CLERK,
  experiences: [position({ company_name: 'Comet' }, { job_title: 'Cook' })],
  headline: 'New',
};

async function twoKarls(fresh: () => CatalogUnderTest) {
  const fixture = makeFixture(fresh);
  await fixture.load({ people: [COOK] }, 'one');
  await fixture.load({ people: [CLERK] }, 'two');
  const { reviews } = await fixture.admin.reviews({ limit: 10 });
  return { fixture, review: reviews[0] };
}

const open = async ({ admin }: Fixture) => (await admin.reviews({ limit: 10 })).reviews.map(({ names }) => names);
const people = (fixture: Fixture) => fixture.documents().people.length;
const runsOf = async ({ writer }: Fixture) => (await writer.runs()).map(({ id }) => id);

export function reviewTests(fresh: () => CatalogUnderTest): void {
  describe('a pair on which the evidence does not decide', () => {
    test('is two records and one review, with its score and its reasons', async () => {
      const { fixture, review } = await twoKarls(fresh);
      expect(people(fixture)).toBe(2);
      expect(review).toMatchObject({ kind: 'person', names: ['Karl Winter', 'Karl Winter'], run: 2 });
      expect(review?.slugs).toEqual([COOK.network_url.slug, CLERK.network_url.slug]);
      expect(review?.score).toBeGreaterThan(0);
      expect(review?.score).toBeLessThan(0.5);
      expect(review?.reasons).toContainEqual({ reason: 'same employer', weight: 5 });
      expect(review?.reasons).toContainEqual({ reason: 'different titles', weight: -3 });
    });

    test('of companies is also two records and one review', async () => {
      const fixture = makeFixture(fresh);
      const hq = { city: null, state: null, country_code: 'GB' };
      const inLeeds = companyRecord(null, { name: 'Hotel Central', hq: { ...hq, city: 'Leeds' } });
      await fixture.load({ companies: [inLeeds, companyRecord(null, { name: 'Hotel Central', hq })] });
      expect(await open(fixture)).toEqual([['Hotel Central', 'Hotel Central']]);
    });

    test.each([
      ['last', ['Kiel', 'Mainz', null]],
      ['first', [null, 'Mainz', 'Kiel']],
    ] as const)('includes a row that fits two contradictory records, if it comes %s', async (_, cities) => {
      const fixture = makeFixture(fresh);
      for (const [index, city] of cities.entries()) {
        const hq = { city, state: null, country_code: 'DE' };
        await fixture.load({ companies: [companyRecord(null, { name: 'Zandora Foods', hq })] }, `source ${index}`);
      }
      expect((await open(fixture)).length).toBeGreaterThan(0);
      expect(fixture.documents().companies.length).toBeGreaterThan(1);
    });

    test('has one review, however often its rows are imported', async () => {
      const { fixture } = await twoKarls(fresh);
      await fixture.load({ people: [COOK] }, 'one');
      await fixture.load({ people: [CLERK] }, 'two');
      await fixture.load({ people: [{ ...CLERK, headline: 'New' }] }, 'two');
      expect(await fixture.admin.reviews({ limit: 10 })).toMatchObject({ total: 1 });
    });

    test('is read as it was before a change that is still running, without a wait for its end', async () => {
      const { fixture, review } = await twoKarls(fresh);
      const { admin, writer } = fixture;
      const { slug } = COOK.network_url;
      const read = () =>
        Promise.all([admin.reviews({ limit: 10 }), admin.verdicts(), admin.personOrigins(slug), admin.closedBy(1)]);
      const before = await read();
      const rows = { kind: 'people', source: 'three', files: ['file'], fingerprint: 'three', at: AT } as const;
      const run = await writer.openRun(rows);
      const both = karl('Cook');
      const joining = preparePerson({ ...both, emails: [...both.emails, ...CLERK.emails] });
      let during: ReturnType<typeof read> | undefined;
      const progress = () => {
        // Within the transaction of the writer.
        during = read();
      };
      await writer.writePeople(run, batchOf([joining], progress));
      expect(await during).toEqual(before);
      expect(before[0]).toEqual({ total: 1, reviews: [review] });
      expect(await open(fixture)).toEqual([]);
    });

    test('has no review after another row shows both to be one, or one of them is undone', async () => {
      const { fixture } = await twoKarls(fresh);
      const both = karl('Cook');
      await fixture.load({ people: [{ ...both, emails: [...both.emails, ...CLERK.emails] }] }, 'three');
      expect([people(fixture), await open(fixture)]).toEqual([1, []]);
      const other = await twoKarls(fresh);
      await other.fixture.admin.undoRun(2, AT);
      expect(await open(other.fixture)).toEqual([]);
    });

    test('has a review again after the undo of the import that showed both to be one', async () => {
      const { fixture, review } = await twoKarls(fresh);
      const both = karl('Cook');
      await fixture.load({ people: [{ ...both, emails: [...both.emails, ...CLERK.emails] }] }, 'three');
      await fixture.admin.undoRun(3, AT);
      expect(people(fixture)).toBe(2);
      expect(await fixture.admin.reviews({ limit: 10 })).toEqual({ total: 1, reviews: [review] });
    });

    test('has its former review after the undo of the import that changed it', async () => {
      const fixture = makeFixture(fresh);
      const hq = { city: null, state: null, country_code: 'GB' };
      const inLeeds = companyRecord(null, { name: 'Hotel Central', hq: { ...hq, city: 'Leeds' } });
      await fixture.load({ companies: [inLeeds, companyRecord(null, { name: 'Hotel Central', hq })] });
      const before = await fixture.admin.reviews({ limit: 10 });
      await fixture.load({ companies: [{ ...inLeeds, followers: 7 }] }, 'two');
      expect((await fixture.admin.reviews({ limit: 10 })).reviews).toMatchObject([{ run: 2 }]);
      await fixture.admin.undoRun(2, AT);
      expect(await fixture.admin.reviews({ limit: 10 })).toEqual(before);
    });

    test('is not shown while a record is suppressed', async () => {
      const { fixture } = await twoKarls(fresh);
      const entry = { kind: 'email', value: 'karl@comet.example' } as const;
      await fixture.writer.suppress(entry, AT);
      expect(await fixture.admin.reviews({ limit: 10 })).toEqual({ total: 0, reviews: [] });
      await fixture.writer.release(entry);
      expect(await open(fixture)).toHaveLength(1);
    });
  });

  describe('an accepted review', () => {
    test('merges both records, for searches too', async () => {
      const { fixture, review } = await twoKarls(fresh);
      const { generation } = await fixture.catalog.state();
      const { merged } = await fixture.admin.decideReview(review?.id ?? 0, true, AT);
      expect(merged).toEqual({ stays: COOK.network_url.slug, merged: CLERK.network_url.slug });
      expect([people(fixture), await open(fixture)]).toEqual([1, []]);
      const documents = fixture.catalog.documents();
      expect(documents.changes(generation)).toMatchObject({ people: [1, 2] });
      documents.close();
      expect((await fixture.catalog.peopleByEmail('karl.winter@mailbox.example', 1))[0]?.slug).toBe(
        COOK.network_url.slug,
      );
    });

    test('holds for later imports, and after both were undone', async () => {
      const { fixture, review } = await twoKarls(fresh);
      await fixture.admin.decideReview(review?.id ?? 0, true, AT);
      expect(await fixture.load({ people: [CLERK] }, 'two')).toEqual(['unchanged']);
      expect(await fixture.load({ people: [{ ...CLERK, headline: 'New' }] }, 'two')).toEqual(['merged']);
      for (const run of (await runsOf(fixture)).toReversed()) await fixture.admin.undoRun(run, AT);
      expect(people(fixture)).toBe(0);
      await fixture.load({ people: [CLERK] }, 'three');
      await fixture.load({ people: [COOK] }, 'four');
      expect([people(fixture), await open(fixture)]).toEqual([1, []]);
    });

    test('leaves one record when the import of the other is undone', async () => {
      const { fixture, review } = await twoKarls(fresh);
      await fixture.admin.decideReview(review?.id ?? 0, true, AT);
      await fixture.admin.undoRun(2, AT);
      const { emails } = (await fixture.admin.personOrigins(COOK.network_url.slug))?.record ?? {};
      expect([people(fixture), emails]).toEqual([1, COOK.emails]);
    });
  });

  describe('a rejected review', () => {
    test('keeps both apart regardless of later rows, and is never reviewed again', async () => {
      const { fixture, review } = await twoKarls(fresh);
      expect((await fixture.admin.decideReview(review?.id ?? 0, false, AT)).merged).toBeNull();
      await fixture.load({ people: [SAME_TITLE] }, 'two');
      expect([people(fixture), await open(fixture)]).toEqual([2, []]);
      const both = personRecord('karl', { full_name: 'Karl Winter', emails: [...COOK.emails, ...CLERK.emails] });
      await fixture.load({ people: [both] }, 'three');
      expect(people(fixture)).toBe(2);
    });

    test('holds after both were undone and imported again', async () => {
      const { fixture, review } = await twoKarls(fresh);
      await fixture.admin.decideReview(review?.id ?? 0, false, AT);
      for (const run of (await runsOf(fixture)).toReversed()) await fixture.admin.undoRun(run, AT);
      await fixture.load({ people: [SAME_TITLE, COOK] }, 'three');
      expect([people(fixture), await open(fixture)]).toEqual([2, []]);
    });

    test('is decided once', async () => {
      const { fixture, review } = await twoKarls(fresh);
      await fixture.admin.decideReview(review?.id ?? 0, false, AT);
      const again = fixture.admin.decideReview(review?.id ?? 0, true, AT);
      await expect(again).rejects.toThrow('there is no open review 1');
    });
  });

  describe('a merge by hand', () => {
    const acme = companyRecord('acme', { name: 'Acme' });
    const zeta = companyRecord('zeta', { name: 'Zeta', domains: ['zeta.example'] });

    test('unites records of two profiles, on later imports too, and a split undoes it', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [acme] }, 'one');
      await fixture.load({ companies: [zeta] }, 'two');
      const merged = await fixture.admin.mergeRecords('company', ['zeta', 'acme'], AT);
      expect(merged).toEqual({ stays: 'acme', merged: 'zeta' });
      expect(await fixture.load({ companies: [zeta] }, 'two')).toEqual(['unchanged']);
      expect(await fixture.load({ companies: [{ ...zeta, followers: 7 }] }, 'two')).toEqual(['merged']);
      expect(fixture.documents().companies).toHaveLength(1);
      const rows = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      const ids = rows.filter(({ source }) => source === 'two').flatMap(({ id }) => id ?? []);
      expect(await fixture.admin.split('company', 'acme', { ids, at: AT })).toEqual({ stays: 'acme', split: 'zeta' });
      await fixture.load({ companies: [{ ...zeta, followers: 8 }] }, 'two');
      expect(fixture.documents().companies).toHaveLength(2);
    });

    test('of companies keeps the people and openings of both, also those imported later', async () => {
      const fixture = makeFixture(fresh);
      const at = (slug: string, employer: string) => personRecord(slug, { experiences: [position(employer)] });
      await fixture.load({ companies: [acme] }, 'one');
      await fixture.load({ companies: [zeta] }, 'two');
      await fixture.load({ people: [at('ann', 'acme'), at('zoe', 'zeta')] });
      await fixture.load({ jobs: [opening('zeta', 'Welder')] });
      await fixture.admin.mergeRecords('company', ['acme', 'zeta'], AT);
      expect([fixture.employersOf('ann'), fixture.employersOf('zoe')]).toEqual([['acme'], ['acme']]);
      expect(await fixture.jobRows()).toMatchObject([
        { title: 'Welder', company: { network_url: 'https://network.example/company/acme' } },
      ]);
      await fixture.load({ people: [at('zed', 'zeta')] });
      expect(fixture.employersOf('zed')).toEqual(['acme']);
      const rows = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      const ids = rows.filter(({ source }) => source === 'two').flatMap(({ id }) => id ?? []);
      await fixture.admin.split('company', 'acme', { ids, at: AT });
      expect([fixture.employersOf('ann'), fixture.employersOf('zoe')]).toEqual([['acme'], ['zeta']]);
      expect(fixture.employersOf('zed')).toEqual(['zeta']);
    });

    test('answers the former profile of a merged record with the merged one, until a split', async () => {
      const fixture = makeFixture(fresh);
      const [ivy, ives] = [
        personRecord('ivy', { full_name: 'Ivy Hall', emails: [email('ivy@acme.example')] }),
        personRecord('ives', { full_name: 'Ives Rook', phones: [phone('+447700900001')] }),
      ];
      await fixture.load({ companies: [acme] }, 'one');
      await fixture.load({ people: [ivy] }, 'one');
      await fixture.load({ companies: [zeta] }, 'two');
      await fixture.load({ people: [ives] }, 'two');
      const { catalog, admin } = fixture;
      await admin.mergeRecords('company', ['acme', 'zeta'], AT);
      await admin.mergeRecords('person', ['ivy', 'ives'], AT);
      expect(await catalog.companyBySlug('zeta')).toEqual(await catalog.companyBySlug('acme'));
      expect(await catalog.personBySlug('ives')).toEqual(await catalog.personBySlug('ivy'));
      expect(await catalog.emailsOf('ives')).toMatchObject([{ email: 'ivy@acme.example' }]);
      expect(await catalog.phonesOf('ives')).toMatchObject([{ phone: '+447700900001' }]);
      expect([await catalog.externalIdsOfPerson('ives'), await catalog.externalIdsOfCompany('zeta')]).toEqual([[], []]);
      const rows = (await admin.personOrigins('ivy'))?.rows ?? [];
      const ids = rows.filter(({ source }) => source === 'two').flatMap(({ id }) => id ?? []);
      await admin.split('person', 'ivy', { ids, at: AT });
      expect((await catalog.personBySlug('ives'))?.slug).toBe('ives');
      await admin.forgetPeople({ slug: 'ives' }, AT);
      expect(await catalog.personBySlug('ives')).toBeNull();
      expect((await catalog.personBySlug('ivy'))?.slug).toBe('ivy');
    });

    test('of three companies follows their rows when two are split off, and when an import is undone', async () => {
      const fixture = makeFixture(fresh);
      const beta = companyRecord('beta');
      await fixture.load({ companies: [acme] }, 'one');
      await fixture.load({ companies: [zeta, beta] }, 'two');
      const staff = ['acme', 'zeta', 'beta'].map((slug) =>
        personRecord(`at-${slug}`, { experiences: [position(slug)] }),
      );
      await fixture.load({ people: staff });
      const employers = () => staff.map(({ network_url: { slug } }) => fixture.employersOf(slug)[0]);
      await fixture.admin.mergeRecords('company', ['acme', 'zeta'], AT);
      await fixture.admin.mergeRecords('company', ['acme', 'beta'], AT);
      expect(employers()).toEqual(['acme', 'acme', 'acme']);
      const rows = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      const ids = rows.filter(({ source }) => source === 'two').flatMap(({ id }) => id ?? []);
      const { split } = await fixture.admin.split('company', 'acme', { ids, at: AT });
      expect(employers()).toEqual(['acme', split, split]);
      await fixture.admin.undoRun((await runsOf(fixture))[1] ?? 0, AT);
      expect(employers()).toEqual(['acme', null, null]);
    });

    test('replaces a rejection', async () => {
      const { fixture, review } = await twoKarls(fresh);
      await fixture.admin.decideReview(review?.id ?? 0, false, AT);
      await fixture.admin.mergeRecords('person', [COOK.network_url.slug, CLERK.network_url.slug], AT);
      await fixture.load({ people: [{ ...CLERK, headline: 'New' }] }, 'two');
      expect(people(fixture)).toBe(1);
    });

    test('needs two known records', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [acme] });
      const merge = (one: string, other: string) => fixture.admin.mergeRecords('company', [one, other], AT);
      await expect(merge('acme', 'nowhere')).rejects.toThrow('there is no company nowhere');
      await expect(merge('acme', 'acme')).rejects.toThrow('are one company already');
    });
  });

  describe('verdicts', () => {
    test('apply in another catalog, before and after its import', async () => {
      const { fixture, review } = await twoKarls(fresh);
      await fixture.admin.decideReview(review?.id ?? 0, true, AT);
      const verdicts = await fixture.admin.verdicts();
      const before = makeFixture(fresh);
      expect(await before.admin.addVerdicts(verdicts)).toEqual({ added: verdicts.length, merged: 0 });
      await before.load({ people: [COOK, CLERK] }, 'any');
      const after = await twoKarls(fresh);
      expect(await after.fixture.admin.addVerdicts(verdicts)).toEqual({ added: verdicts.length, merged: 1 });
      expect(await after.fixture.admin.addVerdicts(verdicts)).toEqual({ added: 0, merged: 0 });
      expect([people(before), people(after.fixture)]).toEqual([1, 1]);
    });

    test('of forgotten people, and their reviews, are removed', async () => {
      const { fixture, review } = await twoKarls(fresh);
      const { slug } = CLERK.network_url;
      await fixture.load({ people: [karl('Baker', 'winter@letters.example')] }, 'three');
      await fixture.admin.decideReview(review?.id ?? 0, false, AT);
      await fixture.admin.forgetPeople({ slug }, AT);
      expect(await fixture.admin.verdicts()).toEqual([]);
      expect((await fixture.admin.reviews({ limit: 10 })).reviews.flatMap(({ slugs }) => slugs)).not.toContain(slug);
      expect(await fixture.admin.traces([slug])).toEqual([]);
    });
  });
}
