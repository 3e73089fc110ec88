// Generated from the contract of the service by `npm run generate`.

export interface AutocompleteAnswer {
  readonly results: readonly FacetValue[];
  /** Number of values in results */
  readonly results_length: number;
}

export interface AutocompleteBody {
  /** Path of the filter in the body of a search */
  readonly field: 'company.name' | 'company.industry' | 'company.hq.city' | 'company.hq.state' | 'people.job_title' | 'people.school' | 'people.skills' | 'people.location.city' | 'job.title';
  /** Beginning of one or more words of the value; case and marks are ignored */
  readonly prefix?: string | undefined;
  /** Maximum number of values */
  readonly limit?: number | undefined;
}

export interface BatchAnswer {
  /** Identifier of the batch */
  readonly id: string;
  /** The single call that each row makes */
  readonly operation: 'email' | 'phone' | 'email-to-person' | 'phone-to-person' | 'company' | 'domain-to-network' | 'network-to-domain' | 'match-person' | 'match-company';
  /** A paused or failed batch continues after a resume */
  readonly state: 'queued' | 'running' | 'paused_no_credits' | 'completed' | 'cancelled' | 'failed';
  /** Reason of a pause or a failure */
  readonly reason: string | null;
  /** Rows of the input */
  readonly rows: number;
  /** Rows done; their results can be downloaded */
  readonly done: number;
  /** Rows with an answer, each charged */
  readonly found: number;
  /** Rows without a matching record */
  readonly missed: number;
  /** Rows that the single call would reject */
  readonly invalid: number;
  /** Credits charged so far */
  readonly credits_used: number;
  /** The batch never uses more credits */
  readonly max_credits: number | null;
  /** Time of creation (ISO 8601, UTC) */
  readonly created_at: string;
  /** Estimated seconds until completion; null if the batch is not running */
  readonly estimated_seconds: number | null;
}

export interface BatchList {
  /** The newest first */
  readonly results: readonly BatchAnswer[];
  /** Number of batches in results */
  readonly results_length: number;
  /** Cursor of the next page; null on the last page */
  readonly cursor: string | null;
}

export interface BulkCompanyAnswer {
  /** One for each item, in the order of `items`: `body` for status 200, otherwise `error` */
  readonly results: readonly {
    /** Place in `items`, from 0 */
    readonly index: number;
    /** The `id` of the item; null if it has none */
    readonly id: string | null;
    /** Status of the single call */
    readonly status: number;
    readonly body?: CompanyAnswer | undefined;
    readonly error?: CallError | undefined;
    /** Credits of the item: the price of the single call for status 200, otherwise 0 */
    readonly credits: number;
  }[];
  /** Sum of the credits of all items */
  readonly credits_used: number;
}

export interface BulkCompanyBody {
  /** Bodies of single calls */
  readonly items: readonly {
    /** Your name of the item; its result repeats it */
    readonly id?: string | null | undefined;
    /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
    readonly company_network_url?: string | undefined;
    /** Hostname; a URL is reduced to its hostname */
    readonly domain?: string | undefined;
    /** Name, with or without legal form */
    readonly name?: string | undefined;
  }[];
}

export interface BulkDomainToNetworkAnswer {
  /** One for each item, in the order of `items`: `body` for status 200, otherwise `error` */
  readonly results: readonly {
    /** Place in `items`, from 0 */
    readonly index: number;
    /** The `id` of the item; null if it has none */
    readonly id: string | null;
    /** Status of the single call */
    readonly status: number;
    readonly body?: NetworkOfDomainAnswer | undefined;
    readonly error?: CallError | undefined;
    /** Credits of the item: the price of the single call for status 200, otherwise 0 */
    readonly credits: number;
  }[];
  /** Sum of the credits of all items */
  readonly credits_used: number;
}

export interface BulkDomainToNetworkBody {
  /** Bodies of single calls */
  readonly items: readonly {
    /** Your name of the item; its result repeats it */
    readonly id?: string | null | undefined;
    /** Hostname; a URL is reduced to its hostname */
    readonly domain: string;
  }[];
}

export interface BulkEmailAnswer {
  /** One for each item, in the order of `items`: `body` for status 200, otherwise `error` */
  readonly results: readonly {
    /** Place in `items`, from 0 */
    readonly index: number;
    /** The `id` of the item; null if it has none */
    readonly id: string | null;
    /** Status of the single call */
    readonly status: number;
    readonly body?: EmailAnswer | undefined;
    readonly error?: CallError | undefined;
    /** Credits of the item: the price of the single call for status 200, otherwise 0 */
    readonly credits: number;
  }[];
  /** Sum of the credits of all items */
  readonly credits_used: number;
}

export interface BulkEmailBody {
  /** Bodies of single calls */
  readonly items: readonly {
    /** Your name of the item; its result repeats it */
    readonly id?: string | null | undefined;
    /** Person profile URL, shape /in/{slug} */
    readonly person_network_url?: string | undefined;
    readonly person?: PersonKeys | undefined;
  }[];
}

export interface BulkEmailToPersonAnswer {
  /** One for each item, in the order of `items`: `body` for status 200, otherwise `error` */
  readonly results: readonly {
    /** Place in `items`, from 0 */
    readonly index: number;
    /** The `id` of the item; null if it has none */
    readonly id: string | null;
    /** Status of the single call */
    readonly status: number;
    readonly body?: PersonAnswer | undefined;
    readonly error?: CallError | undefined;
    /** Credits of the item: the price of the single call for status 200, otherwise 0 */
    readonly credits: number;
  }[];
  /** Sum of the credits of all items */
  readonly credits_used: number;
}

export interface BulkEmailToPersonBody {
  /** Bodies of single calls */
  readonly items: readonly {
    /** Your name of the item; its result repeats it */
    readonly id?: string | null | undefined;
    /** E-mail address */
    readonly email: string;
  }[];
}

export interface BulkMatchCompanyAnswer {
  /** One for each item, in the order of `items`: `body` for status 200, otherwise `error` */
  readonly results: readonly {
    /** Place in `items`, from 0 */
    readonly index: number;
    /** The `id` of the item; null if it has none */
    readonly id: string | null;
    /** Status of the single call */
    readonly status: number;
    readonly body?: MatchedCompanyAnswer | undefined;
    readonly error?: CallError | undefined;
    /** Credits of the item: the price of the single call for status 200, otherwise 0 */
    readonly credits: number;
  }[];
  /** Sum of the credits of all items */
  readonly credits_used: number;
}

export interface BulkMatchCompanyBody {
  /** Bodies of single calls */
  readonly items: readonly {
    /** Your name of the item; its result repeats it */
    readonly id?: string | null | undefined;
    /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
    readonly network_url?: string | undefined;
    /** Hostname; a URL is reduced to its hostname */
    readonly domain?: string | undefined;
    /** Name, with or without legal form */
    readonly name?: string | undefined;
    /** Country, ISO 3166-1 alpha-2 or XK */
    readonly country_code?: string | undefined;
    /** City */
    readonly city?: string | undefined;
    /** Id in the CRM or data product that the record was imported from */
    readonly crm_id?: string | undefined;
    /** ISIN of one of its securities */
    readonly isin?: string | undefined;
    /** Legal Entity Identifier */
    readonly lei?: string | undefined;
    /** Number in the register of companies of its country; best with country_code */
    readonly registry_number?: string | undefined;
    /** Account on github.com, as a name or URL */
    readonly github_handle?: string | undefined;
    /** Account on x.com, as a name or URL */
    readonly x_handle?: string | undefined;
    /** The lowest score of an answer; scores are rounded down, so that none is 1 */
    readonly min_score?: number | undefined;
    /** Maximum number of candidates to list, with the answered record */
    readonly max_candidates?: number | undefined;
  }[];
}

