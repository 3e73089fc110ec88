// Several limiters over a model of the store, in simulated time: whatever is lost, late or started again, no second has
// more admissions than the limit over all of them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import { RateLimiter, rateLimiterMemory } from '../rate-limiter.ts';
import { ShareLimiter, shareOf } from '../share-limiter.ts';
import { JointLimiter } from './joint-limiter.ts';
import { GAP_MS, JOIN_MS } from './limit-script.ts';
import {
  type AdmissionRequest,
  type LimitSession,
  type LimitStore,
  type StoreAnswer,
  StoreRejection,
} from './limit-store.ts';

const NODES = 3;
const STEP_MS = 10;
const LIMIT = 20;
const ANSWER_MS = 250;
const MEMORY = { accounts: 4, admissions: 1024 };

/** The fate of a command. */
type Fate = 'pass' | 'lost' | 'answer-lost' | 'late' | 'rejected';

class World {
  now = 0;
  #turns: (() => void)[] = [];
  #timers: { at: number; readonly everyMs: number | null; readonly work: () => void }[] = [];

  readonly schedule: Schedule = {
    soon: (work) => void this.#turns.push(work),
    every: (everyMs, work) => {
      const timer = { at: this.now + everyMs, everyMs, work };
      this.#timers.push(timer);
      return () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
      };
    },
    elapsedMs: () => this.now,
  };

  after(ms: number, work: () => void): void {
    this.#timers.push({ at: this.now + ms, everyMs: null, work });
  }

  async step(): Promise<void> {
    this.now += STEP_MS;
    const due = this.#timers.filter(({ at }) => at <= this.now);
    this.#timers = this.#timers.filter(({ at, everyMs }) => at > this.now || everyMs !== null);
    for (const timer of due) {
      if (timer.everyMs !== null) timer.at += timer.everyMs;
      timer.work();
    }
    await settled();
    for (const work of this.#turns.splice(0)) work();
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The scripts of limit-script.ts, over plain values. */
class ModelStore {
  readonly #world: World;
  #members = new Map<number, { joined: number; seen: number }>();
  #log: number[] = [];
  isUp = true;
  fate: () => Fate = () => 'pass';

  constructor(world: World) {
    this.#world = world;
  }

  /** Another run, which has forgotten everything. */
  restart(): void {
    this.#members = new Map();
    this.#log = [];
  }

  of(number: number): LimitStore {
    return {
      connect: async () => {
        if (!this.isUp) throw new Error('down');
        const members = this.#members;
        let isOpen = true;
        const command = <Result>(work: () => Result): Promise<Result> =>
          new Promise((resolve, reject) => {
            const isLost = () => !this.isUp || members !== this.#members;
            const fate = !isOpen || isLost() ? 'lost' : this.fate();
            if (fate === 'pass') return resolve(work());
            if (fate === 'rejected') return reject(new StoreRejection('no memory'));
            if (fate === 'answer-lost') work();
            if (fate === 'late') this.#world.after(40 * STEP_MS, () => void (isLost() ? null : work()));
            return this.#world.after(ANSWER_MS, () => reject(new Error('no answer')));
          });
        const session: LimitSession = {
          beat: () => command(() => this.#beat(number)),
          leave: () => command(() => void this.#members.set(number, { joined: -1, seen: 0 })),
          admit: (request) => command(() => this.#admit(number, request)),
          admitMore: () => Promise.reject(new Error('not modelled')),
          close: () => {
            isOpen = false;
          },
        };
        return session;
      },
    };
  }

  #beat(number: number): void {
    const { now } = this.#world;
    const member = this.#members.get(number);
    const isNew = !member || member.joined < 0 || now - member.seen > GAP_MS;
    this.#members.set(number, { joined: isNew ? now : member.joined, seen: now });
  }

  #admit(number: number, { limit, count }: AdmissionRequest): StoreAnswer {
    const { now } = this.#world;
    const own = this.#members.get(number);
    if (!own || own.joined < 0) return { admitted: -1, remaining: 0, waitMs: 1 };
    let max = limit;
    for (let slot = 1; slot <= NODES; slot += 1) {
      const member = this.#members.get(slot);
      const counts = member && (member.joined < 0 || (now - member.seen < GAP_MS && now - member.joined >= JOIN_MS));
      if (!counts) max -= shareOf(limit, { number: slot, of: NODES });
    }
    this.#log = this.#log.filter((at) => at > now - 1000);
    const admitted = Math.max(0, Math.min(count, max - this.#log.length));
    this.#log.push(...Array<number>(admitted).fill(now));
    return { admitted, remaining: 0, waitMs: 50 };
  }
}

/** The most admissions in any rolling second. */
function fullestSecond(times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  return Math.max(0, ...sorted.map((from, number) => sorted.slice(number).filter((at) => at < from + 1000).length));
}

type Event =
  | { readonly atStep: number; readonly kind: 'down' | 'up' | 'restart' }
  | { readonly atStep: number; readonly kind: 'fate'; readonly fate: Fate; readonly node: number };

const STEPS = 1200;
const event: fc.Arbitrary<Event> = fc.record({ atStep: fc.integer({ min: 0, max: STEPS }) }).chain(({ atStep }) =>
  fc.oneof(
    fc.constantFrom('down', 'up', 'restart').map((kind) => ({ atStep, kind }) as Event),
    fc
      .record({
        fate: fc.constantFrom<Fate>('pass', 'lost', 'answer-lost', 'late', 'rejected'),
        node: fc.integer({ min: 1, max: NODES }),
      })
      .map((given) => ({ atStep, kind: 'fate', ...given }) as Event),
  ),
);

async function simulate(events: readonly Event[]): Promise<{ times: number[]; byShare: number }> {
  const world = new World();
  const fates = new Map<number, Fate>();
  const store = new ModelStore(world);
  const times: number[] = [];
  let byShare = 0;
  const nodes = Array.from({ length: NODES }, (_, index) => {
    const node = { number: index + 1, of: NODES };
    const share = new ShareLimiter(new RateLimiter(rateLimiterMemory(MEMORY)), node);
    const own = store.of(node.number);
    return new JointLimiter({
      store: {
        connect: async (onLost) => {
          const session = await own.connect(onLost);
          const by = <Result>(work: () => Promise<Result>) => {
            store.fate = () => fates.get(node.number) ?? 'pass';
            return work();
          };
          const { beat, admit } = session;
          return { ...session, beat: () => by(() => beat()), admit: (request) => by(() => admit(request)) };
        },
      },
      ...{ share, schedule: world.schedule, nowMs: () => world.now, onState: () => undefined },
    });
  });
  for (let step = 0; step < STEPS; step += 1) {
    for (const one of events.filter(({ atStep }) => atStep === step)) {
      if (one.kind === 'down') store.isUp = false;
      else if (one.kind === 'up') store.isUp = true;
      else if (one.kind === 'fate') fates.set(one.node, one.fate);
      else store.restart();
    }
    for (const node of nodes) {
      const isShare = node.mode === 'share';
      for (let call = 0; call < 3; call += 1)
        void node.admit('account', LIMIT).then(({ admitted }) => {
          if (!admitted) return;
          times.push(world.now);
          if (isShare) byShare += 1;
        });
    }
    await world.step();
  }
  return { times, byShare };
}

test('admits no more than the limit in any second, whatever fails', async () => {
  let byShare = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 14 }), async (events) => {
      const run = await simulate(events);
      byShare += run.byShare;
      expect(fullestSecond(run.times)).toBeLessThanOrEqual(LIMIT);
    }),
    { numRuns: 150 },
  );
  expect(byShare).toBeGreaterThan(0);
});

test('says that the store is away if a request is rejected for that reason only', async () => {
  const world = new World();
  const store = new ModelStore(world);
  const share = new ShareLimiter(new RateLimiter(rateLimiterMemory(MEMORY)), { number: 1, of: 1 });
  const clock = { schedule: world.schedule, nowMs: () => world.now };
  const limiter = new JointLimiter({ store: store.of(1), share, ...clock, onState: () => undefined });
  const rejectionNow = async () => {
    const sent = [1, 2].map(() => limiter.admit('account', 1));
    await world.step();
    return (await Promise.all(sent)).at(-1);
  };
  const away = { admitted: false, isStoreAway: true };
  expect([limiter.mode, await rejectionNow()]).toEqual(['joining', expect.objectContaining(away)]);
  while (!limiter.isReady) await world.step();
  expect([limiter.mode, await rejectionNow()]).toEqual(['store', { admitted: false, retryAfterMs: 50 }]);
  store.isUp = false;
  for (const mode of ['quiet', 'share']) {
    while (limiter.mode !== mode) await world.step();
    expect(await rejectionNow()).toMatchObject(away);
  }
});

test('uses the shares of the servers if the store rejects writes', async () => {
  const rejected = [1, 2, 3].map((node): Event => ({ atStep: 400, kind: 'fate', fate: 'rejected', node }));
  const { times } = await simulate(rejected);
  const after = times.filter((at) => at > 4100);
  expect(Math.min(...after)).toBeGreaterThanOrEqual(4000 + 2000 - 100);
  expect(after.length).toBeGreaterThan((LIMIT * (STEPS * STEP_MS - 7000)) / 1000);
  expect(fullestSecond(times)).toBeLessThanOrEqual(LIMIT);
});

test('uses the whole limit without failures, and the shares of the servers without the store', async () => {
  const sound = await simulate([]);
  expect(fullestSecond(sound.times)).toBe(LIMIT);
  expect(sound.times.length).toBeGreaterThan((LIMIT * (STEPS * STEP_MS - 2 * JOIN_MS)) / 1000);
  const lost = await simulate([{ atStep: 400, kind: 'down' }]);
  const after = lost.times.filter((at) => at > 4000);
  expect(Math.min(...after)).toBeGreaterThanOrEqual(4000 + 2000 - 100);
  expect(after.length).toBeGreaterThan((LIMIT * (STEPS * STEP_MS - 7000)) / 1000);
  expect(fullestSecond(lost.times)).toBeLessThanOrEqual(LIMIT);
});
