// Which handler does which operation: the type demands one for every endpoint of the table.
import type { Operation } from '../contract/endpoints.ts';
import { autocomplete } from './autocomplete.ts';
import { company } from './company.ts';
import { companyJobs } from './company-jobs.ts';
import { companySearch } from './company-search.ts';
import type { Handler } from './context.ts';
import { countryDistribution } from './country-distribution.ts';
import { currentDate } from './current-date.ts';
import { departmentDistribution } from './department-distribution.ts';
import { domainToNetwork } from './domain-to-network.ts';
import { email } from './email.ts';
import { emailToPerson } from './email-to-person.ts';
import { employeeFinder } from './employee-finder.ts';
import { jobSearch } from './job-search.ts';
import { keyInfo } from './key-info.ts';
import { networkToDomain } from './network-to-domain.ts';
import { peopleSearch } from './people-search.ts';
import { phone } from './phone.ts';
import { phoneToPerson } from './phone-to-person.ts';
import { waterfall } from './waterfall.ts';

export const HANDLERS: { readonly [Name in Operation]: Handler<Name> } = {
  'key-info': keyInfo,
  'people-search': peopleSearch,
  'company-search': companySearch,
  waterfall,
  'employee-finder': employeeFinder,
  'job-search': jobSearch,
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
  'current-date': currentDate,
  autocomplete,
};
