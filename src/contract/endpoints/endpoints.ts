// The endpoint table: the operations of the service. Routes, validation, types, OpenAPI, reference pages and tests are
// derived from it.

import type { Static, TObject } from 'typebox';
import { LIMITS } from '../limits.ts';
import * as answers from '../schemas/answers.ts';
import { filterObject, filterProperties } from '../schemas/filter-schema.ts';
import { closed, closedWithOne, oneOf } from '../schemas/schema.ts';
import { Type } from '../schemas/schema-types.ts';
import { ANSWERED_EMAIL_STATUSES } from '../vocabularies/email-statuses.ts';
import { SUGGESTED_FIELDS } from './autocomplete.ts';
import { CascadeStep, companyUrl, domain, maxResults, paging, personUrl } from './body-members.ts';
import { bulkEndpoints } from './bulk-endpoints.ts';
import { type Endpoint, KEY_ERRORS, lookUp, search } from './endpoint.ts';
import * as examples from './examples.ts';
import { facetsMember } from './facet-members.ts';
import { companyKeys, identifyingKeys, matchOptions, PersonKeys, personKeys } from './match-keys.ts';
import { SINGLE_PATHS } from './paths.ts';

/** The keys by which a look-up can name a person. */
const asCode = (name: string) => `\`${name}\``;

const PERSON_WAYS = { person_network_url: Type.Optional(personUrl), person: Type.Optional(PersonKeys) };
/** The keys by which a look-up can name a company. */
const COMPANY_WAYS = {
  company_network_url: Type.Optional(companyUrl),
  domain: companyKeys.domain,
  name: companyKeys.name,
};

