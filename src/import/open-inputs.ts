// Opens the files of an import, detects their formats and maps their columns. Reads their heads only.
import { ImportError } from './import-error.ts';
import type { ImportKind } from './map/import-fields.ts';
import { type MappingChoices, makeMapping } from './map/mapping.ts';
import { resolveDateOrder } from './map/resolve-date-order.ts';
import { openFitting } from './open-fitting.ts';
import type { Input } from './read-batches.ts';

export interface InputChoices extends MappingChoices {
  /** A name returned by encodingNamed; null to detect it from the first bytes. */
  readonly encoding: string | null;
  /** The sheet of workbooks, by name or number; null for the first one that fits. */
  readonly sheet?: string | null;
  /** The country of places without one, ISO alpha-2; null for none. */
  readonly country?: string | null;
}

interface Opening extends InputChoices {
  readonly kind: ImportKind;
  readonly files: readonly string[];
  /** Called for a file that is not importable; it is skipped if the result is true. Default: never. */
  readonly onUnimportable?: (error: ImportError) => boolean;
}

/** Text files may be notes: a text file that is not a table of the kind is not importable. */
const NOTES = /\.txt(?:\.(?:gz|zst))?$/i;

/** Opens and maps all inputs. Throws ImportError if one cannot be read or mapped. */
export async function openInputs({ files, onUnimportable = () => false, ...choices }: Opening): Promise<Input[]> {
  const inputs: Input[] = [];
  let last: ImportError | null = null;
  for (const path of files) {
    try {
      inputs.push(await openInput(path, choices));
    } catch (error) {
      const isUnimportable = error instanceof ImportError && (error.stop.isForeign === true || NOTES.test(path));
      if (!isUnimportable || !onUnimportable(error)) throw error;
      last = error;
    }
  }
  if (inputs.length === 0 && last !== null) throw last;
  return inputs;
}

async function openInput(path: string, { kind, encoding, sheet, ...choices }: Omit<Opening, 'files'>): Promise<Input> {
  const opened = await openFitting({ path, encoding, sheet: sheet ?? null }, ({ format, headRows, isWhole }) =>
    makeMapping({ ...choices, path, format, kind, headRows, isWhole }),
  );
  if (opened.mapping === null) throw opened.fault;
  const { source, headRows, mapping } = opened;
  return { source, mapping: await resolveDateOrder(mapping, source, headRows) };
}
