// Two-step sign-in: set-up, confirmation, recovery codes, and the code of a sign-in.
import type { Member } from '../../members/port.ts';
import { hashToken } from '../../members/secret-token.ts';
import {
  digitsOf,
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  totpStepOf,
  totpUri,
} from '../../members/totp.ts';
import type { ConsoleContext, Handlers, RouteCall, SignedIn } from '../context.ts';
import { invalidField, Rejection } from '../rejection.ts';
import { tokenOf } from '../session-cookie.ts';
import { attempt, byAddress, checkCurrentPassword, sessionAnswer, signIn } from '../sign-in.ts';

/**
 * Maximum number of failed codes of a member in 15 minutes, over all addresses. A guess is right once in 333,333 times.
 */
const CODES_PER_MEMBER_MAX = 10;

const limitOf = ({ id }: Member) => ({ subject: `code of ${id}`, max: CODES_PER_MEMBER_MAX });

interface GivenCode {
  readonly member: Member;
  readonly code: string;
}

/**
 * Uses up a code of the app or a recovery code, and returns which of the two it was. Rejects any other text; failures
 * count as attempts.
 */
async function useCode({ member, code }: GivenCode, call: RouteCall, context: ConsoleContext): Promise<string> {
  const { totp } = context.store;
  const use = async () => {
    const state = await totp.stateOf(member.id);
    if (state === null || state.onSince === null) throw new Rejection('CONFLICT', 'two-step sign-in is off');
    const digits = digitsOf(code);
    const step = digits === null ? null : totpStepOf(digits, state.secret, context.clock.now());
    if (step !== null && (await totp.useStep(member.id, step))) return 'with a code';
    if (digits === null && (await totp.useRecoveryCode(member.id, hashRecoveryCode(code))))
      return 'with a recovery code';
    const message = step === null ? 'this code is not valid' : 'this code was used already: wait for the next one';
    throw invalidField('code', message);
  };
  return attempt([byAddress(call), limitOf(member)], use, context);
}

/** Members without a password sign in only with OpenID Connect. */
async function checkPassword({ member }: SignedIn, password: string | null, context: ConsoleContext): Promise<void> {
  if (member.hasPassword) await checkCurrentPassword(member, password, context);
}

export const TOTP_HANDLERS = {
  'session.code': async ({ body }, call, context) => {
    const { sessions } = context.store;
    const token = tokenOf(call.request, call.origin);
    const member = token === null ? null : await sessions.findAwaiting(hashToken(token));
    if (token === null || member === null)
      throw new Rejection('UNAUTHORIZED', 'the time for the code has passed; sign in again');
    call.who = member.email;
    call.subject = await useCode({ member, code: body.code }, call, context);
    return sessionAnswer(await signIn(member, call, context), context);
  },

  'totp.show': async (_input, { member }, { store }) => {
    const state = await store.totp.stateOf(member.id);
    return { on_since: state?.onSince ?? null, recovery_codes_left: state?.recoveryCodesLeft ?? 0 };
  },

  'totp.set-up': async ({ body }, call, context) => {
    const { member } = call;
    call.subject = member.email;
    await checkPassword(call, body.current_password, context);
    const secret = newTotpSecret();
    await context.store.totp.propose(member.id, secret);
    return { key: secret, uri: totpUri(secret, member.email) };
  },

  'totp.switch-on': async ({ body }, call, context) => {
    const { member } = call;
    const { totp } = context.store;
    call.subject = member.email;
    const confirm = async () => {
      const state = await totp.stateOf(member.id);
      if (state === null) throw new Rejection('CONFLICT', 'set two-step sign-in up first');
      const step = totpStepOf(digitsOf(body.code) ?? '', state.secret, context.clock.now());
      if (step === null)
        throw invalidField('code', 'this code is not valid: check that the time of your phone is set automatically');
      return { secret: state.secret, step };
    };
    const confirmed = await attempt([byAddress(call), limitOf(member)], confirm, context);
    const codes = newRecoveryCodes();
    await totp.switchOn(member.id, { ...confirmed, recoveryCodeHashes: codes.map(hashRecoveryCode) });
    return { recovery_codes: codes };
  },

  'totp.switch-off': async ({ body }, call, context) => {
    const { member } = call;
    call.subject = member.email;
    await checkPassword(call, body.current_password, context);
    await useCode({ member, code: body.code }, call, context);
    await context.store.totp.switchOff(member.id);
    return { done: true };
  },

  'totp.new-recovery-codes': async ({ body }, call, context) => {
    const { member } = call;
    call.subject = member.email;
    await useCode({ member, code: body.code }, call, context);
    const codes = newRecoveryCodes();
    await context.store.totp.replaceRecoveryCodes(member.id, codes.map(hashRecoveryCode));
    return { recovery_codes: codes };
  },

  'members.switch-off-totp': async ({ params }, call, { store }) => {
    const member = (await store.members.members()).find(({ id }) => id === params.id);
    call.subject = member?.email ?? params.id;
    if (!member) throw new Rejection('NOT_FOUND', 'there is no such member');
    // Switching off one's own two-step sign-in requires password and code: a session alone, such as on an unlocked
    // computer, is not enough.
    if (member.id === call.member.id)
      throw new Rejection('CONFLICT', 'switch your own two-step sign-in off in your profile, or ask another operator');
    if (!(await store.totp.switchOff(member.id)))
      throw new Rejection('CONFLICT', 'two-step sign-in of this member is off');
    return { done: true };
  },
} as const satisfies Handlers<
  | 'session.code'
  | 'totp.show'
  | 'totp.set-up'
  | 'totp.switch-on'
  | 'totp.switch-off'
  | 'totp.new-recovery-codes'
  | 'members.switch-off-totp'
>;
