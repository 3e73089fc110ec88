// Removes the rows of one import run from the rows of a record, and separates the records that the run merged. Pure.
import type { SourceOf, SourceRow } from './source-row.ts';

/**
 * The rows of a record without those of a run. Rows that a later run brought unchanged belong to that run from then on.
 */
export function rowsWithoutRun<Stored>(
  rows: readonly SourceRow<Stored>[],
  runId: number,
  sourceOf: SourceOf,
): SourceRow<Stored>[] {
  const left = rows.flatMap((row): SourceRow<Stored>[] => {
    if (row.runId !== runId) return [row];
    const { metRun } = row;
    return metRun !== null && metRun > runId ? [{ ...row, runId: metRun, file: 0, line: 0 }] : [];
  });
  const sourceId = (row: SourceRow<Stored>) => sourceOf(row.runId).sourceId;
  return left.map((row) => {
    if (row.supersededBy !== runId) return row;
    const next = left.find(
      (each) => each.rowKey === row.rowKey && each.runId > runId && sourceId(each) === sourceId(row),
    );
    return { ...row, supersededBy: next?.runId ?? null };
  });
}

/**
 * The rows grouped by the record of each before the run merged them: first those of the survivor, then the others.
 * Later rows follow the rows that they match directly. No part is empty.
 */
export function partsBeforeRun<Stored>(
  rows: readonly SourceRow<Stored>[],
  runId: number,
  areLinked: (a: Stored, b: Stored) => boolean,
): SourceRow<Stored>[][] {
  const parts = new Map<string, SourceRow<Stored>[]>();
  const isLinkedTo = (row: SourceRow<Stored>, part: readonly SourceRow<Stored>[] = []) =>
    part.some((each) => areLinked(each.record, row.record));
  for (const row of rows) {
    const join = joinIn(row, runId);
    const former = join ?? STAYS;
    const isLater = former === STAYS && row.runId > runId && !isLinkedTo(row, parts.get(STAYS));
    const linked = isLater ? [...parts].find(([, part]) => isLinkedTo(row, part))?.[0] : undefined;
    const key = linked ?? former;
    parts.set(key, [...(parts.get(key) ?? []), { ...row, joins: row.joins.replace(join ?? '', '') }]);
  }
  const staying = parts.get(STAYS) ?? [];
  const others = [...parts].flatMap(([key, part]) => (key === STAYS ? [] : [part]));
  return [staying, ...others].filter((part) => part.length > 0);
}

/** The part of a record that existed before any merge. */
const STAYS = 'stays';

/** The entry of `joins` of the run: the former record of the row. */
function joinIn({ joins }: { readonly joins: string }, runId: number): string | null {
  return new RegExp(`(?<=^|;)${runId}:\\d+;`).exec(joins)?.[0] ?? null;
}
