// The people searches of the server benches: a typical set, like that of a sales team, and a mixed set with rare and
// dense, excluding and deep queries. Deterministic: the same index gives the same body.
import {
  COMPANY_TYPES,
  CONTINENTS,
  COUNTRIES,
  INDUSTRIES,
  JOB_FUNCTIONS,
  JOB_LEVELS,
  SALES_REGIONS,
  SIZE_LABELS,
} from '../../src/contract/vocabularies/vocabularies.ts';
import { Random } from '../../src/generate/random.ts';

export type Body = Readonly<Record<string, unknown>>;

const MARKETS = ['US', 'GB', 'DE', 'FR', 'CA', 'NL', 'ES', 'AU', 'IN', 'SE'];
const SOLD_TO = [
  'Software Development',
  'IT Services and IT Consulting',
  'Financial Services',
  'Hospitals and Health Care',
  'Retail',
  'Manufacturing',
  'Construction',
  'Advertising Services',
  'Real Estate',
  'Higher Education',
];
const BUYERS = ['CEO', 'CTO', 'CFO', 'CMO', 'VP Sales', 'Head of Marketing', 'HR Manager', 'Sales Director', 'Founder'];
const TITLE_WORDS = ['Engineer', 'Manager', 'Sales', 'Developer', 'Analyst', 'Nurse', 'Consultant', 'Data', 'Legal'];
const COUNTRY_CODES = COUNTRIES.map((country) => country.code);

/** The `index`-th search of a sales team: three to five filters of one to three common values each. */
export function typicalBody(index: number): Body {
  const random = new Random(1).seek(9, index);
  const some = (values: readonly string[], most: number) => pickSome(random, values, most);
  const company: [string, unknown][] = shuffled(random, [
    ['industry', some(SOLD_TO, 3)],
    ['country_code', some(MARKETS, 3)],
    [
      'employee_range',
      random.pick([{ min: 11, max: 50 }, { min: 51, max: 500 }, { min: 201, max: 5000 }, { min: 1000 }]),
    ],
  ]);
  const people: [string, unknown][] = shuffled(random, [
    ['job_level', some(JOB_LEVELS.slice(0, 4), 2)],
    ['job_function', some(JOB_FUNCTIONS, 2)],
    ['job_title', { include: some(BUYERS, 2) }],
    ['country_code', some(MARKETS, 2)],
    ['sales_region', some(SALES_REGIONS, 1)],
  ]);
  const ofCompany = random.between(1, 3);
  const ofPeople = Math.max(1, random.between(3, 5) - ofCompany);
  return {
    company: Object.fromEntries(company.slice(0, ofCompany)),
    people: Object.fromEntries(people.slice(0, ofPeople)),
  };
}

/** The `index`-th mixed search: any of the filters, any of their values, one in ten with excluded values. */
export function mixedBody(index: number): Body {
  const random = new Random(1).seek(10, index);
  const some = (values: readonly string[]) => pickSome(random, values, 3);
  const orExcluded = (values: readonly string[]) =>
    random.chance(0.1) ? { exclude: some(values) } : { include: some(values) };
  const low = 10 ** random.between(1, 4);
  const company: [string, unknown][] = shuffled(random, [
    ['industry', orExcluded(random.chance(0.5) ? SOLD_TO : INDUSTRIES)],
    ['country_code', some(random.chance(0.5) ? MARKETS : COUNTRY_CODES)],
    ['employee_range', random.chance(0.5) ? some(SIZE_LABELS) : { min: low, max: low * 20 }],
    ['type', orExcluded(COMPANY_TYPES)],
    ['continent', some(CONTINENTS)],
  ]);
  const people: [string, unknown][] = shuffled(random, [
    ['job_level', some(JOB_LEVELS)],
    ['job_function', some(JOB_FUNCTIONS)],
    ['job_title', orExcluded(random.chance(0.5) ? TITLE_WORDS : BUYERS)],
    ['country_code', some(random.chance(0.5) ? MARKETS : COUNTRY_CODES)],
    ['min_connections_count', 50 * random.between(1, 10)],
  ]);
  const ofCompany = random.below(4);
  const ofPeople = random.below(4);
  const body: Record<string, unknown> = {};
  if (ofCompany > 0) body['company'] = Object.fromEntries(company.slice(0, ofCompany));
  if (ofPeople > 0 || ofCompany === 0) body['people'] = Object.fromEntries(people.slice(0, Math.max(1, ofPeople)));
  return body;
}

function pickSome(random: Random, values: readonly string[], most: number): string[] {
  return [...new Set(Array.from({ length: random.between(1, most) }, () => random.pick(values)))];
}

function shuffled<Value>(random: Random, values: readonly Value[]): Value[] {
  const left = [...values];
  return values.map(() => left.splice(random.below(left.length), 1)[0] as Value);
}
