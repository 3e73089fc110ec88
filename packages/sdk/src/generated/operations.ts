// Generated from the contract of the service by `npm run generate`.
import type { CallOptions, Result } from '../call.ts';
import type { Paged } from '../paged.ts';
import type {
  AutocompleteAnswer,
  AutocompleteBody,
  BulkCompanyAnswer,
  BulkCompanyBody,
  BulkDomainToNetworkAnswer,
  BulkDomainToNetworkBody,
  BulkEmailAnswer,
  BulkEmailBody,
  BulkEmailToPersonAnswer,
  BulkEmailToPersonBody,
  BulkMatchCompanyAnswer,
  BulkMatchCompanyBody,
  BulkMatchPersonAnswer,
  BulkMatchPersonBody,
  BulkNetworkToDomainAnswer,
  BulkNetworkToDomainBody,
  BulkPhoneAnswer,
  BulkPhoneBody,
  BulkPhoneToPersonAnswer,
  BulkPhoneToPersonBody,
  CompaniesPage,
  Company,
  CompanyAnswer,
  CompanyBody,
  CompanyCount,
  CompanyCountBody,
  CompanyJobsBody,
  CompanySearchBody,
  CountriesAnswer,
  CountryDistributionBody,
  CurrentDateAnswer,
  CurrentDateBody,
  DepartmentDistributionBody,
  DepartmentsAnswer,
  DomainOfNetworkAnswer,
  DomainToNetworkBody,
  EmailAnswer,
  EmailBody,
  EmailToPersonBody,
  EmployeeFinderBody,
  EmployeesPage,
  JobCount,
  JobCountBody,
  JobRow,
  JobSearchBody,
  JobSearchPage,
  JobsPage,
  KeyInfoAnswer,
  MatchCompanyBody,
  MatchPersonBody,
  MatchedCompanyAnswer,
  MatchedPersonAnswer,
  NetworkOfDomainAnswer,
  NetworkToDomainBody,
  PeopleCount,
  PeopleCountBody,
  PeoplePage,
  PeopleSearchBody,
  Person,
  PersonAnswer,
  PersonWithEmployer,
  PhoneAnswer,
  PhoneBody,
  PhoneToPersonBody,
  WaterfallAnswer,
  WaterfallBody,
} from './types.ts';

/** How the rows of an answer continue. */
export type Paging = 'cursor' | 'page';

/** The calls of the API: one method for each operation. */
export abstract class Operations {
  /** Makes one call. */
  protected abstract call<Answer>(
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    options: CallOptions | undefined,
  ): Promise<Result<Answer>>;

  /** Makes the call of the first page; the others follow while rows are read. */
  protected abstract paged<Answer, Row>(
    path: string,
    body: object,
    paging: Paging,
    options: CallOptions | undefined,
  ): Paged<Answer, Row>;

  /**
   * Returns validity, credits, rate limit, allowed paths and plan of the calling key. Counts against the rate.
   *
   * A query or a body is ignored: its errors are those of a key only.
   *
   * Free.
   */
  keyInfo(options?: CallOptions): Promise<Result<KeyInfoAnswer>> {
    return this.call('GET', '/v2/account/key-info', undefined, options);
  }

  /**
   * Searches people by filters on the person, a current position and its employer. One position must match all
   * filters.
   *
   * At least one non-empty filter is required, in `company` or in `people`.
   *
   * A `company` object must contain at least one non-empty filter.
   *
   * A person with several matching positions appears once, with the first of them in sort order.
   *
   * Costs 1 credit for each answer with status 200.
   */
  peopleSearch(body: PeopleSearchBody, options?: CallOptions): Paged<PeoplePage, PersonWithEmployer> {
    return this.paged('/v2/search/people', body, 'cursor', options);
  }

