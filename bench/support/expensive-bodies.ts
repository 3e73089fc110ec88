// Bodies that cost as much server time as the contract allows, by kind: rejected ones, long filters, counts, facets,
// deep pages, waterfalls, suggestions. Deterministic by seed; hill climbing changes one draw at a time and keeps the
// more expensive body.
import { SUGGESTED_FIELDS } from '../../src/contract/endpoints/autocomplete.ts';
import { FACETS } from '../../src/contract/facets.ts';
import {
  COMPANY_TYPES,
  CONTINENTS,
  COUNTRIES,
  INDUSTRIES,
  JOB_FUNCTIONS,
  JOB_LEVELS,
  SALES_REGIONS,
} from '../../src/contract/vocabularies/vocabularies.ts';
import { PEOPLE_SEARCH } from './bench-shots.ts';
import type { Shot } from './pressure.ts';

/** Draws by position; a climb changes one of them. */
export class Draws {
  readonly #numbers: number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = [...numbers];
  }

  /** An integer from 0 to below `end`. */
  below(end: number): number {
    const number = this.#numbers[this.#next++ % this.#numbers.length] ?? 0;
    return Math.floor(number * end) % end;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  chance(share: number): boolean {
    return this.below(1000) < share * 1000;
  }
}

/** The records that the bodies refer to. */
export interface Subjects {
  /** The largest companies. */
  readonly companyUrls: readonly string[];
  readonly titles: readonly string[];
  /** Short words of titles, names and texts. */
  readonly words: readonly string[];
  /** Cursor of a people search with a dense filter, after some pages. */
  readonly cursor: string | null;
}

type Make = (draws: Draws, subjects: Subjects) => Shot;

const LIST_MAX = 50;
const WORDS = [
  'a',
  'e',
  'of',
  'and',
  'manager',
  'sales',
  'software',
  'services',
  'engineer',
  'director',
  'the',
  'data',
];
/** Becomes 18 times as long when it is folded. */
const LIGATURE = '\u{FDFA}';
const shot = (path: string, body: unknown): Shot => ({ path, body: JSON.stringify(body) });
const list = (draws: Draws, make: (index: number) => string) =>
  Array.from({ length: draws.pick([1, 5, 20, LIST_MAX, LIST_MAX]) }, (_, index) => make(index));

/** A listed value with some letters changed, so that it is similar to several. */
function mistyped(draws: Draws, index: number): string {
  const value = draws.pick(INDUSTRIES);
  const at = draws.below(value.length);
  const turned = [...value].reverse().join('');
  return draws.pick([`${value.slice(0, at)}x${value.slice(at)}${index}`, `${turned}${index}`, `${value} ${value}`]);
}

/** A text of up to 200 characters. */
function longText(draws: Draws, { words }: Subjects): string {
  if (draws.chance(0.5)) return manyWords(draws, words);
  const word = draws.pick([...WORDS, LIGATURE, 'é', `${draws.below(1000)}`]);
  const other = draws.pick(WORDS);
  let text = '';
  for (let index = 0; text.length < 200 && index < 100; index++)
    text += `${index % 2 === 0 ? word : other}${draws.chance(0.5) ? index % 10 : ''} `;
  const cut = [...text].slice(0, 198).join('');
  return draws.chance(0.2) ? `[${cut}]` : cut;
}

/** Different words that occur in the data. */
function manyWords(draws: Draws, known: readonly string[]): string {
  const at = draws.below(known.length);
  let text = '';
  for (let index = 0; text.length < 180 && index < known.length; index++)
    text += `${known[(at + index) % known.length]} `;
  return text.slice(0, 198);
}

function titleOf(draws: Draws, subjects: Subjects): string {
  const { titles } = subjects;
  const own = draws.pick(titles);
  return draws.pick([
    own,
    `[${own}]`,
    own.split(' ')[0] ?? own,
    `${own} ${draws.pick(titles)}`,
    longText(draws, subjects),
  ]);
}

const words = (draws: Draws, make: (index: number) => string) =>
  draws.pick([
    () => ({ include: list(draws, make) }),
    () => ({ exclude: list(draws, make) }),
    () => ({ include: list(draws, make), exclude: list(draws, make) }),
  ])();

