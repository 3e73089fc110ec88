// Makes rows of an answer from the catalog, for records that changed after the edition was built. Such rows are as
// current as possible.
import type { Catalog } from '../catalog/port.ts';
import type { PositionDocument } from '../contract/documents.ts';
import type { Position } from '../search/edition/edition.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import { joined, opened, positionMembers, type RowKind } from './row-bytes.ts';

type Reading = (edition: SearchableEdition, docs: readonly number[], catalog: Catalog) => Promise<(Buffer | null)[]>;

const READERS: Readonly<Record<RowKind, Reading>> = {
  person: async (edition, docs, catalog) => {
    const people = await peopleNow(edition, docs, catalog);
    return people.map((person) => person && joined(opened(person.json), `,${positionMembers(person.position)}}`));
  },
  person_with_employer: async (edition, docs, catalog) => {
    const people = await peopleNow(edition, docs, catalog);
    const employers = await employersOf(
      people.flatMap((person) => person?.position ?? []),
      catalog,
    );
    return people.map((person) => {
      if (person === null) return null;
      const { json, position } = person;
      const employer = position.companyId === null ? 'null' : (employers.get(position.companyId) ?? 'null');
      return joined(opened(json), `,${positionMembers(position)},"company":${employer}}`);
    });
  },
  company: async (edition, docs, catalog) => {
    const ids = docs.map((doc) => edition.companyIdOf(doc));
    const companies = await catalog.companiesByIds(ids);
    // A merged company appears once, at the position of the company that it was merged into.
    return companies.map((company, index) => (company && company.id === ids[index] ? Buffer.from(company.json) : null));
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

interface PersonNow {
  readonly json: Buffer;
  readonly position: Position;
}

/**
 * For each document the current record of its person, with the current position that corresponds to that of the
 * document.
 */
async function peopleNow(
  edition: SearchableEdition,
  docs: readonly number[],
  catalog: Catalog,
): Promise<(PersonNow | null)[]> {
  const matched = docs.map((doc) => edition.position(doc));
  const people = await catalog.peopleWithPositions(matched.map(({ personId }) => personId));
  return people.map((person, index) => {
    const position = matched[index] as Position;
    return person && { json: person.json, position: positionNow(position, person.positions) };
  });
}

/**
 * The current position that replaces a position of the edition, so that a row has values of only one state. Preference:
 * same employer and title, same employer, same title (of a merged employer), main position.
 */
function positionNow(before: Position, positions: readonly PositionDocument[] | null): Position {
  if (positions === null) return before;
  const isAtEmployer = ({ companyId }: PositionDocument) => companyId === before.companyId;
  const hasTitle = ({ job_title }: PositionDocument) => job_title === before.title;
  const now =
    positions.find((each) => isAtEmployer(each) && hasTitle(each)) ??
    positions.find(isAtEmployer) ??
    positions.find(hasTitle) ??
    positions[0];
  return {
    personId: before.personId,
    companyId: now?.companyId ?? null,
    title: now?.job_title ?? null,
    level: now?.job_level ?? null,
    function: now?.job_function ?? null,
  };
}

/** The employers of positions by id, as JSON. */
async function employersOf(
  positions: readonly { companyId: number | null }[],
  catalog: Catalog,
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(positions.map(({ companyId }) => companyId))].filter((id) => id !== null);
  // The id of a returned company differs from the requested one if that company was merged into another.
  const companies = await catalog.companiesByIds(ids);
  return new Map(
    companies.flatMap((company, index) => (company ? [[ids[index] as number, company.employerJson] as const] : [])),
  );
}
