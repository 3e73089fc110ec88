// The rows of the record table: one row describes one member of a company, a person or an opening, by its wire name.
import type { ClosedList, ListName } from '../vocabularies/values.ts';
import type { IdForm } from './id-form.ts';

/**
 * The kind of a value, by which it is read, stored, written and described. `text` (on one line), `long` (of any
 * length) and `texts` are free text. `listed` is a value of a closed list; of an open list also free text.
 * `place` is an object with the rows `members`, `entries` a list of such objects. `ids` are identifiers that other
 * systems have given to the record.
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

/** A search field: how the values of a member are searched. */
export interface SearchedAs {
  /**
   * `value`: a closed value. `words`: a text searched by words. `number`: a whole number of 0 or more. `date`: days
   * since 1970-01-01.
   */
  readonly kind: 'value' | 'words' | 'number' | 'date';
  /**
   * Of words. `own`: each document has its own (names); `shared`: many documents share it (cities); `numbered`: shared,
   * and shown by autocomplete in its original spelling (titles).
   */
  readonly texts?: 'own' | 'shared' | 'numbered';
  /** Of openings: `openings` if the openings of one job row have values of their own. */
  readonly space?: 'openings';
  /** The member of a place, or of each entry, that is searched. */
  readonly from?: string;
  /** The search field whose value this one reads. */
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
  /** As the reference describes it. */
  readonly meaning: string;
  /**
   * A member that records do not store: `answer` follows from other members, `input` is a key of the import form that
   * another member is read from.
   */
  readonly part?: 'answer' | 'input';
  /** False: no answer contains it. */
  readonly answered?: false;
  /** From where on it has a value: a row of an import, a record, or an answer. Default: it may be null everywhere. */
  readonly needed?: 'import' | 'record' | 'answer';
  /** Of a profile. */
  readonly of?: 'company' | 'person';
  readonly list?: ClosedList;
  /** Of ids. */
  readonly form?: IdForm;
  /** Whether a text beyond the list is kept. */
  readonly open?: true;
  /** The range of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Of a place or of entries. */
  readonly members?: Readonly<Record<string, Member>>;
  /** Whether import/normalize/ reads it with code of its own instead of by its kind. */
  readonly reader?: 'own';
  /** The columns of a table that bring it: none, several, or the best that is not empty. Default: one. */
  readonly column?: 'none' | 'several' | 'best';
  /** Whether the employer in a row of people search has it. */
  readonly ofEmployer?: true;
  readonly searched?: Readonly<Record<string, SearchedAs>>;
}

export type Members = Readonly<Record<string, Member>>;

/** The columns of a table that bring a member: of a list several. */
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

/** Whether the value of a member is free text, in which contacts are redacted. */
export function isFreeText({ kind, open }: Member): boolean {
  return ['text', 'long', 'texts'].includes(kind) || (kind === 'listed' && open === true);
}
