// The read interface of the store of records. Implementations: sqlite/, postgres/. Each passes conformance.ts.
// Records are JSON text ready to send, so that an answer is assembled without parsing.
import type { PositionDocument, RecordDocuments } from '../contract/documents.ts';
import type { JobRowWire } from '../contract/schemas/records.ts';
import type { EmailStatus } from '../contract/vocabularies/email-statuses.ts';
import type { PhoneKind } from '../contract/vocabularies/vocabularies.ts';
import type { ChangeReading } from './changes-port.ts';

export interface PersonView {
  readonly id: number;
  readonly slug: string;
  /**
   * The person's wire object without `job_title`, `job_level` and `job_function`, which depend on the position that is
   * answered.
   */
  readonly json: string;
  /**
   * The three members of the main position as JSON text without braces: `"job_title":…,"job_level":…,"job_function":…`.
   */
  readonly mainPosition: string;
}

export interface PersonWithPositions {
  readonly json: Buffer;
  /** The main position first; null where they are those of the edition. */
  readonly positions: readonly PositionDocument[] | null;
}

export interface CompanyView {
  readonly id: number;
  readonly slug: string;
  readonly network_url: string;
  readonly name: string;
  readonly domain: string | null;
  /** The domain of the company's mail; falls back to `domain`. */
  readonly email_domain: string | null;
  /** The company's whole wire object. */
  readonly json: string;
  /** The wire object of `company` in a people search answer. */
  readonly employerJson: string;
}

/** A company as an employer is compared: cheaper to read than the whole view. */
export type ComparedCompany = Pick<CompanyView, 'id' | 'name' | 'domain' | 'network_url'>;

export interface EmailContact {
  readonly email: string;
  /** Null if it was never checked. */
  readonly status: EmailStatus | null;
  readonly verified_at: string | null;
  readonly is_primary: boolean;
}

export interface PhoneContact {
  /** E.164 with `+`. */
  readonly phone: string;
  /** Null if the source does not state it. */
  readonly kind: PhoneKind | null;
}

/** A job row to be answered with some of its openings instead of all. */
export interface JobRowPart extends Pick<JobRowWire, 'open_positions' | 'latest_posted_at' | 'locations'> {
  readonly id: number;
  /** Id of the opening whose URL is answered; null for none. */
  readonly urlOf: number | null;
}

/** Counters that change with every committed write: equal values mean that nothing changed. */
export interface CatalogState {
  /** Changes whenever a record changes in a way that search or answers can see: an older edition is out of date. */
  readonly generation: number;
  /** Changes whenever a record is suppressed, released or forgotten: `hidden` must be read again. */
  readonly hiddenGeneration: number;
}

/** Ids that no answer may show although an edition may still contain them. */
export interface HiddenIds {
  readonly people: readonly number[];
  readonly companies: readonly number[];
}

/** The records that a catalog hides, and its state when they were read. */
export interface HiddenState extends CatalogState, HiddenIds {}

/** Documents, read from one consistent snapshot of the store. */
export interface CatalogDocuments extends RecordDocuments {
  readonly state: CatalogState;
}

/**
 * Look-ups of records by identifiers, which are given in the normal form of `identity/`. No method ever answers a
 * suppressed or forgotten record.
 */
export interface LookUps {
  personBySlug(slug: string): Promise<PersonView | null>;
  /** The first `max` owners of an address, whatever its status, by id. */
  peopleByEmail(email: string, max: number): Promise<PersonView[]>;
  /**
   * The first `max` owners of the first of these numbers that has any, in the order of their main employers, without
   * one last, then by id.
   */
  peopleByPhones(phones: readonly string[], max: number): Promise<PersonView[]>;
  /** The e-mails of a person in the order of the record; null for an unknown slug. */
  emailsOf(slug: string): Promise<readonly EmailContact[] | null>;
  /** The phones, likewise. */
  phonesOf(slug: string): Promise<readonly PhoneContact[] | null>;
  /** The owners of an external id by its key (identity/external-ids.ts): the first OWNERS_MAX by id. */
  peopleByExternalId(key: string): Promise<PersonView[]>;
  /** The keys of the external ids of a person; null for an unknown slug. */
  externalIdsOfPerson(slug: string): Promise<readonly string[] | null>;
  companyBySlug(slug: string): Promise<CompanyView | null>;
  comparedCompanyBySlug(slug: string): Promise<ComparedCompany | null>;
  /** All companies on a domain, in the order of the contract: employees descending, unknown last, then slug. */
  companiesByDomain(domain: string): Promise<CompanyView[]>;
  /** The first OWNERS_MAX owners of an external id, in the order of the contract. */
  companiesByExternalId(key: string): Promise<CompanyView[]>;
  /** The keys of the external ids of a company; null for an unknown slug. */
  externalIdsOfCompany(slug: string): Promise<readonly string[] | null>;
}

/** Reading side. No method ever answers a suppressed or forgotten record. */
export interface Catalog extends LookUps {
  /**
   * `PersonView.json` of each id as UTF-8, so that a page of them is sent without being decoded; in the order of `ids`,
   * null for an id that is unknown, removed or hidden.
   */
  peopleByIds(ids: readonly number[]): Promise<(Buffer | null)[]>;
  /** The same with the current positions as of the same time; null as in `peopleByIds`. */
  peopleWithPositions(ids: readonly number[]): Promise<(PersonWithPositions | null)[]>;
  /** In the order of `ids`; null as in `peopleByIds`. */
  companiesByIds(ids: readonly number[]): Promise<(CompanyView | null)[]>;
  /** The wire JSON of job rows, in the order of `ids`. */
  jobRowsByIds(ids: readonly number[]): Promise<(string | null)[]>;
  /** The same for a part of a job row, which has the title, source and company of its row. */
  partOfJobRow(part: JobRowPart): Promise<string | null>;
  /** Cheap enough for a call at every request. */
  state(): Promise<CatalogState>;
  hidden(): Promise<HiddenIds>;
  /** Whether an edition of this generation has the records as they are now. Cheap enough for each reading. */
  isCurrent(generation: number): Promise<boolean>;
  /** For building an edition; call `close` when done. Synchronous iterables: use it off the serving thread. */
  documents(): CatalogDocuments & ChangeReading<CatalogDocuments> & { close(): void };
}
