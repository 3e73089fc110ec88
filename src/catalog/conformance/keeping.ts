// Conformance: provenance of records, splits, and the first import in exclusive mode.
import { describe, expect, test } from 'vitest';
import { preparePerson } from '../prepare-person.ts';
import { AT, batchOf, type CatalogUnderTest, type Fixture, makeFixture } from './fixture.ts';
import { companyRecord, email, personRecord, phone, unlistedPerson } from './records.ts';

const lastRun = async (fixture: Fixture) => (await fixture.writer.runs()).at(-1)?.id ?? 0;

export function originTests(fresh: () => CatalogUnderTest): void {
  describe('the rows of a record', () => {
    test('are reported with source, file and line, also if there is only one', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('other'), personRecord('jane')] }, 'crm');
      const origins = await fixture.admin.personOrigins('jane');
      expect(origins?.rows).toMatchObject([{ id: null, source: 'crm', file: 'file', line: 3, supersededBy: null }]);
      expect(await fixture.admin.personOrigins('unknown')).toBeNull();
    });

    test('are all stored as imported', async () => {
      const fixture = makeFixture(fresh);
      const rows = [
        personRecord('jane', { full_name: 'Jane', phones: [phone('+447700900123')] }),
        personRecord('jane', { headline: 'Engineer', emails: [email('jane@acme.example')] }),
      ];
      await fixture.load({ people: rows.slice(0, 1) }, 'one');
      await fixture.load({ people: rows.slice(1) }, 'two');
      const origins = await fixture.admin.personOrigins('jane');
      expect(origins?.rows.map(({ source, record }) => ({ source, record }))).toEqual([
        { source: 'one', record: rows[0] },
        { source: 'two', record: rows[1] },
      ]);
      expect(origins?.record).toMatchObject({ headline: 'Engineer', phones: rows[0]?.phones, emails: rows[1]?.emails });
    });

    test('of a source replace its earlier ones, of which the last three are kept', async () => {
      const fixture = makeFixture(fresh);
      for (let name = 1; name <= 8; name += 1) {
        await fixture.load({ companies: [companyRecord('acme', { name: `Acme ${name}` })] }, 'crm');
      }
      const rows = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      expect(rows.map(({ record, supersededBy }) => [record.name, supersededBy !== null])).toEqual([
        ['Acme 5', true],
        ['Acme 6', true],
        ['Acme 7', true],
        ['Acme 8', false],
      ]);
    });

    test('return to their first state when the last three imports are undone, the newest first', async () => {
      const fixture = makeFixture(fresh);
      for (const name of ['Acme', 'Acme 2', 'Acme', 'Acme 2'])
        await fixture.load({ companies: [companyRecord('acme', { name })] }, 'crm');
      const runs = (await fixture.writer.runs()).toReversed();
      for (const { id } of runs.slice(0, 3)) await fixture.admin.undoRun(id, 'later');
      const origins = await fixture.admin.companyOrigins('acme');
      expect(origins?.rows.map(({ record, runId }) => [record.name, runId])).toEqual([['Acme', runs[3]?.id]]);
    });

    test('are bounded if a file names one record throughout, and its repetition changes nothing', async () => {
      const fixture = makeFixture(fresh);
      const companies = Array.from({ length: 130 }, (_, index) => companyRecord('acme', { followers: index }));
      await fixture.load({ companies });
      expect((await fixture.admin.companyOrigins('acme'))?.rows).toHaveLength(100);
      expect(new Set(await fixture.load({ companies }))).toEqual(new Set(['unchanged']));
    });
  });

  describe('the priority of a source', () => {
    test('applies to existing records', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('acme', { name: 'One' }), companyRecord('beta')] }, 'one');
      await fixture.load({ companies: [companyRecord('acme', { name: 'Two' })] }, 'two');
      expect(await fixture.admin.setPriority('one', 5)).toBe(0);
      expect(await fixture.admin.setPriority('three', 5)).toBeNull();
      expect(await fixture.admin.sources()).toEqual([
        { name: 'one', priority: 5, runs: 1 },
        { name: 'two', priority: 0, runs: 1 },
      ]);
      const origins = await fixture.admin.companyOrigins('acme');
      expect(origins?.rows.map(({ priority }) => priority)).toEqual([5, 0]);
    });
  });
}

