// The second step of a sign-in: a code from the authenticator app, or a recovery code.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { useSending } from '../sending.ts';
import { enter } from '../session.ts';
import { CODE_TEXTS } from '../texts/sign-in-texts.ts';
import { Gate } from './gate.tsx';

interface CodeFormProps {
  readonly onSignedIn: () => void;
  /** Returns to the password form. */
  readonly onBack: () => void;
}

export function CodeForm({ onSignedIn, onBack }: CodeFormProps) {
  const [code, setCode] = useState('');
  const sending = useSending({
    fields: ['code'],
    send: () => request('POST /session/code', { body: { code } }),
    onSent: (answer) => {
      enter(answer);
      onSignedIn();
    },
  });
  return (
    <Form sending={sending}>
      <TextField
        label={CODE_TEXTS.code}
        autocomplete="one-time-code"
        value={code}
        onText={setCode}
        error={sending.errorOf('code')}
        hint={CODE_TEXTS.codeHint}
        isRequired
        isFirst
        isMono
      />
      <Button type="submit" kind="primary" isBusy={sending.isBusy}>
        {CODE_TEXTS.submit}
      </Button>
      <Button kind="plain" onClick={onBack}>
        {CODE_TEXTS.other}
      </Button>
    </Form>
  );
}

/** The code form as a screen, for a sign-in that awaits the code after a reload, an invitation or OpenID Connect. */
export function CodeScreen(props: CodeFormProps) {
  return (
    <Gate title={CODE_TEXTS.title} lead={CODE_TEXTS.lead}>
      <CodeForm {...props} />
    </Gate>
  );
}