  /**
   * Searches companies by filters, largest first.
   *
   * A `company` object must contain at least one non-empty filter.
   *
   * Costs 1 credit for each answer with status 200.
   */
  companySearch(body: CompanySearchBody, options?: CallOptions): Paged<CompaniesPage, Company> {
    return this.paged('/v2/search/companies', body, 'cursor', options);
  }

  /**
   * Counts the people that a search with the same filters finds. If it finds none, diagnosis states the number of
   * matches without each filter. Costs no credit; counts against the rate.
   *
   * Free.
   */
  peopleCount(body: PeopleCountBody, options?: CallOptions): Promise<Result<PeopleCount>> {
    return this.call('POST', '/v2/search/people/count', body, options);
  }

  /**
   * Counts the companies that a search with the same filters finds. If it finds none, diagnosis states the number
   * of matches without each filter. Costs no credit; counts against the rate.
   *
   * Free.
   */
  companyCount(body: CompanyCountBody, options?: CallOptions): Promise<Result<CompanyCount>> {
    return this.call('POST', '/v2/search/companies/count', body, options);
  }

  /**
   * Finds decision-makers at one company: all matches of the first step, then of the second, until max_results
   * rows. A person appears once.
   *
   * Each step needs a non-empty `include_title` or `location`.
   *
   * Titles are matched like word filters; an absent `location` means `WORLD`.
   *
   * An unknown company is an empty 200.
   *
   * Costs 1 credit for each answer with status 200.
   */
  waterfall(body: WaterfallBody, options?: CallOptions): Promise<Result<WaterfallAnswer>> {
    return this.call('POST', '/v2/search/waterfall-icp-keyword', body, options);
  }

  /**
   * Lists the current staff of one company by page number. People filters may be in `people`, at the top level, or
   * both (then all apply).
   *
   * The company URL is the only required field: a body without other filters pages through the whole staff.
   *
   * A page past the end is an empty 200.
   *
   * An unknown company is an empty 200.
   *
   * Costs 1 credit for each answer with status 200.
   */
  employeeFinder(body: EmployeeFinderBody, options?: CallOptions): Paged<EmployeesPage, Person> {
    return this.paged('/v2/search/employee-finder', body, 'page', options);
  }

  /**
   * Searches openings: one row per company, title and source.
   *
   * At least one non-empty filter is required, in `company` or in `job`.
   *
   * A `company` object must contain at least one non-empty filter.
   *
   * A row has openings whose titles differ in abbreviations, punctuation and letter case only, and shows the most
   * frequent one. `title` finds it by the words of each of them, in brackets by the one that it shows.
   *
   * Costs 1 credit for each answer with status 200.
   */
  jobSearch(body: JobSearchBody, options?: CallOptions): Paged<JobSearchPage, JobRow> {
    return this.paged('/v2/jobs/search', body, 'cursor', options);
  }

  /**
   * Counts the job rows that a search with the same filters finds. If it finds none, diagnosis states the number
   * of matches without each filter. Costs no credit; counts against the rate.
   *
   * Free.
   */
  jobCount(body: JobCountBody, options?: CallOptions): Promise<Result<JobCount>> {
    return this.call('POST', '/v2/jobs/count', body, options);
  }

  /**
   * Lists the openings of one company by profile URL or domain. A domain alone means its largest company; if both
   * are given, it must be a domain of the company.
   *
   * One of `company_network_url` or `domain` is required.
   *
   * If several companies share a domain, the first in sort order is used.
   *
   * An unknown company is an empty 200.
   *
   * Costs 1 credit for each answer with status 200.
   */
  companyJobs(body: CompanyJobsBody, options?: CallOptions): Paged<JobsPage, JobRow> {
    return this.paged('/v2/jobs/company', body, 'cursor', options);
  }

