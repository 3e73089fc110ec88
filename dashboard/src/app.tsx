// The application: who is signed in decides what is shown; the routes of the screens. Each screen is loaded when it is first opened.

import { useEffect } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { Notices } from './components/notices.tsx';
import { Failure, Loading } from './components/states.tsx';
import { loadSession, may, session, sessionFailure } from './session.ts';
import { lazyScreen } from './shell/lazy-screen.tsx';
import { NotFound, NotYours } from './shell/not-found.tsx';
import { placeOf } from './shell/places.ts';
import { Shell } from './shell/shell.tsx';
import { SignInAgain } from './shell/sign-in-again.tsx';
import { CodeScreen } from './sign-in/code-form.tsx';
import { InvitationScreen } from './sign-in/invitation-screen.tsx';
import { SetUpScreen } from './sign-in/set-up-screen.tsx';
import { leaveSignInAddress, SignInScreen } from './sign-in/sign-in-screen.tsx';

const Overview = lazyScreen(() => import('./overview/overview-screen.tsx').then((screen) => screen.OverviewScreen));
const Keys = lazyScreen(() => import('./keys/keys-screen.tsx').then((screen) => screen.KeysScreen));
const Explorer = lazyScreen(() => import('./explorer/explorer-screen.tsx').then((screen) => screen.ExplorerScreen));
const Person = lazyScreen(() => import('./record/person-screen.tsx').then((screen) => screen.PersonScreen));
const Company = lazyScreen(() => import('./record/company-screen.tsx').then((screen) => screen.CompanyScreen));
const Waterfall = lazyScreen(() => import('./waterfall/waterfall-screen.tsx').then((screen) => screen.WaterfallScreen));
const Enrich = lazyScreen(() => import('./enrich/enrich-screen.tsx').then((screen) => screen.EnrichScreen));
const Lists = lazyScreen(() => import('./lists/lists-screen.tsx').then((screen) => screen.ListsScreen));
const Calls = lazyScreen(() => import('./calls/calls-screen.tsx').then((screen) => screen.CallsScreen));
const Webhooks = lazyScreen(() => import('./webhooks/webhooks-screen.tsx').then((screen) => screen.WebhooksScreen));
const Playground = lazyScreen(() =>
  import('./playground/playground-screen.tsx').then((screen) => screen.PlaygroundScreen),
);
const Records = lazyScreen(() => import('./records/records-screen.tsx').then((screen) => screen.RecordsScreen));
const Accounts = lazyScreen(() => import('./accounts/accounts-screen.tsx').then((screen) => screen.AccountsScreen));
const OwnAccount = lazyScreen(() =>
  import('./accounts/own-account-screen.tsx').then((screen) => screen.OwnAccountScreen),
);
const Reference = lazyScreen(() => import('./reference/reference-screen.tsx').then((screen) => screen.ReferenceScreen));
const Profile = lazyScreen(() => import('./sign-in/profile-screen.tsx').then((screen) => screen.ProfileScreen));

export function App() {
  useEffect(() => void loadSession(), []);
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
  if (now === null)
    return (
      <main class="gate">
        {sessionFailure.value ? (
          <Failure failure={sessionFailure.value} onRetry={() => void loadSession()} />
        ) : (
          <Loading label="Starting" />
        )}
      </main>
    );
  if (location.pathname === '/invite') return <InvitationScreen />;
  if (now.state === 'set_up' || (now.state === 'signed_out' && location.pathname === '/set-up')) return <SetUpScreen />;
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

/** Shows the sign-in form in place of that for the code. */
function leaveCode(): void {
  if (session.value) session.value = { ...session.value, state: 'signed_out' };
}

/** The screen of the address, or why the role of the member does not include it. */
function Screens() {
  const place = placeOf(useLocation().path);
  if (place && !may(place.least)) return <NotYours />;
  return (
    <Router>
      <Route path="/" component={Overview} />
      <Route path="/keys" component={Keys} />
      <Route path="/explorer/:kind?" component={Explorer} />
      <Route path="/people/:slug" component={Person} />
      <Route path="/companies/:slug" component={Company} />
      <Route path="/waterfall" component={Waterfall} />
      <Route path="/enrich/:id?" component={Enrich} />
      <Route path="/lists/:part?" component={Lists} />
      <Route path="/calls" component={Calls} />
      <Route path="/webhooks/:id?" component={Webhooks} />
      <Route path="/playground" component={Playground} />
      <Route path="/data/:part?" component={Records} />
      <Route path="/accounts/:part?" component={Accounts} />
      <Route path="/account" component={OwnAccount} />
      <Route path="/reference" component={Reference} />
      <Route path="/profile" component={Profile} />
      <Route default component={NotFound} />
    </Router>
  );
}