function filters(draws: Draws, subjects: Subjects) {
  const company: Record<string, unknown> = {};
  const people: Record<string, unknown> = {};
  if (draws.chance(0.4)) company['industry'] = words(draws, () => draws.pick(INDUSTRIES));
  if (draws.chance(0.4)) company['keywords'] = words(draws, () => longText(draws, subjects));
  if (draws.chance(0.3)) company['name'] = words(draws, () => longText(draws, subjects));
  if (draws.chance(0.3)) company['type'] = words(draws, () => draws.pick(COMPANY_TYPES));
  if (draws.chance(0.3)) company['continent'] = list(draws, () => draws.pick(CONTINENTS));
  if (draws.chance(0.2)) company['employee_range'] = { min: 1 + draws.below(20) };
  if (draws.chance(0.6))
    people['job_title'] = { ...words(draws, () => titleOf(draws, subjects)), include_headline: draws.chance(0.6) };
  if (draws.chance(0.3)) people['job_level'] = list(draws, () => draws.pick(JOB_LEVELS));
  if (draws.chance(0.3)) people['job_function'] = list(draws, () => draws.pick(JOB_FUNCTIONS));
  if (draws.chance(0.3)) people['country_code'] = list(draws, () => draws.pick(COUNTRIES).code);
  if (draws.chance(0.3)) people['min_connections_count'] = 1 + draws.below(499);
  if (draws.chance(0.3)) people['location'] = { city: words(draws, () => longText(draws, subjects)) };
  if (Object.keys(people).length === 0) people['min_connections_count'] = 1 + draws.below(499);
  return { ...(Object.keys(company).length > 0 ? { company } : {}), people };
}

/** Unlisted values in every list of a body. */
const unlisted: Make = (draws) => {
  const bad = () => list(draws, (index) => mistyped(draws, index));
  return shot(draws.pick([PEOPLE_SEARCH, '/v2/search/companies', '/v2/jobs/search']), {
    company: {
      industry: { include: bad(), exclude: bad() },
      type: { include: bad(), exclude: bad() },
      country_code: bad(),
      continent: bad(),
      sales_region: bad(),
      employee_range: bad(),
    },
  });
};

const unlistedLocations: Make = (draws, { companyUrls }) =>
  shot('/v2/search/waterfall-icp-keyword', {
    company_network_url: companyUrls[0],
    cascade: Array.from({ length: 10 }, () => ({ location: list(draws, (index) => mistyped(draws, index)) })),
  });

const unknownKeys: Make = (draws) => {
  const count = draws.pick([50, 1000, 9990]);
  const key = draws.pick(['industri', 'x', 'company', 'i'.repeat(90), LIGATURE.repeat(20)]);
  const members = Object.fromEntries(Array.from({ length: count }, (_, index) => [`${key}${index}`, index]));
  return shot(PEOPLE_SEARCH, draws.pick([members, { people: members }, { company: { industry: members } }]));
};

const wrongTypes: Make = (draws) => {
  const values = Array.from({ length: draws.pick([50, 1000, 9990]) }, (_, index) =>
    draws.pick<unknown>([index, null, {}, [], true, 'x'.repeat(201)]),
  );
  return shot(PEOPLE_SEARCH, { people: { job_title: { include: values }, job_level: values.slice(0, 10) } });
};

const nearTheLimit = 1_000_000;
const largeBodies: Make = (draws) => {
  const text = draws.pick(['x', ' ', '\\u0041', LIGATURE, 'é', '[', '"', ',']);
  const long = text.repeat(Math.floor(nearTheLimit / Buffer.byteLength(text)));
  const path = draws.pick([
    PEOPLE_SEARCH,
    '/v2/enrichment/email',
    '/v2/utils/current-date',
    '/v2/enrichment/domain-to-network',
  ]);
  const field = draws.pick(['cursor', 'person_network_url', 'region', 'domain', 'zzz']);
  return draws.pick<Shot>([
    { path, body: long },
    { path, body: `{"${field}":"${long.replaceAll('"', 'x')}"}` },
    { path, body: `{"${long.replaceAll('"', 'x')}":1}` },
    shot(path, { [field]: long }),
  ]);
};

const pages: Make = (draws, subjects) =>
  shot(PEOPLE_SEARCH, { ...filters(draws, subjects), max_results: draws.pick([1, 10, 100]) });

const totals: Make = (draws, subjects) =>
  shot(PEOPLE_SEARCH, {
    ...filters(draws, subjects),
    include_total: true,
    max_results: 100,
    ...(draws.chance(0.6) ? { facets: FACETS['people-search'].map(({ name }) => name) } : {}),
  });

const deepPages: Make = (draws, { cursor }) =>
  shot(PEOPLE_SEARCH, {
    people: { min_connections_count: 1 },
    cursor: draws.pick([cursor, 'x'.repeat(1000), `${cursor}x`]),
    max_results: 100,
  });

const companyPages: Make = (draws, subjects) =>
  shot('/v2/search/companies', {
    company: filters(draws, subjects).company ?? { employee_range: { min: 1 } },
    include_total: true,
    max_results: 100,
    facets: FACETS['company-search'].map(({ name }) => name),
  });