  /**
   * Returns the best work address of a person: the primary one, then by status (valid, catch_all, unknown), then
   * the newest. Personal addresses, at a free-mail provider (gmail.com, web.de) where the person does not work,
   * come last. Invalid addresses are never answered.
   *
   * Exactly one of `person_network_url` or `person` is required. `person` has the keys of `/v2/match/person`, and
   * finds the person that the match finds with a score of at least 0.85; otherwise the answer is a 404.
   *
   * A person without an answerable address is a 404.
   *
   * Costs 1 credit for each answer with status 200.
   */
  email(body: EmailBody, options?: CallOptions): Promise<Result<EmailAnswer>> {
    return this.call('POST', '/v2/enrichment/email', body, options);
  }

  /**
   * Returns the best number of a person: mobile, then direct. A number of unknown kind counts as direct. A work
   * number is answered only if `include_work` is true and there is no better one.
   *
   * Exactly one of `person_network_url` or `person` is required. `person` has the keys of `/v2/match/person`, and
   * finds the person that the match finds with a score of at least 0.85; otherwise the answer is a 404.
   *
   * A person without a number is a 404. A person with work numbers only is a 404 unless `include_work` is true.
   * The message distinguishes both.
   *
   * Costs 1 credit for each answer with status 200.
   */
  phone(body: PhoneBody, options?: CallOptions): Promise<Result<PhoneAnswer>> {
    return this.call('POST', '/v2/enrichment/phone', body, options);
  }

  /**
   * Returns the person an address belongs to, for any status of the address.
   *
   * Costs 1 credit for each answer with status 200.
   */
  emailToPerson(body: EmailToPersonBody, options?: CallOptions): Promise<Result<PersonAnswer>> {
    return this.call('POST', '/v2/enrichment/email-to-person', body, options);
  }

  /**
   * Returns the person to whom a number belongs: 7 to 15 digits; spaces, parentheses, periods, hyphens and one
   * leading + are allowed. Of several owners of a number, the one whose main employer is first in the order of
   * companies is returned.
   *
   * A number is 7 to 15 digits; without `+` it is tried with a `00` prefix, then with `+`, then in the default
   * countries of the installation.
   *
   * Costs 1 credit for each answer with status 200.
   */
  phoneToPerson(body: PhoneToPersonBody, options?: CallOptions): Promise<Result<PersonAnswer>> {
    return this.call('POST', '/v2/enrichment/phone-to-person', body, options);
  }

  /**
   * Returns the whole record of a company.
   *
   * Exactly one of `company_network_url`, `domain` or `name` is required. A `domain` or a `name` finds the company
   * that `/v2/match/company` finds with a score of at least 0.85; otherwise the answer is a 404.
   *
   * Costs 1 credit for each answer with status 200.
   */
  company(body: CompanyBody, options?: CallOptions): Promise<Result<CompanyAnswer>> {
    return this.call('POST', '/v2/enrichment/company', body, options);
  }

  /**
   * Returns the largest company on a domain, or on its registrable domain, and lists up to 100 others in `other`.
   * A company search with the filter `domain` finds all of them.
   *
   * `other` is empty if no other company is on the domain.
   *
   * Costs 1 credit for each answer with status 200.
   */
  domainToNetwork(body: DomainToNetworkBody, options?: CallOptions): Promise<Result<NetworkOfDomainAnswer>> {
    return this.call('POST', '/v2/enrichment/domain-to-network', body, options);
  }

  /**
   * Returns the e-mail domain of a company, else its main domain.
   *
   * A company without a domain is a 404.
   *
   * Costs 1 credit for each answer with status 200.
   */
  networkToDomain(body: NetworkToDomainBody, options?: CallOptions): Promise<Result<DomainOfNetworkAnswer>> {
    return this.call('POST', '/v2/enrichment/network-to-domain', body, options);
  }

  /**
   * Counts the current staff of a company by job function, largest first.
   *
   * A company without known staff is an empty 200 with `total_employees: 0`.
   *
   * Costs 1 credit for each answer with status 200.
   */
  departmentDistribution(body: DepartmentDistributionBody, options?: CallOptions): Promise<Result<DepartmentsAnswer>> {
    return this.call('POST', '/v2/enrichment/company-distribution-by-department', body, options);
  }

