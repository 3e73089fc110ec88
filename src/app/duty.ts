// Work that one server does for all that share a database, such as the execution of batches: the others take it over
// when it ends. Without a database each server does its own.
import type { Config } from './config.ts';

export interface Duty {
  /** Whether this process does the work now. Rejects while that is unknown. */
  isMine(): Promise<boolean>;
  /** Leaves the work to others. */
  end(): Promise<void>;
}

/** After the death of the server that did the work another one goes on this much later. */
const DUTY_MS = 5000;

const OWN: Duty = { isMine: async () => true, end: async () => undefined };

export function openDuty({ database }: Config, name: 'batches' | 'watches' | 'webhooks'): Duty {
  if (database === null) return OWN;
  const opened = import('./database.ts').then(({ openLease }) => openLease(database, { name, ms: DUTY_MS }));
  return {
    isMine: async () => (await opened).hold(),
    end: async () => (await opened).release(),
  };
}
