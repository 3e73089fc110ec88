// Possible duplicates: pairs of records that an import neither merged nor separated. An operator decides, based on the
// evidence.
import { useState } from 'preact/hooks';
import { type Answer, request } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { notify } from '../components/notices.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { useRemote } from '../remote.ts';
import { REVIEW_TEXTS } from '../texts/data-texts.ts';

type Review = Answer<'GET /reviews'>['rows'][number];

const PAGES = { person: '/people', company: '/companies' } as const;

export function Reviews() {
  const list = useRemote((signal) => request('GET /reviews', { signal }));
  return (
    <Loaded remote={list}>
      {({ total, rows }) => (
        <div class="stack">
          {total > rows.length && <p class="muted">{REVIEW_TEXTS.shown(rows.length, total)}</p>}
          <ReviewTable rows={rows} onDecided={list.reload} />
        </div>
      )}
    </Loaded>
  );
}

function ReviewTable({ rows, onDecided }: { readonly rows: readonly Review[]; readonly onDecided: () => void }) {
  const [requested, setRequested] = useState<Review | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const decide = async ({ id, records }: Review, decision: 'accept' | 'reject') => {
    setBusy(id);
    const result = await request('POST /reviews/decide', { body: { id, decision } });
    setBusy(null);
    setRequested(null);
    if (!result.ok) return notify(result.failure.message, 'bad');
    const names = REVIEW_TEXTS.names(records.map(({ name }) => name));
    notify(decision === 'accept' ? REVIEW_TEXTS.merged(names) : REVIEW_TEXTS.apart(names));
    onDecided();
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
        columns={[
          {
            key: 'kind',
            title: REVIEW_TEXTS.columns.kind,
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
            value: ({ reasons }) => reasons.map(textOf).join(', '),
            cell: ({ reasons }) => <span class="review-reasons muted">{reasons.map(textOf).join(' · ')}</span>,
          },
          {
            key: 'decision',
            title: REVIEW_TEXTS.columns.decision,
            value: () => '',
            cell: (review) => (
              <div class="row review-decision">
                <Button isDisabled={busy !== null} onClick={() => setRequested(review)}>
                  {REVIEW_TEXTS.merge}
                </Button>
                <Button isBusy={busy === review.id && requested === null} onClick={() => void decide(review, 'reject')}>
                  {REVIEW_TEXTS.keepApart}
                </Button>
              </div>
            ),
          },
        ]}
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
        <strong>{REVIEW_TEXTS.names(requested?.records.map(({ name }) => name) ?? [])}</strong> {REVIEW_TEXTS.mergeHint}
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

const textOf = ({ reason, weight }: Review['reasons'][number]) =>
  `${reason} ${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(1)}`;
