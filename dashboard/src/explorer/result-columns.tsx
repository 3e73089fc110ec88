// The columns of each search, for the table and for exported files.
import type { ComponentChildren } from 'preact';
import { COMPANY } from '../../../src/contract/record-table/company-members.ts';
import { PERSON } from '../../../src/contract/record-table/person-members.ts';
import type { CompanyWire, JobRowWire, PersonWire } from '../../../src/contract/schemas/records.ts';
import { Avatar } from '../components/avatar.tsx';
import { formatCount, formatDay } from '../format.ts';
import { recordAddress } from '../record/record-address.ts';
import { furtherMembers, placeMembers, type ShownMember } from '../record/record-members.ts';
import type { Row } from '../record/stored-records.ts';
import { RESULT_TEXTS } from '../texts/explorer-texts.ts';
import type { SearchKind } from './search-fields.ts';

/** A result row of people search. */
export type PersonRow = PersonWire & {
  readonly company: Pick<
    CompanyWire,
    'network_url' | 'name' | 'domain' | 'industry' | 'type' | 'size' | 'employee_count' | 'hq'
  > | null;
};

type Plain = string | number | boolean | null | undefined;

export interface ResultColumn<Of = Row> {
  /** Header in the exported file. */
  readonly key: string;
  readonly title: string;
  readonly value: (row: Of) => Plain;
  /** Cell content, by default the value; null: the column is in exported files only. */
  readonly cell?: ((row: Of) => ComponentChildren) | null;
  readonly isNumber?: boolean;
  /** Visible by default. */
  readonly isFirst?: boolean;
  /** Width in the table, in rem. */
  readonly width?: number;
}

interface Place {
  readonly city: string | null;
  readonly country_code: string | null;
}

function placeText(place: Place | null): string | null {
  const parts = [place?.city, place?.country_code].filter((part) => part);
  return parts.length === 0 ? null : parts.join(', ');
}

interface CompanyNamed {
  readonly network_url: string;
  readonly name: string;
  readonly domain: string | null;
}

/** The name of a company, linked to its page, and its domain. */
function CompanyCell({ company }: { readonly company: CompanyNamed }) {
  return (
    <>
      <a class="cell-link" href={recordAddress('company', company.network_url)}>
        {company.name}
      </a>
      {company.domain && <span class="cell-more">{company.domain}</span>}
    </>
  );
}

const PEOPLE: readonly ResultColumn<PersonRow>[] = [
  {
    ...{ key: 'full_name', title: RESULT_TEXTS.people.full_name, isFirst: true, width: 11.5 },
    value: (row) => row.full_name,
    cell: (row) => (
      <>
        <Avatar name={row.full_name} />
        <a class="cell-link cell-name" data-row-link href={recordAddress('person', row.network_url)}>
          {row.full_name}
        </a>
      </>
    ),
  },
  { key: 'job_title', title: RESULT_TEXTS.people.job_title, isFirst: true, width: 13, value: (row) => row.job_title },
  {
    ...{ key: 'company_name', title: RESULT_TEXTS.people.company_name, isFirst: true, width: 12 },
    value: (row) => row.company?.name,
    cell: (row) => row.company && <CompanyCell company={row.company} />,
  },
  {
    ...{ key: 'location', title: RESULT_TEXTS.people.location, isFirst: true, width: 8 },
    value: (row) => placeText(row.location),
  },
  { key: 'job_level', title: RESULT_TEXTS.people.job_level, width: 7, value: (row) => row.job_level },
  { key: 'job_function', title: RESULT_TEXTS.people.job_function, width: 13, value: (row) => row.job_function },
  { key: 'headline', title: RESULT_TEXTS.people.headline, width: 16, value: (row) => row.headline },
  {
    key: 'connections_count',
    title: RESULT_TEXTS.people.connections_count,
    isNumber: true,
    width: 8,
    value: (row) => row.connections_count,
  },
  {
    ...{ key: 'company_employee_count', title: RESULT_TEXTS.people.company_employee_count, isNumber: true, width: 8 },
    value: (row) => row.company?.employee_count ?? row.company?.size,
  },
  {
    key: 'company_industry',
    title: RESULT_TEXTS.people.company_industry,
    width: 13,
    value: (row) => row.company?.industry,
  },
];

