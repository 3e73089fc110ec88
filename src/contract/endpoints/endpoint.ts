// One row of the endpoint table: its type, and functions that make rows. The rows are in endpoints.ts.
import type { TObject } from 'typebox';
import type { ErrorName } from '../errors.ts';

const SEARCH_ERRORS = [
  'UNAUTHORIZED',
  'CREDITS_EXHAUSTED',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'INVALID_INPUT',
  'RATE_LIMIT_EXCEEDED',
  'DATA_SERVICE_ERROR',
  'DATA_SERVICE_UNAVAILABLE',
] as const;
const LOOK_UP_ERRORS = ['NOT_FOUND', ...SEARCH_ERRORS] as const;
export const KEY_ERRORS = [
  'UNAUTHORIZED',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMIT_EXCEEDED',
  'DATA_SERVICE_ERROR',
  'DATA_SERVICE_UNAVAILABLE',
] as const;

export type Tag = 'Account' | 'Search' | 'Jobs' | 'Enrichment' | 'Match' | 'Bulk' | 'Utilities';

/** One operation of the service. */
export interface Endpoint<Body extends TObject | null = TObject | null, Answer extends TObject = TObject> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  /** One or two sentences for the reference. */
  readonly description: string;
  /** Schema of the request body; null if there is no body. */
  readonly body: Body;
  /** Schema of the answer with status 200. */
  readonly answer: Answer;
  /**
   * The price: whole credits for a 2xx answer (0: free); for a bulk endpoint, for each item with a 2xx answer. This is
   * the only place that states the price.
   */
  readonly credits: number;
  /** The operation of the items of a bulk endpoint; null for other endpoints. */
  readonly itemsOf: BulkedOperation | null;
  /**
   * True if the answer depends only on the body and the catalog, not on the caller or the time. Such answers are
   * cached.
   */
  readonly cacheable: boolean;
  readonly errors: readonly ErrorName[];
  /** A body that finds records in the demo data; null if there is no body. */
  readonly example: Readonly<Record<string, unknown>> | null;
}

/** The price of endpoints that state none. */
const DEFAULT_CREDITS = 1;

type Common = 'method' | 'credits' | 'itemsOf' | 'cacheable' | 'errors';
type WithDefaults<Fields> = Fields & Partial<Pick<Endpoint, 'credits' | 'itemsOf' | 'cacheable'>>;

const errorsAt = (credits: number, errors: readonly ErrorName[]) =>
  errors.filter((name) => credits > 0 || name !== 'CREDITS_EXHAUSTED');

/** Makes a search endpoint, which never answers 404. */
export function search<Body extends TObject, Answer extends TObject>({
  credits = DEFAULT_CREDITS,
  cacheable = false,
  ...endpoint
}: WithDefaults<Omit<Endpoint<Body, Answer>, Common>>): Endpoint<Body, Answer> {
  return { method: 'POST', credits, itemsOf: null, cacheable, errors: errorsAt(credits, SEARCH_ERRORS), ...endpoint };
}

/** Makes a look-up endpoint for one record; if the record is unknown it answers 404. */
export function lookUp<Body extends TObject, Answer extends TObject>({
  credits = DEFAULT_CREDITS,
  cacheable = false,
  ...endpoint
}: WithDefaults<Omit<Endpoint<Body, Answer>, Common | 'tag'>> & { readonly tag?: Tag }): Endpoint<Body, Answer> {
  return {
    method: 'POST',
    credits,
    itemsOf: null,
    cacheable,
    errors: errorsAt(credits, LOOK_UP_ERRORS),
    tag: 'Enrichment',
    ...endpoint,
  };
}

/** The operations that a bulk endpoint offers for up to 100 items. */
export const BULKED_OPERATIONS = [
  'email',
  'phone',
  'email-to-person',
  'phone-to-person',
  'company',
  'domain-to-network',
  'network-to-domain',
  'match-person',
  'match-company',
] as const;
export type BulkedOperation = (typeof BULKED_OPERATIONS)[number];
