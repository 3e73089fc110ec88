// The log: JSON lines on standard error. Keys, e-mails and phones are never passed to it; what a caller sent is not logged at all.
import { type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** A log that writes lines of `level` and above; `silent` writes none. */
export function openLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false }),
  );
}
