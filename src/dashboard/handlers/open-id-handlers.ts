// Sign-in by OpenID Connect. A member or invited person who returns from the provider is signed in and redirected to
// the original page.
import type { Member } from '../../members/port.ts';
import type { ConsoleContext, Handlers, Redirect, RouteCall } from '../context.ts';
import type { Identity } from '../open-id.ts';
import { consumePendingSignIn, storePendingSignIn } from '../pending-sign-ins.ts';
import { type Problem, problemPage } from '../problem-page.ts';
import { Rejection } from '../rejection.ts';
import { attempt, byAddress, signInOrAwait } from '../sign-in.ts';

const FINISH_PATH = '/console/api/oidc/finish';

class SignInProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

export const OPEN_ID_HANDLERS = {
  'session.oidc-start': async ({ query }, call, context) => {
    if (context.openId === null) throw new Rejection('NOT_FOUND', 'OpenID Connect is not configured');
    const begun = await context.openId.begin(`${call.origin}${FINISH_PATH}`).catch((error: unknown) => {
      context.onFault(error, 'session.oidc-start');
      return null;
    });
    if (begun === null) return { location: problemPage('failed') };
    const { location, state, checks } = begun;
    const returnTo = pathOf(query.return_to ?? '/', call.origin);
    storePendingSignIn(call, state, { checks, returnTo, startedMs: context.clock.now() });
    return { location };
  },

  'session.oidc-finish': async (_input, call, context) => {
    call.subject = 'with OpenID Connect';
    try {
      return await attempt([byAddress(call)], () => finish(call, context), context);
    } catch (error) {
      if (!(error instanceof SignInProblem)) throw error;
      call.result = error.problem;
      return { location: problemPage(error.problem) };
    }
  },
} as const satisfies Handlers<'session.oidc-start' | 'session.oidc-finish'>;

async function finish(call: RouteCall, context: ConsoleContext): Promise<Redirect> {
  const url = new URL(call.request.url, call.origin);
  const pending = consumePendingSignIn(call, url.searchParams.get('state') ?? '', context.clock.now());
  if (pending === null) throw new SignInProblem('expired');
  if (context.openId === null) throw new SignInProblem('failed');
  if (url.searchParams.get('error') === 'access_denied') throw new SignInProblem('cancelled');
  const identity = await context.openId.finish(url, pending.checks).catch((error: unknown) => {
    context.onFault(error, 'session.oidc-finish');
    throw new SignInProblem('failed');
  });
  await signInOrAwait(await memberOf(identity, call, context), call, context);
  return { location: pathOf(pending.returnTo, call.origin) };
}

/** The existing member; or the one of an invitation, if the address that the provider has verified is invited. */
async function memberOf(identity: Identity, call: RouteCall, { store, onFault }: ConsoleContext): Promise<Member> {
  const { subject } = identity;
  const known = await store.members.bySubject(subject);
  if (known) return known;
  if ('fault' in identity.email) {
    onFault(new Error(identity.email.fault), 'session.oidc-finish');
    throw new SignInProblem('unverified');
  }
  const email = identity.email.address;
  call.who = email.toLowerCase();
  const credentials = await store.members.byEmail(email);
  if (credentials?.subject === null) {
    await store.members.linkSubject(credentials.member.id, subject);
    return credentials.member;
  }
  // If the provider reassigns an address to another person, the member's account does not open for that person. With
  // an invitation it does: after a change of the provider, the same person has another identity.
  const name = identity.name ?? email;
  const acceptance = { email, name: name.replace(/\p{Cc}/gu, ' ').slice(0, 100), passwordHash: null, subject };
  return store.members.accept({ verifiedEmail: email }, acceptance).catch(() => {
    throw new SignInProblem('not_invited');
  });
}

/** A longer path returns without its query: the pending sign-in must fit into a cookie and the headers of a proxy. */
const RETURN_LENGTH_MAX = 1000;

/** A path of this site. Any other text becomes `/`, which prevents open redirects. */
function pathOf(text: string, origin: string): string {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return '/';
  const url = URL.parse(text, origin);
  if (url?.origin !== origin) return '/';
  const path = [`${url.pathname}${url.search}${url.hash}`, url.pathname, '/'];
  return path.find(({ length }) => length <= RETURN_LENGTH_MAX) ?? '/';
}
