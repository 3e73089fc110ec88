// The free count of a search, updated while its filters change: the total, the facet counts, and which filters exclude
// all records.
import { useEffect, useRef, useState } from 'preact/hooks';
import { LIMITS } from '../../../src/contract/limits.ts';
import { LISTS } from '../../../src/contract/vocabularies/values.ts';
import { type ApiFailure, callV2 } from '../api.ts';
import { listOf, SEARCHES, type SearchField, type SearchKind } from './search-fields.ts';
import {
  type FilterInput,
  facetPaths,
  filledFields,
  filtersOf,
  isRange,
  NOTHING,
  type SearchQuery,
  without,
} from './search-query.ts';
import type { ValueCount } from './suggest-values.ts';

/** A filter, and the number of records that match without it. */
export interface Obstacle {
  /** Path of the filter in the body. */
  readonly filter: string;
  readonly total_results: number;
}

export interface Counted {
  readonly total: number;
  /**
   * Facet counts by path of the field. A filtered field is counted without its own filter, so that other values can be
   * chosen too.
   */
  readonly facets: Readonly<Record<string, readonly ValueCount[]>>;
  readonly diagnosis: readonly Obstacle[];
}

export interface FreeCount {
  /** Result of the latest query that was counted. */
  readonly counted: Counted | null;
  /** False while the current query is being counted. */
  readonly isCurrent: boolean;
  readonly failure: ApiFailure | null;
  /** Repeats the count after a failure. */
  readonly retry: () => void;
}

interface CountAnswer {
  readonly total_results: number;
  readonly facets?: Counted['facets'];
  readonly diagnosis?: readonly Obstacle[];
}

interface Wanted {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  /** Address of the search; null for a search without filters. */
  readonly address: string | null;
  readonly account: string | null;
}

const QUIET_MS = 120;
const TRIES_MAX = 4;
const COUNTS_MAX = 100;
const counts = new Map<string, Counted>();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One free call. It waits while the rate limit of the plan is exceeded. */
export async function freeCall(path: string, body: object, call: { account: string | null; signal: AbortSignal }) {
  const { account, signal } = call;
  for (let tries = 1; ; tries += 1) {
    const answer = await callV2({ method: 'POST', path, body, account: account ?? undefined, signal });
    if (answer.status !== 429 || tries === TRIES_MAX) return answer;
    await pause(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}

async function countOf({ kind, query, account }: Wanted, facets: readonly string[], signal: AbortSignal) {
  const body = { ...filtersOf(kind, query), ...(facets.length === 0 ? {} : { facets }) };
  const { failure, body: answer } = await freeCall(SEARCHES[kind].countPath, body, { account, signal });
  return { failure, answer: answer as CountAnswer };
}

/** An input that matches every record with a value in the field; null if the list is too long for a filter. */
function anyValue(field: SearchField): FilterInput | null {
  if (isRange(field)) return { ...NOTHING, min: '1' };
  const list = listOf(field);
  const include = list === null ? [] : LISTS[list];
  return include.length > 0 && include.length <= LIMITS.filterEntriesMax ? { ...NOTHING, include } : null;
}

/** The facet counts of a filtered field: those of the same search without this filter. */
async function openFacet(wanted: Wanted, field: SearchField, signal: AbortSignal) {
  const { path } = field;
  const others = without(wanted.query, path);
  const isOnly = filledFields(wanted.kind, others).length === 0;
  const any = isOnly ? anyValue(field) : null;
  if (isOnly && any === null) return [path, []] as const;
  const query = any === null ? others : { [path]: any };
  const { failure, answer } = await countOf({ ...wanted, query }, [path], signal);
  return failure ? null : ([path, answer.facets?.[path] ?? []] as const);
}

async function count(wanted: Wanted, signal: AbortSignal): Promise<{ counted?: Counted; failure: ApiFailure | null }> {
  const paths = facetPaths(wanted.kind);
  const { failure, answer } = await countOf(wanted, paths, signal);
  if (failure) return { failure };
  const filtered = filledFields(wanted.kind, wanted.query).filter(({ path }) => paths.includes(path));
  const opened = await Promise.all(filtered.map((field) => openFacet(wanted, field, signal)));
  const facets = { ...answer.facets, ...Object.fromEntries(opened.filter((entry) => entry !== null)) };
  return { counted: { total: answer.total_results, facets, diagnosis: answer.diagnosis ?? [] }, failure: null };
}

interface State extends Omit<FreeCount, 'retry'> {
  readonly name: string | null;
}

/** Counts again shortly after the last change of the search. */
export function useFreeCount(wanted: Wanted): FreeCount {
  const name = wanted.address === null ? null : `${wanted.account ?? ''} ${wanted.kind}${wanted.address}`;
  const [state, setState] = useState<State>({ name: null, counted: null, isCurrent: false, failure: null });
  const [tries, setTries] = useState(0);
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => {
    if (name === null) return setState({ name, counted: null, isCurrent: true, failure: null });
    const known = counts.get(name) ?? null;
    // Shown at once, and counted again: an import may have changed the records since.
    if (known) setState({ name, counted: known, isCurrent: true, failure: null });
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const { counted = known, failure } = await count(latest.current, controller.signal);
      if (controller.signal.aborted) return;
      if (counted) counts.set(name, counted);
      for (const oldest of counts.keys()) if (counts.size > COUNTS_MAX) counts.delete(oldest);
      setState({ name, counted, isCurrent: true, failure });
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [name, tries]);
  const isCurrent = state.name === name && state.isCurrent;
  return { ...state, isCurrent, retry: () => setTries(tries + 1) };
}
