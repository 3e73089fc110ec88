// A page of a search, and the place of a document that a cursor names.
import type { Work } from '../../ops/scheduling/work.ts';
import type { LayerQuery } from './compile-query.ts';
import type { Hidden } from './hidden.ts';

/** The part of the result to return. */
export interface PageRequest {
  /** The page begins after this document; -1 for the first page. */
  readonly after: number;
  readonly limit: number;
  /** The number of matches to skip before the page; none by default. */
  readonly skip?: number;
  /** The page ends before this document; by default it does not. */
  readonly until?: number;
  readonly hidden?: Hidden;
  /** In a part of a base: the matches of the parts before it. */
  readonly earlier?: EarlierDocs | undefined;
  /** In a layer: exchanges the employers of the query with other layers. */
  readonly employers?: Pick<LayerQuery, 'reportEmployers' | 'staff'> | undefined;
}

/** Knows of which people earlier parts of a base have a match. */
export interface EarlierDocs {
  /** Whether they have one of the person of a document; null if `prepare` must be called before. */
  isMatched(doc: number): boolean | null;
  prepare(): Work<void>;
}

/** Documents in order, and whether more matches follow. */
export interface Page {
  readonly docs: readonly number[];
  readonly more: boolean;
}

/** A document of an edition. */
export interface EditionPlace {
  /** 16 hex digits. */
  readonly editionId: string;
  readonly doc: number;
}
