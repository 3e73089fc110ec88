// The positions of a raw person row: those that `experiences` lists, the one of the row's own fields (the short form), or the one that a
// headline tells of. What the row's own fields say beside a list goes to the position that they mean; what cannot is noted.
import type { EmployerReference, ExperienceRecord, PlaceRecord } from '../../contract/import-records.ts';
import type { JobLevel } from '../../contract/vocabularies.ts';
import { companyNameKey } from '../../identity/company-name.ts';
import { siteOf } from '../../identity/domain.ts';
import { wordKey } from '../../words/words.ts';
import { classify } from '../titles/classify.ts';
import { isPast } from './dates.ts';
import { employerOf, placeOf } from './identities.ts';
import {
  booleanOf,
  dateOf,
  functionOf,
  isAbsent,
  knownKeys,
  levelOf,
  noteUnknownKeys,
  objectsOf,
  type Scope,
  textOf,
} from './scope.ts';
import { writtenPosition } from './written-position.ts';

/** The fields of a position, in `experiences` and in the row itself. */
export const POSITION_KEYS: readonly string[] =
  `job_title job_level job_function company_name company_network_url company_domain company_website job_description job_start_date
  job_end_date job_is_current job_location is_primary`.split(/\s+/);
const KNOWN_POSITION_KEYS = knownKeys(POSITION_KEYS);

/** What a row says of one position; null where it says nothing. */
interface WrittenFields {
  readonly title: string | null;
  readonly level: JobLevel | null;
  readonly function: string | null;
  readonly employer: EmployerReference | null;
  readonly description: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly isCurrent: boolean | null;
  readonly isPrimary: boolean | null;
  readonly location: PlaceRecord | null;
}

interface PositionContext {
  /** YYYY-MM-DD, UTC: positions that ended before it are not current, whatever the row says. */
  readonly today: string;
  /** What stands behind the name. */
  readonly remark: string | null;
}

/** All positions of a row. */
export function experiencesOf(row: Scope, context: PositionContext): ExperienceRecord[] {
  const own = POSITION_KEYS.some((key) => !isAbsent(row.values[key])) ? fieldsOf(row) : null;
  const listed = listedOf(row);
  const positions = listed.length > 0 ? besideList(row, { listed, own }, context) : withoutList(row, own, context);
  return positions.map((position) => experienceOf(row, position, context));
}

function listedOf(row: Scope): WrittenFields[] {
  return objectsOf(row, 'experiences').flatMap((entry) => {
    noteUnknownKeys(entry, KNOWN_POSITION_KEYS);
    const fields = fieldsOf(entry);
    if (namesPosition(fields)) return fields;
    entry.notes.warn('experiences', 'a position has neither title nor employer');
    return [];
  });
}

const namesPosition = ({ title, employer }: WrittenFields) => title !== null || employer !== null;

/** The short form, or the position of a text with what the row says beside it. */
function withoutList(row: Scope, own: WrittenFields | null, context: PositionContext): WrittenFields[] {
  if (own !== null && namesPosition(own)) return [own];
  const told = positionInText(row, context.remark);
  if (told !== null) return [own === null ? told : filled(row, told, own)];
  if (own !== null) noteAll(row, 'needs a position: give job_title or an employer too');
  return [];
}

interface Beside {
  readonly listed: readonly WrittenFields[];
  readonly own: WrittenFields | null;
}

/**
 * The listed positions, one of them filled up with what the row says itself: the main one, unless that is another; else one that is
 * certainly meant. Where none is current and none is meant, the row names one more.
 */
function besideList(row: Scope, { listed, own }: Beside, context: PositionContext): readonly WrittenFields[] {
  if (own === null) return listed;
  const current = mainFirst(listed.filter((each) => isCurrent(each, context.today)));
  const [main] = current;
  const target =
    main !== undefined && likeness(main, own) !== 'another'
      ? main
      : [...current, ...listed].find((each) => likeness(each, own) === 'same');
  if (target !== undefined) return listed.map((each) => (each === target ? filled(row, each, own) : each));
  if (main === undefined && namesPosition(own)) return [own, ...listed];
  const reason =
    main === undefined
      ? 'dropped: experiences contain no current position it could belong to'
      : 'dropped: belongs to another position than the main one of experiences';
  noteAll(row, reason);
  return listed;
}

/** As the catalog chooses the main one: marked as primary, else begun last, else listed first. */
function mainFirst(positions: readonly WrittenFields[]): WrittenFields[] {
  if (positions.length < 2) return [...positions];
  const latest = positions.reduce((best, each) => ((each.startDate ?? '') > (best.startDate ?? '') ? each : best));
  const main = positions.find((each) => each.isPrimary === true) ?? latest;
  return [main, ...positions.filter((each) => each !== main)];
}

type Likeness = 'same' | 'another' | 'unknown';

/** Whether two say that they are one position, by title and employer as far as both name them. */
function likeness(a: WrittenFields, b: WrittenFields): Likeness {
  const employer = employerLikeness(a.employer, b.employer);
  const title = compared(a.title, b.title, wordKey);
  if (employer === 'another' || title === 'another') return 'another';
  return employer === 'same' || title === 'same' ? 'same' : 'unknown';
}

/** By the first of profile URL, site and name that both give. */
function employerLikeness(a: EmployerReference | null, b: EmployerReference | null): Likeness {
  if (a === null || b === null) return 'unknown';
  const byUrl = compared(a.networkUrl?.slug ?? null, b.networkUrl?.slug ?? null, String);
  if (byUrl !== 'unknown') return byUrl;
  const byDomain = compared(a.domain, b.domain, siteOf);
  return byDomain === 'unknown' ? compared(a.name, b.name, companyNameKey) : byDomain;
}

