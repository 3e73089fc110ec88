// A stored row -> the body of its single call.
import type { BulkedOperation } from '../contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import { exactlyOneOf } from '../contract/schemas/schema.ts';
import { mappedFields, type StoredOptions } from './batch-options.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A row, or its text with the reason why it cannot be read. */
export type ReadRow =
  | { readonly row: Row; readonly fault: null }
  | { readonly row: null; readonly fault: string; readonly text: string };

/** The value in a column; null if the row does not have the column. */
export function valueIn(row: Row | null, column: string): unknown {
  return row !== null && Object.hasOwn(row, column) ? row[column] : null;
}

/** The columns of a stored line. */
export function readRow(line: string, columns: readonly string[]): ReadRow {
  const value = JSON.parse(line) as unknown;
  if (typeof value === 'string') {
    const at = value.indexOf('\n');
    return { row: null, fault: `the row cannot be read: ${value.slice(0, at)}`, text: value.slice(at + 1) };
  }
  if (!Array.isArray(value)) return { row: value as Row, fault: null };
  return { row: Object.fromEntries(columns.map((name, index) => [name, value[index] ?? ''])), fault: null };
}

/**
 * Makes the body of a call from the mapped columns of a row; empty columns are left out. If the body needs exactly one
 * of several members, it gets the first one that the row has.
 */
export function bodyReader(operation: BulkedOperation, { map }: Pick<StoredOptions, 'map'>): (row: Row) => Row {
  const { body: schema } = ENDPOINTS[operation];
  const ways = exactlyOneOf(schema);
  const known = mappedFields(schema);
  const fields = Object.entries(map).map(([field, column]) => {
    const [member = field, inner = null] = field.split('.');
    return { member, inner, column, isBoolean: known.get(field)?.type === 'boolean' };
  });
  return (row) => {
    const body: Record<string, unknown> = {};
    for (const { member, inner, column, isBoolean } of fields) {
      const value = valueIn(row, column);
      if (value === null || value === '') continue;
      const read = isBoolean && typeof value === 'string' ? booleanOf(value) : value;
      body[member] = inner === null ? read : { ...(body[member] as object | undefined), [inner]: read };
    }
    for (const other of ways.filter((way) => Object.hasOwn(body, way)).slice(1)) delete body[other];
    return body;
  };
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  yes: true,
  no: false,
  '1': true,
  '0': false,
};

/** `true` or `false` of a table as a boolean; any other text is unchanged, so that it is rejected. */
function booleanOf(text: string): unknown {
  return BOOLEANS[text.trim().toLowerCase()] ?? text;
}
