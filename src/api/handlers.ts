// Maps each operation to its handler; the type requires a handler for every endpoint of the table except the bulk
// endpoints.
import type { SingleOperation } from '../contract/endpoints/endpoints.ts';
import type { Handler } from './context.ts';
import { autocomplete } from './endpoints/autocomplete.ts';
import { company } from './endpoints/company.ts';
import { companyCount } from './endpoints/company-count.ts';
import { companyJobs } from './endpoints/company-jobs.ts';
import { companySearch } from './endpoints/company-search.ts';
import { countryDistribution } from './endpoints/country-distribution.ts';
import { currentDate } from './endpoints/current-date.ts';
import { departmentDistribution } from './endpoints/department-distribution.ts';
import { domainToNetwork } from './endpoints/domain-to-network.ts';
import { email } from './endpoints/email.ts';
import { emailToPerson } from './endpoints/email-to-person.ts';
import { employeeFinder } from './endpoints/employee-finder.ts';
import { jobCount } from './endpoints/job-count.ts';
import { jobSearch } from './endpoints/job-search.ts';
import { keyInfo } from './endpoints/key-info.ts';
import { matchCompany } from './endpoints/match-company.ts';
import { matchPerson } from './endpoints/match-person.ts';
import { networkToDomain } from './endpoints/network-to-domain.ts';
import { peopleCount } from './endpoints/people-count.ts';
import { peopleSearch } from './endpoints/people-search.ts';
import { phone } from './endpoints/phone.ts';
import { phoneToPerson } from './endpoints/phone-to-person.ts';
import { waterfall } from './endpoints/waterfall.ts';

export const HANDLERS: { readonly [Name in SingleOperation]: Handler<Name> } = {
  'key-info': keyInfo,
  'people-search': peopleSearch,
  'company-search': companySearch,
  waterfall,
  'people-count': peopleCount,
  'company-count': companyCount,
  'employee-finder': employeeFinder,
  'job-search': jobSearch,
  'job-count': jobCount,
  'company-jobs': companyJobs,
  email,
  phone,
  'email-to-person': emailToPerson,
  'phone-to-person': phoneToPerson,
  company,
  'domain-to-network': domainToNetwork,
  'network-to-domain': networkToDomain,
  'department-distribution': departmentDistribution,
  'country-distribution': countryDistribution,
  'match-person': matchPerson,
  'match-company': matchCompany,
  'current-date': currentDate,
  autocomplete,
};
