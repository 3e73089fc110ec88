// The current positions of a person as they stand in one column: JSON, short, and read for each person of an edition.
import type { PositionDocument } from '../../contract/documents.ts';
import type { ExperienceRecord } from '../../contract/import-records.ts';
import type { JobLevel } from '../../contract/vocabularies.ts';
import { positionMembers } from '../views/person-json.ts';
import { redactMaybe } from '../views/redact.ts';

type StoredPosition = readonly [
  employerId: number,
  title: string | null,
  level: JobLevel | null,
  function: string | null,
];

/** The column's text; the main position stands first, titles are as they are answered. */
export function positionsText(
  positions: readonly ExperienceRecord[],
  employerIdOf: (position: ExperienceRecord) => number,
): string {
  if (positions.length === 0) return '[]';
  return JSON.stringify(
    positions.map((each): StoredPosition => [employerIdOf(each), redactMaybe(each.title), each.level, each.function]),
  );
}

/** `companyIdOf` answers 0 for an employer that is not in the catalog. */
export function positionDocuments(text: string, companyIdOf: (employerId: number) => number): PositionDocument[] {
  if (text === '[]') return [];
  return (JSON.parse(text) as StoredPosition[]).map(([employerId, title, level, functionName]) => ({
    companyId: companyIdOf(employerId) || null,
    title,
    level,
    function: functionName,
  }));
}

/** The members of the wire object that tell the main position; all null for a person without a current one. */
export function mainPositionOf(text: string): string {
  const main = (JSON.parse(text) as StoredPosition[])[0];
  return positionMembers(main ? { title: main[1], level: main[2], function: main[3] } : null);
}
