// The first start: the set-up link that the server printed creates the first operator.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { useSending } from '../sending.ts';
import { enter, session } from '../session.ts';
import { GATE_TEXTS } from '../texts/sign-in-texts.ts';
import { Gate } from './gate.tsx';
import { leaveLink, takeLinkToken } from './link-token.ts';
import { NewPassword } from './new-password.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

export function SetUpScreen() {
  const [token] = useState(takeLinkToken);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const sending = useSending({
    fields: ['name', 'email', 'password'],
    send: () => request('POST /set-up', { body: { token, email, name, password } }),
    onSent: (answer) => {
      enter(answer);
      leaveLink();
    },
  });
  if (token === '' && session.value?.state !== 'set_up') return <SignInScreen />;
  if (token === '')
    return (
      <Gate title={GATE_TEXTS.almostThere}>
        <p>{GATE_TEXTS.noOperator}</p>
        <pre class="gate-code">
          <code>cardfile dashboard link</code>
        </pre>
      </Gate>
    );
  return (
    <Gate title={GATE_TEXTS.setUpTitle} lead={GATE_TEXTS.setUpLead}>
      <Form sending={sending}>
        <TextField
          label={GATE_TEXTS.yourName}
          autocomplete="name"
          value={name}
          onText={setName}
          error={sending.errorOf('name')}
          isRequired
          isFirst
        />
        <TextField
          label={GATE_TEXTS.email}
          type="email"
          autocomplete="username"
          value={email}
          onText={setEmail}
          error={sending.errorOf('email')}
          isRequired
        />
        <NewPassword value={password} onText={setPassword} error={sending.errorOf('password')} />
        <Button type="submit" kind="primary" isBusy={sending.isBusy}>
          {GATE_TEXTS.setUpAction}
        </Button>
      </Form>
    </Gate>
  );
}
