// What the conformance tests start from: a store in a folder of its own, a clock that they set, and one operator.
import { afterEach } from 'vitest';
import type { Clock } from '../../ops/clock.ts';
import type { Member, MemberStore, Role } from '../port.ts';
import { hashToken } from '../secret-token.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const START = '2026-11-21T10:20:30.000Z';
/** Of each session of the tests. */
export const LIFE = { idleMs: 2 * HOUR_MS, absoluteMs: 12 * HOUR_MS };

/** One empty store, which may be opened several times at once. */
export interface StoreUnderTest {
  open(clock: Clock): MemberStore;
  /** Removes the store; what is open is closed already. */
  remove(): void;
}

export interface Scene extends MemberStore {
  readonly operator: Member;
  advance(ms: number): void;
  /** Another thread or process, as far as the store can tell. */
  openAnother(): MemberStore;
  /** A member who was invited and has accepted, with the password hash `hash of NAME`. */
  join(name: string, standing?: { role: Role; accountName: string | null }): Promise<Member>;
}

const cleanUps: (() => void)[] = [];

/** To be called once in each file of tests: closes and removes what its tests opened. */
export function removeScenesAfterEach(): void {
  afterEach(() => {
    for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
  });
}

/** A store with the operator Ann. */
export async function setScene(fresh: () => StoreUnderTest): Promise<Scene> {
  let now = Date.parse(START);
  const store = fresh();
  cleanUps.push(() => store.remove());
  const openAnother = () => {
    const opened = store.open({ now: () => now });
    cleanUps.push(() => opened.close());
    return opened;
  };
  const opened = openAnother();
  const join: Scene['join'] = async (name, standing = { role: 'member', accountName: 'Acme' }) => {
    const email = `${name.toLowerCase()}@acme.example`;
    const tokenHash = hashToken(`token of ${name}`);
    await opened.members.invite({ ...standing, tokenHash, email, lifeMs: HOUR_MS, invitedBy: 'a test' });
    return opened.members.accept({ tokenHash }, { email, name, passwordHash: `hash of ${name}`, subject: null });
  };
  const operator = await join('Ann', { role: 'operator', accountName: null });
  const advance = (ms: number) => {
    now += ms;
  };
  return { ...opened, operator, advance, openAnother, join };
}

/** What a refusal was about. */
export function faultOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'not refused',
    (error: unknown) => (error as { fault?: unknown }).fault ?? error,
  );
}