export function splitTests(fresh: () => CatalogUnderTest): void {
  const DOMAINS = ['acme.example'];
  async function glued() {
    const fixture = makeFixture(fresh);
    await fixture.load({ companies: [companyRecord(null, { name: 'Acme', domains: DOMAINS })] }, 'one');
    const beta = companyRecord(null, { name: 'Beta', domains: DOMAINS, followers: 7 });
    expect(await fixture.load({ companies: [beta] }, 'two')).toEqual(['merged']);
    const rows = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
    const parted = await fixture.admin.split('company', 'acme', { ids: [rows[1]?.id ?? 0], at: AT });
    return { fixture, beta, parted };
  }

  describe('rows that are split off', () => {
    test('form a separate record, and the other record equals its remaining rows', async () => {
      const { fixture, parted } = await glued();
      expect(parted).toEqual({ stays: 'acme', split: 'beta' });
      expect((await fixture.company('acme')).name).toBe('Acme');
      expect(JSON.parse((await fixture.company('beta')).json)).toMatchObject({ name: 'Beta', followers: 7 });
    });

    test('stay separate when they are imported again, changed or not, and when another row identifies both', async () => {
      const { fixture, beta } = await glued();
      expect(await fixture.load({ companies: [beta] }, 'two')).toEqual(['unchanged']);
      expect(await fixture.load({ companies: [{ ...beta, followers: 8 }] }, 'two')).toEqual(['merged']);
      expect(JSON.parse((await fixture.company('beta')).json).followers).toBe(8);
      await fixture.load({ companies: [companyRecord('real', { name: 'Real', domains: DOMAINS })] }, 'three');
      expect(fixture.documents().companies).toHaveLength(2);
    });

    test('of a person get their own slug if the real one stays with the others', async () => {
      const fixture = makeFixture(fresh);
      const joe = personRecord('jane', { full_name: 'Joe', emails: [email('joe@acme.example')] });
      await fixture.load({ people: [personRecord('jane')] }, 'one');
      await fixture.load({ people: [joe] }, 'two');
      const rows = (await fixture.admin.personOrigins('jane'))?.rows ?? [];
      const { stays, split } = await fixture.admin.split('person', 'jane', { ids: [rows[1]?.id ?? 0], at: AT });
      expect(stays).toBe('jane');
      expect((await fixture.catalog.peopleByEmail('joe@acme.example', 1))[0]?.slug).toBe(split);
      expect(await fixture.fullName('jane')).toBe('Name of jane');
      expect(await fixture.load({ people: [{ ...joe, headline: 'New' }] }, 'two')).toEqual(['merged']);
      expect(JSON.parse((await fixture.person(split)).json).headline).toBe('New');
    });

    test('leave unchanged rows of their source with the same profile in the other record', async () => {
      const fixture = makeFixture(fresh);
      const people = ['Ann Lee', 'Joe Ray', 'Zoe Fox'].map((full_name) => personRecord('jane', { full_name }));
      await fixture.load({ people });
      const rows = (await fixture.admin.personOrigins('jane'))?.rows ?? [];
      const { split } = await fixture.admin.split('person', 'jane', { ids: [rows[1]?.id ?? 0], at: AT });
      for (const file of [people, people.slice(2), people.toReversed()]) {
        expect(new Set(await fixture.load({ people: file }))).toEqual(new Set(['unchanged']));
        expect((await fixture.admin.personOrigins('jane'))?.rows).toHaveLength(2);
        expect((await fixture.admin.personOrigins(split))?.rows).toHaveLength(1);
      }
    });

    test('stay apart from rows of their source with the same profile when both change', async () => {
      const fixture = makeFixture(fresh);
      const named = (full_name: string, address: string, headline: string) =>
        personRecord('jane', { full_name, emails: [email(address)], headline });
      const file = (headline: string) => [
        named('Ann Lee', 'ann@acme.example', headline),
        named('Joe Ray', 'joe@acme.example', headline),
      ];
      await fixture.load({ people: file('old') });
      const rows = (await fixture.admin.personOrigins('jane'))?.rows ?? [];
      const { split } = await fixture.admin.split('person', 'jane', { ids: [rows[1]?.id ?? 0], at: AT });
      for (const headline of ['new', 'newer']) {
        for (const people of [file(headline).toReversed(), file(headline)]) {
          await fixture.load({ people });
          expect(await Promise.all(['jane', split].map(fixture.fullName))).toEqual(['Ann Lee', 'Joe Ray']);
          expect([...fixture.writer.personRecords()].map((each) => each.headline)).toEqual([headline, headline]);
        }
      }
    });

    test('of a company that was merged by hand restore that company, with its id', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('acme'), companyRecord(null, { name: 'Beta' })] });
      await fixture.admin.mergeRecords('company', ['acme', 'beta'], AT);
      const rows = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      const ids = rows.filter(({ record }) => record.name === 'Beta').map(({ id }) => id ?? 0);
      await fixture.admin.split('company', 'acme', { ids, at: AT });
      const companies = await fixture.catalog.companiesByIds([1, 2]);
      expect(companies.map((company) => company?.slug)).toEqual(['acme', 'beta']);
    });

    test('of a merged record restore its generated slug, although the name has changed since it was made', async () => {
      const fixture = makeFixture(fresh);
      const moved = companyRecord(null, { name: 'Beta', domains: DOMAINS });
      await fixture.load({ companies: [companyRecord('acme'), moved] });
      const renamed = companyRecord(null, { name: 'Acme', domains: DOMAINS });
      expect(await fixture.load({ companies: [renamed] }, 'other')).toEqual(['merged']);
      for (const followers of [1, 2]) {
        await fixture.admin.mergeRecords('company', ['acme', 'beta'], AT);
        const rows = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
        const ids = rows.filter(({ record }) => record.domains.length > 0).map(({ id }) => id ?? 0);
        const { stays, split } = await fixture.admin.split('company', 'acme', { ids, at: AT });
        expect([stays, split]).toEqual(['acme', 'beta']);
        expect(await fixture.load({ companies: [{ ...renamed, followers }] }, 'other')).toEqual(['merged']);
      }
    });

    test('of a merged person restore the generated slug', async () => {
      const fixture = makeFixture(fresh);
      const byPhone = unlistedPerson(personRecord('', { full_name: 'Jane Doe', phones: [phone('+447700900123')] }));
      const byMail = unlistedPerson(
        personRecord('', { full_name: 'Jane Doe', phones: byPhone.phones, emails: [email('jane@acme.example')] }),
      );
      await fixture.load({ people: [personRecord('joe'), byPhone] });
      expect(await fixture.load({ people: [byMail] }, 'other')).toEqual(['merged']);
      const { slug } = byPhone.network_url;
      await fixture.admin.mergeRecords('person', ['joe', slug], AT);
      const rows = (await fixture.admin.personOrigins('joe'))?.rows ?? [];
      const ids = rows.filter(({ record }) => record.phones.length > 0).map(({ id }) => id ?? 0);
      expect((await fixture.admin.split('person', 'joe', { ids, at: AT })).split).toBe(slug);
    });

    test('stay where the operator put them when the import that merged them is undone', async () => {
      const fixture = makeFixture(fresh);
      const beta = companyRecord(null, { name: 'Beta', domains: ['beta.example'] });
      await fixture.load({ companies: [companyRecord(null, { name: 'Acme', domains: DOMAINS }), beta] }, 'one');
      await fixture.load({ companies: [companyRecord('acme', { name: 'Acme', domains: DOMAINS })] }, 'two');
      await fixture.admin.mergeRecords('company', ['acme', 'beta'], AT);
      const rows = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      const ids = rows.filter(({ record }) => record.name === 'Beta').map(({ id }) => id ?? 0);
      await fixture.admin.split('company', 'acme', { ids, at: AT });
      await fixture.admin.undoRun(await lastRun(fixture), 'now');
      const names = (await fixture.catalog.companiesByIds([1, 2])).map((company) => company?.name);
      expect(names).toEqual(['Acme', 'Beta']);
      expect(await fixture.load({ companies: [{ ...beta, followers: 8 }] }, 'one')).toEqual(['merged']);
      expect((await fixture.company('beta')).id).toBe(2);
    });

    test('are in a separate record when an undo separates their record from another one', async () => {
      const { fixture, beta } = await glued();
      const merging = companyRecord(null, { name: 'Beta', domains: ['beta.example'] });
      await fixture.load(
        { companies: [companyRecord('beta-ag', { domains: ['beta.example'], name: 'Beta' })] },
        'three',
      );
      await fixture.load({ companies: [merging, { ...merging, followers: 3 }] }, 'four');
      const before = fixture.documents();
      await fixture.load({ companies: [companyRecord('beta-ag', { name: 'Beta', domains: DOMAINS })] }, 'five');
      expect(fixture.documents().companies.length).toBeLessThan(before.companies.length);
      await fixture.admin.undoRun(await lastRun(fixture), 'now');
      expect(fixture.documents()).toEqual(before);
      await fixture.load({ companies: [{ ...beta, followers: 8 }] }, 'two');
      expect(JSON.parse((await fixture.company('beta')).json).followers).toBe(8);
    });

    test('form a separate record if another source contains them with the profile URL of the other record', async () => {
      const fixture = makeFixture(fresh);
      const joe = personRecord('jane', { full_name: 'Joe Roe', emails: [email('joe@acme.example')] });
      await fixture.load({ people: [personRecord('jane'), joe] }, 'one');
      const rows = (await fixture.admin.personOrigins('jane'))?.rows ?? [];
      await fixture.admin.split('person', 'jane', { ids: [rows[1]?.id ?? 0], at: AT });
      expect(await fixture.load({ people: [{ ...joe, full_name: 'Zoe Roe' }] }, 'two')).toEqual(['created']);
      expect(await fixture.fullName('jane')).toBe('Name of jane');
      expect(fixture.documents().people).toHaveLength(3);
      expect(await fixture.load({ people: [{ ...joe, full_name: 'Zoe Roe' }] }, 'two')).toEqual(['unchanged']);
    });

    test('of a company form a separate record if another source contains them with its profile URL', async () => {
      const fixture = makeFixture(fresh);
      const at = (country_code: string) => ({ hq: { city: null, state: null, country_code } });
      const beta = companyRecord('acme', { name: 'Beta', ...at('FR') });
      await fixture.load({ companies: [companyRecord('acme', { name: 'Acme', ...at('DE') }), beta] }, 'one');
      const rows = (await fixture.admin.companyOrigins('acme'))?.rows ?? [];
      await fixture.admin.split('company', 'acme', { ids: [rows[1]?.id ?? 0], at: AT });
      expect(await fixture.load({ companies: [{ ...beta, name: 'Zeta' }] }, 'two')).toEqual(['created']);
      expect((await fixture.company('acme')).name).toBe('Acme');
      expect(fixture.documents().companies.map(({ slug }) => slug)).toEqual(['acme', 'beta', 'zeta']);
      expect(await fixture.load({ companies: [{ ...beta, name: 'Zeta' }] }, 'two')).toEqual(['unchanged']);
    });

    test('must be some, but not all, rows of the record', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('acme')] });
      await expect(fixture.admin.split('company', 'acme', { ids: [1], at: AT })).rejects.toThrow('acme has no row 1');
      await expect(fixture.admin.split('company', 'beta', { ids: [1], at: AT })).rejects.toThrow(
        'there is no company beta',
      );
      await fixture.load({ companies: [companyRecord('acme', { name: 'New' })] }, 'two');
      const ids = (await fixture.admin.companyOrigins('acme'))?.rows.map(({ id }) => id ?? 0) ?? [];
      await expect(fixture.admin.split('company', 'acme', { ids: ids, at: AT })).rejects.toThrow(
        'both records need a row',
      );
    });
  });
}

