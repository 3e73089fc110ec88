// Reads balances. Concurrent calls of one account share one reading, which is made after the last of them has arrived.
import type { Clock } from '../../ops/clock.ts';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import type { Balance } from '../balance.ts';
import { monthOf } from '../period.ts';
import type { CreditRepository } from './credit-repository.ts';

export class BalanceReader {
  readonly #credits: Pick<CreditRepository, 'balance'>;
  readonly #clock: Clock;
  readonly #schedule: Schedule;
  readonly #waiting = new Map<string, PromiseWithResolvers<Balance>>();

  constructor(
    credits: Pick<CreditRepository, 'balance'>,
    { clock, schedule }: { readonly clock: Clock; readonly schedule: Schedule },
  ) {
    this.#credits = credits;
    this.#clock = clock;
    this.#schedule = schedule;
  }

  /** The balance of this month. Rejects if the account does not exist. */
  balance(accountId: string): Promise<Balance> {
    const waiting = this.#waiting.get(accountId);
    if (waiting) return waiting.promise;
    const reading = Promise.withResolvers<Balance>();
    this.#waiting.set(accountId, reading);
    if (this.#waiting.size === 1) this.#schedule.soon(() => this.flush());
    return reading.promise;
  }

  /** Makes the pending readings. */
  flush(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    const month = monthOf(this.#clock.now());
    for (const [accountId, { resolve, reject }] of waiting) {
      try {
        resolve(this.#credits.balance(accountId, month));
      } catch (error) {
        reject(error);
      }
    }
  }
}
