// The documents of an edition. The catalog produces them, an edition is built from them, and the naive oracle of the
// tests scans them. Their members are the searchable fields of the field table.
import type { DocumentValue, FieldIn, FieldSpace } from './fields.ts';
import type { EmailRecord, PhoneRecord } from './import-records.ts';
import type { RecordBodies } from './record-bodies.ts';
import type { JobLevel } from './vocabularies/vocabularies.ts';

/** The fields of a position; each position is one document of the space `people`. */
type PositionField = 'job_title' | 'job_level' | 'job_function' | 'title_confidence';
/** Fields derived from other fields. */
type DerivedField = 'industry_name' | 'opening_level' | 'opening_function';

type Fields<In extends FieldSpace> = {
  readonly [Name in Exclude<FieldIn<In>, PositionField | DerivedField>]: DocumentValue<Name>;
};

export interface CompanyDocument extends Fields<'companies'> {
  /** Catalog id: at least 1, and stable for the lifetime of the company. */
  readonly id: number;
  readonly slug: string;
  /** Employees, or the lower bound of the size bucket if only the bucket is known; null if unknown. */
  readonly employee_count: number | null;
  readonly name: string;
}

/** One current position of a person. */
export interface PositionDocument {
  /**
   * Catalog id of the employer's name, which may later resolve to another company; absent if the document does not come
   * from a catalog.
   */
  readonly employerId?: number;
  /** Catalog id of the employer; null if the employer is unknown or not in the catalog. */
  readonly companyId: number | null;
  readonly job_title: string | null;
  readonly job_level: JobLevel | null;
  readonly job_function: string | null;
  /** Percent; null if unknown. */
  readonly title_confidence: number | null;
}

export interface PersonDocument extends Fields<'people'> {
  readonly id: number;
  readonly slug: string;
  /** Current positions only. A person without a current position matches only person filters, and sorts last. */
  readonly positions: readonly PositionDocument[];
}

/** One opening, with its location and its day of posting. */
export interface OpeningDocument extends Fields<'openings'> {
  readonly id: number;
  readonly hasUrl: boolean;
  /** At least 1. */
  readonly open_positions: number;
}

/** One job row: the openings of one company with the same title and source. */
export interface JobDocument {
  readonly id: number;
  readonly companyId: number;
  /** The title in answers: the most frequent one of its openings. */
  readonly opening_title: string;
  /** The distinct titles of its openings, if some differ from the title in answers. */
  readonly other_titles?: readonly string[];
  readonly source: string;
  /** Sum over all its openings. */
  readonly open_positions: number;
  /** Sorted by id; at least one. */
  readonly openings: readonly OpeningDocument[];
}

/** The members of records that determine their order in an edition. Each iterable can be consumed once. */
export interface RecordOutlines {
  readonly companies: Iterable<CompanyOutline>;
  readonly people: Iterable<PersonOutline>;
  readonly jobs: Iterable<JobOutline>;
}

export type CompanyOutline = Pick<CompanyDocument, 'id' | 'slug' | 'employee_count'>;
export type JobOutline = Pick<JobDocument, 'id' | 'companyId'>;
export type PersonOutline = Pick<PersonDocument, 'id' | 'slug' | 'connections_count' | 'positions'>;

/** The level and function derived from the words of a title. */
export interface TitleRole {
  readonly level: JobLevel | null;
  readonly function: string | null;
}

/** The maximum number of owners that a look-up of one identifier returns. */
export const OWNERS_MAX = 20;

/** The contacts of a person, in the order of the record. */
export interface ContactsDocument {
  /** Id of the person. */
  readonly id: number;
  readonly slug: string;
  readonly emails: readonly EmailRecord[];
  readonly phones: readonly PhoneRecord[];
  /** The keys of external ids (identity/external-ids.ts) and of former slugs (identity/former-slug.ts). */
  readonly ids: readonly string[];
}

/** The identifiers of a company. */
export interface CompanyKeysDocument {
  /** Id of the company. */
  readonly id: number;
  readonly slug: string;
  /** All domains by which the company can be found. */
  readonly domains: readonly string[];
  /** As in ContactsDocument. */
  readonly ids: readonly string[];
}

/** The documents of some or all records. Each iterable can be consumed once, in any order. */
export interface RecordDocuments {
  readonly companies: Iterable<CompanyDocument>;
  readonly people: Iterable<PersonDocument>;
  readonly jobs: Iterable<JobDocument>;
  /** The JSON of these records as answered. */
  readonly bodies: RecordBodies;
  /** Contacts and identifiers of the same people and companies. */
  readonly contacts: Iterable<ContactsDocument>;
  readonly companyKeys: Iterable<CompanyKeysDocument>;
  /**
   * The outlines of the same records, people sorted by id; may include job rows without a document. Cheaper to read.
   */
  outlines(): RecordOutlines;
}
