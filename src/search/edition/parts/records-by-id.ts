// Reads the records of many ids from a catalog.
import type { RecordDocuments } from '../../../contract/documents.ts';
import type { Space } from '../../../contract/fields.ts';
import type { RecordsById } from '../changed-records.ts';

/** The ids of records of each space, ascending. */
export type AscendingIds = Readonly<Record<Space, Iterable<number>>>;

/** The number of ids in one statement. */
const IDS_AT_ONCE = 5000;

/** Reads the records as one stream of each kind. Each stream iterates the ids again. */
export function readById(catalog: RecordsById, ids: AscendingIds): RecordDocuments {
  function* read<Value>(space: Space, of: (some: RecordDocuments) => Iterable<Value>): Generator<Value> {
    for (const list of inLists(ids[space]))
      yield* of(catalog.documentsOf({ companies: [], people: [], jobs: [], [space]: list }));
  }
  const samples = (): never => {
    throw new Error('dictionaries are not made of some records');
  };
  return {
    companies: read('companies', ({ companies }) => companies),
    people: read('people', ({ people }) => people),
    jobs: read('jobs', ({ jobs }) => jobs),
    bodies: {
      companies: { all: read('companies', ({ bodies }) => bodies.companies.all), samples },
      people: { all: read('people', ({ bodies }) => bodies.people.all), samples },
      jobs: { all: read('jobs', ({ bodies }) => bodies.jobs.all), samples },
    },
    contacts: read('people', ({ contacts }) => contacts),
    companyKeys: read('companies', ({ companyKeys }) => companyKeys),
    outlines: () => ({
      companies: read('companies', (some) => some.outlines().companies),
      people: read('people', (some) => some.outlines().people),
      jobs: read('jobs', (some) => some.outlines().jobs),
    }),
  };
}

function* inLists(ids: Iterable<number>): Generator<number[]> {
  let list: number[] = [];
  for (const id of ids) {
    list.push(id);
    if (list.length < IDS_AT_ONCE) continue;
    yield list;
    list = [];
  }
  if (list.length > 0) yield list;
}
