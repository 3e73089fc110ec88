// A person in stored form, prepared from the record alone.
import type { EmailRecord, PhoneRecord } from '../contract/import-records.ts';
import type { ColumnValue } from './search-columns.ts';

/** A current position in stored form: its employer (employerText), and the rest of its entry (stored-positions.ts). */
interface PreparedPosition {
  readonly employer: string;
  readonly rest: string;
}

/** Plain values only, so that it can be sent between threads. */
export interface PreparedPerson {
  readonly slug: string;
  /** 1 if the slug is made, not known from a profile URL. */
  readonly generatedSlug: number;
  readonly country_code: string | null;
  /** The name as answered. */
  readonly full_name: string;
  /** The values of PERSON_COLUMNS, in their order. */
  readonly columns: readonly ColumnValue[];
  readonly json: string;
  readonly unanswered: string;
  /** Both texts in UTF-8. They are stored without decoding. */
  readonly jsonBytes: Buffer;
  readonly unansweredBytes: Buffer;
  /** The main position first. */
  readonly positions: readonly PreparedPosition[];
  /** The personKeys of employed-key.ts; empty without an employer and external ids. */
  readonly employedKeys: readonly number[];
  /** The text of externalIdsText. */
  readonly externalIds: string | null;
  readonly emails: readonly EmailRecord[];
  readonly phones: readonly PhoneRecord[];
  /** The hash of the whole record. */
  readonly hash: number;
}
