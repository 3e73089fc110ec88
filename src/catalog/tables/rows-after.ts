// Reads the rows of a large table in pages, so that no open statement blocks other reads between two pages.
import type { Select } from './sql.ts';

/** The rows of `after`, which selects a limited number of rows with ids above a given one, in the order of ids. */
export function* rowsAfter<Row extends readonly [id: number, ...rest: unknown[]]>(
  after: Select<[number, number], Row>,
  pageSize: number,
): Generator<Row> {
  for (let last = 0; ; ) {
    const rows = after.all(last, pageSize);
    yield* rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.[0] ?? 0;
  }
}
