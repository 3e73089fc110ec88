// Rows of an answer from the catalog, which is as new as can be: for records that changed after the edition was built.
import type { Catalog } from '../catalog/port.ts';
import type { Position } from '../search/edition/edition.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import { joined, opened, positionMembers, type RowKind } from './row-bytes.ts';

type Reading = (edition: SearchableEdition, docs: readonly number[], catalog: Catalog) => Promise<(Buffer | null)[]>;

const READERS: Readonly<Record<RowKind, Reading>> = {
  person: async (edition, docs, catalog) => {
    const positions = docs.map((doc) => edition.position(doc));
    const people = await catalog.peopleByIds(positions.map((position) => position.personId));
    return people.map((json, index) => {
      const members = positionMembers(positions[index] as Position);
      return json && joined(opened(json), `,${members}}`);
    });
  },
  person_with_employer: async (edition, docs, catalog) => {
    const positions = docs.map((doc) => edition.position(doc));
    const employers = await employersOf(positions, catalog);
    const people = await catalog.peopleByIds(positions.map((position) => position.personId));
    return people.map((json, index) => {
      const position = positions[index] as Position;
      const employer = position.companyId === null ? 'null' : (employers.get(position.companyId) ?? 'null');
      return json && joined(opened(json), `,${positionMembers(position)},"company":${employer}}`);
    });
  },
  company: async (edition, docs, catalog) => {
    const companies = await catalog.companiesByIds(docs.map((doc) => edition.companyIdOf(doc)));
    return companies.map((company) => company && Buffer.from(company.json));
  },
  job: async (edition, docs, catalog) => {
    const rows = await catalog.jobRowsByIds(docs.map((doc) => edition.jobIdOf(doc)));
    return rows.map((row) => (row === null ? null : Buffer.from(row)));
  },
};

/** The rows of documents, in their order; omits records that were removed after the edition was built. */
export async function catalogRows(
  kind: RowKind,
  docs: readonly number[],
  { edition, catalog }: { readonly edition: SearchableEdition; readonly catalog: Catalog },
): Promise<Buffer[]> {
  return (await READERS[kind](edition, docs, catalog)).filter((row) => row !== null);
}

/** The employers of positions by id, as JSON. */
async function employersOf(
  positions: readonly { companyId: number | null }[],
  catalog: Catalog,
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(positions.map(({ companyId }) => companyId))].filter((id) => id !== null);
  // The id of the returned company can differ from the requested id, if that company was merged into another.
  const companies = await catalog.companiesByIds(ids);
  return new Map(
    companies.flatMap((company, index) => (company ? [[ids[index] as number, company.employerJson] as const] : [])),
  );
}
