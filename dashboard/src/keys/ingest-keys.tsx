// Lists and revokes ingest keys, for operators. They are created on the command line.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Confirm } from '../components/confirm.tsx';
import { notify } from '../components/notices.tsx';
import { Loaded } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { useRemote } from '../remote.ts';
import { KEY_TEXTS } from '../texts/key-texts.ts';
import { type IngestKey, keyName } from './key.ts';
import { ingestKeyColumns } from './key-columns.tsx';

/** Renders nothing while there are none. */
export function IngestKeys() {
  const keys = useRemote((signal) => request('GET /ingest-keys', { signal }), []);
  const [revoked, setRevoked] = useState<IngestKey | null>(null);
  const [isBusy, setBusy] = useState(false);
  const revoke = async (key: IngestKey) => {
    setBusy(true);
    const result = await request('POST /ingest-keys/:id/revoke', { params: { id: key.id } });
    setBusy(false);
    setRevoked(null);
    if (!result.ok) return notify(result.failure.message, 'bad');
    notify(KEY_TEXTS.revoked(keyName(key)));
    keys.reload();
  };
  return (
    <Loaded remote={keys} lines={2}>
      {({ rows }) =>
        rows.length > 0 && (
          <section class="stack" aria-label={KEY_TEXTS.ingestTitle}>
            <h2>{KEY_TEXTS.ingestTitle}</h2>
            <p class="muted">{KEY_TEXTS.ingestLead}</p>
            <Table
              caption={KEY_TEXTS.ingestTitle}
              rows={rows}
              rowKey={({ id }) => id}
              columns={ingestKeyColumns(setRevoked)}
              isBare
            />
            {revoked && (
              <Confirm
                title={KEY_TEXTS.revokeTitle(keyName(revoked))}
                isOpen
                action={KEY_TEXTS.revokeAction}
                isBusy={isBusy}
                onConfirm={() => void revoke(revoked)}
                onClose={() => setRevoked(null)}
              >
                <p>{KEY_TEXTS.ingestRevokeHint}</p>
              </Confirm>
            )}
          </section>
        )
      }
    </Loaded>
  );
}
