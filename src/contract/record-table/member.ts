// The rows of the record table: one row describes one member of a company, a person or an opening, by its wire name.
import type { ClosedList, ListName } from '../vocabularies/values.ts';
import type { IdForm } from './id-form.ts';

/**
 * The kind of a value; it determines how the value is read, stored, written and described. `text` (one line), `long`
 * (any length) and `texts` are free text. `listed` is a value of a closed list, or for an open list also free text.
 * `place` is an object with the rows `members`; `entries` is a list of such objects. `ids` are identifiers that other
 * systems have assigned to the record.
 */
export type MemberKind =
  | 'profile'
  | 'text'
  | 'long'
  | 'texts'
  | 'listed'
  | 'hostname'
  | 'hostnames'
  | 'ids'
  | 'url'
  | 'address'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'day'
  | 'timestamp'
  | 'place'
  | 'entries';

/** A filter on the search field that contains it. */
export type FieldFilter = {
  /** Name on the wire. */
  readonly name: string;
  readonly description: string;
  /** Set if the name is an alias for existing clients: the documented alternative. */
  readonly aliasOf?: string;
} & (
  | { readonly shape: 'words'; readonly abbreviations?: true; readonly readsWithHeadline?: true }
  | { readonly shape: 'choice'; readonly list: ListName; readonly excludes?: true; readonly orPresent?: true }
  | { readonly shape: 'range'; readonly labels?: true }
  | { readonly shape: 'at_least'; readonly max?: number }
  | { readonly shape: 'dates' }
);

/** A search field: how the values of a member can be searched. */
export interface SearchedAs {
  /**
   * `value`: a closed value. `words`: a text searched by words. `number`: a whole number of 0 or more. `date`: days
   * since 1970-01-01.
   */
  readonly kind: 'value' | 'words' | 'number' | 'date';
  /**
   * For `words`. `own`: each document has its own text (names). `shared`: many documents share a text (cities).
   * `numbered`: shared, and shown by autocomplete in its original spelling (titles).
   */
  readonly texts?: 'own' | 'shared' | 'numbered';
  /** For openings: `openings` if the openings of one job row have separate values. */
  readonly space?: 'openings';
  /** The member of a place, or of each entry, that is searched. */
  readonly from?: string;
  /** The search field whose values this one reads. */
  readonly of?: string;
  /** True if the writer of its space stores it in columns of its own. */
  readonly apart?: true;
  /** Whether autocomplete suggests its values. */
  readonly suggested?: true;
  readonly filters?: readonly FieldFilter[];
}

/** A row of the table. */
export interface Member {
  readonly kind: MemberKind;
  /** Description in the reference. */
  readonly meaning: string;
  /**
   * Set for a member that records do not store: `answer` is derived from other members, `input` is a key of the import
   * form from which another member is read.
   */
  readonly part?: 'answer' | 'input';
  /** False: it is never in an answer. */
  readonly answered?: false;
  /**
   * The first stage at which it must have a value: a row of an import, a record, or an answer. By default it may be
   * null everywhere.
   */
  readonly needed?: 'import' | 'record' | 'answer';
  /** For a profile: the kind of record it belongs to. */
  readonly of?: 'company' | 'person';
  readonly list?: ClosedList;
  /** For ids. */
  readonly form?: IdForm;
  /** True if a text outside the list is stored as it is. */
  readonly open?: true;
  /** Range of a number. */
  readonly min?: number;
  readonly max?: number;
  /** For a place or entries. */
  readonly members?: Readonly<Record<string, Member>>;
  /** `own`: import/normalize/ reads it with special code instead of by its kind. */
  readonly reader?: 'own';
  /** The columns of a table that supply it: none, several, or the best one that is not empty. Default: one. */
  readonly column?: 'none' | 'several' | 'best';
  /** True if the employer in a row of people search includes it. */
  readonly ofEmployer?: true;
  readonly searched?: Readonly<Record<string, SearchedAs>>;
}

export type Members = Readonly<Record<string, Member>>;

/** The number of table columns that supply a member; several for a list. */
export function columnsOf({ kind, column }: Member): 'none' | 'one' | 'several' | 'best' {
  return column ?? (kind === 'texts' || kind === 'ids' ? 'several' : 'one');
}

/** Whether answers contain a member. */
export function isAnswered({ part, answered }: Member): boolean {
  return answered !== false && part !== 'input';
}

/** Whether records store a member. */
export function isStored({ part }: Member): boolean {
  return part === undefined;
}

/** Whether a member is free text, in which contact details are redacted. */
export function isFreeText({ kind, open }: Member): boolean {
  return ['text', 'long', 'texts'].includes(kind) || (kind === 'listed' && open === true);
}
