// E-mail and password, and a button for OpenID Connect if it is configured.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { useSending } from '../sending.ts';
import { enter, session } from '../session.ts';
import { GATE_TEXTS } from '../texts/sign-in-texts.ts';
import { CodeForm } from './code-form.tsx';

interface SignInFormProps {
  /** Initial value of the field. */
  readonly email: string;
  readonly onSignedIn: () => void;
}

export function SignInForm({ email: first, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(first);
  const [password, setPassword] = useState('');
  const [isAwaitingCode, setAwaitingCode] = useState(false);
  const provider = session.value?.oidc ?? null;
  const sending = useSending({
    fields: [],
    send: () => request('POST /session/sign-in', { body: { email, password } }),
    onSent: (answer) => {
      setPassword('');
      // The screen behind a dialog stays, because the session is not complete yet.
      if (answer.state === 'needs_code') return setAwaitingCode(true);
      enter(answer);
      onSignedIn();
    },
  });
  if (isAwaitingCode) return <CodeForm onSignedIn={onSignedIn} onBack={() => setAwaitingCode(false)} />;
  return (
    <Form sending={sending}>
      <TextField
        label={GATE_TEXTS.email}
        type="email"
        autocomplete="username"
        value={email}
        onText={setEmail}
        isRequired
        isFirst={first === ''}
      />
      <TextField
        label={GATE_TEXTS.password}
        type="password"
        autocomplete="current-password"
        value={password}
        onText={setPassword}
        isRequired
        isFirst={first !== ''}
      />
      <Button type="submit" kind="primary" isBusy={sending.isBusy}>
        {GATE_TEXTS.signIn}
      </Button>
      {provider && (
        // Not _self, because the router treats such links as screens.
        <a
          class="button button-plain"
          target="_top"
          href={`${provider.start_path}?return_to=${encodeURIComponent(returnPath())}`}
        >
          {GATE_TEXTS.signInWith(provider.label)}
        </a>
      )}
    </Form>
  );
}

function returnPath(): string {
  return location.pathname === '/sign-in' ? '/' : location.pathname + location.search;
}
