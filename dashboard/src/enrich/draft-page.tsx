// An uploaded list (draft): the reader chooses an enrichment, maps the columns, sees a free preview of every row, and
// starts the run with a limit on credits.
import type { Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Answer, type ListDraft, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { CheckField, TextField } from '../components/field.tsx';
import { notify } from '../components/notices.tsx';
import { Card, Page } from '../components/page.tsx';
import { Failure, Loaded, Loading } from '../components/states.tsx';
import { formatCount } from '../format.ts';
import { keptInTab } from '../kept.ts';
import { type Remote, useRemote } from '../remote.ts';
import { useSending } from '../sending.ts';
import { ENRICH_TEXTS, fieldLabel } from '../texts/enrich-texts.ts';
import { type ListChoices, type Offer, offerOf, startChoices, usualFields } from './list-choices.ts';
import { ListColumns } from './list-columns.tsx';

type Preview = Answer<'POST /drafts/:id/preview'>;

export function DraftPage({ id }: { readonly id: string }) {
  const draft = useRemote((signal) => request('GET /drafts/:id', { params: { id }, signal }), [id]);
  const lead = draft.value && ENRICH_TEXTS.draftLead(draft.value.rows);
  return (
    <Page
      title={draft.value?.name ?? ENRICH_TEXTS.title}
      lead={lead}
      before={
        <a class="back" href="/enrich">
          {ENRICH_TEXTS.title}
        </a>
      }
    >
      <Loaded remote={draft} lines={8}>
        {(value) => <Draft draft={value} />}
      </Loaded>
    </Page>
  );
}

function Draft({ draft }: { readonly draft: ListDraft }) {
  const choices = keptInTab<ListChoices>(`enrich.${draft.id}`, startChoices(draft), () => true);
  const { operation, fields } = choices.value;
  const offer = offerOf(draft, operation);
  const map = Object.fromEntries(
    Object.entries(fields[offer.kind]).flatMap(([column, field]) => (field === '' ? [] : [[field, column]])),
  );
  const hasColumns = Object.keys(map).length > 0;
  const preview = useRemote<Preview | null>(
    async (signal) =>
      hasColumns
        ? request('POST /drafts/:id/preview', { params: { id: draft.id }, body: { operation, map }, signal })
        : { ok: true, answer: null },
    [draft.id, operation, JSON.stringify(map)],
  );
  return (
    <div class="enrich">
      <Card title={ENRICH_TEXTS.add}>
        <Offers {...{ draft, choices }} />
      </Card>
      <Card title={ENRICH_TEXTS.columns}>
        <ListColumns {...{ draft, offer, choices }} />
      </Card>
      <Found {...{ draft, offer, choices, preview, map }} />
    </div>
  );
}

interface ChoosingProps {
  readonly draft: ListDraft;
  readonly choices: Signal<ListChoices>;
}

function Offers({ draft, choices }: ChoosingProps) {
  return (
    <fieldset class="offers">
      <legend class="unseen">{ENRICH_TEXTS.add}</legend>
      {draft.offers.map(({ operation, credits }) => (
        <label key={operation} class="offer">
          <input
            type="radio"
            name="offer"
            checked={choices.value.operation === operation}
            onChange={() => {
              choices.value = { ...choices.value, operation };
            }}
          />
          <span class="offer-title">{ENRICH_TEXTS.offer(operation)}</span>
          <span class="offer-hint muted">{ENRICH_TEXTS.offerHint(operation)}</span>
          <span class="offer-price muted">{ENRICH_TEXTS.price(credits)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface FoundProps extends ChoosingProps {
  readonly offer: Offer;
  readonly preview: Remote<Preview | null>;
  /** Maps a field of the row to its column. */
  readonly map: Readonly<Record<string, string>>;
}

function Found({ draft, offer, choices, preview, map }: FoundProps) {
  const { value, failure } = preview;
  if (failure)
    return (
      <Card title={ENRICH_TEXTS.preview}>
        <Failure failure={failure} onRetry={preview.reload} />
      </Card>
    );
  if (value === undefined)
    return (
      <Card title={ENRICH_TEXTS.preview}>
        <Loading label={ENRICH_TEXTS.counting} lines={3} />
      </Card>
    );
  if (value === null)
    return (
      <Card title={ENRICH_TEXTS.preview}>
        <p class="callout callout-warn">{ENRICH_TEXTS.noColumns}</p>
      </Card>
    );
  return (
    <Card title={ENRICH_TEXTS.preview}>
      <Counts {...value} />
      {value.found > 0 && <RunForm key={offer.operation} {...{ draft, offer, choices, map }} preview={value} />}
    </Card>
  );
}

function Counts({ rows, found, missed, invalid }: Preview) {
  const parts = [
    { key: 'found', count: found, text: ENRICH_TEXTS.found(found, rows) },
    { key: 'missed', count: missed, text: ENRICH_TEXTS.missed(missed) },
    { key: 'invalid', count: invalid, text: ENRICH_TEXTS.invalid(invalid) },
  ].filter(({ key, count }) => key === 'found' || count > 0);
  return (
    <div class="found" role="status">
      <p class="found-figure number">{ENRICH_TEXTS.found(found, rows)}</p>
      <svg class="found-bar" viewBox={`0 0 ${rows} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="found-part found-found" width={found} height="1" />
        <rect class="found-part found-invalid" x={rows - invalid} width={invalid} height="1" />
      </svg>
      <ul class="found-parts muted">
        {parts.slice(1).map(({ key, text }) => (
          <li key={key} class={`found-key found-key-${key}`} title={key === 'invalid' ? ENRICH_TEXTS.invalidHint : ''}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RunFormProps extends ChoosingProps {
  readonly offer: Offer;
  readonly preview: Preview;
  readonly map: Readonly<Record<string, string>>;
}

/** Credits left of the account; null if unlimited or unknown. */
function useCreditsLeft(account: string): number | null {
  const accounts = useRemote((signal) => request('GET /accounts', { signal }));
  return accounts.value?.rows.find(({ name }) => name === account)?.remaining ?? null;
}

function RunForm({ draft, offer, choices, preview, map }: RunFormProps) {
  const { route } = useLocation();
  const [ceiling, setCeiling] = useState(String(preview.credits));
  useEffect(() => setCeiling(String(preview.credits)), [preview.credits]);
  const left = useCreditsLeft(draft.account);
  const credits = /^\d{1,15}$/.test(ceiling.trim()) ? Number(ceiling) : null;
  const atMost = Math.min(credits ?? 0, preview.credits);
  const added = choices.value.added[offer.operation] ?? usualFields(offer, preview.by_field);
  const sending = useSending({
    fields: [],
    send: () => {
      const body = { operation: offer.operation, map, fields: [...added], max_credits: credits ?? 0 };
      return request('POST /drafts/:id/run', { params: { id: draft.id }, body });
    },
    onSent: () => {
      notify(ENRICH_TEXTS.started(draft.name));
      route('/enrich');
    },
  });
  return (
    <div class="stack">
      <AddedFields {...{ offer, preview, added }} onAdded={(next) => setAdded(choices, offer, next)} />
      {sending.failure && <Failure failure={sending.failure} />}
      {left !== null && left < atMost && <p class="callout callout-warn">{ENRICH_TEXTS.left(left)}</p>}
      <div class="run-line">
        <TextField
          label={ENRICH_TEXTS.ceiling}
          hint={ENRICH_TEXTS.ceilingHint}
          error={credits === null ? ENRICH_TEXTS.wholeNumber : null}
          type="number"
          min={0}
          value={ceiling}
          onText={setCeiling}
        />
        <Button
          kind="primary"
          isBusy={sending.isBusy}
          isDisabled={credits === null || added.length === 0}
          onClick={sending.submit}
        >
          {ENRICH_TEXTS.run}
          <span class="button-price">{ENRICH_TEXTS.atMost(atMost)}</span>
        </Button>
      </div>
    </div>
  );
}

function setAdded(choices: Signal<ListChoices>, { operation }: Offer, fields: readonly string[]): void {
  choices.value = { ...choices.value, added: { ...choices.value.added, [operation]: fields } };
}

interface AddedFieldsProps {
  readonly offer: Offer;
  readonly preview: Preview;
  readonly added: readonly string[];
  readonly onAdded: (fields: readonly string[]) => void;
}

/** The columns to add to the file, each with the number of rows that have a value. */
function AddedFields({ offer, preview, added, onAdded }: AddedFieldsProps) {
  return (
    <fieldset class="added">
      <legend class="added-title">{ENRICH_TEXTS.added}</legend>
      {offer.adds.map((path) => (
        <CheckField
          key={path}
          label={
            <>
              {fieldLabel(path)} <span class="muted number">{formatCount(preview.by_field[path] ?? 0)}</span>
            </>
          }
          isChecked={added.includes(path)}
          onCheck={(isChecked) =>
            onAdded(offer.adds.filter((each) => (each === path ? isChecked : added.includes(each))))
          }
        />
      ))}
    </fieldset>
  );
}
