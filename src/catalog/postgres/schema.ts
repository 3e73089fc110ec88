// The schema of a catalog in PostgreSQL, as forward migrations. sqlite/schema.ts explains the tables. The writer
// assigns ids (row-ids.ts). The uniqueness of slugs is checked at the commit, because records may exchange slugs.
import type { Migration } from '../../ops/postgres/migrate.ts';
import { KEY, TABLES, type TableName } from './columns.ts';

/** The keys of each table, the primary key first. */
const KEYS: Readonly<Record<TableName, readonly string[]>> = {
  meta: ['PRIMARY KEY (id)'],
  catalog_id: ['PRIMARY KEY (name)'],
  change: ['PRIMARY KEY (generation, kind)'],
  import_run: ['PRIMARY KEY (id)'],
  source: ['PRIMARY KEY (id)', 'UNIQUE (name)'],
  company: ['PRIMARY KEY (id)', 'UNIQUE (slug) DEFERRABLE INITIALLY DEFERRED'],
  company_domain: ['PRIMARY KEY (domain, company_id)'],
  shared_site: ['PRIMARY KEY (site)'],
  company_redirect: ['PRIMARY KEY (id)'],
  company_key: ['PRIMARY KEY (company_id, key)'],
  employer: ['PRIMARY KEY (id)', 'UNIQUE (slug, domain, name_key)'],
  person: ['PRIMARY KEY (id)', 'UNIQUE (slug) DEFERRABLE INITIALLY DEFERRED'],
  person_key: ['PRIMARY KEY (person_id, key)'],
  person_alias: ['PRIMARY KEY (slug)'],
  person_text: ['PRIMARY KEY (person_id)'],
  dictionary: ['PRIMARY KEY (id)'],
  email: ['PRIMARY KEY (person_id, place)'],
  phone: ['PRIMARY KEY (person_id, place)'],
  opening: ['PRIMARY KEY (id)', 'UNIQUE (identity)'],
  opening_version: ['PRIMARY KEY (opening_id, id)'],
  job_row: ['PRIMARY KEY (id)', 'UNIQUE (company_id, title_key, source)'],
  suppression: ['PRIMARY KEY (kind, hash)'],
  company_contribution: ['PRIMARY KEY (record_id, id)'],
  person_contribution: ['PRIMARY KEY (record_id, id)'],
  import_met: ['PRIMARY KEY (run_id, block)'],
  pin: ['PRIMARY KEY (kind, source_id, row_key)'],
  apart: ['PRIMARY KEY (kind, low_id, high_id)'],
  undo_log: ['PRIMARY KEY (run_id, subject, key)'],
  review: ['PRIMARY KEY (id)', 'UNIQUE (kind, low_id, high_id)'],
  verdict: ['PRIMARY KEY (kind, low_key, high_key)'],
};

/** The source rows of a record as created by the first step, with the last run that contained them unchanged. */
const FORMER_CONTRIBUTION = Object.fromEntries(
  Object.entries(TABLES.company_contribution).flatMap(([column, type]) => {
    if (column === 'met_runs') return [];
    return column === 'joins' ? [['met_run', 'integer'] as const, [column, type] as const] : [[column, type] as const];
  }),
);
const FIRST = { ...TABLES, company_contribution: FORMER_CONTRIBUTION, person_contribution: FORMER_CONTRIBUTION };

function tableOf(name: TableName): string {
  const columns = Object.entries(FIRST[name]).map(([column, type]) => `${column} ${type}`);
  return `CREATE TABLE ${name} (${[...columns, ...KEYS[name]].join(', ')})`;
}

const contributionIndexes = (kind: 'company' | 'person') => [
  `CREATE INDEX ${kind}_contribution_by_id ON ${kind}_contribution (id)`,
  `CREATE INDEX ${kind}_contribution_by_run ON ${kind}_contribution (run_id)`,
  `CREATE INDEX ${kind}_contribution_by_key ON ${kind}_contribution (row_key)`,
];

const INDEXES = [
  'CREATE INDEX import_run_by_fingerprint ON import_run (fingerprint)',
  'CREATE INDEX import_run_by_source ON import_run (source, kind)',
  'CREATE INDEX company_by_name ON company (name_key)',
  'CREATE INDEX company_by_match_key ON company (match_key)',
  'CREATE INDEX company_by_block_head ON company (block_head) WHERE block_head IS NOT NULL',
  'CREATE INDEX company_by_block_tail ON company (block_tail) WHERE block_tail IS NOT NULL',
  'CREATE INDEX company_by_hash ON company (hash) WHERE hash IS NOT NULL',
  'CREATE INDEX company_by_run ON company (run_id)',
  'CREATE INDEX company_hidden ON company (id) WHERE hidden = 1',
  'CREATE INDEX company_domain_by_site ON company_domain (site)',
  'CREATE INDEX company_redirect_by_company ON company_redirect (company_id)',
  'CREATE INDEX undo_log_by_key ON undo_log (subject, key)',
  "CREATE INDEX employer_by_domain ON employer (domain) WHERE domain <> ''",
  "CREATE INDEX employer_by_match_key ON employer (match_key) WHERE match_key <> ''",
  'CREATE INDEX employer_by_company ON employer (company_id) WHERE company_id IS NOT NULL',
  'CREATE INDEX person_hidden ON person (id) WHERE hidden = 1',
  'CREATE INDEX person_with_made_slug ON person (id) WHERE made_slug = 1',
  'CREATE INDEX person_by_employed_key ON person (employed_key) WHERE employed_key IS NOT NULL',
  'CREATE INDEX company_key_by_key ON company_key (key)',
  'CREATE INDEX person_key_by_key ON person_key (key)',
  'CREATE INDEX person_alias_by_person ON person_alias (person_id)',
  'CREATE INDEX email_by_address ON email (email)',
  'CREATE INDEX phone_by_number ON phone (phone)',
  'CREATE INDEX opening_by_employer ON opening (employer_id, title_key, source)',
  'CREATE INDEX opening_by_origin ON opening (origin_run)',
  'CREATE INDEX opening_version_by_id ON opening_version (id)',
  'CREATE INDEX opening_version_by_run ON opening_version (origin_run)',
  ...contributionIndexes('company'),
  ...contributionIndexes('person'),
  'CREATE INDEX company_contribution_by_hash ON company_contribution (hash)',
  'CREATE INDEX review_by_score ON review (score DESC, id)',
  'CREATE INDEX review_by_high ON review (kind, high_id)',
  'CREATE INDEX verdict_by_high ON verdict (kind, high_key)',
];

export const CATALOG_MIGRATIONS: readonly Migration[] = [
  {
    name: 'catalog',
    statements: [...(Object.keys(TABLES) as TableName[]).map(tableOf), ...INDEXES],
  },
  {
    name: 'all runs that brought a source row',
    statements: ['company_contribution', 'person_contribution'].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN met_runs ${KEY} DEFAULT ''`,
      `UPDATE ${table} SET met_runs = met_run::text WHERE met_run IS NOT NULL`,
      `ALTER TABLE ${table} DROP COLUMN met_run`,
    ]),
  },
];
