// What is typed in a form, kept while the page is open: another screen, an error or the end of the session do not lose it.
import { type Signal, signal } from '@preact/signals';

const kept = new Map<string, Signal<unknown>>();

/** The one signal of this name; `first` is its value when it is asked for the first time. Secrets do not belong here. */
export function keptSignal<Value>(name: string, first: Value): Signal<Value> {
  const known = kept.get(name);
  if (known) return known as Signal<Value>;
  const fresh = signal(first);
  kept.set(name, fresh as Signal<unknown>);
  return fresh;
}

/** Forgets everything typed: when another person signs in. */
export function forgetKept(): void {
  kept.clear();
}
