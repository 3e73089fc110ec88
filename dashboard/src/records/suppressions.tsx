// The suppression list. Entries are stored as hashes, so it contains no personal data; kind, reason, date and member
// distinguish them. To find the entries of a value, the reader checks the value.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { notify } from '../components/notices.tsx';
import { Card } from '../components/page.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { useRemote } from '../remote.ts';
import { SUPPRESSION_TEXTS } from '../texts/suppression-texts.ts';
import { SUPPRESSION_COLUMNS, type Suppression } from './suppression-columns.tsx';
import { SuppressionForm } from './suppression-form.tsx';

export function Suppressions() {
  const list = useRemote((signal) => request('GET /suppressions', { signal }));
  const [released, setReleased] = useState<Suppression | null>(null);
  const actions: Column<Suppression> = {
    ...{ key: 'actions', title: SUPPRESSION_TEXTS.columns.actions, isActions: true, value: () => null },
    cell: (entry) => (
      <Button kind="quiet" label={SUPPRESSION_TEXTS.releaseOf(entry.hash)} onClick={() => setReleased(entry)}>
        {SUPPRESSION_TEXTS.release}
      </Button>
    ),
  };
  return (
    <>
      <Card title={SUPPRESSION_TEXTS.form}>
        <SuppressionForm onDone={list.reload} />
      </Card>
      <Loaded remote={list}>
        {({ rows }) => (
          <Table
            caption={SUPPRESSION_TEXTS.title}
            rows={rows}
            rowKey={({ kind, hash }) => `${kind} ${hash}`}
            empty={
              <Empty title={SUPPRESSION_TEXTS.empty} icon="people">
                {SUPPRESSION_TEXTS.emptyHint}
              </Empty>
            }
            columns={[...SUPPRESSION_COLUMNS, actions]}
          />
        )}
      </Loaded>
      {released && <ReleaseEntry entry={released} onClose={() => setReleased(null)} onDone={list.reload} />}
    </>
  );
}

interface ReleaseEntryProps {
  readonly entry: Suppression;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** An entry has no readable value to type, so it is removed by its hash. */
function ReleaseEntry({ entry: { kind, hash }, onClose, onDone }: ReleaseEntryProps) {
  const [isBusy, setBusy] = useState(false);
  const release = async () => {
    setBusy(true);
    const result = await request('POST /suppressions/release', { body: { kind, hash } });
    setBusy(false);
    onClose();
    onDone();
    if (result.ok) notify(result.answer.was_listed ? SUPPRESSION_TEXTS.shownAgain : SUPPRESSION_TEXTS.wasNotListed);
    else notify(result.failure.message, 'bad');
  };
  return (
    <Confirm
      title={SUPPRESSION_TEXTS.releaseTitle}
      isOpen
      isBusy={isBusy}
      action={SUPPRESSION_TEXTS.releaseAction}
      onConfirm={() => void release()}
      onClose={onClose}
    >
      <p>{SUPPRESSION_TEXTS.releaseHint}</p>
    </Confirm>
  );
}
