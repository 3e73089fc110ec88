// E-mail and password, and the button of the OpenID provider where there is one.
import { useState } from 'preact/hooks';
import { type ApiFailure, ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Failure } from '../components/states.tsx';
import { enter, session } from '../session.ts';

interface SignInFormProps {
  /** Filled in at first. */
  readonly email: string;
  readonly onSignedIn: () => void;
}

export function SignInForm({ email: first, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(first);
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const provider = session.value?.oidc ?? null;
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const result = await ask('POST /session/sign-in', { body: { email, password } });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    enter(result.answer);
    onSignedIn();
  };
  return (
    <form class="stack" onSubmit={(event) => void send(event)}>
      {failure && <Failure failure={failure} />}
      <TextField
        label="E-mail"
        type="email"
        autocomplete="username"
        value={email}
        onText={setEmail}
        isRequired
        isFirst={first === ''}
      />
      <TextField
        label="Password"
        type="password"
        autocomplete="current-password"
        value={password}
        onText={setPassword}
        isRequired
        isFirst={first !== ''}
      />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        Sign in
      </Button>
      {provider && (
        <a
          class="button button-plain"
          target="_self"
          href={`${provider.start_path}?return_to=${encodeURIComponent(returnPath())}`}
        >
          Sign in with {provider.label}
        </a>
      )}
    </form>
  );
}

function returnPath(): string {
  return location.pathname === '/sign-in' ? '/' : location.pathname + location.search;
}
