// From the files that the caller names to inputs: opened, their format told, their columns mapped. Reads their heads only.
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
}

/** Opens and maps all inputs. Throws ImportError where one cannot be read or mapped. */
export async function openInputs({ kind, files, encoding, ...choices }: Opening): Promise<Input[]> {
  const inputs: Input[] = [];
  for (const path of files) {
    const source = await openSource(path, encoding);
    const format = sniffFormat(path, source.head);
    const headRows = await readHeadRows(source, format);
    const mapping = makeMapping({ ...choices, path, format, kind, headRows });
    inputs.push({ source, mapping: await settleDates(mapping, source, headRows) });
  }
  return inputs;
}