  /**
   * Counts the current staff of a company by country, largest first.
   *
   * A company without known staff is an empty 200 with `total_employees: 0`.
   *
   * Costs 1 credit for each answer with status 200.
   */
  countryDistribution(body: CountryDistributionBody, options?: CallOptions): Promise<Result<CountriesAnswer>> {
    return this.call('POST', '/v2/enrichment/company-distribution-by-country', body, options);
  }

  /**
   * Finds the person that the given keys describe, and scores the certainty of the match. At least one of
   * `network_url`, `email`, `phone`, `crm_id`, `github_handle`, `x_handle`, `full_name`, or `first_name` with
   * `last_name` is required; each further key makes the match more certain. If no candidate reaches min_score, the
   * answer is a 404.
   *
   * A match adds the evidence of all keys: a profile URL, an address, a number or a domain alone gives a score of
   * about 0.95 or more, a person by name and employer, or a company by its whole name, about 0.9; the name of a
   * person alone, or a name of common words, less than the default of `min_score`.
   *
   * Keys that contradict the record lower the score. Two candidates that the keys do not distinguish have less
   * than 0.5 each.
   *
   * Costs 1 credit for each answer with status 200.
   */
  matchPerson(body: MatchPersonBody, options?: CallOptions): Promise<Result<MatchedPersonAnswer>> {
    return this.call('POST', '/v2/match/person', body, options);
  }

  /**
   * Finds the company that the given keys describe, and scores the certainty of the match. At least one of
   * `network_url`, `domain`, `name`, `crm_id`, `isin`, `lei`, `registry_number`, `github_handle` or `x_handle` is
   * required; each further key makes the match more certain. If no candidate reaches min_score, the answer is a
   * 404.
   *
   * A match adds the evidence of all keys: a profile URL, an address, a number or a domain alone gives a score of
   * about 0.95 or more, a person by name and employer, or a company by its whole name, about 0.9; the name of a
   * person alone, or a name of common words, less than the default of `min_score`.
   *
   * Keys that contradict the record lower the score. Two candidates that the keys do not distinguish have less
   * than 0.5 each.
   *
   * Costs 1 credit for each answer with status 200.
   */
  matchCompany(body: MatchCompanyBody, options?: CallOptions): Promise<Result<MatchedCompanyAnswer>> {
    return this.call('POST', '/v2/match/company', body, options);
  }

  /**
   * Returns the server time in an IANA timezone.
   *
   * Names are accepted in any letter case; UTC offsets such as `+02:00` are a 422.
   *
   * Costs 1 credit for each answer with status 200.
   */
  currentDate(body: CurrentDateBody, options?: CallOptions): Promise<Result<CurrentDateAnswer>> {
    return this.call('POST', '/v2/utils/current-date', body, options);
  }

  /**
   * Suggests values of the data by the beginning of any of their words. Counts against the rate.
   *
   * `count` equals `total_results` of a search for the value in brackets alone, `["[Head of Sales]"]`: people for
   * fields of `people`, companies for those of `company`, job rows for those of `job`.
   *
   * Values are sorted by `count` descending, then by their folded words; company names by the size of the company,
   * largest first.
   *
   * Spellings of the same words are one value, answered in the most frequent spelling; a city in the spelling of
   * the first record.
   *
   * An empty `prefix` returns the most frequent values. A trailing space completes the last word: `vp ` does not
   * find `VPN`.
   *
   * `Idempotency-Key` is ignored.
   *
   * Free.
   */
  autocomplete(body: AutocompleteBody, options?: CallOptions): Promise<Result<AutocompleteAnswer>> {
    return this.call('POST', '/v2/utils/autocomplete', body, options);
  }

