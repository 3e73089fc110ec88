// Possible duplicates: pairs of records that an import neither merged nor separated. An operator decides, based on the
// evidence. The address contains the page.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Answer, request } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { notify } from '../components/notices.tsx';
import { Empty, Loaded, Loading } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { useRemote } from '../remote.ts';
import { REVIEW_TEXTS } from '../texts/data-texts.ts';

type Review = Answer<'GET /reviews'>['rows'][number];

const PAGES = { person: '/people', company: '/companies' } as const;

/** The server answers at most this number of reviews at once. */
const PAGE_ROWS = 50;

const addressOf = (skip: number) => (skip === 0 ? '/data/reviews' : `/data/reviews?skip=${skip}`);

export function Reviews() {
  const { query, route } = useLocation();
  const { skip: given = '' } = query;
  const skip = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  const list = useRemote((signal) => request('GET /reviews', { query: { skip: String(skip) }, signal }), [skip]);
  const { total, rows } = list.value ?? { total: 0, rows: [] };
  const isPastEnd = skip > 0 && list.value !== undefined && rows.length === 0;
  useEffect(() => {
    if (isPastEnd) route(addressOf(Math.floor(Math.max(0, total - 1) / PAGE_ROWS) * PAGE_ROWS), true);
  }, [isPastEnd]);
  if (isPastEnd) return <Loading />;
  return (
    <Loaded remote={list}>
      {() => (
        <div class="stack">
          {total > rows.length && <p class="muted">{REVIEW_TEXTS.shown(skip + 1, skip + rows.length, total)}</p>}
          <ReviewTable rows={rows} onDecided={list.reload} />
          {total > rows.length && <Pages before={skip} after={total - skip - rows.length} />}
        </div>
      )}
    </Loaded>
  );
}

/** Links to the previous and the next page. `before`, `after`: number of reviews before and after this page. */
function Pages({ before, after }: { readonly before: number; readonly after: number }) {
  return (
    <nav class="row" aria-label={REVIEW_TEXTS.pages}>
      {before > 0 && (
        <a class="button button-plain" href={addressOf(Math.max(0, before - PAGE_ROWS))}>
          {REVIEW_TEXTS.previous(Math.min(PAGE_ROWS, before))}
        </a>
      )}
      {after > 0 && (
        <a class="button button-plain" href={addressOf(before + PAGE_ROWS)}>
          {REVIEW_TEXTS.next(Math.min(PAGE_ROWS, after))}
        </a>
      )}
    </nav>
  );
}

const COLUMNS: readonly Column<Review>[] = [
  {
    key: 'kind',
    title: REVIEW_TEXTS.columns.kind,
    isMinor: true,
    value: ({ kind }) => kind,
    cell: ({ kind }) => <Badge>{kind}</Badge>,
  },
  {
    key: 'records',
    title: REVIEW_TEXTS.columns.records,
    value: ({ records }) => records.map(({ name }) => name).join(' '),
    cell: (review) => <Pair {...review} />,
  },
  {
    key: 'reasons',
    title: REVIEW_TEXTS.columns.evidence,
    value: ({ reasons }) => reasons.map(reasonText).join(', '),
    cell: ({ reasons }) => <span class="review-reasons muted">{reasons.map(reasonText).join(' · ')}</span>,
  },
];

function ReviewTable({ rows, onDecided }: { readonly rows: readonly Review[]; readonly onDecided: () => void }) {
  const [requested, setRequested] = useState<Review | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  // A ref, because two clicks can happen without a render between them.
  const underWay = useRef(new Set<number>());
  const decide = async (review: Review, decision: 'accept' | 'reject') => {
    if (underWay.current.has(review.id)) return;
    underWay.current.add(review.id);
    setBusy(review.id);
    const result = await request('POST /reviews/decide', { body: { id: review.id, decision } });
    setBusy(null);
    setRequested(null);
    if (!result.ok) {
      underWay.current.delete(review.id);
      return notify(result.failure.message, 'bad');
    }
    notify(decision === 'accept' ? REVIEW_TEXTS.merged(namesOf(review)) : REVIEW_TEXTS.apart(namesOf(review)));
    onDecided();
  };
  const decisionColumn: Column<Review> = {
    key: 'decision',
    title: REVIEW_TEXTS.columns.decision,
    isActions: true,
    value: () => '',
    cell: (review) => (
      <div class="row review-decision">
        <Button
          isDisabled={busy !== null}
          label={REVIEW_TEXTS.mergeOf(namesOf(review))}
          onClick={() => setRequested(review)}
        >
          {REVIEW_TEXTS.merge}
        </Button>
        <Button
          isBusy={busy === review.id && requested === null}
          label={REVIEW_TEXTS.keepApartOf(namesOf(review))}
          onClick={() => void decide(review, 'reject')}
        >
          {REVIEW_TEXTS.keepApart}
        </Button>
      </div>
    ),
  };
  return (
    <>
      <Table
        caption={REVIEW_TEXTS.title}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={
          <Empty title={REVIEW_TEXTS.none} icon="check">
            {REVIEW_TEXTS.noneHint}
          </Empty>
        }
        columns={[...COLUMNS, decisionColumn]}
      />
      <MergeConfirm
        requested={requested}
        isBusy={busy !== null}
        onConfirm={() => requested && void decide(requested, 'accept')}
        onClose={() => setRequested(null)}
      />
    </>
  );
}

interface MergeConfirmProps {
  readonly requested: Review | null;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function MergeConfirm({ requested, ...rest }: MergeConfirmProps) {
  return (
    <Confirm {...rest} title={REVIEW_TEXTS.mergeTitle} isOpen={requested !== null} action={REVIEW_TEXTS.mergeAction}>
      <p class="break">
        <strong>{requested && namesOf(requested)}</strong> {REVIEW_TEXTS.mergeHint}
      </p>
    </Confirm>
  );
}

/** The two records by name and slug, with links to their pages. */
function Pair({ kind, records }: Review) {
  return (
    <div class="review-pair">
      {records.map(({ slug, name }) => (
        <a key={slug} href={`${PAGES[kind]}/${encodeURIComponent(slug)}`} title={slug}>
          {name}
        </a>
      ))}
    </div>
  );
}

const namesOf = ({ records }: Review) => REVIEW_TEXTS.names(records.map(({ name }) => name));

const reasonText = ({ reason, weight }: Review['reasons'][number]) =>
  `${reason} ${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(1)}`;
