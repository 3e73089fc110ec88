// The interface of an edition that is searched: an edition of one layer or of several.
import type { IdentifierLookups } from './bodies/lookups.ts';
import type { Records } from './bodies/record-pack.ts';
import type { Edition } from './edition.ts';

/** The members of Edition that concern its files or its use as a layer. */
type OfLayer =
  | ('buffer' | 'shared')
  | ('index' | 'slugs' | 'staffShares' | 'countWithAdmitted' | 'vocabularyLayer' | 'docsOf' | 'facetLabels');

/** An edition that is searched. Documents and `Hidden` are valid for this edition only. */
export interface SearchableEdition extends Omit<Edition, OfLayer | 'records' | 'lookups' | 'changedRecords'> {
  readonly records: Records | null;
  readonly lookups: IdentifierLookups | null;
  readonly changedRecords: number;
}
