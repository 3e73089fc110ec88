// The right side of the explorer: the free count, the buy button with the price of a page, the bought rows, and the
// actions on them.
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { SamplesDialog } from '../call-samples.tsx';
import { Button } from '../components/button.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { priceOf } from '../endpoints.ts';
import { keptSignal } from '../kept.ts';
import { setWalk } from '../record/known-records.ts';
import type { Row } from '../record/stored-records.ts';
import { Unconfirmed } from '../record/unconfirmed.tsx';
import type { SampleCall } from '../sample-code.ts';
import { isOperator, may } from '../session.ts';
import { AccountPicker, useAccountNames } from '../shell/account-choice.tsx';
import { useShortcuts } from '../shortcuts.ts';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { ROLE_TEXTS } from '../texts/sign-in-texts.ts';
import { type PageCall, type Pages, usePages } from './bought-pages.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnChoice, shownColumns } from './column-choice.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { FreeCount } from './free-count.ts';
import { NoMatches } from './no-matches.tsx';
import { rowKey } from './result-columns.tsx';
import { contactColumns, ResultTable } from './result-table.tsx';
import { SEARCHES, type SearchKind } from './search-fields.ts';
import { filtersOf, PAGE_SIZE, type SearchQuery } from './search-query.ts';

interface ResultsProps {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly address: string;
  /** The paying account; null if none is chosen. */
  readonly account: string | null;
  readonly count: FreeCount;
  readonly onQuery: (query: SearchQuery) => void;
}

/** Rows rendered at once. The reader can show more of the bought rows. */
const DRAWN_MAX = 300;

const hiddenRecords = () => keptSignal<ReadonlySet<string>>('explorer.hidden', new Set());

export function Results(props: ResultsProps) {
  const { kind, query, address, account, count, onQuery } = props;
  const call = account === null ? null : { kind, query, address, account };
  const pages = usePages(call);
  const [dialog, setDialog] = useState<'samples' | 'export' | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const total = count.counted?.total ?? null;
  const shared = { ...props, pages, total };
  return (
    <section class="results" aria-label={EXPLORER_TEXTS.foundOf(SEARCHES[kind].title)} aria-busy={!count.isCurrent}>
      <ResultHead {...shared} onDialog={setDialog} />
      {count.failure && !count.counted && <Failure failure={count.failure} onRetry={count.retry} />}
      {pages.failure && <Failure failure={pages.failure} />}
      {total === 0 && count.counted && <NoMatches {...{ kind, query, onQuery }} diagnosis={count.counted.diagnosis} />}
      {call && pages.bought && total !== 0 && !pages.stored.isConfirmed ? (
        <Unconfirmed {...pages.stored} />
      ) : call && pages.bought && total !== 0 ? (
        <PaidRows
          {...{ call, pages, selected }}
          total={total}
          onSelect={setSelected}
          onExport={() => setDialog('export')}
        />
      ) : (
        total !== 0 && <Unpaid isBuying={pages.isBuying} />
      )}
      <SamplesDialog
        call={sampleOf(kind, query)}
        isPaged
        isOpen={dialog === 'samples'}
        onClose={() => setDialog(null)}
      />
      {dialog === 'export' && call && (
        <ExportDialog {...{ call, selected }} total={total ?? 0} onClose={() => setDialog(null)} />
      )}
    </section>
  );
}

function sampleOf(kind: SearchKind, query: SearchQuery): SampleCall {
  return { path: SEARCHES[kind].path, body: { ...filtersOf(kind, query), max_results: PAGE_SIZE } };
}