export function aloneTests(fresh: () => CatalogUnderTest): void {
  const JANE = personRecord('jane', { emails: [email('jane@acme.example')], phones: [phone('+447700900123')] });
  const isAlone = () => true;
  const RUN = { kind: 'people', source: 'file', files: ['file'], fingerprint: 'alone', at: '', isAlone } as const;

  describe('the first people, imported by a run in exclusive mode', () => {
    test('are found by all look-ups before it ends and after', async () => {
      const fixture = makeFixture(fresh);
      const run = await fixture.writer.openRun(RUN);
      await fixture.writer.writePeople(run, batchOf([preparePerson(JANE)]));
      expect((await fixture.catalog.peopleByEmail('jane@acme.example', 1))[0]?.slug).toBe('jane');
      await fixture.writer.finishRun(run, '');
      expect((await fixture.catalog.peopleByPhones(['+447700900123'], 1))[0]?.slug).toBe('jane');
    });

    test('are suppressed, and matched again, although the run was interrupted', async () => {
      const fixture = makeFixture(fresh);
      const run = await fixture.writer.openRun(RUN);
      await fixture.writer.writePeople(run, batchOf([preparePerson(JANE)]));
      const other = fixture.openWriter();
      await other.restoreNormalMode();
      expect(await other.suppress({ kind: 'email', value: 'jane@acme.example' }, '')).toMatchObject({
        hiddenPeople: 1,
      });
      const again = await fixture.writer.openRun(RUN);
      expect(again.id).toBe(run.id);
      expect(await fixture.writer.writePeople(again, batchOf([preparePerson(JANE)]))).toEqual(['suppressed']);
    });
  });
}
