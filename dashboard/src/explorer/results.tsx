// The records of a search: how many there are, those that came so far, and the way to the next ones.
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { CheckField } from '../components/field.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { priceOf } from '../endpoints.ts';
import { formatCount, formatPlural } from '../format.ts';
import { keptSignal } from '../kept.ts';
import { columnsOf, rowKey } from './result-columns.tsx';
import { SEARCHES, type SearchKind } from './search-fields.ts';
import { PAGE_SIZE } from './search-query.ts';
import type { Found, Row, Search } from './use-search.ts';

interface ResultsProps {
  readonly kind: SearchKind;
  readonly search: Search;
  readonly onOpen: (row: Row) => void;
  readonly onExport: () => void;
  readonly onSamples: () => void;
}

const NOUNS: Readonly<Record<SearchKind, readonly [one: string, many: string]>> = {
  people: ['person', 'people'],
  companies: ['company', 'companies'],
  jobs: ['job row', 'job rows'],
};

export function Results({ kind, search, onOpen, onExport, onSamples }: ResultsProps) {
  const { found, failure, isLoading } = search;
  if (found === null && failure) return <Failure failure={failure} onRetry={search.again} />;
  if (found === null) return <Loading label="Searching" lines={8} />;
  return (
    <section class="results" aria-label={`Found ${SEARCHES[kind].title.toLowerCase()}`} aria-busy={isLoading}>
      <div class="results-head">
        <h2>{formatPlural(found.total, ...NOUNS[kind])}</h2>
        <div class="row">
          <Button icon="download" isDisabled={found.total === 0} onClick={onExport}>
            Export all…
          </Button>
          <Button icon="copy" onClick={onSamples}>
            As code…
          </Button>
        </div>
      </div>
      <Table
        caption={SEARCHES[kind].title}
        columns={columnsOf(kind)}
        rows={found.rows}
        rowKey={rowKey}
        onOpen={onOpen}
        empty={<Empty title="No matches">Remove a filter, or change the spelling of a word.</Empty>}
      />
      {failure && <Failure failure={failure} onRetry={search.more} />}
      {found.rows.length > 0 && <More search={search} found={found} price={priceOf(SEARCHES[kind].path)} />}
    </section>
  );
}

/** The next page by a button, or by scrolling where that is wanted. */
interface MoreProps {
  readonly search: Search;
  readonly found: Found;
  /** Of the next page, in words. */
  readonly price: string;
}

function More({ search, found, price }: MoreProps) {
  const { total, cursor } = found;
  const shown = found.rows.length;
  const isAutomatic = keptSignal('explorer.scrolls', false);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAutomatic.value || cursor === null || end.current === null) return;
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) search.more();
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isAutomatic.value, cursor]);
  if (cursor === null) return <p class="muted results-end">End of the results.</p>;
  return (
    <div class="results-more" ref={end}>
      <Button isBusy={search.isLoading} onClick={search.more}>
        Next {formatCount(Math.min(PAGE_SIZE, total - shown))} <span class="muted">{price}</span>
      </Button>
      <span class="muted number">
        {formatCount(shown)} of {formatCount(total)}
      </span>
      <CheckField
        label="Load while scrolling"
        isChecked={isAutomatic.value}
        onCheck={(isChecked) => {
          isAutomatic.value = isChecked;
        }}
      />
    </div>
  );
}