const jobPages: Make = (draws, subjects) =>
  shot('/v2/jobs/search', {
    job: {
      ...(draws.chance(0.6) ? { title: words(draws, () => titleOf(draws, subjects)) } : {}),
      ...(draws.chance(0.6) ? { posted_at: { from: draws.pick(['1970-01-01', '2025-06-01', '2026-06-01']) } } : {}),
      location: {
        city: draws.chance(0.5) ? words(draws, () => longText(draws, subjects)) : { exclude: ['zzz'] },
        ...(draws.chance(0.5) ? { country_code: list(draws, () => draws.pick(COUNTRIES).code) } : {}),
      },
    },
    include_total: true,
    max_results: 100,
    facets: FACETS['job-search'].map(({ name }) => name),
  });

const waterfalls: Make = (draws, subjects) =>
  shot('/v2/search/waterfall-icp-keyword', {
    company_network_url: subjects.companyUrls[0],
    max_results: 100,
    cascade: Array.from({ length: draws.pick([1, 5, 10, 10]) }, () => ({
      include_title: list(draws, () => titleOf(draws, subjects)),
      exclude_title: list(draws, () => titleOf(draws, subjects)),
      location: draws.pick([['WORLD'], [...SALES_REGIONS], list(draws, () => draws.pick(COUNTRIES).code)]),
      include_headline_search: draws.chance(0.7),
    })),
  });

const staffPages: Make = (draws, subjects) =>
  shot('/v2/search/employee-finder', {
    company_network_url: subjects.companyUrls[0],
    page: draws.pick([1, 100, 1_000_000]),
    max_results: 100,
    people: filters(draws, subjects).people,
  });

const suggestions: Make = (draws, subjects) =>
  shot('/v2/utils/autocomplete', {
    field: draws.pick(SUGGESTED_FIELDS).name,
    prefix: draws
      .pick(['', 'a', 'e', 's', 'the ', 'zzz', 'a b', LIGATURE.repeat(50), longText(draws, subjects)])
      .slice(0, 199),
    limit: 50,
  });

const lookups: Make = (draws, { companyUrls }) =>
  draws.pick<Shot>([
    shot('/v2/enrichment/domain-to-network', {
      domain: `${'ü'.repeat(60)}.`.repeat(draws.pick([1, 4, 30])).slice(0, -1),
    }),
    shot('/v2/enrichment/email', {
      person_network_url: `https://x.example/in/${'%C3%A9'.repeat(draws.pick([10, 330]))}`,
    }),
    shot('/v2/enrichment/email-to-person', { email: `${'a.'.repeat(draws.pick([10, 120]))}a@x.example` }),
    shot('/v2/enrichment/phone-to-person', { phone: `${'(.'.repeat(draws.pick([1, 100]))}5550100${'-'.repeat(50)}` }),
    shot('/v2/utils/current-date', { region: draws.pick(['Europe/Berlim', 'x'.repeat(90), 'Amerika/'.repeat(12)]) }),
    shot('/v2/enrichment/company-distribution-by-country', { company_network_url: companyUrls[0] }),
    shot('/v2/enrichment/company-distribution-by-department', { company_network_url: companyUrls[0] }),
    shot('/v2/jobs/company', { company_network_url: draws.pick(companyUrls), max_results: 100 }),
  ]);

/** Bulk calls with a hundred items each: known records, long values, unknown keys. */
const bulks: Make = (draws, { companyUrls }) => {
  const items = (make: (index: number) => object) => ({
    items: Array.from({ length: 100 }, (_, index) => make(index)),
  });
  const unknown = (index: number) =>
    Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`company_network_ur${index}${at}`, at]));
  return draws.pick([
    () =>
      shot(
        '/v2/bulk/company',
        items((index) => ({ company_network_url: companyUrls[index % companyUrls.length] })),
      ),
    () =>
      shot(
        '/v2/bulk/company',
        items((index) => ({ company_network_url: `/company/${'ü'.repeat(190)}${index}` })),
      ),
    () =>
      shot(
        '/v2/bulk/company',
        items((index) => ({ ...unknown(index), company_network_url: companyUrls[0] })),
      ),
    () =>
      shot(
        '/v2/bulk/domain-to-network',
        items((index) => ({ domain: `${'a.'.repeat(120)}x${index}.example` })),
      ),
    () =>
      shot(
        '/v2/bulk/phone-to-person',
        items((index) => ({ phone: `${'(.'.repeat(90)}5550${index + 100}` })),
      ),
  ])();
};

/** Kinds of bodies by the code that they stress. */
export const EXPENSIVE: Readonly<Record<string, Make>> = {
  'unlisted values': unlisted,
  'unlisted locations': unlistedLocations,
  'unknown keys': unknownKeys,
  'wrong types': wrongTypes,
  'large bodies': largeBodies,
  'pages of people': pages,
  'totals and facets': totals,
  'deep pages': deepPages,
  'pages of companies': companyPages,
  'pages of jobs': jobPages,
  waterfalls,
  'pages of staff': staffPages,
  suggestions,
  'look-ups': lookups,
  'bulk calls': bulks,
};
