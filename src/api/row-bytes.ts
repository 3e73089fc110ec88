// Builds rows by concatenating bytes of JSON without parsing them.
import type { Position } from '../search/edition/edition.ts';

/** A row of a person contains the matching position. */
export type RowKind = 'person' | 'person_with_employer' | 'company' | 'job';

/** The members of a person that depend on the answered position. */
export function positionMembers({ title, level, function: jobFunction }: Position): string {
  return `"job_title":${JSON.stringify(title)},"job_level":${JSON.stringify(level)},"job_function":${JSON.stringify(jobFunction)}`;
}

/** Concatenates bytes and texts, which are written in UTF-8. */
export function joined(...parts: readonly (string | Buffer)[]): Buffer {
  let length = 0;
  for (const part of parts) length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  const row = Buffer.allocUnsafe(length);
  let end = 0;
  for (const part of parts) {
    if (typeof part === 'string') end += row.write(part, end);
    else {
      row.set(part, end);
      end += part.length;
    }
  }
  return row;
}

/** A JSON object without its closing brace. */
export function opened(json: Buffer): Buffer {
  return json.subarray(0, -1);
}
