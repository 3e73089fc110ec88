// The current positions of a person in one column. The JSON is short, because it is read for each person of an edition.
import type { PositionDocument } from '../contract/documents.ts';
import type { JobLevel } from '../contract/vocabularies/vocabularies.ts';
import { positionMembers } from './views/person-json.ts';

type StoredPosition = readonly [
  employerId: number,
  title: string | null,
  level: JobLevel | null,
  function: string | null,
  /** Absent in positions that were stored without a confidence. */
  confidence?: number | null,
];

/**
 * The text of the column. The main position is the first. `rest`: the entry as JSON after the id of the employer, with
 * its closing bracket.
 */
export function positionsText(positions: readonly { readonly employerId: number; readonly rest: string }[]): string {
  return `[${positions.map(({ employerId, rest }) => `[${employerId},${rest}`).join(',')}]`;
}

/** `companyIdOf` returns 0 for an employer that is not in the catalog. */
export function positionDocuments(text: string, companyIdOf: (employerId: number) => number): PositionDocument[] {
  if (text === '[]') return [];
  return (JSON.parse(text) as StoredPosition[]).map(([employerId, title, level, functionName, confidence]) => ({
    employerId,
    companyId: companyIdOf(employerId) || null,
    job_title: title,
    job_level: level,
    job_function: functionName,
    title_confidence: confidence ?? null,
  }));
}

/** The position members of a person's wire object; all null for a person without a current position. */
export function mainPositionOf(text: string): string {
  const main = (JSON.parse(text) as StoredPosition[])[0];
  return positionMembers(main ? { job_title: main[1], job_level: main[2], job_function: main[3] } : null);
}
