// Reads the positions of a raw person row: the list `experiences`, the position in the row's own fields (the short
// form), or the position in a headline. If the row has a list, its own fields belong to the position that they
// describe; otherwise they are noted.
import { mainFirst } from '../../catalog/views/person-json.ts';
import type { EmployerReference, ExperienceRecord, NetworkUrl } from '../../contract/import-records.ts';
import { isStored } from '../../contract/record-table/member.ts';
import { EXPERIENCE } from '../../contract/record-table/position-members.ts';
import { companyNameKey } from '../../identity/company-names/company-name.ts';
import { siteOf } from '../../identity/domain.ts';
import { wordKey } from '../../words/words.ts';
import { type Classification, classify } from '../titles/classify.ts';
import { isPast, parseDate } from './dates.ts';
import { employerOf, namesEmployer } from './identities.ts';
import { keysOf, plainReader } from './read-members.ts';
import { booleanOf, dateOf, isAbsent, noteUnknownKeys, objectsOf, type Scope, textOf, truthOf } from './scope.ts';
import { writtenPosition } from './written-position.ts';

/** The fields of a position, in `experiences` and in the row itself. */
const POSITION_KEYS: readonly string[] = Object.keys(EXPERIENCE);
const KNOWN_POSITION_KEYS = keysOf(EXPERIENCE);
const plainFieldsOf = plainReader(EXPERIENCE);

/** The fields that a row contains for one position; null for each missing field. */
type WrittenFields = { readonly [Name in keyof ExperienceRecord]: ExperienceRecord[Name] | null };

interface PositionContext {
  /** YYYY-MM-DD, UTC. Positions that ended before it are not current, whatever the row states. */
  readonly today: string;
  /** The text after the name. */
  readonly remark: string | null;
}

/** All positions of a row. */
export function experiencesOf(row: Scope, context: PositionContext): ExperienceRecord[] {
  const own = POSITION_KEYS.some((key) => !isAbsent(row.values[key])) ? fieldsOf(row, context.today) : null;
  const listed = listedOf(row, context.today);
  const positions = listed.length > 0 ? withList(row, { listed, own }, context) : withoutList(row, own, context);
  return positions.map((position) => experienceOf(row, position, context));
}

function listedOf(row: Scope, today: string): WrittenFields[] {
  return objectsOf(row, 'experiences').flatMap((entry) => {
    noteUnknownKeys(entry, KNOWN_POSITION_KEYS);
    const fields = fieldsOf(entry, today);
    if (namesPosition(fields)) return fields;
    entry.notes.warn('experiences', 'a position has neither title nor employer');
    return [];
  });
}

const namesPosition = (fields: WrittenFields) => fields.job_title !== null || namesEmployer(fields);

/** The short form, or the position in a text with the row's own fields. */
function withoutList(row: Scope, own: WrittenFields | null, context: PositionContext): WrittenFields[] {
  if (own !== null && namesPosition(own)) return [own];
  const inText = positionInText(row, context);
  if (inText !== null) return [own === null ? inText : filled(row, inText, own)];
  if (own !== null) noteAll(row, 'needs a position: give job_title or an employer too');
  return [];
}

interface ListAndOwn {
  readonly listed: readonly WrittenFields[];
  readonly own: WrittenFields | null;
}

/**
 * The listed positions, one of them completed by the row's own fields: the main position unless the fields describe
 * another one, else the position that certainly matches. If none is current and none matches, the own fields are one
 * more position.
 */
function withList(row: Scope, { listed, own }: ListAndOwn, context: PositionContext): readonly WrittenFields[] {
  if (own === null) return listed;
  const current = mainFirst(listed.filter((each) => isCurrent(each, context.today)));
  const [main] = current;
  const target =
    main !== undefined && comparePositions(main, own) !== 'another'
      ? main
      : [...current, ...listed].find((each) => comparePositions(each, own) === 'same');
  if (target !== undefined) return listed.map((each) => (each === target ? filled(row, each, own) : each));
  if (main === undefined && namesPosition(own)) return [own, ...listed];
  const reason =
    main === undefined
      ? 'dropped: no current position in experiences matches it'
      : 'dropped: it does not describe the main position in experiences';
  noteAll(row, reason);
  return listed;
}

type Comparison = 'same' | 'another' | 'unknown';

/** Compares two positions by title and employer, as far as both have them. */
export function comparePositions(a: WrittenFields, b: WrittenFields): Comparison {
  const employer = compareEmployers(a, b);
  const title = compared(a.job_title, b.job_title, wordKey);
  if (employer === 'another' || title === 'another') return 'another';
  return employer === 'same' || title === 'same' ? 'same' : 'unknown';
}

