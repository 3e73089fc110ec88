// The dialog for a session that ended while a screen was open. The screen keeps its input, and the call that found the
// session ended is repeated.
import { signInNeeded } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { me } from '../session.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';

export function SignInAgain() {
  const answer = signInNeeded.value;
  const before = me.value?.id;
  // Another member must get neither the screen of the previous one nor the pending call.
  const onSignedIn = () => (me.value?.id === before ? answer?.(true) : location.assign('/'));
  return (
    <Dialog
      title={SHELL_TEXTS.signInAgain}
      isOpen={answer !== null}
      onClose={() => answer?.(false)}
      footer={
        <Button kind="quiet" onClick={() => answer?.(false)}>
          {SHELL_TEXTS.notNow}
        </Button>
      }
    >
      <p class="muted">{SHELL_TEXTS.sessionEnded}</p>
      <SignInForm email={me.value?.email ?? ''} onSignedIn={onSignedIn} />
    </Dialog>
  );
}
