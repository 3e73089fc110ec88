// The byte that ends the lines of an input: LF, also as part of CR LF, or CR in files of old Macs, which may have LF in
// quoted cells.

const LF = 0x0a;
export const CR = 0x0d;
const QUOTE = 0x22;
/** A quote after one of these bytes opens a cell. */
const BEFORE_CELL = new Set([LF, CR, 0x20, ...Buffer.from(',;\t|^')]);

/** The line break of an input that begins with these bytes: CR if no line outside of quotes ends at LF. */
export function lineBreakOf(head: Buffer): number {
  if (!hasBareCr(head)) return LF;
  if (!head.includes(LF)) return CR;
  let isBare = false;
  for (let at = 0; at < head.length; at += 1) {
    if (head[at] === LF) return LF;
    if (head[at] === CR) isBare = true;
    if (head[at] === QUOTE && (at === 0 || BEFORE_CELL.has(head[at - 1] ?? 0))) at = closingQuote(head, at);
  }
  return isBare ? CR : LF;
}

/** Whether the text contains a CR that is not part of CR LF. */
function hasBareCr(head: Buffer): boolean {
  for (let at = head.indexOf(CR); at !== -1; at = head.indexOf(CR, at + 1)) if (head[at + 1] !== LF) return true;
  return false;
}

/** The position of the quote that closes the quoted cell; the end of the text if none does. */
function closingQuote(head: Buffer, opening: number): number {
  let end = head.indexOf(QUOTE, opening + 1);
  while (end !== -1 && head[end + 1] === QUOTE) end = head.indexOf(QUOTE, end + 2);
  return end === -1 ? head.length : end;
}
