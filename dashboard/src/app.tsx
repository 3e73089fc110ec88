// The application: who is signed in decides what is shown; the routes of the screens. Each screen is loaded when it is first opened.

import { useEffect } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { Notices } from './components/notices.tsx';
import { Failure, Loading } from './components/states.tsx';
import { isOperator, loadSession, session, sessionFailure } from './session.ts';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInAgain } from './shell/sign-in-again.tsx';
import { InvitationScreen } from './sign-in/invitation-screen.tsx';
import { SetUpScreen } from './sign-in/set-up-screen.tsx';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';

const Overview = lazy(() => import('./overview/overview-screen.tsx').then((screen) => screen.OverviewScreen));
const Keys = lazy(() => import('./keys/keys-screen.tsx').then((screen) => screen.KeysScreen));
const Explorer = lazy(() => import('./explorer/explorer-screen.tsx').then((screen) => screen.ExplorerScreen));
const Person = lazy(() => import('./record/person-screen.tsx').then((screen) => screen.PersonScreen));
const Company = lazy(() => import('./record/company-screen.tsx').then((screen) => screen.CompanyScreen));
const Waterfall = lazy(() => import('./waterfall/waterfall-screen.tsx').then((screen) => screen.WaterfallScreen));
const Enrich = lazy(() => import('./enrich/enrich-screen.tsx').then((screen) => screen.EnrichScreen));
const Calls = lazy(() => import('./calls/calls-screen.tsx').then((screen) => screen.CallsScreen));
const Playground = lazy(() => import('./playground/playground-screen.tsx').then((screen) => screen.PlaygroundScreen));
const Records = lazy(() => import('./records/records-screen.tsx').then((screen) => screen.RecordsScreen));
const Accounts = lazy(() => import('./accounts/accounts-screen.tsx').then((screen) => screen.AccountsScreen));
const Reference = lazy(() => import('./reference/reference-screen.tsx').then((screen) => screen.ReferenceScreen));
const Profile = lazy(() => import('./sign-in/profile-screen.tsx').then((screen) => screen.ProfileScreen));

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
  if (now.state === 'signed_out') return <SignInScreen />;
  return (
    <Shell>
      <ErrorBoundary>
        <Router>
          <Route path="/" component={Overview} />
          <Route path="/keys" component={Keys} />
          <Route path="/explorer/:kind?" component={Explorer} />
          <Route path="/people/:slug" component={Person} />
          <Route path="/companies/:slug" component={Company} />
          <Route path="/waterfall" component={Waterfall} />
          <Route path="/enrich/:id?" component={Enrich} />
          <Route path="/calls" component={Calls} />
          <Route path="/playground" component={Playground} />
          {isOperator.value ? <Route path="/data/:part?" component={Records} /> : []}
          {isOperator.value ? <Route path="/accounts/:part?" component={Accounts} /> : []}
          <Route path="/reference" component={Reference} />
          <Route path="/profile" component={Profile} />
          <Route default component={NotFound} />
        </Router>
      </ErrorBoundary>
    </Shell>
  );
}
