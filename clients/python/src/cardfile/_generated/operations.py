# Generated from the contract of the service by `npm run generate`.
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from typing import Any, Literal, Unpack

from .._call import CallOptions, Result
from .._paging import AsyncPaged, Paged, Paging
from .types import (
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
)

Method = Literal["GET", "POST"]


class Operations(ABC):
    """The calls of the API: one method for each operation."""

    @abstractmethod
    def _call(self, method: Method, path: str, body: Any, options: CallOptions) -> Result[Any]: ...

    @abstractmethod
    def _paged(self, path: str, body: Any, paging: Paging, options: CallOptions) -> Paged[Any, Any]: ...

    def key_info(self, **options: Unpack[CallOptions]) -> Result[KeyInfoAnswer]:
        """Returns validity, credits, rate limit, allowed paths and plan of the calling key. Counts against the rate.

        A query or a body is ignored: its errors are those of a key only.

        Free.
        """
        return self._call("GET", "/v2/account/key-info", None, options)

    def people_search(self, body: PeopleSearchBody, **options: Unpack[CallOptions]) -> Paged[PeoplePage, PersonWithEmployer]:
        """Searches people by filters on the person, a current position and its employer. One position must match all
        filters.

        At least one non-empty filter is required, in `company` or in `people`.

        A `company` object must contain at least one non-empty filter.

        A person with several matching positions appears once, with the first of them in sort order.

        Costs 1 credit for each answer with status 200.
        """
        return self._paged("/v2/search/people", body, "cursor", options)

    def company_search(self, body: CompanySearchBody, **options: Unpack[CallOptions]) -> Paged[CompaniesPage, Company]:
        """Searches companies by filters, largest first.

        A `company` object must contain at least one non-empty filter.

        Costs 1 credit for each answer with status 200.
        """
        return self._paged("/v2/search/companies", body, "cursor", options)

    def people_count(self, body: PeopleCountBody, **options: Unpack[CallOptions]) -> Result[PeopleCount]:
        """Counts the people that a search with the same filters finds. If it finds none, diagnosis states the number of
        matches without each filter. Costs no credit; counts against the rate.

        Free.
        """
        return self._call("POST", "/v2/search/people/count", body, options)

    def company_count(self, body: CompanyCountBody, **options: Unpack[CallOptions]) -> Result[CompanyCount]:
        """Counts the companies that a search with the same filters finds. If it finds none, diagnosis states the number
        of matches without each filter. Costs no credit; counts against the rate.

        Free.
        """
        return self._call("POST", "/v2/search/companies/count", body, options)

    def waterfall(self, body: WaterfallBody, **options: Unpack[CallOptions]) -> Result[WaterfallAnswer]:
        """Finds decision-makers at one company: all matches of the first step, then of the second, until max_results
        rows. A person appears once.

        Each step needs a non-empty `include_title` or `location`.

        Titles are matched like word filters; an absent `location` means `WORLD`.

        An unknown company is an empty 200.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/search/waterfall-icp-keyword", body, options)

    def employee_finder(self, body: EmployeeFinderBody, **options: Unpack[CallOptions]) -> Paged[EmployeesPage, Person]:
        """Lists the current staff of one company by page number. People filters may be in `people`, at the top level, or
        both (then all apply).

        The company URL is the only required field: a body without other filters pages through the whole staff.

        A page past the end is an empty 200.

        An unknown company is an empty 200.

        Costs 1 credit for each answer with status 200.
        """
        return self._paged("/v2/search/employee-finder", body, "page", options)

    def job_search(self, body: JobSearchBody, **options: Unpack[CallOptions]) -> Paged[JobSearchPage, JobRow]:
        """Searches openings: one row per company, title and source.

        At least one non-empty filter is required, in `company` or in `job`.

        A `company` object must contain at least one non-empty filter.

        A row has openings whose titles differ in abbreviations, punctuation and letter case only, and shows the most
        frequent one. `title` finds it by the words of each of them, in brackets by the one that it shows.

        Costs 1 credit for each answer with status 200.
        """
        return self._paged("/v2/jobs/search", body, "cursor", options)

    def job_count(self, body: JobCountBody, **options: Unpack[CallOptions]) -> Result[JobCount]:
        """Counts the job rows that a search with the same filters finds. If it finds none, diagnosis states the number
        of matches without each filter. Costs no credit; counts against the rate.

        Free.
        """
        return self._call("POST", "/v2/jobs/count", body, options)

    def company_jobs(self, body: CompanyJobsBody, **options: Unpack[CallOptions]) -> Paged[JobsPage, JobRow]:
        """Lists the openings of one company by profile URL or domain. A domain alone means its largest company; if both
        are given, it must be a domain of the company.

        One of `company_network_url` or `domain` is required.

        If several companies share a domain, the first in sort order is used.

        An unknown company is an empty 200.

        Costs 1 credit for each answer with status 200.
        """
        return self._paged("/v2/jobs/company", body, "cursor", options)

    def email(self, body: EmailBody, **options: Unpack[CallOptions]) -> Result[EmailAnswer]:
        """Returns the best work address of a person: the primary one, then by status (valid, catch_all, unknown), then
        the newest. Personal addresses, at a free-mail provider (gmail.com, web.de) where the person does not work,
        come last. Invalid addresses are never answered.

        Exactly one of `person_network_url` or `person` is required. `person` has the keys of `/v2/match/person`, and
        finds the person that the match finds with a score of at least 0.85; otherwise the answer is a 404.

        A person without an answerable address is a 404.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/email", body, options)

    def phone(self, body: PhoneBody, **options: Unpack[CallOptions]) -> Result[PhoneAnswer]:
        """Returns the best number of a person: mobile, then direct. A number of unknown kind counts as direct. A work
        number is answered only if `include_work` is true and there is no better one.

        Exactly one of `person_network_url` or `person` is required. `person` has the keys of `/v2/match/person`, and
        finds the person that the match finds with a score of at least 0.85; otherwise the answer is a 404.

        A person without a number is a 404. A person with work numbers only is a 404 unless `include_work` is true.
        The message distinguishes both.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/phone", body, options)

    def email_to_person(self, body: EmailToPersonBody, **options: Unpack[CallOptions]) -> Result[PersonAnswer]:
        """Returns the person an address belongs to, for any status of the address.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/email-to-person", body, options)

    def phone_to_person(self, body: PhoneToPersonBody, **options: Unpack[CallOptions]) -> Result[PersonAnswer]:
        """Returns the person to whom a number belongs: 7 to 15 digits; spaces, parentheses, periods, hyphens and one
        leading + are allowed. Of several owners of a number, the one whose main employer is first in the order of
        companies is returned.

        A number is 7 to 15 digits; without `+` it is tried with a `00` prefix, then with `+`, then in the default
        countries of the installation.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/phone-to-person", body, options)

    def company(self, body: CompanyBody, **options: Unpack[CallOptions]) -> Result[CompanyAnswer]:
        """Returns the whole record of a company.

        Exactly one of `company_network_url`, `domain` or `name` is required. A `domain` or a `name` finds the company
        that `/v2/match/company` finds with a score of at least 0.85; otherwise the answer is a 404.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/company", body, options)

    def domain_to_network(self, body: DomainToNetworkBody, **options: Unpack[CallOptions]) -> Result[NetworkOfDomainAnswer]:
        """Returns the largest company on a domain, or on its registrable domain, and lists up to 100 others in `other`.
        A company search with the filter `domain` finds all of them.

        `other` is empty if no other company is on the domain.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/domain-to-network", body, options)

    def network_to_domain(self, body: NetworkToDomainBody, **options: Unpack[CallOptions]) -> Result[DomainOfNetworkAnswer]:
        """Returns the e-mail domain of a company, else its main domain.

        A company without a domain is a 404.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/network-to-domain", body, options)

    def department_distribution(self, body: DepartmentDistributionBody, **options: Unpack[CallOptions]) -> Result[DepartmentsAnswer]:
        """Counts the current staff of a company by job function, largest first.

        A company without known staff is an empty 200 with `total_employees: 0`.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/company-distribution-by-department", body, options)

    def country_distribution(self, body: CountryDistributionBody, **options: Unpack[CallOptions]) -> Result[CountriesAnswer]:
        """Counts the current staff of a company by country, largest first.

        A company without known staff is an empty 200 with `total_employees: 0`.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/company-distribution-by-country", body, options)

    def match_person(self, body: MatchPersonBody, **options: Unpack[CallOptions]) -> Result[MatchedPersonAnswer]:
        """Finds the person that the given keys describe, and scores the certainty of the match. At least one of
        `network_url`, `email`, `phone`, `crm_id`, `github_handle`, `x_handle`, `full_name`, or `first_name` with
        `last_name` is required; each further key makes the match more certain. If no candidate reaches min_score, the
        answer is a 404.

        A match adds the evidence of all keys: a profile URL, an address, a number or a domain alone gives a score of
        about 0.95 or more, a person by name and employer, or a company by its whole name, about 0.9; the name of a
        person alone, or a name of common words, less than the default of `min_score`.

        Keys that contradict the record lower the score. Two candidates that the keys do not distinguish have less
        than 0.5 each.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/match/person", body, options)

    def match_company(self, body: MatchCompanyBody, **options: Unpack[CallOptions]) -> Result[MatchedCompanyAnswer]:
        """Finds the company that the given keys describe, and scores the certainty of the match. At least one of
        `network_url`, `domain`, `name`, `crm_id`, `isin`, `lei`, `registry_number`, `github_handle` or `x_handle` is
        required; each further key makes the match more certain. If no candidate reaches min_score, the answer is a
        404.

        A match adds the evidence of all keys: a profile URL, an address, a number or a domain alone gives a score of
        about 0.95 or more, a person by name and employer, or a company by its whole name, about 0.9; the name of a
        person alone, or a name of common words, less than the default of `min_score`.

        Keys that contradict the record lower the score. Two candidates that the keys do not distinguish have less
        than 0.5 each.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/match/company", body, options)

    def current_date(self, body: CurrentDateBody, **options: Unpack[CallOptions]) -> Result[CurrentDateAnswer]:
        """Returns the server time in an IANA timezone.

        Names are accepted in any letter case; UTC offsets such as `+02:00` are a 422.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/utils/current-date", body, options)

    def autocomplete(self, body: AutocompleteBody, **options: Unpack[CallOptions]) -> Result[AutocompleteAnswer]:
        """Suggests values of the data by the beginning of any of their words. Counts against the rate.

        `count` equals `total_results` of a search for the value in brackets alone, `["[Head of Sales]"]`: people for
        fields of `people`, companies for those of `company`, job rows for those of `job`.

        Values are sorted by `count` descending, then by their folded words; company names by the size of the company,
        largest first.

        Spellings of the same words are one value, answered in the most frequent spelling; a city in the spelling of
        the first record.

        An empty `prefix` returns the most frequent values. A trailing space completes the last word: `vp ` does not
        find `VPN`.

        `Idempotency-Key` is ignored.

        Free.
        """
        return self._call("POST", "/v2/utils/autocomplete", body, options)

    def bulk_email(self, body: BulkEmailBody, **options: Unpack[CallOptions]) -> Result[BulkEmailAnswer]:
        """Answers up to 100 calls of `/v2/enrichment/email` at once. An item is the body of such a call, and its result
        is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/email", body, options)

    def bulk_phone(self, body: BulkPhoneBody, **options: Unpack[CallOptions]) -> Result[BulkPhoneAnswer]:
        """Answers up to 100 calls of `/v2/enrichment/phone` at once. An item is the body of such a call, and its result
        is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/phone", body, options)

    def bulk_email_to_person(self, body: BulkEmailToPersonBody, **options: Unpack[CallOptions]) -> Result[BulkEmailToPersonAnswer]:
        """Answers up to 100 calls of `/v2/enrichment/email-to-person` at once. An item is the body of such a call, and
        its result is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/email-to-person", body, options)

    def bulk_phone_to_person(self, body: BulkPhoneToPersonBody, **options: Unpack[CallOptions]) -> Result[BulkPhoneToPersonAnswer]:
        """Answers up to 100 calls of `/v2/enrichment/phone-to-person` at once. An item is the body of such a call, and
        its result is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/phone-to-person", body, options)

    def bulk_company(self, body: BulkCompanyBody, **options: Unpack[CallOptions]) -> Result[BulkCompanyAnswer]:
        """Answers up to 100 calls of `/v2/enrichment/company` at once. An item is the body of such a call, and its
        result is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/company", body, options)

    def bulk_domain_to_network(self, body: BulkDomainToNetworkBody, **options: Unpack[CallOptions]) -> Result[BulkDomainToNetworkAnswer]:
        """Answers up to 100 calls of `/v2/enrichment/domain-to-network` at once. An item is the body of such a call, and
        its result is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/domain-to-network", body, options)

    def bulk_network_to_domain(self, body: BulkNetworkToDomainBody, **options: Unpack[CallOptions]) -> Result[BulkNetworkToDomainAnswer]:
        """Answers up to 100 calls of `/v2/enrichment/network-to-domain` at once. An item is the body of such a call, and
        its result is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/network-to-domain", body, options)

    def bulk_match_person(self, body: BulkMatchPersonBody, **options: Unpack[CallOptions]) -> Result[BulkMatchPersonAnswer]:
        """Answers up to 100 calls of `/v2/match/person` at once. An item is the body of such a call, and its result is
        the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/match-person", body, options)

    def bulk_match_company(self, body: BulkMatchCompanyBody, **options: Unpack[CallOptions]) -> Result[BulkMatchCompanyAnswer]:
        """Answers up to 100 calls of `/v2/match/company` at once. An item is the body of such a call, and its result is
        the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/match-company", body, options)