  /**
   * Answers up to 100 calls of `/v2/enrichment/email` at once. An item is the body of such a call, and its result
   * is the answer of that call.
   *
   * Costs 1 credit for each item with status 200.
   */
  bulkEmail(body: BulkEmailBody, options?: CallOptions): Promise<Result<BulkEmailAnswer>> {
    return this.call('POST', '/v2/bulk/email', body, options);
  }

  /**
   * Answers up to 100 calls of `/v2/enrichment/phone` at once. An item is the body of such a call, and its result
   * is the answer of that call.
   *
   * Costs 1 credit for each item with status 200.
   */
  bulkPhone(body: BulkPhoneBody, options?: CallOptions): Promise<Result<BulkPhoneAnswer>> {
    return this.call('POST', '/v2/bulk/phone', body, options);
  }

  /**
   * Answers up to 100 calls of `/v2/enrichment/email-to-person` at once. An item is the body of such a call, and
   * its result is the answer of that call.
   *
   * Costs 1 credit for each item with status 200.
   */
  bulkEmailToPerson(body: BulkEmailToPersonBody, options?: CallOptions): Promise<Result<BulkEmailToPersonAnswer>> {
    return this.call('POST', '/v2/bulk/email-to-person', body, options);
  }

  /**
   * Answers up to 100 calls of `/v2/enrichment/phone-to-person` at once. An item is the body of such a call, and
   * its result is the answer of that call.
   *
   * Costs 1 credit for each item with status 200.
   */
  bulkPhoneToPerson(body: BulkPhoneToPersonBody, options?: CallOptions): Promise<Result<BulkPhoneToPersonAnswer>> {
    return this.call('POST', '/v2/bulk/phone-to-person', body, options);
  }

  /**
   * Answers up to 100 calls of `/v2/enrichment/company` at once. An item is the body of such a call, and its
   * result is the answer of that call.
   *
   * Costs 1 credit for each item with status 200.
   */
  bulkCompany(body: BulkCompanyBody, options?: CallOptions): Promise<Result<BulkCompanyAnswer>> {
    return this.call('POST', '/v2/bulk/company', body, options);
  }

  /**
   * Answers up to 100 calls of `/v2/enrichment/domain-to-network` at once. An item is the body of such a call, and
   * its result is the answer of that call.
   *
   * Costs 1 credit for each item with status 200.
   */
  bulkDomainToNetwork(body: BulkDomainToNetworkBody, options?: CallOptions): Promise<Result<BulkDomainToNetworkAnswer>> {
    return this.call('POST', '/v2/bulk/domain-to-network', body, options);
  }

  /**
   * Answers up to 100 calls of `/v2/enrichment/network-to-domain` at once. An item is the body of such a call, and
   * its result is the answer of that call.
   *
   * Costs 1 credit for each item with status 200.
   */
  bulkNetworkToDomain(body: BulkNetworkToDomainBody, options?: CallOptions): Promise<Result<BulkNetworkToDomainAnswer>> {
    return this.call('POST', '/v2/bulk/network-to-domain', body, options);
  }

  /**
   * Answers up to 100 calls of `/v2/match/person` at once. An item is the body of such a call, and its result is
   * the answer of that call.
   *
   * Costs 1 credit for each item with status 200.
   */
  bulkMatchPerson(body: BulkMatchPersonBody, options?: CallOptions): Promise<Result<BulkMatchPersonAnswer>> {
    return this.call('POST', '/v2/bulk/match-person', body, options);
  }

  /**
   * Answers up to 100 calls of `/v2/match/company` at once. An item is the body of such a call, and its result is
   * the answer of that call.
   *
   * Costs 1 credit for each item with status 200.
   */
  bulkMatchCompany(body: BulkMatchCompanyBody, options?: CallOptions): Promise<Result<BulkMatchCompanyAnswer>> {
    return this.call('POST', '/v2/bulk/match-company', body, options);
  }
}
