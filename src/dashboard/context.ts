// The services behind the dashboard's routes, and the state of a request. Handlers depend on ports, never on
// implementations.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountsAdmin } from '../accounts/port.ts';
import type { ListService } from '../batches/list-service.ts';
import type { StoredCalls } from '../calls/call-store.ts';
import type { IdempotentRequests } from '../http/idempotent-call.ts';
import type { Member, MemberPorts } from '../members/port.ts';
import type { Clock } from '../ops/clock.ts';
import type { WatchService } from '../watches/watch-service.ts';
import type { WebhookService } from '../webhooks/webhook-service.ts';
import type { Download } from './download.ts';
import type { Latency } from './latency.ts';
import type { Mailer } from './mail.ts';
import type { SignInProvider } from './open-id.ts';
import type { Presence } from './records/presence.ts';
import type { Records, Uploads } from './records/records-port.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, ROUTES, RouteName } from './routes/routes.ts';

/** An answer as logged. It contains no text from the caller. */
export interface AnsweredRoute {
  readonly route: RouteName;
  readonly status: number;
  readonly ms: number;
  readonly memberId: string | undefined;
}

export interface ConsoleContext {
  readonly store: MemberPorts;
  readonly admin: AccountsAdmin;
  /** The store of requests with an Idempotency-Key. */
  readonly requests: IdempotentRequests;
  readonly records: Records;
  readonly uploads: Uploads;
  readonly lists: ListService;
  readonly watches: WatchService;
  readonly webhooks: WebhookService;
  readonly present: Presence;
  readonly calls: StoredCalls;
  /** Whether the log of requests keeps bodies. */
  readonly keepsBodies: boolean;
  readonly clock: Clock;
  /** A monotonic clock in milliseconds, for the rate limit of requests. */
  readonly monotonicMs: () => number;
  /** Null if there have been no calls yet. */
  readonly latency: () => Promise<Latency | null>;
  /** Null if OpenID Connect is not configured. */
  readonly openId: SignInProvider | null;
  /** Null if no mail server is configured: links are only displayed. */
  readonly mailer: Mailer | null;
  /** Public address of the dashboard, as configured; null: the address of the request. */
  readonly publicUrl: URL | null;
  readonly version: string;
  /** Called when a page is opened, unless it is still running: its requests follow shortly. Never rejects. */
  readonly onPage: () => Promise<void>;
  /** Receives every answer, for the log. */
  readonly onAnswer: (answer: AnsweredRoute) => void;
  /** Receives every error that is not a rejection. */
  readonly onFault: (error: unknown, route: RouteName | 'call') => void;
}

/** One call of a route. */
export interface RouteCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Address of the browser. */
  readonly address: string;
  /** Scheme and host as seen by the browser. */
  readonly origin: string;
  /** The token of the session; null if the caller is not signed in. */
  readonly token: string | null;
  readonly member: Member | null;
  /** The token of the idempotent request that the call began; null if it began none. */
  attempt: string | null;
  /** The target for the audit log. Set by handlers. */
  subject: string;
  /** The actor for the audit log, if it is not the member who was signed in before the request. */
  who: string | null;
  /** The result for the audit log, if it does not follow from the answer. */
  result: string | null;
}

/** A call by a signed-in member. */
export type SignedIn = RouteCall & { readonly member: Member; readonly token: string };

/** A redirect: to a path of the dashboard, or to the OpenID provider. */
export interface Redirect {
  readonly location: string;
}

export interface RouteInput<Name extends RouteName> {
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
}

type RouteCallOf<Name extends RouteName> = (typeof ROUTES)[Name]['who'] extends 'public' ? RouteCall : SignedIn;
type MediaOf<Name extends RouteName> = (typeof ROUTES)[Name] extends { media: infer Media } ? Media : null;
type ResultOf<Name extends RouteName> =
  MediaOf<Name> extends null ? AnswerOf<Name> : MediaOf<Name> extends 'redirect' ? Redirect : Download;

/** Answers one route for an authorized caller. Throws a `Rejection`, or an error that becomes one. */
export type Handler<Name extends RouteName> = (
  input: RouteInput<Name>,
  call: RouteCallOf<Name>,
  context: ConsoleContext,
) => Promise<ResultOf<Name>>;

export type Handlers<Names extends RouteName> = { readonly [Name in Names]: Handler<Name> };
