// Requests a password reset link. The response does not reveal whether a member has the address.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { useSending } from '../sending.ts';
import { GATE_TEXTS } from '../texts/sign-in-texts.ts';
import { Gate } from './gate.tsx';

export function ForgottenPassword({ onBack }: { readonly onBack: () => void }) {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const sending = useSending({
    fields: ['email'],
    send: () => request('POST /session/forgotten', { body: { email } }),
    onSent: () => setSent(true),
  });
  if (isSent)
    return (
      <Gate title={GATE_TEXTS.mailboxTitle}>
        <p role="status">{GATE_TEXTS.linkSent(email)}</p>
        <Button onClick={onBack}>{GATE_TEXTS.back}</Button>
      </Gate>
    );
  return (
    <Gate title={GATE_TEXTS.newPasswordTitle} lead={GATE_TEXTS.newPasswordLead}>
      <Form sending={sending}>
        <TextField
          label={GATE_TEXTS.email}
          type="email"
          autocomplete="username"
          value={email}
          onText={setEmail}
          error={sending.errorOf('email')}
          isRequired
          isFirst
        />
        <Button type="submit" kind="primary" isBusy={sending.isBusy}>
          {GATE_TEXTS.sendLink}
        </Button>
        <Button onClick={onBack}>{GATE_TEXTS.back}</Button>
      </Form>
    </Gate>
  );
}
