// A mapping stored as a file: written by --save-mapping, read by --mapping.
// {"kind": "people", "columns": {"first_name": "First Name", "emails": ["Mail 1", "#7"]}}
import { fileFault } from '../../ops/files/file-fault.ts';
import { readNamedFile, writeNamedFile } from '../../ops/files/named-file.ts';
import { parsedFileText } from '../../ops/json/json-object.ts';
import { ImportError } from '../import-error.ts';
import { readFault } from '../read/source.ts';
import { columnNames } from './column.ts';
import type { Mapping } from './column-mapping.ts';
import { IMPORT_FIELDS, type ImportKind } from './import-fields.ts';
import { entryFields } from './lists/list-fields.ts';

/**
 * Field and column (a header, or a position such as `#3`), in the order of the file. A list field may occur several
 * times.
 */
export type SavedMapping = readonly (readonly [field: string, column: string])[];

/**
 * Reads a saved mapping. Throws ImportError if the file is missing, is not a mapping, is of another kind, or names an
 * unknown field.
 */
export async function readSavedMapping(path: string, kind: ImportKind): Promise<SavedMapping> {
  const text = await readNamedFile(path).catch((cause: unknown) => {
    throw readFault(path, null, cause);
  });
  const saved = parsed(text);
  if (saved === null) {
    throw wrongFile(
      path,
      'it is not a mapping',
      'Give a file written by --save-mapping: {"kind", "columns": {FIELD: COLUMN}}.',
    );
  }
  if (saved.kind !== kind) {
    throw wrongFile(path, `it is a mapping of ${String(saved.kind)}`, `Give one of ${kind}.`);
  }
  const paths = new Set([...IMPORT_FIELDS[kind].map((field) => field.path), ...entryFields(kind)]);
  const unknown = saved.columns.find(([field]) => !paths.has(field));
  if (unknown) throw wrongFile(path, `there is no field ${unknown[0]}`, `The fields are: ${[...paths].join(', ')}.`);
  return saved.columns;
}

function parsed(text: string): { readonly kind: unknown; readonly columns: SavedMapping } | null {
  try {
    const { kind, columns } = parsedFileText(text) as { readonly kind: unknown; readonly columns: object };
    const pairs = Object.entries(columns).flatMap(([field, names]) =>
      [names].flat().map((name: unknown) => [field, name] as const),
    );
    return pairs.every((pair): pair is readonly [string, string] => typeof pair[1] === 'string')
      ? { kind, columns: pairs }
      : null;
  } catch {
    return null;
  }
}

function wrongFile(file: string, problem: string, remedy: string): ImportError {
  return new ImportError({ file, line: null, problem, remedy: `${remedy} Nothing was imported.` });
}

/**
 * Writes the effective mapping. Throws ImportError if the inputs have different mappings, or the file cannot be
 * written.
 */
export async function saveMapping(path: string, kind: ImportKind, mappings: readonly Mapping[]): Promise<void> {
  const [text = '', ...others] = mappings.map((mapping) => savedText(kind, mapping));
  const different = others.findIndex((other) => other !== text) + 1;
  if (different > 0) {
    const file = mappings[different]?.path ?? path;
    throw wrongFile(
      file,
      'its columns differ from those of the first file',
      'Save the mapping of one kind of file at a time.',
    );
  }
  await writeNamedFile(path, text).catch((cause: unknown) => {
    throw wrongFile(
      path,
      `it cannot be written (${fileFault(cause)?.problem ?? (cause as Error).message})`,
      'Name another file with --save-mapping.',
    );
  });
}

function savedText(kind: ImportKind, { columns }: Mapping): string {
  const names = columnNames(columns.map(({ column }) => column.header));
  const byField: Record<string, string | string[]> = {};
  for (const [index, { field }] of columns.entries()) {
    const name = names[index];
    if (field === null || name === undefined) continue;
    const before = byField[field];
    byField[field] = before === undefined ? name : [before, name].flat();
  }
  return `${JSON.stringify({ kind, columns: byField }, null, 2)}\n`;
}
