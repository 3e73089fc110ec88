// Group commit of charges. While one statement is executed, the next group is collected, so groups grow with the load.
// The outcomes are the same as if the calls were charged one after the other, in their order.
import type { Clock } from '../../ops/clock.ts';
import type { Database } from '../../ops/postgres/database.ts';
import { isRepeatable, isUnsupported, UnknownOutcome, unavailable, violatedKey } from '../../ops/postgres/failures.ts';
import { StoreUnavailable } from '../../ops/store-unavailable.ts';
import { creditsLeft } from '../balance.ts';
import type { LedgerCall } from '../ledger/ledger-request.ts';
import { hourStartMs, monthOf } from '../period.ts';
import type { ChargeResult } from '../port.ts';
import { lostLease } from '../request-digest.ts';
import type { BalanceReader } from './balance-reader.ts';
import { bucketOf, packedRequestId } from './bucket.ts';
import type { CallKinds } from './call-kinds.ts';
import { chargeInBucket, type RequestedCharge } from './charge-in-bucket.ts';
import { CHARGE, CHARGES_OF, type ChargeRow, type ChargeValues, OPEN_MONTH } from './charge-statement.ts';
import { uuidOfToken } from './idempotent-requests.ts';
import type { TableLayout } from './table-layout.ts';
import type { UnknownCharges } from './unknown-charges.ts';

const GROUP_MAX = 512;
/** Maximum number of waiting calls; further calls are rejected at once. */
const WAITING_MAX = 4096;
/** Maximum number of consecutive retries of a call after deadlocks and vanished rows. */
const REPEATS_MAX = 5;

interface LaneOptions {
  /** A connection for each lane. Lanes charge different accounts, so a node never waits for its own locks. */
  readonly charges: Database;
  readonly clock: Clock;
  readonly kinds: CallKinds;
  readonly balances: BalanceReader;
  readonly unknown: UnknownCharges;
  /** Where tables are split by bucket, all calls of a group have the same bucket. */
  readonly layout: TableLayout;
}

interface Entry {
  readonly call: LedgerCall;
  readonly resolve: (result: ChargeResult) => void;
  readonly reject: (error: unknown) => void;
  repeats: number;
  /** The month that was opened for the call. */
  openedMonth: string | null;
}

/** An entry with its stored form. */
interface Sent extends RequestedCharge {
  readonly entry: Entry;
}

