// The schema of catalog.db, as numbered forward migrations; PRAGMA user_version counts the applied steps. Columns that
// are searched, sorted or indexed are narrow and come first. Texts that are only answered come last or are in separate
// tables.
import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { SchemaStep } from '../../ops/sqlite/sqlite-file.ts';
import { compressTexts } from './compress-texts.ts';
import { storeSeenRuns } from './store-seen-runs.ts';

const CURSOR_SECRET_BYTES = 32;

// The counts of records are stored with the generations. match_key: the key of a name, without legal forms; '' if the
// employer has no name. block_head, block_tail: see name-blocks.ts. Columns of search fields: lists are JSON;
// updated_day: days since 1970-01-01 in UTC. external_ids: see external-ids-text.ts.
const RECORDS = `
CREATE TABLE meta (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  generation INTEGER NOT NULL,
  hidden_generation INTEGER NOT NULL,
  cursor_secret BLOB NOT NULL,
  companies INTEGER NOT NULL DEFAULT 0,
  people INTEGER NOT NULL DEFAULT 0,
  openings INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The records that each generation changed: see change-log.ts. ids: see changed-ids.ts.
CREATE TABLE change (
  generation INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('company', 'person', 'job_row', 'employer', 'everything', 'nothing')),
  ids BLOB NOT NULL,
  PRIMARY KEY (generation, kind)
) STRICT, WITHOUT ROWID;

-- last_call: of a run of pushed rows, the latest call; in milliseconds since started_at. Null for a run over files.
CREATE TABLE import_run (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('companies', 'people', 'jobs')),
  source TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  progress TEXT NOT NULL CHECK (json_valid(progress)),
  files TEXT NOT NULL DEFAULT '[]',
  undone_at TEXT,
  last_call INTEGER
) STRICT;
CREATE INDEX import_run_by_fingerprint ON import_run (fingerprint);
CREATE INDEX import_run_by_source ON import_run (source, kind);

CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  priority INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Ids are never used again (AUTOINCREMENT), as company_redirect and older editions refer to removed ones; an undo
-- restores a merged record under its id.
-- made_slug: the slug is made from the name, not known from a profile URL. employee_count: counted, or the lower
-- bound of the size. employer_json, rest_json: members of the wire object. record: import form. run_id, file, line,
-- hash: see PROVENANCE.
CREATE TABLE company (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  made_slug INTEGER NOT NULL CHECK (made_slug IN (0, 1)),
  hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
  employee_count INTEGER,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  industry TEXT,
  type TEXT,
  country_code TEXT,
  city TEXT,
  domain TEXT,
  email_domain TEXT,
  about TEXT,
  specialties TEXT NOT NULL,
  employer_json TEXT NOT NULL,
  rest_json TEXT NOT NULL,
  record TEXT NOT NULL,
  match_key TEXT NOT NULL DEFAULT '',
  block_head INTEGER,
  block_tail INTEGER,
  run_id INTEGER,
  file INTEGER,
  line INTEGER,
  hash INTEGER,
  state TEXT,
  founded_year INTEGER,
  followers INTEGER,
  external_ids TEXT
) STRICT;
CREATE INDEX company_by_name ON company (name_key);
CREATE INDEX company_by_match_key ON company (match_key);
CREATE INDEX company_by_block_head ON company (block_head) WHERE block_head IS NOT NULL;
CREATE INDEX company_by_block_tail ON company (block_tail) WHERE block_tail IS NOT NULL;
CREATE INDEX company_by_hash ON company (hash) WHERE hash IS NOT NULL;
CREATE INDEX company_hidden ON company (id) WHERE hidden = 1;

-- furtherKeys of name-blocks.ts: most companies have none.
CREATE TABLE company_key (
  company_id INTEGER NOT NULL,
  key INTEGER NOT NULL,
  PRIMARY KEY (company_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_key_by_key ON company_key (key);

-- place: increases as companies are added to a domain.
CREATE TABLE company_domain (
  domain TEXT NOT NULL,
  company_id INTEGER NOT NULL,
  place INTEGER NOT NULL,
  site TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (domain, company_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_domain_by_site ON company_domain (site);
CREATE TABLE shared_site (
  site TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- A merged company: requests for its id are answered with the survivor, which may have been merged later.
CREATE TABLE company_redirect (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL
) STRICT;
CREATE INDEX company_redirect_by_company ON company_redirect (company_id);

-- Each name of an employer in positions and openings: by slug and/or domain, else by name; '' where absent.
-- company_id: the company of the name, maintained as companies are added and changed; null while there is none.
CREATE TABLE employer (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL,
  domain TEXT NOT NULL,
  name_key TEXT NOT NULL CHECK (name_key = '' OR (slug = '' AND domain = '')),
  company_id INTEGER,
  match_key TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX employer_identity ON employer (slug, domain, name_key);
CREATE INDEX employer_by_domain ON employer (domain) WHERE domain <> '';
CREATE INDEX employer_by_match_key ON employer (match_key) WHERE match_key <> '';
CREATE INDEX employer_by_company ON employer (company_id) WHERE company_id IS NOT NULL;

-- positions: JSON of the current ones, the main one first: [employer id, title, level, function]. The index of slugs
-- is apart from the table, so that it can be created after the rows (deferred-indexes.ts).
CREATE TABLE person (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL,
  hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
  country_code TEXT,
  city TEXT,
  connections_count INTEGER,
  headline TEXT,
  positions TEXT NOT NULL,
  made_slug INTEGER NOT NULL DEFAULT 0,
  employed_key INTEGER,
  run_id INTEGER,
  file INTEGER,
  line INTEGER,
  hash INTEGER,
  full_name TEXT NOT NULL DEFAULT '',
  schools TEXT NOT NULL DEFAULT '[]',
  skills TEXT NOT NULL DEFAULT '[]',
  updated_day INTEGER,
  external_ids TEXT
) STRICT;
CREATE UNIQUE INDEX person_by_slug ON person (slug);
CREATE INDEX person_hidden ON person (id) WHERE hidden = 1;
CREATE INDEX person_with_made_slug ON person (id) WHERE made_slug = 1;
CREATE INDEX person_by_employed_key ON person (employed_key) WHERE employed_key IS NOT NULL;

-- The personKeys (employed-key.ts) after the first, which is in person: most people have few.
CREATE TABLE person_key (
  person_id INTEGER NOT NULL,
  key INTEGER NOT NULL,
  PRIMARY KEY (person_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX person_key_by_key ON person_key (key);

-- Former slugs of people, by which rows match them.
CREATE TABLE person_alias (
  slug TEXT PRIMARY KEY,
  person_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX person_alias_by_person ON person_alias (person_id);

-- Separate from person, so that a scan of all people for an edition does not read their texts. The columns are those
-- of stored-text.ts.
CREATE TABLE person_text (
  person_id INTEGER PRIMARY KEY,
  json BLOB NOT NULL,
  unanswered BLOB NOT NULL
) STRICT;

-- people: how many there were when it was last compared with another one (tables/text-dictionaries.ts).
CREATE TABLE dictionary (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL,
  people INTEGER NOT NULL
) STRICT;

CREATE TABLE email (
  person_id INTEGER NOT NULL,
  place INTEGER NOT NULL,
  email TEXT NOT NULL,
  status TEXT,
  verified_at TEXT,
  is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
  PRIMARY KEY (person_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX email_by_address ON email (email);

CREATE TABLE phone (
  person_id INTEGER NOT NULL,
  place INTEGER NOT NULL,
  phone TEXT NOT NULL,
  kind TEXT,
  PRIMARY KEY (person_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX phone_by_number ON phone (phone);

-- identity: see opening-repository.ts. is_open: as the record states. is_missing: a later run of its source, missing_run, did
-- not bring it, so it is closed. run_id: the last run that brought it; origin_run: the first that brought this state.
CREATE TABLE opening (
  id INTEGER PRIMARY KEY,
  identity TEXT NOT NULL UNIQUE,
  employer_id INTEGER NOT NULL,
  title_key TEXT NOT NULL,
  source TEXT NOT NULL,
  is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
  is_missing INTEGER NOT NULL DEFAULT 0 CHECK (is_missing IN (0, 1)),
  run_id INTEGER NOT NULL,
  record TEXT NOT NULL,
  missing_run INTEGER,
  origin_run INTEGER,
  hash INTEGER
) STRICT;
CREATE INDEX opening_by_employer ON opening (employer_id, title_key, source);

-- Replaced states of openings. last_run: the last run that brought the state; the other runs as in opening.
CREATE TABLE opening_version (
  id INTEGER PRIMARY KEY,
  opening_id INTEGER NOT NULL,
  origin_run INTEGER NOT NULL,
  last_run INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  record TEXT NOT NULL,
  missing_run INTEGER
) STRICT;
CREATE INDEX opening_version_by_opening ON opening_version (opening_id);
CREATE INDEX opening_version_by_run ON opening_version (origin_run);

-- The open openings of one company, title and source. A row whose openings are all closed stays, so that its id
-- never changes.
CREATE TABLE job_row (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL,
  title_key TEXT NOT NULL,
  source TEXT NOT NULL,
  open_positions INTEGER NOT NULL,
  title TEXT NOT NULL,
  latest_posted_at TEXT,
  url TEXT,
  locations TEXT NOT NULL,
  UNIQUE (company_id, title_key, source)
) STRICT;

-- added_by: id of a member; null: the command line, or unknown. identities: hashes of the identities that a made slug
-- stands for; see suppression-list.ts.
CREATE TABLE suppression (
  kind TEXT NOT NULL,
  hash TEXT NOT NULL,
  added_at TEXT NOT NULL,
  added_by TEXT,
  reason TEXT,
  identities TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (kind, hash)
) STRICT, WITHOUT ROWID;
`;

