// Reads a position from a headline or from the text after a name, in the form that directories and search pages use:
// `VP Engineering at Acme`. Used only if a row names no other position; sentences do not match.
import { readsAsTitle } from '../titles/reads-as-title.ts';

const SEGMENTS = /\s*[|•·]\s*/;
const AT = /^(.+?)\s+(?:at|@|bei(?: der)?|chez|presso|bij)\s+(.+)$/iu;
/** `Data Scientist - Acme` */
const DASHED = /^(.+?)\s[-–—]\s(.+)$/u;
const LENGTH_MAX = 80;
/** Former and future positions, and activities. */
const NO_TITLE =
  /^(?:ex\b|former|previous|past|retired|ehemalig|ancien|looking|seeking|open to|helping|building|working|studying|passionate|making|driving|i\b|we\b|student|alum|graduate)/iu;
const NAME = /^[\p{Lu}\p{N}][^.!?]*\.?$/u;

export interface WrittenPosition {
  readonly title: string;
  readonly company: string;
}

/**
 * Title and employer of the first part of a text; null if it does not name both. `isDashed`: a dash may separate them.
 */
export function writtenPosition(text: string, { isDashed }: { readonly isDashed: boolean }): WrittenPosition | null {
  const [first = ''] = text.split(SEGMENTS);
  const [, title = '', company = ''] = AT.exec(first) ?? (isDashed ? DASHED.exec(first) : null) ?? [];
  if (title === '' || title.length > LENGTH_MAX || company.length > LENGTH_MAX || NO_TITLE.test(title)) return null;
  return NAME.test(company) && readsAsTitle(title) ? { title, company } : null;
}
