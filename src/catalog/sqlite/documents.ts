// Iterates over all documents of one consistent snapshot of the catalog, for building an edition.
// A separate connection holds one read transaction from opening to closing, so that writes and other reads continue.
import type { Database } from 'better-sqlite3';
import type { CompanyDocument, PersonDocument } from '../../contract/documents.ts';
import type { Catalog } from '../port.ts';
import { jobDocuments } from './job-documents.ts';
import { openDatabase } from './open-database.ts';
import { positionDocuments } from './positions.ts';

export function openDocuments(file: string): ReturnType<Catalog['documents']> {
  const database = openDatabase(file, { readOnly: true });
  database.exec('BEGIN');
  // The first read fixes the snapshot of all later ones.
  const [generation, hiddenGeneration] = database
    .prepare<[], readonly [generation: number, hiddenGeneration: number]>(
      'SELECT generation, hidden_generation FROM meta',
    )
    .raw()
    .get() ?? [0, 0];
  return {
    state: { generation, hiddenGeneration },
    companies: companies(database),
    people: people(database),
    jobs: jobDocuments(database),
    close: () => database.close(),
  };
}

type CompanyRow = readonly [
  id: number,
  slug: string,
  employee_count: number | null,
  name: string,
  industry: string | null,
  type: string | null,
  country: string | null,
  city: string | null,
  state: string | null,
  founded_year: number | null,
  followers: number | null,
  about: string | null,
  specialties: string,
];

function* companies(database: Database): Generator<CompanyDocument> {
  const rows = database
    .prepare<[], CompanyRow>(
      `SELECT id, slug, employee_count, name, industry, type, country_code, city, state, founded_year, followers, about, specialties
       FROM company WHERE hidden = 0 ORDER BY id`,
    )
    .raw();
  for (const [
    id,
    slug,
    employee_count,
    name,
    industry,
    type,
    hq_country,
    hq_city,
    hq_state,
    ...rest
  ] of rows.iterate()) {
    const [founded_year, followers, about, specialties] = rest;
    yield {
      ...{
        id,
        slug,
        employee_count,
        name,
        industry,
        type,
        hq_country,
        hq_city,
        hq_state,
        founded_year,
        followers,
        about,
      },
      specialties: listOf(specialties),
    };
  }
}

/** A list that is stored as JSON; most are empty. */
function listOf(json: string): readonly string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[]);
}

type PersonRow = readonly [
  id: number,
  slug: string,
  country: string | null,
  city: string | null,
  connections_count: number | null,
  headline: string | null,
  positions: string,
  full_name: string,
  schools: string,
  skills: string,
  updated_day: number | null,
];

function* people(database: Database): Generator<PersonDocument> {
  const companyIds = companyIdsOfEmployers(database);
  const companyIdOf = (employerId: number) => companyIds[employerId] ?? 0;
  const rows = database
    .prepare<[], PersonRow>(
      `SELECT id, slug, country_code, city, connections_count, headline, positions, full_name, schools, skills, updated_day
       FROM person WHERE hidden = 0 ORDER BY id`,
    )
    .raw();
  for (const [id, slug, country, city, connections_count, headline, positions, ...texts] of rows.iterate()) {
    const [full_name, schools, skills, updated_day] = texts;
    yield {
      ...{ id, slug, country, city, connections_count, headline, full_name, updated_day },
      schools: listOf(schools),
      skills: listOf(skills),
      positions: positionDocuments(positions, companyIdOf),
    };
  }
}

/** Company id by employer id; 0 if the employer is not in the catalog, or hidden. */
function companyIdsOfEmployers(database: Database): Uint32Array {
  const last = database.prepare<[], number>('SELECT ifnull(max(id), 0) FROM employer').pluck().get() ?? 0;
  const companyIds = new Uint32Array(last + 1);
  const links = database
    .prepare<[], readonly [employerId: number, companyId: number]>(
      `SELECT employer.id, company_id FROM employer JOIN company ON company.id = company_id WHERE hidden = 0`,
    )
    .raw();
  for (const [employerId, companyId] of links.iterate()) companyIds[employerId] = companyId;
  return companyIds;
}
