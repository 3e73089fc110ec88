// The calls that are compared with a bare server, each with its bodies. People and their employers are random ones of
// the generated data, so large employers occur as often as they have people.
import { JOB_LEVELS } from '../../src/contract/vocabularies/vocabularies.ts';
import { Random } from '../../src/generate/random.ts';
import { ACCOUNTS, PEOPLE_SEARCH, shot } from './bench-shots.ts';
import { type FolderPeople, randomPeople } from './generated-people.ts';
import type { Shot } from './pressure.ts';
import { mixedBody, typicalBody } from './search-bodies.ts';

export interface CallKind {
  readonly what: string;
  readonly shots: readonly Shot[];
  /** The goal in percent of the calls of the bare server. */
  readonly goal: number;
  readonly isRepeated: boolean;
}

const EMAILS = 600_000;
const SEARCHES = 250_000;
const REPEATED = 200;
const TITLES = ['VP Sales', 'Head of Sales', 'Engineer', 'Manager', 'Director', 'Analyst', 'Nurse', 'Consultant'];
const LEVELS = JOB_LEVELS;

export function callKinds(people: FolderPeople): CallKind[] {
  const employers: string[] = [];
  const names: { full_name: string; company_name: string }[] = [];
  const emails: Shot[] = [];
  for (const { network_url, full_name, emails: own, experiences } of randomPeople(people)) {
    if (own.length > 0) emails.push(shot('/v2/enrichment/email', { person_network_url: network_url }));
    const [first] = experiences;
    if (first?.company_network_url) {
      employers.push(first.company_network_url);
      names.push({ full_name, company_name: first.company_name });
    }
    if (emails.length === EMAILS) break;
  }
  const searches = (of: (index: number) => object | null, path: string): Shot[] => {
    const bodies = new Set<string>();
    for (let index = REPEATED; bodies.size < SEARCHES; index += 1) {
      const body = of(index);
      if (body !== null) bodies.add(JSON.stringify(body));
    }
    return [...bodies].map((body) => ({ path, body }));
  };
  const companies = searches((index) => {
    const { company, people: of } = mixedBody(index) as { company?: object; people?: { country_code?: unknown } };
    return company === undefined ? null : { company, max_results: 5 + (JSON.stringify(of ?? {}).length % 20) };
  }, '/v2/search/companies');
  const random = new Random(3);
  const ofEmployers = (path: string, of: (url: string) => object) =>
    [...new Set(employers.map((url) => JSON.stringify(of(url))))].map((body) => ({ path, body }));
  const unlike = { isRepeated: false };
  return [
    { what: 'e-mail enrichment, random people', shots: emails, goal: 35, ...unlike },
    {
      ...{ what: 'people search, never asked', goal: 12, ...unlike },
      shots: searches(mixedBody, PEOPLE_SEARCH),
    },
    {
      ...{ what: `people search, ${REPEATED} bodies repeated`, goal: 45, isRepeated: true },
      shots: Array.from({ length: REPEATED }, (_, index) => shot(PEOPLE_SEARCH, typicalBody(index))),
    },
    { what: 'company search, never asked', shots: companies, goal: 25, ...unlike },
    {
      ...{ what: 'waterfall', goal: 12, ...unlike },
      shots: ofEmployers('/v2/search/waterfall-icp-keyword', (url) => ({
        company_network_url: url,
        cascade: [
          { include_title: [random.pick(TITLES), random.pick(TITLES)], location: ['WORLD'] },
          { include_title: [random.pick(TITLES)], exclude_title: ['Assistant'], location: ['EMEA'] },
        ],
        max_results: 5,
      })),
    },
    {
      ...{ what: 'employee-finder', goal: 20, ...unlike },
      shots: ofEmployers('/v2/search/employee-finder', (url) => ({
        ...{ company_network_url: url, job_level: [random.pick(LEVELS), random.pick(LEVELS)] },
        ...{ max_results: 5, page: random.between(1, 3) },
      })),
    },
    {
      ...{ what: 'departments, different companies', goal: 35, ...unlike },
      shots: ofEmployers('/v2/enrichment/company-distribution-by-department', (url) => ({ company_network_url: url })),
    },
    {
      ...{ what: 'key-info', goal: 45, isRepeated: true },
      // One request for each account: a single account would reach its rate.
      shots: Array.from({ length: ACCOUNTS }, () => ({ path: '/v2/account/key-info', body: '' })),
    },
  ];
}
