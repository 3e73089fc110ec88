// Opens an input and maps its columns. If the first sheet of a workbook is a cover or contains notes, opens another
// sheet.
import { ImportError } from './import-error.ts';
import type { Mapping } from './map/column-mapping.ts';
import { type Format, formatOf } from './read/format.ts';
import { HEAD_ROWS_MAX, readHeadRows } from './read/read-rows.ts';
import type { Row } from './read/row.ts';
import { openSource, quotedNames, type Source } from './read/source.ts';

interface InputToOpen {
  readonly path: string;
  /** Null to detect it. */
  readonly encoding: string | null;
  /** The sheet of a workbook that the caller names; null for none. */
  readonly sheet: string | null;
}

/** An input as detected from its head. */
export interface OpenedInput {
  readonly source: Source;
  readonly format: Format;
  readonly headRows: readonly Row[];
  /** Whether the head has all rows. */
  readonly isWhole: boolean;
}

export type MapInput = (opened: OpenedInput) => Mapping;

type Fitting = OpenedInput & ({ readonly mapping: Mapping } | { readonly mapping: null; readonly fault: ImportError });

/** A sheet with fewer mapped columns is not a table of records. */
const FIELDS_MIN = 2;

/**
 * The input with its mapping, or with the fault of the mapping. If the first sheet of a workbook cannot be mapped,
 * returns the first other sheet that can be mapped with at least two columns. Throws ImportError if the input cannot be
 * read.
 */
export async function openFitting({ path, encoding, sheet }: InputToOpen, map: MapInput): Promise<Fitting> {
  const first = await openMapped({ path, encoding, sheet }, map);
  const { otherSheets } = first.source;
  if (first.mapping !== null || sheet !== null || otherSheets.length === 0) return first;
  for (const name of otherSheets) {
    const other = await openMapped({ path, encoding, sheet: name }, map).catch(() => null);
    const fields = other?.mapping?.columns.filter(({ field }) => field !== null).length ?? 0;
    if (other === null || fields < FIELDS_MIN) continue;
    const container = `${other.source.container}; the first sheet, "${first.source.sheet}", has no known columns`;
    return { ...other, source: { ...other.source, container } };
  }
  const { stop } = first.fault;
  const names = quotedNames(otherSheets);
  const { remedyInDashboard: inDashboard = stop.remedy } = stop;
  const remedy = `${stop.remedy} The other sheets, for --sheet, are ${names}.`;
  const remedyInDashboard = `${inDashboard} To import another sheet, choose it: ${names}.`;
  return { ...first, fault: new ImportError({ ...stop, remedy, remedyInDashboard }) };
}

/** Only workbooks have sheets: with other files, the option may be a mistake. */
function noSheets(file: string, sheet: string): ImportError {
  const problem = `--sheet ${sheet} names a sheet, but the file is not an Excel workbook (.xlsx)`;
  const remedy = 'Leave out --sheet, or import workbooks with a command of their own; nothing was imported.';
  return new ImportError({ file, line: null, problem, remedy });
}

async function openMapped({ path, encoding, sheet }: InputToOpen, map: MapInput): Promise<Fitting> {
  const source = await openSource(path, encoding, sheet);
  const format = formatOf(source);
  if (sheet !== null && source.sheet === null) throw noSheets(path, sheet);
  const headRows = await readHeadRows(source, format);
  const isWhole = source.isHeadAll === true && headRows.length < HEAD_ROWS_MAX;
  const opened = { source, format, headRows, isWhole };
  try {
    return { ...opened, mapping: map(opened) };
  } catch (error) {
    if (error instanceof ImportError) return { ...opened, mapping: null, fault: error };
    throw error;
  }
}