export interface BulkMatchPersonAnswer {
  /** One for each item, in the order of `items`: `body` for status 200, otherwise `error` */
  readonly results: readonly {
    /** Place in `items`, from 0 */
    readonly index: number;
    /** The `id` of the item; null if it has none */
    readonly id: string | null;
    /** Status of the single call */
    readonly status: number;
    readonly body?: MatchedPersonAnswer | undefined;
    readonly error?: CallError | undefined;
    /** Credits of the item: the price of the single call for status 200, otherwise 0 */
    readonly credits: number;
  }[];
  /** Sum of the credits of all items */
  readonly credits_used: number;
}

export interface BulkMatchPersonBody {
  /** Bodies of single calls */
  readonly items: readonly {
    /** Your name of the item; its result repeats it */
    readonly id?: string | null | undefined;
    /** Person profile URL, shape /in/{slug} */
    readonly network_url?: string | undefined;
    /** One of the e-mail addresses */
    readonly email?: string | undefined;
    /** One of the phone numbers */
    readonly phone?: string | undefined;
    /** Full name */
    readonly full_name?: string | undefined;
    /** First name; needs last_name */
    readonly first_name?: string | undefined;
    /** Last name; needs first_name */
    readonly last_name?: string | undefined;
    /** Name of the employer */
    readonly company_name?: string | undefined;
    /** Hostname of the employer; a URL is reduced to its hostname */
    readonly company_domain?: string | undefined;
    /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
    readonly company_network_url?: string | undefined;
    /** Title of the position */
    readonly job_title?: string | undefined;
    /** Country, ISO 3166-1 alpha-2 or XK */
    readonly country_code?: string | undefined;
    /** City */
    readonly city?: string | undefined;
    /** Id in the CRM or data product that the record was imported from */
    readonly crm_id?: string | undefined;
    /** Account on github.com, as a name or URL */
    readonly github_handle?: string | undefined;
    /** Account on x.com, as a name or URL */
    readonly x_handle?: string | undefined;
    /** The lowest score of an answer; scores are rounded down, so that none is 1 */
    readonly min_score?: number | undefined;
    /** Maximum number of candidates to list, with the answered record */
    readonly max_candidates?: number | undefined;
  }[];
}

export interface BulkNetworkToDomainAnswer {
  /** One for each item, in the order of `items`: `body` for status 200, otherwise `error` */
  readonly results: readonly {
    /** Place in `items`, from 0 */
    readonly index: number;
    /** The `id` of the item; null if it has none */
    readonly id: string | null;
    /** Status of the single call */
    readonly status: number;
    readonly body?: DomainOfNetworkAnswer | undefined;
    readonly error?: CallError | undefined;
    /** Credits of the item: the price of the single call for status 200, otherwise 0 */
    readonly credits: number;
  }[];
  /** Sum of the credits of all items */
  readonly credits_used: number;
}

export interface BulkNetworkToDomainBody {
  /** Bodies of single calls */
  readonly items: readonly {
    /** Your name of the item; its result repeats it */
    readonly id?: string | null | undefined;
    /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
    readonly company_network_url: string;
  }[];
}

export interface BulkPhoneAnswer {
  /** One for each item, in the order of `items`: `body` for status 200, otherwise `error` */
  readonly results: readonly {
    /** Place in `items`, from 0 */
    readonly index: number;
    /** The `id` of the item; null if it has none */
    readonly id: string | null;
    /** Status of the single call */
    readonly status: number;
    readonly body?: PhoneAnswer | undefined;
    readonly error?: CallError | undefined;
    /** Credits of the item: the price of the single call for status 200, otherwise 0 */
    readonly credits: number;
  }[];
  /** Sum of the credits of all items */
  readonly credits_used: number;
}

export interface BulkPhoneBody {
  /** Bodies of single calls */
  readonly items: readonly {
    /** Your name of the item; its result repeats it */
    readonly id?: string | null | undefined;
    /** Person profile URL, shape /in/{slug} */
    readonly person_network_url?: string | undefined;
    readonly person?: PersonKeys | undefined;
    /** Accepts a work number if no better one is known */
    readonly include_work?: boolean | undefined;
  }[];
}

export interface BulkPhoneToPersonAnswer {
  /** One for each item, in the order of `items`: `body` for status 200, otherwise `error` */
  readonly results: readonly {
    /** Place in `items`, from 0 */
    readonly index: number;
    /** The `id` of the item; null if it has none */
    readonly id: string | null;
    /** Status of the single call */
    readonly status: number;
    readonly body?: PersonAnswer | undefined;
    readonly error?: CallError | undefined;
    /** Credits of the item: the price of the single call for status 200, otherwise 0 */
    readonly credits: number;
  }[];
  /** Sum of the credits of all items */
  readonly credits_used: number;
}

export interface BulkPhoneToPersonBody {
  /** Bodies of single calls */
  readonly items: readonly {
    /** Your name of the item; its result repeats it */
    readonly id?: string | null | undefined;
    /** Phone number */
    readonly phone: string;
  }[];
}

export interface CallError {
  /** One of the documented codes */
  readonly code: string;
  /** The fault and its remedy; names the field */
  readonly message: string;
  /** Identifier of the request, as in the header x-request-id */
  readonly request_id: string;
  readonly details?: readonly {
    /** Path in the body; empty for the body as a whole */
    readonly path: string;
    /** The fault and its remedy */
    readonly message: string;
    /** The nearest allowed value */
    readonly suggestion: string | null;
    /** The batch of a conflict */
    readonly batch_id?: string | undefined;
  }[] | undefined;
}

export interface Certification {
  /** Issuer */
  readonly authority: string | null;
  /** Name */
  readonly name: string | null;
  /** URL */
  readonly url: string | null;
}

export interface CompaniesPage {
  readonly results: readonly Company[];
  /** Number of records in results */
  readonly results_length: number;
  /** Cursor of the next page; null on the last page */
  readonly cursor: string | null;
  /** Number of all matching records; with include_total */
  readonly total_results?: number | undefined;
  /** Per field its values by count descending, then value; at most 100 per field; with facets */
  readonly facets?: {
    readonly 'company.industry'?: readonly FacetValue[] | undefined;
    readonly 'company.type'?: readonly FacetValue[] | undefined;
    readonly 'company.country_code'?: readonly FacetValue[] | undefined;
    readonly 'company.continent'?: readonly FacetValue[] | undefined;
    readonly 'company.sales_region'?: readonly FacetValue[] | undefined;
    readonly 'company.employee_range'?: readonly FacetValue[] | undefined;
  } | undefined;
}

