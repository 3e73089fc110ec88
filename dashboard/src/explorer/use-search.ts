// A running search: its pages in sequence, total and counts of the first. The answers of an address are cached, so that the
// back button shows it again for free.
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiFailure, callV2, type V2Answer } from '../api.ts';
import { announce } from '../components/notices.tsx';
import { formatCount } from '../format.ts';
import { SEARCHES, type SearchKind } from './search-fields.ts';
import { pageBody, type SearchQuery } from './search-query.ts';
import type { ValueCount } from './suggest-values.ts';

/** A record as the API answers it. */
export type Row = Readonly<Record<string, unknown>>;

/** The results of a search so far. */
export interface Found {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Counts of closed values among all matches, by path of the field. */
  readonly facets: Readonly<Record<string, readonly ValueCount[]>>;
  /** Of the next page; null when nothing follows. */
  readonly cursor: string | null;
  /** Credits left after the last page, as the API says it; null where it did not. */
  readonly creditsLeft: string | null;
}

export interface Search {
  readonly found: Found | null;
  readonly failure: ApiFailure | null;
  readonly isLoading: boolean;
  /** Loads the next page, at the price of a call. */
  readonly more: () => void;
  /** Repeats the search from the first page, at the price of a call. */
  readonly again: () => void;
}

interface Wanted {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  /** Names the search: its address. Null for none. */
  readonly address: string | null;
  /** The account that pays; null: none is chosen, and no call is made. */
  readonly account: string | null;
}

const KEPT_MAX = 20;
const kept = new Map<string, Found>();

function keep(name: string, found: Found): void {
  kept.delete(name);
  kept.set(name, found);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) return;
    kept.delete(oldest);
  }
}

interface PageBody {
  readonly results: readonly Row[];
  readonly cursor: string | null;
  readonly total_results?: number;
  readonly facets?: Found['facets'];
}

function withPage(before: Found | null, answer: V2Answer): Found {
  const page = answer.body as PageBody;
  return {
    rows: [...(before?.rows ?? []), ...page.results],
    total: page.total_results ?? before?.total ?? 0,
    facets: page.facets ?? before?.facets ?? {},
    cursor: page.cursor,
    creditsLeft: answer.headers.get('x-credits-remaining'),
  };
}

interface State {
  readonly found: Found | null;
  readonly failure: ApiFailure | null;
  readonly isLoading: boolean;
}

const IDLE: State = { found: null, failure: null, isLoading: false };

/** Searches when the address becomes another. */
export function useSearch({ kind, query, address, account }: Wanted): Search {
  const name = address === null || account === null ? null : `${account} ${address}`;
  const [state, setState] = useState<State>(IDLE);
  const asking = useRef<AbortController | null>(null);

  const load = async (before: Found | null) => {
    if (name === null || account === null) return;
    asking.current?.abort();
    const mine = new AbortController();
    asking.current = mine;
    setState({ found: before, failure: null, isLoading: true });
    const body = pageBody(kind, query, before?.cursor ?? null);
    const answer = await callV2({ method: 'POST', path: SEARCHES[kind].path, body, account, signal: mine.signal });
    if (mine.signal.aborted) return;
    if (answer.failure) return setState({ found: before, failure: answer.failure, isLoading: false });
    const found = withPage(before, answer);
    keep(name, found);
    setState({ found, failure: null, isLoading: false });
    announce(`${formatCount(found.rows.length)} of ${formatCount(found.total)} shown`);
  };

  useEffect(() => {
    const known = name === null ? undefined : kept.get(name);
    if (name === null || known) setState({ ...IDLE, found: known ?? null });
    else void load(null);
    return () => asking.current?.abort();
  }, [name]);

  return {
    ...state,
    more: () => {
      if (state.found?.cursor && !state.isLoading) void load(state.found);
    },
    again: () => void load(null),
  };
}
