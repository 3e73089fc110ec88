// Whether a text is a header of any field of any kind of file. Known headers are evidence for the header row of a
// table.
import { headerKey } from './header-key.ts';
import { IMPORT_FIELDS } from './import-fields.ts';
import presets from './presets.json' with { type: 'json' };

interface Preset {
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

let known: ReadonlySet<string> | null = null;

function knownKeys(): ReadonlySet<string> {
  known ??= new Set([
    ...Object.values(IMPORT_FIELDS).flatMap((fields) =>
      fields.flatMap(({ path, headers }) => [headerKey(path), ...headers]),
    ),
    ...Object.values<Readonly<Record<string, Preset>>>(presets).flatMap((kinds) =>
      Object.values(kinds).flatMap(({ columns }) => Object.values(columns).flat().map(headerKey)),
    ),
  ]);
  return known;
}

/** Whether a table or a preset of src/import/map lists the cell as a header. */
export function isKnownHeader(cell: string): boolean {
  return cell.length <= HEADER_LENGTH_MAX && knownKeys().has(headerKey(cell));
}

/** A longer cell is not a header. */
const HEADER_LENGTH_MAX = 100;
