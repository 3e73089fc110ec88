// The ledger in the calling thread: for commands and tests, which have no ledger thread.
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import type { LedgerLink } from '../ledger/ledger-request.ts';
import { LEASE_UPKEEP_MS } from './idempotent-requests.ts';
import type { Ledger } from './ledger.ts';

interface LocalLedgerOptions {
  readonly ledger: Ledger;
  readonly schedule: Schedule;
  readonly onUpkeepFailure: (error: unknown) => void;
}

/** A link whose `send` has committed when it returns; `close` closes the ledger. */
export function localLedger({ ledger, schedule, onUpkeepFailure }: LocalLedgerOptions): LedgerLink {
  const holder = {};
  const endUpkeep = schedule.every(LEASE_UPKEEP_MS, () => {
    try {
      ledger.maintain();
    } catch (error) {
      onUpkeepFailure(error);
    }
  });
  return {
    send: async (requests) => {
      const [reply] = ledger.commit([{ holder, requests }]);
      if (!reply) throw new Error('the ledger gave no reply');
      return reply;
    },
    close: async () => {
      endUpkeep();
      try {
        ledger.release(holder);
      } finally {
        ledger.close();
      }
    },
  };
}
