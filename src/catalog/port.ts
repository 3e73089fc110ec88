// The read interface of the store of records. Implementations: sqlite/, postgres/. Each passes conformance.ts.
// Records are JSON text ready to send, so that an answer is assembled without parsing.

import type { PositionDocument, RecordDocuments } from '../contract/documents.ts';
import type { JobRowWire } from '../contract/schemas/records.ts';
import type { EmailStatus } from '../contract/vocabularies/email-statuses.ts';
import type { PhoneKind } from '../contract/vocabularies/vocabularies.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import type { ChangeReading } from './changes-port.ts';

export interface PersonView {
  readonly id: number;
  readonly slug: string;
  /**
   * The wire object of the person without `job_title`, `job_level` and `job_function`, which depend on the answered
   * position.
   */
  readonly json: string;
  /**
   * The three members of the main position, as JSON text without braces:
   * `"job_title":…,"job_level":…,"job_function":…`.
   */
  readonly mainPosition: string;
}

export interface PersonWithPositions {
  readonly json: Buffer;
  /** The positions, the main one first; null if they equal the positions in the edition. */
  readonly positions: readonly PositionDocument[] | null;
}

export interface CompanyView {
  readonly id: number;
  readonly slug: string;
  readonly network_url: string;
  readonly name: string;
  readonly domain: string | null;
  /** The domain of the company's e-mail addresses; the default is `domain`. */
  readonly email_domain: string | null;
  /** The whole wire object of the company. */
  readonly json: string;
  /** The wire object of `company` in a people search answer. */
  readonly employerJson: string;
}

/**
 * The members of a company that are needed to compare employers. Reading them is cheaper than reading the whole view.
 */
export type ComparedCompany = Pick<CompanyView, 'id' | 'name' | 'domain' | 'network_url'>;

export interface EmailContact {
  readonly email: string;
  /** Null if the address was never verified. */
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

/** A job row that is answered with only some of its openings. */
export interface JobRowPart extends Pick<JobRowWire, 'open_positions' | 'latest_posted_at' | 'locations'> {
  readonly id: number;
  /** Id of the opening whose URL is answered; null for none. */
  readonly urlOf: number | null;
}

/** Counters that change with every committed write: equal values mean that nothing changed. */
export interface CatalogState {
  /** Changes whenever a record changes in a way that searches or answers show. An older edition is then out of date. */
  readonly generation: number;
  /** Changes whenever a record is suppressed, released or erased. `hidden` must then be read again. */
  readonly hiddenGeneration: number;
}

/** Ids that no answer may contain although an edition may still contain them. */
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
 * Look-ups of records by identifiers in the normal form of `identity/`. No method answers a suppressed or erased
 * record.
 */
export interface Lookups {
  personBySlug(slug: string): Promise<PersonView | null>;
  /** The first `max` owners of an address, whatever its status, by id. */
  peopleByEmail(email: string, max: number): Promise<PersonView[]>;
  /**
   * The first `max` owners of the first of these numbers that has an owner, in the order of their main employers
   * (people without one last), then by id.
   */
  peopleByPhones(phones: readonly string[], max: number): Promise<PersonView[]>;
  /** The e-mails of a person in the order of the record; null for an unknown slug. */
  emailsOf(slug: string): Promise<readonly EmailContact[] | null>;
  /** The phones of a person in the order of the record; null for an unknown slug. */
  phonesOf(slug: string): Promise<readonly PhoneContact[] | null>;
  /** The owners of an external id, given by its key (identity/external-ids.ts): the first OWNERS_MAX by id. */
  peopleByExternalId(key: string): Promise<PersonView[]>;
  /** The keys of the external ids of a person; null for an unknown slug. */
  externalIdsOfPerson(slug: string): Promise<readonly string[] | null>;
  companyBySlug(slug: string): Promise<CompanyView | null>;
  comparedCompanyBySlug(slug: string): Promise<ComparedCompany | null>;
  /**
   * The first `max` companies on a domain, in the order of the contract: by employees, descending, unknown counts last;
   * then by slug.
   */
  companiesByDomain(domain: string, max: number): Promise<CompanyView[]>;
  /** The ids of all companies on a domain, in any order. Thousands of branches may be on one. */
  companyIdsByDomain(domain: string, turn: Turn): Promise<number[]>;
  /** The first OWNERS_MAX owners of an external id, in the order of the contract. */
  companiesByExternalId(key: string): Promise<CompanyView[]>;
  /** The keys of the external ids of a company; null for an unknown slug. */
  externalIdsOfCompany(slug: string): Promise<readonly string[] | null>;
}

/** The reading side. No method answers a suppressed or erased record. */
export interface Catalog extends Lookups {
  /**
   * The bytes of `PersonView.json` of each id in UTF-8, so that a page is sent without being decoded. In the order of
   * `ids`; null for an unknown, removed or hidden id.
   */
  peopleByIds(ids: readonly number[]): Promise<(Buffer | null)[]>;
  /** As `peopleByIds`, with the current positions at the same time. Null as in `peopleByIds`. */
  peopleWithPositions(ids: readonly number[]): Promise<(PersonWithPositions | null)[]>;
  /** In the order of `ids`; null as in `peopleByIds`. */
  companiesByIds(ids: readonly number[]): Promise<(CompanyView | null)[]>;
  /** The wire JSON of job rows, in the order of `ids`. */
  jobRowsByIds(ids: readonly number[]): Promise<(string | null)[]>;
  /** As `jobRowsByIds`, for a part of a job row. The part has the title, source and company of its row. */
  partOfJobRow(part: JobRowPart): Promise<string | null>;
  /** Cheap enough to be called for every request. */
  state(): Promise<CatalogState>;
  hidden(): Promise<HiddenIds>;
  /** Whether an edition of this generation has the current state of the records. Cheap enough for every read. */
  isCurrent(generation: number): Promise<boolean>;
  /**
   * For building an edition. Call `close` when done. The iterables are synchronous: use them outside of the serving
   * thread.
   */
  documents(): CatalogDocuments & ChangeReading<CatalogDocuments> & { close(): void };
}
