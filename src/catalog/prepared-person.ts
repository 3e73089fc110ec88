// A person as stored, prepared from the record alone.
import type { EmailRecord, PhoneRecord } from '../contract/import-records.ts';
import type { ColumnValue } from './search-columns.ts';

/** A current position as stored: its employer (employerText), and the rest of its entry (positions.ts). */
interface PreparedPosition {
  readonly employer: string;
  readonly rest: string;
}

/** Plain values only: it can be sent between threads. */
export interface PreparedPerson {
  readonly slug: string;
  /** 1: the slug is made, not known from a profile URL. */
  readonly madeSlug: number;
  readonly country_code: string | null;
  /** As answered. */
  readonly full_name: string;
  /** The values of PERSON_COLUMNS, in their order. */
  readonly columns: readonly ColumnValue[];
  readonly json: string;
  readonly unanswered: string;
  /** Both in UTF-8: stored without decoding. */
  readonly jsonBytes: Buffer;
  readonly unansweredBytes: Buffer;
  /** The main one first. */
  readonly positions: readonly PreparedPosition[];
  /** personKeys of employed-key.ts; none without an employer and external ids. */
  readonly employedKeys: readonly number[];
  /** externalIdsText. */
  readonly externalIds: string | null;
  readonly emails: readonly EmailRecord[];
  readonly phones: readonly PhoneRecord[];
  /** Of the whole record. */
  readonly hash: number;
}
