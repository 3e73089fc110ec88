// Invites a member and shows the invitation link once.
import { useState } from 'preact/hooks';
import { type Answer, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { formatTime } from '../format.ts';
import { keptSignal } from '../kept.ts';
import { useSending } from '../sending.ts';
import { account } from '../session.ts';
import { MEMBER_TEXTS } from '../texts/member-texts.ts';
import { type RoleChoice, RoleFields } from './role-fields.tsx';

interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onInvited: () => void;
}

const EMPTY = { email: '', choice: { role: 'member', account: null } as RoleChoice };

export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const [invitation, setInvitation] = useState<Answer<'POST /invitations'> | null>(null);
  if (invitation === null)
    return (
      <InviteForm
        onClose={onClose}
        onMade={(made) => {
          setInvitation(made);
          onInvited();
        }}
      />
    );
  const { email, member_name: name } = invitation;
  const title = name === null ? MEMBER_TEXTS.invitationFor(email) : MEMBER_TEXTS.resetLink(name);
  return <LinkDialog {...{ title, invitation, onClose }} />;
}

interface LinkDialogProps {
  readonly title: string;
  readonly invitation: Answer<'POST /invitations'>;
  readonly onClose: () => void;
}

/** The link, shown once. */
function LinkDialog({ title, invitation, onClose }: LinkDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {MEMBER_TEXTS.done}
        </Button>
      }
    >
      {invitation.mail === 'failed' && (
        <p class="callout callout-bad" role="alert">
          {MEMBER_TEXTS.mailFailed}
        </p>
      )}
      <p>
        {invitation.mail === 'sent'
          ? MEMBER_TEXTS.linkMailed(invitation.email)
          : MEMBER_TEXTS.sendLink(invitation.email)}{' '}
        {MEMBER_TEXTS.linkUntil(formatTime(invitation.expires_at))}
      </p>
      <CodeBlock label={MEMBER_TEXTS.link} text={invitation.link} isWrapped />
    </Dialog>
  );
}

interface ResetDialogProps {
  readonly member: Pick<Answer<'GET /members'>['rows'][number], 'name' | 'email' | 'role' | 'account'>;
  readonly onClose: () => void;
}

/** Creates a password reset link. It is an invitation for the same e-mail address, role and account. */
export function ResetDialog({ member: { name, email, role, account: own }, onClose }: ResetDialogProps) {
  const [invitation, setInvitation] = useState<Answer<'POST /invitations'> | null>(null);
  const sending = useSending({
    fields: [],
    send: () => request('POST /invitations', { body: { email, role, account: own } }),
    onSent: setInvitation,
  });
  if (invitation !== null) return <LinkDialog title={MEMBER_TEXTS.resetLink(name)} {...{ invitation, onClose }} />;
  return (
    <FormDialog
      title={MEMBER_TEXTS.resetTitle(name)}
      action={MEMBER_TEXTS.resetAction}
      sending={sending}
      onClose={onClose}
    >
      <p>{MEMBER_TEXTS.resetHint(name, email)}</p>
    </FormDialog>
  );
}

function InviteForm({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (made: Answer<'POST /invitations'>) => void;
}) {
  const form = keptSignal('invitation', { ...EMPTY, choice: { ...EMPTY.choice, account: account.value } });
  const { email, choice } = form.value;
  const sending = useSending({
    fields: ['email', 'account'],
    send: () => request('POST /invitations', { body: { email, ...choice } }),
    onSent: (made) => {
      form.value = EMPTY;
      onMade(made);
    },
  });
  return (
    <FormDialog title={MEMBER_TEXTS.inviteTitle} action={MEMBER_TEXTS.inviteAction} sending={sending} onClose={onClose}>
      <TextField
        label={MEMBER_TEXTS.email}
        type="email"
        value={email}
        onText={(text) => {
          form.value = { email: text, choice };
        }}
        error={sending.errorOf('email')}
        isRequired
        isFirst
      />
      <RoleFields
        choice={choice}
        onChoice={(next) => {
          form.value = { email, choice: next };
        }}
        error={sending.errorOf('account')}
      />
    </FormDialog>
  );
}
