// Conformance: undoing of imports.
import { describe, expect, test } from 'vitest';
import { companyRecord, email, opening, personRecord, phone, unlistedPerson } from './records.ts';
import { AT, type CatalogUnderTest, makeScene, type Scene } from './scene.ts';

const lastRun = async (scene: Scene) => (await scene.writer.runs()).at(-1)?.id ?? 0;

export function undoTests(fresh: () => CatalogUnderTest): void {
  describe('an import that is undone', () => {
    test('removes its records and its fields', async () => {
      const scene = makeScene(fresh);
      await scene.load({ people: [personRecord('jane', { full_name: 'Jane' })] }, 'one');
      await scene.load({ people: [personRecord('jane', { headline: 'Engineer' }), personRecord('joe')] }, 'two');
      const { generation } = await scene.catalog.state();
      const undone = await scene.keeper.undoRun(await lastRun(scene), 'now');
      expect(undone).toEqual({ removed: 1, changed: 1, openings: 0 });
      expect((await scene.catalog.state()).generation).toBe(generation + 1);
      expect(scene.documents().people).toMatchObject([{ slug: 'jane', headline: null }]);
      expect(await scene.fullName('jane')).toBe('Jane');
      expect((await scene.writer.runs()).map(({ undoneAt }) => undoneAt)).toEqual([null, 'now']);
      await expect(scene.keeper.undoRun(await lastRun(scene), 'now')).rejects.toThrow('was undone at now already');
      await expect(scene.keeper.undoRun(99, 'now')).rejects.toThrow('there is no import 99');
    });

    test('keeps rows that a later run of its source contained unchanged', async () => {
      const scene = makeScene(fresh);
      const people = [personRecord('jane'), personRecord('joe')];
      await scene.load({ people });
      const first = await lastRun(scene);
      await scene.load({ people: people.slice(0, 1) });
      expect(await scene.keeper.undoRun(first, 'now')).toEqual({ removed: 1, changed: 0, openings: 0 });
      const origins = await scene.keeper.personOrigins('jane');
      expect(origins?.rows).toMatchObject([{ runId: first + 1, line: null }]);
    });

    test('keeps a row that a later run contained while it had other states, after the undo of these states', async () => {
      const scene = makeScene(fresh);
      const jane = (headline: string) => ({ people: [personRecord('jane', { headline })] });
      for (const headline of ['old', 'new', 'new']) await scene.load(jane(headline));
      for (const run of [1, 2]) await scene.keeper.undoRun(run, 'now');
      expect(scene.documents().people).toMatchObject([{ slug: 'jane', headline: 'new' }]);
      await scene.keeper.undoRun(3, 'now');
      expect(scene.documents().people).toEqual([]);
    });

    test.each([
      ['the first and the last', [1, 4], [3]],
      ['the last and the first', [4, 1], [3]],
      ['all but the last', [3, 1], [4]],
    ])('keeps a row that several runs contain until all of them are undone: first %s', async (_, undone, last) => {
      const scene = makeScene(fresh);
      const people = [personRecord('jane', { headline: 'Engineer' })];
      await scene.load({ people }, 'crm');
      await scene.load({ people: [personRecord('jane', { full_name: 'Jane' })] }, 'web');
      for (const _ of [3, 4]) expect(await scene.load({ people }, 'crm')).toEqual(['unchanged']);
      const runs = async () => (await scene.keeper.personOrigins('jane'))?.rows.map(({ runId }) => runId).sort();
      for (const run of undone) await scene.keeper.undoRun(run, 'now');
      expect(await runs()).toEqual([2, ...last]);
      expect(scene.documents().people).toMatchObject([{ headline: 'Engineer' }]);
      for (const run of last) await scene.keeper.undoRun(run, 'now');
      expect(await runs()).toEqual([2]);
      expect(scene.documents().people).toMatchObject([{ headline: null }]);
    });

    test('keeps a split row that a later run had repeated before other rows came to its record', async () => {
      const scene = makeScene(fresh);
      const people = [personRecord('jane', { headline: 'Engineer' })];
      for (const _ of [1, 2]) await scene.load({ people }, 'crm');
      await scene.load({ people: [personRecord('jane', { full_name: 'Jane' })] }, 'web');
      const rows = (await scene.keeper.personOrigins('jane'))?.rows ?? [];
      const ids = rows.filter(({ runId }) => runId === 1).map(({ id }) => id ?? 0);
      const { split } = await scene.keeper.split('person', 'jane', { ids, at: AT });
      await scene.keeper.undoRun(1, 'now');
      expect((await scene.keeper.personOrigins(split))?.rows).toMatchObject([{ runId: 2 }]);
      await scene.keeper.undoRun(2, 'now');
      expect(scene.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
    });

    test('leaves one row if the states before and after the removed state are equal', async () => {
      const scene = makeScene(fresh);
      const jane = (headline: string) => ({ people: [personRecord('jane', { headline })] });
      for (const headline of ['old', 'new', 'old']) await scene.load(jane(headline));
      await scene.keeper.undoRun(2, 'now');
      expect((await scene.keeper.personOrigins('jane'))?.rows).toMatchObject([{ runId: 1, supersededBy: null }]);
      await scene.keeper.undoRun(1, 'now');
      expect((await scene.keeper.personOrigins('jane'))?.rows).toMatchObject([{ runId: 3, supersededBy: null }]);
    });

    test('leaves the key of a row in a record that a row of the run identifies', async () => {
      const scene = makeScene(fresh);
      const jane = (fields: Parameters<typeof personRecord>[1]) =>
        unlistedPerson(personRecord('', { full_name: 'Jane Doe', ...fields }));
      const emails = [email('jane@acme.example')];
      const phones = [phone('+447700900123')];
      const byPhone = jane({ phones, headline: 'Old' });
      await scene.load({ people: [jane({ emails, phones })] }, 'one');
      expect(await scene.load({ people: [byPhone] }, 'two')).toEqual(['merged']);
      await scene.keeper.undoRun(1, 'now');
      expect(await scene.load({ people: [byPhone] }, 'two')).toEqual(['unchanged']);
      const changed = { ...byPhone, headline: 'New' };
      expect(await scene.load({ people: [changed] }, 'two')).toEqual(['merged']);
      const rows = (await scene.keeper.personOrigins(scene.documents().people[0]?.slug ?? ''))?.rows ?? [];
      expect(rows.map(({ supersededBy }) => supersededBy)).toEqual([4, null]);
    });

    test('leaves namesakes with higher numbers in their slugs to their rows', async () => {
      const scene = makeScene(fresh);
      const phones = [phone('+447700900123')];
      const named = (full_name: string, country_code: string) =>
        unlistedPerson(
          personRecord('', { full_name, phones, location: { city: null, state_code: null, country_code } }),
        );
      // A look-up by a number that many people have returns only the first of them.
      await scene.load(
        { people: ['Ann', 'Bob', 'Eve', 'Kim', 'Zoe'].map((name) => named(`${name} Ray`, 'DE')) },
        'crm',
      );
      for (const country of ['DE', 'FR', 'PL'])
        expect(await scene.load({ people: [named('Max Muster', country)] }, country)).toEqual(['created']);
      await scene.keeper.undoRun(3, 'now');
      expect(await scene.load({ people: [named('Max Muster', 'PL')] }, 'PL')).toEqual(['unchanged']);
    });

    test('can be imported again', async () => {
      const scene = makeScene(fresh);
      const people = [personRecord('jane')];
      await scene.load({ people });
      await scene.keeper.undoRun(await lastRun(scene), 'now');
      expect(await scene.load({ people })).toEqual(['created']);
    });

    test('separates companies that only its rows merged', async () => {
      const scene = makeScene(fresh);
      await scene.load({
        companies: [companyRecord(null, { name: 'Acme', domains: ['acme.example'] }), companyRecord('acme-inc')],
      });
      await scene.load({ companies: [companyRecord('acme-inc', { domains: ['acme.example'] })] }, 'two');
      expect(scene.documents().companies).toHaveLength(1);
      await scene.keeper.undoRun(await lastRun(scene), 'now');
      expect(scene.documents().companies.map(({ slug }) => slug)).toEqual(['acme', 'acme-inc']);
      expect(await scene.catalog.companiesByDomain('acme.example')).toMatchObject([{ slug: 'acme' }]);
    });

    test('keeps the id, and so the job rows, of a company that it merged', async () => {
      const scene = makeScene(fresh);
      await scene.load({ companies: [companyRecord(null, { name: 'Beta', domains: ['acme.example'] })] });
      await scene.load({ jobs: [opening({ company_name: 'Beta' }, 'VP Sales')] });
      const before = scene.documents();
      const companies = [
        companyRecord('acme-2', { name: 'Beta', domains: ['beta.example'] }),
        companyRecord('acme-2', { name: 'Acme', domains: ['acme.example'] }),
        companyRecord(null, { name: 'Acme' }),
      ];
      await scene.load({ companies }, 'other');
      await scene.keeper.undoRun(await lastRun(scene), 'now');
      expect(scene.documents()).toEqual(before);
    });

    test.each(['the first', 'the last'])(
      'keeps the ids of companies if one import merged the result of another merge, and %s is undone first',
      async (which) => {
        const scene = makeScene(fresh);
        const [acme, group] = [
          companyRecord(null, { name: 'Acme' }),
          companyRecord(null, { name: 'Acme Group', domains: ['acme.example'] }),
        ];
        await scene.load({ companies: [acme, group, companyRecord('acme-inc')] });
        await scene.load({ companies: [companyRecord(null, { ...acme, domains: group.domains })] }, 'two');
        await scene.load({ companies: [companyRecord('acme-inc', { domains: group.domains })] }, 'three');
        const companies = async () => (await scene.catalog.companiesByIds([1, 2, 3])).map((company) => company?.slug);
        expect(await companies()).toEqual(['acme-inc', 'acme-inc', 'acme-inc']);
        await scene.keeper.undoRun(which === 'the first' ? 2 : 3, 'now');
        expect(await companies()).toEqual(
          which === 'the first' ? ['acme', 'acme-inc', 'acme-inc'] : ['acme-group', 'acme-group', 'acme-inc'],
        );
        await scene.keeper.undoRun(which === 'the first' ? 3 : 2, 'now');
        expect(await companies()).toEqual(['acme', 'acme-group', 'acme-inc']);
      },
    );

    test('restores the slug of the company whose made slug it replaced, and the openings on its site', async () => {
      const scene = makeScene(fresh);
      const at = (country_code: string) => ({ city: null, state: null, country_code });
      const domains = ['shared.example'];
      const companies = [
        companyRecord(null, { name: 'Acme', domains, hq: at('DE') }),
        companyRecord('acme-2', { name: 'Beta', domains, hq: at('FR') }),
      ];
      await scene.load({ companies });
      await scene.load({ jobs: [opening({ company_domain: 'shared.example' }, 'Cook')] });
      const before = scene.documents();
      const companyOfJob = () => scene.documents().jobs.map(({ companyId }) => companyId);
      expect(companyOfJob()).toEqual([1]);
      await scene.load({ companies: [companyRecord('acme', { name: 'Gamma' })] }, 'other');
      expect(scene.documents().companies.map(({ slug }) => slug)).toEqual(['acme-3', 'acme-2', 'acme']);
      expect(companyOfJob()).toEqual([2]);
      await scene.keeper.undoRun(await lastRun(scene), 'now');
      expect(scene.documents()).toEqual(before);
    });

    test('leaves the made slug of a person that it merged to that person alone', async () => {
      const scene = makeScene(fresh);
      const emails = [email('jane@acme.example')];
      const jane = unlistedPerson(personRecord('', { full_name: 'Jane Doe', emails }));
      await scene.load({ people: [personRecord('jane', { full_name: 'Jane Doe' })] });
      await scene.load({ people: [jane] }, 'two');
      const before = scene.documents();
      await scene.load({ people: [personRecord('jane', { full_name: 'Jane Doe', emails })] }, 'three');
      const made = jane.network_url.slug;
      expect((await scene.keeper.personOrigins(made))?.slug).toBe('jane');
      await scene.keeper.undoRun(3, 'now');
      expect(scene.documents()).toEqual(before);
      expect((await scene.keeper.personOrigins(made))?.slug).toBe(made);
      await scene.keeper.undoRun(2, 'now');
      expect(await scene.keeper.personOrigins(made)).toBeNull();
    });

    test.each(['undo', 'split'])('hides only the people on the suppression list, after %s', async (how) => {
      const scene = makeScene(fresh);
      const emails = [email('jane@acme.example')];
      await scene.load({ people: [personRecord('jane', { full_name: 'Jane Doe' })] });
      await scene.load({ people: [unlistedPerson(personRecord('', { full_name: 'Jane Doe', emails }))] }, 'two');
      await scene.load({ people: [personRecord('jane', { full_name: 'Jane Doe', emails })] }, 'three');
      const entry = { kind: 'email', value: 'jane@acme.example' } as const;
      expect(await scene.writer.suppress(entry, AT)).toMatchObject({ hiddenPeople: 1 });
      if (how === 'undo') await scene.keeper.undoRun(3, 'now');
      else {
        const rows = (await scene.keeper.personOrigins('jane'))?.rows ?? [];
        const ids = rows.filter(({ runId }) => runId > 1).map(({ id }) => id ?? 0);
        await scene.keeper.split('person', 'jane', { ids, at: AT });
      }
      expect(scene.documents().people.map(({ slug }) => slug)).toEqual(['jane']);
      expect(await scene.catalog.peopleByEmail('jane@acme.example', 1)).toEqual([]);
      await scene.writer.release(entry);
      expect(scene.documents().people).toHaveLength(2);
    });

    test('keeps a row that a later run of its source repeated before other rows came to its record', async () => {
      const scene = makeScene(fresh);
      const people = [personRecord('jane', { headline: 'Engineer' })];
      await scene.load({ people }, 'crm');
      const first = await lastRun(scene);
      await scene.load({ people }, 'crm');
      await scene.load({ people: [personRecord('jane', { full_name: 'Jane' })] }, 'web');
      await scene.keeper.undoRun(first, 'now');
      const rows = (await scene.keeper.personOrigins('jane'))?.rows;
      expect(rows?.map(({ source, runId }) => [source, runId])).toEqual([
        ['crm', first + 1],
        ['web', first + 2],
      ]);
    });

    test('keeps the values of replaced rows, which only they had', async () => {
      const scene = makeScene(fresh);
      const jane = (headline: string, ...addresses: string[]) => ({
        people: [personRecord('jane', { headline, emails: addresses.map((each) => email(each)) })],
      });
      await scene.load(jane('One', 'jane@acme.example'), 'crm');
      await scene.load(jane('Two'), 'crm');
      await scene.load(jane('Three'), 'crm');
      const before = await scene.catalog.emailsOf('jane');
      await scene.load(jane('Four', 'jane@acme.example'), 'crm');
      await scene.keeper.undoRun(await lastRun(scene), 'now');
      expect(await scene.catalog.emailsOf('jane')).toEqual(before);
    });

    test.each([
      ['it in another state', { open_positions: 4 }],
      ['it unchanged', {}],
    ])('closes an opening again that its source had dropped, if the undone run contained %s', async (_, news) => {
      const scene = makeScene(fresh);
      const isOpen = () => [...scene.writer.openingRecords()].find(({ title }) => title === 'Cook')?.is_open;
      await scene.load({ jobs: [opening('acme', 'Cook'), opening('acme', 'Waiter')] }, 'board');
      await scene.load({ jobs: [opening('acme', 'Waiter')] }, 'board');
      expect(isOpen()).toBe(false);
      await scene.load({ jobs: [opening('acme', 'Cook', news), opening('acme', 'Waiter')] }, 'board');
      expect(isOpen()).toBe(true);
      await scene.keeper.undoRun(await lastRun(scene), 'now');
      expect(isOpen()).toBe(false);
    });

    test.each([
      ['first', [1, 3]],
      ['last', [3, 1]],
    ])('keeps an opening of a run between two undone runs, if the %s is undone first', async (_, undone) => {
      const scene = makeScene(fresh);
      for (const _ of [1, 2, 3]) await scene.load({ jobs: [opening('acme', 'Cook')] }, 'board');
      for (const run of undone) await scene.keeper.undoRun(run, 'now');
      expect([...scene.writer.openingRecords()]).toMatchObject([{ title: 'Cook', is_open: true }]);
      await scene.keeper.undoRun(2, 'now');
      expect([...scene.writer.openingRecords()]).toEqual([]);
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
        const scene = makeScene(fresh);
        const jobOf = (text: string) => {
          const [title = '', open_positions = 1] = text.split(' ');
          return opening('acme', title, { open_positions: Number(open_positions) });
        };
        for (const titles of files) await scene.load({ jobs: titles.map(jobOf) }, 'board');
        const closed = () =>
          [...scene.writer.openingRecords()].filter((each) => !each.is_open).map(({ title }) => title);
        expect((await scene.keeper.undoRun(run, 'now')).openings).toBe(openings);
        expect(closed()).toEqual(['Cook']);
        for (const later of files.keys())
          if (later > 0 && later + 1 !== run) await scene.keeper.undoRun(later + 1, 'now');
        expect(closed()).toEqual([]);
      },
    );

    test('restores the former state of openings, and opens those that it closed', async () => {
      const scene = makeScene(fresh);
      await scene.load({ companies: [companyRecord('acme')] });
      const url = 'https://acme.example/1';
      await scene.load({ jobs: [opening('acme', 'Cook', { url }), opening('acme', 'Waiter')] });
      const before = await scene.jobRows();
      await scene.load({ jobs: [opening('acme', 'Head Cook', { url })] });
      expect((await scene.jobRows()).map(({ title }) => title)).toEqual(['Head Cook']);
      expect((await scene.keeper.undoRun(await lastRun(scene), 'now')).openings).toBe(2);
      expect(await scene.jobRows()).toEqual(before);
    });
  });
}
