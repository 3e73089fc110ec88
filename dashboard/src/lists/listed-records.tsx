// The records of lists: conversion from rows of the explorer, and the columns of the table and of exported files.
import type { CompanyWire } from '../../../src/contract/schemas/records.ts';
import type { Answer } from '../api.ts';
import { Avatar } from '../components/avatar.tsx';
import { csvText } from '../csv.ts';
import type { PersonRow, ResultColumn } from '../explorer/result-columns.tsx';
import { recordAddress } from '../record/record-address.ts';
import type { Row } from '../record/stored-records.ts';
import { LIST_TEXTS } from '../texts/list-texts.ts';

export type RecordList = Answer<'GET /lists'>['rows'][number];
export type Listed = Answer<'GET /lists/:id'>['rows'][number];
export type ListKind = RecordList['kind'];

const VALUE_LENGTH_MAX = 300;

const cut = (value: string | null | undefined) => value?.slice(0, VALUE_LENGTH_MAX) ?? null;

/** Converts a row of the explorer to a record of a list. */
export function listedOf(kind: ListKind, row: Row): Listed {
  return kind === 'people' ? ofPerson(row as unknown as PersonRow) : ofCompany(row as unknown as CompanyWire);
}

function ofPerson(row: PersonRow): Listed {
  const { company, location } = row;
  return {
    ...{ network_url: row.network_url, name: cut(row.full_name) ?? row.network_url, job_title: cut(row.job_title) },
    ...{ job_level: cut(row.job_level), job_function: cut(row.job_function), company_name: cut(company?.name) },
    ...{ company_network_url: company?.network_url ?? null, domain: cut(company?.domain) },
    ...{ industry: cut(company?.industry), employee_count: company?.employee_count ?? null },
    ...{ city: cut(location?.city), country_code: cut(location?.country_code) },
  };
}

function ofCompany({ network_url, name, domain, industry, employee_count, hq }: CompanyWire): Listed {
  return {
    ...{ network_url, name: cut(name) ?? network_url, job_title: null, job_level: null, job_function: null },
    ...{ company_name: null, company_network_url: null, domain: cut(domain), industry: cut(industry) },
    ...{ employee_count: employee_count ?? null, city: cut(hq?.city), country_code: cut(hq?.country_code) },
  };
}

const place = ({ city, country_code: country }: Listed) => [city, country].filter(Boolean).join(', ') || null;

const PEOPLE: readonly ResultColumn<Listed>[] = [
  {
    ...{ key: 'name', title: LIST_TEXTS.columns.name, width: 12 },
    value: ({ name }) => name,
    cell: (row) => <NameCell kind="people" row={row} />,
  },
  { key: 'job_title', title: LIST_TEXTS.columns.title, width: 14, value: (row) => row.job_title },
  {
    ...{ key: 'company_name', title: LIST_TEXTS.columns.company, width: 13 },
    value: (row) => row.company_name,
    cell: ({ company_name: name, company_network_url: url, domain }) => (
      <>
        {url === null ? (
          name
        ) : (
          <a class="cell-link" href={recordAddress('company', url)}>
            {name}
          </a>
        )}
        {domain && <span class="cell-more">{domain}</span>}
      </>
    ),
  },
  { key: 'place', title: LIST_TEXTS.columns.place, width: 9, value: place },
  { key: 'job_level', title: LIST_TEXTS.columns.seniority, width: 7, value: (row) => row.job_level },
];

const COMPANIES: readonly ResultColumn<Listed>[] = [
  {
    ...{ key: 'name', title: LIST_TEXTS.columns.name, width: 16 },
    value: ({ name }) => name,
    cell: (row) => <NameCell kind="companies" row={row} />,
  },
  { key: 'industry', title: LIST_TEXTS.columns.industry, width: 14, value: (row) => row.industry },
  {
    ...{ key: 'employee_count', title: LIST_TEXTS.columns.employees, isNumber: true, width: 7 },
    value: (row) => row.employee_count,
  },
  { key: 'place', title: LIST_TEXTS.columns.headquarters, width: 12, value: place },
];

function NameCell({ kind, row }: { readonly kind: ListKind; readonly row: Listed }) {
  const isPerson = kind === 'people';
  return (
    <>
      <Avatar name={row.name} isSquare={!isPerson} />
      <a
        class="cell-link cell-name"
        data-row-link
        href={recordAddress(isPerson ? 'person' : 'company', row.network_url)}
      >
        {row.name}
      </a>
      {!isPerson && row.domain && <span class="cell-more">{row.domain}</span>}
    </>
  );
}

/** The columns of the table. The table accepts rows of any search, so the row types are lost here. */
export function listColumns(kind: ListKind): readonly ResultColumn[] {
  return (kind === 'people' ? PEOPLE : COMPANIES) as unknown as readonly ResultColumn[];
}

/** Headers of the exported file, which imports and batches recognize. */
const FILE_COLUMNS: Readonly<Record<ListKind, readonly (readonly [header: string, key: keyof Listed])[]>> = {
  people: [
    ['full_name', 'name'],
    ['network_url', 'network_url'],
    ['job_title', 'job_title'],
    ['job_level', 'job_level'],
    ['job_function', 'job_function'],
    ['company_name', 'company_name'],
    ['company_network_url', 'company_network_url'],
    ['company_domain', 'domain'],
    ['company_industry', 'industry'],
    ['company_employee_count', 'employee_count'],
    ['city', 'city'],
    ['country_code', 'country_code'],
  ],
  companies: [
    ['name', 'name'],
    ['network_url', 'network_url'],
    ['domain', 'domain'],
    ['industry', 'industry'],
    ['employee_count', 'employee_count'],
    ['city', 'city'],
    ['country_code', 'country_code'],
  ],
};

interface FurtherColumn {
  readonly header: string;
  readonly value: (row: Listed) => string | null | undefined;
}

/** The records as CSV text, with further columns. */
export function listText(kind: ListKind, rows: readonly Listed[], further: readonly FurtherColumn[] = []): string {
  const columns = FILE_COLUMNS[kind];
  const head = [...columns.map(([header]) => header), ...further.map(({ header }) => header)];
  const lines = rows.map((row) => [...columns.map(([, key]) => row[key]), ...further.map(({ value }) => value(row))]);
  return csvText([head, ...lines]);
}
