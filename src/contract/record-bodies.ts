// The JSON of records as answered, from which the pack of an edition is written. All texts are UTF-8.

export interface CompanyBody {
  readonly id: number;
  readonly slug: string;
  /** The mail domain of the company, or else its first domain. */
  readonly email_domain: string | null;
  readonly domains: readonly string[];
  /** As in CompanyKeysDocument. */
  readonly ids: readonly string[];
  /** The wire object of `company` in a people search answer, without braces. */
  readonly employer: Buffer;
  /** The other members of the company's full wire object, without braces. */
  readonly rest: Buffer;
  /** The wire object of `company` in a job row, without braces. */
  readonly hiring: Buffer;
}

export interface PersonBody {
  readonly id: number;
  /** The wire object without `job_title`, `job_level` and `job_function`, which depend on the answered position. */
  readonly json: Buffer;
  /** The same as a unit of the codec (codec/codec.ts), if the source has one. */
  readonly unit?: CodecUnit | null;
}

export interface CodecUnit {
  readonly dictionary: Uint8Array;
  readonly bytes: Buffer;
}

export interface JobBody {
  readonly id: number;
  /** The members of the wire object before `company`, without braces. */
  readonly before: Buffer;
  /** The members after `company`, without braces. */
  readonly after: Buffer;
  /**
   * The URLs of the row's other openings, as a JSON object by opening id; empty if there are none. Used if only some
   * openings of a row are answered.
   */
  readonly urls: Buffer;
}

/** The bodies of one kind of record. */
export interface BodySource<Body> {
  /** All bodies by id; may include records that are not searchable. Iterate once. */
  readonly all: Iterable<Body>;
  /** The JSON texts of some records, in any order: samples for making a dictionary. */
  samples(ids: readonly number[]): Buffer[];
  /** The dictionary of the units; null or absent if there are no units. */
  readonly dictionary?: Uint8Array | null;
}

/** The bodies of one consistent state of the catalog. */
export interface RecordBodies {
  readonly companies: BodySource<CompanyBody>;
  readonly people: BodySource<PersonBody>;
  readonly jobs: BodySource<JobBody>;
}
