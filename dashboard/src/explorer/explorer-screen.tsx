// The screen Explorer: searches people, companies and jobs. The address holds what was searched, so that it can be shared and the back
// button works; unsubmitted input is kept separately.
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { SamplesDialog } from '../call-samples.tsx';
import { Button } from '../components/button.tsx';
import { notify } from '../components/notices.tsx';
import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';
import { keptSignal } from '../kept.ts';
import { account } from '../session.ts';
import './explorer.css';
import { priceOf } from '../endpoints.ts';
import { ExportDialog } from './export-dialog.tsx';
import { FacetPanel } from './facet-panel.tsx';
import { FilterForm } from './filter-form.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { Results } from './results.tsx';
import { SEARCH_KINDS, SEARCHES, type SearchField, type SearchKind } from './search-fields.ts';
import {
  carriedOver,
  countAsked,
  filtersOf,
  NOTHING,
  PAGE_SIZE,
  readQuery,
  type SearchQuery,
  withValue,
  writeQuery,
} from './search-query.ts';
import { type Row, type Search, useSearch } from './use-search.ts';

const NO_QUERY: SearchQuery = {};

function kindIn(path: string): SearchKind {
  return SEARCH_KINDS.find((kind) => path === `/explorer/${kind}`) ?? 'people';
}

export function ExplorerScreen() {
  const { path, url } = useLocation();
  const kind = kindIn(path);
  // Each search has a form and results of its own.
  return <KindSearch key={kind} kind={kind} search={url.includes('?') ? url.slice(url.indexOf('?')) : ''} />;
}

function KindSearch({ kind, search }: { readonly kind: SearchKind; readonly search: string }) {
  const { route } = useLocation();
  const typed = keptSignal<SearchQuery>(`explorer.${kind}`, NO_QUERY);
  const query = readQuery(kind, search);
  const address = writeQuery(kind, query);
  useEffect(() => {
    if (address !== '') typed.value = query;
  }, [address]);
  const found = useSearch({
    kind,
    query,
    address: address === '' ? null : `${kind}${address}`,
    account: account.value,
  });

  const searchFor = (next: SearchQuery) => {
    typed.value = next;
    const wanted = writeQuery(kind, next);
    if (wanted === '') return notify('Fill in at least one field.', 'plain');
    if (wanted === address) found.again();
    else route(`/explorer/${kind}${wanted}`);
  };
  const take = (field: SearchField, value: string) => searchFor(withValue(field, query, value));

  return (
    <Page
      title="Explorer"
      lead={`Search the data. Price of a page: ${priceOf(SEARCHES[kind].path)}. Suggestions are free.`}
    >
      <nav class="kinds" aria-label="Kind of records">
        {SEARCH_KINDS.map((each) => (
          <a
            key={each}
            class="kind"
            href={`/explorer/${each}${writeQuery(each, carriedOver(typed.value, each))}`}
            aria-current={each === kind ? 'page' : undefined}
          >
            {SEARCHES[each].title}
          </a>
        ))}
      </nav>
      <div class="explorer">
        <FormSide
          {...{ kind, found }}
          query={typed.value}
          onQuery={(next) => (typed.value = next)}
          onSearch={searchFor}
          isSearched={address !== ''}
        />
        <ResultSide {...{ kind, query, found, take }} isSearched={address !== ''} />
      </div>
    </Page>
  );
}

interface FormSideProps {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly onQuery: (query: SearchQuery) => void;
  readonly onSearch: (query: SearchQuery) => void;
  readonly found: Search;
  readonly isSearched: boolean;
}

/** On a narrow screen the form folds away once something is searched. */
function FormSide({ kind, query, onQuery, onSearch, found, isSearched }: FormSideProps) {
  const [isOpen, setOpen] = useState(!isSearched);
  const given = countAsked(kind, query);
  return (
    <section class={`explorer-form ${isOpen ? '' : 'explorer-form-folded'}`} aria-label="Filters">
      <div class="explorer-fold">
        <Button icon={isOpen ? 'up' : 'down'} isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters{given > 0 ? ` (${given})` : ''}
        </Button>
      </div>
      <FilterForm
        kind={kind}
        query={query}
        onQuery={onQuery}
        onSearch={() => {
          // Typed text joins the query when the field loses focus, which is only now.
          setTimeout(() => onSearch(keptSignal<SearchQuery>(`explorer.${kind}`, NO_QUERY).value));
          setOpen(false);
        }}
        counts={found.found?.facets ?? {}}
        failure={found.failure}
        isBusy={found.isLoading}
      />
    </section>
  );
}

interface ResultSideProps {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly found: Search;
  readonly isSearched: boolean;
  readonly take: (field: SearchField, value: string) => void;
}

function ResultSide({ kind, query, found, isSearched, take }: ResultSideProps) {
  const [row, setRow] = useState<Row | null>(null);
  const [dialog, setDialog] = useState<'samples' | 'export' | null>(null);
  const owner = account.value;
  if (owner === null)
    return (
      <Empty title="Whose credits?" icon="people">
        Choose an account in the navigation: searches use its credits.
      </Empty>
    );
  if (!isSearched)
    return (
      <Empty title="No search yet">Fill in at least one field and search. Suggestions show values of the data.</Empty>
    );
  const close = () => setDialog(null);
  const call = { path: SEARCHES[kind].path, body: { ...filtersOf(kind, query), max_results: PAGE_SIZE } };
  const facets = found.found && found.found.total > 0 ? found.found : null;
  return (
    <div class="explorer-found">
      {facets && (
        <FacetPanel
          kind={kind}
          facets={facets.facets}
          total={facets.total}
          taken={(field) => (query[field.path] ?? NOTHING).include}
          onTake={take}
        />
      )}
      <Results
        kind={kind}
        search={found}
        onOpen={setRow}
        onExport={() => setDialog('export')}
        onSamples={() => setDialog('samples')}
      />
      <RecordDrawer kind={kind} row={row} account={owner} onClose={() => setRow(null)} />
      <SamplesDialog call={call} isPaged isOpen={dialog === 'samples'} onClose={close} />
      <ExportDialog
        {...{ kind, query }}
        total={found.found?.total ?? 0}
        creditsLeft={found.found?.creditsLeft ?? null}
        account={owner}
        isOpen={dialog === 'export'}
        onClose={close}
      />
    </div>
  );
}
