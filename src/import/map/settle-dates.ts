// Settles, for each column of dates, whether the day or the month stands first: from all its values, as one above 12 decides for all.
import { dayMonthOrder } from '../normalise/written-dates.ts';
import { readRows } from '../read/read-rows.ts';
import type { Row } from '../read/row.ts';
import type { Source } from '../read/source.ts';
import type { MappedColumn, Mapping } from './column-mapping.ts';
import { DATE_FIELDS } from './import-fields.ts';
import { valueAt } from './nested-keys.ts';

interface Counts {
  dayFirst: number;
  monthFirst: number;
  either: number;
}

/**
 * The mapping with `dayMonth` for each column of dates that holds any whose order matters. Reads the whole input where its first rows hold
 * such dates, and it can be read again; what can be read once only is settled by its first rows.
 */
export async function settleDates(mapping: Mapping, source: Source, headRows: readonly Row[]): Promise<Mapping> {
  const doubtful = mapping.columns.filter(isDoubtful);
  if (doubtful.length === 0) return mapping;
  const counts = new Map(doubtful.map(({ column }) => [column.index, { dayFirst: 0, monthFirst: 0, either: 0 }]));
  const isTable = mapping.format.kind === 'table';
  const add = (row: Row) => {
    for (const { column } of doubtful) count(counts.get(column.index), textIn(row, column));
  };
  if (source.size === null) headRows.slice(isTable ? 1 : 0).forEach(add);
  else for await (const row of readRows(source, mapping.format)) add(row);
  const columns = mapping.columns.map((mapped) => {
    const counted = counts.get(mapped.column.index);
    return counted === undefined || counted.dayFirst + counted.monthFirst + counted.either === 0
      ? mapped
      : { ...mapped, dayMonth: orderOf(counted) };
  });
  return { ...mapping, columns };
}

/** Few values of the head may be none at all. */
function isDoubtful({ column, field }: MappedColumn): boolean {
  if (field === null || !DATE_FIELDS.has(field)) return false;
  return column.samples.some((sample) => dayMonthOrder(sample) !== null);
}

function textIn(row: Row, column: MappedColumn['column']): string {
  if (row.fault !== null) return '';
  if (row.cells !== null) return row.cells[column.index]?.trim() ?? '';
  try {
    const value = valueAt((JSON.parse(row.text) as object | null) ?? {}, column.header);
    return typeof value === 'string' ? value.trim() : '';
  } catch {
    return '';
  }
}

function count(counts: Counts | undefined, text: string): void {
  const order = dayMonthOrder(text);
  if (counts === undefined || order === null) return;
  if (order === 'day-first') counts.dayFirst += 1;
  else if (order === 'month-first') counts.monthFirst += 1;
  else counts.either += 1;
}

/** Columns that hold both orders, or nothing that tells, settle nothing: only dates that tell themselves are read. */
function orderOf({ dayFirst, monthFirst }: Counts): 'day-first' | 'month-first' | 'either' {
  if (dayFirst > 0 && monthFirst === 0) return 'day-first';
  return monthFirst > 0 && dayFirst === 0 ? 'month-first' : 'either';
}
