// The page of the records as they are answered.
import { type Json, namedSchemas } from '../http/openapi-schemas.ts';
import { code, page, table } from './markdown.ts';
import { fieldRows } from './schema-rows.ts';

/** Records, each with what it is; the other named schemas are described where they are asked or answered. */
const RECORDS = {
  Person: 'Someone with a profile. Answered where the employer is known from the request, and by enrichment.',
  PersonWithEmployer: 'A row of people search: a person and the employer of the position that matched.',
  Company: 'The whole record of a company.',
  Employer: 'What people search shows of an employer.',
  JobRow: 'The open positions of one company, title and source.',
  Experience: 'A position of a person, current or past.',
  Education: 'A school of a person.',
  Certification: 'A certificate of a person.',
  Location: 'Where a person is. Name, continent and sales region follow from the country.',
  FacetValue:
    'A value of a field and how often it stands in the records that are meant. Answered by the facets of searches and by autocomplete.',
  Headquarters: 'Where a company is. Name, continent and sales region follow from the country.',
};

/** The page in Markdown. */
export function recordsPage(): string {
  const schemas = namedSchemas() as Record<string, Json>;
  return page(
    '# Records',
    'Every field is present in every answer: `null` where nothing is known, an empty array where there is none. Dates are `YYYY-MM-DD`, or `YYYY-MM` or `YYYY` where only that is known; timestamps are ISO 8601 in UTC with `Z`. Search answers never hold e-mail addresses or phone numbers.',
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
