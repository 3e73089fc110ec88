// The links in the cells of a sheet, such as the profile URL of a name. A cell shows only its text, so the links of a
// column become a separate column: `Name (link)` after `Name`.
import { isKnownHeader } from '../../map/known-headers.ts';
import { columnOf } from './merged-cells.ts';
import { matchesIn } from './part-matches.ts';
import { readSmallPart } from './xlsx-parts.ts';
import type { ZipParts } from './zip-parts.ts';

/** Excel stores at most 65,530 links in a sheet; programs may write more. */
const LINKS_MAX = 200_000;
/** Number of rows that are read before the columns with links are determined. */
const ROWS_HELD = 50;
const TAG = /<(?:\w+:)?hyperlink\s[^<>]*>/g;
const TAG_LENGTH_MAX = 5000;
const PLACE = /\sref\s*=\s*["']\$?([A-Z]{1,3})\$?(\d{1,7})/;
const RELATION = /\s\w+:id\s*=\s*["']([^"']*)["']/;
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)\S/i;
const FORMULA = /^\s*HYPERLINK\(\s*"([^"]+)"/i;

/** By row number and column from 0. */
export type SheetLinks = ReadonlyMap<number, ReadonlyMap<number, string>>;

export interface SheetRow {
  readonly number: number;
  readonly cells: string[];
  /** The links in the formulas of this row, by column; null if there are none. */
  readonly formulaLinks: ReadonlyMap<number, string> | null;
}

/**
 * The web address, mail address or phone number of a link; null for links to files, places in the workbook and scripts.
 */
function addressOf(target: string): string | null {
  if (!ADDRESS.test(target)) return null;
  return /^(?:mailto|tel):/i.test(target) ? target.replace(/^\w+:|\?.*$/g, '') : target;
}

/** The link of a formula such as `HYPERLINK("https://acme.example", "Acme")`; null for other formulas. */
export function linkOfFormula(formula: string): string | null {
  return addressOf(FORMULA.exec(formula)?.[1] ?? '');
}

/** The links in the cells of a sheet; none if there are more than any spreadsheet program writes. */
export async function readSheetLinks(zip: ZipParts, part: string): Promise<SheetLinks> {
  const targets = await targetsOf(zip, part);
  const links = new Map<number, Map<number, string>>();
  if (targets.size === 0) return links;
  let count = 0;
  for await (const [tag] of matchesIn(zip, part, { pattern: TAG, lengthMax: TAG_LENGTH_MAX })) {
    const [, letters = '', row = ''] = PLACE.exec(tag) ?? [];
    const address = targets.get(RELATION.exec(tag)?.[1] ?? '');
    if (address === undefined || row === '') continue;
    count += 1;
    if (count > LINKS_MAX) return new Map();
    const ofRow = links.get(Number(row)) ?? new Map<number, string>();
    links.set(Number(row), ofRow.set(columnOf(letters), address));
  }
  return links;
}

/** The addresses to which the links of a sheet refer, by the id of their relation. */
async function targetsOf(zip: ZipParts, part: string): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  await readSmallPart(zip, part.replace(/([^/]+)$/, '_rels/$1.rels'), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      const address = name === 'Relationship' && Type.endsWith('/hyperlink') ? addressOf(Target) : null;
      if (address !== null) targets.set(Id, address);
    },
  });
  return targets;
}

/** Adds the columns of links while the rows of a sheet are read in order. */
export class LinkedCells {
  readonly #links: SheetLinks;
  /** The first rows; null once the columns are known. */
  #held: SheetRow[] | null = [];
  /** The columns with links. `#start` is the column of the first of their link columns. */
  #columns: readonly number[] = [];
  #start = 0;

  constructor(links: SheetLinks) {
    this.#links = links;
  }

  /** The rows that can be written after this row was read, in order. */
  add(row: SheetRow): readonly SheetRow[] {
    if (this.#held === null) return [this.#extended(row)];
    this.#held.push(row);
    return this.#held.length < ROWS_HELD ? [] : this.rest();
  }

  /** The rows that are still held. */
  rest(): readonly SheetRow[] {
    const rows = this.#held ?? [];
    this.#held = null;
    const header = headerOf(rows);
    const [title, below] = [rows[header], rows.slice(header + 1)];
    if (title === undefined) return rows;
    const linked = below.flatMap((row) => this.#newLinksOf(row));
    this.#columns = [...new Set(linked)].filter((column) => (title.cells[column] ?? '') !== '').sort((a, b) => a - b);
    if (this.#columns.length === 0) return rows;
    this.#start = Math.max(...rows.map(({ cells }) => lengthOf(cells)));
    append(
      title.cells,
      this.#start,
      this.#columns.map((column) => `${title.cells[column]} (link)`),
    );
    for (const row of below) this.#extended(row);
    return rows;
  }

  #linkOf({ number, formulaLinks }: SheetRow, column: number): string {
    return formulaLinks?.get(column) ?? this.#links.get(number)?.get(column) ?? '';
  }

  /** The columns of a row whose cell does not show the address of its link. */
  #newLinksOf(row: SheetRow): number[] {
    const columns = [...(row.formulaLinks?.keys() ?? []), ...(this.#links.get(row.number)?.keys() ?? [])];
    return columns.filter((column) => bare(row.cells[column] ?? '') !== bare(this.#linkOf(row, column)));
  }

  #extended(row: SheetRow): SheetRow {
    const isFree = this.#columns.length > 0 && lengthOf(row.cells) <= this.#start;
    if (isFree)
      append(
        row.cells,
        this.#start,
        this.#columns.map((column) => this.#linkOf(row, column)),
      );
    return row;
  }
}

/**
 * The index of the row with the most known headers. If no row has any, the index of the first row with the most cells:
 * titles above a table and notes below it have fewer cells than the header. -1 if there are no rows.
 */
function headerOf(rows: readonly SheetRow[]): number {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== ''));
  const known = filled.map((cells) => cells.filter(isKnownHeader).length);
  const sizes = Math.max(...known, 0) > 1 ? known : filled.map((cells) => cells.length);
  return sizes.indexOf(Math.max(...sizes, 0));
}

const bare = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?|\/$/g, '');

/** The number of cells up to the last cell with text; blanks are not text. */
export const lengthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

function append(cells: string[], start: number, texts: readonly string[]): void {
  cells.length = Math.min(cells.length, start);
  while (cells.length < start) cells.push('');
  cells.push(...texts);
}
