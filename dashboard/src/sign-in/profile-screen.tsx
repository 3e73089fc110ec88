// Who is signed in, until when, and the own password.
import { useState } from 'preact/hooks';
import { type ApiFailure, ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { notify } from '../components/notices.tsx';
import { Card, Figure, Page } from '../components/page.tsx';
import { Failure } from '../components/states.tsx';
import { fieldError, otherFailure } from '../field-errors.ts';
import { formatTime } from '../format.ts';
import { enter, me, session } from '../session.ts';
import { NewPassword } from './new-password.tsx';

export function ProfileScreen() {
  const member = me.value;
  const now = session.value;
  if (!member || !now) return null;
  return (
    <Page title="Profile">
      <Card title="Your membership">
        <dl class="facts">
          <Figure name="Name" value={member.name} />
          <Figure name="E-mail" value={member.email} />
          <Figure name="Role" value={member.role === 'operator' ? 'Operator' : 'Member'} note={member.account} />
          <Figure
            name="Session ends"
            value={now.ends_at ? formatTime(now.ends_at) : '–'}
            note="earlier when it is not used"
          />
        </dl>
      </Card>
      {member.has_password && <PasswordCard />}
    </Page>
  );
}

function PasswordCard() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const result = await ask('POST /session/password', { body: { current_password: current, new_password: next } });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    setFailure(null);
    setCurrent('');
    setNext('');
    enter(result.answer);
    notify('Password changed. Your other sessions have ended.');
  };
  const rest = otherFailure(failure, ['current_password', 'new_password']);
  return (
    <Card title="Password">
      <form class="stack narrow" onSubmit={(event) => void send(event)}>
        {rest && <Failure failure={rest} />}
        <TextField
          label="Current password"
          type="password"
          autocomplete="current-password"
          value={current}
          onText={setCurrent}
          error={fieldError(failure, 'current_password')}
          isRequired
        />
        <NewPassword value={next} onText={setNext} error={fieldError(failure, 'new_password')} />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Change password
        </Button>
      </form>
    </Card>
  );
}
