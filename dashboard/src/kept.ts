// Form input, kept while the page is open: it survives other screens, errors and the end of the session.
import { type Signal, signal } from '@preact/signals';

const kept = new Map<string, { readonly signal: Signal<unknown>; readonly first: unknown }>();

/** The one signal of this name; `first` is its initial value. Secrets do not belong here. */
export function keptSignal<Value>(name: string, first: Value): Signal<Value> {
  const known = kept.get(name);
  if (known) return known.signal as Signal<Value>;
  const fresh = signal(first);
  kept.set(name, { signal: fresh as Signal<unknown>, first });
  return fresh;
}

/** Clears all input, at sign-out. */
export function forgetKept(): void {
  for (const { signal: each, first } of kept.values()) each.value = first;
}
