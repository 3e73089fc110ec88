// The schemas of all answers with status 200. They are closed, so an answer cannot contain an undocumented field.

import type { TProperties } from 'typebox';
import { facetsAnswered } from '../endpoints/facet-members.ts';
import { COMPANY_KEYS, PERSON_KEYS } from '../endpoints/match-keys.ts';
import type { FacetedOperation } from '../facets.ts';
import { LIMITS } from '../limits.ts';
import { ANSWERED_EMAIL_STATUSES } from '../vocabularies/email-statuses.ts';
import { PHONE_KINDS } from '../vocabularies/vocabularies.ts';
import { Company, FacetValue, JobRow, Person, PersonWithEmployer } from './records.ts';
import { closed, count, maybeText, nullable, oneOf, text } from './schema.ts';
import { Type } from './schema-types.ts';

const found = Type.Boolean({ description: 'Always true; an unknown record is a 404' });
const companyUrl = text('Canonical profile URL of the company');
const emailStatus = nullable(
  oneOf(ANSWERED_EMAIL_STATUSES, { description: 'Status at the source; null when never checked' }),
);

function cursorPage<Row extends Parameters<typeof Type.Array>[0], More extends TProperties>(row: Row, more: More) {
  return closed({
    results: Type.Array(row),
    results_length: count('Number of records in results'),
    cursor: maybeText('Cursor of the next page; null on the last page'),
    total_results: Type.Optional(count('Number of all matching records; with include_total')),
    ...more,
  });
}

export const PeoplePage = cursorPage(PersonWithEmployer, { facets: facetsAnswered('people-search') });
export const CompaniesPage = cursorPage(Company, { facets: facetsAnswered('company-search') });
export const JobSearchPage = cursorPage(JobRow, { facets: facetsAnswered('job-search') });
export const JobsPage = cursorPage(JobRow, {});

const countAnswer = (operation: FacetedOperation) =>
  closed({
    total_results: count('All records that match, exact'),
    facets: facetsAnswered(operation),
    diagnosis: Type.Optional(
      Type.Array(
        closed({
          filter: text('Place of a filter in the body'),
          total_results: count('Records that match without this filter'),
        }),
        {
          maxItems: LIMITS.diagnosisMax,
          description: 'Where nothing matches two or more filters: the total without each of them, the most first',
        },
      ),
    ),
  });

export const PeopleCount = countAnswer('people-search');
export const CompanyCount = countAnswer('company-search');
export const JobCount = countAnswer('job-search');

export const WaterfallAnswer = closed({
  company_network_url: companyUrl,
  max_results: count('Applied limit'),
  results: Type.Array(
    closed({
      icp: Type.Integer({ minimum: 1, description: 'The cascade step that produced the row, from 1' }),
      ranking: Type.Integer({ minimum: 1, description: 'Rank in the whole answer, from 1' }),
      person: Person,
    }),
  ),
  results_length: count('Number of rows in results'),
});

export const EmployeesPage = closed({
  page: Type.Integer({ minimum: 1, description: 'This page, from 1' }),
  max_results: count('Applied page size'),
  results: Type.Array(Person),
  results_length: count('Number of records in results'),
  total_pages: count('Pages of this size'),
  total_results: count('Number of all matching employees'),
});

export const EmailAnswer = closed({
  found,
  email: maybeText('Work e-mail address'),
  status: emailStatus,
  verified_at: maybeText('Time of the last check (ISO 8601, UTC)'),
  all_emails: Type.Array(
    closed({ email: text('Address'), status: emailStatus, verified_at: maybeText('Time of the last check') }),
  ),
});

export const PhoneAnswer = closed({
  found,
  phone: maybeText('Phone number, E.164 with +'),
  kind: nullable(
    oneOf(PHONE_KINDS, { description: 'Kind of the number at the source; null if the source does not say' }),
  ),
});
export const PersonAnswer = closed({ found, person: Person });
export const CompanyAnswer = closed({ found, company: Company });

