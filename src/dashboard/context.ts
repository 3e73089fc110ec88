// What the dashboard's routes are answered from, and what is known of the one who asks. Handlers see ports, never implementations.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountsAdmin } from '../accounts/port.ts';
import type { Member, MemberPorts } from '../members/port.ts';
import type { Clock } from '../ops/clock.ts';
import type { Download } from './download.ts';
import type { SignInProvider } from './open-id.ts';
import type { Records, Uploads } from './records/records-port.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, ROUTES, RouteName } from './routes/routes.ts';

/** Milliseconds that half, and all but one in a hundred of the calls took; `calls` of them. */
export interface Latency {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly calls: number;
}

/** An answer as it is logged: nothing of it is somebody's text. */
export interface AnsweredRoute {
  readonly route: RouteName;
  readonly status: number;
  readonly ms: number;
  readonly memberId: string | undefined;
}

export interface ConsoleContext {
  readonly store: MemberPorts;
  readonly admin: AccountsAdmin;
  readonly records: Records;
  readonly uploads: Uploads;
  readonly clock: Clock;
  /** Of a clock that never steps back, in milliseconds: the pace of requests is measured by it. */
  readonly monotonicMs: () => number;
  /** Null where nothing was called yet. */
  readonly latency: () => Promise<Latency | null>;
  /** Null where OpenID Connect is not configured. */
  readonly openId: SignInProvider | null;
  /** Where browsers find the dashboard, as configured; null: where the request was sent to. */
  readonly publicUrl: URL | null;
  readonly version: string;
  /** Told that somebody opens a page, and will ask in a moment. */
  readonly onPage: () => void;
  /** Told of every answer, for the log. */
  readonly onAnswer: (answer: AnsweredRoute) => void;
  /** Told of what is no refusal. */
  readonly onFault: (error: unknown, route: RouteName | 'call') => void;
}

/** One who asks. */
export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Address of the browser. */
  readonly address: string;
  /** Scheme and host that the browser sees. */
  readonly origin: string;
  /** The token of the session; null where nobody is signed in. */
  readonly token: string | null;
  readonly member: Member | null;
  /** For the audit log: on what something is done. Handlers fill it in. */
  subject: string;
  /** For the audit log: who does it, where that is not the member who was signed in before. */
  who: string | null;
  /** For the audit log: what came of it, where that is not told by the answer. */
  result: string | null;
}

/** A visit of somebody who is signed in. */
export type SignedIn = Visit & { readonly member: Member; readonly token: string };

/** A page to go to: a path of the dashboard, or the OpenID provider. */
export interface Redirect {
  readonly location: string;
}

export interface Asked<Name extends RouteName> {
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
}

type VisitOf<Name extends RouteName> = (typeof ROUTES)[Name]['who'] extends 'public' ? Visit : SignedIn;
type MediaOf<Name extends RouteName> = (typeof ROUTES)[Name] extends { media: infer Media } ? Media : null;
type ResultOf<Name extends RouteName> =
  MediaOf<Name> extends null ? AnswerOf<Name> : MediaOf<Name> extends 'redirect' ? Redirect : Download;

/** Answers one route for one who may ask it. Throws a Refusal, or an error that becomes one. */
export type Handler<Name extends RouteName> = (
  asked: Asked<Name>,
  visit: VisitOf<Name>,
  context: ConsoleContext,
) => Promise<ResultOf<Name>>;

export type Handlers<Names extends RouteName> = { readonly [Name in Names]: Handler<Name> };