class AsyncOperations(ABC):
    """The calls of the API: one method for each operation, to be awaited."""

    @abstractmethod
    async def _call(self, method: Method, path: str, body: Any, options: CallOptions) -> Result[Any]: ...

    @abstractmethod
    def _paged(self, path: str, body: Any, paging: Paging, options: CallOptions) -> AsyncPaged[Any, Any]: ...

    def key_info(self, **options: Unpack[CallOptions]) -> Awaitable[Result[KeyInfoAnswer]]:
        """Returns validity, credits, rate limit, allowed paths and plan of the calling key. Counts against the rate.

        A query or a body is ignored: its errors are those of a key only.

        Free.
        """
        return self._call("GET", "/v2/account/key-info", None, options)

    def people_search(self, body: PeopleSearchBody, **options: Unpack[CallOptions]) -> AsyncPaged[PeoplePage, PersonWithEmployer]:
        """Searches people by filters on the person, a current position and its employer. One position must match all
        filters.

        At least one non-empty filter is required, in `company` or in `people`.

        A `company` object must contain at least one non-empty filter.

        A person with several matching positions appears once, with the first of them in sort order.

        Costs 1 credit for each answer with status 200.
        """
        return self._paged("/v2/search/people", body, "cursor", options)

    def company_search(self, body: CompanySearchBody, **options: Unpack[CallOptions]) -> AsyncPaged[CompaniesPage, Company]:
        """Searches companies by filters, largest first.

        A `company` object must contain at least one non-empty filter.

        Costs 1 credit for each answer with status 200.
        """
        return self._paged("/v2/search/companies", body, "cursor", options)

    def people_count(self, body: PeopleCountBody, **options: Unpack[CallOptions]) -> Awaitable[Result[PeopleCount]]:
        """Counts the people that a search with the same filters finds. If it finds none, diagnosis states the number of
        matches without each filter. Costs no credit; counts against the rate.

        Free.
        """
        return self._call("POST", "/v2/search/people/count", body, options)

    def company_count(self, body: CompanyCountBody, **options: Unpack[CallOptions]) -> Awaitable[Result[CompanyCount]]:
        """Counts the companies that a search with the same filters finds. If it finds none, diagnosis states the number
        of matches without each filter. Costs no credit; counts against the rate.

        Free.
        """
        return self._call("POST", "/v2/search/companies/count", body, options)

    def waterfall(self, body: WaterfallBody, **options: Unpack[CallOptions]) -> Awaitable[Result[WaterfallAnswer]]:
        """Finds decision-makers at one company: all matches of the first step, then of the second, until max_results
        rows. A person appears once.

        Each step needs a non-empty `include_title` or `location`.

        Titles are matched like word filters; an absent `location` means `WORLD`.

        An unknown company is an empty 200.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/search/waterfall-icp-keyword", body, options)

    def employee_finder(self, body: EmployeeFinderBody, **options: Unpack[CallOptions]) -> AsyncPaged[EmployeesPage, Person]:
        """Lists the current staff of one company by page number. People filters may be in `people`, at the top level, or
        both (then all apply).

        The company URL is the only required field: a body without other filters pages through the whole staff.

        A page past the end is an empty 200.

        An unknown company is an empty 200.

        Costs 1 credit for each answer with status 200.
        """
        return self._paged("/v2/search/employee-finder", body, "page", options)

    def job_search(self, body: JobSearchBody, **options: Unpack[CallOptions]) -> AsyncPaged[JobSearchPage, JobRow]:
        """Searches openings: one row per company, title and source.

        At least one non-empty filter is required, in `company` or in `job`.

        A `company` object must contain at least one non-empty filter.

        A row has openings whose titles differ in abbreviations, punctuation and letter case only, and shows the most
        frequent one. `title` finds it by the words of each of them, in brackets by the one that it shows.

        Costs 1 credit for each answer with status 200.
        """
        return self._paged("/v2/jobs/search", body, "cursor", options)

    def job_count(self, body: JobCountBody, **options: Unpack[CallOptions]) -> Awaitable[Result[JobCount]]:
        """Counts the job rows that a search with the same filters finds. If it finds none, diagnosis states the number
        of matches without each filter. Costs no credit; counts against the rate.

        Free.
        """
        return self._call("POST", "/v2/jobs/count", body, options)

    def company_jobs(self, body: CompanyJobsBody, **options: Unpack[CallOptions]) -> AsyncPaged[JobsPage, JobRow]:
        """Lists the openings of one company by profile URL or domain. A domain alone means its largest company; if both
        are given, it must be a domain of the company.

        One of `company_network_url` or `domain` is required.

        If several companies share a domain, the first in sort order is used.

        An unknown company is an empty 200.

        Costs 1 credit for each answer with status 200.
        """
        return self._paged("/v2/jobs/company", body, "cursor", options)

    def email(self, body: EmailBody, **options: Unpack[CallOptions]) -> Awaitable[Result[EmailAnswer]]:
        """Returns the best work address of a person: the primary one, then by status (valid, catch_all, unknown), then
        the newest. Personal addresses, at a free-mail provider (gmail.com, web.de) where the person does not work,
        come last. Invalid addresses are never answered.

        Exactly one of `person_network_url` or `person` is required. `person` has the keys of `/v2/match/person`, and
        finds the person that the match finds with a score of at least 0.85; otherwise the answer is a 404.

        A person without an answerable address is a 404.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/email", body, options)

    def phone(self, body: PhoneBody, **options: Unpack[CallOptions]) -> Awaitable[Result[PhoneAnswer]]:
        """Returns the best number of a person: mobile, then direct. A number of unknown kind counts as direct. A work
        number is answered only if `include_work` is true and there is no better one.

        Exactly one of `person_network_url` or `person` is required. `person` has the keys of `/v2/match/person`, and
        finds the person that the match finds with a score of at least 0.85; otherwise the answer is a 404.

        A person without a number is a 404. A person with work numbers only is a 404 unless `include_work` is true.
        The message distinguishes both.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/phone", body, options)

    def email_to_person(self, body: EmailToPersonBody, **options: Unpack[CallOptions]) -> Awaitable[Result[PersonAnswer]]:
        """Returns the person an address belongs to, for any status of the address.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/email-to-person", body, options)

    def phone_to_person(self, body: PhoneToPersonBody, **options: Unpack[CallOptions]) -> Awaitable[Result[PersonAnswer]]:
        """Returns the person to whom a number belongs: 7 to 15 digits; spaces, parentheses, periods, hyphens and one
        leading + are allowed. Of several owners of a number, the one whose main employer is first in the order of
        companies is returned.

        A number is 7 to 15 digits; without `+` it is tried with a `00` prefix, then with `+`, then in the default
        countries of the installation.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/phone-to-person", body, options)

    def company(self, body: CompanyBody, **options: Unpack[CallOptions]) -> Awaitable[Result[CompanyAnswer]]:
        """Returns the whole record of a company.

        Exactly one of `company_network_url`, `domain` or `name` is required. A `domain` or a `name` finds the company
        that `/v2/match/company` finds with a score of at least 0.85; otherwise the answer is a 404.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/company", body, options)

    def domain_to_network(self, body: DomainToNetworkBody, **options: Unpack[CallOptions]) -> Awaitable[Result[NetworkOfDomainAnswer]]:
        """Returns the largest company on a domain, or on its registrable domain, and lists up to 100 others in `other`.
        A company search with the filter `domain` finds all of them.

        `other` is empty if no other company is on the domain.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/domain-to-network", body, options)

    def network_to_domain(self, body: NetworkToDomainBody, **options: Unpack[CallOptions]) -> Awaitable[Result[DomainOfNetworkAnswer]]:
        """Returns the e-mail domain of a company, else its main domain.

        A company without a domain is a 404.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/network-to-domain", body, options)

    def department_distribution(self, body: DepartmentDistributionBody, **options: Unpack[CallOptions]) -> Awaitable[Result[DepartmentsAnswer]]:
        """Counts the current staff of a company by job function, largest first.

        A company without known staff is an empty 200 with `total_employees: 0`.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/company-distribution-by-department", body, options)

    def country_distribution(self, body: CountryDistributionBody, **options: Unpack[CallOptions]) -> Awaitable[Result[CountriesAnswer]]:
        """Counts the current staff of a company by country, largest first.

        A company without known staff is an empty 200 with `total_employees: 0`.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/enrichment/company-distribution-by-country", body, options)

    def match_person(self, body: MatchPersonBody, **options: Unpack[CallOptions]) -> Awaitable[Result[MatchedPersonAnswer]]:
        """Finds the person that the given keys describe, and scores the certainty of the match. At least one of
        `network_url`, `email`, `phone`, `crm_id`, `github_handle`, `x_handle`, `full_name`, or `first_name` with
        `last_name` is required; each further key makes the match more certain. If no candidate reaches min_score, the
        answer is a 404.

        A match adds the evidence of all keys: a profile URL, an address, a number or a domain alone gives a score of
        about 0.95 or more, a person by name and employer, or a company by its whole name, about 0.9; the name of a
        person alone, or a name of common words, less than the default of `min_score`.

        Keys that contradict the record lower the score. Two candidates that the keys do not distinguish have less
        than 0.5 each.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/match/person", body, options)

    def match_company(self, body: MatchCompanyBody, **options: Unpack[CallOptions]) -> Awaitable[Result[MatchedCompanyAnswer]]:
        """Finds the company that the given keys describe, and scores the certainty of the match. At least one of
        `network_url`, `domain`, `name`, `crm_id`, `isin`, `lei`, `registry_number`, `github_handle` or `x_handle` is
        required; each further key makes the match more certain. If no candidate reaches min_score, the answer is a
        404.

        A match adds the evidence of all keys: a profile URL, an address, a number or a domain alone gives a score of
        about 0.95 or more, a person by name and employer, or a company by its whole name, about 0.9; the name of a
        person alone, or a name of common words, less than the default of `min_score`.

        Keys that contradict the record lower the score. Two candidates that the keys do not distinguish have less
        than 0.5 each.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/match/company", body, options)

    def current_date(self, body: CurrentDateBody, **options: Unpack[CallOptions]) -> Awaitable[Result[CurrentDateAnswer]]:
        """Returns the server time in an IANA timezone.

        Names are accepted in any letter case; UTC offsets such as `+02:00` are a 422.

        Costs 1 credit for each answer with status 200.
        """
        return self._call("POST", "/v2/utils/current-date", body, options)

    def autocomplete(self, body: AutocompleteBody, **options: Unpack[CallOptions]) -> Awaitable[Result[AutocompleteAnswer]]:
        """Suggests values of the data by the beginning of any of their words. Counts against the rate.

        `count` equals `total_results` of a search for the value in brackets alone, `["[Head of Sales]"]`: people for
        fields of `people`, companies for those of `company`, job rows for those of `job`.

        Values are sorted by `count` descending, then by their folded words; company names by the size of the company,
        largest first.

        Spellings of the same words are one value, answered in the most frequent spelling; a city in the spelling of
        the first record.

        An empty `prefix` returns the most frequent values. A trailing space completes the last word: `vp ` does not
        find `VPN`.

        `Idempotency-Key` is ignored.

        Free.
        """
        return self._call("POST", "/v2/utils/autocomplete", body, options)

    def bulk_email(self, body: BulkEmailBody, **options: Unpack[CallOptions]) -> Awaitable[Result[BulkEmailAnswer]]:
        """Answers up to 100 calls of `/v2/enrichment/email` at once. An item is the body of such a call, and its result
        is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/email", body, options)

    def bulk_phone(self, body: BulkPhoneBody, **options: Unpack[CallOptions]) -> Awaitable[Result[BulkPhoneAnswer]]:
        """Answers up to 100 calls of `/v2/enrichment/phone` at once. An item is the body of such a call, and its result
        is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/phone", body, options)

    def bulk_email_to_person(self, body: BulkEmailToPersonBody, **options: Unpack[CallOptions]) -> Awaitable[Result[BulkEmailToPersonAnswer]]:
        """Answers up to 100 calls of `/v2/enrichment/email-to-person` at once. An item is the body of such a call, and
        its result is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/email-to-person", body, options)

    def bulk_phone_to_person(self, body: BulkPhoneToPersonBody, **options: Unpack[CallOptions]) -> Awaitable[Result[BulkPhoneToPersonAnswer]]:
        """Answers up to 100 calls of `/v2/enrichment/phone-to-person` at once. An item is the body of such a call, and
        its result is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/phone-to-person", body, options)

    def bulk_company(self, body: BulkCompanyBody, **options: Unpack[CallOptions]) -> Awaitable[Result[BulkCompanyAnswer]]:
        """Answers up to 100 calls of `/v2/enrichment/company` at once. An item is the body of such a call, and its
        result is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/company", body, options)

    def bulk_domain_to_network(self, body: BulkDomainToNetworkBody, **options: Unpack[CallOptions]) -> Awaitable[Result[BulkDomainToNetworkAnswer]]:
        """Answers up to 100 calls of `/v2/enrichment/domain-to-network` at once. An item is the body of such a call, and
        its result is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/domain-to-network", body, options)

    def bulk_network_to_domain(self, body: BulkNetworkToDomainBody, **options: Unpack[CallOptions]) -> Awaitable[Result[BulkNetworkToDomainAnswer]]:
        """Answers up to 100 calls of `/v2/enrichment/network-to-domain` at once. An item is the body of such a call, and
        its result is the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/network-to-domain", body, options)

    def bulk_match_person(self, body: BulkMatchPersonBody, **options: Unpack[CallOptions]) -> Awaitable[Result[BulkMatchPersonAnswer]]:
        """Answers up to 100 calls of `/v2/match/person` at once. An item is the body of such a call, and its result is
        the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/match-person", body, options)

    def bulk_match_company(self, body: BulkMatchCompanyBody, **options: Unpack[CallOptions]) -> Awaitable[Result[BulkMatchCompanyAnswer]]:
        """Answers up to 100 calls of `/v2/match/company` at once. An item is the body of such a call, and its result is
        the answer of that call.

        Costs 1 credit for each item with status 200.
        """
        return self._call("POST", "/v2/bulk/match-company", body, options)
