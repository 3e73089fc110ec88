// A server response shown by a screen: requested when the screen appears and when its dependencies change.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ApiFailure, Result } from './api.ts';

export interface Remote<Value> {
  /** The last answer; undefined before the first. */
  readonly value: Value | undefined;
  /** Why the last asking failed; null when it did not. */
  readonly failure: ApiFailure | null;
  readonly isLoading: boolean;
  /** Repeats the request; the last response stays visible meanwhile. */
  readonly reload: () => void;
}

interface RemoteOptions {
  /** Requests again when one of these changes; the last answer stays visible meanwhile. */
  readonly choices?: readonly unknown[];
  /** Requests again at this interval while the page is on show. */
  readonly everyMs?: number | null;
}

interface State<Value> {
  /** The subject that the value and the failure belong to. */
  readonly subject: readonly unknown[];
  readonly value: Value | undefined;
  readonly failure: ApiFailure | null;
  readonly isLoading: boolean;
}

/**
 * Requests now, and again whenever a part of its subject changes, such as the account; an outdated response is dropped.
 * An answer about another subject is never shown, also not while the response is slow or after it failed.
 */
export function useRemote<Value>(
  request: (signal: AbortSignal) => Promise<Result<Value>>,
  subject: readonly unknown[] = [],
  { choices = [], everyMs = null }: RemoteOptions = {},
): Remote<Value> {
  const none: State<Value> = { subject, value: undefined, failure: null, isLoading: true };
  const [state, setState] = useState(none);
  const latest = useRef({ request, none });
  latest.current = { request, none };
  const running = useRef<AbortController | null>(null);
  const load = useCallback(async () => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const { request: send, none: empty } = latest.current;
    const before = (known: State<Value>) => (isSame(known.subject, empty.subject) ? known : empty);
    setState((known) => ({ ...before(known), isLoading: true }));
    const result = await send(mine.signal);
    if (mine.signal.aborted) return;
    setState((known) => ({
      ...before(known),
      ...(result.ok ? { value: result.answer, failure: null } : { failure: result.failure }),
      isLoading: false,
    }));
  }, []);
  useEffect(() => {
    void load();
    return () => running.current?.abort();
  }, [...subject, ...choices]);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  const { value, failure, isLoading } = isSame(state.subject, subject) ? state : none;
  return { value, failure, isLoading, reload: () => void load() };
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.every((part, place) => Object.is(part, right[place]));
}
