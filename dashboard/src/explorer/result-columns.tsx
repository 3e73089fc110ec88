// The columns in which each search shows its records, on the screen and in the file of an export.
import { COMPANY } from '../../../src/contract/record-table/company-members.ts';
import { PERSON } from '../../../src/contract/record-table/person-members.ts';
import type { CompanyWire, JobRowWire, PersonWire } from '../../../src/contract/records.ts';
import { Badge } from '../components/badge.tsx';
import type { Column } from '../components/table.tsx';
import { formatDay } from '../format.ts';
import { furtherMembers, placeMembers, type ShownMember } from './record-members.ts';
import type { SearchKind } from './search-fields.ts';
import type { Row } from './use-search.ts';

/** A row of people search. */
export type PersonRow = PersonWire & {
  readonly company: Pick<
    CompanyWire,
    'network_url' | 'name' | 'domain' | 'industry' | 'type' | 'size' | 'employee_count' | 'hq'
  > | null;
};

interface Place {
  readonly city: string | null;
  readonly country_code: string | null;
}

function placeText(place: Place | null): string | null {
  const parts = [place?.city, place?.country_code].filter((part) => part);
  return parts.length === 0 ? null : parts.join(', ');
}

const PEOPLE: readonly Column<PersonRow>[] = [
  { key: 'full_name', title: 'Name', value: (row) => row.full_name },
  { key: 'job_title', title: 'Title', value: (row) => row.job_title },
  {
    key: 'job_level',
    title: 'Seniority',
    value: (row) => row.job_level,
    cell: (row) => (row.job_level ? <Badge>{row.job_level}</Badge> : '–'),
  },
  { key: 'job_function', title: 'Department', value: (row) => row.job_function, isMinor: true },
  { key: 'company_name', title: 'Company', value: (row) => row.company?.name },
  { key: 'location', title: 'Place', value: (row) => placeText(row.location), isMinor: true },
  {
    key: 'connections_count',
    title: 'Connections',
    value: (row) => row.connections_count,
    isNumber: true,
    isMinor: true,
  },
];

const COMPANIES: readonly Column<CompanyWire>[] = [
  { key: 'name', title: 'Name', value: (row) => row.name },
  { key: 'industry', title: 'Industry', value: (row) => row.industry },
  {
    key: 'employee_count',
    title: 'Employees',
    value: (row) => row.employee_count ?? row.size,
    isNumber: true,
  },
  { key: 'type', title: 'Type', value: (row) => row.type, isMinor: true },
  { key: 'hq', title: 'Headquarters', value: (row) => placeText(row.hq) },
  { key: 'domain', title: 'Domain', value: (row) => row.domain, isMinor: true },
];

const JOBS: readonly Column<JobRowWire>[] = [
  { key: 'title', title: 'Title', value: (row) => row.title },
  { key: 'company_name', title: 'Company', value: (row) => row.company.name },
  { key: 'open_positions', title: 'Open', value: (row) => row.open_positions, isNumber: true },
  {
    key: 'locations',
    title: 'Places',
    value: (row) => row.locations.map(placeText).filter(Boolean).join('; ') || null,
  },
  { key: 'source', title: 'Source', value: (row) => row.source, isMinor: true },
  {
    key: 'latest_posted_at',
    title: 'Newest',
    value: (row) => row.latest_posted_at,
    cell: (row) => (row.latest_posted_at ? formatDay(row.latest_posted_at) : '–'),
    isMinor: true,
  },
];

// Rows are those of the search whose columns these are; the table of the columns by search cannot say so.
const COLUMNS = { people: PEOPLE, companies: COMPANIES, jobs: JOBS } as unknown as Readonly<
  Record<SearchKind, readonly Column<Row>[]>
>;

export function columnsOf(kind: SearchKind): readonly Column<Row>[] {
  return COLUMNS[kind];
}

/** A record by what makes it one: a profile, or an opening by company, title and source. */
export function rowKey(row: Row): string {
  const { network_url: url, company, title, source } = row as Partial<PersonRow & JobRowWire>;
  return url ?? `${company?.network_url} ${title} ${source}`;
}

/** Columns of an exported file that the table does not show: every further member of the record. */
const FURTHER: Readonly<Record<SearchKind, readonly Column<Row>[]>> = {
  people: further<PersonRow>(
    [...furtherMembers(PERSON, [...keysOf(PEOPLE), 'location']), ...placeMembers('location')],
    {
      company_network_url: (row) => row.company?.network_url,
      company_domain: (row) => row.company?.domain,
      company_industry: (row) => row.company?.industry,
      company_size: (row) => row.company?.size,
    },
  ),
  companies: further<CompanyWire>([...furtherMembers(COMPANY, keysOf(COMPANIES)), ...placeMembers('hq')], {}),
  jobs: further<JobRowWire>([], {
    company_network_url: (row) => row.company.network_url,
    company_domain: (row) => row.company.domain,
    url: (row) => row.url,
  }),
};

function keysOf<Record_>(columns: readonly Column<Record_>[]): string[] {
  return columns.map(({ key }) => key);
}

function further<Record_>(
  members: readonly ShownMember[],
  values: Readonly<Record<string, Column<Record_>['value']>>,
): readonly Column<Row>[] {
  const others = Object.entries(values).map(([key, value]) => ({
    key,
    title: key,
    value: value as unknown as Column<Row>['value'],
  }));
  return [...members.map(({ key, value }) => ({ key, title: key, value })), ...others];
}

/** The columns of an exported file. */
export function fileColumns(kind: SearchKind): readonly Column<Row>[] {
  return [...COLUMNS[kind], ...FURTHER[kind]];
}
