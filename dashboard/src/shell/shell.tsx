// The frame around every screen: navigation, whose account is looked at, theme, who is signed in.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ask } from '../api.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Select } from '../components/field.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { notify } from '../components/notices.tsx';
import { forgetKept } from '../kept.ts';
import { useRemote } from '../remote.ts';
import {
  account,
  accountsChanged,
  chooseAccount,
  chooseOnlyAccount,
  enter,
  isOperator,
  me,
  session,
} from '../session.ts';
import { ThemeSwitch } from './theme-switch.tsx';

interface Place {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  readonly isForOperators?: boolean;
}

const PLACES: readonly Place[] = [
  { path: '/', title: 'Overview', icon: 'overview' },
  { path: '/keys', title: 'Keys', icon: 'key' },
  { path: '/explorer', title: 'Explorer', icon: 'search' },
  { path: '/waterfall', title: 'Waterfall', icon: 'steps' },
  { path: '/playground', title: 'Playground', icon: 'play' },
  { path: '/data', title: 'Data', icon: 'stack', isForOperators: true },
  { path: '/accounts', title: 'Accounts', icon: 'people', isForOperators: true },
  { path: '/reference', title: 'Reference', icon: 'book' },
];

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { path } = useLocation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const menuButton = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setMenuOpen(false);
    scrollTo(0, 0);
  }, [path]);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <div ref={menuButton} class="menu-button">
          <IconButton
            icon={isMenuOpen ? 'close' : 'menu'}
            label="Menu"
            isExpanded={isMenuOpen}
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        </div>
        <a class="brand" href="/">
          <img src="/favicon.svg" alt="" width="22" height="22" />
          Cardfile
        </a>
      </header>
      <aside
        aria-label="Account and navigation"
        class={`side ${isMenuOpen ? 'side-open' : ''}`}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isMenuOpen) return;
          setMenuOpen(false);
          menuButton.current?.querySelector('button')?.focus();
        }}
      >
        {isOperator.value && <AccountChoice />}
        <Places path={path} />
        <SideFoot />
      </aside>
      <main class="content" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Places({ path }: { readonly path: string }) {
  return (
    <nav aria-label="Main">
      <ul class="places">
        {PLACES.filter((place) => isOperator.value || !place.isForOperators).map((place) => {
          const isHere = place.path === '/' ? path === '/' : path === place.path || path.startsWith(`${place.path}/`);
          return (
            <li key={place.path}>
              <a href={place.path} class="place" aria-current={isHere ? 'page' : undefined}>
                <Icon name={place.icon} />
                {place.title}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const ALL = '';

/** Operators look at all accounts or at one. */
function AccountChoice() {
  const accounts = useRemote((signal) => ask('GET /accounts', { signal }), [accountsChanged.value]);
  const names = (accounts.value?.rows ?? []).map(({ name }) => name).sort();
  useEffect(() => chooseOnlyAccount(names), [names.join('\n')]);
  return (
    <section class="account-choice" aria-label="Account">
      <Select
        label="Account"
        value={account.value ?? ALL}
        options={[{ value: ALL, label: 'All accounts' }, ...names.map((name) => ({ value: name, label: name }))]}
        onSelect={(name) => chooseAccount(name === ALL ? null : name)}
      />
    </section>
  );
}

function SideFoot() {
  const [isLeaving, setLeaving] = useState(false);
  const signOut = async () => {
    setLeaving(true);
    const result = await ask('POST /session/sign-out', {});
    setLeaving(false);
    if (!result.ok && result.failure.status !== 401) return notify(result.failure.message, 'bad');
    forgetKept();
    if (result.ok) enter(result.answer);
    else location.assign('/');
  };
  return (
    <section class="side-foot" aria-label="You">
      <ThemeSwitch />
      <a href="/profile" class="person">
        <span class="person-name">{me.value?.name}</span>
        <span class="muted">{me.value?.role === 'operator' ? 'Operator' : me.value?.account}</span>
      </a>
      <Button kind="quiet" icon="out" isBusy={isLeaving} onClick={() => void signOut()}>
        Sign out
      </Button>
      <span class="muted version">Cardfile {session.value?.version}</span>
    </section>
  );
}
