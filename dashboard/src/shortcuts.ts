// Keys that do something on a screen: single letters, and pairs such as `g e`. They are silent while the reader types,
// and while a dialog is open. The list is what the dialog of keys shows.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export interface Shortcut {
  /** One key, as in `KeyboardEvent.key`, or two with a space between. */
  readonly keys: string;
  /** The action, for the dialog of keys. */
  readonly label: string;
  readonly run: () => void;
  /** Part of the frame, and not of the screen. */
  readonly isEverywhere?: boolean;
}

/** Of all mounted components, the latest last. */
export const shortcuts = signal<readonly Shortcut[]>([]);

/** The second key of a pair must follow within this time. */
const PAIR_MS = 1200;
let first: { readonly key: string; readonly atMs: number } | null = null;

/** Adds keys while the component is mounted. `run` is that of the latest rendering. */
export function useShortcuts(own: readonly Shortcut[]): void {
  const latest = useRef(own);
  latest.current = own;
  const names = own.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  useEffect(() => {
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

/** Runs the shortcut of a key; true if there was one. */
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

/** Listens from now on; returns the end of it. */
export function listenForKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (press(event.key)) event.preventDefault();
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}
