// The application: selects the screen by address and signed-in member. The script of a screen is loaded when it is
// first opened.

import { useEffect, useLayoutEffect } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { Notices } from './components/notices.tsx';
import { Failure, Loading } from './components/states.tsx';
import { loadSession, may, session, sessionFailure } from './session.ts';
import { lazyScreen } from './shell/lazy-screen.tsx';
import { NotFound, NotYours } from './shell/not-found.tsx';
import { placeOf } from './shell/places.ts';
import { preloadOnHover, SCREENS } from './shell/screens.ts';
import { Shell } from './shell/shell.tsx';
import { SignInAgain } from './shell/sign-in-again.tsx';
import { CodeScreen } from './sign-in/code-form.tsx';
import { leaveSignInAddress, SIGN_IN_ADDRESSES, SignInScreen } from './sign-in/sign-in-screen.tsx';
import { SHELL_TEXTS } from './texts/shell-texts.ts';

// Not in the first script: links lead to these screens once.
const SetUpScreen = lazyScreen(() => import('./sign-in/set-up-screen.tsx').then((screen) => screen.SetUpScreen));
const InvitationScreen = lazyScreen(() =>
  import('./sign-in/invitation-screen.tsx').then((screen) => screen.InvitationScreen),
);

export function App() {
  useEffect(() => void loadSession(), []);
  useEffect(preloadOnHover, []);
  // Not in the first script: only screens remove rows, and they work without it.
  useEffect(
    () =>
      void import('./kept-focus.ts').then(
        ({ keepFocus }) => keepFocus(),
        () => {},
      ),
    [],
  );
  return (
    <>
      <LocationProvider>
        <Content />
      </LocationProvider>
      <SignInAgain />
      <Notices />
    </>
  );
}

function Content() {
  const now = session.value;
  useLayoutEffect(() => {
    if (now?.state === 'signed_in' && SIGN_IN_ADDRESSES.includes(location.pathname)) leaveSignInAddress();
  }, [now?.state]);
  if (now === null)
    return (
      <main class="gate">
        {sessionFailure.value ? (
          <Failure failure={sessionFailure.value} onRetry={() => void loadSession()} />
        ) : (
          <Loading label={SHELL_TEXTS.starting} />
        )}
      </main>
    );
  const isSetUp = now.state === 'set_up' || (now.state === 'signed_out' && location.pathname === '/set-up');
  if (location.pathname === '/invite' || isSetUp)
    return <ErrorBoundary>{location.pathname === '/invite' ? <InvitationScreen /> : <SetUpScreen />}</ErrorBoundary>;
  if (now.state === 'needs_code') return <CodeScreen onSignedIn={leaveSignInAddress} onBack={leaveCode} />;
  if (now.state === 'signed_out') return <SignInScreen />;
  return (
    <Shell>
      <ErrorBoundary>
        <Screens />
      </ErrorBoundary>
    </Shell>
  );
}

/** Shows the sign-in form instead of the code form. */
function leaveCode(): void {
  if (session.value) session.value = { ...session.value, state: 'signed_out' };
}

/** The screen at the current address, or the reason why the role of the member excludes it. */
function Screens() {
  const place = placeOf(useLocation().path);
  if (place && !may(place.least)) return <NotYours />;
  return (
    <Router>
      {Object.entries(SCREENS).map(([path, component]) => (
        <Route key={path} {...{ path, component }} />
      ))}
      <Route default component={NotFound} />
    </Router>
  );
}
