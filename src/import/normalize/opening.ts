// Converts a raw row to an opening record, field by field.
import type { OpeningRecord } from '../../contract/import-records.ts';
import { OPENING } from '../../contract/record-table/opening-members.ts';
import { employerOf, inCountry, locationOf, namesEmployer } from './identities.ts';
import { keysOf, recordReader } from './read-members.ts';
import {
  booleanOf,
  dayOf,
  integerOf,
  isAbsent,
  noteUnknownKeys,
  type Reject,
  type Scope,
  statedOf,
  textOf,
  truthOf,
} from './scope.ts';

const HTTP_URL = /^https?:\/\/\S+$/i;
const KNOWN_KEYS = keysOf(OPENING);
const readOpening = recordReader(OPENING);

const EMPLOYER_KEYS = ['company_network_url', 'company_domain', 'company_website', 'company_name'] as const;

interface OpeningContext {
  /** The source of rows that name none. */
  readonly source: string;
  /** The country of a location without one, ISO alpha-2. */
  readonly country?: string | null;
}

/** A row may state that no position is left. */
const POSITIONS = { min: 0, max: OPENING.open_positions.max };

const NOWHERE = { city: null, country_code: null };

/**
 * The opening of a row, with `occurrence` 0, as if it were the first of equal rows. A row without title or employer is
 * rejected; any other invalid value is dropped and noted. An opening with no position left is closed.
 */
export function normalizeOpening(row: Scope, context: OpeningContext): OpeningRecord | Reject {
  noteUnknownKeys(row, KNOWN_KEYS);
  const title = statedOf(row, 'title');
  if (title === null) return { field: 'title', reason: 'an opening needs a title', value: row.values['title'] ?? null };
  const employer = employerOf(row);
  if (!namesEmployer(employer)) {
    const reason = 'an opening needs a company: give company_network_url, company_domain or company_name';
    const field = EMPLOYER_KEYS.find((key) => !isAbsent(row.values[key])) ?? EMPLOYER_KEYS[0];
    return { field, reason, value: row.values[field] ?? null };
  }
  const positions = integerOf(row, 'open_positions', POSITIONS);
  const opening = readOpening(row, {
    ...employer,
    title,
    source: statedOf(row, 'source') ?? context.source,
    // A closed opening stores the number that it would count if it were open.
    open_positions: positions || 1,
    url: urlOf(row),
    posted_at: postedAt(row),
    location: inCountry(cityOf(row), NOWHERE, context.country),
    is_open: (booleanOf(row, 'is_open', IS_OPEN_BY_STATUS) ?? true) && positions !== 0,
  });
  return { ...opening, occurrence: 0 };
}

/** The words of job boards and applicant tracking systems for the status of an opening. */
const OPEN_STATUSES = `open, active, live, published, posted, offen, aktiv, veröffentlicht, ouvert, ouverte, actif, publiée, abierto, abierta,
  activo, activa, aberta, ativa, aperta, attiva, actief`;
const CLOSED_STATUSES = `closed, archived, inactive, filled, expired, draft, unpublished, cancelled, canceled, paused, on hold, geschlossen,
  besetzt, inaktiv, archiviert, entwurf, fermé, fermée, pourvu, pourvue, cerrado, cerrada, fechada, chiusa, gesloten`;
const IS_OPEN_BY_STATUS = truthOf(OPEN_STATUSES, CLOSED_STATUSES);

/** The first day that a search can filter by. Earlier ones are placeholders, such as the day 0 of a spreadsheet. */
const FIRST_DAY = '1970-01-01';

function postedAt(row: Scope): string | null {
  const day = dayOf(row, 'posted_at');
  if (day === null || day >= FIRST_DAY) return day;
  row.notes.warn('posted_at', `a placeholder: before ${FIRST_DAY}`, day);
  return null;
}

function urlOf(row: Scope): string | null {
  const text = textOf(row, 'url');
  if (text === null || HTTP_URL.test(text)) return text;
  row.notes.warn('url', 'not a web address', text);
  return null;
}

function cityOf(row: Scope): OpeningRecord['location'] {
  const place = locationOf(row, 'location');
  const { location } = row.values;
  const state =
    typeof location === 'object' && location !== null && 'state_code' in location ? location.state_code : null;
  if (!isAbsent(state)) row.notes.warn('location.state_code', 'dropped: openings store city and country only', state);
  if (place === null) return null;
  const { city, country_code } = place;
  return city === null && country_code === null ? null : { city, country_code };
}
