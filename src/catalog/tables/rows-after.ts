// Reads the rows of a large table some at a time, so that no open statement blocks other reads between two of them.
import type { Select } from './sql.ts';

/** The rows of `after`, which selects those with an id above one in the order of their ids, up to a number. */
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
