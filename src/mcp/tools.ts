// The table of tools: each makes one call of the API. Arguments mirror the body of the call.

import { ENDPOINTS, type SingleOperation } from '../contract/endpoints/endpoints.ts';
import { identifyingKeys } from '../contract/endpoints/match-keys.ts';
import { exactlyOneOf } from '../contract/schemas/schema.ts';
import { argumentsOf, type Json } from './tool-schema.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Record<string, Json>;
    readonly required?: readonly string[];
  };
  /** The operation and body of the API call for these arguments. */
  readonly call: (given: Json) => ToolCall;
  /**
   * Members of a row that are answered by default, as paths in the schema of the answer. Null: all members, because the
   * answer is short.
   */
  readonly fields: readonly string[] | null;
}

export interface ToolCall {
  readonly operation: SingleOperation;
  readonly body: Json | null;
}

/** Arguments from which no call can be made; the message is for the model. */
export class ToolFault extends Error {}

/** Characters of a wrong argument that a message repeats. */
const SHOWN_MAX = 100;

const FIELDS: Json = {
  type: 'array',
  items: { type: 'string' },
  description:
    'Members of a row, or of an answer without rows, to return, such as `headline` or `location.city`; `*` for all. By default a few.',
};

const MAX_CREDITS: Json = {
  type: 'integer',
  minimum: 0,
  description: 'The call is not made if it costs more credits',
};

const PERSON_FIELDS = [
  ...['full_name', 'network_url', 'job_title', 'job_level', 'headline'],
  ...['location.city', 'location.country_code'],
];
/** A row of the waterfall contains its person as a member. */
const RANKED_FIELDS = ['icp', 'ranking', ...PERSON_FIELDS.map((field) => `person.${field}`)];
const EMPLOYER_FIELDS = ['company.name', 'company.network_url', 'company.domain'];
const COMPANY_FIELDS = ['name', 'network_url', 'domain', 'industry', 'employee_count', 'hq.city', 'hq.country_code'];
const JOB_FIELDS = ['title', 'open_positions', 'latest_posted_at', 'company.name', 'company.network_url', 'url'];

type TextsOfTool = Pick<Tool, 'name' | 'title' | 'description' | 'fields'>;

const COMPANY_FILTERS: Json = { type: 'object', description: 'The company filters of search_companies' };

/** A tool whose arguments are the body of one operation. */
function callOf(
  operation: SingleOperation,
  { name, title, description, fields, more = {} }: TextsOfTool & { readonly more?: Readonly<Record<string, Json>> },
): Tool {
  const endpoint = ENDPOINTS[operation];
  const required = (endpoint.body as { readonly required?: readonly string[] } | null)?.required ?? [];
  const properties = {
    ...argumentsOf(endpoint),
    ...more,
    ...(fields === null ? {} : { fields: FIELDS }),
    ...(endpoint.credits === 0 ? {} : { max_credits: MAX_CREDITS }),
  };
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    call: (body) => ({ operation, body: endpoint.body === null ? noBody(body) : body }),
    fields,
  };
}

function noBody(given: Json): null {
  const [unknown] = Object.keys(given);
  if (unknown === undefined) return null;
  throw new ToolFault(`${unknown.slice(0, SHOWN_MAX)}: is unknown; this tool has no arguments`);
}

const COUNTED = { people: 'people-count', companies: 'company-count', jobs: 'job-count' } as const;
const MATCHED = { person: 'match-person', company: 'match-company' } as const;
const BREAKDOWNS = { department: 'department-distribution', country: 'country-distribution' } as const;

/** The operations of `enrich`. */
const ENRICHED = [
  'email',
  'phone',
  'email-to-person',
  'phone-to-person',
  'company',
  'domain-to-network',
  'network-to-domain',
] as const satisfies readonly SingleOperation[];

/** The arguments that identify the record of a look-up; one of them is required. */
function identifyingArguments(operation: SingleOperation): string {
  const { body } = ENDPOINTS[operation];
  const { required = [] } = body as { readonly required?: readonly string[] };
  return [...required, ...exactlyOneOf(body)].join(' | ');
}

const oneOf = (values: readonly string[], description: string): Json => ({ type: 'string', enum: values, description });

/** The arguments that several operations of `enrich` have in common. */
function enrichArguments(): Record<string, Json> {
  const identifiers = Object.assign({}, ...ENRICHED.map((operation) => argumentsOf(ENDPOINTS[operation])));
  const needs = ENRICHED.map((operation) => `${operation} (${identifyingArguments(operation)})`).join(', ');
  return { operation: oneOf(ENRICHED, `The look-up, with the argument that it needs: ${needs}`), ...identifiers };
}

/** A tool that chooses its operation by one of its arguments. */
function choiceOf<Choice extends string>(
  tool: Omit<Tool, 'call'>,
  { by, operations }: { readonly by: string; readonly operations: Readonly<Record<Choice, SingleOperation>> },
): Tool {
  return {
    ...tool,
    call: (given) => {
      const { [by]: choice, ...body } = given;
      const choices = Object.keys(operations).join(', ');
      if (choice === undefined) throw new ToolFault(`${by}: is required; give one of ${choices}`);
      if (typeof choice !== 'string' || !Object.hasOwn(operations, choice))
        throw new ToolFault(`${by}: must be one of ${choices}, not ${JSON.stringify(choice).slice(0, SHOWN_MAX)}`);
      return { operation: operations[choice as Choice], body };
    },
  };
}

