// Options and report of a chaos run.
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
  /** Charges of calls that a fault interrupted before their answer; at most the calls in flight. */
  readonly unanswered: number;
  readonly lost: number;
  readonly doubled: number;
  readonly slowestMs: number;
  readonly wrong: readonly string[];
}