const matched = (keys: readonly string[]) => ({
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Estimated probability that the record is the described one, two decimals',
  }),
  matched_on: Type.Array(oneOf(keys), { description: 'The given keys that agree with the record' }),
});
const candidates = (keys: readonly string[], identity: TProperties) =>
  Type.Array(closed({ ...matched(keys), ...identity }), {
    maxItems: LIMITS.matchCandidatesMax,
    description: 'The best candidates, the answered record first; at most max_candidates',
  });

export const MatchedPersonAnswer = closed({
  found,
  ...matched(PERSON_KEYS),
  person: Person,
  candidates: candidates(PERSON_KEYS, {
    network_url: text('Canonical profile URL'),
    full_name: text('Full name'),
    headline: maybeText('Headline of the profile'),
  }),
});
export const MatchedCompanyAnswer = closed({
  found,
  ...matched(COMPANY_KEYS),
  company: Company,
  candidates: candidates(COMPANY_KEYS, {
    network_url: text('Canonical profile URL'),
    name: text('Name'),
    domain: maybeText('Main domain'),
  }),
});

export const NetworkOfDomainAnswer = closed({
  found,
  company_network_url: companyUrl,
  company_name: text('Name of the company'),
  other: Type.Array(closed({ company_network_url: companyUrl, company_name: text('Name') }), {
    description: `Further companies on the same domain, largest first, at most ${LIMITS.otherCompaniesMax}`,
  }),
});

export const DomainOfNetworkAnswer = closed({ found, email_domain: maybeText('Primary domain of the company') });

const distribution = (group: 'department' | 'country', description: string) =>
  closed({
    company_network_url: companyUrl,
    total_employees: count('Sum of the rows'),
    distribution: Type.Array(
      closed({
        [group]: text(description),
        count: count('Employees'),
        percentage_ratio: Type.Number({ minimum: 0, maximum: 100, description: 'Share in percent, two decimals' }),
      }),
    ),
  });

export const DepartmentsAnswer = distribution('department', 'Job function; unclassified people count as Other');
export const CountriesAnswer = distribution('country', 'ISO 3166-1 alpha-2 code, or unknown');

export const CurrentDateAnswer = closed({
  datetime: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
    description: 'Local time in the zone',
  }),
  timestamp: Type.Integer({ description: 'Unix seconds' }),
  timezone: text('The accepted IANA name'),
});

export const AutocompleteAnswer = closed({
  results: Type.Array(FacetValue, { maxItems: LIMITS.autocompleteMax }),
  results_length: count('Number of values in results'),
});

export const KeyInfoAnswer = closed({
  valid: Type.Boolean({ description: 'Whether the supplied key is active' }),
  id: text('Identifier of the key'),
  remaining_credits: nullable(Type.Integer({ minimum: 0, description: 'Credits left; null for an unlimited plan' })),
  next_reset_at: text('Start of the next monthly usage period (ISO 8601, UTC)'),
  max_requests_per_seconds: Type.Integer({
    minimum: 1,
    description: 'Requests per second, shared by the keys of the account',
  }),
  allowed_apis: Type.Array(Type.String(), { description: 'Paths available to the key' }),
  active_plans: Type.Array(closed({ name: text('Plan'), status: text('active') })),
});

/** An error: its code, and the text for the caller. */
export const CallError = closed({
  code: text('One of the documented codes'),
  message: text('The fault and its remedy; names the field'),
  request_id: text('Identifier of the request, as in the header x-request-id'),
  details: Type.Optional(
    Type.Array(
      closed({
        path: text('Path in the body; empty for the body as a whole'),
        message: text('The fault and its remedy'),
        suggestion: maybeText('The nearest allowed value'),
        batch_id: Type.Optional(text('The batch of a conflict')),
      }),
    ),
  ),
});

export const ErrorAnswer = closed({
  success: Type.Unsafe<false>({ type: 'boolean', const: false }),
  error: CallError,
});
