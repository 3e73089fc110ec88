// Shown at every address while signed out; after sign-in the address shows its screen.

import { Gate } from './gate.tsx';
import { SignInForm } from './sign-in-form.tsx';

const PROBLEMS: Readonly<Record<string, string>> = {
  not_invited: 'This person has not been invited. Ask an operator for an invitation.',
  cancelled: 'The sign-in was cancelled at the provider.',
  failed: 'The provider could not sign you in. Try again, or use a password.',
};

export function SignInScreen() {
  const problem = new URLSearchParams(location.search).get('problem');
  const text = problem === null ? undefined : (PROBLEMS[problem] ?? PROBLEMS['failed']);
  return (
    <Gate title="Sign in">
      {text && (
        <p class="callout callout-bad" role="alert">
          {text}
        </p>
      )}
      <SignInForm email="" onSignedIn={leaveSignInAddress} />
      <p class="muted gate-note">
        No account? An operator invites you with a link. Forgotten password: an operator removes you and invites you
        again.
      </p>
    </Gate>
  );
}

function leaveSignInAddress(): void {
  if (['/sign-in', '/set-up'].includes(location.pathname)) history.replaceState(null, '', '/');
  // The router reads the address again.
  dispatchEvent(new PopStateEvent('popstate'));
}
