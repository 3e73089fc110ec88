// A catalog with more positions than a block of an edition, and queries whose matches are in several blocks.

import type { CompanyDocument, PersonDocument } from '../../src/contract/documents.ts';
import { JOB_LEVELS } from '../../src/contract/vocabularies/vocabularies.ts';
import { PackedColumn } from '../../src/search/edition/columns/packed-column.ts';
import { EditionFile } from '../../src/search/edition/edition-file.ts';
import { Postings } from '../../src/search/edition/sets/postings.ts';
import type { Query } from '../../src/search/query.ts';
import { parseWordValue } from '../../src/words/words.ts';
import { containerKinds } from './container-kinds.ts';
import type { NaiveCatalog } from './naive-search.ts';

const COMPANY_COUNT = 40;
const TITLES = ['Engineer', 'Sales Manager', 'VP Sales', 'Nurse', 'Data Engineer', 'Vice President of Data', 'CEO'];
const COUNTRIES = ['US', 'DE', 'FR', 'IN', null];

function company(id: number): CompanyDocument {
  return {
    ...{ id, slug: `company-${id}`, employee_count: (id * 37) % 11 === 0 ? null : (id * 37) % 500 },
    ...{ name: `Company ${id}`, industry: id % 3 === 0 ? 'Software' : 'Banking', type: null, hq_country: 'US' },
    ...{
      hq_city: null,
      hq_state: null,
      founded_year: 1900 + (id % 120),
      followers: null,
      about: id % 5 === 0 ? 'makes data' : null,
      specialties: [],
    },
  };
}

/** Deterministic, but without a pattern: a step of a multiplicative generator. */
function mixed(id: number, salt: number): number {
  return (Math.imul(id + salt * 7919, 0x9e3779b1) >>> 0) >>> 8;
}

function person(id: number): PersonDocument {
  const companyIds =
    mixed(id, 1) % 9 === 0
      ? [1 + (id % COMPANY_COUNT), 1 + (mixed(id, 2) % COMPANY_COUNT)]
      : [1 + (id % COMPANY_COUNT)];
  return {
    ...{ id, slug: `person-${mixed(id, 3)}-${id}`, country: COUNTRIES[mixed(id, 4) % 5] ?? null, city: null },
    ...{ connections_count: mixed(id, 5) % 501, headline: mixed(id, 6) % 400 === 0 ? 'rare bird' : null },
    ...{
      full_name: `Ann ${id % 97}`,
      schools: [],
      skills: id % 3 === 0 ? ['SQL'] : [],
      updated_day: mixed(id, 12) % 400,
    },
    positions: companyIds.map((companyId, index) => ({
      ...{
        companyId,
        job_title: TITLES[mixed(id, 7 + index) % 7] ?? null,
        job_level: JOB_LEVELS[mixed(id, 9) % 6] ?? null,
      },
      job_function: functionOf(id, companyId),
      title_confidence: mixed(id, 10) % 101,
    })),
  };
}

/**
 * Nursing has a thousand documents among the larger companies, and few in the last block, which has companies of
 * unknown size.
 */
function functionOf(id: number, companyId: number): string | null {
  const isNurse = companyId % 11 === 0 ? id < 60 : (companyId * 37) % 500 > 200 && mixed(id, 11) % 40 === 0;
  return isNurse ? 'Nursing' : id % 1000 === 7 ? 'Legal' : null;
}

/** A catalog of this many people, some of them with two positions. */
export function largeCatalog(people: number): NaiveCatalog {
  return {
    companies: Array.from({ length: COMPANY_COUNT }, (_, index) => company(index + 1)),
    people: Array.from({ length: people }, (_, index) => person(index + 1)),
    jobs: [],
  };
}

const title = (value: string, negated = false) => {
  const anyOf = [parseWordValue(value, { abbreviations: true })].filter((word) => word !== null);
  return { kind: 'words', fields: ['job_title', 'headline'], anyOf, negated } as const;
};
const titleAlone = (value: string) => ({ ...title(value), fields: ['job_title'] }) as const;
/** Pairs of words: most pairs are in no title, but each word is in several. */
const manyTitles = (one: typeof title | typeof titleAlone, negated: boolean) => {
  const words = ['data', 'vp', 'manager', 'sales', 'rare'];
  const pairs = words.flatMap((first, index) => words.slice(index + 1).map((second) => `${first} ${second}`));
  return { ...one('data'), anyOf: [...pairs, '[nurse]'].flatMap((value) => one(value).anyOf), negated };
};
const levels = (...anyOf: string[]) => ({ kind: 'values', field: 'job_level', anyOf, negated: false }) as const;
const nurses = { kind: 'values', field: 'job_function', anyOf: ['Nursing'], negated: false } as const;
const software = { kind: 'values', field: 'industry', anyOf: ['Software'], negated: false } as const;
const countries = { kind: 'values', field: 'country', anyOf: ['US', 'FR'], negated: false } as const;

/** Queries with many and with few matches. */
export const largeQueries: readonly Query[] = [
  { space: 'people', clauses: [title('vp'), countries] },
  { space: 'people', clauses: [title('rare'), software] },
  { space: 'people', clauses: [software, title('[sales manager]', true), { ...countries, negated: true }] },
  {
    space: 'people',
    clauses: [titleAlone('vp'), levels('VP', 'Director', 'Staff', 'Manager'), countries],
  },
  { space: 'people', clauses: [nurses, levels('VP', 'Other'), titleAlone('vp'), countries] },
  {
    space: 'people',
    clauses: [title('engineer'), { kind: 'ranges', field: 'connections_count', anyOf: [{ min: 480, max: null }] }],
  },
  { space: 'people', clauses: [manyTitles(title, true), nurses, software] },
  { space: 'people', clauses: [manyTitles(titleAlone, true), levels('VP', 'Director'), software] },
  { space: 'people', clauses: [manyTitles(titleAlone, false), software] },
];

/** The number of containers of each kind in the terms of an edition, and of terms stored as rare. */
export function kindsOfContainers(
  buffer: ArrayBufferLike,
): Record<'array' | 'bits' | 'runs' | 'elias_fano' | 'rare', number> {
  const file = new EditionFile(buffer);
  const places = new PackedColumn(file.words('terms.places'));
  const postings = new Postings(file.words('postings'));
  const sums = { array: 0, bits: 0, runs: 0, elias_fano: 0, rare: 0 };
  for (let term = 0; term < places.length; term++) {
    const kinds = containerKinds(postings, places.at(term));
    sums.array += kinds.array;
    sums.bits += kinds.bits;
    sums.runs += kinds.runs;
    sums.elias_fano += kinds.elias_fano;
    if (kinds.array + kinds.bits + kinds.runs + kinds.elias_fano === 0) sums.rare++;
  }
  return sums;
}
