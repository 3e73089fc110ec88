// The rows of documents of an edition, for comparing editions.
import { expect } from 'vitest';
import type { Space } from '../../src/contract/fields.ts';
import { atOnce } from '../../src/ops/scheduling/work.ts';
import type { SearchableEdition } from '../../src/search/edition/searchable-edition.ts';

/** Documents as answered: with the records of the person or company. */
export function shown(edition: SearchableEdition, space: Space, docs: readonly number[]): unknown[] {
  const rows: unknown[] = [];
  const { records } = edition;
  const employersOf = (companies: readonly (number | null)[]) =>
    companies.map((company) => {
      let employer = '';
      if (company === null) return employer;
      records?.companies([company], (_, unit) => {
        employer = String(unit.employer);
      });
      return employer;
    });
  if (space === 'companies')
    records?.companies(docs, (index, unit) => {
      rows[index] = {
        id: edition.companyIdOf(docs[index] ?? 0),
        employer: String(unit.employer),
        rest: String(unit.rest),
      };
    });
  if (space === 'jobs') {
    const employers = employersOf(docs.map((doc) => edition.companyOf('jobs', doc)));
    records?.jobs(docs, (index, { before, after }) => {
      rows[index] = { id: edition.jobIdOf(docs[index] ?? 0), body: `${before}${after}`, employer: employers[index] };
    });
  }
  if (space === 'people') {
    const employers = employersOf(docs.map((doc) => edition.companyOf('people', doc)));
    const firsts = docs.map((doc) => edition.firstOf(doc));
    records?.people(firsts, (index, json) => {
      const position = edition.position(docs[index] ?? 0);
      rows[index] = { position, json: String(json), employer: employers[index] };
    });
  }
  expect(rows).toHaveLength(docs.length);
  return rows;
}

/** All rows in order, and their numbers. */
export function allRows(edition: SearchableEdition) {
  const spaces = (['companies', 'people', 'jobs'] as const).map((space) => {
    const query = { space, clauses: [] };
    const { docs } = atOnce(edition.search(query, { after: -1, limit: 1_000_000 }));
    return { rows: shown(edition, space, docs), count: atOnce(edition.count(query)) };
  });
  return { spaces, counts: edition.counts, industries: edition.industries };
}
