// The signed-in member: profile, end of the session, password change, two-step sign-in.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { Card, Figure, Page } from '../components/page.tsx';
import { formatTime } from '../format.ts';
import { useSending } from '../sending.ts';
import { enter, me, session } from '../session.ts';
import { PROFILE_TEXTS, ROLE_NAMES } from '../texts/sign-in-texts.ts';
import { NewPassword } from './new-password.tsx';
import { TwoStepCard } from './two-step-card.tsx';
import { UsernameField } from './username-field.tsx';
import './profile.css';

export function ProfileScreen() {
  const member = me.value;
  const now = session.value;
  if (!member || !now) return null;
  return (
    <Page title={PROFILE_TEXTS.title}>
      <Card title={PROFILE_TEXTS.yourAccount}>
        <dl class="facts">
          <Figure name={PROFILE_TEXTS.facts.name} value={member.name} />
          <Figure name={PROFILE_TEXTS.facts.email} value={member.email} />
          <Figure name={PROFILE_TEXTS.facts.role} value={ROLE_NAMES[member.role]} note={member.account} />
          <Figure
            name={PROFILE_TEXTS.facts.ends}
            value={now.ends_at ? formatTime(now.ends_at) : '–'}
            note={PROFILE_TEXTS.idleNote}
          />
        </dl>
      </Card>
      {member.has_password && <PasswordCard email={member.email} />}
      <TwoStepCard />
    </Page>
  );
}

function PasswordCard({ email }: { readonly email: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const sending = useSending({
    fields: ['current_password', 'new_password'],
    send: () => request('POST /session/password', { body: { current_password: current, new_password: next } }),
    onSent: (answer) => {
      setCurrent('');
      setNext('');
      enter(answer);
      notify(PROFILE_TEXTS.passwordChanged);
    },
  });
  return (
    <Card title={PROFILE_TEXTS.password}>
      <Form sending={sending} isNarrow>
        <UsernameField email={email} />
        <TextField
          label={PROFILE_TEXTS.currentPassword}
          type="password"
          autocomplete="current-password"
          value={current}
          onText={setCurrent}
          error={sending.errorOf('current_password')}
          isRequired
        />
        <NewPassword value={next} onText={setNext} error={sending.errorOf('new_password')} />
        <Button type="submit" kind="primary" isBusy={sending.isBusy}>
          {PROFILE_TEXTS.changePassword}
        </Button>
      </Form>
    </Card>
  );
}
