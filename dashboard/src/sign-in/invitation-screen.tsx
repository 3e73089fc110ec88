// An opened invitation: shows its role, and asks for the name and the password of the new member.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Loaded } from '../components/states.tsx';
import { useRemote } from '../remote.ts';
import { useSending } from '../sending.ts';
import { enter } from '../session.ts';
import { GATE_TEXTS } from '../texts/sign-in-texts.ts';
import { Gate } from './gate.tsx';
import { leaveLink, takeLinkToken } from './link-token.ts';
import { NewPassword } from './new-password.tsx';

export function InvitationScreen() {
  const [token] = useState(takeLinkToken);
  // Without a token after a reload: the link itself may still be valid.
  if (token === '') return <NoInvitation title={GATE_TEXTS.openAgain} hint={GATE_TEXTS.openAgainHint} />;
  return <Invitation token={token} />;
}

function NoInvitation({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <Gate title={title}>
      <p>{hint}</p>
      <p>
        {/* Not _self, because the router would only change the address. */}
        <a href="/" target="_top">
          {GATE_TEXTS.goToSignIn}
        </a>
      </p>
    </Gate>
  );
}

function Invitation({ token }: { readonly token: string }) {
  const invitation = useRemote((signal) => request('POST /invitations/open', { body: { token }, signal }));
  if (invitation.failure?.status === 404)
    return <NoInvitation title={GATE_TEXTS.invitationOver} hint={GATE_TEXTS.invitationOverHint} />;
  return (
    <Gate title={invitation.value?.name ? GATE_TEXTS.newPasswordTitle : GATE_TEXTS.join}>
      <Loaded remote={invitation}>
        {({ email, name, role, account, expires_at }) => (
          <>
            <p>
              {name === null
                ? GATE_TEXTS.invited({ email, role, account, expires_at })
                : GATE_TEXTS.resets(email, expires_at)}
            </p>
            <AcceptForm token={token} email={email} knownName={name} />
          </>
        )}
      </Loaded>
    </Gate>
  );
}

interface AcceptFormProps {
  readonly token: string;
  readonly email: string;
  /** Name of a member who resets the password; null for a new member. */
  readonly knownName: string | null;
}

function AcceptForm({ token, email, knownName }: AcceptFormProps) {
  const [name, setName] = useState(knownName ?? '');
  const [password, setPassword] = useState('');
  const sending = useSending({
    fields: ['name', 'password'],
    send: () => request('POST /invitations/accept', { body: { token, name, password } }),
    onSent: (answer) => {
      enter(answer);
      leaveLink();
    },
  });
  return (
    <Form sending={sending}>
      {/* Lets password managers store the user name with the password. */}
      <TextField
        label={GATE_TEXTS.email}
        type="email"
        autocomplete="username"
        value={email}
        onText={() => {}}
        isReadOnly
      />
      <TextField
        label={GATE_TEXTS.yourName}
        autocomplete="name"
        value={name}
        onText={setName}
        error={sending.errorOf('name')}
        isRequired
        isFirst={knownName === null}
      />
      <NewPassword value={password} onText={setPassword} error={sending.errorOf('password')} />
      <Button type="submit" kind="primary" isBusy={sending.isBusy}>
        {knownName === null ? GATE_TEXTS.joinAction : GATE_TEXTS.saveAndSignIn}
      </Button>
    </Form>
  );
}
