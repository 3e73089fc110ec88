// Shown at every address while signed out. After the sign-in, the screen of the address appears.

import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { session } from '../session.ts';
import { GATE_TEXTS } from '../texts/sign-in-texts.ts';
import { ForgottenPassword } from './forgotten-password.tsx';
import { Gate } from './gate.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Keyed by the parameter of the address. */
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['not_invited', GATE_TEXTS.notInvited],
  ['unverified', GATE_TEXTS.unverified],
  ['cancelled', GATE_TEXTS.cancelled],
  ['expired', GATE_TEXTS.expired],
  ['too_many', GATE_TEXTS.tooMany],
]);

/** Addresses that have no screen for signed-in members. */
export const SIGN_IN_ADDRESSES: readonly string[] = ['/sign-in', '/set-up'];

export function SignInScreen() {
  const problem = new URLSearchParams(location.search).get('problem');
  const [isForgotten, setForgotten] = useState(false);
  const sendsResets = session.value?.sends_resets === true;
  if (isForgotten) return <ForgottenPassword onBack={() => setForgotten(false)} />;
  const text = problem === null ? undefined : (PROBLEMS.get(problem) ?? GATE_TEXTS.failed);
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

/** Opens the screen of the address, or the overview. */
export function leaveSignInAddress(): void {
  if ([...SIGN_IN_ADDRESSES, '/invite'].includes(location.pathname)) history.replaceState(null, '', '/');
  // Makes the router read the address again.
  dispatchEvent(new PopStateEvent('popstate'));
}