// Provenance of records. A record with one row contains its origin: run_id, file (index in import_run.files), line and
// hash of the row. Other records (see recordItself) have run_id null, and their rows are in company_contribution or
// person_contribution. Columns of these tables: record: import form, null if it equals the stored record. row_key: the
// key under which its source would send the row again. superseded_by: the run in which its source sent another state of
// the row. met_runs: the other runs that contained it unchanged, see seen-runs.ts. joins: its former records. Other
// tables: import_met: the runs that contained a record with one row unchanged, one bit for each id of a block. pin:
// rows that belong to one record regardless of matching. apart: records that are never merged. undo_log: see
// undo-log.ts.
const PROVENANCE = `
${['company', 'person']
  .map(
    (kind) => `
CREATE TABLE ${kind}_contribution (
  id INTEGER PRIMARY KEY,
  record_id INTEGER NOT NULL,
  run_id INTEGER NOT NULL,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  row_key TEXT NOT NULL,
  superseded_by INTEGER,
  met_runs TEXT NOT NULL DEFAULT '',
  joins TEXT NOT NULL,
  record TEXT
) STRICT;
CREATE INDEX ${kind}_contribution_by_record ON ${kind}_contribution (record_id);
CREATE INDEX ${kind}_contribution_by_run ON ${kind}_contribution (run_id);
CREATE INDEX ${kind}_contribution_by_key ON ${kind}_contribution (row_key);`,
  )
  .join('')}
CREATE INDEX company_contribution_by_hash ON company_contribution (hash);

CREATE TABLE import_met (
  run_id INTEGER NOT NULL,
  block INTEGER NOT NULL,
  bits BLOB NOT NULL,
  PRIMARY KEY (run_id, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE pin (
  kind TEXT NOT NULL CHECK (kind IN ('company', 'person')),
  source_id INTEGER NOT NULL,
  row_key TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  PRIMARY KEY (kind, source_id, row_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE apart (
  kind TEXT NOT NULL CHECK (kind IN ('company', 'person')),
  low_id INTEGER NOT NULL,
  high_id INTEGER NOT NULL,
  PRIMARY KEY (kind, low_id, high_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE undo_log (
  run_id INTEGER NOT NULL,
  subject TEXT NOT NULL,
  key TEXT NOT NULL,
  state TEXT,
  PRIMARY KEY (run_id, subject, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX undo_log_by_key ON undo_log (subject, key);
`;