export class ChargeLane {
  readonly #options: LaneOptions;
  #waiting: Entry[] = [];
  #running: Promise<void> | null = null;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /**
   * Takes the price of the call, durably, or does not charge it. Rejects with StoreUnavailable if it is not charged.
   */
  charge(call: LedgerCall): Promise<ChargeResult> {
    if (this.#waiting.length >= WAITING_MAX)
      return Promise.reject(new StoreUnavailable('more charges wait than the database takes'));
    const result = new Promise<ChargeResult>((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject, repeats: 0, openedMonth: null });
    });
    this.#running ??= this.#run();
    return result;
  }

  /** Resolves once no call waits. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Waits one microtask, so that all calls of one message are in the same group.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      // Unknown while the database is unreachable; the charges fail then as well.
      const isSplit = await this.#options.layout.isSplit().catch(() => false);
      const entries = this.#takeGroup(isSplit);
      try {
        await this.#execute(entries, isSplit);
      } catch (error) {
        for (const { reject } of entries) reject(error);
      }
    }
    this.#running = null;
  }

  /**
   * Takes the first calls, but no two of the same request or the same idempotent request: the later one waits for the
   * outcome of the first.
   */
  #takeGroup(isSplit: boolean): Entry[] {
    const taken: Entry[] = [];
    const held: Entry[] = [];
    const seen = new Set<string>();
    const bucket = isSplit ? bucketOf(this.#waiting[0]?.call.accountId ?? '') : null;
    let index = 0;
    for (; index < this.#waiting.length && taken.length < GROUP_MAX; index += 1) {
      const entry = this.#waiting[index];
      if (!entry) break;
      const { accountId, requestId, idempotency } = entry.call;
      const isTwin = seen.has(requestId) || (idempotency !== null && seen.has(idempotency.token));
      if (isTwin || (bucket !== null && bucketOf(accountId) !== bucket)) held.push(entry);
      else {
        taken.push(entry);
        seen.add(requestId);
        if (idempotency !== null) seen.add(idempotency.token);
      }
    }
    this.#waiting = [...held, ...this.#waiting.slice(index)];
    return taken;
  }

  async #execute(entries: readonly Entry[], isSplit: boolean): Promise<void> {
    const { charges, clock, kinds } = this.#options;
    const kindIds = await kinds.idsOf(entries.map(({ call }) => call));
    const at = clock.now();
    const month = monthOf(at);
    const sent = entries.map((entry, index): Sent => {
      const { accountId, requestId, credits, idempotency } = entry.call;
      const token = idempotency === null ? null : uuidOfToken(idempotency.token);
      const kindId = kindIds[index] ?? 0;
      return { entry, call: entry.call, requestId, bucket: bucketOf(accountId), kindId, credits, at, token };
    });
    let rows: readonly ChargeRow[];
    try {
      rows = isSplit
        ? await charges.transact((session) => chargeInBucket(session, sent, month))
        : await charges.run(CHARGE, ...valuesOf(sent, month));
    } catch (error) {
      await this.#fail(sent, error);
      return;
    }
    await this.#distribute(sent, rows, month);
  }

  /** Resolves the charged calls and the final outcomes; the other calls return to the front of the queue. */
  async #distribute(sent: readonly Sent[], rows: readonly ChargeRow[], month: string): Promise<void> {
    const accounts = new Map<string, { left: number | null; isOpen: boolean }>();
    const again: Entry[] = [];
    const unopened: Entry[] = [];
    for (const [index, { entry }] of sent.entries()) {
      const { accountId, credits, requestId } = entry.call;
      const row = rows[index];
      const account = accounts.get(accountId) ?? { left: row?.had ?? null, isOpen: true };
      if (!row) entry.reject(new Error('the charge has no outcome'));
      else if (row.lost_lease) entry.reject(lostLease(requestId));
      else if (row.has_no_balance) unopened.push(entry);
      else if (row.charged) {
        if (account.left !== null) account.left -= credits;
        entry.resolve({ charged: true, remaining: account.left === null ? null : Math.max(0, account.left) });
      } else if (account.isOpen && credits > 0 && credits > (account.left ?? 0)) entry.resolve({ charged: false });
      else {
        // The credits cover this call: a more expensive call before it has ended the group of its account.
        account.isOpen = false;
        again.push(entry);
      }
      accounts.set(accountId, account);
    }
    this.#waiting.unshift(...again);
    if (unopened.length > 0) await this.#openMonth(unopened, month);
  }

  /** The first charges of accounts in a month. */
  async #openMonth(entries: readonly Entry[], month: string): Promise<void> {
    const repeated: Entry[] = [];
    for (const entry of entries) {
      if (entry.openedMonth === month) entry.reject(new Error(`no account with id ${entry.call.accountId}`));
      else {
        entry.openedMonth = month;
        repeated.push(entry);
      }
    }
    const ids = [...new Set(repeated.map(({ call }) => call.accountId))].sort();
    if (ids.length === 0) return;
    try {
      await this.#options.charges.run(OPEN_MONTH, month, ids, ids.map(bucketOf));
      this.#waiting.unshift(...repeated);
    } catch (error) {
      for (const { reject } of repeated) reject(error);
    }
  }

  async #fail(sent: readonly Sent[], error: unknown): Promise<void> {
    if (error instanceof UnknownOutcome) return this.#decide(sent, error);
    const isDuplicate = violatedKey(error)?.startsWith('charge_pkey') === true;
    if (!isDuplicate && !isRepeatable(error)) {
      this.#options.layout.clear();
      const failure = isUnsupported(error) ? unavailable(error) : error;
      for (const { entry } of sent) entry.reject(failure);
      return;
    }
    // The whole statement was rolled back. Only the calls whose request already exists fail.
    const existing = isDuplicate ? await this.#existing(sent) : new Set<string>();
    const again: Entry[] = [];
    for (const { entry } of sent) {
      const { requestId } = entry.call;
      entry.repeats += 1;
      if (existing.has(packedRequestId(requestId).toString('hex')))
        entry.reject(new Error(`request ${requestId} was charged before`));
      else if (entry.repeats > REPEATS_MAX) entry.reject(new StoreUnavailable('the charge met too many deadlocks'));
      else again.push(entry);
    }
    this.#waiting.unshift(...again);
  }

  async #existing(sent: readonly Sent[]): Promise<Set<string>> {
    const rows = await this.#options.charges.read(
      CHARGES_OF,
      sent.map(({ requestId }) => packedRequestId(requestId)),
      [...new Set(sent.map(({ bucket }) => bucket))],
    );
    return new Set(rows.map(({ request_id: id }) => id.toString('hex')));
  }

  async #decide(sent: readonly Sent[], error: unknown): Promise<void> {
    const { balances, unknown } = this.#options;
    const decisions = await unknown.decide(sent.map(({ entry: _entry, call: _call, ...charge }) => charge));
    for (const [index, { entry, at }] of sent.entries()) {
      const { accountId, requestId } = entry.call;
      switch (decisions?.[index]) {
        case 'charged': {
          // The call is charged. A failed read of the balance must not hide that.
          const balance = await balances.balance(accountId, monthOf(at)).catch(() => null);
          entry.resolve({ charged: true, remaining: balance === null ? 0 : creditsLeft(balance) });
          break;
        }
        case 'duplicate':
          entry.reject(new Error(`request ${requestId} was charged before`));
          break;
        default:
          entry.reject(error);
      }
    }
  }
}

function valuesOf(sent: readonly Sent[], month: string): ChargeValues {
  const calls = sent.map(({ entry }) => entry.call);
  const buckets = sent.map(({ bucket }) => bucket);
  const at = sent[0]?.at ?? 0;
  return [
    [...new Set(buckets)],
    buckets,
    sent.map(({ requestId }) => packedRequestId(requestId)),
    calls.map(({ accountId }) => accountId),
    sent.map(({ kindId }) => kindId),
    sent.map(({ credits }) => credits),
    sent.map(({ token }) => token),
    calls.map(({ idempotency, status }) => (idempotency === null ? null : status)),
    calls.map(({ idempotency }) => (idempotency === null ? null : Buffer.from(idempotency.answer))),
    month,
    at,
    hourStartMs(at),
    [...new Set(calls.map(({ accountId }) => accountId))],
  ];
}
