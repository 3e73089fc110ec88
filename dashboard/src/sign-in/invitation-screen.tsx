// An invitation that somebody opened: what it is for, and name and password of the new member.
import { useState } from 'preact/hooks';
import { type ApiFailure, ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Failure, Loaded } from '../components/states.tsx';
import { fieldError, otherFailure } from '../field-errors.ts';
import { formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { enter } from '../session.ts';
import { Gate } from './gate.tsx';
import { leaveLink, takeLinkToken } from './link-token.ts';
import { NewPassword } from './new-password.tsx';

export function InvitationScreen() {
  const [token] = useState(takeLinkToken);
  const invitation = useRemote((signal) => ask('POST /invitations/open', { body: { token }, signal }));
  if (token === '' || invitation.failure?.status === 404)
    return (
      <Gate title="This invitation is over">
        <p>It has been used, withdrawn, or is older than it may be. Ask whoever invited you for another one.</p>
        <p>
          <a href="/" target="_self">
            To the sign-in
          </a>
        </p>
      </Gate>
    );
  return (
    <Gate title="Join Cardfile">
      <Loaded remote={invitation}>
        {({ email, role, account, expires_at }) => (
          <>
            <p>
              {email} is invited {role === 'operator' ? 'as an operator' : `to the account ${account}`}. The invitation
              is good until {formatTime(expires_at)}.
            </p>
            <AcceptForm token={token} email={email} />
          </>
        )}
      </Loaded>
    </Gate>
  );
}

function AcceptForm({ token, email }: { readonly token: string; readonly email: string }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const result = await ask('POST /invitations/accept', { body: { token, name, password } });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    enter(result.answer);
    leaveLink();
  };
  const rest = otherFailure(failure, ['name', 'password']);
  return (
    <form class="stack" onSubmit={(event) => void send(event)}>
      {rest && <Failure failure={rest} />}
      {/* For password managers: the name that the password belongs to. */}
      <TextField label="E-mail" type="email" autocomplete="username" value={email} onText={() => {}} isReadOnly />
      <TextField
        label="Your name"
        autocomplete="name"
        value={name}
        onText={setName}
        error={fieldError(failure, 'name')}
        isRequired
        isFirst
      />
      <NewPassword value={password} onText={setPassword} error={fieldError(failure, 'password')} />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        Join
      </Button>
    </form>
  );
}
