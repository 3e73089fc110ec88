// Loads a server response for a screen: on mount, and again when its dependencies change.
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiFailure, csrfToken, type Result, rejections } from './api.ts';

export interface Remote<Value> {
  /** The last answer; undefined before the first one. */
  readonly value: Value | undefined;
  /** Why the last request failed; null if it succeeded. */
  readonly failure: ApiFailure | null;
  readonly isLoading: boolean;
  /** Repeats the request; the last response stays visible meanwhile. */
  readonly reload: () => void;
}

interface RemoteOptions {
  /** Requests again when one of these changes; the last answer stays visible meanwhile. */
  readonly choices?: readonly unknown[];
  /**
   * Requests again at this interval while the page is visible and the session lasts. A reader who has declined to sign
   * in again is not asked at each interval.
   */
  readonly everyMs?: number | null;
}

interface State<Value> extends Omit<Remote<Value>, 'reload'> {
  /** Subject of the value and the failure, as JSON. */
  readonly about: string;
}

/**
 * Requests now, again when a part of `subject` changes, such as the account, and again after the server has rejected
 * an action because the screen was outdated. An outdated response is dropped. An answer for another subject is never
 * shown, even while the new response is slow or after it failed.
 */
export function useRemote<Value>(
  request: (signal: AbortSignal) => Promise<Result<Value>>,
  subject: readonly (string | number | boolean | null | undefined)[] = [],
  { choices = [], everyMs = null }: RemoteOptions = {},
): Remote<Value> {
  const about = JSON.stringify(subject);
  const none: State<Value> = { about, value: undefined, failure: null, isLoading: true };
  const [state, setState] = useState(none);
  const running = useRef<AbortController | null>(null);
  /** The CSRF token of the session whose end the last answer reported. */
  const endedToken = useRef<string | null>(null);
  const load = async () => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const change = (changed: Partial<State<Value>>) =>
      setState((known) => ({ ...(known.about === about ? known : none), ...changed }));
    change({ isLoading: true });
    const result = await request(mine.signal);
    if (mine.signal.aborted) return;
    running.current = null;
    endedToken.current = !result.ok && result.failure.status === 401 ? csrfToken.value : null;
    change({
      isLoading: false,
      ...(result.ok ? { value: result.answer, failure: null } : { failure: result.failure }),
    });
  };
  const latest = useRef(load);
  latest.current = load;
  const reload = () => void latest.current();
  useEffect(() => {
    reload();
    return () => running.current?.abort();
  }, [about, rejections.value, ...choices]);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => {
      // Skips the interval while a request runs: a new request would abort it.
      const isEnded = endedToken.current !== null && endedToken.current === csrfToken.value;
      if (!document.hidden && !running.current && !isEnded) reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return { ...(state.about === about ? state : none), reload };
}
