// Conformance of the change log: the documents of an earlier state, brought up to date with the changed records, are
// the documents of the current state, whatever was written in between.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../../contract/import-records.ts';
import type { ChangedRecords } from '../changes-port.ts';
import type { RecordKind } from '../keeper-port.ts';
import type { CatalogDocuments } from '../port.ts';
import type { SuppressionEntry } from '../writer-port.ts';
import { companyRecord, email, opening, personRecord, phone, position, unlistedPerson } from './records.ts';
import { type CatalogUnderTest, loadRows, makeScene, pushRows, type Rows, type Scene } from './scene.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const DOMAINS = ['acme.example', 'shop.acme.example', 'beta.example', 'shared.example'];
const EMAILS = ['jane@acme.example', 'joe@beta.example', 'info@acme.example'];
const PHONES = ['+12025550100', '+12025550101'];
const updated_at = maybe(fc.constantFrom('2020-01-01T00:00:00Z', '2026-11-01T00:00:00Z'));

const company: fc.Arbitrary<CompanyRecord> = fc
  .record({
    slug: maybe(fc.constantFrom('acme', 'acme-2', 'beta', 'gmbh')),
    name: fc.constantFrom('Acme', 'ACME Inc.', 'Beta', 'GmbH'),
    domains: fc.uniqueArray(fc.constantFrom(...DOMAINS), { maxLength: 2 }),
    employee_count: maybe(fc.integer({ min: 1, max: 3 })),
    country: maybe(fc.constantFrom('DE', 'FR')),
    updated_at,
  })
  .map(({ slug, country, ...fields }) =>
    companyRecord(slug, { ...fields, hq: country && { city: null, state: null, country_code: country } }),
  );

const employer = fc.oneof(
  fc.constantFrom('acme', 'acme-2', 'beta'),
  fc.constantFrom(...DOMAINS).map((each) => ({ company_domain: each })),
  fc.constantFrom('Acme', 'Acme Inc.', 'Beta', 'GmbH').map((each) => ({ company_name: each })),
);

const person: fc.Arbitrary<PersonRecord> = fc
  .record({
    slug: maybe(fc.constantFrom('jane', 'joe', 'ann')),
    full_name: fc.constantFrom('Jane Doe', 'J. Doe', 'Joe Roe'),
    addresses: fc.uniqueArray(fc.constantFrom(...EMAILS), { maxLength: 2 }),
    numbers: fc.uniqueArray(fc.constantFrom(...PHONES), { maxLength: 1 }),
    employers: fc.array(employer, { maxLength: 2 }),
    headline: maybe(fc.constantFrom('Engineer', 'Cook')),
    updated_at,
  })
  .map(({ slug, addresses, numbers, employers, ...fields }) => {
    const record = personRecord(slug ?? '', {
      ...fields,
      emails: addresses.map((address) => email(address)),
      phones: numbers.map((number) => phone(number)),
      experiences: employers.map((named) => position(named)),
    });
    return slug === null ? unlistedPerson(record) : record;
  });

const job: fc.Arbitrary<OpeningRecord> = fc
  .record({
    named: employer,
    title: fc.constantFrom('VP Sales', 'Vice President Sales', 'Cook'),
    source: fc.constantFrom('board', 'site'),
    open_positions: fc.integer({ min: 1, max: 2 }),
    url: maybe(fc.constantFrom('https://acme.example/1', 'https://acme.example/2')),
    is_open: fc.boolean(),
  })
  .map(({ named, title, ...fields }) => opening(named, title, fields));

const entry: fc.Arbitrary<SuppressionEntry> = fc.oneof(
  fc.constantFrom(...EMAILS).map((value) => ({ kind: 'email' as const, value })),
  fc.constantFrom(...PHONES).map((value) => ({ kind: 'phone' as const, value })),
  fc.constantFrom('jane', 'joe').map((value) => ({ kind: 'person' as const, value })),
  fc.constantFrom('acme', 'beta').map((value) => ({ kind: 'company' as const, value })),
  fc.constantFrom(...DOMAINS).map((value) => ({ kind: 'domain' as const, value })),
);

/** One call that writes. */
type Step = (scene: Scene) => Promise<unknown>;

const SOURCES = ['crm', 'web'];
/** An import or a push. */
const load = (rows: fc.Arbitrary<Rows>): fc.Arbitrary<Step> =>
  fc
    .record({
      rows,
      source: fc.constantFrom(...SOURCES),
      at: fc.constantFrom('2020-01-01T10:00:00.000Z', '2026-11-20T10:00:00.000Z'),
      isPush: fc.boolean(),
    })
    .map(
      ({ rows: each, source, at, isPush }): Step =>
        ({ writer }) => {
          return isPush ? pushRows(writer, [{ ...each, source, at }]) : loadRows(writer, each, { source, at });
        },
    );

