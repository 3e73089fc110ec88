// Members and their invitations, and the audit log, for operators.
import { INVITATION_LIFE_MS, inviteWithLink } from '../../members/invitation-link.ts';
import type { Invitation } from '../../members/port.ts';
import type { ConsoleContext, Handlers } from '../context.ts';
import { invitationMail, resetMail } from '../mail.ts';
import type { AnswerOf } from '../routes/routes.ts';
import { knownAccount } from '../scope.ts';
import { invitationView, memberView } from '../views.ts';

type MailState = AnswerOf<'invitations.create'>['mail'];

const AUDIT_ROWS = 100;

interface MadeLink {
  readonly invitation: Invitation;
  readonly link: string;
  /** Whether the link resets the password of an existing member. */
  readonly isKnown: boolean;
}

/** Sends the link of an invitation, if a mail server is configured. */
async function mailed({ invitation, link, isKnown }: MadeLink, context: ConsoleContext): Promise<MailState> {
  const { mailer, onFault } = context;
  const { email } = invitation;
  if (mailer === null || email === null) return 'off';
  try {
    await mailer.send((isKnown ? resetMail : invitationMail)(email, invitation, link));
    return 'sent';
  } catch (error) {
    onFault(error, 'invitations.create');
    return 'failed';
  }
}

/** The address of a member or an invitation, by which readers of the audit log know it; the id if there is none. */
function addressIn(rows: readonly { readonly id: string; readonly email: string | null }[], id: string): string {
  return rows.find((row) => row.id === id)?.email ?? id;
}

export const MEMBER_HANDLERS = {
  'invitations.list': async (_input, _visit, { store }) => {
    const members = new Map((await store.members.members()).map((member) => [member.email, member]));
    const rows = await store.members.invitations();
    return { rows: rows.map((each) => invitationView(each, members.get(each.email ?? '') ?? null)) };
  },

  'invitations.create': async ({ body }, call, context) => {
    const { email, role, account } = body;
    call.subject = `${email.trim().toLowerCase()} as ${role}${account === null ? '' : ` of ${account}`}`;
    if (account !== null) await knownAccount(account, context);
    const { invitation, link } = await inviteWithLink(
      context.store.members,
      { role, email, accountName: account, lifeMs: INVITATION_LIFE_MS, invitedBy: call.member.email },
      // The recipient uses another machine: the address of this request may be valid only on this machine.
      context.publicUrl?.origin ?? call.origin,
    );
    const member = (await context.store.members.byEmail(invitation.email ?? ''))?.member ?? null;
    if (member) call.subject += ', a new password';
    const mail = await mailed({ invitation, link, isKnown: member !== null }, context);
    return { ...invitationView(invitation, member), link, mail };
  },

  'invitations.withdraw': async ({ params }, call, { store }) => {
    call.subject = addressIn(await store.members.invitations(), params.id);
    await store.members.withdraw(params.id);
    return { done: true };
  },

  'members.list': async (_input, _visit, { store }) => ({ rows: (await store.members.members()).map(memberView) }),

  'members.change': async ({ params, body }, call, context) => {
    const address = addressIn(await context.store.members.members(), params.id);
    call.subject = `${address} to ${body.role}${body.account === null ? '' : ` of ${body.account}`}`;
    if (body.account !== null) await knownAccount(body.account, context);
    return memberView(await context.store.members.change(params.id, { role: body.role, accountName: body.account }));
  },

  'members.remove': async ({ params }, call, { store }) => {
    call.subject = addressIn(await store.members.members(), params.id);
    await store.members.remove(params.id);
    return { done: true };
  },

  'audit.list': async ({ query }, _visit, { store }) => ({
    rows: await store.audit.entries(query.before === undefined ? null : Number(query.before), AUDIT_ROWS),
  }),
} as const satisfies Handlers<
  | 'invitations.list'
  | 'invitations.create'
  | 'invitations.withdraw'
  | 'members.list'
  | 'members.change'
  | 'members.remove'
  | 'audit.list'
>;
