# Generated from the contract of the service by `npm run generate`.
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union


class AutocompleteAnswer(TypedDict):
    results: list[FacetValue]
    # Number of values in results
    results_length: int


class AutocompleteBody(TypedDict):
    # Path of the filter in the body of a search
    field: Literal["company.name", "company.industry", "company.hq.city", "company.hq.state", "people.job_title", "people.school", "people.skills", "people.location.city", "job.title"]
    # Beginning of one or more words of the value; case and marks are ignored
    prefix: NotRequired[str]
    # Maximum number of values
    limit: NotRequired[int]


class BatchAnswer(TypedDict):
    # Identifier of the batch
    id: str
    # The single call that each row makes
    operation: Literal["email", "phone", "email-to-person", "phone-to-person", "company", "domain-to-network", "network-to-domain", "match-person", "match-company"]
    # A paused or failed batch continues after a resume
    state: Literal["queued", "running", "paused_no_credits", "completed", "cancelled", "failed"]
    # Reason of a pause or a failure
    reason: Union[str, None]
    # Rows of the input
    rows: int
    # Rows done; their results can be downloaded
    done: int
    # Rows with an answer, each charged
    found: int
    # Rows without a matching record
    missed: int
    # Rows that the single call would reject
    invalid: int
    # Credits charged so far
    credits_used: int
    # The batch never uses more credits
    max_credits: Union[int, None]
    # Time of creation (ISO 8601, UTC)
    created_at: str
    # Estimated seconds until completion; null if the batch is not running
    estimated_seconds: Union[int, None]


class BatchList(TypedDict):
    # The newest first
    results: list[BatchAnswer]
    # Number of batches in results
    results_length: int
    # Cursor of the next page; null on the last page
    cursor: Union[str, None]


class BulkCompanyAnswerResults(TypedDict):
    # Place in `items`, from 0
    index: int
    # The `id` of the item; null if it has none
    id: Union[str, None]
    # Status of the single call
    status: int
    body: NotRequired[CompanyAnswer]
    error: NotRequired[CallError]
    # Credits of the item: the price of the single call for status 200, otherwise 0
    credits: int


class BulkCompanyAnswer(TypedDict):
    # One for each item, in the order of `items`: `body` for status 200, otherwise `error`
    results: list[BulkCompanyAnswerResults]
    # Sum of the credits of all items
    credits_used: int


class BulkCompanyBodyItems(TypedDict):
    # Your name of the item; its result repeats it
    id: NotRequired[Union[str, None]]
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: NotRequired[str]
    # Hostname; a URL is reduced to its hostname
    domain: NotRequired[str]
    # Name, with or without legal form
    name: NotRequired[str]


class BulkCompanyBody(TypedDict):
    # Bodies of single calls
    items: list[BulkCompanyBodyItems]


class BulkDomainToNetworkAnswerResults(TypedDict):
    # Place in `items`, from 0
    index: int
    # The `id` of the item; null if it has none
    id: Union[str, None]
    # Status of the single call
    status: int
    body: NotRequired[NetworkOfDomainAnswer]
    error: NotRequired[CallError]
    # Credits of the item: the price of the single call for status 200, otherwise 0
    credits: int


class BulkDomainToNetworkAnswer(TypedDict):
    # One for each item, in the order of `items`: `body` for status 200, otherwise `error`
    results: list[BulkDomainToNetworkAnswerResults]
    # Sum of the credits of all items
    credits_used: int


class BulkDomainToNetworkBodyItems(TypedDict):
    # Your name of the item; its result repeats it
    id: NotRequired[Union[str, None]]
    # Hostname; a URL is reduced to its hostname
    domain: str


class BulkDomainToNetworkBody(TypedDict):
    # Bodies of single calls
    items: list[BulkDomainToNetworkBodyItems]


class BulkEmailAnswerResults(TypedDict):
    # Place in `items`, from 0
    index: int
    # The `id` of the item; null if it has none
    id: Union[str, None]
    # Status of the single call
    status: int
    body: NotRequired[EmailAnswer]
    error: NotRequired[CallError]
    # Credits of the item: the price of the single call for status 200, otherwise 0
    credits: int


class BulkEmailAnswer(TypedDict):
    # One for each item, in the order of `items`: `body` for status 200, otherwise `error`
    results: list[BulkEmailAnswerResults]
    # Sum of the credits of all items
    credits_used: int


class BulkEmailBodyItems(TypedDict):
    # Your name of the item; its result repeats it
    id: NotRequired[Union[str, None]]
    # Person profile URL, shape /in/{slug}
    person_network_url: NotRequired[str]
    person: NotRequired[PersonKeys]


class BulkEmailBody(TypedDict):
    # Bodies of single calls
    items: list[BulkEmailBodyItems]


class BulkEmailToPersonAnswerResults(TypedDict):
    # Place in `items`, from 0
    index: int
    # The `id` of the item; null if it has none
    id: Union[str, None]
    # Status of the single call
    status: int
    body: NotRequired[PersonAnswer]
    error: NotRequired[CallError]
    # Credits of the item: the price of the single call for status 200, otherwise 0
    credits: int


class BulkEmailToPersonAnswer(TypedDict):
    # One for each item, in the order of `items`: `body` for status 200, otherwise `error`
    results: list[BulkEmailToPersonAnswerResults]
    # Sum of the credits of all items
    credits_used: int


class BulkEmailToPersonBodyItems(TypedDict):
    # Your name of the item; its result repeats it
    id: NotRequired[Union[str, None]]
    # E-mail address
    email: str


class BulkEmailToPersonBody(TypedDict):
    # Bodies of single calls
    items: list[BulkEmailToPersonBodyItems]


class BulkMatchCompanyAnswerResults(TypedDict):
    # Place in `items`, from 0
    index: int
    # The `id` of the item; null if it has none
    id: Union[str, None]
    # Status of the single call
    status: int
    body: NotRequired[MatchedCompanyAnswer]
    error: NotRequired[CallError]
    # Credits of the item: the price of the single call for status 200, otherwise 0
    credits: int


class BulkMatchCompanyAnswer(TypedDict):
    # One for each item, in the order of `items`: `body` for status 200, otherwise `error`
    results: list[BulkMatchCompanyAnswerResults]
    # Sum of the credits of all items
    credits_used: int


class BulkMatchCompanyBodyItems(TypedDict):
    # Your name of the item; its result repeats it
    id: NotRequired[Union[str, None]]
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    network_url: NotRequired[str]
    # Hostname; a URL is reduced to its hostname
    domain: NotRequired[str]
    # Name, with or without legal form
    name: NotRequired[str]
    # Country, ISO 3166-1 alpha-2 or XK
    country_code: NotRequired[str]
    # City
    city: NotRequired[str]
    # Id in the CRM or data product that the record was imported from
    crm_id: NotRequired[str]
    # ISIN of one of its securities
    isin: NotRequired[str]
    # Legal Entity Identifier
    lei: NotRequired[str]
    # Number in the register of companies of its country; best with country_code
    registry_number: NotRequired[str]
    # Account on github.com, as a name or URL
    github_handle: NotRequired[str]
    # Account on x.com, as a name or URL
    x_handle: NotRequired[str]
    # The lowest score of an answer; scores are rounded down, so that none is 1
    min_score: NotRequired[float]
    # Maximum number of candidates to list, with the answered record
    max_candidates: NotRequired[int]


