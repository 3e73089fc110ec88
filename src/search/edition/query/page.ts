// A page of a search, and the place of a document, which a cursor contains.
import type { Work } from '../../../ops/scheduling/work.ts';
import type { Hidden } from '../hidden.ts';
import type { LayerQuery } from './compile-query.ts';

/** The part of the result that a search returns. */
export interface PageRequest {
  /** The page begins after this document; -1 for the first page. */
  readonly after: number;
  readonly limit: number;
  /** The number of matches to skip before the page; none by default. */
  readonly skip?: number;
  /** The page ends before this document; unlimited by default. */
  readonly until?: number;
  readonly hidden?: Hidden;
  /** For a part of a base: the matches of the parts before it. */
  readonly earlier?: EarlierDocs | undefined;
  /** For a layer: exchanges the matching employers with other layers. */
  readonly employers?: Pick<LayerQuery, 'reportEmployers' | 'staff'> | undefined;
}

/** The people who match in earlier parts of a base. */
export interface EarlierDocs {
  /** Whether the person of a document matches in an earlier part; null if `prepare` must be called first. */
  isMatched(doc: number): boolean | null;
  prepare(): Work<void>;
}

/** Documents in order, and whether more matches follow. */
export interface Page {
  readonly docs: readonly number[];
  readonly more: boolean;
}

/** A document of an edition. */
export interface DocReference {
  /** 16 hex digits. */
  readonly editionId: string;
  readonly doc: number;
}
