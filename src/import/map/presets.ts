// The exports of well-known products: the header rows that identify them, and the fields of their columns. Columns of
// other files are guessed (guess-columns.ts).

import type { Column } from './column.ts';
import { meansHeader } from './guess-columns.ts';
import { headerKey } from './header-key.ts';
import { FIELDS_OF_SEVERAL, type ImportKind } from './import-fields.ts';
import presets from './presets.json' with { type: 'json' };

interface Preset {
  /** Each set of headers identifies the export if a file has all of them. */
  readonly foundBy: readonly (readonly string[])[];
  /**
   * Field path -> its headers. A list or a field with fallbacks takes all columns with these headers, another field the
   * first one. `* x` matches every header that ends in `x`.
   */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

const PRESETS: Readonly<Record<string, Partial<Readonly<Record<ImportKind, Preset>>>>> = presets;

export const PRESET_NAMES: readonly string[] = Object.keys(PRESETS);

/** The presets that support this kind of file. */
export function presetsOf(kind: ImportKind): string[] {
  return PRESET_NAMES.filter((name) => PRESETS[name]?.[kind] !== undefined);
}

/**
 * Detects the preset from the headers of a table, or the keys of JSON rows without inner keys. If several match,
 * returns the preset that maps most columns; null if no known export matches.
 */
export function findPreset(kind: ImportKind, columns: readonly Column[]): string | null {
  const keys = new Set(columns.flatMap(({ header, isNested }) => (isNested === true ? [] : headerKey(header))));
  const isFound = ({ foundBy }: Preset) =>
    foundBy.some((headers) => headers.every((name) => keys.has(headerKey(name))));
  const explained = (name: string) => presetFields(name, kind, columns).size;
  return (
    presetsOf(kind)
      .filter((name) => isFound(PRESETS[name]?.[kind] ?? NO_PRESET))
      .toSorted((a, b) => explained(b) - explained(a))[0] ?? null
  );
}

const NO_PRESET: Preset = { foundBy: [], columns: {} };

/** The field path of each column that the preset names, by column index. */
export function presetFields(name: string, kind: ImportKind, columns: readonly Column[]): Map<number, string> {
  const fields = new Map<number, string>();
  for (const [path, headers] of Object.entries((PRESETS[name]?.[kind] ?? NO_PRESET).columns)) {
    const found = headers.flatMap((header) => columnNamed(header, columns) ?? []);
    for (const { index } of FIELDS_OF_SEVERAL[kind].has(path) ? found : found.slice(0, 1)) fields.set(index, path);
  }
  return fields;
}

function columnNamed(header: string, columns: readonly Column[]): Column | null {
  const wanted = header.startsWith('* ') ? header : headerKey(header);
  return columns.find((column) => meansHeader(wanted, headerKey(column.header))) ?? null;
}
