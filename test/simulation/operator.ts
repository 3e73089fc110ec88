// The operator makes one change at a time, through a separate process. A confirmed change is in the store, a failed
// one is not.
import { hashKey } from '../../src/accounts/key-format.ts';
import { type AccountsAdmin, AccountsError, type CreatedKey } from '../../src/accounts/port.ts';
import type { HeldKey } from './attempt.ts';
import type { DurableModel } from './durable-model.ts';
import type { SettingsModel } from './settings-model.ts';
import { countIn } from './tally.ts';
import { InjectedFault, type World } from './world.ts';

const HELD_MAX = 8;
/** Grace periods in hours: none, a few seconds, and longer than most episodes. */
const GRACES = [0, 0.0005, 0.002, 1];
const LIMITED_TO = '/v2/utils/current-date';

interface Change {
  readonly kind: string;
  readonly apply: (admin: AccountsAdmin) => Promise<unknown>;
  /** Whether the committed state shows the change; `answer` is the confirmation. */
  readonly shows: (answer: unknown) => boolean;
}

export class Operator {
  readonly #world: World;
  readonly #durable: DurableModel;
  readonly #settings: SettingsModel;
  /** The newest keys that clients hold, live or not. */
  readonly held: HeldKey[] = [];
  isBusy = false;

  constructor(world: World, durable: DurableModel, settings: SettingsModel) {
    this.#world = world;
    this.#durable = durable;
    this.#settings = settings;
  }

  /** The held keys that are live. */
  live(): HeldKey[] {
    return this.held.filter(({ id }) => this.#settings.isLive(id));
  }

  /** The name of an account without a live key among the held ones; null if each has one. */
  lockedOut(): string | null {
    const live = this.live();
    const isLockedOut = (name: string) => !live.some(({ accountName }) => accountName === name);
    return this.#settings.accounts.find(({ accountName }) => isLockedOut(accountName))?.accountName ?? null;
  }

  /** Requests a change of any kind. `isAlive`: whether the requesting process is still alive. */
  async change(admin: AccountsAdmin, isAlive: () => boolean): Promise<void> {
    const { kind, apply, shows } = this.#draw();
    const world = this.#world;
    const before = this.#settings.snapshot();
    world.note(() => `operator: ${kind}`);
    this.isBusy = true;
    try {
      const answer = await apply(admin);
      if (!isAlive()) return;
      world.check(shows(answer), () => `${kind} was confirmed and does not show: ${JSON.stringify(answer)}`);
      countIn(world.tally.changes, kind);
    } catch (error) {
      if (!isAlive()) return;
      const isExpected = error instanceof InjectedFault || (error instanceof AccountsError && kind.endsWith('key'));
      world.check(isExpected, () => `${kind}: ${String(error)}`);
      world.check(before === this.#settings.snapshot(), () => `${kind} failed but was committed`);
    }
    this.isBusy = false;
  }

  #draw(): Change {
    const { random } = this.#world;
    const locked = this.lockedOut();
    if (locked !== null) return this.#createKey(locked);
    const account = random.pick(this.#settings.accounts);
    const key = random.pick(this.live());
    return random.pick([
      () => this.#setPlan(account.planName),
      () => this.#grant(account.accountName, account.accountId),
      () => this.#createKey(account.accountName),
      () => this.#revoke(key),
      () => this.#rotate(key),
    ])();
  }

  #setPlan(name: string): Change {
    const { random } = this.#world;
    const creditsPerMonth = random.pick([0, 5, 30, 100, 1000, null]);
    const requestsPerSecond = random.pick([1, 3, 10, 40, 40]);
    return {
      kind: 'set plan',
      apply: (admin) => admin.setPlan({ name, creditsPerMonth, requestsPerSecond }),
      shows: () =>
        this.#settings.accounts.some(
          (plan) =>
            plan.planName === name &&
            plan.creditsPerMonth === creditsPerMonth &&
            plan.requestsPerSecond === requestsPerSecond,
        ),
    };
  }

  #grant(accountName: string, accountId: string): Change {
    const credits = this.#world.random.between(1, 20);
    const granted = () => this.#durable.grantedEver(accountId);
    const before = granted();
    return {
      kind: 'grant',
      apply: (admin) => admin.grant(accountName, credits),
      shows: () => granted() === before + credits,
    };
  }

  #createKey(accountName: string): Change {
    const { random, time } = this.#world;
    const allowedPaths = random.chance(0.15) ? [LIMITED_TO] : [];
    const isShortLived = random.chance(0.1);
    const expiresAt = isShortLived ? new Date(time.wallMs + random.between(1000, 60_000)).toISOString() : null;
    return {
      kind: 'create key',
      apply: (admin) => admin.createKey({ accountName, name: 'simulated', allowedPaths, expiresAt }),
      shows: (answer) => this.#hold(answer as CreatedKey, expiresAt),
    };
  }

  #revoke({ id }: HeldKey): Change {
    return {
      kind: 'revoke key',
      apply: (admin) => admin.revokeKey(id),
      shows: () => typeof this.#settings.key(id)?.revokedAt === 'number',
    };
  }

  #rotate({ id }: HeldKey): Change {
    const expiresAt = this.#settings.key(id)?.expiresAt ?? null;
    const graceHours = this.#world.random.pick(GRACES);
    return {
      kind: 'rotate key',
      apply: (admin) => admin.rotateKey(id, graceHours),
      shows: (answer) => {
        const made = answer as CreatedKey;
        const old = this.#settings.key(id);
        const hasEnd = graceHours === 0 ? old?.revokedAt !== null : typeof old?.expiresAt === 'number';
        const expiry = expiresAt === null ? null : new Date(expiresAt).toISOString();
        return this.#hold(made, expiry) && hasEnd && old?.successorId === made.id;
      },
    };
  }

  /** Whether the key is in the store as confirmed. From now on clients hold it. */
  #hold(made: CreatedKey, expiresAt: string | null): boolean {
    const { id, key, accountName, allowedPaths } = made;
    this.held.push({ id, text: key, accountName, allowedPaths });
    if (this.held.length > HELD_MAX) this.held.shift();
    const stored = this.#settings.key(id);
    return stored?.hash === hashKey(key) && stored.revokedAt === null && made.expiresAt === expiresAt;
  }
}
