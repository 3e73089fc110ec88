// Head counts as files write them: a number, a bucket, or a few words around one.
import { sizeLabel } from '../../contract/vocabularies.ts';

export interface Headcount {
  readonly employeeCount: number | null;
  /** The size label, where only a range is known. */
  readonly size: string | null;
}

const THOUSANDS = /(\d)[,.'\u0020\u00a0\u202f](?=\d{3}(?!\d))/g;
const RANGE = /(\d+)\s*(?:-|–|—|to)\s*(\d+)/i;
const AT_LEAST = /(?:(?:more than|over|>)\s*(\d+)|(\d+)\s*(?:\+|or more|and more))/i;
const EXACT = /^(?:about|approx\.?|ca\.?|circa|~)?\s*(\d+)\s*(?:employees|people|staff)?\.?$/i;

/**
 * The number, else the size label: of a range the one that holds its middle (`20-50` is 11-50), of an open end the one above it
 * (`200+` is 201-500). Null where the text holds no number, or several that are no range.
 */
export function parseHeadcount(text: string): Headcount | null {
  const plain = text.replace(THOUSANDS, '$1');
  const exact = EXACT.exec(plain);
  if (exact) return { employeeCount: Number(exact[1]), size: null };
  if ((plain.match(/\d+/g)?.length ?? 0) > 2) return null;
  const range = RANGE.exec(plain);
  if (range) return bucket((Number(range[1]) + Number(range[2])) / 2);
  const open = AT_LEAST.exec(plain);
  return open ? bucket(Number(open[1] ?? open[2]) + 1) : null;
}

function bucket(employees: number): Headcount | null {
  const size = sizeLabel(Math.max(1, Math.floor(employees)));
  return size === null ? null : { employeeCount: null, size };
}