class BulkMatchCompanyBody(TypedDict):
    # Bodies of single calls
    items: list[BulkMatchCompanyBodyItems]


class BulkMatchPersonAnswerResults(TypedDict):
    # Place in `items`, from 0
    index: int
    # The `id` of the item; null if it has none
    id: Union[str, None]
    # Status of the single call
    status: int
    body: NotRequired[MatchedPersonAnswer]
    error: NotRequired[CallError]
    # Credits of the item: the price of the single call for status 200, otherwise 0
    credits: int


class BulkMatchPersonAnswer(TypedDict):
    # One for each item, in the order of `items`: `body` for status 200, otherwise `error`
    results: list[BulkMatchPersonAnswerResults]
    # Sum of the credits of all items
    credits_used: int


class BulkMatchPersonBodyItems(TypedDict):
    # Your name of the item; its result repeats it
    id: NotRequired[Union[str, None]]
    # Person profile URL, shape /in/{slug}
    network_url: NotRequired[str]
    # One of the e-mail addresses
    email: NotRequired[str]
    # One of the phone numbers
    phone: NotRequired[str]
    # Full name
    full_name: NotRequired[str]
    # First name; needs last_name
    first_name: NotRequired[str]
    # Last name; needs first_name
    last_name: NotRequired[str]
    # Name of the employer
    company_name: NotRequired[str]
    # Hostname of the employer; a URL is reduced to its hostname
    company_domain: NotRequired[str]
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: NotRequired[str]
    # Title of the position
    job_title: NotRequired[str]
    # Country, ISO 3166-1 alpha-2 or XK
    country_code: NotRequired[str]
    # City
    city: NotRequired[str]
    # Id in the CRM or data product that the record was imported from
    crm_id: NotRequired[str]
    # Account on github.com, as a name or URL
    github_handle: NotRequired[str]
    # Account on x.com, as a name or URL
    x_handle: NotRequired[str]
    # The lowest score of an answer; scores are rounded down, so that none is 1
    min_score: NotRequired[float]
    # Maximum number of candidates to list, with the answered record
    max_candidates: NotRequired[int]


class BulkMatchPersonBody(TypedDict):
    # Bodies of single calls
    items: list[BulkMatchPersonBodyItems]


class BulkNetworkToDomainAnswerResults(TypedDict):
    # Place in `items`, from 0
    index: int
    # The `id` of the item; null if it has none
    id: Union[str, None]
    # Status of the single call
    status: int
    body: NotRequired[DomainOfNetworkAnswer]
    error: NotRequired[CallError]
    # Credits of the item: the price of the single call for status 200, otherwise 0
    credits: int


class BulkNetworkToDomainAnswer(TypedDict):
    # One for each item, in the order of `items`: `body` for status 200, otherwise `error`
    results: list[BulkNetworkToDomainAnswerResults]
    # Sum of the credits of all items
    credits_used: int


class BulkNetworkToDomainBodyItems(TypedDict):
    # Your name of the item; its result repeats it
    id: NotRequired[Union[str, None]]
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: str


class BulkNetworkToDomainBody(TypedDict):
    # Bodies of single calls
    items: list[BulkNetworkToDomainBodyItems]


class BulkPhoneAnswerResults(TypedDict):
    # Place in `items`, from 0
    index: int
    # The `id` of the item; null if it has none
    id: Union[str, None]
    # Status of the single call
    status: int
    body: NotRequired[PhoneAnswer]
    error: NotRequired[CallError]
    # Credits of the item: the price of the single call for status 200, otherwise 0
    credits: int


class BulkPhoneAnswer(TypedDict):
    # One for each item, in the order of `items`: `body` for status 200, otherwise `error`
    results: list[BulkPhoneAnswerResults]
    # Sum of the credits of all items
    credits_used: int


class BulkPhoneBodyItems(TypedDict):
    # Your name of the item; its result repeats it
    id: NotRequired[Union[str, None]]
    # Person profile URL, shape /in/{slug}
    person_network_url: NotRequired[str]
    person: NotRequired[PersonKeys]
    # Accepts a work number if no better one is known
    include_work: NotRequired[bool]


class BulkPhoneBody(TypedDict):
    # Bodies of single calls
    items: list[BulkPhoneBodyItems]


class BulkPhoneToPersonAnswerResults(TypedDict):
    # Place in `items`, from 0
    index: int
    # The `id` of the item; null if it has none
    id: Union[str, None]
    # Status of the single call
    status: int
    body: NotRequired[PersonAnswer]
    error: NotRequired[CallError]
    # Credits of the item: the price of the single call for status 200, otherwise 0
    credits: int


class BulkPhoneToPersonAnswer(TypedDict):
    # One for each item, in the order of `items`: `body` for status 200, otherwise `error`
    results: list[BulkPhoneToPersonAnswerResults]
    # Sum of the credits of all items
    credits_used: int


class BulkPhoneToPersonBodyItems(TypedDict):
    # Your name of the item; its result repeats it
    id: NotRequired[Union[str, None]]
    # Phone number
    phone: str


class BulkPhoneToPersonBody(TypedDict):
    # Bodies of single calls
    items: list[BulkPhoneToPersonBodyItems]


class CallErrorDetails(TypedDict):
    # Path in the body; empty for the body as a whole
    path: str
    # The fault and its remedy
    message: str
    # The nearest allowed value
    suggestion: Union[str, None]
    # The batch of a conflict
    batch_id: NotRequired[str]


class CallError(TypedDict):
    # One of the documented codes
    code: str
    # The fault and its remedy; names the field
    message: str
    # Identifier of the request, as in the header x-request-id
    request_id: str
    details: NotRequired[list[CallErrorDetails]]


class Certification(TypedDict):
    # Issuer
    authority: Union[str, None]
    # Name
    name: Union[str, None]
    # URL
    url: Union[str, None]


CompaniesPageFacets = TypedDict(
    "CompaniesPageFacets",
    {
        "company.industry": "NotRequired[list[FacetValue]]",
        "company.type": "NotRequired[list[FacetValue]]",
        "company.country_code": "NotRequired[list[FacetValue]]",
        "company.continent": "NotRequired[list[FacetValue]]",
        "company.sales_region": "NotRequired[list[FacetValue]]",
        "company.employee_range": "NotRequired[list[FacetValue]]",
    },
)


class CompaniesPage(TypedDict):
    results: list[Company]
    # Number of records in results
    results_length: int
    # Cursor of the next page; null on the last page
    cursor: Union[str, None]
    # Number of all matching records; with include_total
    total_results: NotRequired[int]
    # Per field its values by count descending, then value; at most 100 per field; with facets
    facets: NotRequired[CompaniesPageFacets]


class Company(TypedDict):
    # Canonical profile URL, shape /company/{slug}
    network_url: str
    # Name
    name: str
    # Main domain: a lower-case ASCII hostname
    domain: Union[str, None]
    # Website as given by the source
    website: Union[str, None]
    # Industry; usually one of the closed list
    industry: Union[str, None]
    # Type of company
    type: Union[str, None]
    # Bucket of the number of employees
    size: Union[SizeLabel, None]
    # Number of employees; null if only the bucket is known
    employee_count: Union[int, None]
    # Followers of the profile
    followers: Union[int, None]
    # Year of foundation
    founded_year: Union[int, None]
    # Description
    about: Union[str, None]
    specialties: list[str]
    hq: Union[Headquarters, None]
    # Time at which the source last saw the record (ISO 8601, UTC)
    updated_at: Union[str, None]


