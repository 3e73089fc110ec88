// Asks for a link that resets a password. The answer does not say whether a member has the address.
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { useSending } from '../sending.ts';
import { Gate } from './gate.tsx';

export function ForgottenPassword({ onBack }: { readonly onBack: () => void }) {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const sending = useSending({
    fields: ['email'],
    send: () => ask('POST /session/forgotten', { body: { email } }),
    onSent: () => setSent(true),
  });
  if (isSent)
    return (
      <Gate title="Look into your mailbox">
        <p role="status">
          If a member has the address {email}, a link was mailed to it. It is valid for an hour. Your password stays as
          it is until you open the link.
        </p>
        <Button onClick={onBack}>Back to sign-in</Button>
      </Gate>
    );
  return (
    <Gate title="Choose a new password" lead="We mail you a link with which you choose a new password.">
      <Form sending={sending}>
        <TextField
          label="E-mail"
          type="email"
          autocomplete="username"
          value={email}
          onText={setEmail}
          error={sending.errorOf('email')}
          isRequired
          isFirst
        />
        <Button type="submit" kind="primary" isBusy={sending.isBusy}>
          Send link
        </Button>
        <Button onClick={onBack}>Back to sign-in</Button>
      </Form>
    </Gate>
  );
}
