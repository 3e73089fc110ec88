// Merges two records, after showing the other record for confirmation.
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Answer, request } from '../api.ts';
import { TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { useSending } from '../sending.ts';
import { RECORD_CHANGE_TEXTS } from '../texts/record-change-texts.ts';
import type { RecordKind } from './record-address.ts';

interface MergeDialogProps {
  readonly kind: RecordKind;
  readonly slug: string;
  readonly name: string;
  readonly onClose: () => void;
}

type Other = Answer<'GET /records/explain'>;

const PATHS: Readonly<Record<RecordKind, string>> = { person: '/people', company: '/companies' };
const LOOK_UP_MS = 300;
/** Fields by which an operator recognizes a record. */
const SHOWN = ['full_name', 'name', 'headline', 'industry', 'domain', 'location.city', 'hq.city'];

/** The record that the typed text identifies; null if there is none. */
function useOther(kind: RecordKind, named: string): { readonly other: Other | null; readonly problem: string | null } {
  const [found, setFound] = useState<{ other: Other | null; problem: string | null }>({ other: null, problem: null });
  useEffect(() => {
    setFound({ other: null, problem: null });
    if (named === '') return;
    const stopping = new AbortController();
    const timer = setTimeout(async () => {
      const result = await request('GET /records/explain', { query: { kind, named }, signal: stopping.signal });
      if (stopping.signal.aborted) return;
      if (result.ok) setFound({ other: result.answer, problem: null });
      else setFound({ other: null, problem: result.failure.message });
    }, LOOK_UP_MS);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [kind, named]);
  return found;
}

export function MergeDialog({ kind, slug, name, onClose }: MergeDialogProps) {
  const { route } = useLocation();
  const [text, setText] = useState('');
  const { other, problem } = useOther(kind, text.trim());
  const isSame = other?.slug === slug;
  const sending = useSending({
    fields: [],
    send: () => request('POST /records/merge', { body: { kind, named: slug, other: other?.slug ?? '' } }),
    onSent: ({ stays, merged }) => {
      notify(RECORD_CHANGE_TEXTS.merged(merged, stays));
      onClose();
      route(`${PATHS[kind]}/${encodeURIComponent(stays)}`);
    },
  });
  return (
    <FormDialog
      title={RECORD_CHANGE_TEXTS.mergeTitle(name)}
      action={RECORD_CHANGE_TEXTS.mergeAction}
      sending={sending}
      isDisabled={other === null || isSame}
      onClose={onClose}
    >
      <p>{RECORD_CHANGE_TEXTS.mergeHint}</p>
      <TextField
        label={RECORD_CHANGE_TEXTS.other}
        hint={RECORD_CHANGE_TEXTS.otherHint}
        error={isSame ? RECORD_CHANGE_TEXTS.isSame : problem}
        isFirst
        value={text}
        onText={setText}
      />
      {other !== null && !isSame && <OtherRecord {...other} />}
    </FormDialog>
  );
}

function OtherRecord({ slug, fields, rows }: Other) {
  const shown = SHOWN.flatMap((wanted) => fields.find(({ field }) => field === wanted)?.value ?? []);
  return (
    <p class="callout" role="status">
      <strong>{shown[0] ?? slug}</strong>
      <br />
      <span class="muted">{[...shown.slice(1), RECORD_CHANGE_TEXTS.rows(rows.length), slug].join(' · ')}</span>
    </p>
  );
}