const ENRICH_OPERATIONS = Object.fromEntries(ENRICHED.map((name) => [name, name])) as {
  readonly [Name in (typeof ENRICHED)[number]]: Name;
};

export const TOOLS: readonly Tool[] = [
  callOf('people-search', {
    name: 'search_people',
    title: 'Search people',
    description:
      'Finds people by filters on the person, a current position and its employer. Use `count` first: it is free. The schema lists the values of job_level and job_function; `lookup_values` suggests titles, industries, cities and names. Continue with the `cursor` of the answer.',
    fields: [...PERSON_FIELDS, ...EMPLOYER_FIELDS],
  }),
  callOf('company-search', {
    name: 'search_companies',
    title: 'Search companies',
    description: 'Finds companies by filters, largest first. Continue with the `cursor` of the answer.',
    fields: COMPANY_FIELDS,
  }),
  callOf('job-search', {
    name: 'search_jobs',
    title: 'Search open positions',
    description: 'Finds open positions, one row per company, title and source: who is hiring for what.',
    fields: JOB_FIELDS,
    more: { company: COMPANY_FILTERS },
  }),
  callOf('waterfall', {
    name: 'find_decision_makers',
    title: 'Find decision-makers at a company',
    description:
      'Finds people at one company by steps in order: all matches of the first step, then of the second, until max_results. Put the most wanted titles first. `icp` of a row is the step that found it; members of the person are named `person.…` in `fields`.',
    fields: RANKED_FIELDS,
  }),
  choiceOf(
    {
      name: 'enrich',
      title: 'Look up one record',
      description:
        'Looks up one record or field: the work e-mail or phone of a person, the person of an e-mail or phone, a company profile, the profile of a domain, the domain of a profile. Unknown records cost nothing.',
      inputSchema: {
        type: 'object',
        properties: { ...enrichArguments(), fields: FIELDS, max_credits: MAX_CREDITS },
        required: ['operation'],
      },
      fields: [...PERSON_FIELDS, ...COMPANY_FIELDS],
    },
    { by: 'operation', operations: ENRICH_OPERATIONS },
  ),
  choiceOf(
    {
      name: 'match',
      title: 'Match a person or company',
      description: `Finds the person or company that known values describe, such as a name with an employer, and scores the certainty of the match. A person needs ${identifyingKeys('person')}; a company ${identifyingKeys('company')}. Each further key makes it more certain. No match costs nothing.`,
      inputSchema: {
        type: 'object',
        properties: {
          kind: oneOf(Object.keys(MATCHED), 'The kind of record'),
          ...argumentsOf(ENDPOINTS['match-company']),
          ...argumentsOf(ENDPOINTS['match-person']),
          network_url: { type: 'string', description: 'Profile URL, shape /in/{slug} or /company/{slug}' },
          domain: { type: 'string', description: 'Of a company: its hostname' },
          name: { type: 'string', description: 'Of a company: its name; of a person use full_name' },
          fields: FIELDS,
          max_credits: MAX_CREDITS,
        },
        required: ['kind'],
      },
      fields: [...PERSON_FIELDS, ...COMPANY_FIELDS],
    },
    { by: 'kind', operations: MATCHED },
  ),
  choiceOf(
    {
      name: 'company_breakdown',
      title: 'Employees by department or country',
      description: 'Counts the current staff of one company by department or by country.',
      inputSchema: {
        type: 'object',
        properties: {
          ...argumentsOf(ENDPOINTS['department-distribution']),
          by: oneOf(Object.keys(BREAKDOWNS), 'The groups'),
          max_credits: MAX_CREDITS,
        },
        required: ['company_network_url', 'by'],
      },
      fields: null,
    },
    { by: 'by', operations: BREAKDOWNS },
  ),
  callOf('autocomplete', {
    name: 'lookup_values',
    title: 'Look up values of a filter',
    description: 'Suggests values of the data for a filter, with counts, by the beginning of any of their words. Free.',
    fields: null,
  }),
  choiceOf(
    {
      name: 'count',
      title: 'Count matches',
      description:
        'Counts the records that a search would find, with facets on request. Free. If nothing matches, `diagnosis` shows which filter to drop.',
      inputSchema: {
        type: 'object',
        properties: {
          of: oneOf(Object.keys(COUNTED), 'The kind of record'),
          company: COMPANY_FILTERS,
          people: { type: 'object', description: 'For people: the people filters of search_people' },
          job: { type: 'object', description: 'For jobs: the job filters of search_jobs' },
          facets: { type: 'array', items: { type: 'string' }, description: 'Fields whose values are counted' },
        },
        required: ['of'],
      },
      fields: null,
    },
    { by: 'of', operations: COUNTED },
  ),
  callOf('key-info', {
    name: 'account',
    title: 'Credits and limits',
    description: 'The credits that are left, the rate limit and the plan of the key. Free.',
    fields: null,
  }),
];
