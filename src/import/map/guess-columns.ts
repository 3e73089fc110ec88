// Guesses what the columns of a table, or the keys of JSON rows, mean: by their headers, and for profile URLs by their values.
import { type ProfileKind, parseNetworkUrl } from '../../identity/network-url.ts';
import { wordKey } from '../../words/words.ts';
import { IMPORT_FIELDS, type ImportField, type ImportKind } from './import-fields.ts';

export interface Column {
  /** 0-based place in a table's row; of JSON rows the order in which the keys were met. */
  readonly index: number;
  /** The header as written; may be empty. */
  readonly header: string;
  /** Some values of the column that are not empty. */
  readonly samples: readonly string[];
}

/** Share of a column's values that must be profile URLs of one kind for it to be read as such. */
const URL_SHARE_MIN = 0.5;
const CAMEL_CASE = /(\p{Ll})(\p{Lu})/gu;

/** The folded words of a header: `companyName`, `COMPANY_NAME` and `Company name` are one. */
export function headerKey(header: string): string {
  return wordKey(header.replace(CAMEL_CASE, '$1 $2'));
}

/** Field path of each guessed column, by its index. Each field that is no list gets one column: the one whose header means it best. */
export function guessColumns(kind: ImportKind, columns: readonly Column[]): Map<number, string> {
  const guesses = new Map<number, string>();
  for (const field of IMPORT_FIELDS[kind]) {
    for (const column of columnsOfField(field, columns)) {
      if (!guesses.has(column.index)) guesses.set(column.index, field.path);
    }
  }
  for (const [index, path] of guessProfileColumns({ kind, columns, taken: guesses })) guesses.set(index, path);
  return guesses;
}

interface ProfileGuess {
  readonly kind: ImportKind;
  readonly columns: readonly Column[];
  /** The columns that have a field already, by their index. */
  readonly taken: ReadonlyMap<number, string>;
}

/** Field path of the columns that hold profile URLs, by their index, for fields and columns that are not taken. */
export function guessProfileColumns({ kind, columns, taken }: ProfileGuess): Map<number, string> {
  const guesses = new Map<number, string>();
  const paths = new Set(taken.values());
  for (const [path, profileKind] of PROFILE_FIELDS[kind]) {
    const free = columns.filter(({ index }) => !taken.has(index) && !guesses.has(index));
    const column = paths.has(path) ? null : profileColumn(free, profileKind);
    if (column) guesses.set(column.index, path);
  }
  return guesses;
}

function columnsOfField(field: ImportField, columns: readonly Column[]): Column[] {
  const ranked = columns
    .map((column) => ({ column, rank: headerRank(field, headerKey(column.header)) }))
    .filter(({ rank }) => rank !== -1)
    .sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, field.isList ? ranked.length : 1).map(({ column }) => column);
}

/** Place of the header among those that mean the field, 0 for the field's own name; -1 where it does not. */
function headerRank(field: ImportField, key: string): number {
  const headers = [wordKey(field.path), ...field.headers];
  return headers.findIndex((header) => meansHeader(header, key));
}

/** Whether a header, given as its key, is the one that is meant; `* title` means any that ends so. */
export function meansHeader(header: string, key: string): boolean {
  return header.startsWith('* ') ? key.endsWith(header.slice(1)) : key === header;
}

const PROFILE_FIELDS: Readonly<Record<ImportKind, readonly (readonly [path: string, kind: ProfileKind])[]>> = {
  companies: [['network_url', 'company']],
  people: [
    ['network_url', 'person'],
    ['company_network_url', 'company'],
  ],
  jobs: [['company_network_url', 'company']],
};

/** The column that holds most profile URLs: a network is known by the shape of its URLs, not by its name. */
function profileColumn(columns: readonly Column[], kind: ProfileKind): Column | null {
  let best: Column | null = null;
  let bestShare = 0;
  for (const column of columns) {
    const urls = column.samples.filter((sample) => parseNetworkUrl(sample, kind) !== null);
    const share = urls.length / column.samples.length;
    if (share >= URL_SHARE_MIN && share > bestShare) {
      best = column;
      bestShare = share;
    }
  }
  return best;
}
