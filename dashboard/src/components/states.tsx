// Loading, empty and error states, and the progress of long operations.
import type { ComponentChildren } from 'preact';
import type { ApiFailure } from '../api.ts';
import { formatShare } from '../format.ts';
import type { Remote } from '../remote.ts';
import { isOperator } from '../session.ts';
import { STATE_TEXTS } from '../texts/state-texts.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

/** Skeleton lines in the size of the expected content. */
export function Loading({
  label = STATE_TEXTS.loading,
  lines = 3,
}: {
  readonly label?: string;
  readonly lines?: number;
}) {
  return (
    <div class="loading" role="status">
      <span class="unseen">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div class="loading-line" key={line} />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly icon?: IconName;
  /** A link or button for the next step. */
  readonly children?: ComponentChildren;
}

export function Empty({ title, icon = 'search', children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <p class="empty-title">{title}</p>
      {children && <div class="empty-text">{children}</div>}
    </div>
  );
}

interface FailureProps {
  readonly failure: ApiFailure;
  readonly onRetry?: () => void;
}

/** The error state for status 402. It says when credits reset and what to do until then; a retry would not help. */
function Exhausted() {
  const now = new Date();
  const reset = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return (
    <div class="failure" role="alert">
      <Icon name="warning" />
      <div>
        <p>{STATE_TEXTS.exhausted(reset)}</p>
        {isOperator.value ? (
          <p>
            <a href="/accounts">{STATE_TEXTS.grant}</a>
            {STATE_TEXTS.orMove}
          </p>
        ) : (
          <p>
            {STATE_TEXTS.askOperator}
            <a href="/">{STATE_TEXTS.seeUsage}</a>.
          </p>
        )}
      </div>
    </div>
  );
}

/** The error message, the request id for support, and a retry button. */
export function Failure({ failure, onRetry }: FailureProps) {
  if (failure.code === 'CREDITS_EXHAUSTED') return <Exhausted />;
  return (
    <div class="failure" role="alert">
      <Icon name="warning" />
      <div>
        <p>{failure.message}</p>
        {failure.details.length > 1 && (
          <ul>
            {failure.details.map(({ path, message }) => (
              <li key={path}>{message}</li>
            ))}
          </ul>
        )}
        {failure.requestId && <p class="muted mono">{STATE_TEXTS.request(failure.requestId)}</p>}
        {onRetry && (
          <Button icon="refresh" onClick={onRetry}>
            {STATE_TEXTS.tryAgain}
          </Button>
        )}
      </div>
    </div>
  );
}

interface LoadedProps<Value> {
  readonly remote: Remote<Value>;
  readonly lines?: number;
  readonly children: (value: Value) => ComponentChildren;
}

/**
 * Renders the children once there is a value; until then the loading or error state. A reload keeps the previous value.
 */
export function Loaded<Value>({ remote, lines, children }: LoadedProps<Value>) {
  if (remote.value !== undefined)
    return (
      <>
        {remote.failure && <Failure failure={remote.failure} onRetry={remote.reload} />}
        {children(remote.value)}
      </>
    );
  if (remote.failure) return <Failure failure={remote.failure} onRetry={remote.reload} />;
  return <Loading {...(lines === undefined ? {} : { lines })} />;
}

/** `share` is from 0 to 1; null while the total is unknown. */
export function Progress({ label, share }: { readonly label: string; readonly share: number | null }) {
  return (
    <div class="progress">
      <div class="progress-words">
        <span>{label}</span>
        {share !== null && <span class="number">{formatShare(share)}</span>}
      </div>
      {share === null ? <progress aria-label={label} /> : <progress aria-label={label} value={share} max={1} />}
    </div>
  );
}
