// Shown at every address while signed out; after sign-in the address shows its screen.

import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { session } from '../session.ts';
import { GATE_TEXTS } from '../texts/sign-in-texts.ts';
import { ForgottenPassword } from './forgotten-password.tsx';
import { Gate } from './gate.tsx';
import { SignInForm } from './sign-in-form.tsx';

const PROBLEMS: Readonly<Record<string, string>> = {
  not_invited: GATE_TEXTS.notInvited,
  cancelled: GATE_TEXTS.cancelled,
  failed: GATE_TEXTS.failed,
};

export function SignInScreen() {
  const problem = new URLSearchParams(location.search).get('problem');
  const [isForgotten, setForgotten] = useState(false);
  const sendsResets = session.value?.sends_resets === true;
  if (isForgotten) return <ForgottenPassword onBack={() => setForgotten(false)} />;
  const text = problem === null ? undefined : (PROBLEMS[problem] ?? PROBLEMS['failed']);
  return (
    <Gate title={GATE_TEXTS.signIn}>
      {text && (
        <p class="callout callout-bad" role="alert">
          {text}
        </p>
      )}
      <SignInForm email="" onSignedIn={leaveSignInAddress} />
      {sendsResets && (
        <Button kind="plain" onClick={() => setForgotten(true)}>
          {GATE_TEXTS.forgot}
        </Button>
      )}
      <p class="muted gate-note">
        {GATE_TEXTS.noAccount}
        {!sendsResets && ` ${GATE_TEXTS.askForReset}`}
      </p>
    </Gate>
  );
}

/** To the screen of the address, or the overview. */
export function leaveSignInAddress(): void {
  if (['/sign-in', '/set-up', '/invite'].includes(location.pathname)) history.replaceState(null, '', '/');
  // The router reads the address again.
  dispatchEvent(new PopStateEvent('popstate'));
}
