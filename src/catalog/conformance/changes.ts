// Conformance of the change log: the documents of an earlier state, updated with the changed records, equal the
// documents of the current state after any sequence of writes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangedRecords } from '../changes-port.ts';
import type { CatalogDocuments } from '../port.ts';
import { type CatalogUnderTest, type Fixture, makeFixture } from './fixture.ts';
import { companyRecord, opening, personRecord, position } from './records.ts';
import { step } from './writing-steps.ts';

interface Position {
  readonly employerId?: number;
  readonly companyId: number | null;
}

/** All records by kind and id, with everything that an edition contains of each. */
interface State {
  readonly generation: number;
  readonly companies: Map<number, object>;
  readonly people: Map<number, { readonly document: { readonly positions: readonly Position[] } }>;
  readonly jobs: Map<number, object>;
}

function stateOf(documents: CatalogDocuments): State {
  const byId = <Value extends { readonly id: number }>(values: Iterable<Value>) =>
    new Map([...values].map((value) => [value.id, value]));
  const texts = <Body extends { readonly id: number }>(values: Iterable<Body>) =>
    new Map([...values].map((body) => [body.id, JSON.stringify(body, (_, value) => textOf(value))]));
  const { bodies, contacts, companyKeys } = documents;
  const [companies, people, jobs] = [[...documents.companies], [...documents.people], [...documents.jobs]];
  expectOutlines(documents, { companies, people, jobs });
  const company = { keys: byId(companyKeys), bodies: texts(bodies.companies.all) };
  const individual = { contacts: byId(contacts), bodies: texts(bodies.people.all) };
  const rows = texts(bodies.jobs.all);
  return {
    generation: documents.state.generation,
    companies: new Map(
      companies.map((document) => {
        const { id } = document;
        return [id, { document, keys: company.keys.get(id), body: company.bodies.get(id) }];
      }),
    ),
    people: new Map(
      people.map((document) => {
        const { id } = document;
        return [id, { document, contacts: individual.contacts.get(id), body: individual.bodies.get(id) }];
      }),
    ),
    jobs: new Map(jobs.map((document) => [document.id, { document, body: rows.get(document.id) }])),
  };
}

/** The outlines must equal the outlines of the documents. */
function expectOutlines(
  { outlines }: CatalogDocuments,
  { companies, people, jobs }: Readonly<Record<'companies' | 'people' | 'jobs', readonly object[]>>,
): void {
  const found = outlines();
  const [ofCompanies, ofPeople, ofJobs] = [[...found.companies], [...found.people], [...found.jobs]];
  expect(ofCompanies).toHaveLength(companies.length);
  expect(companies).toMatchObject(ofCompanies);
  expect(ofPeople).toHaveLength(people.length);
  expect(people).toMatchObject(ofPeople);
  // Job rows of hidden companies have no document.
  const byId = new Map(ofJobs.map((outline) => [outline.id, outline]));
  expect(jobs).toMatchObject(jobs.map((job) => byId.get((job as { id: number }).id) ?? 'missing'));
}

/** JSON.stringify has converted a buffer to its bytes. */
function textOf(value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: number[] };
  return type === 'Buffer' && data ? String(Buffer.from(data)) : value;
}

/**
 * The earlier state, in which the changed records are replaced by their state in `current`, which contains only these
 * records.
 */
function updated(before: State, changed: ChangedRecords, current: State): State {
  const replaced = <Value>(old: Map<number, Value>, ids: readonly number[], now: Map<number, Value>) => {
    const next = new Map(old);
    for (const id of ids) next.delete(id);
    for (const [id, value] of now) next.set(id, value);
    return new Map([...next].sort(([a], [b]) => a - b));
  };
  const companyOf = new Map(changed.employers.map(({ employerId, to }) => [employerId, to]));
  const relinked = new Map(
    [...before.people].map(([id, person]) => {
      const positions = person.document.positions.map((each) => {
        const to = companyOf.get(each.employerId ?? 0);
        return to === undefined ? each : { ...each, companyId: to };
      });
      return [id, { ...person, document: { ...person.document, positions } }];
    }),
  );
  return {
    generation: current.generation,
    companies: replaced(before.companies, changed.companies, current.companies),
    people: replaced(relinked, changed.people, current.people),
    jobs: replaced(before.jobs, changed.jobs, current.jobs),
  };
}

/** The current state and the changes since `before`; null if the log does not reach back that far. */
function advance(
  { catalog }: Fixture,
  before: State,
): { readonly now: State; readonly changed: ChangedRecords | null } {
  const documents = catalog.documents();
  const reopened = catalog.documents();
  try {
    const now = stateOf(documents);
    const changed = reopened.changes(before.generation);
    if (changed === 'everything') return { now, changed: null };
    expectLinksOf(before, changed);
    expect(updated(before, changed, stateOf(reopened.documentsOf(changed)))).toEqual(now);
    return { now, changed };
  } finally {
    documents.close();
    reopened.close();
  }
}

