// The steps that the routes of sign-in share: limits of attempts, the check of a password, and the new session.
import { isPassword } from '../members/password.ts';
import type { AttemptLimit, Member } from '../members/port.ts';
import { csrfTokenOf, generateToken, hashToken } from '../members/secret-token.ts';
import { addressGroup } from '../ops/address-group.ts';
import type { ConsoleContext, RouteCall } from './context.ts';
import { invalidField, tooMany } from './rejection.ts';
import type { AnswerOf } from './routes/routes.ts';
import { setToken, tokenOf } from './session-cookie.ts';
import { memberView } from './views.ts';

type SessionAnswer = AnswerOf<'session.show'>;

/** Attempts in 15 minutes. */
const PER_ADDRESS_MAX = 50;
const PASSWORDS_PER_MEMBER_MAX = 10;

/** Begins a session that replaces the previous one, which prevents session fixation. */
export async function signIn(member: Member, call: RouteCall, { store }: ConsoleContext): Promise<string> {
  const token = await newToken(call, store);
  await store.sessions.begin(member.id, hashToken(token));
  call.who = member.email;
  return token;
}

/** Like signIn. With two-step sign-in, the session first waits for a code. */
export async function signInOrAwait(member: Member, call: RouteCall, context: ConsoleContext): Promise<string> {
  if (!member.hasTotp) return signIn(member, call, context);
  const { store } = context;
  const token = await newToken(call, store);
  await store.sessions.beginAwaiting(member.id, hashToken(token));
  call.who = member.email;
  call.result = 'needs_code';
  return token;
}

async function newToken({ request, reply, origin }: RouteCall, store: ConsoleContext['store']): Promise<string> {
  const before = tokenOf(request, origin);
  if (before !== null) await store.sessions.end(hashToken(before));
  const token = generateToken();
  setToken(reply, origin, token);
  return token;
}

export async function sessionAnswer(token: string | null, context: ConsoleContext): Promise<SessionAnswer> {
  const { store, openId, mailer, version } = context;
  const session = token === null ? null : await store.sessions.find(hashToken(token));
  const common = {
    oidc: openId === null ? null : { label: openId.label, start_path: '/console/api/oidc/start' },
    sends_resets: mailer !== null,
    version,
  };
  if (session === null || token === null) {
    const ended = { member: null, csrf_token: null, idle_ends_at: null, ends_at: null };
    const isAwaiting = token !== null && (await store.sessions.findAwaiting(hashToken(token))) !== null;
    if (isAwaiting) return { state: 'needs_code', ...ended, ...common };
    const isSetUp = (await store.members.members()).length > 0;
    return { state: isSetUp ? 'signed_out' : 'set_up', ...ended, ...common };
  }
  return {
    state: 'signed_in',
    member: memberView(session.member),
    csrf_token: csrfTokenOf(token),
    idle_ends_at: session.idleEndsAt,
    ends_at: session.endsAt,
    ...common,
  };
}

/** Runs an attempt to sign in and counts it if it fails. */
export async function attempt<T>(
  limits: readonly AttemptLimit[],
  work: () => Promise<T>,
  context: ConsoleContext,
): Promise<T> {
  const { attempts } = context.store;
  const admission = await attempts.admit(limits);
  if (!admission.admitted) throw tooMany('too many attempts to sign in', admission.retryAfterMs);
  const done = await work();
  await attempts.forgive(admission.ticket);
  return done;
}

/** The key of the limit per address. */
export const byAddress = ({ address }: RouteCall): AttemptLimit => ({
  subject: `address ${addressGroup(address)}`,
  max: PER_ADDRESS_MAX,
});

/** Rejects a password that is not the member's; failures count as attempts. */
export async function checkCurrentPassword(
  { id, email }: Member,
  password: string | null,
  context: ConsoleContext,
): Promise<void> {
  const check = async () => {
    const credentials = await context.store.members.byEmail(email);
    if (password !== null && (await isPassword(password, credentials?.passwordHash ?? null))) return;
    throw invalidField('current_password', 'this is not the current password');
  };
  await attempt([{ subject: `password of ${id}`, max: PASSWORDS_PER_MEMBER_MAX }], check, context);
}
