// Prefetched look-ups for a batch of rows. If a decision requests an unknown key, it gets a default answer and the key
// is recorded as missed. The missed keys of all rows are fetched together, then the decisions run again. Uses memory
// only; the stores fetch.
import type { BulkLookups } from './lookups.ts';
import type { RunSource } from './source-row.ts';

/** The behavior of one look-up while a batch is decided. */
export interface LookupTraits<Answer> {
  /** The default answer until the real answer is known. */
  readonly assumed: Answer;
  /** The records to which an answer refers. A change of one of them invalidates the answer. */
  readonly idsIn: (answer: Answer, key: never) => readonly number[];
}

export type TraitsOf<Lookups> = {
  readonly [Name in keyof Lookups]: LookupTraits<Lookups[Name] extends (key: never) => infer Answer ? Answer : never>;
};

/** The keys whose look-ups newly find a changed record, by look-up. */
export type ChangedKeys<Lookups> = { readonly [Name in keyof Lookups]?: Iterable<unknown> };

interface Known {
  readonly traits: LookupTraits<unknown>;
  readonly answers: Map<unknown, unknown>;
  readonly missed: Set<unknown>;
}

export class KnownLookups<Lookups extends object> {
  /** The look-ups for decisions. */
  readonly lookups: Lookups;
  readonly #known: ReadonlyMap<keyof Lookups, Known>;
  /** The answers that refer to a record. */
  readonly #mentions = new Map<number, { readonly known: Known; readonly key: unknown }[]>();
  #isWaiting = false;

  constructor(traits: TraitsOf<Lookups>) {
    const names = Object.keys(traits) as (keyof Lookups)[];
    this.#known = new Map(
      names.map((name) => [
        name,
        { traits: traits[name] as LookupTraits<unknown>, answers: new Map(), missed: new Set() },
      ]),
    );
    this.lookups = Object.fromEntries(
      [...this.#known].map(([name, known]) => [name, (key: unknown) => this.#lookUp(known, key)]),
    ) as Lookups;
  }

  /** Whether the current decision missed a key. If so, its result is void. */
  readonly isWaiting = (): boolean => this.#isWaiting;

  /** Runs a decision with the known answers. Its missed keys are added to the missed keys of earlier decisions. */
  decide<Decision>(decision: () => Decision): Decision {
    this.#isWaiting = false;
    return decision();
  }

  /** Fetches all missed keys, one call for each look-up. */
  learn(store: BulkLookups<Lookups>): void {
    for (const [name, known] of this.#known) {
      if (known.missed.size === 0) continue;
      const keys = [...known.missed];
      const answers = (store[name] as (keys: readonly unknown[]) => readonly unknown[])(keys);
      for (const [index, key] of keys.entries()) this.#note(known, key, answers[index]);
      known.missed.clear();
    }
  }

  /** Invalidates the answers that refer to changed records, and the answers for keys that now find these records. */
  invalidate(ids: readonly number[], keys: ChangedKeys<Lookups>): void {
    for (const id of ids) {
      for (const { known, key } of this.#mentions.get(id) ?? []) known.answers.delete(key);
      this.#mentions.delete(id);
    }
    for (const [name, changed] of Object.entries(keys) as [keyof Lookups, Iterable<unknown>][]) {
      for (const key of changed) this.#known.get(name)?.answers.delete(key);
    }
  }

  clear(): void {
    for (const { answers, missed } of this.#known.values()) {
      answers.clear();
      missed.clear();
    }
    this.#mentions.clear();
  }

  #lookUp(known: Known, key: unknown): unknown {
    const answer = known.answers.get(key);
    if (answer !== undefined) return answer;
    known.missed.add(key);
    this.#isWaiting = true;
    return known.traits.assumed;
  }

  #note(known: Known, key: unknown, answer: unknown): void {
    known.answers.set(key, answer);
    for (const id of known.traits.idsIn(answer, key as never)) {
      const mentions = this.#mentions.get(id);
      if (mentions === undefined) this.#mentions.set(id, [{ known, key }]);
      else mentions.push({ known, key });
    }
  }
}

/** Look-ups that query the store for each key immediately, for a store without round trips. */
export function directLookups<Lookups extends object>(store: BulkLookups<Lookups>): Lookups {
  const direct = Object.entries(store).map(([name, lookUp]) => [
    name,
    (key: unknown) => (lookUp as (keys: readonly unknown[]) => readonly unknown[])([key])[0],
  ]);
  return Object.fromEntries(direct) as Lookups;
}

/** The traits of a look-up whose key is the id of the record that the answer concerns. */
export function aboutRecord<Answer>(assumed: Answer) {
  return { assumed, idsIn: (_: unknown, id: number): readonly number[] => [id] };
}

/** The traits of a look-up whose answer is invalidated only by its key. */
export function fixed<Answer>(assumed: Answer) {
  return { assumed, idsIn: (): readonly number[] => [] };
}

const NO_RECORDS: readonly never[] = [];

/** The traits of a look-up that returns a record, its id, or null. */
export const FINDS_ONE = {
  assumed: null,
  idsIn: (found: { readonly id: number } | number | null): readonly number[] => {
    if (found === null) return [];
    return [typeof found === 'number' ? found : found.id];
  },
};

export const FINDS_SEVERAL = {
  assumed: NO_RECORDS,
  idsIn: (found: readonly { readonly id: number }[]): readonly number[] => found.map(({ id }) => id),
};

/** The look-ups of RecordLookups. */
export const RECORD_LOOKUP_TRAITS = {
  byId: aboutRecord(null),
  bySlug: FINDS_ONE,
  rowsOf: aboutRecord(NO_RECORDS),
  pinOf: FINDS_ONE,
  apartFrom: aboutRecord(NO_RECORDS),
  isSeen: aboutRecord(false),
  sourceOf: fixed<RunSource>({ sourceId: 0, source: '', priority: 0, runAt: '', isPush: false, isUndone: false }),
};
