// A row as read to raw values under the names of the import record: parsed, mapped, and free of text that no store can keep.
import { cellShaper, keyShaper } from './map/apply-mapping.ts';
import type { ImportKind } from './map/import-fields.ts';
import type { Mapping } from './map/mapping.ts';
import type { RawValues, Reject } from './normalise/scope.ts';
import type { Row } from './read/row.ts';

/** JSON can bring NUL and lone surrogates only as escapes, a table NUL only as itself: most rows need no closer look. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;
/** Records are nested three deep; below this nothing is looked at. */
const DEPTH_MAX = 32;

type Decoded = { readonly values: RawValues } | { readonly reject: Reject };

/** A decoder of the rows that one mapping applies to. */
export function rowDecoder(mapping: Mapping, kind: ImportKind): (row: Row) => Decoded {
  const shapeCells = cellShaper(mapping, kind);
  const shapeKeys = keyShaper(mapping, kind);
  return (row) => {
    if (row.fault !== null) return rejected(null, row.fault);
    if (row.cells !== null) {
      const values = shapeCells(row.cells);
      return (row.text.includes('\0') ? badText(values) : null) ?? { values };
    }
    const parsed = parseObject(row.text);
    if (typeof parsed === 'string') return rejected(null, parsed);
    const values = shapeKeys === null ? parsed : shapeKeys(parsed);
    const isSuspicious = row.text.includes('\\u') && SUSPICIOUS_ESCAPE.test(row.text);
    return (isSuspicious ? badText(values) : null) ?? { values };
  };
}

function rejected(field: string | null, reason: string) {
  return { reject: { field, reason, value: null } };
}

/** The object, or the reason why there is none. */
function parseObject(text: string): RawValues | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not valid JSON';
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as RawValues)
    : 'not a JSON object';
}

/** Names the first text that holds NUL or half a surrogate pair. */
function badText(row: RawValues): { reject: Reject } | null {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: row, path: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      if (value.includes('\0')) return rejected(path, 'holds a NUL character');
      if (!value.isWellFormed()) return rejected(path, 'holds half a surrogate pair: not valid Unicode');
    } else if (typeof value === 'object' && value !== null && depth < DEPTH_MAX) {
      for (const [key, member] of Object.entries(value)) {
        const memberPath = Array.isArray(value) ? path : path === '' ? key : `${path}.${key}`;
        open.push({ value: member, path: memberPath, depth: depth + 1 });
      }
    }
  }
  return null;
}
