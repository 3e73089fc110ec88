// Uploads a list. Lists that were uploaded before and not yet run can be opened again.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type ApiFailure, type ListDraft, request, uploadList } from '../api.ts';
import { Button, IconButton } from '../components/button.tsx';
import { FileDrop } from '../components/file-drop.tsx';
import { Card } from '../components/page.tsx';
import { Failure, Progress } from '../components/states.tsx';
import { formatAgo } from '../format.ts';
import { useRemote } from '../remote.ts';
import { showRemoval } from '../removal.ts';
import { ENRICH_TEXTS } from '../texts/enrich-texts.ts';

interface Sending {
  readonly name: string;
  readonly account: string | null;
  readonly failure: ApiFailure | null;
  readonly stop: () => void;
}

/** The current upload; it continues while other screens are open. */
const sending = signal<Sending | null>(null);

/** Uploads a list. Returns null if the upload was stopped or failed; the screen shows the failure. */
async function send(name: string, content: Blob, account: string | null): Promise<ListDraft | null> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  sending.value = { name, account, failure: null, stop };
  const result = await uploadList({ name, content, account, signal: stopping.signal });
  const isStopped = !result.ok && result.failure.code === 'ABORTED';
  sending.value = result.ok || isStopped ? null : { name, account, failure: result.failure, stop };
  return result.ok ? result.answer : null;
}

export function NewList({ account }: { readonly account: string | null }) {
  const { route } = useLocation();
  const drafts = useRemote(
    (aborted) => request('GET /drafts', { query: account === null ? {} : { account }, signal: aborted }),
    [account],
  );
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  const choose = async (file: File) => {
    const draft = await send(file.name, file, account);
    // Does not navigate if the user has left this screen.
    if (draft && isHere.current) route(`/enrich/${draft.id}`);
  };
  const now = sending.value;
  const waiting = drafts.value?.rows ?? [];
  return (
    <>
      <Card>
        {now === null || now.failure ? (
          <>
            {now?.failure && now.account === account && <Failure failure={now.failure} />}
            <FileDrop label={ENRICH_TEXTS.lists} onFile={(file) => void choose(file)}>
              {ENRICH_TEXTS.formats}
            </FileDrop>
          </>
        ) : (
          <div class="stack">
            <Progress label={ENRICH_TEXTS.reading(now.name)} share={null} />
            <div>
              <Button onClick={now.stop}>{ENRICH_TEXTS.stop}</Button>
            </div>
          </div>
        )}
      </Card>
      {waiting.length > 0 && <Waiting rows={waiting} onChanged={drafts.reload} />}
    </>
  );
}

type Row = Pick<ListDraft, 'id' | 'name' | 'rows' | 'created_at'>;

function Waiting({ rows, onChanged }: { readonly rows: readonly Row[]; readonly onChanged: () => void }) {
  const remove = async ({ id, name }: Row) => {
    const result = await request('POST /drafts/:id/remove', { params: { id } });
    showRemoval(result, ENRICH_TEXTS.draftRemoved(name));
    onChanged();
  };
  return (
    <Card title={ENRICH_TEXTS.drafts} actions={<span class="muted">{ENRICH_TEXTS.draftLife}</span>}>
      <ul class="list-rows">
        {rows.map((row) => (
          <li key={row.id} class="list-row">
            <a class="list-name" href={`/enrich/${row.id}`}>
              {row.name}
            </a>
            <span class="muted number">
              {ENRICH_TEXTS.draftRows(row.rows)}, {formatAgo(row.created_at)}
            </span>
            <IconButton icon="trash" label={ENRICH_TEXTS.removeDraft(row.name)} onClick={() => void remove(row)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
