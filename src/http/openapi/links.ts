// Links of the OpenAPI document, by operation: they state which answer provides the input of which next call.
import type { Operation } from '../../contract/endpoints/endpoints.ts';

interface Link {
  readonly to: Operation;
  readonly description: string;
  /** Members of the body of the next call, as runtime expressions of OpenAPI. */
  readonly body: Readonly<Record<string, string>>;
}

const FIRST_COMPANY = { company_network_url: '$response.body#/results/0/network_url' };
const COMPANY = { company_network_url: '$response.body#/company_network_url' };
const FOUND_COMPANY = { company_network_url: '$response.body#/company/network_url' };
const FIRST_PERSON = { person_network_url: '$response.body#/results/0/network_url' };
const FOUND_PERSON = { person_network_url: '$response.body#/person/network_url' };
const FIRST_IN_CASCADE = { person_network_url: '$response.body#/results/0/person/network_url' };
const FIRST_JOB_COMPANY = { company_network_url: '$response.body#/results/0/company/network_url' };

const nextPage = (to: Operation, filters: readonly string[]): Link => ({
  to,
  description: `The next page of a search by ${filters.join(' and ')}: the same filters, and the cursor of this page`,
  body: {
    ...Object.fromEntries(filters.map((name) => [name, `$request.body#/${name}`])),
    cursor: '$response.body#/cursor',
  },
});
const link = (to: Operation, description: string, body: Link['body']): Link => ({ to, description, body });

/** Links by operation, then by name of the link. */
export const LINKS: Readonly<Partial<Record<Operation, Readonly<Record<string, Link>>>>> = {
  'people-search': {
    nextPeopleOfCompanies: nextPage('people-search', ['company']),
    nextPeople: nextPage('people-search', ['people']),
    nextPeopleAtCompanies: nextPage('people-search', ['company', 'people']),
    emailOfFirstPerson: link('email', 'The work e-mail of the first person', FIRST_PERSON),
    phoneOfFirstPerson: link('phone', 'The phone of the first person', FIRST_PERSON),
    companyOfFirstPerson: link('company', 'The employer of the first person', {
      company_network_url: '$response.body#/results/0/company/network_url',
    }),
  },
  'company-search': {
    nextCompanies: nextPage('company-search', ['company']),
    firstCompany: link('company', 'The whole record of the first company', FIRST_COMPANY),
    staffOfFirstCompany: link('employee-finder', 'The staff of the first company', FIRST_COMPANY),
    jobsOfFirstCompany: link('company-jobs', 'The open positions of the first company', FIRST_COMPANY),
    domainOfFirstCompany: link('network-to-domain', 'The e-mail domain of the first company', FIRST_COMPANY),
    departmentsOfFirstCompany: link('department-distribution', 'The departments of the first company', FIRST_COMPANY),
    countriesOfFirstCompany: link('country-distribution', 'The countries of the first company', FIRST_COMPANY),
  },
  waterfall: { emailOfFirstRow: link('email', 'The work e-mail of the first row', FIRST_IN_CASCADE) },
  'employee-finder': {
    emailOfFirstEmployee: link('email', 'The work e-mail of the first employee', FIRST_PERSON),
    phoneOfFirstEmployee: link('phone', 'The phone of the first employee', FIRST_PERSON),
  },
  'job-search': {
    nextJobRowsOfCompanies: nextPage('job-search', ['company']),
    nextJobRows: nextPage('job-search', ['job']),
    nextJobRowsAtCompanies: nextPage('job-search', ['company', 'job']),
    jobsOfFirstRow: link('company-jobs', 'All open positions of the company of the first row', FIRST_JOB_COMPANY),
  },
  'company-jobs': { nextJobsOfCompany: nextPage('company-jobs', ['company_network_url']) },
  email: { personOfEmail: link('email-to-person', 'The person of the address', { email: '$response.body#/email' }) },
  phone: { personOfPhone: link('phone-to-person', 'The person of the number', { phone: '$response.body#/phone' }) },
  'email-to-person': { phoneOfPerson: link('phone', 'The phone of the person', FOUND_PERSON) },
  'phone-to-person': { emailOfPerson: link('email', 'The work e-mail of the person', FOUND_PERSON) },
  company: { staffOfCompany: link('employee-finder', 'The staff of the company', FOUND_COMPANY) },
  'match-person': {
    emailOfMatch: link('email', 'The work e-mail of the matched person', FOUND_PERSON),
    phoneOfMatch: link('phone', 'The phone of the matched person', FOUND_PERSON),
  },
  'match-company': { staffOfMatch: link('employee-finder', 'The staff of the matched company', FOUND_COMPANY) },
  'domain-to-network': { companyOfDomain: link('company', 'The record of the company', COMPANY) },
};
