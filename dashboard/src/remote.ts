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

/**
 * Requests now, and again whenever one of `dependsOn` changes; an outdated response is dropped.
 * With `everyMs` also at that interval while the page is on show.
 */
export function useRemote<Value>(
  request: (signal: AbortSignal) => Promise<Result<Value>>,
  dependsOn: readonly unknown[] = [],
  everyMs: number | null = null,
): Remote<Value> {
  const [state, setState] = useState<{ value: Value | undefined; failure: ApiFailure | null; isLoading: boolean }>({
    value: undefined,
    failure: null,
    isLoading: true,
  });
  const latest = useRef(request);
  latest.current = request;
  const running = useRef<AbortController | null>(null);
  const load = useCallback(async () => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setState((before) => ({ ...before, isLoading: true }));
    const result = await latest.current(mine.signal);
    if (mine.signal.aborted) return;
    setState((before) =>
      result.ok
        ? { value: result.answer, failure: null, isLoading: false }
        : { value: before.value, failure: result.failure, isLoading: false },
    );
  }, []);
  useEffect(() => {
    void load();
    return () => running.current?.abort();
  }, dependsOn);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return { ...state, reload: () => void load() };
}
