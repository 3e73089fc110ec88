// The page of the records as they are answered.
import { type Json, namedSchemas } from '../http/openapi/schemas.ts';
import { code, page, table } from './markdown.ts';
import { fieldRows } from './schema-rows.ts';

/** Records with their descriptions; the other named schemas are described on the pages of the endpoints. */
const RECORDS = {
  Person: 'A person with a profile. Returned by enrichment, and by searches whose request names the employer.',
  PersonWithEmployer: 'A row of people search: a person and the employer of the matching position.',
  Company: 'The whole record of a company.',
  Employer: 'The employer in a row of people search.',
  JobRow: 'The openings of one company with the same title and source.',
  Experience: 'A position of a person, current or past.',
  Education: 'A school of a person.',
  Certification: 'A certificate of a person.',
  Location: 'The location of a person. Name, continent and sales region are derived from the country.',
  FacetValue: 'A value of a field with its number of records. Returned by the facets of searches and by autocomplete.',
  Headquarters: 'The location of a company. Name, continent and sales region are derived from the country.',
};

/** The page in Markdown. */
export function recordsPage(): string {
  const schemas = namedSchemas() as Record<string, Json>;
  return page(
    '# Records',
    'Every field is present in every answer: `null` for unknown values, an empty array for none. Dates are `YYYY-MM-DD`, or `YYYY-MM` or `YYYY` if the rest is unknown; timestamps are ISO 8601 in UTC with `Z`. Search answers never contain e-mail addresses or phone numbers.',
    ...Object.entries(RECORDS).flatMap(([name, description]) => {
      const rows = fieldRows(schemas[name] ?? {}).map((row) => [
        code(row.path),
        row.type,
        [row.meaning, row.values].filter((text) => text !== '').join('; '),
      ]);
      return [`## ${name}`, description, table(['field', 'type', 'meaning'], rows)];
    }),
  );
}