/** Splits off the row with this number of a record, where that is possible. */
async function split({ keeper }: Scene, { kind, slug, row }: { kind: RecordKind; slug: string; row: number }) {
  const origins = kind === 'company' ? await keeper.companyOrigins(slug) : await keeper.personOrigins(slug);
  const id = origins?.rows[row]?.id;
  if (origins && id && origins.rows.length > 1) await keeper.split(kind, slug, [id]).catch(() => undefined);
}

/** Undoes one of the runs, but never the first: the catalog is never empty again. */
async function undo({ writer, keeper }: Scene, number: number) {
  const [, ...runs] = (await writer.runs()).filter((run) => run.undoneAt === null);
  const run = runs[number % Math.max(1, runs.length)];
  if (run) await keeper.undoRun(run.id, 'later');
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: load(fc.record({ companies: fc.array(company, { minLength: 1, maxLength: 4 }) })) },
  { weight: 4, arbitrary: load(fc.record({ people: fc.array(person, { minLength: 1, maxLength: 4 }) })) },
  { weight: 3, arbitrary: load(fc.record({ jobs: fc.array(job, { minLength: 1, maxLength: 4 }) })) },
  {
    weight: 3,
    arbitrary: entry.map(
      (each): Step =>
        ({ writer }) =>
          writer.suppress(each, 'now'),
    ),
  },
  {
    weight: 3,
    arbitrary: entry.map(
      (each): Step =>
        ({ writer }) =>
          writer.release(each),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(7).map(
      (number): Step =>
        (scene) =>
          undo(scene, number),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.record({
          kind: fc.constant('company' as const),
          slug: fc.constantFrom('acme', 'beta'),
          row: fc.nat(2),
        }),
        fc.record({ kind: fc.constant('person' as const), slug: fc.constantFrom('jane', 'joe'), row: fc.nat(2) }),
      )
      .map(
        (which): Step =>
          (scene) =>
            split(scene, which),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ source: fc.constantFrom(...SOURCES), priority: fc.nat(2) }).map(
      ({ source, priority }): Step =>
        ({ keeper }) =>
          keeper.setPriority(source, priority),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        who: fc.oneof(
          fc.constantFrom('jane', 'ann').map((slug) => ({ slug })),
          fc.constantFrom(...EMAILS).map((each) => ({ email: each })),
        ),
        suppressAt: maybe(fc.constant('now')),
      })
      .map(
        ({ who, suppressAt }): Step =>
          ({ keeper }) =>
            keeper.forgetPeople(who, suppressAt),
      ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(({ keeper }) => keeper.expireRows('2025-01-01T00:00:00Z')) },
  {
    weight: 1,
    arbitrary: fc.constant<Step>(({ writer }) => writer.noteSharedSites(['beta.example'])),
  },
);

interface Position {
  readonly employerId?: number;
  readonly companyId: number | null;
}

/** All records by kind and id: everything that an edition holds of each. */
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
  const { companies, people, jobs, bodies, contacts, companyKeys } = documents;
  const company = { keys: byId(companyKeys), bodies: texts(bodies.companies.all) };
  const individual = { contacts: byId(contacts), bodies: texts(bodies.people.all) };
  const rows = texts(bodies.jobs.all);
  return {
    generation: documents.state.generation,
    companies: new Map(
      [...companies].map((document) => {
        const { id } = document;
        return [id, { document, keys: company.keys.get(id), body: company.bodies.get(id) }];
      }),
    ),
    people: new Map(
      [...people].map((document) => {
        const { id } = document;
        return [id, { document, contacts: individual.contacts.get(id), body: individual.bodies.get(id) }];
      }),
    ),
    jobs: new Map([...jobs].map((document) => [document.id, { document, body: rows.get(document.id) }])),
  };
}

/** JSON.stringify has turned a buffer into its bytes. */
function textOf(value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: number[] };
  return type === 'Buffer' && data ? String(Buffer.from(data)) : value;
}

/** The state with the changed records as they are in `current`, a state of these alone. */
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

