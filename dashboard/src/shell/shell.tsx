// The frame around every screen: navigation, account picker, command palette, keyboard shortcuts, theme, signed-in
// member.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { useLocation } from 'preact-iso/router';
import { request } from '../api.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { notify } from '../components/notices.tsx';
import { clearKept } from '../kept.ts';
import { enter, isOperator, may, me, session } from '../session.ts';
import { listenForKeys, useShortcuts } from '../shortcuts.ts';
import { PAGE_TEXTS } from '../texts/component-texts.ts';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';
import { ROLE_NAMES } from '../texts/sign-in-texts.ts';
import { AccountPicker, useAccountChoice, useAccountInAddress, useAccountNames } from './account-choice.tsx';
import { KeyHelp } from './key-help.tsx';
import { isWithin, PLACES, type Place } from './places.ts';
import { preloadScreens } from './screens.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const CommandPalette = lazy(() => import('./command-palette.tsx').then((module) => module.CommandPalette));

const PRELOAD_MS = 500;

/** The screens that the member may open. */
function ownPlaces(): readonly Place[] {
  return PLACES.filter(({ least, isOfMembers }) => may(least) && !(isOfMembers && isOperator.value));
}

/** Focuses the first search box on the screen. */
function focusSearch(): void {
  document.querySelector<HTMLElement>('main [data-search], main input[type=search]')?.focus();
}

/** Keyboard shortcuts that work on every screen. */
function useFrameKeys(openHelp: () => void, openPalette: () => void): void {
  const { route } = useLocation();
  useEffect(() => listenForKeys(), []);
  // Preloads the scripts of the palette and the screens: the first keystroke reaches the palette, and a screen renders
  // at once.
  useEffect(() => {
    const preload = async () => {
      await CommandPalette.preload();
      await preloadScreens([...ownPlaces().map(({ path }) => path), '/people', '/companies', '/profile']);
    };
    const timer = setTimeout(() => void preload(), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) openPalette();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  useShortcuts([
    { keys: '/', label: SHELL_TEXTS.searchHere, run: focusSearch, isEverywhere: true },
    { keys: '?', label: SHELL_TEXTS.showKeys, run: openHelp, isEverywhere: true },
    ...ownPlaces().map(({ key, title, path }) => ({
      ...{ keys: `g ${key}`, label: SHELL_TEXTS.goTo(title), isEverywhere: true },
      run: () => route(path),
    })),
  ]);
}

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { path, route } = useLocation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const menuButton = useRef<HTMLDivElement>(null);
  const names = useAccountNames();
  const choose = useAccountChoice();
  const [openPalette, openKeys] = [() => setOpen('palette'), () => setOpen('keys')];
  useAccountInAddress();
  useFrameKeys(openKeys, openPalette);
  useEffect(() => {
    setMenuOpen(false);
    scrollTo(0, 0);
  }, [path]);
  const closeMenu = () => {
    if (!isMenuOpen) return;
    setMenuOpen(false);
    menuButton.current?.querySelector('button')?.focus();
  };
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {SHELL_TEXTS.skip}
      </a>
      <header class="top">
        <div ref={menuButton} class="menu-button">
          <IconButton
            icon={isMenuOpen ? 'close' : 'menu'}
            label={SHELL_TEXTS.menu}
            isExpanded={isMenuOpen}
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        </div>
        <a class="brand" href="/">
          <img src="/favicon.svg" alt="" width="22" height="22" />
          {PAGE_TEXTS.product}
        </a>
      </header>
      <Side {...{ path, names, isMenuOpen, closeMenu, openPalette, openKeys }} />
      <main class="content" id="content" tabIndex={-1}>
        {children}
      </main>
      <KeyHelp isOpen={open === 'keys'} onClose={() => setOpen(null)} />
      {open === 'palette' && (
        <ErrorBoundary>
          <CommandPalette {...{ route, choose }} places={ownPlaces()} accounts={names} onClose={() => setOpen(null)} />
        </ErrorBoundary>
      )}
    </div>
  );
}

interface SideProps {
  readonly path: string;
  /** Names of all accounts. */
  readonly names: readonly string[];
  readonly isMenuOpen: boolean;
  readonly closeMenu: () => void;
  readonly openPalette: () => void;
  readonly openKeys: () => void;
}

function Side({ path, names, isMenuOpen, closeMenu, openPalette, openKeys }: SideProps) {
  return (
    <aside
      aria-label={SHELL_TEXTS.side}
      class={`side ${isMenuOpen ? 'side-open' : ''}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeMenu();
      }}
    >
      {isOperator.value && (
        <section class="account-choice" aria-label={SHELL_TEXTS.selectedAccount}>
          <AccountPicker names={names} />
        </section>
      )}
      <button type="button" class="command-button" onClick={openPalette}>
        <Icon name="search" />
        <span>{SHELL_TEXTS.commands}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <Places path={path} />
      <SideFoot onKeys={openKeys} />
    </aside>
  );
}

function Places({ path }: { readonly path: string }) {
  return (
    <nav aria-label={SHELL_TEXTS.main}>
      <ul class="places">
        {ownPlaces().map((place) => (
          <li key={place.path}>
            <a href={place.path} class="place" aria-current={isWithin(path, place) ? 'page' : undefined}>
              <Icon name={place.icon} />
              {place.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SideFoot({ onKeys }: { readonly onKeys: () => void }) {
  const [isLeaving, setLeaving] = useState(false);
  const signOut = async () => {
    setLeaving(true);
    const result = await request('POST /session/sign-out', {});
    setLeaving(false);
    if (!result.ok && result.failure.status !== 401) return notify(result.failure.message, 'bad');
    clearKept();
    if (result.ok) enter(result.answer);
    else location.assign('/');
  };
  return (
    <section class="side-foot" aria-label={SHELL_TEXTS.you}>
      <div class="side-tools">
        <ThemeSwitch />
        <IconButton icon="keyboard" label={SHELL_TEXTS.keys} onClick={onKeys} />
      </div>
      <a href="/profile" class="person">
        <span class="person-name">{me.value?.name}</span>
        <span class="muted">{me.value?.role === 'operator' ? ROLE_NAMES.operator : me.value?.account}</span>
      </a>
      <Button kind="quiet" icon="out" isBusy={isLeaving} onClick={() => void signOut()}>
        {SHELL_TEXTS.signOut}
      </Button>
      <span class="muted version">{SHELL_TEXTS.version(session.value?.version)}</span>
    </section>
  );
}
