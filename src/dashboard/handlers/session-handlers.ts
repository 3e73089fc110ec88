// Sign-in and sign-out, the first operator, accepted invitations, and the member's own password.
import { inviteWithLink } from '../../members/invitation-link.ts';
import { checkNewPassword, hashPassword, isPassword } from '../../members/password.ts';
import { hashToken } from '../../members/secret-token.ts';
import { addressGroup } from '../../ops/address-group.ts';
import { messageOf } from '../../ops/message-of.ts';
import type { ConsoleContext, Handlers, RouteCall } from '../context.ts';
import { resetMail } from '../mail.ts';
import { invalidField, Rejection, tooMany } from '../rejection.ts';
import { clearToken, tokenOf } from '../session-cookie.ts';
import { attempt, byAddress, checkCurrentPassword, sessionAnswer, signIn, signInOrAwait } from '../sign-in.ts';

/**
 * Attempts in 15 minutes. The limit per member and address is reached before the limit per member, so attempts from one
 * address do not lock the member out at other addresses.
 */
const PER_MEMBER_MAX = 100;
const PER_MEMBER_AND_ADDRESS_MAX = 10;
const RESETS_PER_MEMBER_MAX = 5;
/** Lifetime of a link that resets a password. */
const RESET_LIFE_MS = 3_600_000;

/** Checks a new password and hashes it; the rejection names the field. */
async function hashNew(password: string, email: string, field: string): Promise<string> {
  try {
    checkNewPassword(password, email);
  } catch (error) {
    throw invalidField(field, messageOf(error));
  }
  return hashPassword(password);
}

export const SESSION_HANDLERS = {
  'session.show': (_input, { request, origin }, context) => sessionAnswer(tokenOf(request, origin), context),

  'session.sign-in': async ({ body }, call, context) => {
    const email = body.email.trim().toLowerCase();
    const limits = [
      byAddress(call),
      { subject: `member ${email}`, max: PER_MEMBER_MAX },
      { subject: `member ${email} address ${addressGroup(call.address)}`, max: PER_MEMBER_AND_ADDRESS_MAX },
    ];
    call.subject = 'with a password';
    const check = async () => {
      const { members } = context.store;
      const credentials = await members.byEmail(email);
      if (credentials) call.who = credentials.member.email;
      const isRight = await isPassword(body.password, credentials?.passwordHash ?? null);
      // The check may wait for seconds, in which the member may have changed the password to lock this caller out.
      const current = credentials && isRight ? await members.byEmail(email) : null;
      if (current && current.passwordHash === credentials?.passwordHash) return current.member;
      throw new Rejection('UNAUTHORIZED', 'e-mail or password is wrong');
    };
    const member = await attempt(limits, check, context);
    return sessionAnswer(await signInOrAwait(member, call, context), context);
  },

  'session.forgotten': async ({ body }, call, context) => {
    const { attempts, members } = context.store;
    if (context.mailer === null)
      throw new Rejection(
        'NOT_FOUND',
        'this server sends no mail; ask an operator for a link that resets your password',
      );
    const email = body.email.trim().toLowerCase();
    const limits = [byAddress(call), { subject: `reset of ${email}`, max: RESETS_PER_MEMBER_MAX }];
    const admission = await attempts.admit(limits);
    if (!admission.admitted) throw tooMany('too many requests for a new password', admission.retryAfterMs);
    call.subject = 'a new password';
    const credentials = await members.byEmail(email);
    if (credentials) call.who = credentials.member.email;
    if (credentials) afterAnswer(call, () => sendReset(email, context), context);
    return { done: true };
  },

  'session.sign-out': async (_input, call, context) => {
    await context.store.sessions.end(hashToken(call.token));
    clearToken(call.reply, call.origin);
    return sessionAnswer(null, context);
  },

  'session.change-password': async ({ body }, call, context) => {
    const { member } = call;
    const { members, sessions } = context.store;
    call.subject = member.email;
    await checkCurrentPassword(member, body.current_password, context);
    await members.setPassword(member.id, await hashNew(body.new_password, member.email, 'new_password'));
    await sessions.endAllOf(member.id);
    return sessionAnswer(await signIn(member, call, context), context);
  },

  'set-up': async ({ body }, call, context) => {
    const { members } = context.store;
    const tokenHash = hashToken(body.token);
    call.subject = body.email.trim().toLowerCase();
    const accept = async () => {
      const invitation = await members.invitationOf(tokenHash);
      if (!invitation || invitation.email !== null)
        throw new Rejection(
          'NOT_FOUND',
          'this link was used or has expired; `cardfile dashboard link` prints a new one',
        );
      const passwordHash = await hashNew(body.password, call.subject, 'password');
      const { email, name } = body;
      return members.accept({ tokenHash }, { email, name, passwordHash, subject: null });
    };
    const member = await attempt([byAddress(call)], accept, context);
    return sessionAnswer(await signInOrAwait(member, call, context), context);
  },

  'invitations.open': async ({ body }, call, context) => {
    const open = () => openInvitation(body.token, context);
    const { email, role, accountName, expiresAt } = await attempt([byAddress(call)], open, context);
    const known = await context.store.members.byEmail(email);
    return { email, name: known?.member.name ?? null, role, account: accountName, expires_at: expiresAt };
  },

  'invitations.accept': async ({ body }, call, context) => {
    const accept = async () => {
      const { email } = await openInvitation(body.token, context);
      call.subject = email;
      const passwordHash = await hashNew(body.password, email, 'password');
      return context.store.members.accept(
        { tokenHash: hashToken(body.token) },
        { email, name: body.name, passwordHash, subject: null },
      );
    };
    const member = await attempt([byAddress(call)], accept, context);
    return sessionAnswer(await signInOrAwait(member, call, context), context);
  },
} as const satisfies Handlers<
  | 'session.show'
  | 'session.sign-in'
  | 'session.forgotten'
  | 'session.sign-out'
  | 'session.change-password'
  | 'set-up'
  | 'invitations.open'
  | 'invitations.accept'
>;

/** Runs all of the work after the answer, so that the response time does not reveal whether the address is known. */
function afterAnswer({ reply }: RouteCall, work: () => Promise<void>, { onFault }: ConsoleContext): void {
  reply.raw.once('close', () => void work().catch((error) => onFault(error, 'session.forgotten')));
}

/** Mails a link with which a member chooses a new password. Role and account stay unchanged. */
async function sendReset(email: string, context: ConsoleContext): Promise<void> {
  const { mailer, publicUrl, store } = context;
  // Read now: a client that delays its answer must not get a role that the member has lost in the meantime.
  const credentials = await store.members.byEmail(email);
  if (mailer === null || publicUrl === null || credentials === null) return;
  const { role, accountName } = credentials.member;
  const given = { role, email, accountName, lifeMs: RESET_LIFE_MS, invitedBy: email };
  const { invitation, link } = await inviteWithLink(store.members, given, publicUrl.origin);
  await mailer.send(resetMail(email, invitation, link));
}

async function openInvitation(token: string, { store }: ConsoleContext) {
  const invitation = await store.members.invitationOf(hashToken(token));
  const email = invitation?.email ?? null;
  if (invitation && email !== null) return { ...invitation, email };
  throw new Rejection('NOT_FOUND', 'this link was used or withdrawn, or has expired; ask for a new one');
}