const COMPANIES: readonly ResultColumn<CompanyWire>[] = [
  {
    ...{ key: 'name', title: RESULT_TEXTS.companies.name, isFirst: true, width: 15 },
    value: (row) => row.name,
    cell: (row) => (
      <>
        <Avatar name={row.name} isSquare />
        <a class="cell-link cell-name" data-row-link href={recordAddress('company', row.network_url)}>
          {row.name}
        </a>
        {row.domain && <span class="cell-more">{row.domain}</span>}
      </>
    ),
  },
  { key: 'industry', title: RESULT_TEXTS.companies.industry, isFirst: true, width: 12, value: (row) => row.industry },
  {
    ...{ key: 'employee_count', title: RESULT_TEXTS.companies.employee_count, isFirst: true, isNumber: true, width: 7 },
    value: (row) => row.employee_count ?? row.size,
  },
  { key: 'hq', title: RESULT_TEXTS.companies.hq, isFirst: true, width: 12, value: (row) => placeText(row.hq) },
  { key: 'type', title: RESULT_TEXTS.companies.type, width: 11, value: (row) => row.type },
  {
    ...{ key: 'founded_year', title: RESULT_TEXTS.companies.founded_year, isNumber: true, width: 6 },
    value: (row) => row.founded_year,
    cell: (row) => row.founded_year,
  },
  {
    key: 'followers',
    title: RESULT_TEXTS.companies.followers,
    isNumber: true,
    width: 7,
    value: (row) => row.followers,
  },
  { key: 'domain', title: RESULT_TEXTS.companies.domain, width: 12, value: (row) => row.domain },
];

const JOBS: readonly ResultColumn<JobRowWire>[] = [
  {
    ...{ key: 'title', title: RESULT_TEXTS.jobs.title, isFirst: true, width: 12 },
    value: (row) => row.title,
    cell: (row) => <span class="cell-name">{row.title}</span>,
  },
  {
    ...{ key: 'company_name', title: RESULT_TEXTS.jobs.company_name, isFirst: true, width: 15 },
    value: (row) => row.company.name,
    cell: (row) => (
      <>
        <Avatar name={row.company.name} isSquare />
        <a class="cell-link" data-row-link href={recordAddress('company', row.company.network_url)}>
          {row.company.name}
        </a>
        {row.company.domain && <span class="cell-more">{row.company.domain}</span>}
      </>
    ),
  },
  {
    key: 'open_positions',
    title: RESULT_TEXTS.jobs.open_positions,
    isFirst: true,
    isNumber: true,
    width: 4,
    value: (row) => row.open_positions,
  },
  {
    ...{ key: 'locations', title: RESULT_TEXTS.jobs.locations, isFirst: true, width: 9 },
    value: (row) => row.locations.map(placeText).filter(Boolean).join('; ') || null,
  },
  {
    ...{ key: 'latest_posted_at', title: RESULT_TEXTS.jobs.latest_posted_at, isFirst: true, width: 6.5 },
    value: (row) => row.latest_posted_at,
    cell: (row) => row.latest_posted_at && formatDay(row.latest_posted_at),
  },
  { key: 'source', title: RESULT_TEXTS.jobs.source, width: 7, value: (row) => row.source },
];

/** The identity of a row: the profile URL, or for openings company, title and source. */
export function rowKey(row: Row): string {
  const { network_url: url, company, title, source } = row as Partial<PersonRow & JobRowWire>;
  return url ?? `${company?.network_url} ${title} ${source}`;
}

/** Cell content for a plain value. */
export function plainCell(value: Plain): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? formatCount(value) : String(value);
}

function further<Of>(
  members: readonly ShownMember[],
  values: Readonly<Record<string, ResultColumn<Of>['value']>>,
): readonly ResultColumn<Of>[] {
  const others = Object.entries(values).map(([key, value]) => ({ key, title: titleOf(key), value, cell: null }));
  const own = members.map(({ key, label, value }) => ({
    key,
    title: label,
    cell: null,
    value: value as (row: Of) => Plain,
  }));
  return [...own, ...others];
}

function titleOf(key: string): string {
  const words = key.replaceAll('_', ' ').replace(/\burl\b/, 'URL');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const keysOf = (columns: readonly { readonly key: string }[]) => columns.map(({ key }) => key);

const PEOPLE_FILE = further<PersonRow>(
  [...furtherMembers(PERSON, [...keysOf(PEOPLE), 'location']), ...placeMembers('location')],
  {
    company_network_url: (row) => row.company?.network_url,
    company_domain: (row) => row.company?.domain,
    company_size: (row) => row.company?.size,
  },
);
const COMPANY_FILE = further<CompanyWire>([...furtherMembers(COMPANY, keysOf(COMPANIES)), ...placeMembers('hq')], {});
const JOB_FILE = further<JobRowWire>([], {
  company_network_url: (row) => row.company.network_url,
  company_domain: (row) => row.company.domain,
  url: (row) => row.url,
});

// The rows belong to the search whose columns these are; the type of the table cannot express that.
const COLUMNS = {
  people: [...PEOPLE, ...PEOPLE_FILE],
  companies: [...COMPANIES, ...COMPANY_FILE],
  jobs: [...JOBS, ...JOB_FILE],
} as unknown as Readonly<Record<SearchKind, readonly ResultColumn[]>>;

/** All columns of a search, for exported files. */
export function fileColumns(kind: SearchKind): readonly ResultColumn[] {
  return COLUMNS[kind];
}

/** The columns that the table can show. */
export function screenColumns(kind: SearchKind): readonly ResultColumn[] {
  return COLUMNS[kind].filter(({ cell }) => cell !== null);
}
