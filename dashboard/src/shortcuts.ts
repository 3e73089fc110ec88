// Keyboard shortcuts: single keys, and sequences such as `g e`. They are disabled while the reader types or a dialog is
// open. The help dialog shows the list.
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Shortcut {
  /** One key, named as in `KeyboardEvent.key`, or two with a space between them. */
  readonly keys: string;
  /** The action, for the help dialog. */
  readonly label: string;
  readonly run: () => void;
  /** Works on every screen. */
  readonly isEverywhere?: boolean;
}

/** The shortcuts of all mounted components, most recent last. */
export const shortcuts = signal<readonly Shortcut[]>([]);

/** The second key of a sequence must follow within this time. */
const PAIR_MS = 1200;
let first: { readonly key: string; readonly atMs: number } | null = null;

/** Registers shortcuts while the component is mounted. `run` is always from the latest render. */
export function useShortcuts(own: readonly Shortcut[]): void {
  const latest = useRef(own);
  latest.current = own;
  const names = own.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  // Before the browser paints: a key that is pressed on the new screen finds its shortcut.
  useLayoutEffect(() => {
    const added = own.map((shortcut, place) => ({ ...shortcut, run: () => latest.current[place]?.run() }));
    shortcuts.value = [...shortcuts.value, ...added];
    return () => {
      shortcuts.value = shortcuts.value.filter((each) => !added.includes(each));
    };
  }, [names]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || (target.matches('input, textarea, select') && !target.matches('[type=checkbox]')))
  );
}

/** True for a key that activates the focused link or button: it is no shortcut there. */
function isActivation(key: string, target: EventTarget | null): boolean {
  return (key === 'Enter' || key === ' ') && target instanceof Element && target.closest('a, button, summary') !== null;
}

/** Runs the shortcut of a key; returns true if there was one. */
function press(key: string): boolean {
  const now = performance.now();
  const pair = first !== null && now - first.atMs < PAIR_MS ? `${first.key} ${key}` : null;
  first = null;
  const found =
    shortcuts.value.findLast(({ keys }) => keys === pair) ?? shortcuts.value.findLast((each) => each.keys === key);
  if (found) found.run();
  else if (shortcuts.value.some(({ keys }) => keys.startsWith(`${key} `))) first = { key, atMs: now };
  return found !== undefined;
}

/** Starts to listen for keys. Returns a function that stops it. */
export function listenForKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || isActivation(event.key, event.target)) return;
    if (!document.querySelector('dialog[open]') && press(event.key)) event.preventDefault();
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}
