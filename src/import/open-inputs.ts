// From the files that the caller names to inputs: opened, their format told, their columns mapped. Reads their heads only.
import { ImportError } from './import-error.ts';
import type { ImportKind } from './map/import-fields.ts';
import { type MappingChoices, makeMapping } from './map/mapping.ts';
import { settleDates } from './map/settle-dates.ts';
import { sniffFormat } from './read/format.ts';
import { readHeadRows } from './read/read-rows.ts';
import { openSource } from './read/source.ts';
import type { Input } from './read-batches.ts';

export interface InputChoices extends MappingChoices {
  /** As encodingNamed answers it; null: told by the first bytes. */
  readonly encoding: string | null;
}

interface Opening extends InputChoices {
  readonly kind: ImportKind;
  readonly files: readonly string[];
  /** Asked of a file that is nothing to be imported; it is left out where the answer is true. Default: never. */
  readonly onStranger?: (error: ImportError) => boolean;
}

/** Notes are kept as texts: one that is no table of the kind is nothing to be imported. */
const NOTES = /\.txt(?:\.(?:gz|zst))?$/i;

/** Opens and maps all inputs. Throws ImportError where one cannot be read or mapped. */
export async function openInputs({ files, onStranger = () => false, ...choices }: Opening): Promise<Input[]> {
  const inputs: Input[] = [];
  let last: ImportError | null = null;
  for (const path of files) {
    try {
      inputs.push(await openInput(path, choices));
    } catch (error) {
      const isStranger = error instanceof ImportError && (error.stop.isForeign === true || NOTES.test(path));
      if (!isStranger || !onStranger(error)) throw error;
      last = error;
    }
  }
  if (inputs.length === 0 && last !== null) throw last;
  return inputs;
}

async function openInput(path: string, { kind, encoding, ...choices }: Omit<Opening, 'files'>): Promise<Input> {
  const source = await openSource(path, encoding);
  const format = sniffFormat(path, source.head);
  const headRows = await readHeadRows(source, format);
  const mapping = makeMapping({ ...choices, path, format, kind, headRows });
  return { source, mapping: await settleDates(mapping, source, headRows) };
}