/** In the earlier state, the employer must refer to the company from which, by the log, it moved. */
function expectLinksOf(before: State, { employers }: ChangedRecords): void {
  const from = new Map(employers.map((each) => [each.employerId, each.from]));
  for (const { document } of before.people.values()) {
    for (const { employerId = 0, companyId } of document.positions) {
      if (from.has(employerId)) expect(companyId).toBe(from.get(employerId));
    }
  }
}

const FIRST = { companies: [companyRecord('first')] };
const NO_CHANGE: ChangedRecords = { companies: [], people: [], jobs: [], employers: [] };

function currentState({ catalog }: Fixture): State {
  const documents = catalog.documents();
  try {
    return stateOf(documents);
  } finally {
    documents.close();
  }
}

export function changeTests(fresh: () => CatalogUnderTest, share = 1): void {
  describe('the change log', () => {
    test('updates the documents of any earlier state after any writes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
          const fixture = makeFixture(fresh);
          // The first import into an empty catalog is logged as a change of everything.
          await fixture.load(FIRST);
          await fixture.writer.noteSharedSites(['shared.example']);
          const first = currentState(fixture);
          let before = first;
          for (const each of steps) {
            await each(fixture);
            const { now, changed } = advance(fixture, before);
            expect(changed).not.toBeNull();
            before = now;
          }
          expect(advance(fixture, first).changed).not.toBeNull();
        }),
        { numRuns: Math.ceil(40 * share) },
      );
    });

    test('returns everything for an import into an empty catalog, and for generations that it no longer contains', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load(FIRST);
      await fixture.load({ companies: [companyRecord('acme')] });
      await fixture.load({ people: [personRecord('jane', { experiences: [position('acme')] })] });
      const { generation } = await fixture.catalog.state();
      const documents = fixture.catalog.documents();
      expect(documents.changes(0)).toBe('everything');
      expect(documents.changes(generation + 1)).toBe('everything');
      expect(documents.changes(generation)).toEqual(NO_CHANGE);
      expect(documents.changes(generation - 1)).toEqual({ ...NO_CHANGE, people: [1] });
      expect(documents.changes(generation - 2)).toEqual({ ...NO_CHANGE, companies: [2], people: [1] });
      expect(documents.changes(generation - 2, 1)).toBe('everything');
      documents.close();

      await fixture.catalog.trimChanges(generation - 1);
      const trimmed = fixture.catalog.documents();
      expect(trimmed.changes(generation - 1)).toEqual({ ...NO_CHANGE, people: [1] });
      expect(trimmed.changes(generation - 2)).toBe('everything');
      trimmed.close();
    });

    test('lists a hidden company as null if a name of an employer then refers to another company', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load(FIRST);
      const domains = ['shared.example'];
      await fixture.writer.noteSharedSites(domains);
      await fixture.load({ companies: [companyRecord('acme', { domains, employee_count: 3 })] });
      await fixture.load({
        people: [personRecord('jane', { experiences: [position({ company_domain: 'shared.example' })] })],
      });
      await fixture.writer.suppress({ kind: 'company', value: 'acme' }, 'now');
      const { generation } = await fixture.catalog.state();
      await fixture.load({ companies: [companyRecord('beta', { domains, employee_count: 5 })] });
      await fixture.admin.undoRun((await fixture.writer.runs()).length, 'later');
      const documents = fixture.catalog.documents();
      expect(documents.changes(generation)).toMatchObject({ employers: [{ employerId: 1, from: null, to: null }] });
      documents.close();
      const later = fixture.catalog.documents();
      expect(later.changes(generation + 1)).toMatchObject({ employers: [{ employerId: 1, from: 3, to: null }] });
      later.close();
    });

    test('lists a company whose generated slug another company replaces', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load(FIRST);
      await fixture.load({ companies: [companyRecord(null, { name: 'Acme' })] });
      await fixture.load({ companies: [companyRecord(null, { name: 'Beta', domains: ['beta.example'] })] });
      const { generation } = await fixture.catalog.state();
      await fixture.load({ companies: [companyRecord('acme', { name: 'Beta', domains: ['beta.example'] })] });
      const documents = fixture.catalog.documents();
      expect(documents.changes(generation)).toEqual({ ...NO_CHANGE, companies: [2, 3] });
      documents.close();
    });

    test('lists a hidden company and its return with the names of its employer, and by its job rows', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load(FIRST);
      await fixture.load({ companies: [companyRecord('acme')] });
      await fixture.load({ people: [personRecord('jane', { experiences: [position('acme')] })] });
      await fixture.load({ jobs: [opening('acme', 'Cook')] });
      const { generation } = await fixture.catalog.state();
      await fixture.writer.suppress({ kind: 'company', value: 'acme' }, 'now');
      const hidden = fixture.catalog.documents();
      const employers = [{ employerId: 1, from: 2, to: null }];
      expect(hidden.changes(generation)).toEqual({ companies: [2], people: [], jobs: [1], employers });
      hidden.close();
      await fixture.writer.release({ kind: 'company', value: 'acme' });
      const shown = fixture.catalog.documents();
      const back = [{ employerId: 1, from: null, to: 2 }];
      expect(shown.changes(generation + 1)).toEqual({ companies: [2], people: [], jobs: [1], employers: back });
      shown.close();
    });
  });
}