export interface Company {
  /** Canonical profile URL, shape /company/{slug} */
  readonly network_url: string;
  /** Name */
  readonly name: string;
  /** Main domain: a lower-case ASCII hostname */
  readonly domain: string | null;
  /** Website as given by the source */
  readonly website: string | null;
  /** Industry; usually one of the closed list */
  readonly industry: string | null;
  /** Type of company */
  readonly type: string | null;
  /** Bucket of the number of employees */
  readonly size: SizeLabel | null;
  /** Number of employees; null if only the bucket is known */
  readonly employee_count: number | null;
  /** Followers of the profile */
  readonly followers: number | null;
  /** Year of foundation */
  readonly founded_year: number | null;
  /** Description */
  readonly about: string | null;
  readonly specialties: readonly string[];
  readonly hq: Headquarters | null;
  /** Time at which the source last saw the record (ISO 8601, UTC) */
  readonly updated_at: string | null;
}

export interface CompanyAnswer {
  /** Always true; an unknown record is a 404 */
  readonly found: boolean;
  readonly company: Company;
}

export interface CompanyBody {
  /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
  readonly company_network_url?: string | undefined;
  /** Hostname; a URL is reduced to its hostname */
  readonly domain?: string | undefined;
  /** Name, with or without legal form */
  readonly name?: string | undefined;
}

export interface CompanyCount {
  /** All records that match, exact */
  readonly total_results: number;
  /** Per field its values by count descending, then value; at most 100 per field; with facets */
  readonly facets?: {
    readonly 'company.industry'?: readonly FacetValue[] | undefined;
    readonly 'company.type'?: readonly FacetValue[] | undefined;
    readonly 'company.country_code'?: readonly FacetValue[] | undefined;
    readonly 'company.continent'?: readonly FacetValue[] | undefined;
    readonly 'company.sales_region'?: readonly FacetValue[] | undefined;
    readonly 'company.employee_range'?: readonly FacetValue[] | undefined;
  } | undefined;
  /** Where nothing matches two or more filters: the total without each of them, the most first */
  readonly diagnosis?: readonly {
    /** Place of a filter in the body */
    readonly filter: string;
    /** Records that match without this filter */
    readonly total_results: number;
  }[] | undefined;
}

export interface CompanyCountBody {
  readonly company: CompanyFilter;
  /** Fields whose values are counted among all matching records */
  readonly facets?: readonly ('company.industry' | 'company.type' | 'company.country_code' | 'company.continent' | 'company.sales_region' | 'company.employee_range')[] | undefined;
}

/** Filters on the company; all given filters must match. */
export interface CompanyFilter {
  /** Words in the name. */
  readonly name?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
  } | readonly string[] | undefined;
  /** Words in name, about, specialties or industry. */
  readonly keywords?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
  } | readonly string[] | undefined;
  /** Industry of the closed list, or a value present in the data. */
  readonly industry?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
  } | readonly string[] | undefined;
  /** Type of company. */
  readonly type?: {
    readonly include?: readonly CompanyType[] | undefined;
    readonly exclude?: readonly CompanyType[] | undefined;
  } | readonly CompanyType[] | undefined;
  /** Country of the headquarters: ISO 3166-1 alpha-2 codes, or XK. */
  readonly country_code?: readonly string[] | {
    readonly include?: readonly string[] | undefined;
  } | undefined;
  /** Continent of the headquarters. */
  readonly continent?: readonly Continent[] | {
    readonly include?: readonly Continent[] | undefined;
  } | undefined;
  /** Sales region of the headquarters. */
  readonly sales_region?: readonly SalesRegion[] | {
    readonly include?: readonly SalesRegion[] | undefined;
  } | undefined;
  /** Number of employees, both ends included; an absent or zero max means no upper bound. */
  readonly employee_range?: {
    readonly min?: number | undefined;
    readonly max?: number | undefined;
  } | readonly SizeLabel[] | undefined;
  /** Number of employees. Alias of employee_range. */
  readonly employee_count?: {
    readonly min?: number | undefined;
    readonly max?: number | undefined;
  } | undefined;
  /** Year of foundation, both ends included; an absent or zero max means no upper bound. */
  readonly founded_year?: {
    readonly min?: number | undefined;
    readonly max?: number | undefined;
  } | undefined;
  /** At least this many followers of the profile. */
  readonly min_network_followers?: number | undefined;
  /** Profile URLs of companies, shape /company/{slug}. */
  readonly network_url?: readonly string[] | {
    readonly include?: readonly string[] | undefined;
  } | undefined;
  /** Domains of companies; a URL is reduced to its hostname. */
  readonly domain?: readonly string[] | {
    readonly include?: readonly string[] | undefined;
  } | undefined;
  /** Location of the headquarters. Alias of country_code, continent and sales_region. */
  readonly hq?: {
    /** Country of the headquarters: ISO 3166-1 alpha-2 codes, or XK. */
    readonly country_code?: readonly string[] | {
      readonly include?: readonly string[] | undefined;
    } | undefined;
    /** Continent of the headquarters. */
    readonly continent?: readonly Continent[] | {
      readonly include?: readonly Continent[] | undefined;
    } | undefined;
    /** Sales region of the headquarters. */
    readonly sales_region?: readonly SalesRegion[] | {
      readonly include?: readonly SalesRegion[] | undefined;
    } | undefined;
    /** Words in the city of the headquarters. */
    readonly city?: {
      readonly include?: readonly string[] | undefined;
      readonly exclude?: readonly string[] | undefined;
    } | readonly string[] | undefined;
    /** Words in the state or region of the headquarters. */
    readonly state?: {
      readonly include?: readonly string[] | undefined;
      readonly exclude?: readonly string[] | undefined;
    } | readonly string[] | undefined;
  } | undefined;
}

export interface CompanyJobsBody {
  /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
  readonly company_network_url?: string | undefined;
  /** Hostname; a URL is reduced to its hostname */
  readonly domain?: string | undefined;
  /** Records per page */
  readonly max_results?: number | undefined;
  /** The cursor of the previous page, unchanged; omit it, or send null, for the first page */
  readonly cursor?: string | null | undefined;
  /** Adds total_results, exact */
  readonly include_total?: boolean | undefined;
}

export interface CompanySearchBody {
  readonly company: CompanyFilter;
  /** Records per page */
  readonly max_results?: number | undefined;
  /** The cursor of the previous page, unchanged; omit it, or send null, for the first page */
  readonly cursor?: string | null | undefined;
  /** Adds total_results, exact */
  readonly include_total?: boolean | undefined;
  /** Fields whose values are counted among all matching records */
  readonly facets?: readonly ('company.industry' | 'company.type' | 'company.country_code' | 'company.continent' | 'company.sales_region' | 'company.employee_range')[] | undefined;
}

export type CompanyType = 'Educational' | 'Educational Institution' | 'Government Agency' | 'Nonprofit' | 'Partnership' | 'Privately Held' | 'Public Company' | 'Self-Employed' | 'Self-Owned' | 'Sole Proprietorship';

export type Continent = 'Africa' | 'Antarctica' | 'Asia' | 'Europe' | 'North America' | 'Oceania' | 'South America';

export interface CountriesAnswer {
  /** Canonical profile URL of the company */
  readonly company_network_url: string;
  /** Sum of the rows */
  readonly total_employees: number;
  readonly distribution: readonly {
    /** ISO 3166-1 alpha-2 code, or unknown */
    readonly country: string;
    /** Employees */
    readonly count: number;
    /** Share in percent, two decimals */
    readonly percentage_ratio: number;
  }[];
}

export interface CountryDistributionBody {
  /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
  readonly company_network_url: string;
}

