// Signals that outlive screens: their values survive navigation, errors and the end of the session. Some are also
// stored in the tab, so that bought records survive a reload.
import { effect, type Signal, signal } from '@preact/signals';

const kept = new Map<string, { readonly signal: Signal<unknown>; readonly first: unknown }>();

/** Returns the signal of this name; `first` is its initial value. Do not use it for secrets. */
export function keptSignal<Value>(name: string, first: Value): Signal<Value> {
  const known = kept.get(name);
  if (known) return known.signal as Signal<Value>;
  const fresh = signal(first);
  kept.set(name, { signal: fresh as Signal<unknown>, first });
  return fresh;
}

const TAB_PREFIX = 'cardfile.tab.';

function storedInTab<Value>(name: string): Value | null {
  try {
    const text = sessionStorage.getItem(TAB_PREFIX + name);
    return text === null ? null : (JSON.parse(text) as Value);
  } catch {
    return null;
  }
}

/** As keptSignal, but also survives a reload of the tab. Values that are not `isSmall` are kept in memory only. */
export function keptInTab<Value>(name: string, first: Value, isSmall: (value: Value) => boolean): Signal<Value> {
  if (kept.has(name)) return keptSignal(name, first);
  const fresh = keptSignal(name, first);
  const stored = storedInTab<Value>(name);
  if (stored !== null) fresh.value = stored;
  effect(() => {
    const value = fresh.value;
    try {
      if (value === first || !isSmall(value)) sessionStorage.removeItem(TAB_PREFIX + name);
      else sessionStorage.setItem(TAB_PREFIX + name, JSON.stringify(value));
    } catch {
      sessionStorage.removeItem(TAB_PREFIX + name);
    }
  });
  return fresh;
}

const MEMBER_STORED_UNDER = 'cardfile.member';

/** Clears all values if they belong to another member, whose session ended without a sign-out. */
export function keepFor(memberId: string): void {
  try {
    if (sessionStorage.getItem(MEMBER_STORED_UNDER) !== memberId) clearKept();
    sessionStorage.setItem(MEMBER_STORED_UNDER, memberId);
  } catch {
    clearKept();
  }
}

/** Clears all values, at sign-out. */
export function clearKept(): void {
  for (const { signal: each, first } of kept.values()) each.value = first;
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(TAB_PREFIX)) sessionStorage.removeItem(name);
}
