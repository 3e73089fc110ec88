// Cache of the search pages that an account has paid for, so that going back, closing a dialog or reloading the tab
// does not charge them again.
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiFailure, callV2 } from '../api.ts';
import { announce } from '../components/notices.tsx';
import { keptInTab } from '../kept.ts';
import { purchase } from '../purchases.ts';
import {
  confirmRows,
  type Row,
  recordsInTab,
  rowsWithout,
  type StoredCheck,
  useStored,
} from '../record/stored-records.ts';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { SEARCHES, type SearchKind } from './search-fields.ts';
import { filtersOf, PAGE_SIZE, type SearchQuery } from './search-query.ts';

/** The pages of one search that are paid so far, as rows. */
export interface Bought {
  readonly rows: readonly Row[];
  /** Cursor of the next page; null after the last page. */
  readonly cursor: string | null;
}

/** Keyed by account and search, most recent last. */
type Shelf = Readonly<Record<string, Bought>>;

const SEARCHES_MAX = 20;
/** With more rows than this, the cache is kept in memory only: the storage of the tab is too small. */
const STORED_ROWS_MAX = 1500;

const rowsIn = (shelf: Shelf) => Object.values(shelf).reduce((sum, { rows }) => sum + rows.length, 0);
const shelf = () =>
  recordsInTab<Shelf>(
    'pages',
    {},
    {
      isSmall: (value) => rowsIn(value) <= STORED_ROWS_MAX,
      without: (value, gone) =>
        Object.fromEntries(
          Object.entries(value).map(([name, { rows, cursor }]) => [name, { rows: rowsWithout(rows, gone), cursor }]),
        ),
    },
  );

/** Credits left, from the last paid answer; null before the first one. */
export const creditsLeft = () => keptInTab<Readonly<Record<string, string>>>('credits', {}, () => true);

/** All records that the account has bought. */
export function boughtRows(account: string): readonly Row[] {
  return Object.entries(shelf().value)
    .filter(([name]) => name.startsWith(`${account} `))
    .flatMap(([, { rows }]) => rows);
}

function put(name: string, bought: Bought): void {
  const { [name]: _, ...others } = shelf().value;
  const entries = [...Object.entries(others), [name, bought] as const];
  shelf().value = Object.fromEntries(entries.slice(-SEARCHES_MAX));
}

export interface PageCall {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly account: string;
  /** Address of the search, part of its cache key. */
  readonly address: string;
}

/**
 * Buys the next page of a search and appends it to the cached pages. Returns the failure, or null. It is not aborted
 * when the reader leaves: the page is charged, so it is cached.
 */
export function buyPage(call: PageCall): Promise<ApiFailure | null> {
  return purchase(nameOf(call), () => buyNextPage(call));
}

async function buyNextPage(call: PageCall): Promise<ApiFailure | null> {
  const { kind, query, account } = call;
  const name = nameOf(call);
  const before = shelf().value[name];
  const body = {
    ...filtersOf(kind, query),
    max_results: PAGE_SIZE,
    ...(before?.cursor ? { cursor: before.cursor } : {}),
  };
  const answer = await callV2({ method: 'POST', path: SEARCHES[kind].path, body, account });
  const left = answer.headers.get('x-credits-remaining');
  if (left !== null) creditsLeft().value = { ...creditsLeft().value, [account]: left };
  if (answer.failure) return answer.failure;
  const page = answer.body as { results: readonly Row[]; cursor: string | null };
  confirmRows(page.results);
  put(name, { rows: [...(before?.rows ?? []), ...page.results], cursor: page.cursor });
  return null;
}

function nameOf({ account, kind, address }: Pick<PageCall, 'account' | 'kind' | 'address'>): string {
  return `${account} ${kind}${address}`;
}

/** The cached pages of a search; null if none is paid. */
export function boughtPages(call: Pick<PageCall, 'account' | 'kind' | 'address'>): Bought | null {
  return shelf().value[nameOf(call)] ?? null;
}

export interface Pages {
  readonly bought: Bought | null;
  /** Whether the server has confirmed that the cached rows are still there. */
  readonly stored: StoredCheck;
  readonly isBuying: boolean;
  readonly failure: ApiFailure | null;
  /** Buys the next page. */
  readonly buy: () => void;
}

/** The pages of the current search. `call` is null while no account is chosen. */
export function usePages(call: PageCall | null): Pages {
  const [state, setState] = useState<{ isBuying: boolean; failure: ApiFailure | null }>({
    isBuying: false,
    failure: null,
  });
  const name = call && nameOf(call);
  const isBuying = useRef(false);
  const current = useRef(name);
  current.current = name;
  useEffect(() => setState({ isBuying: isBuying.current, failure: null }), [name]);
  const buy = async () => {
    if (call === null || isBuying.current) return;
    isBuying.current = true;
    setState({ isBuying: true, failure: null });
    const failure = await buyPage(call);
    isBuying.current = false;
    setState({ isBuying: false, failure: current.current === name ? failure : null });
    if (!failure) announce(EXPLORER_TEXTS.shown(boughtPages(call)?.rows.length ?? 0));
  };
  const bought = call && boughtPages(call);
  const stored = useStored(bought?.rows ?? [], call?.account ?? null, name);
  return { bought, stored, ...state, buy: () => void buy() };
}