export interface CurrentDateAnswer {
  /** Local time in the zone */
  readonly datetime: string;
  /** Unix seconds */
  readonly timestamp: number;
  /** The accepted IANA name */
  readonly timezone: string;
}

export interface CurrentDateBody {
  /** IANA timezone name */
  readonly region: string;
}

export interface DeliveryAnswer {
  /** Identifier of the delivery */
  readonly id: string;
  /** Identifier of the event: the header webhook-id */
  readonly event_id: string;
  /** Type of the event */
  readonly event_type: string;
  /** A pending delivery is attempted again */
  readonly state: 'pending' | 'delivered' | 'failed';
  /** Attempts so far */
  readonly attempts: number;
  /** HTTP status of the last attempt; null if there was no answer */
  readonly last_status: number | null;
  /** Why the last attempt failed */
  readonly last_error: string | null;
  /** Time of the last attempt (ISO 8601, UTC) */
  readonly last_attempt_at: string | null;
  /** Time of the next attempt (ISO 8601, UTC) */
  readonly next_attempt_at: string | null;
  /** Time of the event (ISO 8601, UTC) */
  readonly created_at: string;
}

export interface DepartmentDistributionBody {
  /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
  readonly company_network_url: string;
}

export interface DepartmentsAnswer {
  /** Canonical profile URL of the company */
  readonly company_network_url: string;
  /** Sum of the rows */
  readonly total_employees: number;
  readonly distribution: readonly {
    /** Job function; unclassified people count as Other */
    readonly department: string;
    /** Employees */
    readonly count: number;
    /** Share in percent, two decimals */
    readonly percentage_ratio: number;
  }[];
}

export interface DomainOfNetworkAnswer {
  /** Always true; an unknown record is a 404 */
  readonly found: boolean;
  /** Primary domain of the company */
  readonly email_domain: string | null;
}

export interface DomainToNetworkBody {
  /** Hostname; a URL is reduced to its hostname */
  readonly domain: string;
}

export interface Education {
  /** School */
  readonly school_name: string | null;
  /** Degree */
  readonly degree: string | null;
  /** Start (YYYY-MM-DD; YYYY-MM or YYYY if the day or month is unknown) */
  readonly start_date: string | null;
  /** End (YYYY-MM-DD; YYYY-MM or YYYY if the day or month is unknown) */
  readonly end_date: string | null;
}

export interface EmailAnswer {
  /** Always true; an unknown record is a 404 */
  readonly found: boolean;
  /** Work e-mail address */
  readonly email: string | null;
  /** Status at the source; null when never checked */
  readonly status: 'valid' | 'catch_all' | 'unknown' | null;
  /** Time of the last check (ISO 8601, UTC) */
  readonly verified_at: string | null;
  readonly all_emails: readonly {
    /** Address */
    readonly email: string;
    /** Status at the source; null when never checked */
    readonly status: 'valid' | 'catch_all' | 'unknown' | null;
    /** Time of the last check */
    readonly verified_at: string | null;
  }[];
}

export interface EmailBody {
  /** Person profile URL, shape /in/{slug} */
  readonly person_network_url?: string | undefined;
  readonly person?: PersonKeys | undefined;
}

export interface EmailToPersonBody {
  /** E-mail address */
  readonly email: string;
}

export interface EmployeeFinderBody {
  /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
  readonly company_network_url: string;
  readonly people?: PeopleFilter | undefined;
  /** Words in the current title, and in the headline if include_headline is true. */
  readonly job_title?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
    readonly include_headline?: boolean | undefined;
    /** Alias of include_headline; the headline is searched if either is true */
    readonly include_network_headline?: boolean | undefined;
  } | readonly string[] | undefined;
  /** Seniority of the current position. */
  readonly job_level?: readonly JobLevel[] | {
    readonly include?: readonly JobLevel[] | undefined;
  } | undefined;
  /** Function of the current position. */
  readonly job_function?: readonly JobFunction[] | {
    readonly include?: readonly JobFunction[] | undefined;
  } | undefined;
  /** Country of the person: ISO 3166-1 alpha-2 codes, or XK. */
  readonly country_code?: readonly string[] | {
    readonly include?: readonly string[] | undefined;
  } | undefined;
  /** Continent of the person. */
  readonly continent?: readonly Continent[] | {
    readonly include?: readonly Continent[] | undefined;
  } | undefined;
  /** Sales region of the person. */
  readonly sales_region?: readonly SalesRegion[] | {
    readonly include?: readonly SalesRegion[] | undefined;
  } | undefined;
  /** At least this confidence in the function of the current position, in percent. */
  readonly min_title_confidence?: number | undefined;
  /** At least this many connections; sources cap the number at 500. */
  readonly min_connections_count?: number | undefined;
  /** At least this many connections. Alias of min_connections_count. */
  readonly min_connections?: number | undefined;
  /** Words in the full name. */
  readonly name?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
  } | readonly string[] | undefined;
  /** Words in the names of the schools. */
  readonly school?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
  } | readonly string[] | undefined;
  /** Words in the skills. */
  readonly skills?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
  } | readonly string[] | undefined;
  /** When the source last saw the record: dates in UTC, both ends included. */
  readonly updated_at?: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  } | undefined;
  /** Profile URLs of people, shape /in/{slug}. */
  readonly network_url?: readonly string[] | {
    readonly include?: readonly string[] | undefined;
  } | undefined;
  /**
   * Maximum number of people of one employer: the first in the order. People search requires another filter with
   * it. People without an employer are not limited; facets count all matches.
   */
  readonly max_per_company?: number | undefined;
  /** Location of the person. Alias of country_code, continent and sales_region. */
  readonly location?: {
    /** Country of the person: ISO 3166-1 alpha-2 codes, or XK. */
    readonly country_code?: readonly string[] | {
      readonly include?: readonly string[] | undefined;
    } | undefined;
    /** Continent of the person. */
    readonly continent?: readonly Continent[] | {
      readonly include?: readonly Continent[] | undefined;
    } | undefined;
    /** Sales region of the person. */
    readonly sales_region?: readonly SalesRegion[] | {
      readonly include?: readonly SalesRegion[] | undefined;
    } | undefined;
    /** Words in the city of the person. */
    readonly city?: {
      readonly include?: readonly string[] | undefined;
      readonly exclude?: readonly string[] | undefined;
    } | readonly string[] | undefined;
  } | undefined;
  /** Records per page */
  readonly max_results?: number | undefined;
  /** Page number, from 1 */
  readonly page?: number | undefined;
}

export interface EmployeesPage {
  /** This page, from 1 */
  readonly page: number;
  /** Applied page size */
  readonly max_results: number;
  readonly results: readonly Person[];
  /** Number of records in results */
  readonly results_length: number;
  /** Pages of this size */
  readonly total_pages: number;
  /** Number of all matching employees */
  readonly total_results: number;
}

export interface Employer {
  /** Canonical profile URL, shape /company/{slug} */
  readonly network_url: string;
  /** Name */
  readonly name: string;
  /** Main domain: a lower-case ASCII hostname */
  readonly domain: string | null;
  /** Industry; usually one of the closed list */
  readonly industry: string | null;
  /** Type of company */
  readonly type: string | null;
  /** Bucket of the number of employees */
  readonly size: SizeLabel | null;
  /** Number of employees; null if only the bucket is known */
  readonly employee_count: number | null;
  readonly hq: Headquarters | null;
}

export interface ErrorAnswer {
  readonly success: false;
  readonly error: CallError;
}

