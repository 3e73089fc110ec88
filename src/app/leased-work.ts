// Work that one server at a time does for all servers of a database, such as executing batches. Another server takes
// over when it stops. Without a database each server does its own.
import type { Config } from './config.ts';

export interface LeasedWork {
  /** Whether this process currently does the work. Rejects while that is unknown. */
  isMine(): Promise<boolean>;
  /** Hands the work over to other servers. */
  end(): Promise<void>;
}

/** Time after the death of the working server until another one takes over. */
const LEASE_MS = 5000;

const OWN: LeasedWork = { isMine: async () => true, end: async () => undefined };

export function openLeasedWork({ database }: Config, name: 'batches' | 'watches' | 'webhooks'): LeasedWork {
  if (database === null) return OWN;
  const opened = import('./database.ts').then(({ openLease }) => openLease(database, { name, ms: LEASE_MS }));
  return {
    isMine: async () => (await opened).hold(),
    end: async () => (await opened).release(),
  };
}