/** Compares two employers by the first of profile URL, site and name that both have. */
function compareEmployers(a: EmployerReference, b: EmployerReference): Comparison {
  const byUrl = compared(a.company_network_url?.slug ?? null, b.company_network_url?.slug ?? null, String);
  if (byUrl !== 'unknown') return byUrl;
  const byDomain = compared(a.company_domain, b.company_domain, siteOf);
  return byDomain === 'unknown' ? compared(a.company_name, b.company_name, companyNameKey) : byDomain;
}

function compared(a: string | null, b: string | null, keyOf: (text: string) => string): Comparison {
  if (a === null || b === null) return 'unknown';
  return a === b || keyOf(a) === keyOf(b) ? 'same' : 'another';
}

/**
 * The position with its empty fields filled from the row's own fields. Notes each contradiction under the name of the
 * field.
 */
function filled(row: Scope, position: WrittenFields, own: WrittenFields): WrittenFields {
  const pick = (name: keyof WrittenFields): unknown => {
    const [given, added] = [position[name], own[name]];
    if (given === null || isMoreExact(name, given, added)) return added;
    if (added !== null && !isEqual(name, given, added)) {
      const field = name === 'company_domain' && isAbsent(row.values[name]) ? 'company_website' : name;
      row.notes.warn(field, 'dropped: contradicts the main position', row.values[field]);
    }
    return given;
  };
  return Object.fromEntries(STORED_KEYS.map((name) => [name, pick(name)])) as unknown as WrittenFields;
}

type Written = WrittenFields[keyof WrittenFields];

const STORED_KEYS = POSITION_KEYS.filter((name) =>
  isStored(EXPERIENCE[name as keyof typeof EXPERIENCE]),
) as readonly (keyof WrittenFields)[];

/** Normal forms for comparison. */
const KEY_OF: Readonly<Partial<Record<keyof WrittenFields, (text: string) => string>>> = {
  job_title: wordKey,
  company_domain: siteOf,
  company_name: companyNameKey,
};

const isDate = (name: keyof WrittenFields) => EXPERIENCE[name].kind === 'date';

/** Whether a value is more exact than the other: `2020-05` is more exact than `2020`. */
function isMoreExact(name: keyof WrittenFields, given: Written, added: Written): boolean {
  return isDate(name) && typeof added === 'string' && added.startsWith(String(given));
}

function isEqual(name: keyof WrittenFields, given: Written, added: Written): boolean {
  if (typeof given === 'string' && typeof added === 'string') {
    if (isDate(name)) return given.startsWith(added);
    return compared(given, added, KEY_OF[name] ?? String) === 'same';
  }
  if (typeof given !== 'object' || typeof added !== 'object') return given === added;
  const [url, other] = [given, added] as readonly Partial<NetworkUrl>[];
  return url?.slug !== undefined ? url.slug === other?.slug : JSON.stringify(given) === JSON.stringify(added);
}

/** Notes each position field of the row. */
function noteAll(row: Scope, reason: string): void {
  for (const key of POSITION_KEYS) {
    const value = row.values[key];
    if (!isAbsent(value)) row.notes.warn(key, reason, value);
  }
}

/**
 * The position in the headline or in the text after the name. Null if the row has a list of positions, even an empty
 * one.
 */
function positionInText(row: Scope, { remark, today }: PositionContext): WrittenFields | null {
  if (row.values['experiences'] !== undefined) return null;
  const headline = textOf(row, 'headline');
  const written =
    (headline === null ? null : writtenPosition(headline, { isDashed: false })) ??
    (remark === null ? null : writtenPosition(remark, { isDashed: true }));
  if (written === null) return null;
  const values = { job_title: written.title, company_name: written.company };
  const fields = fieldsOf({ values, path: '', notes: row.notes }, today);
  return namesPosition(fields) ? fields : null;
}

/** Words that a position which has not ended has in place of an end date. */
const STILL = new Set(
  `present, current, now, ongoing, today, till date, to date, heute, bis heute, aktuell, laufend, actuel, aujourd'hui, à ce jour, en cours, actual,
  actualidad, la actualidad, hasta la fecha, presente, atual, heden, tot heden, attuale, in corso, oggi, obecnie, nadal, halen, devam ediyor, nuvarande,
  pågående, nåværende, nuværende, настоящее время, по настоящее время, 現在, 至今, 现在, 현재`.split(/,\s+/),
);

/** The status of an employee in HR systems. Someone on leave is employed. */
const IS_CURRENT_BY_STATUS = truthOf(
  `active, employed, current, on leave, leave, leave of absence, probation, notice period, full time, full-time, part time, part-time,
  permanent, temporary, fixed term, contract, contractor, aktiv, beschäftigt, in elternzeit, actif, active, activo, activa, ativo, ativa,
  attivo, attiva, actief, in dienst`,
  `terminated, inactive, retired, left, resigned, former, deceased, dismissed, separated, ended, offboarded, ausgeschieden, inaktiv, ehemalig,
  verstorben, inactif, inactive, sorti, retraité, retraitée, inactivo, inactiva, inativo, desligado, desligada, cessato, cessata, inactief,
  uit dienst`,
);

