// The routes of all members: sign-in, set-up, accepting an invitation, and the member's own account.

import { closed, nullable, oneOf } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';
import { CallBodiesShape, CallShape } from './call-shapes.ts';
import { act, done, email, id, list, type Route, read, shortText, timeText } from './route.ts';
import * as shapes from './shapes.ts';
import * as totpShapes from './totp-shapes.ts';

const password = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Password; a new one has at least 12 characters',
});
const code = Type.String({ minLength: 6, maxLength: 40, description: 'Code of the app, or a recovery code' });
const ownPassword = nullable(password);
const token = Type.String({ minLength: 1, maxLength: 200, description: 'The part of the link after #token=' });
const ofAccount = Type.Optional(
  shortText(
    'Name of the account. A member may omit it or name the own account; for an operator the default is all accounts',
  ),
);
const span = {
  account: ofAccount,
  from: Type.Optional(timeText('ISO timestamp, included; default: 30 days ago')),
  to: Type.Optional(timeText('ISO timestamp, excluded; default: now')),
};
const usageQuery = closed({
  ...span,
  by: Type.Optional(shortText('hour, day, month, account, key, path, status with commas; default: day,status')),
});

/** By name. */
export const OWN_ROUTES = {
  'session.show': read({
    path: '/console/api/session',
    who: 'public',
    summary: 'The signed-in member and the CSRF token; while signed out, the ways to sign in',
    answer: shapes.SessionShape,
  }),
  'session.sign-in': act({
    path: '/console/api/session/sign-in',
    who: 'public',
    summary: 'Signs in with a password; the answer sets the session cookie',
    body: closed({ email, password }),
    answer: shapes.SessionShape,
    audit: 'session.sign-in',
  }),
  'session.code': act({
    path: '/console/api/session/code',
    who: 'public',
    summary: 'Completes a sign-in with the code of two-step sign-in',
    body: closed({ code }),
    answer: shapes.SessionShape,
    audit: 'session.code',
  }),
  'totp.show': read({
    path: '/console/api/session/totp',
    who: 'signed-in',
    summary: 'Whether the own sign-in requires a code',
    answer: totpShapes.TotpShape,
  }),
  'totp.set-up': act({
    path: '/console/api/session/totp/set-up',
    who: 'signed-in',
    summary: 'Creates a secret for an authenticator app; totp.switch-on must confirm it',
    body: closed({ current_password: ownPassword }),
    answer: totpShapes.TotpSecretShape,
    audit: 'totp.set-up',
  }),
  'totp.switch-on': act({
    path: '/console/api/session/totp/on',
    who: 'signed-in',
    summary:
      'Confirms the secret with a code: from now on sign-in requires one. Only this answer contains the recovery codes',
    body: closed({ code }),
    answer: totpShapes.RecoveryCodesShape,
    audit: 'totp.switch-on',
  }),
  'totp.switch-off': act({
    path: '/console/api/session/totp/off',
    who: 'signed-in',
    summary: 'Switches the own two-step sign-in off; members without a password omit it',
    body: closed({ current_password: ownPassword, code }),
    answer: done,
    audit: 'totp.switch-off',
  }),
  'totp.new-recovery-codes': act({
    path: '/console/api/session/totp/recovery-codes',
    who: 'signed-in',
    summary: 'Replaces the recovery codes; only this answer contains them',
    body: closed({ code }),
    answer: totpShapes.RecoveryCodesShape,
    audit: 'totp.new-recovery-codes',
  }),
  'session.forgotten': act({
    path: '/console/api/session/forgotten',
    who: 'public',
    summary: 'Mails a link that resets the password, if a member has this address; the answer is the same otherwise',
    body: closed({ email }),
    answer: done,
    audit: 'session.forgotten',
  }),
  'session.sign-out': act({
    path: '/console/api/session/sign-out',
    who: 'signed-in',
    summary: 'Ends the session',
    answer: shapes.SessionShape,
    audit: 'session.sign-out',
  }),
  'session.change-password': act({
    path: '/console/api/session/password',
    who: 'signed-in',
    summary: 'Changes the own password, and ends all other sessions of the member',
    body: closed({ current_password: password, new_password: password }),
    answer: shapes.SessionShape,
    audit: 'session.change-password',
  }),
  'session.oidc-start': read({
    path: '/console/api/oidc/start',
    who: 'public',
    summary: 'Redirects the browser to the OpenID provider, and finally to return_to',
    query: closed({
      return_to: Type.Optional(Type.String({ maxLength: 12_000, description: 'Path of the dashboard' })),
    }),
    answer: null,
    media: 'redirect',
  }),
  'session.oidc-finish': {
    method: 'GET',
    path: '/console/api/oidc/finish',
    who: 'public',
    summary: 'Redirect target of the OpenID provider',
    params: null,
    query: Type.Object({}, { additionalProperties: Type.String() }),
    body: null,
    answer: null,
    media: 'redirect',
    audit: 'session.sign-in',
  },
  'set-up': act({
    path: '/console/api/set-up',
    who: 'public',
    summary: 'Creates the first operator with the token of the set-up link, and signs in',
    body: closed({ token, email, name: shortText('Shown name'), password }),
    answer: shapes.SessionShape,
    audit: 'set-up',
  }),
  'invitations.open': act({
    path: '/console/api/invitations/open',
    who: 'public',
    summary: 'The content of an invitation; 404 if it is used, expired or unknown',
    body: closed({ token }),
    answer: shapes.OpenedInvitationShape,
    audit: null,
  }),
  'invitations.accept': act({
    path: '/console/api/invitations/accept',
    who: 'public',
    summary: 'Creates the invited member, and signs in',
    body: closed({ token, name: shortText('Shown name'), password }),
    answer: shapes.SessionShape,
    audit: 'invitations.accept',
  }),
  overview: read({
    path: '/console/api/overview',
    who: 'billing',
    summary: 'The figures of the overview',
    query: closed({
      account: ofAccount,
      days: Type.Optional(
        oneOf(['1', '7', '30', '90'], {
          description:
            'Days of the period; 1 and 7 are shown by hour; default: the first of 7, 30 and 90 that has calls',
        }),
      ),
    }),
    answer: shapes.OverviewShape,
  }),
  'keys.list': read({
    path: '/console/api/keys',
    who: 'billing',
    summary: 'Keys, newest first',
    query: closed({ account: ofAccount }),
    answer: list(shapes.KeyShape),
  }),
  'keys.create': act({
    path: '/console/api/keys',
    who: 'member',
    summary: 'Creates a key; only this answer contains it',
    body: closed({
      account: Type.Optional(shortText('Name of the account; optional for a member')),
      name: Type.String({ maxLength: 100, description: 'Name, such as the purpose' }),
      allowed_paths: Type.Array(shortText('Full path of an endpoint'), { maxItems: 100, description: 'Empty: all' }),
      expires_at: nullable(timeText('ISO timestamp in the future; null: never')),
    }),
    answer: shapes.CreatedKeyShape,
    once: true,
    audit: 'keys.create',
  }),
  'keys.rotate': act({
    path: '/console/api/keys/:id/rotate',
    who: 'member',
    summary: 'Creates a successor; only this answer contains it. The key ends after the grace period',
    params: id,
    body: closed({ grace_hours: Type.Integer({ minimum: 0, maximum: 8760, description: '0: the key ends at once' }) }),
    answer: shapes.CreatedKeyShape,
    once: true,
    audit: 'keys.rotate',
  }),
  'keys.revoke': act({
    path: '/console/api/keys/:id/revoke',
    who: 'member',
    summary: 'Revokes a key at once',
    params: id,
    answer: shapes.KeyShape,
    audit: 'keys.revoke',
  }),
  'calls.list': read({
    path: '/console/api/calls',
    who: 'read_only',
    summary:
      'The latest calls of a key, or of all keys of an account: at most 1,000, newest first, at most 30 days old',
    query: closed({
      account: ofAccount,
      key: Type.Optional(shortText('Identifier of the key')),
      status: Type.Optional(
        Type.String({ pattern: '^([2-5]xx|errors|[2-5]\\d\\d)$', description: '404, 4xx, or errors: 400 and above' }),
      ),
    }),
    answer: list(CallShape),
  }),
  'calls.bodies': read({
    path: '/console/api/calls/:id/bodies',
    who: 'read_only',
    summary: 'The redacted bodies of a call, if the server keeps them: for the last 100 calls of each key, for a day',
    params: id,
    query: closed({ account: ofAccount }),
    answer: CallBodiesShape,
  }),
  'usage.show': read({
    path: '/console/api/usage',
    who: 'billing',
    summary: 'Calls and credits, summed by the requested groups',
    query: usageQuery,
    answer: shapes.UsageShape,
  }),
  'usage.csv': read({
    path: '/console/api/usage.csv',
    who: 'billing',
    summary: 'The usage as a file',
    query: usageQuery,
    answer: null,
    media: 'text/csv',
  }),
  'accounts.list': read({
    path: '/console/api/accounts',
    who: 'billing',
    summary: 'All accounts for an operator, the own one for a member',
    answer: list(shapes.AccountShape),
  }),
  'accounts.show': read({
    path: '/console/api/account',
    who: 'billing',
    summary: 'An account with the limits of its plan and its members: the own account or, for an operator, any account',
    query: closed({ account: ofAccount }),
    answer: shapes.AccountPageShape,
  }),
} as const satisfies Readonly<Record<string, Route>>;
