// The calls of a soak test: every endpoint, with bodies drawn from the imported records, one in fifty with an
// Idempotency-Key.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS, OPERATIONS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { Random } from '../../src/generate/random.ts';
import { type Body, mixedBody, typicalBody } from './search-bodies.ts';

interface SoakCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Empty for GET calls. */
  readonly body: string;
  readonly idempotencyKey: string | null;
}

interface Person {
  readonly network_url: string;
  readonly emails: readonly { readonly email: string }[];
  readonly phones: readonly { readonly phone: string }[];
}

interface Company {
  readonly network_url: string;
  readonly domain: string | null;
}

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Africa/Nairobi'];
const WORDS = ['Engineer', 'Manager', 'Sales', 'Developer', 'Analyst', 'Nurse', 'Consultant', 'Data', 'Legal', 'Head'];
const PREFIXES = ['e', 'ma', 'sal', 'dev', 'head of', 'vp', 'dir', 'n', 'co', 'fin'];
/** Different searches of people: most are repeated within minutes, like those of a team. */
const SEARCHES_OF_PEOPLE = 30_000;
/** Half of the calls are searches, the most frequent calls. */
const SEARCHES: readonly Operation[] = [
  'people-search',
  'company-search',
  'employee-finder',
  'waterfall',
  'job-search',
];

/** Creates the calls for a folder of generated records; the same index gives the same call. */
export class SoakCalls {
  readonly #people: readonly Person[];
  readonly #companies: readonly Company[];

  constructor(folder: string) {
    this.#people = linesOf<Person>(join(folder, 'people.jsonl'));
    this.#companies = linesOf<Company>(join(folder, 'companies.jsonl'));
  }

  call(index: number): SoakCall {
    const random = new Random(1).seek(11, index);
    const operation = random.pick(random.chance(0.5) ? SEARCHES : OPERATIONS);
    const { method, path } = ENDPOINTS[operation];
    const idempotencyKey = method === 'POST' && random.chance(0.02) ? `soak-${process.pid}-${index}` : null;
    const body = method === 'POST' ? JSON.stringify(this.#body(operation, random)) : '';
    return { method, path, body, idempotencyKey };
  }

  #body(operation: Operation, random: Random): Body {
    const company = random.pick(this.#companies);
    const person = random.pick(this.#people);
    const ofCompany = { company_network_url: company.network_url };
    const max_results = random.between(1, 40);
    switch (operation) {
      case 'people-search':
        return { ...(random.chance(0.5) ? typicalBody : mixedBody)(random.below(SEARCHES_OF_PEOPLE)), max_results };
      case 'company-search':
        return { company: { employee_range: { min: random.between(1, 5000) } }, max_results };
      case 'waterfall':
        return {
          ...ofCompany,
          cascade: [{ include_title: [random.pick(WORDS)] }, { include_title: ['Manager'] }],
          max_results,
        };
      case 'employee-finder':
        return { ...ofCompany, max_results, page: random.between(1, 3) };
      case 'job-search':
        return { job: { title: { include: [random.pick(WORDS)] } }, max_results };
      case 'company-jobs':
        return { ...ofCompany, max_results };
      case 'email':
      case 'phone':
        return { person_network_url: person.network_url };
      case 'email-to-person':
        return { email: person.emails[0]?.email ?? 'unknown@nowhere.example' };
      case 'phone-to-person':
        return { phone: person.phones[0]?.phone ?? '+12025550100' };
      case 'domain-to-network':
        return { domain: company.domain ?? 'nowhere.example' };
      case 'current-date':
        return { region: random.pick(ZONES) };
      case 'autocomplete':
        return { field: 'people.job_title', prefix: random.pick(PREFIXES), limit: 10 };
      default:
        return ofCompany;
    }
  }
}

function linesOf<Record>(file: string): Record[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record);
}
