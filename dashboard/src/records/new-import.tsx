// Starts an import: the reader chooses a file, follows its upload, maps its columns and starts the import. Uploaded
// parts are kept when the page is left.
import { signal } from '@preact/signals';
import { type ApiFailure, request, type UploadState } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { FileDrop } from '../components/file-drop.tsx';
import { Card } from '../components/page.tsx';
import { Failure, Progress } from '../components/states.tsx';
import { formatBytes, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { showRemoval } from '../removal.ts';
import { IMPORT_TEXTS } from '../texts/import-texts.ts';
import { dropUpload, isOfFile, noteUpload } from './begun-uploads.ts';
import { MappingForm } from './mapping-form.tsx';
import { sendFile } from './send-file.ts';

interface Sending {
  readonly file: File;
  readonly state: UploadState | null;
  readonly failure: ApiFailure | null;
  readonly stop: () => void;
}

/** The current upload; it continues while other screens are open. */
const sending = signal<Sending | null>(null);

/** With these statuses another attempt would fail too: the file is not accepted, or its upload is gone or damaged. */
const FINAL = [404, 409, 413, 422];

/** The upload whose columns are being mapped. */
const chosen = signal<UploadState | null>(null);

async function send(file: File, begun: UploadState | null): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  sending.value = { file, state: begun, failure: null, stop };
  const result = await sendFile({
    file,
    begun,
    signal: stopping.signal,
    onProgress: (state) => {
      if (sending.value?.state === null) noteUpload(state, file);
      sending.value = { file, state, failure: null, stop };
    },
  });
  if (result.ok) {
    dropUpload(result.answer);
    sending.value = null;
    chosen.value = result.answer;
  } else if (result.failure.code === 'ABORTED') sending.value = null;
  else sending.value = { file, state: sending.value?.state ?? null, failure: result.failure, stop };
}

export function NewImport({ onStarted }: { readonly onStarted: () => void }) {
  const failure = sending.value?.failure ?? null;
  const rejection = failure && FINAL.includes(failure.status) ? failure : null;
  const isFree = sending.value === null || rejection !== null;
  const uploads = useRemote((aborted) => request('GET /uploads', { signal: aborted }), [], {
    choices: [isFree, chosen.value],
  });
  const waiting = uploads.value?.rows ?? [];
  const choose = async (file: File) => {
    // The list on the screen may still be loading.
    const now = await request('GET /uploads', {});
    const rows = now.ok ? now.answer.rows : waiting;
    // The same file resumes after the last uploaded part.
    const begun = rows.find((row) => row.damage === null && row.received < row.bytes && isOfFile(row, file));
    await send(file, begun ?? null);
  };
  if (chosen.value !== null)
    return (
      <MappingForm
        key={chosen.value.id}
        uploaded={chosen.value}
        onClose={() => {
          chosen.value = null;
        }}
        onStarted={() => {
          chosen.value = null;
          onStarted();
        }}
      />
    );
  return (
    <Card title={IMPORT_TEXTS.importFile}>
      {rejection && <Failure failure={rejection} />}
      {isFree ? (
        <FileDrop label={IMPORT_TEXTS.fileToImport} onFile={(file) => void choose(file)}>
          {IMPORT_TEXTS.formats}
        </FileDrop>
      ) : (
        sending.value && <SendingFile now={sending.value} />
      )}
      {isFree && waiting.length > 0 && <Waiting rows={waiting} onChanged={uploads.reload} />}
    </Card>
  );
}

function SendingFile({ now: { file, state, failure, stop } }: { readonly now: Sending }) {
  return (
    <div class="stack">
      <Progress
        label={`${file.name}, ${formatBytes(file.size)}`}
        share={state === null ? 0 : state.received / Math.max(1, state.bytes)}
      />
      {failure && <Failure failure={failure} onRetry={() => void send(file, state)} />}
      <div>
        <Button
          onClick={() => {
            stop();
            sending.value = null;
          }}
        >
          {IMPORT_TEXTS.stop}
        </Button>
      </div>
    </div>
  );
}

interface WaitingProps {
  readonly rows: readonly UploadState[];
  readonly onChanged: () => void;
}

function Waiting({ rows, onChanged }: WaitingProps) {
  const remove = async (row: UploadState) => {
    const result = await request('POST /uploads/:id/remove', { params: { id: row.id } });
    if (showRemoval(result, IMPORT_TEXTS.removed(row.file))) dropUpload(row);
    onChanged();
  };
  return (
    <section class="stack" aria-label={IMPORT_TEXTS.uploaded}>
      <h3>{IMPORT_TEXTS.waiting}</h3>
      <ul class="uploads">
        {rows.map((row) => (
          <li key={row.id} class="row">
            <span class="upload-name">
              {row.file}{' '}
              <span class="muted">
                {formatBytes(row.bytes)}, {formatTime(row.uploaded_at)}
                {row.damage === null && row.received < row.bytes && IMPORT_TEXTS.partial(row.received)}
              </span>
              {row.damage !== null && (
                <>
                  {' '}
                  <Badge kind="bad">{IMPORT_TEXTS.damaged}</Badge>{' '}
                  <span class="muted">{IMPORT_TEXTS.damagedHint(row.damage)}</span>
                </>
              )}
            </span>
            {row.damage === null && row.received >= row.bytes && (
              <Button
                label={IMPORT_TEXTS.reviewOf(row.file)}
                onClick={() => {
                  chosen.value = row;
                }}
              >
                {IMPORT_TEXTS.review}
              </Button>
            )}
            <IconButton icon="trash" label={IMPORT_TEXTS.remove(row.file)} onClick={() => void remove(row)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
