// Invites a member; the link is shown once.
import { useState } from 'preact/hooks';
import { type Answer, ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { formatTime } from '../format.ts';
import { keptSignal } from '../kept.ts';
import { useSending } from '../sending.ts';
import { account } from '../session.ts';
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
  return (
    <Dialog
      title={`Invitation for ${invitation.email}`}
      isOpen
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>
        Send this link to {invitation.email}. It is shown only now, works once, and until{' '}
        {formatTime(invitation.expires_at)}.
      </p>
      <CodeBlock label="invitation link" text={invitation.link} isWrapped />
    </Dialog>
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
    send: () => ask('POST /invitations', { body: { email, ...choice } }),
    onSent: (made) => {
      form.value = EMPTY;
      onMade(made);
    },
  });
  return (
    <FormDialog title="Invite a member" action="Create invitation" sending={sending} onClose={onClose}>
      <TextField
        label="E-mail"
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