class CompanyAnswer(TypedDict):
    # Always true; an unknown record is a 404
    found: bool
    company: Company


class CompanyBody(TypedDict):
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: NotRequired[str]
    # Hostname; a URL is reduced to its hostname
    domain: NotRequired[str]
    # Name, with or without legal form
    name: NotRequired[str]


CompanyCountFacets = TypedDict(
    "CompanyCountFacets",
    {
        "company.industry": "NotRequired[list[FacetValue]]",
        "company.type": "NotRequired[list[FacetValue]]",
        "company.country_code": "NotRequired[list[FacetValue]]",
        "company.continent": "NotRequired[list[FacetValue]]",
        "company.sales_region": "NotRequired[list[FacetValue]]",
        "company.employee_range": "NotRequired[list[FacetValue]]",
    },
)


class CompanyCountDiagnosis(TypedDict):
    # Place of a filter in the body
    filter: str
    # Records that match without this filter
    total_results: int


class CompanyCount(TypedDict):
    # All records that match, exact
    total_results: int
    # Per field its values by count descending, then value; at most 100 per field; with facets
    facets: NotRequired[CompanyCountFacets]
    # Where nothing matches two or more filters: the total without each of them, the most first
    diagnosis: NotRequired[list[CompanyCountDiagnosis]]


class CompanyCountBody(TypedDict):
    company: CompanyFilter
    # Fields whose values are counted among all matching records
    facets: NotRequired[list[Literal["company.industry", "company.type", "company.country_code", "company.continent", "company.sales_region", "company.employee_range"]]]


