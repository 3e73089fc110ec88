// The channel between two simulated threads, like MessagePort: messages arrive one by one and in order, each when the
// episode chooses it.
import { EventEmitter } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { Life } from './life.ts';

type Arrival = readonly ['message', unknown] | readonly ['close'];

class SimulatedPort extends EventEmitter {
  readonly #life: Life;
  readonly #arrivals: Arrival[] = [];
  other: SimulatedPort | null = null;

  constructor(life: Life) {
    super();
    this.#life = life;
  }

  get asMessagePort(): MessagePort {
    return this as unknown as MessagePort;
  }

  postMessage(message: unknown): void {
    this.other?.arrive(['message', structuredClone(message)]);
  }

  /** Notifies both ends, as when the thread of one end has died. */
  close(): void {
    for (const end of [this, this.other]) end?.arrive(['close']);
    if (this.other) this.other.other = null;
    this.other = null;
  }

  arrive(arrival: Arrival): void {
    this.#arrivals.push(arrival);
    this.#life.add('message', () => {
      const [event, message] = this.#arrivals.shift() ?? [];
      if (event) this.emit(event, message);
    });
  }
}

/** A pair of connected ports, one in each of two lives. */
export function connectLives(one: Life, other: Life): readonly [SimulatedPort, SimulatedPort] {
  const ends = [new SimulatedPort(one), new SimulatedPort(other)] as const;
  ends[0].other = ends[1];
  ends[1].other = ends[0];
  return ends;
}
