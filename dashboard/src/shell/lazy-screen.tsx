// A screen whose script is loaded when it is first opened. Where that fails (the server is away, or has a newer
// version), the screen says so and loads again on request, instead of staying empty.
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
  // The browser keeps the failure of a script until the page is loaded again.
  return <Failure failure={failure} onRetry={() => location.reload()} />;
}