export interface Experience {
  /** Title */
  readonly job_title: string | null;
  /** Name of the employer */
  readonly company_name: string | null;
  /** Profile URL of the employer */
  readonly company_network_url: string | null;
  /** Domain of the employer */
  readonly company_domain: string | null;
  /** Description */
  readonly job_description: string | null;
  /** Start (YYYY-MM-DD; YYYY-MM or YYYY if the day or month is unknown) */
  readonly job_start_date: string | null;
  /** End; null while current (YYYY-MM-DD; YYYY-MM or YYYY if the day or month is unknown) */
  readonly job_end_date: string | null;
  /** Whether the position is current */
  readonly job_is_current: boolean;
  readonly job_location: Readonly<Record<string, unknown>> | null;
}

export interface FacetValue {
  /** The value, as accepted by the filter of the field */
  readonly value: string;
  /** Number of records with the value */
  readonly count: number;
}

export interface Headquarters {
  /** City */
  readonly city: string | null;
  /** State or region */
  readonly state: string | null;
  /** ISO 3166-1 alpha-2, or XK */
  readonly country_code: string | null;
  /** English name of the country */
  readonly country_name: string | null;
  readonly continent: Continent | null;
  readonly sales_region: SalesRegion | null;
}

export interface JobCount {
  /** All records that match, exact */
  readonly total_results: number;
  /** Per field its values by count descending, then value; at most 100 per field; with facets */
  readonly facets?: {
    readonly 'company.industry'?: readonly FacetValue[] | undefined;
    readonly 'company.type'?: readonly FacetValue[] | undefined;
    readonly 'company.country_code'?: readonly FacetValue[] | undefined;
    readonly 'company.continent'?: readonly FacetValue[] | undefined;
    readonly 'company.sales_region'?: readonly FacetValue[] | undefined;
    readonly 'company.employee_range'?: readonly FacetValue[] | undefined;
    readonly 'job.job_level'?: readonly FacetValue[] | undefined;
    readonly 'job.job_function'?: readonly FacetValue[] | undefined;
  } | undefined;
  /** Where nothing matches two or more filters: the total without each of them, the most first */
  readonly diagnosis?: readonly {
    /** Place of a filter in the body */
    readonly filter: string;
    /** Records that match without this filter */
    readonly total_results: number;
  }[] | undefined;
}

export interface JobCountBody {
  readonly company?: CompanyFilter | undefined;
  readonly job?: JobFilter | undefined;
  /** Fields whose values are counted among all matching records */
  readonly facets?: readonly ('company.industry' | 'company.type' | 'company.country_code' | 'company.continent' | 'company.sales_region' | 'company.employee_range' | 'job.job_level' | 'job.job_function')[] | undefined;
}

/** Filters on the job; all given filters must match. */
export interface JobFilter {
  /** Words in the title of the opening. */
  readonly title?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
  } | readonly string[] | undefined;
  /** Seniority of the title. */
  readonly job_level?: readonly JobLevel[] | {
    readonly include?: readonly JobLevel[] | undefined;
  } | undefined;
  /** Function of the title. */
  readonly job_function?: readonly JobFunction[] | {
    readonly include?: readonly JobFunction[] | undefined;
  } | undefined;
  /** When the opening was posted: dates, both ends included. */
  readonly posted_at?: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  } | undefined;
  /** Location of the opening. */
  readonly location?: {
    /** Country of the opening: ISO 3166-1 alpha-2 codes, or XK. */
    readonly country_code?: readonly string[] | {
      readonly include?: readonly string[] | undefined;
    } | undefined;
    /** Words in the city of the opening. */
    readonly city?: {
      readonly include?: readonly string[] | undefined;
      readonly exclude?: readonly string[] | undefined;
    } | readonly string[] | undefined;
  } | undefined;
}

export type JobFunction = 'Advertising & Marketing' | 'Art, Culture and Creative Professionals' | 'Construction' | 'Customer/Client Service' | 'Education' | 'Engineering' | 'Finance & Accounting' | 'General Business & Management' | 'Healthcare & Human Services' | 'Human Resources' | 'Information Technology' | 'Legal' | 'Manufacturing & Production' | 'Operations' | 'Other' | 'Public Administration & Safety' | 'Purchasing' | 'Research & Development' | 'Sales & Business Development' | 'Science' | 'Supply Chain & Logistics' | 'Writing/Editing';

export type JobLevel = 'C-Team' | 'VP' | 'Director' | 'Manager' | 'Staff' | 'Other';

export interface JobRow {
  /** Title of the openings */
  readonly title: string;
  /** Open positions under this title; with a filter on openings, of the matching openings only */
  readonly open_positions: number;
  /** Source of the openings */
  readonly source: string;
  readonly company: {
    /** Profile URL of the company */
    readonly network_url: string;
    /** Name */
    readonly name: string;
    /** Main domain */
    readonly domain: string | null;
  };
  /** Date of the newest opening, or of the newest matching one */
  readonly latest_posted_at: string | null;
  /** URL of one opening */
  readonly url: string | null;
  readonly locations: readonly {
    /** City */
    readonly city: string | null;
    /** ISO 3166-1 alpha-2, or XK */
    readonly country_code: string | null;
  }[];
}

export interface JobSearchBody {
  readonly company?: CompanyFilter | undefined;
  readonly job?: JobFilter | undefined;
  /** Records per page */
  readonly max_results?: number | undefined;
  /** The cursor of the previous page, unchanged; omit it, or send null, for the first page */
  readonly cursor?: string | null | undefined;
  /** Adds total_results, exact */
  readonly include_total?: boolean | undefined;
  /** Fields whose values are counted among all matching records */
  readonly facets?: readonly ('company.industry' | 'company.type' | 'company.country_code' | 'company.continent' | 'company.sales_region' | 'company.employee_range' | 'job.job_level' | 'job.job_function')[] | undefined;
}

export interface JobSearchPage {
  readonly results: readonly JobRow[];
  /** Number of records in results */
  readonly results_length: number;
  /** Cursor of the next page; null on the last page */
  readonly cursor: string | null;
  /** Number of all matching records; with include_total */
  readonly total_results?: number | undefined;
  /** Per field its values by count descending, then value; at most 100 per field; with facets */
  readonly facets?: {
    readonly 'company.industry'?: readonly FacetValue[] | undefined;
    readonly 'company.type'?: readonly FacetValue[] | undefined;
    readonly 'company.country_code'?: readonly FacetValue[] | undefined;
    readonly 'company.continent'?: readonly FacetValue[] | undefined;
    readonly 'company.sales_region'?: readonly FacetValue[] | undefined;
    readonly 'company.employee_range'?: readonly FacetValue[] | undefined;
    readonly 'job.job_level'?: readonly FacetValue[] | undefined;
    readonly 'job.job_function'?: readonly FacetValue[] | undefined;
  } | undefined;
}

export interface JobsPage {
  readonly results: readonly JobRow[];
  /** Number of records in results */
  readonly results_length: number;
  /** Cursor of the next page; null on the last page */
  readonly cursor: string | null;
  /** Number of all matching records; with include_total */
  readonly total_results?: number | undefined;
}