function compared(a: string | null, b: string | null, keyOf: (text: string) => string): Likeness {
  if (a === null || b === null) return 'unknown';
  return a === b || keyOf(a) === keyOf(b) ? 'same' : 'another';
}

/** The position with what it lacks of the row's own fields; what differs is noted under the field's name. */
function filled(row: Scope, position: WrittenFields, own: WrittenFields): WrittenFields {
  const pick = <Value>(name: string, given: Value | null, added: Value | null, isEqual = given === added) => {
    if (given === null) return added;
    if (added !== null && !isEqual) row.notes.warn(name, 'dropped: contradicts the main position', row.values[name]);
    return given;
  };
  const pickDate = (name: string, given: string | null, added: string | null) =>
    given !== null && added?.startsWith(given) ? added : pick(name, given, added, given?.startsWith(added ?? ''));
  const [given, added] = [position.employer, own.employer];
  const employer = {
    networkUrl: pick(
      'company_network_url',
      given?.networkUrl ?? null,
      added?.networkUrl ?? null,
      given?.networkUrl?.slug === added?.networkUrl?.slug,
    ),
    domain: pick(
      isAbsent(row.values['company_domain']) ? 'company_website' : 'company_domain',
      given?.domain ?? null,
      added?.domain ?? null,
      compared(given?.domain ?? null, added?.domain ?? null, siteOf) === 'same',
    ),
    name: pick(
      'company_name',
      given?.name ?? null,
      added?.name ?? null,
      compared(given?.name ?? null, added?.name ?? null, companyNameKey) === 'same',
    ),
  };
  return {
    title: pick('job_title', position.title, own.title, likeness({ ...position, employer: null }, own) === 'same'),
    level: pick('job_level', position.level, own.level),
    function: pick('job_function', position.function, own.function),
    employer: given === null && added === null ? null : employer,
    description: pick('job_description', position.description, own.description),
    startDate: pickDate('job_start_date', position.startDate, own.startDate),
    endDate: pickDate('job_end_date', position.endDate, own.endDate),
    isCurrent: pick('job_is_current', position.isCurrent, own.isCurrent),
    isPrimary: pick('is_primary', position.isPrimary, own.isPrimary),
    location: pick(
      'job_location',
      position.location,
      own.location,
      JSON.stringify(position.location) === JSON.stringify(own.location),
    ),
  };
}

/** Notes each field that the row gives of a position. */
function noteAll(row: Scope, reason: string): void {
  for (const key of POSITION_KEYS) {
    const value = row.values[key];
    if (!isAbsent(value) && value !== '') row.notes.warn(key, reason, value);
  }
}

/** The position that the headline, or what stands behind the name, tells of; none where the row lists positions, be it an empty list. */
function positionInText(row: Scope, remark: string | null): WrittenFields | null {
  if (row.values['experiences'] !== undefined) return null;
  const headline = textOf(row, 'headline');
  const written =
    (headline === null ? null : writtenPosition(headline, { isDashed: false })) ??
    (remark === null ? null : writtenPosition(remark, { isDashed: true }));
  if (written === null) return null;
  const fields = fieldsOf({
    values: { job_title: written.title, company_name: written.company },
    path: '',
    notes: row.notes,
  });
  return namesPosition(fields) ? fields : null;
}

/** What stands for the end of a position that has none. */
const STILL = new Set('present current now ongoing today heute aktuell actual presente atual heden attuale'.split(' '));

/** Reads what an entry, or the row itself, says of a position. */
function fieldsOf(scope: Scope): WrittenFields {
  const end = scope.values['job_end_date'];
  const isStill = typeof end === 'string' && STILL.has(end.trim().toLowerCase());
  const isCurrent = booleanOf(scope, 'job_is_current');
  if (isStill && isCurrent === false)
    scope.notes.warn(
      `${scope.path}job_end_date`,
      'dropped: contradicts job_is_current, by which the position has ended',
      end,
    );
  return {
    title: textOf(scope, 'job_title'),
    level: levelOf(scope),
    function: functionOf(scope),
    employer: employerOf(scope),
    description: textOf(scope, 'job_description'),
    startDate: dateOf(scope, 'job_start_date'),
    endDate: isStill ? null : dateOf(scope, 'job_end_date'),
    isCurrent: isCurrent ?? (isStill ? true : null),
    isPrimary: booleanOf(scope, 'is_primary'),
    location: placeOf(scope, 'job_location', 'state_code'),
  };
}

const hasEnded = ({ endDate }: WrittenFields, today: string) => endDate !== null && isPast(endDate, today);
const isCurrent = (fields: WrittenFields, today: string) => !hasEnded(fields, today) && fields.isCurrent !== false;

function experienceOf(row: Scope, fields: WrittenFields, { today }: PositionContext): ExperienceRecord {
  if (fields.isCurrent === true && hasEnded(fields, today))
    row.notes.warn('job_is_current', 'dropped: the position has ended (job_end_date)', true);
  const byTitle = fields.title === null ? null : classify(fields.title);
  return {
    ...fields,
    level: fields.level ?? byTitle?.level ?? null,
    function: fields.function ?? byTitle?.function ?? null,
    employer: fields.employer ?? { networkUrl: null, domain: null, name: null },
    isCurrent: isCurrent(fields, today),
    isPrimary: fields.isPrimary ?? false,
  };
}
