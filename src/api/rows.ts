// Renders documents of the edition as rows of an answer, by concatenating JSON bytes without parsing them. Uses the
// records of the edition while they equal those of the catalog, else the catalog.
import type { PersonView } from '../catalog/port.ts';
import { catalogRows } from './catalog-rows.ts';
import type { ApiContext, Searchable } from './context.ts';
import { packedRows } from './packed-rows.ts';
import type { RowKind } from './row-bytes.ts';

/** Rows read between two yields to the event loop. */
const ROWS_AT_ONCE = 20;

/** The rows of documents, in order; omits rows that were removed after the edition was built. */
export async function rowsOf(
  kind: RowKind,
  docs: readonly number[],
  { searchable, context }: { readonly searchable: Searchable; readonly context: ApiContext },
): Promise<Buffer[]> {
  const { records, edition } = searchable;
  const { catalog, networkHost } = context;
  const found: Buffer[] = [];
  for (let start = 0; start < docs.length; start += ROWS_AT_ONCE) {
    if (start > 0) await context.turn.pause();
    const some = docs.slice(start, start + ROWS_AT_ONCE);
    const packed = await records.read(catalog, (readable) =>
      packedRows(kind, some, { records: readable, edition, networkHost }),
    );
    found.push(...(packed ?? (await catalogRows(kind, some, { edition, catalog }))));
  }
  return found;
}

/** A complete person as in enrichment answers, with the main position. */
export function personJson(person: PersonView): string {
  return `${person.json.slice(0, -1)},${person.mainPosition}}`;
}

/**
 * Concatenates texts and rows, with commas between the rows. Allocates outside the buffer pool, because most answers
 * are cached.
 */
export function answerWithRows(before: string, rows: readonly Buffer[], after: string): Buffer {
  const commas = Math.max(0, rows.length - 1);
  const length = rows.reduce(
    (sum, row) => sum + row.length,
    Buffer.byteLength(before) + commas + Buffer.byteLength(after),
  );
  const answer = Buffer.allocUnsafeSlow(length);
  let end = answer.write(before);
  rows.forEach((row, index) => {
    if (index > 0) answer[end++] = COMMA;
    answer.set(row, end);
    end += row.length;
  });
  answer.write(after, end);
  return answer;
}

const COMMA = 0x2c;