/** HR systems and databases store a date in a later year for an open end: 9999, 4712, 2999, 2154, 2099. */
const YEARS_AHEAD_MAX = 50;

/** Whether an end date means that the position is open-ended. */
const isOpenEnd = (date: string, today: string) =>
  Number(date.slice(0, 4)) > Number(today.slice(0, 4)) + YEARS_AHEAD_MAX;

const YEARS = /(?<!\d)(?:19|20)\d{2}(?!\d)/g;

/** Whether an end date that cannot be read, such as `5/6/2019` in an unknown order, names a year that has begun. */
function namesPastYear(end: unknown, today: string): boolean {
  const years = typeof end === 'string' ? (end.match(YEARS) ?? []) : [];
  return years.length > 0 && years.every((year) => year <= today.slice(0, 4));
}

/** `Einkaufsleiter (bis 12/2023)`, `PDG jusqu'en 2020`, `CFO (2010-2015)`. */
const END_IN_TITLE =
  /(?:^|[\s,(])(?:bis|until|till|hasta|jusqu['’](?:en|à|au)|até|fino (?:al?|ad)|tot|do|t\.o\.m\.|\(\d{4}\s?[-–])\s*([^()]{4,18}?)\)?$/iu;
const MAY_HAVE_END = /\d\d\)?$/;

/** The date in the past until which a title was held; null if the title names none. */
function endInTitle(title: string | null | undefined, today: string): string | null {
  if (!title || !MAY_HAVE_END.test(title)) return null;
  const date = parseDate(END_IN_TITLE.exec(title)?.[1] ?? '');
  return date !== null && isPast(date, today) ? date : null;
}

/** Reads the fields of a position from an entry or from the row itself. */
function fieldsOf(scope: Scope, today: string): WrittenFields {
  const end = scope.values['job_end_date'];
  const isWord = typeof end === 'string' && STILL.has(end.trim().toLowerCase());
  const date = isWord ? null : dateOf(scope, 'job_end_date');
  const isStill = isWord || (date !== null && isOpenEnd(date, today));
  const isUnread = date === null && !isWord && namesPastYear(end, today);
  const isCurrent = booleanOf(scope, 'job_is_current', IS_CURRENT_BY_STATUS) ?? (isUnread ? false : null);
  const plain = plainFieldsOf(scope);
  if (isStill && isCurrent === false)
    scope.notes.warn(`${scope.path}job_end_date`, 'dropped: job_is_current states that the position has ended', end);
  return {
    ...plain,
    ...employerOf(scope),
    job_end_date: isStill ? null : (date ?? (isCurrent === true ? null : endInTitle(plain.job_title, today))),
    job_is_current: isCurrent ?? (isStill ? true : null),
    is_primary: booleanOf(scope, 'is_primary'),
  };
}

const hasEnded = ({ job_end_date }: WrittenFields, today: string) =>
  job_end_date !== null && isPast(job_end_date, today);

/** Without a statement of the source, a title such as `ex-CEO` states that the position has ended. */
function isCurrent(fields: WrittenFields, today: string): boolean {
  if (hasEnded(fields, today)) return false;
  return fields.job_is_current ?? (fields.job_title === null || !classify(fields.job_title).isFormer);
}

function experienceOf(row: Scope, fields: WrittenFields, { today }: PositionContext): ExperienceRecord {
  if (fields.job_is_current === true && hasEnded(fields, today))
    row.notes.warn('job_is_current', 'dropped: the position has ended (job_end_date)', true);
  const job_is_current = isCurrent(fields, today);
  if (job_is_current && fields.job_end_date !== null)
    row.notes.warn(
      'job_end_date',
      'dropped: the day is in the future; import the row again after it',
      fields.job_end_date,
    );
  const byTitle = fields.job_title === null ? null : classify(fields.job_title);
  return {
    ...fields,
    job_end_date: job_is_current ? null : fields.job_end_date,
    job_level: fields.job_level ?? byTitle?.level ?? null,
    job_function: fields.job_function ?? byTitle?.function ?? null,
    title_confidence: fields.title_confidence ?? confidenceOf(fields, byTitle),
    job_is_current,
    is_primary: fields.is_primary ?? false,
  };
}

/** A function that the source states is certain. */
function confidenceOf({ job_function }: WrittenFields, byTitle: Classification | null): number | null {
  return job_function === null ? (byTitle?.confidence ?? null) : 100;
}
