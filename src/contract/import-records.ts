// Records as the import passes them to the catalog: normalized, without details of the file. import/ makes them from
// rows, catalog/ stores them. The types of records and of their answers are derived from the record table.

import type { COMPANY } from './record-table/company-members.ts';
import type { Member, Members } from './record-table/member.ts';
import type { OPENING } from './record-table/opening-members.ts';
import type { PERSON } from './record-table/person-members.ts';
import type { EMAIL, EXPERIENCE, PHONE } from './record-table/position-members.ts';
import type { HEADQUARTERS, LOCATION } from './record-table/shared-members.ts';
import type { EmailStatus } from './vocabularies/email-statuses.ts';
import type { JobLevel, PhoneKind } from './vocabularies/vocabularies.ts';

/** A parsed profile URL: the slug is the key; the host is kept for answers. */
export interface NetworkUrl {
  /** Percent-decoded, NFC, lower case. */
  readonly slug: string;
  /** Lower case; null if the source contained only a path. */
  readonly host: string | null;
}

/** The types of closed lists whose values the code names. */
interface ListedValues {
  readonly job_level: JobLevel;
  readonly email_status: EmailStatus;
  readonly phone_kind: PhoneKind;
}

type Listed<Row extends Member> = Row extends { list: keyof ListedValues } ? ListedValues[Row['list']] : string;

/** The kinds whose values have the same form in records and answers. */
interface ScalarKinds {
  readonly text: string;
  readonly line: string;
  readonly long: string;
  readonly hostname: string;
  readonly url: string;
  readonly address: string;
  readonly date: string;
  readonly day: string;
  readonly timestamp: string;
  readonly integer: number;
  readonly boolean: boolean;
}

type Scalar<Row extends Member> = Row extends { kind: keyof ScalarKinds } ? ScalarKinds[Row['kind']] : Listed<Row>;

type InRecord<Row extends Member> = Row extends { kind: 'texts' | 'hostnames' | 'ids' }
  ? readonly string[]
  : Row extends { kind: 'entries'; members: infer Rows extends Members }
    ? readonly RecordOf<Rows>[]
    :
        | (Row extends { kind: 'place'; members: infer Rows extends Members }
            ? RecordOf<Rows>
            : Row extends { kind: 'profile' }
              ? NetworkUrl
              : Scalar<Row>)
        | (Row extends { needed: 'import' | 'record' } ? never : null);

/** The members of a table that are stored in records. */
export type RecordOf<Rows extends Members> = {
  readonly [Name in keyof Rows as Rows[Name] extends { part: string } ? never : Name]: InRecord<Rows[Name]>;
};

type InAnswer<Row extends Member> = Row extends { kind: 'texts' | 'hostnames' | 'ids' }
  ? string[]
  : Row extends { kind: 'entries'; members: infer Rows extends Members }
    ? AnswerOf<Rows>[]
    :
        | (Row extends { kind: 'place'; members: infer Rows extends Members }
            ? AnswerOf<Rows>
            : Row extends { kind: 'profile' }
              ? string
              : Scalar<Row>)
        | (Row extends { needed: string } ? never : null);

/** The members of a table that appear in answers. */
export type AnswerOf<Rows extends Members> = {
  [Name in keyof Rows as Rows[Name] extends { answered: false } | { part: 'input' } ? never : Name]: InAnswer<
    Rows[Name]
  >;
};

export type CompanyRecord = RecordOf<typeof COMPANY>;
export type PersonRecord = RecordOf<typeof PERSON>;
export type ExperienceRecord = RecordOf<typeof EXPERIENCE>;
export type EmailRecord = RecordOf<typeof EMAIL>;
export type PhoneRecord = RecordOf<typeof PHONE>;
export type HeadquartersRecord = RecordOf<typeof HEADQUARTERS>;
export type LocationRecord = RecordOf<typeof LOCATION>;

/**
 * The employer of a position or an opening, identified by the first known member in this order. Only a position can
 * have none.
 */
export type EmployerReference = Pick<ExperienceRecord, 'company_network_url' | 'company_domain' | 'company_name'>;

export type OpeningRecord = RecordOf<typeof OPENING> & {
  /**
   * The number of earlier rows of the file with the same employer, title, source, location and posting date;
   * distinguishes openings without a URL.
   */
  readonly occurrence: number;
};
