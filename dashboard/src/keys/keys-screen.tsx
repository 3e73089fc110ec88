// The screen Keys: create, rotate and revoke. The secret of a key exists only in this page, until its dialog is closed.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { notify } from '../components/notices.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { useRemote } from '../remote.ts';
import { account, isOperator, may } from '../session.ts';
import { CreatedKeyDialog } from './created-key-dialog.tsx';
import { IngestKeys } from './ingest-keys.tsx';
import { type CreatedKey, type Key, keyName } from './key.ts';
import { keyColumns } from './key-columns.tsx';
import { MakeKeyDialog } from './make-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import './keys.css';
import { KEY_TEXTS } from '../texts/key-texts.ts';

export function KeysScreen() {
  const keys = useRemote(
    (signal) => request('GET /keys', { query: account.value === null ? {} : { account: account.value }, signal }),
    [account.value],
  );
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedKey | null>(null);
  const [rotated, setRotated] = useState<Key | null>(null);
  const [revoked, setRevoked] = useState<Key | null>(null);
  const show = (key: CreatedKey) => {
    setMaking(false);
    setRotated(null);
    setMade(key);
    keys.reload();
  };
  const makeButton = may('member') && (
    <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
      {KEY_TEXTS.create}
    </Button>
  );
  return (
    <Page title={KEY_TEXTS.title} lead={KEY_TEXTS.lead} actions={makeButton}>
      {!may('member') && <p class="muted">{KEY_TEXTS.othersCreate}</p>}
      <Loaded remote={keys} lines={6}>
        {({ rows }) => (
          <Table
            caption={KEY_TEXTS.title}
            rows={rows}
            rowKey={({ id }) => id}
            columns={keyColumns({ onRotate: setRotated, onRevoke: setRevoked })}
            empty={
              <Empty title={KEY_TEXTS.none} icon="key">
                {KEY_TEXTS.noneHint} {makeButton}
              </Empty>
            }
          />
        )}
      </Loaded>
      {isOperator.value && <IngestKeys />}
      {isMaking && <MakeKeyDialog onClose={() => setMaking(false)} onMade={show} />}
      <CreatedKeyDialog made={made} onClose={() => setMade(null)} />
      {rotated && <RotateKeyDialog rotated={rotated} onClose={() => setRotated(null)} onMade={show} />}
      <RevokeKey revoked={revoked} onClose={() => setRevoked(null)} onDone={keys.reload} />
    </Page>
  );
}

interface RevokeKeyProps {
  readonly revoked: Key | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RevokeKey({ revoked, onClose, onDone }: RevokeKeyProps) {
  const [isBusy, setBusy] = useState(false);
  if (revoked === null) return null;
  const revoke = async () => {
    setBusy(true);
    const result = await request('POST /keys/:id/revoke', { params: { id: revoked.id } });
    setBusy(false);
    onClose();
    if (!result.ok) return notify(result.failure.message, 'bad');
    notify(KEY_TEXTS.revoked(keyName(revoked)));
    onDone();
  };
  return (
    <Confirm
      title={KEY_TEXTS.revokeTitle(keyName(revoked))}
      isOpen
      action={KEY_TEXTS.revokeAction}
      isBusy={isBusy}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>{KEY_TEXTS.revokeHint}</p>
      <p class="muted">
        {revoked.last_used_at === null ? KEY_TEXTS.neverUsed : KEY_TEXTS.lastUse(revoked.last_used_at)}{' '}
        {KEY_TEXTS.rotateHint}
      </p>
    </Confirm>
  );
}
