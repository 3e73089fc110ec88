// Labelled rows for the quality report: families of two rows that describe one record (true pairs) or two records that
// are easily confused (near misses). Half of the families are held out by a hash of their name.
import { hash32, Random } from '../../src/generate/random.ts';

/** A row in import form, before it is normalized. */
export type RowValues = Readonly<Record<string, unknown>>;

/** A kind of pair: `make` returns the two rows, or null if the drawn record does not permit it. */
export interface PairKind<Base> {
  readonly name: string;
  /** Whether the two rows describe one record. */
  readonly isSame: boolean;
  readonly make: (base: Base, random: Random) => readonly [RowValues, RowValues] | null;
}

export interface TruthRow {
  /** Unique within a truth set. */
  readonly id: string;
  /** Rows of one record have the same entity. */
  readonly entity: string;
  /** Rows of one file come from one source. */
  readonly file: 'first' | 'second';
  readonly values: RowValues;
}

export interface TruthPair {
  readonly kind: string;
  readonly isSame: boolean;
  readonly a: string;
  readonly b: string;
}

export interface TruthSet {
  readonly rows: readonly TruthRow[];
  readonly pairs: readonly TruthPair[];
}

export const HALVES = ['tune', 'held-out'] as const;
export type Half = (typeof HALVES)[number];

/** The half of a family: even and odd hashes. */
export function halfOf(family: string): Half {
  return hash32(`half ${family}`) % 2 === 0 ? 'tune' : 'held-out';
}

/** Share of second rows that come from the file of the first row. */
const SAME_FILE = 0.4;
const PAIR_STREAM = 77;

interface Making<Base> {
  readonly kinds: readonly PairKind<Base>[];
  /** Families of each kind, in both halves together. */
  readonly families: number;
  readonly seed: number;
  readonly half: Half;
  readonly drawBase: (random: Random, index: number) => Base;
}

/** The rows and pairs of one half. Every family depends on the seed, its kind and its number only. */
export function makeTruth<Base>({ kinds, families, seed, half, drawBase }: Making<Base>): TruthSet {
  const rows: TruthRow[] = [];
  const pairs: TruthPair[] = [];
  const random = new Random(seed);
  for (const [kindIndex, { name, isSame, make }] of kinds.entries()) {
    for (let number = 0; number < families; number += 1) {
      const family = `${name} ${number}`;
      if (halfOf(family) !== half) continue;
      const index = kindIndex * families + number;
      random.seek(PAIR_STREAM, index);
      const made = firstMade(index, () => make(drawBase(random, index), random));
      const file = random.chance(SAME_FILE) ? 'first' : 'second';
      const [a, b] = [`${family} a`, `${family} b`];
      const isSwapped = random.chance(0.5);
      const [one, other] = isSwapped ? [made[1], made[0]] : made;
      rows.push({ id: a, entity: family, file: 'first', values: one });
      rows.push({ id: b, entity: isSame ? family : `${family} other`, file, values: other });
      pairs.push({ kind: name, isSame, a, b });
    }
  }
  return { rows: shuffled(rows, seed), pairs };
}

/** Not every draw permits every kind of pair. */
const DRAWS_MAX = 500;

function firstMade<Made>(index: number, make: () => Made | null): Made {
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const made = make();
    if (made !== null) return made;
  }
  throw new Error(`no pair ${index} after ${DRAWS_MAX} draws`);
}

/** The rows in an order that depends on the seed only. */
export function shuffled<Row extends { readonly id: string }>(rows: readonly Row[], seed: number): Row[] {
  return rows.toSorted((a, b) => hash32(`${seed} ${a.id}`) - hash32(`${seed} ${b.id}`));
}

/** The pairs of the first families of each kind, and their rows. */
export function firstFamilies({ rows, pairs }: TruthSet, families: number): TruthSet {
  const isFirst = (id: string) => Number(/(\d+) [ab]$/.exec(id)?.[1]) < families;
  return { rows: rows.filter(({ id }) => isFirst(id)), pairs: pairs.filter(({ a }) => isFirst(a)) };
}
