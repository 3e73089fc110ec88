// Brings a row into the shape of the import record: the cells of a table by their columns, the keys of JSON by their new names.
import type { RawValues } from '../normalise/scope.ts';
import { IMPORT_FIELDS, type ImportKind } from './import-fields.ts';
import type { Mapping } from './mapping.ts';

/** What tables write where they mean nothing. `NA` is not among them: it is Namibia. */
const EMPTY_WORDS = new Set(['', 'NaN', 'nan', 'NULL', 'null', 'N/A', 'n/a', '#N/A', '-', '\\N']);

/** A function that shapes the cells of one row. */
export function cellShaper(mapping: Mapping, kind: ImportKind): (cells: readonly string[]) => RawValues {
  const lists = listFields(kind);
  const targets = mapping.columns.flatMap(({ column, field }) => {
    if (field === null) return [];
    const [first = '', second = null] = field.split('.');
    return [{ index: column.index, first, second, isList: lists.has(field) }];
  });
  return (cells) => {
    const row: Record<string, unknown> = {};
    for (const { index, first, second, isList } of targets) {
      const cell = (cells[index] ?? '').trim();
      if (EMPTY_WORDS.has(cell)) continue;
      if (second !== null) row[first] = { ...(row[first] as object | undefined), [second]: cell };
      else row[first] = isList && row[first] !== undefined ? `${row[first]};${cell}` : cell;
    }
    return row;
  };
}

/** A function that renames the keys of one object and leaves out those not to be imported; null where it would change nothing. */
export function keyShaper(mapping: Mapping, kind: ImportKind): ((row: RawValues) => RawValues) | null {
  const renames = new Map(
    mapping.columns.flatMap(({ column, field }) =>
      field === null || (field === column.header && !field.includes('.')) ? [] : [[column.header, field]],
    ),
  );
  const fields = new Set(IMPORT_FIELDS[kind].map(({ path }) => path));
  const dropped = new Set(
    mapping.columns.flatMap(({ column, field }) =>
      field === null && fields.has(column.header) ? [column.header] : [],
    ),
  );
  if (renames.size === 0 && dropped.size === 0) return null;
  const lists = listFields(kind);
  return (row) => {
    const shaped: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(row)) {
      if (dropped.has(key)) continue;
      const [first = '', second = null] = (renames.get(key) ?? key).split('.');
      if (second !== null && renames.has(key))
        shaped[first] = { ...(shaped[first] as object | undefined), [second]: value };
      else if (renames.has(key)) shaped[first] = Array.isArray(value) && !lists.has(first) ? value[0] : value;
      else Object.defineProperty(shaped, key, { value, enumerable: true, writable: true, configurable: true });
    }
    return shaped;
  };
}

const listFields = (kind: ImportKind) =>
  new Set(IMPORT_FIELDS[kind].filter(({ isList }) => isList).map(({ path }) => path));
