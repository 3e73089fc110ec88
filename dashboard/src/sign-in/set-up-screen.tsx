// The first start: the link that the server printed makes the first operator.
import { useState } from 'preact/hooks';
import { type ApiFailure, ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Failure } from '../components/states.tsx';
import { fieldError, otherFailure } from '../field-errors.ts';
import { enter, session } from '../session.ts';
import { Gate } from './gate.tsx';
import { leaveLink, takeLinkToken } from './link-token.ts';
import { NewPassword } from './new-password.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

const FIELDS = ['name', 'email', 'password'];

export function SetUpScreen() {
  const [token] = useState(takeLinkToken);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  if (token === '' && session.value?.state !== 'set_up') return <SignInScreen />;
  if (token === '')
    return (
      <Gate title="Almost there">
        <p>
          This Cardfile has no operator yet. Open the set-up link that the server printed when it started, or print a
          new one:
        </p>
        <pre class="gate-code">
          <code>cardfile dashboard link</code>
        </pre>
      </Gate>
    );
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const result = await ask('POST /set-up', { body: { token, email, name, password } });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    enter(result.answer);
    leaveLink();
  };
  const rest = otherFailure(failure, FIELDS);
  return (
    <Gate title="Set up Cardfile" lead="You become the operator of this server: you see everything, and invite others.">
      <form class="stack" onSubmit={(event) => void send(event)}>
        {rest && <Failure failure={rest} />}
        <TextField
          label="Your name"
          autocomplete="name"
          value={name}
          onText={setName}
          error={fieldError(failure, 'name')}
          isRequired
          isFirst
        />
        <TextField
          label="E-mail"
          type="email"
          autocomplete="username"
          value={email}
          onText={setEmail}
          error={fieldError(failure, 'email')}
          isRequired
        />
        <NewPassword value={password} onText={setPassword} error={fieldError(failure, 'password')} />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Set up and sign in
        </Button>
      </form>
    </Gate>
  );
}
