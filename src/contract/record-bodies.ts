// The answered JSON of the records of a catalog, from which an edition's pack is written. All texts are UTF-8.

export interface CompanyBody {
  readonly id: number;
  readonly slug: string;
  /** The domain of the company's mail; falls back to its first domain. */
  readonly email_domain: string | null;
  readonly domains: readonly string[];
  /** As of CompanyKeysDocument. */
  readonly ids: readonly string[];
  /** The wire object of `company` in a people search answer, without braces. */
  readonly employer: Buffer;
  /** The other members of the company's whole wire object, without braces. */
  readonly rest: Buffer;
  /** The wire object of `company` in a job row, without braces. */
  readonly hiring: Buffer;
}

export interface PersonBody {
  readonly id: number;
  /** The wire object without `job_title`, `job_level` and `job_function`, which depend on the position answered. */
  readonly json: Buffer;
  /** The same as a unit of the codec (codec/codec.ts), where the source has one. */
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
  /** The members behind it. */
  readonly after: Buffer;
  /**
   * The URLs of the row's openings other than its own, as a JSON object by opening id; empty without any. For a row of
   * which some openings are answered.
   */
  readonly urls: Buffer;
}

/** The bodies of one kind of record. */
export interface BodySource<Body> {
  /** All of them in the order of their ids; may include records that are not searchable. To be iterated once. */
  readonly all: Iterable<Body>;
  /** The JSON texts of some records, in any order: samples for a dictionary. */
  samples(ids: readonly number[]): Buffer[];
  /** The dictionary of the units; null, or absent, without units. */
  readonly dictionary?: Uint8Array | null;
}

/** The bodies of one consistent state of the catalog. */
export interface RecordBodies {
  readonly companies: BodySource<CompanyBody>;
  readonly people: BodySource<PersonBody>;
  readonly jobs: BodySource<JobBody>;
}
