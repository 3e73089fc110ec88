// The tables of catalog.db, as numbered steps that only ever go forward; PRAGMA user_version counts the steps taken.
// Columns that are searched, sorted or indexed are narrow and come first; texts that are only answered stand last or apart.
import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { SchemaStep } from '../../ops/sqlite-file.ts';

const CURSOR_SECRET_BYTES = 32;

const FIRST = `
CREATE TABLE meta (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  generation INTEGER NOT NULL,
  hidden_generation INTEGER NOT NULL,
  cursor_secret BLOB NOT NULL
) STRICT;

CREATE TABLE import_run (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('companies', 'people', 'jobs')),
  source TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  progress TEXT NOT NULL CHECK (json_valid(progress))
) STRICT;
CREATE INDEX import_run_by_fingerprint ON import_run (fingerprint);

CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- Ids are never used again (AUTOINCREMENT), as company_redirect and older editions speak of those that are gone.
-- made_slug: the slug is made from the name, not known from a profile URL. employee_count: counted, or the lower bound of the size.
-- seen: what each source last brought (seen-rows.ts). employer_json, rest_json: members of the wire object. record: import form.
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
  seen TEXT NOT NULL,
  about TEXT,
  specialties TEXT NOT NULL,
  employer_json TEXT NOT NULL,
  rest_json TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX company_by_name ON company (name_key);
CREATE INDEX company_hidden ON company (id) WHERE hidden = 1;

-- place: counts on as companies come to a domain.
CREATE TABLE company_domain (
  domain TEXT NOT NULL,
  company_id INTEGER NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (domain, company_id)
) STRICT, WITHOUT ROWID;

-- A company that was found to be another one: what still asks for its id is answered the other.
CREATE TABLE company_redirect (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL
) STRICT;
CREATE INDEX company_redirect_by_company ON company_redirect (company_id);

-- Each way in which positions and openings name an employer: by slug and/or domain, else by name; '' where absent.
-- company_id: the company meant, kept up to date as companies come and change; null while there is none.
CREATE TABLE employer (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL,
  domain TEXT NOT NULL,
  name_key TEXT NOT NULL CHECK (name_key = '' OR (slug = '' AND domain = '')),
  company_id INTEGER
) STRICT;
CREATE UNIQUE INDEX employer_identity ON employer (slug, domain, name_key);
CREATE INDEX employer_by_domain ON employer (domain) WHERE domain <> '';
CREATE INDEX employer_by_name ON employer (name_key) WHERE name_key <> '';
CREATE INDEX employer_by_company ON employer (company_id) WHERE company_id IS NOT NULL;

-- positions: JSON of the current ones, the main one first: [employer id, title, level, function].
CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
  country_code TEXT,
  city TEXT,
  connections_count INTEGER,
  headline TEXT,
  positions TEXT NOT NULL,
  seen TEXT NOT NULL
) STRICT;
CREATE INDEX person_hidden ON person (id) WHERE hidden = 1;

-- Apart from person, so that walking all people for an edition does not read their texts.
CREATE TABLE person_text (
  person_id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  json TEXT NOT NULL,
  unanswered TEXT NOT NULL
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

-- identity: see opening-book.ts. is_open: as the record says. is_missing: a later run of its source did not bring it, so it is closed.
-- run_id: the last run that brought it.
CREATE TABLE opening (
  id INTEGER PRIMARY KEY,
  identity TEXT NOT NULL UNIQUE,
  employer_id INTEGER NOT NULL,
  title_key TEXT NOT NULL,
  source TEXT NOT NULL,
  is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
  is_missing INTEGER NOT NULL DEFAULT 0 CHECK (is_missing IN (0, 1)),
  run_id INTEGER NOT NULL,
  seen TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX opening_by_employer ON opening (employer_id, title_key, source);

-- The open openings of one company, title and source. A row whose openings are all closed stays, so that its id never changes.
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

CREATE TABLE suppression (
  kind TEXT NOT NULL,
  hash TEXT NOT NULL,
  added_at TEXT NOT NULL,
  PRIMARY KEY (kind, hash)
) STRICT, WITHOUT ROWID;
`;

function first(database: Database): void {
  database.exec(FIRST);
  database.prepare('INSERT INTO meta VALUES (1, 0, 0, ?)').run(randomBytes(CURSOR_SECRET_BYTES));
}

/** The steps from an empty file to the form that this code knows. */
export const CATALOG_SCHEMA: readonly SchemaStep[] = [first];