export interface KeyInfoAnswer {
  /** Whether the supplied key is active */
  readonly valid: boolean;
  /** Identifier of the key */
  readonly id: string;
  /** Credits left; null for an unlimited plan */
  readonly remaining_credits: number | null;
  /** Start of the next monthly usage period (ISO 8601, UTC) */
  readonly next_reset_at: string;
  /** Requests per second, shared by the keys of the account */
  readonly max_requests_per_seconds: number;
  /** Paths available to the key */
  readonly allowed_apis: readonly string[];
  readonly active_plans: readonly {
    /** Plan */
    readonly name: string;
    /** active */
    readonly status: string;
  }[];
}

export interface Location {
  /** City */
  readonly city: string | null;
  /** State or region, as a code if known */
  readonly state_code: string | null;
  /** ISO 3166-1 alpha-2, or XK */
  readonly country_code: string | null;
  /** English name of the country */
  readonly country_name: string | null;
  readonly continent: Continent | null;
  readonly sales_region: SalesRegion | null;
}

export interface MatchCompanyBody {
  /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
  readonly network_url?: string | undefined;
  /** Hostname; a URL is reduced to its hostname */
  readonly domain?: string | undefined;
  /** Name, with or without legal form */
  readonly name?: string | undefined;
  /** Country, ISO 3166-1 alpha-2 or XK */
  readonly country_code?: string | undefined;
  /** City */
  readonly city?: string | undefined;
  /** Id in the CRM or data product that the record was imported from */
  readonly crm_id?: string | undefined;
  /** ISIN of one of its securities */
  readonly isin?: string | undefined;
  /** Legal Entity Identifier */
  readonly lei?: string | undefined;
  /** Number in the register of companies of its country; best with country_code */
  readonly registry_number?: string | undefined;
  /** Account on github.com, as a name or URL */
  readonly github_handle?: string | undefined;
  /** Account on x.com, as a name or URL */
  readonly x_handle?: string | undefined;
  /** The lowest score of an answer; scores are rounded down, so that none is 1 */
  readonly min_score?: number | undefined;
  /** Maximum number of candidates to list, with the answered record */
  readonly max_candidates?: number | undefined;
}

export interface MatchPersonBody {
  /** Person profile URL, shape /in/{slug} */
  readonly network_url?: string | undefined;
  /** One of the e-mail addresses */
  readonly email?: string | undefined;
  /** One of the phone numbers */
  readonly phone?: string | undefined;
  /** Full name */
  readonly full_name?: string | undefined;
  /** First name; needs last_name */
  readonly first_name?: string | undefined;
  /** Last name; needs first_name */
  readonly last_name?: string | undefined;
  /** Name of the employer */
  readonly company_name?: string | undefined;
  /** Hostname of the employer; a URL is reduced to its hostname */
  readonly company_domain?: string | undefined;
  /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
  readonly company_network_url?: string | undefined;
  /** Title of the position */
  readonly job_title?: string | undefined;
  /** Country, ISO 3166-1 alpha-2 or XK */
  readonly country_code?: string | undefined;
  /** City */
  readonly city?: string | undefined;
  /** Id in the CRM or data product that the record was imported from */
  readonly crm_id?: string | undefined;
  /** Account on github.com, as a name or URL */
  readonly github_handle?: string | undefined;
  /** Account on x.com, as a name or URL */
  readonly x_handle?: string | undefined;
  /** The lowest score of an answer; scores are rounded down, so that none is 1 */
  readonly min_score?: number | undefined;
  /** Maximum number of candidates to list, with the answered record */
  readonly max_candidates?: number | undefined;
}

export interface MatchedCompanyAnswer {
  /** Always true; an unknown record is a 404 */
  readonly found: boolean;
  /** Estimated probability that the record is the described one, two decimals */
  readonly score: number;
  /** The given keys that agree with the record */
  readonly matched_on: readonly ('network_url' | 'domain' | 'name' | 'country_code' | 'city' | 'crm_id' | 'isin' | 'lei' | 'registry_number' | 'github_handle' | 'x_handle')[];
  readonly company: Company;
  /** The best candidates, the answered record first; at most max_candidates */
  readonly candidates: readonly {
    /** Estimated probability that the record is the described one, two decimals */
    readonly score: number;
    /** The given keys that agree with the record */
    readonly matched_on: readonly ('network_url' | 'domain' | 'name' | 'country_code' | 'city' | 'crm_id' | 'isin' | 'lei' | 'registry_number' | 'github_handle' | 'x_handle')[];
    /** Canonical profile URL */
    readonly network_url: string;
    /** Name */
    readonly name: string;
    /** Main domain */
    readonly domain: string | null;
  }[];
}

export interface MatchedPersonAnswer {
  /** Always true; an unknown record is a 404 */
  readonly found: boolean;
  /** Estimated probability that the record is the described one, two decimals */
  readonly score: number;
  /** The given keys that agree with the record */
  readonly matched_on: readonly ('network_url' | 'email' | 'phone' | 'full_name' | 'first_name' | 'last_name' | 'company_name' | 'company_domain' | 'company_network_url' | 'job_title' | 'country_code' | 'city' | 'crm_id' | 'github_handle' | 'x_handle')[];
  readonly person: Person;
  /** The best candidates, the answered record first; at most max_candidates */
  readonly candidates: readonly {
    /** Estimated probability that the record is the described one, two decimals */
    readonly score: number;
    /** The given keys that agree with the record */
    readonly matched_on: readonly ('network_url' | 'email' | 'phone' | 'full_name' | 'first_name' | 'last_name' | 'company_name' | 'company_domain' | 'company_network_url' | 'job_title' | 'country_code' | 'city' | 'crm_id' | 'github_handle' | 'x_handle')[];
    /** Canonical profile URL */
    readonly network_url: string;
    /** Full name */
    readonly full_name: string;
    /** Headline of the profile */
    readonly headline: string | null;
  }[];
}

export interface NetworkOfDomainAnswer {
  /** Always true; an unknown record is a 404 */
  readonly found: boolean;
  /** Canonical profile URL of the company */
  readonly company_network_url: string;
  /** Name of the company */
  readonly company_name: string;
  /** Further companies on the same domain, largest first, at most 100 */
  readonly other: readonly {
    /** Canonical profile URL of the company */
    readonly company_network_url: string;
    /** Name */
    readonly company_name: string;
  }[];
}

export interface NetworkToDomainBody {
  /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
  readonly company_network_url: string;
}

export interface PeopleCount {
  /** All records that match, exact */
  readonly total_results: number;
  /** Per field its values by count descending, then value; at most 100 per field; with facets */
  readonly facets?: {
    readonly 'company.industry'?: readonly FacetValue[] | undefined;
    readonly 'company.type'?: readonly FacetValue[] | undefined;
    readonly 'company.country_code'?: readonly FacetValue[] | undefined;
    readonly 'company.continent'?: readonly FacetValue[] | undefined;
    readonly 'company.sales_region'?: readonly FacetValue[] | undefined;
    readonly 'company.employee_range'?: readonly FacetValue[] | undefined;
    readonly 'people.job_level'?: readonly FacetValue[] | undefined;
    readonly 'people.job_function'?: readonly FacetValue[] | undefined;
    readonly 'people.country_code'?: readonly FacetValue[] | undefined;
    readonly 'people.continent'?: readonly FacetValue[] | undefined;
    readonly 'people.sales_region'?: readonly FacetValue[] | undefined;
  } | undefined;
  /** Where nothing matches two or more filters: the total without each of them, the most first */
  readonly diagnosis?: readonly {
    /** Place of a filter in the body */
    readonly filter: string;
    /** Records that match without this filter */
    readonly total_results: number;
  }[] | undefined;
}

