// What a run of chaos is asked and what it tells.
import type { World } from './world.ts';

export interface ChaosOptions {
  readonly world: World;
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (round: number) => void;
}

export interface ChaosReport {
  readonly kind: string;
  readonly rounds: number;
  readonly answered: number;
  readonly charged: number;
  /** Charges whose answer a fault cut off; at most the calls in flight then. */
  readonly unanswered: number;
  readonly lost: number;
  readonly doubled: number;
  readonly slowestMs: number;
  readonly wrong: readonly string[];
}
