// Initial state of the conformance tests: a store in its own folder, a settable clock, and one operator.
import { afterEach } from 'vitest';
import type { Clock } from '../../ops/clock.ts';
import type { Member, MemberStore, Role } from '../port.ts';
import { hashToken } from '../secret-token.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const START = '2026-11-21T10:20:30.000Z';
/** Lifetime of each session in the tests. */
export const LIFE = { idleMs: 2 * HOUR_MS, absoluteMs: 12 * HOUR_MS };

/** One empty store, which can be opened several times at once. */
export interface StoreUnderTest {
  open(clock: Clock): MemberStore;
  /** Removes the store; all connections are closed already. */
  remove(): void | Promise<void>;
}

/** Creates an empty store. */
export type FreshStore = () => StoreUnderTest | Promise<StoreUnderTest>;

export interface Fixture extends MemberStore {
  readonly operator: Member;
  advance(ms: number): void;
  /** A second connection, as from another thread or process. */
  openAnother(): MemberStore;
  /** A member who has accepted an invitation, with the password hash `hash of NAME`. */
  join(name: string, membership?: { role: Role; accountName: string | null }): Promise<Member>;
}

const cleanUps: (() => void | Promise<void>)[] = [];

/** Closes and removes the stores that the tests of a file opened. Call it once in each file of tests. */
export function removeFixturesAfterEach(): void {
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
}

/** A store with the operator Ann. */
export async function openFixture(fresh: FreshStore): Promise<Fixture> {
  let now = Date.parse(START);
  const store = await fresh();
  cleanUps.push(() => store.remove());
  const openAnother = () => {
    const opened = store.open({ now: () => now });
    cleanUps.push(() => opened.close());
    return opened;
  };
  const opened = openAnother();
  const join: Fixture['join'] = async (name, membership = { role: 'member', accountName: 'Acme' }) => {
    const email = `${name.toLowerCase()}@acme.example`;
    const tokenHash = hashToken(`token of ${name}`);
    await opened.members.invite({ ...membership, tokenHash, email, lifeMs: HOUR_MS, invitedBy: 'a test' });
    return opened.members.accept({ tokenHash }, { email, name, passwordHash: `hash of ${name}`, subject: null });
  };
  const operator = await join('Ann', { role: 'operator', accountName: null });
  const advance = (ms: number) => {
    now += ms;
  };
  return { ...opened, operator, advance, openAnother, join };
}

/** The fault of a rejection. */
export function faultOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'fulfilled',
    (error: unknown) => (error as { fault?: unknown }).fault ?? error,
  );
}
