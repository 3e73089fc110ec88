import { expect, it } from 'vitest';
import { changedFields, statesOf } from './record-states.ts';

interface Employment {
  readonly employerId: number;
  readonly companyId: number | null;
}

/** The state of person 1 with these current employers. */
async function stateWith(...employments: readonly Employment[]): Promise<string> {
  const person = { id: 1, slug: 'jane', positions: employments.map((each) => ({ ...each, job_title: 'CFO' })) };
  const documents = { documentsOf: () => ({ people: [person], contacts: [], companies: [] }) };
  const reading = { salt: 'wat_1', documents, searchable: {}, jobs: [] } as unknown as Parameters<typeof statesOf>[1];
  return (await statesOf(['p1'], reading)).get('p1') ?? '';
}

it('takes an employer under the same name for the same, whatever company it is linked to', async () => {
  const unknown = await stateWith({ employerId: 5, companyId: null });
  const known = await stateWith({ employerId: 5, companyId: 7 });
  const merged = await stateWith({ employerId: 5, companyId: 8 });
  expect(changedFields('p1', unknown, known)).toEqual([]);
  expect(changedFields('p1', known, merged)).toEqual([]);
  expect(changedFields('p1', merged, unknown)).toEqual([]);
});

it('takes two names of one company for one employer', async () => {
  const once = await stateWith({ employerId: 5, companyId: 7 });
  const twice = await stateWith({ employerId: 6, companyId: 7 }, { employerId: 5, companyId: 7 });
  expect(changedFields('p1', once, twice)).toEqual([]);
});

it('finds another employer, also in comparison with a state of an older version', async () => {
  const before = await stateWith({ employerId: 5, companyId: 7 });
  const after = await stateWith({ employerId: 6, companyId: 9 });
  const older = before.split('.').slice(0, 4).join('.');
  expect(changedFields('p1', before, after)).toEqual(['employer']);
  expect(changedFields('p1', older, after)).toEqual(['employer']);
  expect(changedFields('p1', older, before)).toEqual([]);
});

it('counts all openings of a company, however many job rows are before them', async () => {
  const rows = [...Array.from({ length: 100_000 }, () => 1), 2];
  const jobDocument = (id: number) => ({ id, companyId: rows[id], open_positions: 1 });
  const edition = {
    search: ({ clauses: [{ anyOf }] }: { clauses: [{ anyOf: number[] }] }, page: { after: number; limit: number }) => {
      const docs: number[] = [];
      for (let doc = page.after + 1; doc < rows.length && docs.length <= page.limit; doc++)
        if (anyOf.includes(rows[doc] ?? 0)) docs.push(doc);
      return { docs: docs.slice(0, page.limit), more: docs.length > page.limit };
    },
    jobIdOf: (doc: number) => doc,
  };
  const documents = {
    documentsOf: ({ companies, jobs }: { companies: number[]; jobs: number[] }) => ({
      people: [],
      contacts: [],
      companies: companies.map((id) => ({ id, slug: `c${id}`, employee_count: 5 })),
      jobs: jobs.map(jobDocument),
    }),
  };
  const turn = { run: async (page: unknown) => page, pause: async () => {} };
  const reading = { salt: 'wat_1', documents, searchable: { edition }, turn, jobs: [] };
  const statesIn = (records: string[]) => statesOf(records, reading as unknown as Parameters<typeof statesOf>[1]);
  const together = await statesIn(['c1', 'c2']);
  const alone = await statesIn(['c2']);
  expect(together.get('c2')).toBe(alone.get('c2'));
});
