// What is typed in a form, kept while the page is open: another screen, an error or the end of the session do not lose it.
import { type Signal, signal } from '@preact/signals';

const kept = new Map<string, { readonly signal: Signal<unknown>; readonly first: unknown }>();

/** The one signal of this name; `first` is its value when it is asked for the first time. Secrets do not belong here. */
export function keptSignal<Value>(name: string, first: Value): Signal<Value> {
  const known = kept.get(name);
  if (known) return known.signal as Signal<Value>;
  const fresh = signal(first);
  kept.set(name, { signal: fresh as Signal<unknown>, first });
  return fresh;
}

/** Forgets everything typed: when somebody signs out. */
export function forgetKept(): void {
  for (const { signal: each, first } of kept.values()) each.value = first;
}
