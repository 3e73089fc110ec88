// The tables of people, as a RecordRepository writes them, with their aliases and deferred indexes.
import { hasGeneratedForm, withoutNumber } from '../../identity/generated-slug.ts';
import type { FoundPerson } from '../matching/lookups.ts';
import {
  areLinkedPeople,
  evidenceOfPeople,
  PERSON_LOOKUP_TRAITS,
  type PersonKind,
  personRules,
} from '../matching/person-rules.ts';
import { PERSON_LIMITS } from '../matching/score-people.ts';
import type { Origin } from '../matching/source-row.ts';
import { identitiesOfPerson } from '../matching/suppressed-identities.ts';
import { personDetail, personVerdictKey } from '../matching/verdict-keys.ts';
import type { PreparedPerson } from '../prepared-person.ts';
import type { DeferrableIndexes } from '../tables/deferrable-indexes.ts';
import type { Employers } from '../tables/employers.ts';
import { PersonTable } from '../tables/person-table.ts';
import type { Sql } from '../tables/sql.ts';
import type { SuppressionList } from '../tables/suppression-list.ts';
import type { UndoLog } from '../tables/undo-log.ts';
import { personRecord } from '../views/person-json.ts';
import type { MergeRules } from '../writer-port.ts';
import type { Aliases, KindStore } from './kind-store.ts';
import { PersonSlugs } from './person-slugs.ts';

interface Collaborators {
  readonly merge: MergeRules;
  readonly indexes: DeferrableIndexes;
  readonly employers: Employers;
  readonly suppressions: SuppressionList;
  readonly undoLog: UndoLog;
}

export function personStore(sql: Sql, collaborators: Collaborators): KindStore<PersonKind> & InMemory {
  const table = new PersonTable(sql, collaborators);
  const slugs = new PersonSlugs(sql, { table, undoLog: collaborators.undoLog });
  const { merge, indexes, employers, suppressions } = collaborators;
  let hasGeneratedSlugs = false;
  return {
    kind: 'person',
    counted: 'people',
    traits: PERSON_LOOKUP_TRAITS,
    ownLookups: { ...lookupsIn(table, indexes), hasAny: (kinds) => kinds.map(() => hasGeneratedSlugs) },
    rules: (lookups, isWaiting) => personRules(lookups, isWaiting, merge.person),
    limits: PERSON_LIMITS,
    verdictKeyOf: personVerdictKey,
    detailOf: personDetail,
    byVerdictKey: (key) => {
      indexes.ensure();
      return byVerdictKey(key, table);
    },
    evidenceOf: evidenceOfPeople,
    areLinked: areLinkedPeople,
    isSuppressed: (incoming) => suppressions.hasPerson(incoming),
    isSuppressedNew: (person) => suppressions.hasNew('person', person.slug, () => identitiesOf(person)),
    byIds: (ids) => table.byId(ids),
    bySlugs: (slugs) => table.bySlug(slugs),
    byFormerSlug: (slug) => table.byAlias([slug])[0] ?? null,
    prefetchRows: (people) => employers.prefetch(employersOf(people)),
    prefetchStates: (people) => employers.prefetch(employersOf(people)),
    prefetch: (ids) => table.prefetch(ids),
    together: (write) => write(),
    recordOf: ({ id }) => table.record(id),
    storedOf: (person) => personRecord(person, person),
    add: (person, origin, formerId) => {
      if (person.generatedSlug === 1) hasGeneratedSlugs = true;
      return table.add(person, origin, formerId);
    },
    redirect: () => undefined,
    change: ([survivor, ...absorbed], person, origin) =>
      change({ table, slugs }, survivor as FoundPerson, { absorbed, person, origin }),
    setOrigin: (id, origin) => table.setOrigin(id, origin),
    remove: ({ id }) => table.remove(id),
    eraseLogged: (people) => slugs.eraseLogged(people),
    noteMovedRows: null,
    aliases: aliasesIn(slugs),
    slugsBefore: (runId) => slugs.before(runId),
    restoreSlugs: (runId) => slugs.restore(runId),
    displacedBy: () => [],
    keysOf: ({ former, rows, state }) => ({
      withRowKey: 'length' in rows ? rows.map(({ rowKey }) => rowKey) : [],
      numbered: [state, ...former].map(({ slug }) => withoutNumber(slug)),
      bySlug: [state.slug, ...former.map(({ slug }) => slug)],
      byAlias: [state.slug, ...former.map(({ slug }) => slug)],
      byEmail: state.emails.map(({ email }) => email),
      byPhone: state.phones.map(({ phone }) => phone),
      byEmployedKey: state.employedKeys,
      hasAny: ['generated slug'],
    }),
    records: () => table.records(),
    refresh: () => {
      table.refresh();
      hasGeneratedSlugs = table.hasGeneratedSlugs();
    },
    clear: () => table.clear(),
  };
}

function lookupsIn(
  table: PersonTable,
  indexes: DeferrableIndexes,
): Omit<KindStore<PersonKind>['ownLookups'], 'hasAny'> {
  const indexed = () => {
    indexes.ensure();
    return table;
  };
  return {
    byAlias: (slugs) => table.byAlias(slugs),
    byEmail: (emails) => indexed().byEmail(emails),
    byPhone: (phones) => indexed().byPhone(phones),
    byEmployedKey: (keys) => indexed().byEmployedKey(keys),
    withRowKey: (rowKeys) => table.withRowKey(rowKeys),
    numbered: (slugs) => indexed().numbered(slugs),
    stored: (ids) => {
      table.prefetch(ids);
      return ids.map((id) => table.stored(id));
    },
  };
}

function aliasesIn(slugs: PersonSlugs): Aliases<PersonKind> {
  return {
    add: ({ slug }, id) => slugs.addNewAlias(slug, id),
    drop: ({ slug }) => slugs.dropAlias(slug),
    keysOf: ({ slug }) => ({ byAlias: [slug] }),
  };
}

function identitiesOf(person: PreparedPerson): string[] {
  return identitiesOfPerson(personRecord(person, person), person.generatedSlug === 1);
}

function employersOf(people: readonly PreparedPerson[]): string[] {
  return people.flatMap(({ positions }) => positions.map(({ employer }) => employer));
}

function byVerdictKey(key: string, table: PersonTable): FoundPerson[] {
  const own = [table.byAlias([key])[0], table.bySlug([key])[0]].filter((person) => person != null);
  return hasGeneratedForm(key) ? [...own, ...(table.numbered([key])[0] ?? [])] : own;
}

/** Caches that follow the transactions. */
interface InMemory {
  /** The first step of a transaction: other processes may have written. */
  refresh(): void;
  /** Called after a rollback. */
  clear(): void;
}

interface Written {
  readonly table: PersonTable;
  readonly slugs: PersonSlugs;
}

interface PersonChange {
  readonly absorbed: readonly FoundPerson[];
  readonly person: PreparedPerson;
  readonly origin: Origin | null;
}

/** Former slugs of a person remain as aliases. */
function change({ table, slugs }: Written, survivor: FoundPerson, { absorbed, person, origin }: PersonChange): void {
  const { id, slug, hasGeneratedSlug } = survivor;
  if (person.generatedSlug === 0) slugs.noteLost(survivor);
  for (const joined of absorbed) {
    slugs.noteLost(joined);
    slugs.moveAliases(joined.id, id);
    table.remove(joined.id);
    slugs.addAlias(joined.slug, id);
  }
  if (slug !== person.slug) {
    slugs.dropAlias(person.slug);
    if (hasGeneratedSlug) slugs.addAlias(slug, id);
  }
  table.change(id, person, origin);
}
