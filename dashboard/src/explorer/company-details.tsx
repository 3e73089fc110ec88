// A company: size, location, industry; its staff by department and country at the price of a call each; links to related searches.
import { COMPANY } from '../../../src/contract/record-table/company-members.ts';
import type { CompanyWire } from '../../../src/contract/records.ts';
import { BarList } from '../components/bar-list.tsx';
import { formatCount, formatTime } from '../format.ts';
import { Fact, Facts, FurtherFacts, WebLink } from './facts.tsx';
import { LookUp } from './look-up.tsx';
import { furtherMembers } from './record-members.ts';
import { SEARCHES, type SearchKind } from './search-fields.ts';
import { NOTHING, writeQuery } from './search-query.ts';

/** Address of a search for what belongs to the companies of exactly this name. */
export function companySearchAddress(kind: SearchKind, name: string): string {
  return `/explorer/${kind}${writeQuery(kind, { 'company.name': { ...NOTHING, include: [`[${name}]`] } })}`;
}

interface DistributionRow {
  readonly department?: string;
  readonly country?: string;
  readonly count: number;
}

const SHOWN_MAX = 12;
/** Members that have no place of their own below. */
const FURTHER = furtherMembers(
  COMPANY,
  `network_url name domain website industry type size employee_count followers founded_year about specialties hq
  updated_at`.split(/\s+/),
);

function Distribution({ answer, label }: { readonly answer: unknown; readonly label: string }) {
  const { distribution, total_employees: total } = answer as {
    distribution: readonly DistributionRow[];
    total_employees: number;
  };
  const bars = distribution
    .slice(0, SHOWN_MAX)
    .map(({ department, country, count }) => ({ name: department ?? country ?? '', count }));
  return (
    <div class="stack">
      <span class="muted">{formatCount(total)} people</span>
      <BarList bars={bars} label={label} />
    </div>
  );
}

export function CompanyDetails({ company, account }: { readonly company: CompanyWire; readonly account: string }) {
  const { hq, network_url: url } = company;
  const body = { company_network_url: url };
  return (
    <div class="stack">
      <p>{company.about}</p>
      <div class="row">
        {(['people', 'jobs'] as const).map((kind) => (
          <a key={kind} class="button button-plain" href={companySearchAddress(kind, company.name)}>
            Its {SEARCHES[kind].title.toLowerCase()}
          </a>
        ))}
        <a class="button button-plain" href={`/waterfall?company=${encodeURIComponent(url)}`}>
          Waterfall
        </a>
      </div>
      <Facts>
        <Fact name="Industry">{company.industry}</Fact>
        <Fact name="Employees">
          {company.employee_count === null ? company.size : formatCount(company.employee_count)}
        </Fact>
        <Fact name="Type">{company.type}</Fact>
        <Fact name="Headquarters">{[hq?.city, hq?.state, hq?.country_name].filter(Boolean).join(', ')}</Fact>
        <Fact name="Founded">{company.founded_year}</Fact>
        <Fact name="Followers">{company.followers === null ? null : formatCount(company.followers)}</Fact>
        <Fact name="Domain">{company.domain}</Fact>
        <Fact name="Website">{company.website && <WebLink address={company.website} />}</Fact>
        <Fact name="Specialties">{company.specialties.join(', ')}</Fact>
        <FurtherFacts members={FURTHER} record={company} />
        <Fact name="Profile">
          <WebLink address={url} />
        </Fact>
        <Fact name="Last seen by the source">{company.updated_at && formatTime(company.updated_at)}</Fact>
      </Facts>
      <LookUp
        label="Staff by department"
        path="/v2/enrichment/company-distribution-by-department"
        shown={(answer) => <Distribution answer={answer} label="Staff by department" />}
        {...{ body, account }}
      />
      <LookUp
        label="Staff by country"
        path="/v2/enrichment/company-distribution-by-country"
        shown={(answer) => <Distribution answer={answer} label="Staff by country" />}
        {...{ body, account }}
      />
    </div>
  );
}
