// The screen Explorer: searches people, companies and jobs. The address contains the search, so it can be shared and
// the back button works.
// Filters, suggestions and counts are free. A page of records costs credits, and its button shows the price.
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';
import { keptSignal } from '../kept.ts';
import { account, accountOfAddresses } from '../session.ts';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { ActiveFilters } from './active-filters.tsx';
import './explorer.css';
import { FilterRail } from './filter-rail.tsx';
import { useFreeCount } from './free-count.ts';
import { Results } from './results.tsx';
import { SavedSearches } from './saved-searches.tsx';
import { SearchBar } from './search-bar.tsx';
import { SEARCH_KINDS, SEARCHES, type SearchKind } from './search-fields.ts';
import { carriedOver, filledFields, readQuery, type SearchQuery, writeQuery } from './search-query.ts';

function kindIn(path: string): SearchKind {
  return SEARCH_KINDS.find((kind) => path === `/explorer/${kind}`) ?? 'people';
}

/** The address of a search, with the account that the operator has chosen. */
function searchAddress(kind: SearchKind, query: SearchQuery): string {
  const written = writeQuery(kind, query);
  const chosen = accountOfAddresses();
  if (chosen === null) return `/explorer/${kind}${written}`;
  return `/explorer/${kind}${written === '' ? '?' : `${written}&`}account=${encodeURIComponent(chosen)}`;
}

/** The last open search. It opens again if the address contains no search. */
const lastSearch = (kind: SearchKind) => keptSignal<SearchQuery>(`explorer.last.${kind}`, {});

export function ExplorerScreen() {
  const { path, url } = useLocation();
  const kind = kindIn(path);
  // Each kind of search has its own state.
  return <KindSearch key={kind} kind={kind} search={url.includes('?') ? url.slice(url.indexOf('?')) : ''} />;
}

function KindSearch({ kind, search }: { readonly kind: SearchKind; readonly search: string }) {
  const { route } = useLocation();
  const query = readQuery(kind, search);
  const address = writeQuery(kind, query);
  const last = lastSearch(kind);
  useEffect(() => {
    // Only on mount: filters that the reader clears stay cleared.
    if (address === '' && writeQuery(kind, last.value) !== '') route(searchAddress(kind, last.value), true);
  }, []);
  useEffect(() => {
    if (address !== '') last.value = query;
  }, [address]);
  const onQuery = (next: SearchQuery) => {
    last.value = next;
    route(searchAddress(kind, next));
  };
  const count = useFreeCount({ kind, query, address: address === '' ? null : address, account: account.value });
  return (
    <Page
      title={EXPLORER_TEXTS.title}
      isFull
      actions={
        <>
          <Kinds kind={kind} query={query} />
          <SearchBar {...{ kind, query, onQuery }} />
          <SavedSearches {...{ kind, address }} account={account.value} />
        </>
      }
    >
      <div class="explorer">
        <Rail {...{ kind, query, onQuery, count }} />
        <div class="explorer-found">
          <ActiveFilters {...{ kind, query, onQuery }} />
          {address === '' ? (
            <Empty title={EXPLORER_TEXTS.noFilter[kind]}>{EXPLORER_TEXTS.noFilterHint}</Empty>
          ) : (
            <Results key={address} {...{ kind, query, address, count, onQuery }} account={account.value} />
          )}
        </div>
      </div>
    </Page>
  );
}

function Kinds({ kind, query }: { readonly kind: SearchKind; readonly query: SearchQuery }) {
  return (
    <nav class="kinds" aria-label={EXPLORER_TEXTS.kinds}>
      {SEARCH_KINDS.map((each) => (
        <a
          key={each}
          class="kind"
          href={searchAddress(each, carriedOver(query, each))}
          aria-current={each === kind ? 'page' : undefined}
        >
          {SEARCHES[each].title}
        </a>
      ))}
    </nav>
  );
}

interface RailProps {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly onQuery: (query: SearchQuery) => void;
  readonly count: ReturnType<typeof useFreeCount>;
}

/** On a narrow screen, the filters collapse. */
function Rail({ kind, query, onQuery, count }: RailProps) {
  const [isOpen, setOpen] = useState(false);
  const given = filledFields(kind, query).length;
  return (
    <section class={`explorer-rail ${isOpen ? '' : 'explorer-rail-folded'}`} aria-label={EXPLORER_TEXTS.filters}>
      <div class="explorer-fold">
        <Button icon={isOpen ? 'up' : 'down'} isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {EXPLORER_TEXTS.filters}
          {given > 0 ? ` (${given})` : ''}
        </Button>
      </div>
      <FilterRail {...{ kind, query, onQuery }} counts={count.counted?.facets ?? {}} failure={count.failure} />
    </section>
  );
}