export interface PeopleCountBody {
  readonly company?: CompanyFilter | undefined;
  readonly people?: PeopleFilter | undefined;
  /** Fields whose values are counted among all matching records */
  readonly facets?: readonly ('company.industry' | 'company.type' | 'company.country_code' | 'company.continent' | 'company.sales_region' | 'company.employee_range' | 'people.job_level' | 'people.job_function' | 'people.country_code' | 'people.continent' | 'people.sales_region')[] | undefined;
}

/** Filters on the people; all given filters must match. */
export interface PeopleFilter {
  /** Words in the current title, and in the headline if include_headline is true. */
  readonly job_title?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
    readonly include_headline?: boolean | undefined;
    /** Alias of include_headline; the headline is searched if either is true */
    readonly include_network_headline?: boolean | undefined;
  } | readonly string[] | undefined;
  /** Seniority of the current position. */
  readonly job_level?: readonly JobLevel[] | {
    readonly include?: readonly JobLevel[] | undefined;
  } | undefined;
  /** Function of the current position. */
  readonly job_function?: readonly JobFunction[] | {
    readonly include?: readonly JobFunction[] | undefined;
  } | undefined;
  /** Country of the person: ISO 3166-1 alpha-2 codes, or XK. */
  readonly country_code?: readonly string[] | {
    readonly include?: readonly string[] | undefined;
  } | undefined;
  /** Continent of the person. */
  readonly continent?: readonly Continent[] | {
    readonly include?: readonly Continent[] | undefined;
  } | undefined;
  /** Sales region of the person. */
  readonly sales_region?: readonly SalesRegion[] | {
    readonly include?: readonly SalesRegion[] | undefined;
  } | undefined;
  /** At least this confidence in the function of the current position, in percent. */
  readonly min_title_confidence?: number | undefined;
  /** At least this many connections; sources cap the number at 500. */
  readonly min_connections_count?: number | undefined;
  /** At least this many connections. Alias of min_connections_count. */
  readonly min_connections?: number | undefined;
  /** Words in the full name. */
  readonly name?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
  } | readonly string[] | undefined;
  /** Words in the names of the schools. */
  readonly school?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
  } | readonly string[] | undefined;
  /** Words in the skills. */
  readonly skills?: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
  } | readonly string[] | undefined;
  /** When the source last saw the record: dates in UTC, both ends included. */
  readonly updated_at?: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  } | undefined;
  /** Profile URLs of people, shape /in/{slug}. */
  readonly network_url?: readonly string[] | {
    readonly include?: readonly string[] | undefined;
  } | undefined;
  /**
   * Maximum number of people of one employer: the first in the order. People search requires another filter with
   * it. People without an employer are not limited; facets count all matches.
   */
  readonly max_per_company?: number | undefined;
  /** Location of the person. Alias of country_code, continent and sales_region. */
  readonly location?: {
    /** Country of the person: ISO 3166-1 alpha-2 codes, or XK. */
    readonly country_code?: readonly string[] | {
      readonly include?: readonly string[] | undefined;
    } | undefined;
    /** Continent of the person. */
    readonly continent?: readonly Continent[] | {
      readonly include?: readonly Continent[] | undefined;
    } | undefined;
    /** Sales region of the person. */
    readonly sales_region?: readonly SalesRegion[] | {
      readonly include?: readonly SalesRegion[] | undefined;
    } | undefined;
    /** Words in the city of the person. */
    readonly city?: {
      readonly include?: readonly string[] | undefined;
      readonly exclude?: readonly string[] | undefined;
    } | readonly string[] | undefined;
  } | undefined;
}

export interface PeoplePage {
  readonly results: readonly PersonWithEmployer[];
  /** Number of records in results */
  readonly results_length: number;
  /** Cursor of the next page; null on the last page */
  readonly cursor: string | null;
  /** Number of all matching records; with include_total */
  readonly total_results?: number | undefined;
  /** Per field its values by count descending, then value; at most 100 per field; with facets */
  readonly facets?: {
    readonly 'company.industry'?: readonly FacetValue[] | undefined;
    readonly 'company.type'?: readonly FacetValue[] | undefined;
    readonly 'company.country_code'?: readonly FacetValue[] | undefined;
    readonly 'company.continent'?: readonly FacetValue[] | undefined;
    readonly 'company.sales_region'?: readonly FacetValue[] | undefined;
    readonly 'company.employee_range'?: readonly FacetValue[] | undefined;
    readonly 'people.job_level'?: readonly FacetValue[] | undefined;
    readonly 'people.job_function'?: readonly FacetValue[] | undefined;
    readonly 'people.country_code'?: readonly FacetValue[] | undefined;
    readonly 'people.continent'?: readonly FacetValue[] | undefined;
    readonly 'people.sales_region'?: readonly FacetValue[] | undefined;
  } | undefined;
}

export interface PeopleSearchBody {
  readonly company?: CompanyFilter | undefined;
  readonly people?: PeopleFilter | undefined;
  /** Records per page */
  readonly max_results?: number | undefined;
  /** The cursor of the previous page, unchanged; omit it, or send null, for the first page */
  readonly cursor?: string | null | undefined;
  /** Adds total_results, exact */
  readonly include_total?: boolean | undefined;
  /** Fields whose values are counted among all matching records */
  readonly facets?: readonly ('company.industry' | 'company.type' | 'company.country_code' | 'company.continent' | 'company.sales_region' | 'company.employee_range' | 'people.job_level' | 'people.job_function' | 'people.country_code' | 'people.continent' | 'people.sales_region')[] | undefined;
}

export interface Person {
  /** Canonical profile URL, shape /in/{slug} */
  readonly network_url: string;
  /** Full name */
  readonly full_name: string;
  /** First name */
  readonly first_name: string | null;
  /** Last name */
  readonly last_name: string | null;
  /** Headline of the profile */
  readonly headline: string | null;
  /** Description */
  readonly about_me: string | null;
  readonly location: Location | null;
  /** Connections, at most 500 */
  readonly connections_count: number | null;
  readonly experiences: readonly Experience[];
  readonly education: readonly Education[];
  readonly skills: readonly string[];
  readonly certifications: readonly Certification[];
  /** Time at which the source last saw the record (ISO 8601, UTC) */
  readonly updated_at: string | null;
  /** Title of the answered position */
  readonly job_title: string | null;
  /** Seniority of that position */
  readonly job_level: JobLevel | null;
  /** Function of that position: one of the closed list */
  readonly job_function: string | null;
}

export interface PersonAnswer {
  /** Always true; an unknown record is a 404 */
  readonly found: boolean;
  readonly person: Person;
}

