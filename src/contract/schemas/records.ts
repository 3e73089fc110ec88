// The schemas of records in answers, derived from the record table, and those of job rows and facet values.

import type { Static, TSchema } from 'typebox';
import type { AnswerOf } from '../import-records.ts';
import { COMPANY } from '../record-table/company-members.ts';
import { isAnswered, type Member, type Members } from '../record-table/member.ts';
import { PERSON } from '../record-table/person-members.ts';
import { CERTIFICATION, EDUCATION, EXPERIENCE } from '../record-table/position-members.ts';
import { HEADQUARTERS, LOCATION } from '../record-table/shared-members.ts';
import { CLOSED_LISTS } from '../vocabularies/values.ts';
import { JOB_LEVELS } from '../vocabularies/vocabularies.ts';
import { closed, maybeText, nullable, oneOf, text } from './schema.ts';
import { Type } from './schema-types.ts';

const ISO_COUNTRY = '^[A-Z]{2}$';

/** The schema of the members of a table that appear in answers. */
function answerSchema<Rows extends Members>(rows: Rows) {
  return Type.Unsafe<AnswerOf<Rows>>(closed(schemasOf(rows)));
}

function schemasOf(rows: Members): Record<string, TSchema> {
  const answered = Object.entries(rows).filter(([, row]) => isAnswered(row));
  return Object.fromEntries(answered.map(([name, row]) => [name, schemaOf(row)]));
}

function schemaOf(row: Member): TSchema {
  const described = row.meaning === '' ? {} : { description: row.meaning };
  if (row.kind === 'texts' || row.kind === 'hostnames' || row.kind === 'ids')
    return Type.Array(Type.String(), described);
  if (row.kind === 'entries') return Type.Array(closed(schemasOf(row.members ?? {})), described);
  const schema = row.kind === 'place' ? closed(schemasOf(row.members ?? {}), described) : scalarSchema(row, described);
  return row.needed === undefined ? nullable(schema) : schema;
}

function scalarSchema({ kind, list, open }: Member, described: { readonly description?: string }): TSchema {
  if (kind === 'integer') return Type.Integer(described);
  if (kind === 'boolean') return Type.Boolean(described);
  if (kind !== 'listed' || open === true || list === undefined) return Type.String(described);
  return list === 'country'
    ? Type.String({ ...described, pattern: ISO_COUNTRY })
    : oneOf(CLOSED_LISTS[list], described);
}

/** The rows of a table that satisfy a condition, in table order. */
function rowsWhere<Rows extends Members>(rows: Rows, isIncluded: (row: Member) => boolean): Members {
  return Object.fromEntries(Object.entries(rows).filter(([, row]) => isIncluded(row)));
}

export const Headquarters = answerSchema(HEADQUARTERS);
export const Location = answerSchema(LOCATION);
export const Company = answerSchema(COMPANY);
export const Employer = closed(schemasOf(rowsWhere(COMPANY, (row) => row.ofEmployer === true)));
export const Experience = answerSchema(EXPERIENCE);
export const Education = answerSchema(EDUCATION);
export const Certification = answerSchema(CERTIFICATION);

/** The members that belong to the answered position; all others are the same for every position of the person. */
const positionFields = {
  job_title: maybeText('Title of the answered position'),
  job_level: nullable(oneOf(JOB_LEVELS, { description: 'Seniority of that position' })),
  job_function: maybeText('Function of that position: one of the closed list'),
};
const personFields = { ...schemasOf(PERSON), ...positionFields };

export const Person = closed(personFields);
export const PersonWithEmployer = closed({ ...personFields, company: nullable(Employer) });

const country_code = nullable(Type.String({ description: 'ISO 3166-1 alpha-2, or XK', pattern: ISO_COUNTRY }));

export const JobRow = closed({
  title: text('Title of the openings'),
  open_positions: Type.Integer({
    minimum: 1,
    description: 'Open positions under this title; with a filter on openings, of the matching openings only',
  }),
  source: text('Source of the openings'),
  company: closed({
    network_url: text('Profile URL of the company'),
    name: text('Name'),
    domain: maybeText('Main domain'),
  }),
  latest_posted_at: maybeText('Date of the newest opening, or of the newest matching one'),
  url: maybeText('URL of one opening'),
  locations: Type.Array(closed({ city: maybeText('City'), country_code })),
});

export const FacetValue = closed({
  value: text('The value, as accepted by the filter of the field'),
  count: Type.Integer({ minimum: 1, description: 'Number of records with the value' }),
});

export type CompanyWire = AnswerOf<typeof COMPANY>;
export type PersonWire = AnswerOf<typeof PERSON> & Static<ReturnType<typeof closed<typeof positionFields>>>;
export type ExperienceWire = AnswerOf<typeof EXPERIENCE>;
export type JobRowWire = Static<typeof JobRow>;
