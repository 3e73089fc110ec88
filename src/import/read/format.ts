// What an input is: JSON Lines, a JSON array or a table, and what separates the table's cells. Told by the first bytes, and only
// where these leave it open by the file's name.
import { ImportError } from '../import-error.ts';
import { splitCells } from './table.ts';

export type Format =
  | { readonly kind: 'json-lines' }
  | { readonly kind: 'json-array' }
  | { readonly kind: 'table'; readonly delimiter: string };

/** In the order in which they win a tie. */
const DELIMITERS = [',', ';', '\t', '|'];
/** Lines that the delimiter is guessed from. */
const SAMPLE_LINES = 20;
const PARQUET_MAGIC = 'PAR1';
const ZIP_MAGIC = 'PK\u0003\u0004';

/** The format of an input. Throws ImportError for packed or binary formats that cannot be read. */
export function sniffFormat(path: string, head: Buffer): Format {
  const start = head.toString('latin1', 0, 4);
  if (start === PARQUET_MAGIC || start === ZIP_MAGIC) {
    throw new ImportError({
      file: path,
      line: null,
      problem: `it is ${start === PARQUET_MAGIC ? 'a Parquet file' : 'a ZIP archive or a workbook'}`,
      remedy: 'Export it as CSV or JSON Lines; nothing was imported.',
    });
  }
  const text = head.toString('utf8').trimStart();
  if (text.startsWith('{')) return jsonLines(path, text);
  if (/^\[\s*[{\]]/.test(text)) return { kind: 'json-array' };
  return { kind: 'table', delimiter: sniffDelimiter(path, text) };
}

function jsonLines(path: string, text: string): Format {
  const firstLine = text.split(/\r?\n|\r/, 1)[0] ?? '';
  if (firstLine.trim() === '{') {
    throw new ImportError({
      file: path,
      line: 1,
      problem: 'a JSON object goes over several lines',
      remedy: 'Give one object a line (JSON Lines) or one array of objects; nothing was imported.',
    });
  }
  return { kind: 'json-lines' };
}

/** The delimiter that cuts the first lines into most cells, the same number in each; a name that ends in .tsv or .tab decides for TAB. */
function sniffDelimiter(path: string, text: string): string {
  if (/\.(tsv|tab)(\.(gz|zst))?$/i.test(path)) return '\t';
  const lines = text
    .split(/\r\n|\n|\r/)
    .slice(0, SAMPLE_LINES)
    .filter((line) => line !== '');
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const counts = lines.map((line) => cellCount(line, delimiter));
    const header = counts[0] ?? 1;
    // The header counts double: a long text in the rows may hold any delimiter.
    const score =
      header < 2 ? 0 : header + header * (counts.filter((count) => count === header).length / counts.length);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

function cellCount(line: string, delimiter: string): number {
  const split = splitCells(line, delimiter);
  return split.kind === 'cells' ? split.cells.length : 0;
}
