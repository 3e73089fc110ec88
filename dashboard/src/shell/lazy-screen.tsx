// A screen whose script is loaded when it is first opened. If that fails (the server is unreachable or was updated),
// the screen shows an error with a retry button instead of staying empty.
import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { Failure } from '../components/states.tsx';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';

export function lazyScreen(load: () => Promise<ComponentType>) {
  return lazy(() => load().catch(() => NotLoaded));
}

function NotLoaded() {
  const failure = {
    ...{ status: 0, code: 'UNREACHABLE', details: [], requestId: null },
    message: SHELL_TEXTS.notLoaded,
  };
  // The browser caches the failure of a script until the page is reloaded.
  return <Failure failure={failure} onRetry={() => location.reload()} />;
}