/** Placeholder rows, shown before anything is bought. */
function Unpaid({ isBuying }: { readonly isBuying: boolean }) {
  if (isBuying) return <Loading label={EXPLORER_TEXTS.loadingPage} lines={12} />;
  return (
    <div class="unpaid" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <div class="unpaid-row" key={row}>
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

interface ResultHeadProps extends ResultsProps {
  readonly pages: Pages;
  readonly total: number | null;
  readonly onDialog: (dialog: 'samples' | 'export') => void;
}

function ResultHead({ kind, account, count, pages, total, onDialog }: ResultHeadProps) {
  const unknown = count.failure ? EXPLORER_TEXTS.notCounted : EXPLORER_TEXTS.counting;
  const text = total === null ? unknown : EXPLORER_TEXTS.count(kind, total);
  return (
    <header class="results-head">
      <div class="results-count">
        <h2 class={count.isCurrent ? '' : 'results-stale'} aria-live="polite">
          {text}
        </h2>
        <span class="muted">{pages.bought ? EXPLORER_TEXTS.order[kind] : total ? EXPLORER_TEXTS.found : ''}</span>
      </div>
      <div class="row">
        {total !== null && total > 0 && !pages.bought && <BuyFirst {...{ kind, account, pages, total }} />}
        {pages.bought && <ColumnChoice kind={kind} />}
        {account !== null && may('member') && total !== null && total > 0 && pages.stored.isConfirmed && (
          <Button kind="quiet" icon="download" onClick={() => onDialog('export')}>
            {EXPLORER_TEXTS.export}
          </Button>
        )}
        <Button kind="quiet" icon="code" onClick={() => onDialog('samples')}>
          {EXPLORER_TEXTS.asCode}
        </Button>
      </div>
    </header>
  );
}

type BuyFirstProps = Pick<ResultHeadProps, 'kind' | 'account' | 'pages'> & { readonly total: number };

function BuyFirst({ kind, account, pages, total }: BuyFirstProps) {
  useShortcuts([{ keys: 'Enter', label: EXPLORER_TEXTS.showKey, run: pages.buy }].filter(() => may('member')));
  if (account === null) return <PayingAccount />;
  if (!may('member')) return <span class="muted">{ROLE_TEXTS.cannotSpend}</span>;
  return (
    <Button kind="primary" isBusy={pages.isBuying} onClick={pages.buy}>
      {total > PAGE_SIZE ? EXPLORER_TEXTS.buyFirst(PAGE_SIZE) : EXPLORER_TEXTS.buyAll(total)}
      <span class="button-price">{priceOf(SEARCHES[kind].path)}</span>
    </Button>
  );
}

/** The account picker, shown if a paying account must be chosen. */
function PayingAccount() {
  const names = useAccountNames();
  if (!isOperator.value) return null;
  return (
    <div class="paying">
      <span class="muted">{EXPLORER_TEXTS.chooseAccount}</span>
      <AccountPicker names={names} isLabelUnseen />
    </div>
  );
}

interface PaidRowsProps {
  readonly call: PageCall;
  readonly pages: Pages;
  /** Null until the count has arrived. */
  readonly total: number | null;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onExport: () => void;
}

function PaidRows({ call, pages, total, selected, onSelect, onExport }: PaidRowsProps) {
  const { kind, account, address } = call;
  const [drawn, setDrawn] = useState(DRAWN_MAX);
  const hidden = hiddenRecords();
  const rows = (pages.bought?.rows ?? []).filter((row) => !hidden.value.has(rowKey(row)));
  const [first, ...others] = shownColumns(kind);
  const columns = [...(first ? [first] : []), ...(kind === 'people' ? contactColumns(account) : []), ...others];
  const hide = (urls: readonly string[], isHidden: boolean) => {
    const next = new Set(hidden.value);
    for (const url of urls) isHidden ? next.add(url) : next.delete(url);
    hidden.value = next;
    if (isHidden) onSelect(new Set());
  };
  const chosen = rows.filter((row) => selected.has(rowKey(row)));
  // The count can be older than the latest hidden record.
  const matches = total && Math.max(rows.length, total - ((pages.bought?.rows.length ?? 0) - rows.length));
  const { url } = useLocation();
  useEffect(() => {
    if (kind === 'jobs') return;
    const urls = rows.map(rowKey);
    setWalk({ kind: kind === 'people' ? 'person' : 'company', urls, total: matches, back: url });
  }, [rows.length, matches, url]);
  return (
    <>
      <ResultTable
        key={address}
        caption={SEARCHES[kind].title}
        {...{ columns, selected, onSelect }}
        rows={rows.slice(0, drawn)}
      >
        <More
          {...{ kind, pages }}
          total={total ?? 0}
          rows={rows}
          drawn={drawn}
          onDraw={() => setDrawn(drawn + DRAWN_MAX)}
        />
      </ResultTable>
      <BulkBar {...{ kind, account, onExport }} rows={chosen} onClear={() => onSelect(new Set())} onHidden={hide} />
    </>
  );
}

interface MoreProps {
  readonly kind: SearchKind;
  readonly pages: Pages;
  readonly total: number;
  readonly rows: readonly Row[];
  readonly drawn: number;
  readonly onDraw: () => void;
}

/** Shows more of the bought rows, or offers the next page at its price. */
function More({ kind, pages, total, rows, drawn, onDraw }: MoreProps) {
  if (drawn < rows.length)
    return (
      <div class="results-more">
        <Button onClick={onDraw}>
          {EXPLORER_TEXTS.showMore(Math.min(DRAWN_MAX, rows.length - drawn))}{' '}
          <span class="button-price">{EXPLORER_TEXTS.paid}</span>
        </Button>
      </div>
    );
  if (pages.bought?.cursor === null) return <p class="muted results-end">{EXPLORER_TEXTS.end}</p>;
  const next = Math.max(1, Math.min(PAGE_SIZE, total - (pages.bought?.rows.length ?? 0)));
  return (
    <div class="results-more">
      <Button isBusy={pages.isBuying} onClick={pages.buy}>
        {EXPLORER_TEXTS.buyNext(next)}
        <span class="button-price">{priceOf(SEARCHES[kind].path)}</span>
      </Button>
    </div>
  );
}