/** Endpoints that answer a single call. The file of each handler is named after the operation. */
const SINGLE_ENDPOINTS = {
  'key-info': {
    method: 'GET',
    path: SINGLE_PATHS['key-info'],
    tag: 'Account',
    summary: 'Key status',
    description:
      'Returns validity, credits, rate limit, allowed paths and plan of the calling key. Counts against the rate.',
    body: null,
    answer: answers.KeyInfoAnswer,
    credits: 0,
    itemsOf: null,
    cacheable: false,
    errors: KEY_ERRORS,
    example: null,
  } satisfies Endpoint<null>,
  'people-search': search({
    cacheable: true,
    path: SINGLE_PATHS['people-search'],
    tag: 'Search',
    summary: 'Find people and employers',
    description:
      'Searches people by filters on the person, a current position and its employer. One position must match all filters.',
    body: closed({
      company: Type.Optional(filterObject('company')),
      people: Type.Optional(filterObject('people')),
      ...paging,
      facets: facetsMember('people-search'),
    }),
    answer: answers.PeoplePage,
    example: examples.peopleSearch,
  }),
  'company-search': search({
    cacheable: true,
    path: SINGLE_PATHS['company-search'],
    tag: 'Search',
    summary: 'Find companies',
    description: 'Searches companies by filters, largest first.',
    body: closed({ company: filterObject('company'), ...paging, facets: facetsMember('company-search') }),
    answer: answers.CompaniesPage,
    example: examples.companySearch,
  }),
  'people-count': search({
    credits: 0,
    path: SINGLE_PATHS['people-count'],
    tag: 'Search',
    summary: 'Count people',
    description:
      'Counts the people that a search with the same filters finds. If it finds none, diagnosis states the number of matches without each filter. Costs no credit; counts against the rate.',
    body: closed({
      company: Type.Optional(filterObject('company')),
      people: Type.Optional(filterObject('people')),
      facets: facetsMember('people-search'),
    }),
    answer: answers.PeopleCount,
    example: { company: examples.peopleSearch.company, people: examples.peopleSearch.people },
  }),
  'company-count': search({
    credits: 0,
    path: SINGLE_PATHS['company-count'],
    tag: 'Search',
    summary: 'Count companies',
    description:
      'Counts the companies that a search with the same filters finds. If it finds none, diagnosis states the number of matches without each filter. Costs no credit; counts against the rate.',
    body: closed({ company: filterObject('company'), facets: facetsMember('company-search') }),
    answer: answers.CompanyCount,
    example: { company: examples.companySearch.company },
  }),
  waterfall: search({
    cacheable: true,
    path: SINGLE_PATHS.waterfall,
    tag: 'Search',
    summary: 'Ordered cascade of roles at one company',
    description:
      'Finds decision-makers at one company: all matches of the first step, then of the second, until max_results rows. A person appears once.',
    body: closed({
      company_network_url: companyUrl,
      cascade: Type.Array(CascadeStep, {
        minItems: 1,
        maxItems: LIMITS.cascadeStepsMax,
        description: 'Steps in order',
      }),
      min_connections_count: Type.Optional(Type.Integer({ minimum: 0, description: 'At least this many connections' })),
      profile_min_connections: Type.Optional(
        Type.Integer({ minimum: 0, description: 'The same; accepted for the sake of existing clients' }),
      ),
      max_results: maxResults,
    }),
    answer: answers.WaterfallAnswer,
    example: examples.waterfall,
  }),
  'employee-finder': search({
    cacheable: true,
    path: SINGLE_PATHS['employee-finder'],
    tag: 'Search',
    summary: 'Browse employees of one company',
    description:
      'Lists the current staff of one company by page number. People filters may be in `people`, at the top level, or both (then all apply).',
    body: closed({
      company_network_url: companyUrl,
      people: Type.Optional(filterObject('people')),
      ...filterProperties('people'),
      max_results: maxResults,
      page: Type.Optional(
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1, description: 'Page number, from 1' }),
      ),
    }),
    answer: answers.EmployeesPage,
    example: examples.employeeFinder,
  }),
  'job-search': search({
    cacheable: true,
    path: SINGLE_PATHS['job-search'],
    tag: 'Jobs',
    summary: 'Hiring signals by role and company',
    description: 'Searches openings: one row per company, title and source.',
    body: closed({
      company: Type.Optional(filterObject('company')),
      job: Type.Optional(filterObject('job')),
      ...paging,
      facets: facetsMember('job-search'),
    }),
    answer: answers.JobSearchPage,
    example: examples.jobSearch,
  }),
  'job-count': search({
    credits: 0,
    path: SINGLE_PATHS['job-count'],
    tag: 'Jobs',
    summary: 'Count job rows',
    description:
      'Counts the job rows that a search with the same filters finds. If it finds none, diagnosis states the number of matches without each filter. Costs no credit; counts against the rate.',
    body: closed({
      company: Type.Optional(filterObject('company')),
      job: Type.Optional(filterObject('job')),
      facets: facetsMember('job-search'),
    }),
    answer: answers.JobCount,
    example: { job: examples.jobSearch.job },
  }),
  'company-jobs': search({
    cacheable: true,
    path: SINGLE_PATHS['company-jobs'],
    tag: 'Jobs',
    summary: 'Hiring signals of one company',
    description:
      'Lists the openings of one company by profile URL or domain. A domain alone means its largest company; if both are given, it must be a domain of the company.',
    body: closed({ company_network_url: Type.Optional(companyUrl), domain: Type.Optional(domain), ...paging }),
    answer: answers.JobsPage,
    example: examples.companyJobs,
  }),
  email: lookUp({
    path: SINGLE_PATHS.email,
    summary: 'Work e-mail of a person',
    description: `Returns the best work address of a person: the primary one, then by status (${ANSWERED_EMAIL_STATUSES.join(', ')}), then the newest. Personal addresses, at a free-mail provider (gmail.com, web.de) where the person does not work, come last. Invalid addresses are never answered.`,
    body: closedWithOne(PERSON_WAYS, ['person_network_url', 'person']),
    answer: answers.EmailAnswer,
    example: examples.personUrl,
  }),
  phone: lookUp({
    path: SINGLE_PATHS.phone,
    summary: 'Phone of a person',
    description:
      'Returns the best number of a person: mobile, then direct. A number of unknown kind counts as direct. A work number is answered only if `include_work` is true and there is no better one.',
    body: closedWithOne(
      {
        ...PERSON_WAYS,
        include_work: Type.Optional(
          Type.Boolean({ default: false, description: 'Accepts a work number if no better one is known' }),
        ),
      },
      ['person_network_url', 'person'],
    ),
    answer: answers.PhoneAnswer,
    example: examples.personUrl,
  }),
  'email-to-person': lookUp({
    path: SINGLE_PATHS['email-to-person'],
    summary: 'Person from e-mail',
    description: 'Returns the person an address belongs to, for any status of the address.',
    body: closed({
      email: Type.String({ minLength: 1, maxLength: LIMITS.emailLengthMax, description: 'E-mail address' }),
    }),
    answer: answers.PersonAnswer,
    example: examples.email,
  }),
  'phone-to-person': lookUp({
    path: SINGLE_PATHS['phone-to-person'],
    summary: 'Person from phone',
    description:
      'Returns the person to whom a number belongs: 7 to 15 digits; spaces, parentheses, periods, hyphens and one leading + are allowed. Of several owners of a number, the one whose main employer is first in the order of companies is returned.',
    body: closed({
      phone: Type.String({ minLength: 1, maxLength: LIMITS.filterStringMax, description: 'Phone number' }),
    }),
    answer: answers.PersonAnswer,
    example: examples.phone,
  }),
  company: lookUp({
    path: SINGLE_PATHS.company,
    summary: 'Company profile',
    description: 'Returns the whole record of a company.',
    body: closedWithOne(COMPANY_WAYS, ['company_network_url', 'domain', 'name']),
    answer: answers.CompanyAnswer,
    example: examples.companyUrl,
  }),
  'domain-to-network': lookUp({
    path: SINGLE_PATHS['domain-to-network'],
    summary: 'Company domain to company profile URL',
    description: `Returns the largest company on a domain, or on its registrable domain, and lists up to ${LIMITS.otherCompaniesMax} others in \`other\`. A company search with the filter \`domain\` finds all of them.`,
    body: closed({ domain }),
    answer: answers.NetworkOfDomainAnswer,
    example: examples.domain,
  }),
  'network-to-domain': lookUp({
    path: SINGLE_PATHS['network-to-domain'],
    summary: 'Company profile URL to primary e-mail domain',
    description: 'Returns the e-mail domain of a company, else its main domain.',
    body: closed({ company_network_url: companyUrl }),
    answer: answers.DomainOfNetworkAnswer,
    example: examples.companyUrl,
  }),
  'department-distribution': lookUp({
    cacheable: true,
    path: SINGLE_PATHS['department-distribution'],
    summary: 'Employees by department',
    description: 'Counts the current staff of a company by job function, largest first.',
    body: closed({ company_network_url: companyUrl }),
    answer: answers.DepartmentsAnswer,
    example: examples.companyUrl,
  }),
  'country-distribution': lookUp({
    cacheable: true,
    path: SINGLE_PATHS['country-distribution'],
    summary: 'Employees by country',
    description: 'Counts the current staff of a company by country, largest first.',
    body: closed({ company_network_url: companyUrl }),
    answer: answers.CountriesAnswer,
    example: examples.companyUrl,
  }),
  'match-person': lookUp({
    tag: 'Match',
    path: SINGLE_PATHS['match-person'],
    summary: 'Person from any of its known values',
    description: `Finds the person that the given keys describe, and scores the certainty of the match. At least one of ${identifyingKeys('person', asCode)} is required; each further key makes the match more certain. If no candidate reaches min_score, the answer is a 404.`,
    body: closed({ ...personKeys, ...matchOptions }),
    answer: answers.MatchedPersonAnswer,
    example: examples.matchPerson,
  }),
  'match-company': lookUp({
    tag: 'Match',
    path: SINGLE_PATHS['match-company'],
    summary: 'Company from any of its known values',
    description: `Finds the company that the given keys describe, and scores the certainty of the match. At least one of ${identifyingKeys('company', asCode)} is required; each further key makes the match more certain. If no candidate reaches min_score, the answer is a 404.`,
    body: closed({ ...companyKeys, ...matchOptions }),
    answer: answers.MatchedCompanyAnswer,
    example: examples.matchCompany,
  }),
  'current-date': search({
    path: SINGLE_PATHS['current-date'],
    tag: 'Utilities',
    summary: 'Current time in a timezone',
    description: 'Returns the server time in an IANA timezone.',
    body: closed({
      region: Type.String({ minLength: 1, maxLength: LIMITS.filterStringMax, description: 'IANA timezone name' }),
    }),
    answer: answers.CurrentDateAnswer,
    example: examples.region,
  }),
  autocomplete: search({
    path: SINGLE_PATHS.autocomplete,
    tag: 'Utilities',
    summary: 'Suggest values',
    description: 'Suggests values of the data by the beginning of any of their words. Counts against the rate.',
    body: closed({
      field: oneOf(
        SUGGESTED_FIELDS.map(({ name }) => name),
        { description: 'Path of the filter in the body of a search' },
      ),
      prefix: Type.Optional(
        Type.String({
          maxLength: LIMITS.filterStringMax,
          default: '',
          description: 'Beginning of one or more words of the value; case and marks are ignored',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: LIMITS.autocompleteMax,
          default: LIMITS.autocompleteDefault,
          description: 'Maximum number of values',
        }),
      ),
    }),
    answer: answers.AutocompleteAnswer,
    credits: 0,
    example: examples.autocomplete,
  }),
} as const;

/** All endpoints, by operation. */
export const ENDPOINTS = { ...SINGLE_ENDPOINTS, ...bulkEndpoints(SINGLE_ENDPOINTS) } as const;

/**
 * An operation with a handler: all except bulk operations, whose items are answered by the handler of the single
 * operation.
 */
export type SingleOperation = keyof typeof SINGLE_ENDPOINTS;
export type Operation = keyof typeof ENDPOINTS;
export const OPERATIONS = Object.keys(ENDPOINTS) as Operation[];
/** The type of the body of an operation after validation. */
export type BodyOf<Name extends SingleOperation> = (typeof SINGLE_ENDPOINTS)[Name]['body'] extends infer Body extends
  TObject
  ? Static<Body>
  : undefined;