class CompanyFilterName(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class CompanyFilterKeywords(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class CompanyFilterIndustry(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class CompanyFilterType(TypedDict):
    include: NotRequired[list[CompanyType]]
    exclude: NotRequired[list[CompanyType]]


class CompanyFilterCountryCode(TypedDict):
    include: NotRequired[list[str]]


class CompanyFilterContinent(TypedDict):
    include: NotRequired[list[Continent]]


class CompanyFilterSalesRegion(TypedDict):
    include: NotRequired[list[SalesRegion]]


class CompanyFilterEmployeeRange(TypedDict):
    min: NotRequired[int]
    max: NotRequired[int]


class CompanyFilterEmployeeCount(TypedDict):
    """Number of employees. Alias of employee_range."""

    min: NotRequired[int]
    max: NotRequired[int]


class CompanyFilterFoundedYear(TypedDict):
    """Year of foundation, both ends included; an absent or zero max means no upper bound."""

    min: NotRequired[int]
    max: NotRequired[int]


class CompanyFilterNetworkUrl(TypedDict):
    include: NotRequired[list[str]]


class CompanyFilterDomain(TypedDict):
    include: NotRequired[list[str]]


class CompanyFilterHqCountryCode(TypedDict):
    include: NotRequired[list[str]]


class CompanyFilterHqContinent(TypedDict):
    include: NotRequired[list[Continent]]


class CompanyFilterHqSalesRegion(TypedDict):
    include: NotRequired[list[SalesRegion]]


class CompanyFilterHqCity(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class CompanyFilterHqState(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class CompanyFilterHq(TypedDict):
    """Location of the headquarters. Alias of country_code, continent and sales_region."""

    # Country of the headquarters: ISO 3166-1 alpha-2 codes, or XK.
    country_code: NotRequired[Union[list[str], CompanyFilterHqCountryCode]]
    # Continent of the headquarters.
    continent: NotRequired[Union[list[Continent], CompanyFilterHqContinent]]
    # Sales region of the headquarters.
    sales_region: NotRequired[Union[list[SalesRegion], CompanyFilterHqSalesRegion]]
    # Words in the city of the headquarters.
    city: NotRequired[Union[CompanyFilterHqCity, list[str]]]
    # Words in the state or region of the headquarters.
    state: NotRequired[Union[CompanyFilterHqState, list[str]]]


class CompanyFilter(TypedDict):
    """Filters on the company; all given filters must match."""

    # Words in the name.
    name: NotRequired[Union[CompanyFilterName, list[str]]]
    # Words in name, about, specialties or industry.
    keywords: NotRequired[Union[CompanyFilterKeywords, list[str]]]
    # Industry of the closed list, or a value present in the data.
    industry: NotRequired[Union[CompanyFilterIndustry, list[str]]]
    # Type of company.
    type: NotRequired[Union[CompanyFilterType, list[CompanyType]]]
    # Country of the headquarters: ISO 3166-1 alpha-2 codes, or XK.
    country_code: NotRequired[Union[list[str], CompanyFilterCountryCode]]
    # Continent of the headquarters.
    continent: NotRequired[Union[list[Continent], CompanyFilterContinent]]
    # Sales region of the headquarters.
    sales_region: NotRequired[Union[list[SalesRegion], CompanyFilterSalesRegion]]
    # Number of employees, both ends included; an absent or zero max means no upper bound.
    employee_range: NotRequired[Union[CompanyFilterEmployeeRange, list[SizeLabel]]]
    # Number of employees. Alias of employee_range.
    employee_count: NotRequired[CompanyFilterEmployeeCount]
    # Year of foundation, both ends included; an absent or zero max means no upper bound.
    founded_year: NotRequired[CompanyFilterFoundedYear]
    # At least this many followers of the profile.
    min_network_followers: NotRequired[int]
    # Profile URLs of companies, shape /company/{slug}.
    network_url: NotRequired[Union[list[str], CompanyFilterNetworkUrl]]
    # Domains of companies; a URL is reduced to its hostname.
    domain: NotRequired[Union[list[str], CompanyFilterDomain]]
    # Location of the headquarters. Alias of country_code, continent and sales_region.
    hq: NotRequired[CompanyFilterHq]


class CompanyJobsBody(TypedDict):
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: NotRequired[str]
    # Hostname; a URL is reduced to its hostname
    domain: NotRequired[str]
    # Records per page
    max_results: NotRequired[int]
    # The cursor of the previous page, unchanged; omit it, or send null, for the first page
    cursor: NotRequired[Union[str, None]]
    # Adds total_results, exact
    include_total: NotRequired[bool]


class CompanySearchBody(TypedDict):
    company: CompanyFilter
    # Records per page
    max_results: NotRequired[int]
    # The cursor of the previous page, unchanged; omit it, or send null, for the first page
    cursor: NotRequired[Union[str, None]]
    # Adds total_results, exact
    include_total: NotRequired[bool]
    # Fields whose values are counted among all matching records
    facets: NotRequired[list[Literal["company.industry", "company.type", "company.country_code", "company.continent", "company.sales_region", "company.employee_range"]]]


CompanyType = Literal["Educational", "Educational Institution", "Government Agency", "Nonprofit", "Partnership", "Privately Held", "Public Company", "Self-Employed", "Self-Owned", "Sole Proprietorship"]


Continent = Literal["Africa", "Antarctica", "Asia", "Europe", "North America", "Oceania", "South America"]


class CountriesAnswerDistribution(TypedDict):
    # ISO 3166-1 alpha-2 code, or unknown
    country: str
    # Employees
    count: int
    # Share in percent, two decimals
    percentage_ratio: float


class CountriesAnswer(TypedDict):
    # Canonical profile URL of the company
    company_network_url: str
    # Sum of the rows
    total_employees: int
    distribution: list[CountriesAnswerDistribution]


class CountryDistributionBody(TypedDict):
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: str


class CurrentDateAnswer(TypedDict):
    # Local time in the zone
    datetime: str
    # Unix seconds
    timestamp: int
    # The accepted IANA name
    timezone: str


class CurrentDateBody(TypedDict):
    # IANA timezone name
    region: str


class DeliveryAnswer(TypedDict):
    # Identifier of the delivery
    id: str
    # Identifier of the event: the header webhook-id
    event_id: str
    # Type of the event
    event_type: str
    # A pending delivery is attempted again
    state: Literal["pending", "delivered", "failed"]
    # Attempts so far
    attempts: int
    # HTTP status of the last attempt; null if there was no answer
    last_status: Union[int, None]
    # Why the last attempt failed
    last_error: Union[str, None]
    # Time of the last attempt (ISO 8601, UTC)
    last_attempt_at: Union[str, None]
    # Time of the next attempt (ISO 8601, UTC)
    next_attempt_at: Union[str, None]
    # Time of the event (ISO 8601, UTC)
    created_at: str


class DepartmentDistributionBody(TypedDict):
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: str


class DepartmentsAnswerDistribution(TypedDict):
    # Job function; unclassified people count as Other
    department: str
    # Employees
    count: int
    # Share in percent, two decimals
    percentage_ratio: float


class DepartmentsAnswer(TypedDict):
    # Canonical profile URL of the company
    company_network_url: str
    # Sum of the rows
    total_employees: int
    distribution: list[DepartmentsAnswerDistribution]


class DomainOfNetworkAnswer(TypedDict):
    # Always true; an unknown record is a 404
    found: bool
    # Primary domain of the company
    email_domain: Union[str, None]


class DomainToNetworkBody(TypedDict):
    # Hostname; a URL is reduced to its hostname
    domain: str


class Education(TypedDict):
    # School
    school_name: Union[str, None]
    # Degree
    degree: Union[str, None]
    # Start (YYYY-MM-DD; YYYY-MM or YYYY if the day or month is unknown)
    start_date: Union[str, None]
    # End (YYYY-MM-DD; YYYY-MM or YYYY if the day or month is unknown)
    end_date: Union[str, None]


class EmailAnswerAllEmails(TypedDict):
    # Address
    email: str
    # Status at the source; null when never checked
    status: Literal["valid", "catch_all", "unknown", None]
    # Time of the last check
    verified_at: Union[str, None]


class EmailAnswer(TypedDict):
    # Always true; an unknown record is a 404
    found: bool
    # Work e-mail address
    email: Union[str, None]
    # Status at the source; null when never checked
    status: Literal["valid", "catch_all", "unknown", None]
    # Time of the last check (ISO 8601, UTC)
    verified_at: Union[str, None]
    all_emails: list[EmailAnswerAllEmails]


class EmailBody(TypedDict):
    # Person profile URL, shape /in/{slug}
    person_network_url: NotRequired[str]
    person: NotRequired[PersonKeys]


class EmailToPersonBody(TypedDict):
    # E-mail address
    email: str


class EmployeeFinderBodyJobTitle(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]
    include_headline: NotRequired[bool]
    # Alias of include_headline; the headline is searched if either is true
    include_network_headline: NotRequired[bool]


class EmployeeFinderBodyJobLevel(TypedDict):
    include: NotRequired[list[JobLevel]]


class EmployeeFinderBodyJobFunction(TypedDict):
    include: NotRequired[list[JobFunction]]


class EmployeeFinderBodyCountryCode(TypedDict):
    include: NotRequired[list[str]]


class EmployeeFinderBodyContinent(TypedDict):
    include: NotRequired[list[Continent]]


class EmployeeFinderBodySalesRegion(TypedDict):
    include: NotRequired[list[SalesRegion]]


class EmployeeFinderBodyName(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class EmployeeFinderBodySchool(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class EmployeeFinderBodySkills(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


EmployeeFinderBodyUpdatedAt = TypedDict(
    "EmployeeFinderBodyUpdatedAt",
    {
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class EmployeeFinderBodyNetworkUrl(TypedDict):
    include: NotRequired[list[str]]


class EmployeeFinderBodyLocationCountryCode(TypedDict):
    include: NotRequired[list[str]]


class EmployeeFinderBodyLocationContinent(TypedDict):
    include: NotRequired[list[Continent]]


class EmployeeFinderBodyLocationSalesRegion(TypedDict):
    include: NotRequired[list[SalesRegion]]


class EmployeeFinderBodyLocationCity(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class EmployeeFinderBodyLocation(TypedDict):
    """Location of the person. Alias of country_code, continent and sales_region."""

    # Country of the person: ISO 3166-1 alpha-2 codes, or XK.
    country_code: NotRequired[Union[list[str], EmployeeFinderBodyLocationCountryCode]]
    # Continent of the person.
    continent: NotRequired[Union[list[Continent], EmployeeFinderBodyLocationContinent]]
    # Sales region of the person.
    sales_region: NotRequired[Union[list[SalesRegion], EmployeeFinderBodyLocationSalesRegion]]
    # Words in the city of the person.
    city: NotRequired[Union[EmployeeFinderBodyLocationCity, list[str]]]


class EmployeeFinderBody(TypedDict):
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: str
    people: NotRequired[PeopleFilter]
    # Words in the current title, and in the headline if include_headline is true.
    job_title: NotRequired[Union[EmployeeFinderBodyJobTitle, list[str]]]
    # Seniority of the current position.
    job_level: NotRequired[Union[list[JobLevel], EmployeeFinderBodyJobLevel]]
    # Function of the current position.
    job_function: NotRequired[Union[list[JobFunction], EmployeeFinderBodyJobFunction]]
    # Country of the person: ISO 3166-1 alpha-2 codes, or XK.
    country_code: NotRequired[Union[list[str], EmployeeFinderBodyCountryCode]]
    # Continent of the person.
    continent: NotRequired[Union[list[Continent], EmployeeFinderBodyContinent]]
    # Sales region of the person.
    sales_region: NotRequired[Union[list[SalesRegion], EmployeeFinderBodySalesRegion]]
    # At least this confidence in the function of the current position, in percent.
    min_title_confidence: NotRequired[int]
    # At least this many connections; sources cap the number at 500.
    min_connections_count: NotRequired[int]
    # At least this many connections. Alias of min_connections_count.
    min_connections: NotRequired[int]
    # Words in the full name.
    name: NotRequired[Union[EmployeeFinderBodyName, list[str]]]
    # Words in the names of the schools.
    school: NotRequired[Union[EmployeeFinderBodySchool, list[str]]]
    # Words in the skills.
    skills: NotRequired[Union[EmployeeFinderBodySkills, list[str]]]
    # When the source last saw the record: dates in UTC, both ends included.
    updated_at: NotRequired[EmployeeFinderBodyUpdatedAt]
    # Profile URLs of people, shape /in/{slug}.
    network_url: NotRequired[Union[list[str], EmployeeFinderBodyNetworkUrl]]
    # Maximum number of people of one employer: the first in the order. People search requires another filter with
    # it. People without an employer are not limited; facets count all matches.
    max_per_company: NotRequired[int]
    # Location of the person. Alias of country_code, continent and sales_region.
    location: NotRequired[EmployeeFinderBodyLocation]
    # Records per page
    max_results: NotRequired[int]
    # Page number, from 1
    page: NotRequired[int]


class EmployeesPage(TypedDict):
    # This page, from 1
    page: int
    # Applied page size
    max_results: int
    results: list[Person]
    # Number of records in results
    results_length: int
    # Pages of this size
    total_pages: int
    # Number of all matching employees
    total_results: int


class Employer(TypedDict):
    # Canonical profile URL, shape /company/{slug}
    network_url: str
    # Name
    name: str
    # Main domain: a lower-case ASCII hostname
    domain: Union[str, None]
    # Industry; usually one of the closed list
    industry: Union[str, None]
    # Type of company
    type: Union[str, None]
    # Bucket of the number of employees
    size: Union[SizeLabel, None]
    # Number of employees; null if only the bucket is known
    employee_count: Union[int, None]
    hq: Union[Headquarters, None]


class ErrorAnswer(TypedDict):
    success: Literal[False]
    error: CallError


class Experience(TypedDict):
    # Title
    job_title: Union[str, None]
    # Name of the employer
    company_name: Union[str, None]
    # Profile URL of the employer
    company_network_url: Union[str, None]
    # Domain of the employer
    company_domain: Union[str, None]
    # Description
    job_description: Union[str, None]
    # Start (YYYY-MM-DD; YYYY-MM or YYYY if the day or month is unknown)
    job_start_date: Union[str, None]
    # End; null while current (YYYY-MM-DD; YYYY-MM or YYYY if the day or month is unknown)
    job_end_date: Union[str, None]
    # Whether the position is current
    job_is_current: bool
    job_location: Union[dict[str, Any], None]


class FacetValue(TypedDict):
    # The value, as accepted by the filter of the field
    value: str
    # Number of records with the value
    count: int


class Headquarters(TypedDict):
    # City
    city: Union[str, None]
    # State or region
    state: Union[str, None]
    # ISO 3166-1 alpha-2, or XK
    country_code: Union[str, None]
    # English name of the country
    country_name: Union[str, None]
    continent: Union[Continent, None]
    sales_region: Union[SalesRegion, None]


JobCountFacets = TypedDict(
    "JobCountFacets",
    {
        "company.industry": "NotRequired[list[FacetValue]]",
        "company.type": "NotRequired[list[FacetValue]]",
        "company.country_code": "NotRequired[list[FacetValue]]",
        "company.continent": "NotRequired[list[FacetValue]]",
        "company.sales_region": "NotRequired[list[FacetValue]]",
        "company.employee_range": "NotRequired[list[FacetValue]]",
        "job.job_level": "NotRequired[list[FacetValue]]",
        "job.job_function": "NotRequired[list[FacetValue]]",
    },
)


class JobCountDiagnosis(TypedDict):
    # Place of a filter in the body
    filter: str
    # Records that match without this filter
    total_results: int


class JobCount(TypedDict):
    # All records that match, exact
    total_results: int
    # Per field its values by count descending, then value; at most 100 per field; with facets
    facets: NotRequired[JobCountFacets]
    # Where nothing matches two or more filters: the total without each of them, the most first
    diagnosis: NotRequired[list[JobCountDiagnosis]]


class JobCountBody(TypedDict):
    company: NotRequired[CompanyFilter]
    job: NotRequired[JobFilter]
    # Fields whose values are counted among all matching records
    facets: NotRequired[list[Literal["company.industry", "company.type", "company.country_code", "company.continent", "company.sales_region", "company.employee_range", "job.job_level", "job.job_function"]]]


class JobFilterTitle(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class JobFilterJobLevel(TypedDict):
    include: NotRequired[list[JobLevel]]


class JobFilterJobFunction(TypedDict):
    include: NotRequired[list[JobFunction]]


JobFilterPostedAt = TypedDict(
    "JobFilterPostedAt",
    {
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class JobFilterLocationCountryCode(TypedDict):
    include: NotRequired[list[str]]


class JobFilterLocationCity(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class JobFilterLocation(TypedDict):
    """Location of the opening."""

    # Country of the opening: ISO 3166-1 alpha-2 codes, or XK.
    country_code: NotRequired[Union[list[str], JobFilterLocationCountryCode]]
    # Words in the city of the opening.
    city: NotRequired[Union[JobFilterLocationCity, list[str]]]


class JobFilter(TypedDict):
    """Filters on the job; all given filters must match."""

    # Words in the title of the opening.
    title: NotRequired[Union[JobFilterTitle, list[str]]]
    # Seniority of the title.
    job_level: NotRequired[Union[list[JobLevel], JobFilterJobLevel]]
    # Function of the title.
    job_function: NotRequired[Union[list[JobFunction], JobFilterJobFunction]]
    # When the opening was posted: dates, both ends included.
    posted_at: NotRequired[JobFilterPostedAt]
    # Location of the opening.
    location: NotRequired[JobFilterLocation]


JobFunction = Literal["Advertising & Marketing", "Art, Culture and Creative Professionals", "Construction", "Customer/Client Service", "Education", "Engineering", "Finance & Accounting", "General Business & Management", "Healthcare & Human Services", "Human Resources", "Information Technology", "Legal", "Manufacturing & Production", "Operations", "Other", "Public Administration & Safety", "Purchasing", "Research & Development", "Sales & Business Development", "Science", "Supply Chain & Logistics", "Writing/Editing"]


JobLevel = Literal["C-Team", "VP", "Director", "Manager", "Staff", "Other"]


class JobRowCompany(TypedDict):
    # Profile URL of the company
    network_url: str
    # Name
    name: str
    # Main domain
    domain: Union[str, None]


class JobRowLocations(TypedDict):
    # City
    city: Union[str, None]
    # ISO 3166-1 alpha-2, or XK
    country_code: Union[str, None]


class JobRow(TypedDict):
    # Title of the openings
    title: str
    # Open positions under this title; with a filter on openings, of the matching openings only
    open_positions: int
    # Source of the openings
    source: str
    company: JobRowCompany
    # Date of the newest opening, or of the newest matching one
    latest_posted_at: Union[str, None]
    # URL of one opening
    url: Union[str, None]
    locations: list[JobRowLocations]


class JobSearchBody(TypedDict):
    company: NotRequired[CompanyFilter]
    job: NotRequired[JobFilter]
    # Records per page
    max_results: NotRequired[int]
    # The cursor of the previous page, unchanged; omit it, or send null, for the first page
    cursor: NotRequired[Union[str, None]]
    # Adds total_results, exact
    include_total: NotRequired[bool]
    # Fields whose values are counted among all matching records
    facets: NotRequired[list[Literal["company.industry", "company.type", "company.country_code", "company.continent", "company.sales_region", "company.employee_range", "job.job_level", "job.job_function"]]]


JobSearchPageFacets = TypedDict(
    "JobSearchPageFacets",
    {
        "company.industry": "NotRequired[list[FacetValue]]",
        "company.type": "NotRequired[list[FacetValue]]",
        "company.country_code": "NotRequired[list[FacetValue]]",
        "company.continent": "NotRequired[list[FacetValue]]",
        "company.sales_region": "NotRequired[list[FacetValue]]",
        "company.employee_range": "NotRequired[list[FacetValue]]",
        "job.job_level": "NotRequired[list[FacetValue]]",
        "job.job_function": "NotRequired[list[FacetValue]]",
    },
)


class JobSearchPage(TypedDict):
    results: list[JobRow]
    # Number of records in results
    results_length: int
    # Cursor of the next page; null on the last page
    cursor: Union[str, None]
    # Number of all matching records; with include_total
    total_results: NotRequired[int]
    # Per field its values by count descending, then value; at most 100 per field; with facets
    facets: NotRequired[JobSearchPageFacets]


class JobsPage(TypedDict):
    results: list[JobRow]
    # Number of records in results
    results_length: int
    # Cursor of the next page; null on the last page
    cursor: Union[str, None]
    # Number of all matching records; with include_total
    total_results: NotRequired[int]


class KeyInfoAnswerActivePlans(TypedDict):
    # Plan
    name: str
    # active
    status: str


class KeyInfoAnswer(TypedDict):
    # Whether the supplied key is active
    valid: bool
    # Identifier of the key
    id: str
    # Credits left; null for an unlimited plan
    remaining_credits: Union[int, None]
    # Start of the next monthly usage period (ISO 8601, UTC)
    next_reset_at: str
    # Requests per second, shared by the keys of the account
    max_requests_per_seconds: int
    # Paths available to the key
    allowed_apis: list[str]
    active_plans: list[KeyInfoAnswerActivePlans]


class Location(TypedDict):
    # City
    city: Union[str, None]
    # State or region, as a code if known
    state_code: Union[str, None]
    # ISO 3166-1 alpha-2, or XK
    country_code: Union[str, None]
    # English name of the country
    country_name: Union[str, None]
    continent: Union[Continent, None]
    sales_region: Union[SalesRegion, None]


class MatchCompanyBody(TypedDict):
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    network_url: NotRequired[str]
    # Hostname; a URL is reduced to its hostname
    domain: NotRequired[str]
    # Name, with or without legal form
    name: NotRequired[str]
    # Country, ISO 3166-1 alpha-2 or XK
    country_code: NotRequired[str]
    # City
    city: NotRequired[str]
    # Id in the CRM or data product that the record was imported from
    crm_id: NotRequired[str]
    # ISIN of one of its securities
    isin: NotRequired[str]
    # Legal Entity Identifier
    lei: NotRequired[str]
    # Number in the register of companies of its country; best with country_code
    registry_number: NotRequired[str]
    # Account on github.com, as a name or URL
    github_handle: NotRequired[str]
    # Account on x.com, as a name or URL
    x_handle: NotRequired[str]
    # The lowest score of an answer; scores are rounded down, so that none is 1
    min_score: NotRequired[float]
    # Maximum number of candidates to list, with the answered record
    max_candidates: NotRequired[int]


class MatchPersonBody(TypedDict):
    # Person profile URL, shape /in/{slug}
    network_url: NotRequired[str]
    # One of the e-mail addresses
    email: NotRequired[str]
    # One of the phone numbers
    phone: NotRequired[str]
    # Full name
    full_name: NotRequired[str]
    # First name; needs last_name
    first_name: NotRequired[str]
    # Last name; needs first_name
    last_name: NotRequired[str]
    # Name of the employer
    company_name: NotRequired[str]
    # Hostname of the employer; a URL is reduced to its hostname
    company_domain: NotRequired[str]
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: NotRequired[str]
    # Title of the position
    job_title: NotRequired[str]
    # Country, ISO 3166-1 alpha-2 or XK
    country_code: NotRequired[str]
    # City
    city: NotRequired[str]
    # Id in the CRM or data product that the record was imported from
    crm_id: NotRequired[str]
    # Account on github.com, as a name or URL
    github_handle: NotRequired[str]
    # Account on x.com, as a name or URL
    x_handle: NotRequired[str]
    # The lowest score of an answer; scores are rounded down, so that none is 1
    min_score: NotRequired[float]
    # Maximum number of candidates to list, with the answered record
    max_candidates: NotRequired[int]


class MatchedCompanyAnswerCandidates(TypedDict):
    # Estimated probability that the record is the described one, two decimals
    score: float
    # The given keys that agree with the record
    matched_on: list[Literal["network_url", "domain", "name", "country_code", "city", "crm_id", "isin", "lei", "registry_number", "github_handle", "x_handle"]]
    # Canonical profile URL
    network_url: str
    # Name
    name: str
    # Main domain
    domain: Union[str, None]


class MatchedCompanyAnswer(TypedDict):
    # Always true; an unknown record is a 404
    found: bool
    # Estimated probability that the record is the described one, two decimals
    score: float
    # The given keys that agree with the record
    matched_on: list[Literal["network_url", "domain", "name", "country_code", "city", "crm_id", "isin", "lei", "registry_number", "github_handle", "x_handle"]]
    company: Company
    # The best candidates, the answered record first; at most max_candidates
    candidates: list[MatchedCompanyAnswerCandidates]


class MatchedPersonAnswerCandidates(TypedDict):
    # Estimated probability that the record is the described one, two decimals
    score: float
    # The given keys that agree with the record
    matched_on: list[Literal["network_url", "email", "phone", "full_name", "first_name", "last_name", "company_name", "company_domain", "company_network_url", "job_title", "country_code", "city", "crm_id", "github_handle", "x_handle"]]
    # Canonical profile URL
    network_url: str
    # Full name
    full_name: str
    # Headline of the profile
    headline: Union[str, None]


class MatchedPersonAnswer(TypedDict):
    # Always true; an unknown record is a 404
    found: bool
    # Estimated probability that the record is the described one, two decimals
    score: float
    # The given keys that agree with the record
    matched_on: list[Literal["network_url", "email", "phone", "full_name", "first_name", "last_name", "company_name", "company_domain", "company_network_url", "job_title", "country_code", "city", "crm_id", "github_handle", "x_handle"]]
    person: Person
    # The best candidates, the answered record first; at most max_candidates
    candidates: list[MatchedPersonAnswerCandidates]


class NetworkOfDomainAnswerOther(TypedDict):
    # Canonical profile URL of the company
    company_network_url: str
    # Name
    company_name: str


class NetworkOfDomainAnswer(TypedDict):
    # Always true; an unknown record is a 404
    found: bool
    # Canonical profile URL of the company
    company_network_url: str
    # Name of the company
    company_name: str
    # Further companies on the same domain, largest first, at most 100
    other: list[NetworkOfDomainAnswerOther]


class NetworkToDomainBody(TypedDict):
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: str


PeopleCountFacets = TypedDict(
    "PeopleCountFacets",
    {
        "company.industry": "NotRequired[list[FacetValue]]",
        "company.type": "NotRequired[list[FacetValue]]",
        "company.country_code": "NotRequired[list[FacetValue]]",
        "company.continent": "NotRequired[list[FacetValue]]",
        "company.sales_region": "NotRequired[list[FacetValue]]",
        "company.employee_range": "NotRequired[list[FacetValue]]",
        "people.job_level": "NotRequired[list[FacetValue]]",
        "people.job_function": "NotRequired[list[FacetValue]]",
        "people.country_code": "NotRequired[list[FacetValue]]",
        "people.continent": "NotRequired[list[FacetValue]]",
        "people.sales_region": "NotRequired[list[FacetValue]]",
    },
)


class PeopleCountDiagnosis(TypedDict):
    # Place of a filter in the body
    filter: str
    # Records that match without this filter
    total_results: int


class PeopleCount(TypedDict):
    # All records that match, exact
    total_results: int
    # Per field its values by count descending, then value; at most 100 per field; with facets
    facets: NotRequired[PeopleCountFacets]
    # Where nothing matches two or more filters: the total without each of them, the most first
    diagnosis: NotRequired[list[PeopleCountDiagnosis]]


class PeopleCountBody(TypedDict):
    company: NotRequired[CompanyFilter]
    people: NotRequired[PeopleFilter]
    # Fields whose values are counted among all matching records
    facets: NotRequired[list[Literal["company.industry", "company.type", "company.country_code", "company.continent", "company.sales_region", "company.employee_range", "people.job_level", "people.job_function", "people.country_code", "people.continent", "people.sales_region"]]]


class PeopleFilterJobTitle(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]
    include_headline: NotRequired[bool]
    # Alias of include_headline; the headline is searched if either is true
    include_network_headline: NotRequired[bool]


class PeopleFilterJobLevel(TypedDict):
    include: NotRequired[list[JobLevel]]


class PeopleFilterJobFunction(TypedDict):
    include: NotRequired[list[JobFunction]]


class PeopleFilterCountryCode(TypedDict):
    include: NotRequired[list[str]]


class PeopleFilterContinent(TypedDict):
    include: NotRequired[list[Continent]]


class PeopleFilterSalesRegion(TypedDict):
    include: NotRequired[list[SalesRegion]]


class PeopleFilterName(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class PeopleFilterSchool(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class PeopleFilterSkills(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


PeopleFilterUpdatedAt = TypedDict(
    "PeopleFilterUpdatedAt",
    {
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class PeopleFilterNetworkUrl(TypedDict):
    include: NotRequired[list[str]]


class PeopleFilterLocationCountryCode(TypedDict):
    include: NotRequired[list[str]]


class PeopleFilterLocationContinent(TypedDict):
    include: NotRequired[list[Continent]]


class PeopleFilterLocationSalesRegion(TypedDict):
    include: NotRequired[list[SalesRegion]]


class PeopleFilterLocationCity(TypedDict):
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class PeopleFilterLocation(TypedDict):
    """Location of the person. Alias of country_code, continent and sales_region."""

    # Country of the person: ISO 3166-1 alpha-2 codes, or XK.
    country_code: NotRequired[Union[list[str], PeopleFilterLocationCountryCode]]
    # Continent of the person.
    continent: NotRequired[Union[list[Continent], PeopleFilterLocationContinent]]
    # Sales region of the person.
    sales_region: NotRequired[Union[list[SalesRegion], PeopleFilterLocationSalesRegion]]
    # Words in the city of the person.
    city: NotRequired[Union[PeopleFilterLocationCity, list[str]]]


class PeopleFilter(TypedDict):
    """Filters on the people; all given filters must match."""

    # Words in the current title, and in the headline if include_headline is true.
    job_title: NotRequired[Union[PeopleFilterJobTitle, list[str]]]
    # Seniority of the current position.
    job_level: NotRequired[Union[list[JobLevel], PeopleFilterJobLevel]]
    # Function of the current position.
    job_function: NotRequired[Union[list[JobFunction], PeopleFilterJobFunction]]
    # Country of the person: ISO 3166-1 alpha-2 codes, or XK.
    country_code: NotRequired[Union[list[str], PeopleFilterCountryCode]]
    # Continent of the person.
    continent: NotRequired[Union[list[Continent], PeopleFilterContinent]]
    # Sales region of the person.
    sales_region: NotRequired[Union[list[SalesRegion], PeopleFilterSalesRegion]]
    # At least this confidence in the function of the current position, in percent.
    min_title_confidence: NotRequired[int]
    # At least this many connections; sources cap the number at 500.
    min_connections_count: NotRequired[int]
    # At least this many connections. Alias of min_connections_count.
    min_connections: NotRequired[int]
    # Words in the full name.
    name: NotRequired[Union[PeopleFilterName, list[str]]]
    # Words in the names of the schools.
    school: NotRequired[Union[PeopleFilterSchool, list[str]]]
    # Words in the skills.
    skills: NotRequired[Union[PeopleFilterSkills, list[str]]]
    # When the source last saw the record: dates in UTC, both ends included.
    updated_at: NotRequired[PeopleFilterUpdatedAt]
    # Profile URLs of people, shape /in/{slug}.
    network_url: NotRequired[Union[list[str], PeopleFilterNetworkUrl]]
    # Maximum number of people of one employer: the first in the order. People search requires another filter with
    # it. People without an employer are not limited; facets count all matches.
    max_per_company: NotRequired[int]
    # Location of the person. Alias of country_code, continent and sales_region.
    location: NotRequired[PeopleFilterLocation]


PeoplePageFacets = TypedDict(
    "PeoplePageFacets",
    {
        "company.industry": "NotRequired[list[FacetValue]]",
        "company.type": "NotRequired[list[FacetValue]]",
        "company.country_code": "NotRequired[list[FacetValue]]",
        "company.continent": "NotRequired[list[FacetValue]]",
        "company.sales_region": "NotRequired[list[FacetValue]]",
        "company.employee_range": "NotRequired[list[FacetValue]]",
        "people.job_level": "NotRequired[list[FacetValue]]",
        "people.job_function": "NotRequired[list[FacetValue]]",
        "people.country_code": "NotRequired[list[FacetValue]]",
        "people.continent": "NotRequired[list[FacetValue]]",
        "people.sales_region": "NotRequired[list[FacetValue]]",
    },
)


class PeoplePage(TypedDict):
    results: list[PersonWithEmployer]
    # Number of records in results
    results_length: int
    # Cursor of the next page; null on the last page
    cursor: Union[str, None]
    # Number of all matching records; with include_total
    total_results: NotRequired[int]
    # Per field its values by count descending, then value; at most 100 per field; with facets
    facets: NotRequired[PeoplePageFacets]


class PeopleSearchBody(TypedDict):
    company: NotRequired[CompanyFilter]
    people: NotRequired[PeopleFilter]
    # Records per page
    max_results: NotRequired[int]
    # The cursor of the previous page, unchanged; omit it, or send null, for the first page
    cursor: NotRequired[Union[str, None]]
    # Adds total_results, exact
    include_total: NotRequired[bool]
    # Fields whose values are counted among all matching records
    facets: NotRequired[list[Literal["company.industry", "company.type", "company.country_code", "company.continent", "company.sales_region", "company.employee_range", "people.job_level", "people.job_function", "people.country_code", "people.continent", "people.sales_region"]]]


class Person(TypedDict):
    # Canonical profile URL, shape /in/{slug}
    network_url: str
    # Full name
    full_name: str
    # First name
    first_name: Union[str, None]
    # Last name
    last_name: Union[str, None]
    # Headline of the profile
    headline: Union[str, None]
    # Description
    about_me: Union[str, None]
    location: Union[Location, None]
    # Connections, at most 500
    connections_count: Union[int, None]
    experiences: list[Experience]
    education: list[Education]
    skills: list[str]
    certifications: list[Certification]
    # Time at which the source last saw the record (ISO 8601, UTC)
    updated_at: Union[str, None]
    # Title of the answered position
    job_title: Union[str, None]
    # Seniority of that position
    job_level: Union[JobLevel, None]
    # Function of that position: one of the closed list
    job_function: Union[str, None]


class PersonAnswer(TypedDict):
    # Always true; an unknown record is a 404
    found: bool
    person: Person


class PersonKeys(TypedDict):
    """Known values of the person: the keys of a match"""

    # Person profile URL, shape /in/{slug}
    network_url: NotRequired[str]
    # One of the e-mail addresses
    email: NotRequired[str]
    # One of the phone numbers
    phone: NotRequired[str]
    # Full name
    full_name: NotRequired[str]
    # First name; needs last_name
    first_name: NotRequired[str]
    # Last name; needs first_name
    last_name: NotRequired[str]
    # Name of the employer
    company_name: NotRequired[str]
    # Hostname of the employer; a URL is reduced to its hostname
    company_domain: NotRequired[str]
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: NotRequired[str]
    # Title of the position
    job_title: NotRequired[str]
    # Country, ISO 3166-1 alpha-2 or XK
    country_code: NotRequired[str]
    # City
    city: NotRequired[str]
    # Id in the CRM or data product that the record was imported from
    crm_id: NotRequired[str]
    # Account on github.com, as a name or URL
    github_handle: NotRequired[str]
    # Account on x.com, as a name or URL
    x_handle: NotRequired[str]


class PersonWithEmployer(TypedDict):
    # Canonical profile URL, shape /in/{slug}
    network_url: str
    # Full name
    full_name: str
    # First name
    first_name: Union[str, None]
    # Last name
    last_name: Union[str, None]
    # Headline of the profile
    headline: Union[str, None]
    # Description
    about_me: Union[str, None]
    location: Union[Location, None]
    # Connections, at most 500
    connections_count: Union[int, None]
    experiences: list[Experience]
    education: list[Education]
    skills: list[str]
    certifications: list[Certification]
    # Time at which the source last saw the record (ISO 8601, UTC)
    updated_at: Union[str, None]
    # Title of the answered position
    job_title: Union[str, None]
    # Seniority of that position
    job_level: Union[JobLevel, None]
    # Function of that position: one of the closed list
    job_function: Union[str, None]
    company: Union[Employer, None]


class PhoneAnswer(TypedDict):
    # Always true; an unknown record is a 404
    found: bool
    # Phone number, E.164 with +
    phone: Union[str, None]
    # Kind of the number at the source; null if the source does not say
    kind: Literal["mobile", "direct", "work", None]


class PhoneBody(TypedDict):
    # Person profile URL, shape /in/{slug}
    person_network_url: NotRequired[str]
    person: NotRequired[PersonKeys]
    # Accepts a work number if no better one is known
    include_work: NotRequired[bool]


class PhoneToPersonBody(TypedDict):
    # Phone number
    phone: str


class PreviewAnswer(TypedDict):
    # Rows of the input
    rows: int
    # Rows that would have an answer
    found: int
    # Rows without a matching record
    missed: int
    # Rows that the single call would reject
    invalid: int
    # For each field of the answer: the rows that would have a value
    by_field: dict[str, int]
    # Credits that the batch would cost
    credits: int


SalesRegion = Literal["NORAM", "LATAM", "EMEA", "APAC"]


SizeLabel = Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"]


class WatchAnswer(TypedDict):
    # Identifier of the watch
    id: str
    # A saved search, or a list of records
    kind: Literal["search", "records"]
    # A preparing watch reads its first state, which is free; paused: by a caller
    state: Literal["preparing", "active", "paused", "paused_no_credits", "failed"]
    # Reason of a pause or a failure
    reason: Union[str, None]
    # Listed records that are known, or matches so far
    records: int
    # Reported changes so far
    changes: int
    # Credits charged so far
    credits_used: int
    # Time of creation (ISO 8601, UTC)
    created_at: str


class WatchChangesResults(TypedDict):
    # Number of the change within its watch
    id: int
    # A new match of a search, or a change of a listed record
    type: Literal["matched", "changed"]
    # Time of the report (ISO 8601, UTC)
    at: str
    # Kind of the record
    record: Literal["person", "company", "job"]
    # Profile URL of the person or company; for a job row, of the company
    network_url: str
    # Name of the person or company; of a job row the title
    name: str
    # Changed fields; empty for a match
    fields: list[Literal["employer", "title", "email_status", "headcount", "openings"]]


class WatchChanges(TypedDict):
    # The oldest first; without records that have been suppressed or removed
    results: list[WatchChangesResults]
    # Number of changes in results
    results_length: int
    # Place behind this page: also the start of later changes
    cursor: Union[str, None]
    # Whether there are further changes now
    more: bool


class WaterfallAnswerResults(TypedDict):
    # The cascade step that produced the row, from 1
    icp: int
    # Rank in the whole answer, from 1
    ranking: int
    person: Person


class WaterfallAnswer(TypedDict):
    # Canonical profile URL of the company
    company_network_url: str
    # Applied limit
    max_results: int
    results: list[WaterfallAnswerResults]
    # Number of rows in results
    results_length: int


class WaterfallBodyCascade(TypedDict):
    # Words in the title; each value is an alternative
    include_title: NotRequired[list[str]]
    # Words that the title must not contain
    exclude_title: NotRequired[list[str]]
    # Country codes, continents, sales regions, or WORLD for anywhere
    location: NotRequired[list[str]]
    # Also searches the headline
    include_headline_search: NotRequired[bool]


class WaterfallBody(TypedDict):
    # Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash
    company_network_url: str
    # Steps in order
    cascade: list[WaterfallBodyCascade]
    # At least this many connections
    min_connections_count: NotRequired[int]
    # The same; accepted for the sake of existing clients
    profile_min_connections: NotRequired[int]
    # Records per page
    max_results: NotRequired[int]


class WebhookAnswer(TypedDict):
    # Identifier of the endpoint
    id: str
    # Address that receives the events
    url: str
    # The events that the endpoint receives
    event_types: list[str]
    # Whether the endpoint receives events
    enabled: bool
    # Why the service has disabled the endpoint; null if it has not
    disabled_reason: Union[str, None]
    # Time of the first failure since the last success (ISO 8601, UTC); null if there is none
    failing_since: Union[str, None]
    # Until this time (ISO 8601, UTC) deliveries are also signed with the secret before
    previous_secret_until: Union[str, None]
    # Time of creation (ISO 8601, UTC)
    created_at: str


class WebhookWithSecret(TypedDict):
    # Identifier of the endpoint
    id: str
    # Address that receives the events
    url: str
    # The events that the endpoint receives
    event_types: list[str]
    # Whether the endpoint receives events
    enabled: bool
    # Why the service has disabled the endpoint; null if it has not
    disabled_reason: Union[str, None]
    # Time of the first failure since the last success (ISO 8601, UTC); null if there is none
    failing_since: Union[str, None]
    # Until this time (ISO 8601, UTC) deliveries are also signed with the secret before
    previous_secret_until: Union[str, None]
    # Time of creation (ISO 8601, UTC)
    created_at: str
    # Signing secret, `whsec_` and Base64; shown only once
    secret: str