/** The state now, which is that of the changes since `before`; null if the log does not have them. */
function advance({ catalog }: Scene, before: State): { readonly now: State; readonly changed: ChangedRecords | null } {
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

/** The company from which the log says that an employer moved is the one of the earlier state. */
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

function currentState({ catalog }: Scene): State {
  const documents = catalog.documents();
  try {
    return stateOf(documents);
  } finally {
    documents.close();
  }
}

export function changeTests(fresh: () => CatalogUnderTest): void {
  describe('the change log', () => {
    test('brings the documents of any earlier state up to date, whatever was written', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
          const scene = makeScene(fresh);
          // The first import into an empty catalog is logged as a change of everything.
          await scene.load(FIRST);
          await scene.writer.noteSharedSites(['shared.example']);
          const first = currentState(scene);
          let before = first;
          for (const each of steps) {
            await each(scene);
            const { now, changed } = advance(scene, before);
            expect(changed).not.toBeNull();
            before = now;
          }
          expect(advance(scene, first).changed).not.toBeNull();
        }),
        { numRuns: 60 },
      );
    });

    test('says everything for an import into an empty catalog, and for what it no longer has', async () => {
      const scene = makeScene(fresh);
      await scene.load(FIRST);
      await scene.load({ companies: [companyRecord('acme')] });
      await scene.load({ people: [personRecord('jane', { experiences: [position('acme')] })] });
      const { generation } = await scene.catalog.state();
      const documents = scene.catalog.documents();
      expect(documents.changes(0)).toBe('everything');
      expect(documents.changes(generation + 1)).toBe('everything');
      expect(documents.changes(generation)).toEqual(NO_CHANGE);
      expect(documents.changes(generation - 1)).toEqual({ ...NO_CHANGE, people: [1] });
      expect(documents.changes(generation - 2)).toEqual({ ...NO_CHANGE, companies: [2], people: [1] });
      expect(documents.changes(generation - 2, 1)).toBe('everything');
      documents.close();

      await scene.catalog.trimChanges(generation - 1);
      const trimmed = scene.catalog.documents();
      expect(trimmed.changes(generation - 1)).toEqual({ ...NO_CHANGE, people: [1] });
      expect(trimmed.changes(generation - 2)).toBe('everything');
      trimmed.close();
    });

    test('counts a hidden company as none where a name of an employer refers to another one', async () => {
      const scene = makeScene(fresh);
      await scene.load(FIRST);
      const domains = ['shared.example'];
      await scene.writer.noteSharedSites(domains);
      await scene.load({ companies: [companyRecord('acme', { domains, employee_count: 3 })] });
      await scene.load({
        people: [personRecord('jane', { experiences: [position({ company_domain: 'shared.example' })] })],
      });
      await scene.writer.suppress({ kind: 'company', value: 'acme' }, 'now');
      const { generation } = await scene.catalog.state();
      await scene.load({ companies: [companyRecord('beta', { domains, employee_count: 5 })] });
      await scene.keeper.undoRun((await scene.writer.runs()).length, 'later');
      const documents = scene.catalog.documents();
      expect(documents.changes(generation)).toMatchObject({ employers: [{ employerId: 1, from: null, to: null }] });
      documents.close();
      const later = scene.catalog.documents();
      expect(later.changes(generation + 1)).toMatchObject({ employers: [{ employerId: 1, from: 3, to: null }] });
      later.close();
    });

    test('lists a company whose made slug another one takes', async () => {
      const scene = makeScene(fresh);
      await scene.load(FIRST);
      await scene.load({ companies: [companyRecord(null, { name: 'Acme' })] });
      await scene.load({ companies: [companyRecord(null, { name: 'Beta', domains: ['beta.example'] })] });
      const { generation } = await scene.catalog.state();
      await scene.load({ companies: [companyRecord('acme', { name: 'Beta', domains: ['beta.example'] })] });
      const documents = scene.catalog.documents();
      expect(documents.changes(generation)).toEqual({ ...NO_CHANGE, companies: [2, 3] });
      documents.close();
    });

    test('lists a hidden company and its return with the names of its employer, and by its job rows', async () => {
      const scene = makeScene(fresh);
      await scene.load(FIRST);
      await scene.load({ companies: [companyRecord('acme')] });
      await scene.load({ people: [personRecord('jane', { experiences: [position('acme')] })] });
      await scene.load({ jobs: [opening('acme', 'Cook')] });
      const { generation } = await scene.catalog.state();
      await scene.writer.suppress({ kind: 'company', value: 'acme' }, 'now');
      const hidden = scene.catalog.documents();
      const employers = [{ employerId: 1, from: 2, to: null }];
      expect(hidden.changes(generation)).toEqual({ companies: [2], people: [], jobs: [1], employers });
      hidden.close();
      await scene.writer.release({ kind: 'company', value: 'acme' });
      const shown = scene.catalog.documents();
      const back = [{ employerId: 1, from: null, to: 2 }];
      expect(shown.changes(generation + 1)).toEqual({ companies: [2], people: [], jobs: [1], employers: back });
      shown.close();
    });
  });
}
