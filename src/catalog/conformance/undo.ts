// Conformance: undoing of imports.
import { describe, expect, test } from 'vitest';
import { AT, type CatalogUnderTest, type Fixture, makeFixture } from './fixture.ts';
import { companyRecord, email, opening, personRecord, phone, unlistedPerson } from './records.ts';

const lastRun = async (fixture: Fixture) => (await fixture.writer.runs()).at(-1)?.id ?? 0;

export function undoTests(fresh: () => CatalogUnderTest): void {
  describe('an import that is undone', () => {
    test('removes its records and its fields', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [personRecord('jane', { full_name: 'Jane' })] }, 'one');
      await fixture.load({ people: [personRecord('jane', { headline: 'Engineer' }), personRecord('joe')] }, 'two');
      const { generation } = await fixture.catalog.state();
      const undone = await fixture.admin.undoRun(await lastRun(fixture), 'now');
      expect(undone).toEqual({ removed: 1, changed: 1, openings: 0 });
      expect((await fixture.catalog.state()).generation).toBe(generation + 1);
      expect(fixture.documents().people).toMatchObject([{ slug: 'jane', headline: null }]);
      expect(await fixture.fullName('jane')).toBe('Jane');
      expect((await fixture.writer.runs()).map(({ undoneAt }) => undoneAt)).toEqual([null, 'now']);
      await expect(fixture.admin.undoRun(await lastRun(fixture), 'now')).rejects.toThrow('was undone at now already');
      await expect(fixture.admin.undoRun(99, 'now')).rejects.toThrow('there is no import 99');
    });

    test.each(['people', 'companies', 'jobs'] as const)('reports its progress with %s', async (kind) => {
      const fixture = makeFixture(fresh);
      const rows = {
        people: [{ people: [personRecord('jane')] }, { people: [personRecord('jane'), personRecord('joe')] }],
        companies: [{ companies: [companyRecord('a')] }, { companies: [companyRecord('a'), companyRecord('b')] }],
        jobs: [{ jobs: [opening('Acme', 'Cook')] }, { jobs: [opening('Acme', 'Cook'), opening('Acme', 'Waiter')] }],
      }[kind];
      for (const [index, each] of rows.entries()) await fixture.load(each, `source ${index}`);
      const reported: (readonly [done: number, total: number] | 'commit')[] = [];
      await fixture.admin.undoRun(await lastRun(fixture), 'now', {
        onRecords: ({ done, total }) => reported.push([done, total]),
        onCommit: () => reported.push('commit'),
      });
      const [last, commit] = reported.slice(-2);
      expect(last?.[0]).toBeGreaterThan(0);
      expect(last?.[0]).toBe(last?.[1]);
      expect(commit).toBe('commit');
    });

    test('keeps rows that a later run of its source contained unchanged', async () => {
      const fixture = makeFixture(fresh);
      const people = [personRecord('jane'), personRecord('joe')];
      await fixture.load({ people });
      const first = await lastRun(fixture);
      await fixture.load({ people: people.slice(0, 1) });
      expect(await fixture.admin.undoRun(first, 'now')).toEqual({ removed: 1, changed: 0, openings: 0 });
      const origins = await fixture.admin.personOrigins('jane');
      expect(origins?.rows).toMatchObject([{ runId: first + 1, line: null }]);
    });

    test('keeps a row that a later run contained while it had other states, after the undo of these states', async () => {
      const fixture = makeFixture(fresh);
      const jane = (headline: string) => ({ people: [personRecord('jane', { headline })] });
      for (const headline of ['old', 'new', 'new']) await fixture.load(jane(headline));
      for (const run of [1, 2]) await fixture.admin.undoRun(run, 'now');
      expect(fixture.documents().people).toMatchObject([{ slug: 'jane', headline: 'new' }]);
      await fixture.admin.undoRun(3, 'now');
      expect(fixture.documents().people).toEqual([]);
    });

    test.each([
      ['the first and the last', [1, 4], [3]],
      ['the last and the first', [4, 1], [3]],
      ['all but the last', [3, 1], [4]],
    ])('keeps a row that several runs contain until all of them are undone: first %s', async (_, undone, last) => {
      const fixture = makeFixture(fresh);
      const people = [personRecord('jane', { headline: 'Engineer' })];
      await fixture.load({ people }, 'crm');
      await fixture.load({ people: [personRecord('jane', { full_name: 'Jane' })] }, 'web');
      for (const _ of [3, 4]) expect(await fixture.load({ people }, 'crm')).toEqual(['unchanged']);
      const runs = async () => (await fixture.admin.personOrigins('jane'))?.rows.map(({ runId }) => runId).sort();
      for (const run of undone) await fixture.admin.undoRun(run, 'now');
      expect(await runs()).toEqual([2, ...last]);
      expect(fixture.documents().people).toMatchObject([{ headline: 'Engineer' }]);
      for (const run of last) await fixture.admin.undoRun(run, 'now');
      expect(await runs()).toEqual([2]);
      expect(fixture.documents().people).toMatchObject([{ headline: null }]);
    });

    test('keeps a split row that a later run had repeated before other rows came to its record', async () => {
      const fixture = makeFixture(fresh);
      const people = [personRecord('jane', { headline: 'Engineer' })];
      for (const _ of [1, 2]) await fixture.load({ people }, 'crm');
      await fixture.load({ people: [personRecord('jane', { full_name: 'Jane' })] }, 'web');
      const rows = (await fixture.admin.personOrigins('jane'))?.rows ?? [];
      const ids = rows.filter(({ runId }) => runId === 1).map(({ id }) => id ?? 0);
      const { split } = await fixture.admin.split('person', 'jane', { ids, at: AT });
      await fixture.admin.undoRun(1, 'now');
      expect((await fixture.admin.personOrigins(split))?.rows).toMatchObject([{ runId: 2 }]);
      await fixture.admin.undoRun(2, 'now');
      expect(fixture.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
    });

    test('leaves one row if the states before and after the removed state are equal', async () => {
      const fixture = makeFixture(fresh);
      const jane = (headline: string) => ({ people: [personRecord('jane', { headline })] });
      for (const headline of ['old', 'new', 'old']) await fixture.load(jane(headline));
      await fixture.admin.undoRun(2, 'now');
      expect((await fixture.admin.personOrigins('jane'))?.rows).toMatchObject([{ runId: 1, supersededBy: null }]);
      await fixture.admin.undoRun(1, 'now');
      expect((await fixture.admin.personOrigins('jane'))?.rows).toMatchObject([{ runId: 3, supersededBy: null }]);
    });

    test('leaves the key of a row in a record that a row of the run identifies', async () => {
      const fixture = makeFixture(fresh);
      const jane = (fields: Parameters<typeof personRecord>[1]) =>
        unlistedPerson(personRecord('', { full_name: 'Jane Doe', ...fields }));
      const emails = [email('jane@acme.example')];
      const phones = [phone('+447700900123')];
      const byPhone = jane({ phones, headline: 'Old' });
      await fixture.load({ people: [jane({ emails, phones })] }, 'one');
      expect(await fixture.load({ people: [byPhone] }, 'two')).toEqual(['merged']);
      await fixture.admin.undoRun(1, 'now');
      expect(await fixture.load({ people: [byPhone] }, 'two')).toEqual(['unchanged']);
      const changed = { ...byPhone, headline: 'New' };
      expect(await fixture.load({ people: [changed] }, 'two')).toEqual(['merged']);
      const rows = (await fixture.admin.personOrigins(fixture.documents().people[0]?.slug ?? ''))?.rows ?? [];
      expect(rows.map(({ supersededBy }) => supersededBy)).toEqual([4, null]);
    });

    test('leaves namesakes with higher numbers in their slugs to their rows', async () => {
      const fixture = makeFixture(fresh);
      const phones = [phone('+447700900123')];
      const named = (full_name: string, country_code: string) =>
        unlistedPerson(
          personRecord('', { full_name, phones, location: { city: null, state_code: null, country_code } }),
        );
      // A look-up by a number that many people have returns only the first of them.
      await fixture.load(
        { people: ['Ann', 'Bob', 'Eve', 'Kim', 'Zoe'].map((name) => named(`${name} Ray`, 'DE')) },
        'crm',
      );
      for (const country of ['DE', 'FR', 'PL'])
        expect(await fixture.load({ people: [named('Max Muster', country)] }, country)).toEqual(['created']);
      await fixture.admin.undoRun(3, 'now');
      expect(await fixture.load({ people: [named('Max Muster', 'PL')] }, 'PL')).toEqual(['unchanged']);
    });

    test('can be imported again', async () => {
      const fixture = makeFixture(fresh);
      const people = [personRecord('jane')];
      await fixture.load({ people });
      await fixture.admin.undoRun(await lastRun(fixture), 'now');
      expect(await fixture.load({ people })).toEqual(['created']);
    });

    test('separates companies that only its rows merged', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({
        companies: [companyRecord(null, { name: 'Acme', domains: ['acme.example'] }), companyRecord('acme-inc')],
      });
      await fixture.load({ companies: [companyRecord('acme-inc', { domains: ['acme.example'] })] }, 'two');
      expect(fixture.documents().companies).toHaveLength(1);
      await fixture.admin.undoRun(await lastRun(fixture), 'now');
      expect(fixture.documents().companies.map(({ slug }) => slug)).toEqual(['acme', 'acme-inc']);
      expect(await fixture.catalog.companiesByDomain('acme.example', 2)).toMatchObject([{ slug: 'acme' }]);
    });

    test('keeps the id, and so the job rows, of a company that it merged', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord(null, { name: 'Beta', domains: ['acme.example'] })] });
      await fixture.load({ jobs: [opening({ company_name: 'Beta' }, 'VP Sales')] });
      const before = fixture.documents();
      const companies = [
        companyRecord('acme-2', { name: 'Beta', domains: ['beta.example'] }),
        companyRecord('acme-2', { name: 'Acme', domains: ['acme.example'] }),
        companyRecord(null, { name: 'Acme' }),
      ];
      await fixture.load({ companies }, 'other');
      await fixture.admin.undoRun(await lastRun(fixture), 'now');
      expect(fixture.documents()).toEqual(before);
    });

    test.each(['the first', 'the last'])(
      'keeps the ids of companies if one import merged the result of another merge, and %s is undone first',
      async (which) => {
        const fixture = makeFixture(fresh);
        const [acme, group] = [
          companyRecord(null, { name: 'Acme' }),
          companyRecord(null, { name: 'Acme Group', domains: ['acme.example'] }),
        ];
        await fixture.load({ companies: [acme, group, companyRecord('acme-inc')] });
        await fixture.load({ companies: [companyRecord(null, { ...acme, domains: group.domains })] }, 'two');
        await fixture.load({ companies: [companyRecord('acme-inc', { domains: group.domains })] }, 'three');
        const companies = async () => (await fixture.catalog.companiesByIds([1, 2, 3])).map((company) => company?.slug);
        expect(await companies()).toEqual(['acme-inc', 'acme-inc', 'acme-inc']);
        await fixture.admin.undoRun(which === 'the first' ? 2 : 3, 'now');
        expect(await companies()).toEqual(
          which === 'the first' ? ['acme', 'acme-inc', 'acme-inc'] : ['acme-group', 'acme-group', 'acme-inc'],
        );
        await fixture.admin.undoRun(which === 'the first' ? 3 : 2, 'now');
        expect(await companies()).toEqual(['acme', 'acme-group', 'acme-inc']);
      },
    );

    test('restores the slug of the company whose generated slug it replaced, and the openings on its site', async () => {
      const fixture = makeFixture(fresh);
      const at = (country_code: string) => ({ city: null, state: null, country_code });
      const domains = ['shared.example'];
      const companies = [
        companyRecord(null, { name: 'Acme', domains, hq: at('DE') }),
        companyRecord('acme-2', { name: 'Beta', domains, hq: at('FR') }),
      ];
      await fixture.load({ companies });
      await fixture.load({ jobs: [opening({ company_domain: 'shared.example' }, 'Cook')] });
      const before = fixture.documents();
      const companyOfJob = () => fixture.documents().jobs.map(({ companyId }) => companyId);
      expect(companyOfJob()).toEqual([1]);
      await fixture.load({ companies: [companyRecord('acme', { name: 'Gamma' })] }, 'other');
      expect(fixture.documents().companies.map(({ slug }) => slug)).toEqual(['acme-3', 'acme-2', 'acme']);
      expect(companyOfJob()).toEqual([2]);
      await fixture.admin.undoRun(await lastRun(fixture), 'now');
      expect(fixture.documents()).toEqual(before);
    });

    test('leaves the generated slug of a person that it merged to that person alone', async () => {
      const fixture = makeFixture(fresh);
      const emails = [email('jane@acme.example')];
      const jane = unlistedPerson(personRecord('', { full_name: 'Jane Doe', emails }));
      await fixture.load({ people: [personRecord('jane', { full_name: 'Jane Doe' })] });
      await fixture.load({ people: [jane] }, 'two');
      const before = fixture.documents();
      await fixture.load({ people: [personRecord('jane', { full_name: 'Jane Doe', emails })] }, 'three');
      const made = jane.network_url.slug;
      expect((await fixture.admin.personOrigins(made))?.slug).toBe('jane');
      await fixture.admin.undoRun(3, 'now');
      expect(fixture.documents()).toEqual(before);
      expect((await fixture.admin.personOrigins(made))?.slug).toBe(made);
      await fixture.admin.undoRun(2, 'now');
      expect(await fixture.admin.personOrigins(made)).toBeNull();
    });

    test.each(['undo', 'split'])('hides only the people on the suppression list, after %s', async (how) => {
      const fixture = makeFixture(fresh);
      const emails = [email('jane@acme.example')];
      await fixture.load({ people: [personRecord('jane', { full_name: 'Jane Doe' })] });
      await fixture.load({ people: [unlistedPerson(personRecord('', { full_name: 'Jane Doe', emails }))] }, 'two');
      await fixture.load({ people: [personRecord('jane', { full_name: 'Jane Doe', emails })] }, 'three');
      const entry = { kind: 'email', value: 'jane@acme.example' } as const;
      expect(await fixture.writer.suppress(entry, AT)).toMatchObject({ hiddenPeople: 1 });
      if (how === 'undo') await fixture.admin.undoRun(3, 'now');
      else {
        const rows = (await fixture.admin.personOrigins('jane'))?.rows ?? [];
        const ids = rows.filter(({ runId }) => runId > 1).map(({ id }) => id ?? 0);
        await fixture.admin.split('person', 'jane', { ids, at: AT });
      }
      expect(fixture.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
      expect(await fixture.catalog.peopleByEmail('jane@acme.example', 1)).toEqual([]);
      await fixture.writer.release(entry);
      expect(fixture.documents().people).toHaveLength(2);
    });

    test('keeps a row that a later run of its source repeated before other rows came to its record', async () => {
      const fixture = makeFixture(fresh);
      const people = [personRecord('jane', { headline: 'Engineer' })];
      await fixture.load({ people }, 'crm');
      const first = await lastRun(fixture);
      await fixture.load({ people }, 'crm');
      await fixture.load({ people: [personRecord('jane', { full_name: 'Jane' })] }, 'web');
      await fixture.admin.undoRun(first, 'now');
      const rows = (await fixture.admin.personOrigins('jane'))?.rows;
      expect(rows?.map(({ source, runId }) => [source, runId])).toEqual([
        ['crm', first + 1],
        ['web', first + 2],
      ]);
    });

    test('keeps the values of replaced rows, which only they had', async () => {
      const fixture = makeFixture(fresh);
      const jane = (headline: string, ...addresses: string[]) => ({
        people: [personRecord('jane', { headline, emails: addresses.map((each) => email(each)) })],
      });
      await fixture.load(jane('One', 'jane@acme.example'), 'crm');
      await fixture.load(jane('Two'), 'crm');
      await fixture.load(jane('Three'), 'crm');
      const before = await fixture.catalog.emailsOf('jane');
      await fixture.load(jane('Four', 'jane@acme.example'), 'crm');
      await fixture.admin.undoRun(await lastRun(fixture), 'now');
      expect(await fixture.catalog.emailsOf('jane')).toEqual(before);
    });

    test.each([
      ['it in another state', { open_positions: 4 }],
      ['it unchanged', {}],
    ])('closes an opening again that its source had dropped, if the undone run contained %s', async (_, news) => {
      const fixture = makeFixture(fresh);
      const isOpen = () => [...fixture.writer.openingRecords()].find(({ title }) => title === 'Cook')?.is_open;
      await fixture.load({ jobs: [opening('acme', 'Cook'), opening('acme', 'Waiter')] }, 'board');
      await fixture.load({ jobs: [opening('acme', 'Waiter')] }, 'board');
      expect(isOpen()).toBe(false);
      await fixture.load({ jobs: [opening('acme', 'Cook', news), opening('acme', 'Waiter')] }, 'board');
      expect(isOpen()).toBe(true);
      await fixture.admin.undoRun(await lastRun(fixture), 'now');
      expect(isOpen()).toBe(false);
    });

    test.each([
      ['first', [1, 3]],
      ['last', [3, 1]],
    ])('keeps an opening of a run between two undone runs, if the %s is undone first', async (_, undone) => {
      const fixture = makeFixture(fresh);
      for (const _ of [1, 2, 3]) await fixture.load({ jobs: [opening('acme', 'Cook')] }, 'board');
      for (const run of undone) await fixture.admin.undoRun(run, 'now');
      expect([...fixture.writer.openingRecords()]).toMatchObject([{ title: 'Cook', is_open: true }]);
      await fixture.admin.undoRun(2, 'now');
      expect([...fixture.writer.openingRecords()]).toEqual([]);
    });

    test.each([
      ['closed it', [['Cook', 'Waiter'], ['Waiter'], ['Waiter']], 2, 0],
      ['contained another state of it', [['Cook', 'Waiter'], ['Cook 2', 'Waiter'], ['Waiter']], 2, 1],
      [
        'closed it, and the opening is missing in two later runs',
        [['Cook', 'Waiter'], ['Waiter'], ['Waiter'], ['Waiter']],
        3,
        0,
      ],
    ] as const)(
      'keeps an opening closed if the undone run %s, and a later run lacks the opening',
      async (_, files, run, openings) => {
        const fixture = makeFixture(fresh);
        const jobOf = (text: string) => {
          const [title = '', open_positions = 1] = text.split(' ');
          return opening('acme', title, { open_positions: Number(open_positions) });
        };
        for (const titles of files) await fixture.load({ jobs: titles.map(jobOf) }, 'board');
        const closed = () =>
          [...fixture.writer.openingRecords()].filter((each) => !each.is_open).map(({ title }) => title);
        expect((await fixture.admin.undoRun(run, 'now')).openings).toBe(openings);
        expect(closed()).toEqual(['Cook']);
        for (const later of files.keys())
          if (later > 0 && later + 1 !== run) await fixture.admin.undoRun(later + 1, 'now');
        expect(closed()).toEqual([]);
      },
    );

    test('opens an opening that it closed only because two names had become one company', async () => {
      const fixture = makeFixture(fresh);
      const bySite = opening({ company_domain: 'acme.example' }, 'Cook');
      const byName = opening({ company_name: 'Acme' }, 'Waiter');
      await fixture.load({ jobs: [bySite] }, 'one');
      await fixture.load({ jobs: [byName] }, 'one');
      await fixture.load({ companies: [companyRecord('acme', { name: 'Acme', domains: ['acme.example'] })] }, 'one');
      await fixture.load({ jobs: [byName] }, 'one');
      const isOpen = () => [...fixture.writer.openingRecords()].map(({ is_open }) => is_open);
      expect(isOpen()).toEqual([false, true]);
      await fixture.admin.undoRun(4, AT);
      expect(isOpen()).toEqual([true, true]);
    });

    test('restores the former state of openings, and opens those that it closed', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('acme')] });
      const url = 'https://acme.example/1';
      await fixture.load({ jobs: [opening('acme', 'Cook', { url }), opening('acme', 'Waiter')] });
      const before = await fixture.jobRows();
      await fixture.load({ jobs: [opening('acme', 'Head Cook', { url })] });
      expect((await fixture.jobRows()).map(({ title }) => title)).toEqual(['Head Cook']);
      expect((await fixture.admin.undoRun(await lastRun(fixture), 'now')).openings).toBe(2);
      expect(await fixture.jobRows()).toEqual(before);
    });
  });
}