// Pairs of records on which the evidence does not decide, and the decisions of operators. reasons: JSON of the
// findings. low_key, high_key: row keys, so that a verdict outlives the records.
const REVIEWS = `
CREATE TABLE review (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('company', 'person')),
  low_id INTEGER NOT NULL,
  high_id INTEGER NOT NULL,
  score REAL NOT NULL,
  reasons TEXT NOT NULL CHECK (json_valid(reasons)),
  run_id INTEGER NOT NULL,
  UNIQUE (kind, low_id, high_id)
) STRICT;
CREATE INDEX review_by_score ON review (score DESC, id);
CREATE INDEX review_by_high ON review (kind, high_id);

CREATE TABLE verdict (
  kind TEXT NOT NULL CHECK (kind IN ('company', 'person')),
  low_key TEXT NOT NULL,
  high_key TEXT NOT NULL,
  is_same INTEGER NOT NULL CHECK (is_same IN (0, 1)),
  decided_at TEXT NOT NULL,
  PRIMARY KEY (kind, low_key, high_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX verdict_by_high ON verdict (kind, high_key);
`;

function first(database: Database): void {
  database.exec(RECORDS);
  database.exec(PROVENANCE);
  database.exec(REVIEWS);
  const insert = 'INSERT INTO meta (id, generation, hidden_generation, cursor_secret) VALUES (1, 0, 0, ?)';
  database.prepare(insert).run(randomBytes(CURSOR_SECRET_BYTES));
}

/** The steps from an empty file to the current schema. The first step creates the tables in their newest form. */
export const CATALOG_SCHEMA: readonly SchemaStep[] = [first, compressTexts, storeSeenRuns];
