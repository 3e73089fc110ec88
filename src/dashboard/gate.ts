// Access control: requested host, origin of the page, session, CSRF token, role. It does not read the rest of the
// request.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasRightsOf, type Role } from '../contract/roles.ts';
import { csrfTokenOf, hashToken } from '../members/secret-token.ts';
import type { ConsoleContext, RouteCall, SignedIn } from './context.ts';
import { Rejection } from './rejection.ts';
import type { Route } from './routes/route.ts';
import { tokenOf } from './session-cookie.ts';

const CSRF_HEADER = 'x-csrf-token';

/** The caller. Throws a `Rejection` if requests from this host or page are not allowed. */
export async function routeCallOf(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ConsoleContext,
): Promise<RouteCall> {
  const origin = originOf(request, context.publicUrl);
  checkPage(request, origin);
  const shown = tokenOf(request, origin);
  const session = shown === null ? null : await context.store.sessions.find(hashToken(shown));
  const token = session === null ? null : shown;
  return {
    request,
    reply,
    origin,
    token,
    address: request.ip ?? 'unknown',
    member: session?.member ?? null,
    attempt: null,
    subject: '',
    who: null,
    result: null,
  };
}

/** The call of an authorized caller; throws a `Rejection`. */
export function admitted(call: RouteCall, route: Pick<Route, 'who' | 'method'>): RouteCall {
  const { member, token, request } = call;
  if (route.who !== 'public' && (member === null || token === null))
    throw new Rejection('UNAUTHORIZED', 'not signed in, or the session has ended; sign in');
  if (member !== null && !mayUse(member.role, route.who))
    throw new Rejection(
      'FORBIDDEN',
      route.who === 'operator'
        ? 'only operators may do this'
        : `your role (${member.role.replace('_', '-')}) does not include this; an operator can change your role`,
    );
  const isPublic = route.who === 'public' || token === null;
  if (!isPublic && !isSafe(route.method) && !isSame(request.headers[CSRF_HEADER], csrfTokenOf(token)))
    throw new Rejection('FORBIDDEN', `the header ${CSRF_HEADER} does not match the session; reload the page`);
  return call;
}

/** Whether a role may use the routes that are open to `who`. */
function mayUse(role: Role, who: Route['who']): boolean {
  return who === 'public' || who === 'signed-in' || hasRightsOf(role, who);
}

/** Narrows a call that `admitted` has authorized to a signed-in one. */
export function signedIn(call: RouteCall): SignedIn {
  if (call.member === null || call.token === null) throw new Rejection('UNAUTHORIZED', 'not signed in; sign in');
  return call as SignedIn;
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD';

/** Names and addresses of the loopback interface. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;
const HOST = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/;

/**
 * Scheme and host as the browser uses them. Plain http is allowed only for loopback hosts. On other hosts a cookie
 * would cross the network unencrypted, and a foreign name that resolves to this machine (DNS rebinding) would be
 * accepted as ours.
 */
function originOf(request: FastifyRequest, publicUrl: URL | null): string {
  const host = request.host.toLowerCase();
  if (publicUrl !== null && host === publicUrl.host) return publicUrl.origin;
  if (!HOST.test(host)) throw new Rejection('FORBIDDEN', 'the request has no valid host');
  if (request.protocol === 'https' && publicUrl === null) return `https://${host}`;
  if (LOOPBACK.test(host)) return `${request.protocol}://${host}`;
  const remedy =
    publicUrl === null
      ? 'put a TLS proxy in front of it and set CARDFILE_PUBLIC_URL to its https address; see docs/operations.md'
      : `open ${publicUrl.origin}`;
  throw new Rejection('FORBIDDEN', `the dashboard is not served at ${request.protocol}://${host}: ${remedy}`);
}

/** Rejects requests from pages of other sites. Clients that are not browsers send neither header. */
function checkPage({ method, headers }: FastifyRequest, origin: string): void {
  const { origin: page, 'sec-fetch-site': site } = headers;
  if (isSafe(method)) return;
  const isForeign =
    page === undefined ? site !== undefined && site !== 'same-origin' && site !== 'none' : page !== origin;
  if (isForeign) throw new Rejection('FORBIDDEN', `this request comes from another site, not from ${origin}`);
}

function isSame(given: string | string[] | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
