// Possible duplicates: pairs of records that imports left to an operator, each with its evidence and both decisions.
import { useState } from 'preact/hooks';
import { type Answer, ask } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { notify } from '../components/notices.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { formatCount } from '../format.ts';
import { useRemote } from '../remote.ts';
import { DATA_TEXTS } from '../texts/data-texts.ts';

type Review = Answer<'GET /reviews'>['rows'][number];

const PAGES = { person: '/people', company: '/companies' } as const;

export function Reviews() {
  const list = useRemote((signal) => ask('GET /reviews', { signal }));
  return (
    <Loaded remote={list}>
      {({ total, rows }) => (
        <div class="stack">
          {total > rows.length && (
            <p class="muted">
              The {formatCount(rows.length)} most likely of {formatCount(total)}. The next ones follow as you decide.
            </p>
          )}
          <ReviewTable rows={rows} onDecided={list.reload} />
        </div>
      )}
    </Loaded>
  );
}

function ReviewTable({ rows, onDecided }: { readonly rows: readonly Review[]; readonly onDecided: () => void }) {
  const [asked, setAsked] = useState<Review | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const decide = async ({ id, records }: Review, decision: 'accept' | 'reject') => {
    setBusy(id);
    const result = await ask('POST /reviews/decide', { body: { id, decision } });
    setBusy(null);
    setAsked(null);
    if (!result.ok) return notify(result.failure.message, 'bad');
    const names = records.map(({ name }) => name).join(' and ');
    notify(decision === 'accept' ? `${names} are one record now.` : `${names} stay apart, also in later imports.`);
    onDecided();
  };
  return (
    <>
      <Table
        caption="Possible duplicates"
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={
          <Empty title={DATA_TEXTS.noReviews} icon="check">
            {DATA_TEXTS.noReviewsHint}
          </Empty>
        }
        columns={[
          { key: 'kind', title: 'Kind', value: ({ kind }) => kind, cell: ({ kind }) => <Badge>{kind}</Badge> },
          {
            key: 'records',
            title: 'Records',
            value: ({ records }) => records.map(({ name }) => name).join(' '),
            cell: (review) => <Pair {...review} />,
          },
          {
            key: 'reasons',
            title: 'Evidence',
            value: ({ reasons }) => reasons.map(textOf).join(', '),
            cell: ({ reasons }) => <span class="review-reasons muted">{reasons.map(textOf).join(' · ')}</span>,
          },
          {
            key: 'decision',
            title: 'Decision',
            value: () => '',
            cell: (review) => (
              <div class="row review-decision">
                <Button isDisabled={busy !== null} onClick={() => setAsked(review)}>
                  Merge…
                </Button>
                <Button isBusy={busy === review.id && asked === null} onClick={() => void decide(review, 'reject')}>
                  {DATA_TEXTS.keepApart}
                </Button>
              </div>
            ),
          },
        ]}
      />
      <Confirm
        title="Merge permanently?"
        isOpen={asked !== null}
        action="Merge"
        isBusy={busy !== null}
        onConfirm={() => asked && void decide(asked, 'accept')}
        onClose={() => setAsked(null)}
      >
        <p class="break">
          <strong>{asked?.records.map(({ name }) => name).join(' and ')}</strong> become one record, also in later
          imports.
        </p>
      </Confirm>
    </>
  );
}

/** The two records, by name and slug, with links to their pages. */
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
