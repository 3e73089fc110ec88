// The interface of every engine in the bench, and the people as its input: rows in the order of the edition, and
// tokens for engines that search words.
import type { MixedQuery } from './mixed-queries.ts';

/** One person. Values and titles are numbers from 1; 0 is none. */
export interface PeerRow {
  /** The document in the edition. */
  readonly doc: number;
  readonly industry: number;
  readonly hq_country: number;
  readonly country: number;
  readonly job_level: number;
  readonly job_function: number;
  readonly title: number;
  /** 1 if the employer is known. */
  readonly employed: number;
  /** -1 if unknown. */
  readonly employees: number;
  /** -1 if unknown. */
  readonly connections: number;
}

/** All people, and the texts of their numbers. */
export interface PeerPeople {
  readonly count: number;
  rows(): Iterable<PeerRow>;
  /** The tokens of a row, letters and digits only. */
  tokens(row: PeerRow): string[];
  /** The tokens of a title's words. */
  titleTokens(title: number): string[];
  readonly titleCount: number;
}

/**
 * Groups of alternatives. A document must match one alternative of each: all of its words, each by one of its tokens.
 */
export type TokenGroup = readonly (readonly (readonly string[])[])[];

/** A query in the form for engines. */
export interface PeerQuery {
  readonly groups: readonly TokenGroup[];
  readonly excluded: readonly TokenGroup[];
  /** Both ends included; null is open. */
  readonly employees: { readonly min: number | null; readonly max: number | null } | null;
  readonly minConnections: number | null;
  /** The document after which the page starts; -1 for the first page. */
  readonly after: number;
  readonly source: MixedQuery;
}

/** An engine with the same people. Pages have at most 11 documents, ascending: ten, and whether more follow. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Indexes all people; returns the bytes of its files. */
  build(people: PeerPeople): Promise<number>;
  /** The time of each query in milliseconds, in the order of `queries`, and its answer. */
  pages(queries: readonly PeerQuery[]): Promise<Timed<readonly number[]>>;
  counts(queries: readonly PeerQuery[]): Promise<Timed<number>>;
  close(): Promise<void>;
}

export interface Timed<T> {
  readonly ms: readonly number[];
  readonly answers: readonly T[];
}

export const PAGE_DOCS = 11;

/** Runs queries sequentially. */
export async function timedAll<T>(
  queries: readonly PeerQuery[],
  run: (query: PeerQuery) => T | Promise<T>,
): Promise<Timed<T>> {
  const ms: number[] = [];
  const answers: T[] = [];
  for (const query of queries) {
    const startedMs = performance.now();
    const running = run(query);
    const answer = running instanceof Promise ? await running : running;
    ms.push(performance.now() - startedMs);
    answers.push(answer);
  }
  return { ms, answers };
}
