// The signed-in member, the end of the session, and the change of the password.
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { Card, Figure, Page } from '../components/page.tsx';
import { formatTime } from '../format.ts';
import { useSending } from '../sending.ts';
import { enter, me, session } from '../session.ts';
import { ROLE_NAMES } from '../texts/sign-in-texts.ts';
import { NewPassword } from './new-password.tsx';
import { TwoStepCard } from './two-step-card.tsx';
import './profile.css';
import { GATE_TEXTS } from '../texts/sign-in-texts.ts';

export function ProfileScreen() {
  const member = me.value;
  const now = session.value;
  if (!member || !now) return null;
  return (
    <Page title="Profile">
      <Card title="Your account">
        <dl class="facts">
          <Figure name="Name" value={member.name} />
          <Figure name="E-mail" value={member.email} />
          <Figure name="Role" value={ROLE_NAMES[member.role]} note={member.account} />
          <Figure name="Session ends" value={now.ends_at ? formatTime(now.ends_at) : '–'} note={GATE_TEXTS.idleNote} />
        </dl>
      </Card>
      {member.has_password && <PasswordCard />}
      <TwoStepCard />
    </Page>
  );
}

function PasswordCard() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const sending = useSending({
    fields: ['current_password', 'new_password'],
    send: () => ask('POST /session/password', { body: { current_password: current, new_password: next } }),
    onSent: (answer) => {
      setCurrent('');
      setNext('');
      enter(answer);
      notify(GATE_TEXTS.passwordChanged);
    },
  });
  return (
    <Card title="Password">
      <Form sending={sending} isNarrow>
        <TextField
          label="Current password"
          type="password"
          autocomplete="current-password"
          value={current}
          onText={setCurrent}
          error={sending.errorOf('current_password')}
          isRequired
        />
        <NewPassword value={next} onText={setNext} error={sending.errorOf('new_password')} />
        <Button type="submit" kind="primary" isBusy={sending.isBusy}>
          Change password
        </Button>
      </Form>
    </Card>
  );
}
