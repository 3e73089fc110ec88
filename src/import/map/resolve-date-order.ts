// Determines for each column of dates whether the day or the month comes first. Reads all values, because one number
// above 12 decides.
import { parsedObject } from '../../ops/json/json-object.ts';
import { type DayMonthOrder, dayMonthOrder } from '../normalize/written-dates.ts';
import { readRows } from '../read/read-rows.ts';
import type { Row } from '../read/row.ts';
import type { Source } from '../read/source.ts';
import type { Column } from './column.ts';
import type { MappedColumn, Mapping } from './column-mapping.ts';
import { DATE_FIELDS } from './import-fields.ts';
import { valueAt } from './nested-keys.ts';

interface Counts {
  dayFirst: number;
  monthFirst: number;
  either: number;
}

/**
 * The mapping with `dayMonth` for each column that holds ambiguous dates. Reads the whole input if its first rows hold
 * such dates or no dates. If the input can be read only once, the first rows decide.
 */
export async function resolveDateOrder(mapping: Mapping, source: Source, headRows: readonly Row[]): Promise<Mapping> {
  const doubtful = mapping.columns.filter(isDoubtful);
  if (doubtful.length === 0) return mapping;
  const counts = new Map(doubtful.map(({ column }) => [column.index, { dayFirst: 0, monthFirst: 0, either: 0 }]));
  const isTable = mapping.format.kind === 'table';
  const add = (row: Row) => {
    const textsOf = textReader(row);
    for (const { column } of doubtful) for (const text of textsOf(column)) count(counts.get(column.index), text);
  };
  if (source.size === null) headRows.slice(isTable ? 1 : 0).forEach(add);
  else for await (const row of readRows(source, mapping.format)) add(row);
  const common = commonOrder([...counts.values()]);
  const columns = mapping.columns.map((mapped) => {
    const counted = counts.get(mapped.column.index);
    return counted === undefined || counted.dayFirst + counted.monthFirst + counted.either === 0
      ? mapped
      : { ...mapped, dayMonth: orderOf(counted, common) };
  });
  return { ...mapping, columns };
}

/** The order of all columns that have one: the other columns of the file have it too. */
function commonOrder(counts: readonly Counts[]): DayMonthOrder | null {
  const isMixed = counts.some(({ dayFirst, monthFirst }) => dayFirst > 0 && monthFirst > 0);
  const orders = new Set(counts.map((each) => orderOf(each, null)).filter((order) => order !== 'either'));
  const [order = null] = orders;
  return isMixed || orders.size > 1 ? null : order;
}

/** Whether the column may have ambiguous dates: a sample is one, or the first rows have no value. */
function isDoubtful({ column: { samples }, field }: MappedColumn): boolean {
  if (field === null || !DATE_FIELDS.has(field.slice(field.indexOf('.') + 1))) return false;
  return samples.length === 0 || samples.some((sample) => dayMonthOrder(sample) !== null);
}

/** A date with the year last. JSON may escape its slashes. Most rows of JSON have none and need not be parsed. */
const YEAR_LAST = /(?<!\d\d)\d{1,2}(?:\\?\/|[.-])\d{1,2}(?:\\?\/|[.-])\d{2}/;

/** Returns a function that reads the trimmed texts of a column: one of a table, any number of a list in JSON. */
function textReader(row: Row): (column: Column) => readonly string[] {
  const { cells, text, fault } = row;
  if (fault !== null) return () => [];
  if (cells !== null) return ({ index }) => [cells[index]?.trim() ?? ''];
  const object = YEAR_LAST.test(text) ? (parsedObject(text) ?? {}) : {};
  return ({ header }) => {
    const values = [valueAt(object, header)].flat();
    return values.filter((value) => typeof value === 'string').map((value) => value.trim());
  };
}

function count(counts: Counts | undefined, text: string): void {
  const order = dayMonthOrder(text);
  if (counts === undefined || order === null) return;
  if (order === 'day-first') counts.dayFirst += 1;
  else if (order === 'month-first') counts.monthFirst += 1;
  else counts.either += 1;
}

/**
 * The order of the column. A column with both orders has none: only its unambiguous dates are imported. A column
 * without evidence has the order of the other columns, if these agree.
 */
function orderOf({ dayFirst, monthFirst }: Counts, common: DayMonthOrder | null): DayMonthOrder {
  if (dayFirst > 0 && monthFirst > 0) return 'either';
  if (dayFirst > 0) return 'day-first';
  return monthFirst > 0 ? 'month-first' : (common ?? 'either');
}
