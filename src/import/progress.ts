// Shows the progress of an import: one line rewritten in place on a terminal, else a plain line every few seconds.
import type { Clock } from '../ops/clock.ts';
import type { ImportProgress } from './run-import.ts';

const TERMINAL_INTERVAL_MS = 100;
const PLAIN_INTERVAL_MS = 5000;

interface ProgressOutput {
  /** Standard error, or a replacement for it. */
  readonly stream: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly clock: Clock;
}

export interface ProgressLine {
  show(progress: ImportProgress): void;
  /** Leaves the last line visible. */
  end(): void;
}

/**
 * A progress display for one import. The rate is measured from the first rows on, because files are read as a whole
 * before them.
 */
export function progressLine({ stream, clock }: ProgressOutput): ProgressLine {
  const isTerminal = stream.isTTY === true;
  const intervalMs = isTerminal ? TERMINAL_INTERVAL_MS : PLAIN_INTERVAL_MS;
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : clock.now();
  let first: (ImportProgress & { readonly at: number }) | null = null;
  let latest: string | null = null;
  const write = () => {
    if (latest !== null) stream.write(isTerminal ? `\r\u001b[K${latest}` : `${latest}\n`);
    latest = null;
  };
  return {
    show(progress) {
      const now = clock.now();
      first ??= { ...progress, at: now };
      latest = progressText(progress, { first, seconds: (now - first.at) / 1000 });
      if (now - shownAt < intervalMs) return;
      shownAt = now;
      write();
    },
    end() {
      if (isTerminal) write();
      if (isTerminal && shownAt !== Number.NEGATIVE_INFINITY) stream.write('\n');
    },
  };
}

interface Pace {
  readonly first: ImportProgress;
  /** Seconds since the first rows. */
  readonly seconds: number;
}

/** `1,234,000 rows, 41,000 a second, 37 %, 2 min left`. */
function progressText({ rows, bytesDone, bytesTotal }: ImportProgress, { first, seconds }: Pace): string {
  const parts = [`${rows.toLocaleString('en-US')} rows`];
  if (seconds > 0) parts.push(`${Math.round((rows - first.rows) / seconds).toLocaleString('en-US')} a second`);
  if (bytesTotal !== null && bytesTotal > 0) {
    const left = Math.max(0, bytesTotal - bytesDone);
    parts.push(`${Math.floor((100 * (bytesTotal - left)) / bytesTotal)} %`);
    const bytesNow = bytesDone - first.bytesDone;
    if (seconds > 0 && bytesNow > 0) parts.push(`${shownDuration((seconds / bytesNow) * left)} left`);
  }
  return parts.join(', ');
}

function shownDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