/** Known values of the person: the keys of a match */
export interface PersonKeys {
  /** Person profile URL, shape /in/{slug} */
  readonly network_url?: string | undefined;
  /** One of the e-mail addresses */
  readonly email?: string | undefined;
  /** One of the phone numbers */
  readonly phone?: string | undefined;
  /** Full name */
  readonly full_name?: string | undefined;
  /** First name; needs last_name */
  readonly first_name?: string | undefined;
  /** Last name; needs first_name */
  readonly last_name?: string | undefined;
  /** Name of the employer */
  readonly company_name?: string | undefined;
  /** Hostname of the employer; a URL is reduced to its hostname */
  readonly company_domain?: string | undefined;
  /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
  readonly company_network_url?: string | undefined;
  /** Title of the position */
  readonly job_title?: string | undefined;
  /** Country, ISO 3166-1 alpha-2 or XK */
  readonly country_code?: string | undefined;
  /** City */
  readonly city?: string | undefined;
  /** Id in the CRM or data product that the record was imported from */
  readonly crm_id?: string | undefined;
  /** Account on github.com, as a name or URL */
  readonly github_handle?: string | undefined;
  /** Account on x.com, as a name or URL */
  readonly x_handle?: string | undefined;
}

export interface PersonWithEmployer {
  /** Canonical profile URL, shape /in/{slug} */
  readonly network_url: string;
  /** Full name */
  readonly full_name: string;
  /** First name */
  readonly first_name: string | null;
  /** Last name */
  readonly last_name: string | null;
  /** Headline of the profile */
  readonly headline: string | null;
  /** Description */
  readonly about_me: string | null;
  readonly location: Location | null;
  /** Connections, at most 500 */
  readonly connections_count: number | null;
  readonly experiences: readonly Experience[];
  readonly education: readonly Education[];
  readonly skills: readonly string[];
  readonly certifications: readonly Certification[];
  /** Time at which the source last saw the record (ISO 8601, UTC) */
  readonly updated_at: string | null;
  /** Title of the answered position */
  readonly job_title: string | null;
  /** Seniority of that position */
  readonly job_level: JobLevel | null;
  /** Function of that position: one of the closed list */
  readonly job_function: string | null;
  readonly company: Employer | null;
}

export interface PhoneAnswer {
  /** Always true; an unknown record is a 404 */
  readonly found: boolean;
  /** Phone number, E.164 with + */
  readonly phone: string | null;
  /** Kind of the number at the source; null if the source does not say */
  readonly kind: 'mobile' | 'direct' | 'work' | null;
}

export interface PhoneBody {
  /** Person profile URL, shape /in/{slug} */
  readonly person_network_url?: string | undefined;
  readonly person?: PersonKeys | undefined;
  /** Accepts a work number if no better one is known */
  readonly include_work?: boolean | undefined;
}

export interface PhoneToPersonBody {
  /** Phone number */
  readonly phone: string;
}

export interface PreviewAnswer {
  /** Rows of the input */
  readonly rows: number;
  /** Rows that would have an answer */
  readonly found: number;
  /** Rows without a matching record */
  readonly missed: number;
  /** Rows that the single call would reject */
  readonly invalid: number;
  /** For each field of the answer: the rows that would have a value */
  readonly by_field: Readonly<Record<string, number>>;
  /** Credits that the batch would cost */
  readonly credits: number;
}

export type SalesRegion = 'NORAM' | 'LATAM' | 'EMEA' | 'APAC';

export type SizeLabel = '1-10' | '11-50' | '51-200' | '201-500' | '501-1000' | '1001-5000' | '5001-10000' | '10001+';

export interface WatchAnswer {
  /** Identifier of the watch */
  readonly id: string;
  /** A saved search, or a list of records */
  readonly kind: 'search' | 'records';
  /** A preparing watch reads its first state, which is free; paused: by a caller */
  readonly state: 'preparing' | 'active' | 'paused' | 'paused_no_credits' | 'failed';
  /** Reason of a pause or a failure */
  readonly reason: string | null;
  /** Listed records that are known, or matches so far */
  readonly records: number;
  /** Reported changes so far */
  readonly changes: number;
  /** Credits charged so far */
  readonly credits_used: number;
  /** Time of creation (ISO 8601, UTC) */
  readonly created_at: string;
}

export interface WatchChanges {
  /** The oldest first; without records that have been suppressed or removed */
  readonly results: readonly {
    /** Number of the change within its watch */
    readonly id: number;
    /** A new match of a search, or a change of a listed record */
    readonly type: 'matched' | 'changed';
    /** Time of the report (ISO 8601, UTC) */
    readonly at: string;
    /** Kind of the record */
    readonly record: 'person' | 'company' | 'job';
    /** Profile URL of the person or company; for a job row, of the company */
    readonly network_url: string;
    /** Name of the person or company; of a job row the title */
    readonly name: string;
    /** Changed fields; empty for a match */
    readonly fields: readonly ('employer' | 'title' | 'email_status' | 'headcount' | 'openings')[];
  }[];
  /** Number of changes in results */
  readonly results_length: number;
  /** Place behind this page: also the start of later changes */
  readonly cursor: string | null;
  /** Whether there are further changes now */
  readonly more: boolean;
}

export interface WaterfallAnswer {
  /** Canonical profile URL of the company */
  readonly company_network_url: string;
  /** Applied limit */
  readonly max_results: number;
  readonly results: readonly {
    /** The cascade step that produced the row, from 1 */
    readonly icp: number;
    /** Rank in the whole answer, from 1 */
    readonly ranking: number;
    readonly person: Person;
  }[];
  /** Number of rows in results */
  readonly results_length: number;
}

export interface WaterfallBody {
  /** Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash */
  readonly company_network_url: string;
  /** Steps in order */
  readonly cascade: readonly {
    /** Words in the title; each value is an alternative */
    readonly include_title?: readonly string[] | undefined;
    /** Words that the title must not contain */
    readonly exclude_title?: readonly string[] | undefined;
    /** Country codes, continents, sales regions, or WORLD for anywhere */
    readonly location?: readonly string[] | undefined;
    /** Also searches the headline */
    readonly include_headline_search?: boolean | undefined;
  }[];
  /** At least this many connections */
  readonly min_connections_count?: number | undefined;
  /** The same; accepted for the sake of existing clients */
  readonly profile_min_connections?: number | undefined;
  /** Records per page */
  readonly max_results?: number | undefined;
}

export interface WebhookAnswer {
  /** Identifier of the endpoint */
  readonly id: string;
  /** Address that receives the events */
  readonly url: string;
  /** The events that the endpoint receives */
  readonly event_types: readonly string[];
  /** Whether the endpoint receives events */
  readonly enabled: boolean;
  /** Why the service has disabled the endpoint; null if it has not */
  readonly disabled_reason: string | null;
  /** Time of the first failure since the last success (ISO 8601, UTC); null if there is none */
  readonly failing_since: string | null;
  /** Until this time (ISO 8601, UTC) deliveries are also signed with the secret before */
  readonly previous_secret_until: string | null;
  /** Time of creation (ISO 8601, UTC) */
  readonly created_at: string;
}

export interface WebhookWithSecret {
  /** Identifier of the endpoint */
  readonly id: string;
  /** Address that receives the events */
  readonly url: string;
  /** The events that the endpoint receives */
  readonly event_types: readonly string[];
  /** Whether the endpoint receives events */
  readonly enabled: boolean;
  /** Why the service has disabled the endpoint; null if it has not */
  readonly disabled_reason: string | null;
  /** Time of the first failure since the last success (ISO 8601, UTC); null if there is none */
  readonly failing_since: string | null;
  /** Until this time (ISO 8601, UTC) deliveries are also signed with the secret before */
  readonly previous_secret_until: string | null;
  /** Time of creation (ISO 8601, UTC) */
  readonly created_at: string;
  /** Signing secret, `whsec_` and Base64; shown only once */
  readonly secret: string;
}
