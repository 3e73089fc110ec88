// Actions on the selected rows: reveal contacts at the price on the button, export, enrich, and hide (operators only).
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { request, uploadList } from '../api.ts';
import { Button } from '../components/button.tsx';
import { notify, notifyUndoable } from '../components/notices.tsx';
import { csvText } from '../csv.ts';
import { AddToListButton } from '../lists/add-to-list.tsx';
import type { Row } from '../record/stored-records.ts';
import { isOperator } from '../session.ts';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { useReveal } from './contacts.ts';
import { fileColumns, rowKey } from './result-columns.tsx';
import type { SearchKind } from './search-fields.ts';
import { SelectionBar } from './selection-bar.tsx';

interface BulkBarProps {
  readonly kind: SearchKind;
  readonly account: string;
  /** The selected rows. */
  readonly rows: readonly Row[];
  readonly onExport: () => void;
  readonly onClear: () => void;
  /** Called after rows were hidden or shown again. */
  readonly onHidden: (urls: readonly string[], isHidden: boolean) => void;
}

/** Adds records to the suppression list or removes them from it, until a call fails. Returns the changed records. */
async function suppress(kind: SearchKind, urls: readonly string[], isHidden: boolean): Promise<readonly string[]> {
  const what = kind === 'people' ? 'person' : 'company';
  for (const [at, url] of urls.entries()) {
    const body = { kind: what, value: url } as const;
    const result = await (isHidden
      ? request('POST /suppressions', { body })
      : request('POST /suppressions/remove', { body }));
    if (result.ok) continue;
    notify(result.failure.message, 'bad');
    return urls.slice(0, at);
  }
  return urls;
}

/** Hides records at once. The message has an undo button. */
async function hideRecords(
  kind: SearchKind,
  urls: readonly string[],
  onHidden: (urls: readonly string[], isHidden: boolean) => void,
): Promise<void> {
  const hidden = await suppress(kind, urls, true);
  if (hidden.length === 0) return;
  onHidden(hidden, true);
  notifyUndoable(EXPLORER_TEXTS.hidden(kind, hidden.length), async () => {
    const shown = await suppress(kind, hidden, false);
    if (shown.length === 0) return;
    onHidden(shown, false);
    notify(EXPLORER_TEXTS.shownAgain(kind, shown.length));
  });
}

/** Renders nothing without a selection. */
export function BulkBar({ kind, account, rows, onExport, onClear, onHidden }: BulkBarProps) {
  const selected = rows.map(rowKey);
  const reveal = useReveal(account);
  if (selected.length === 0) return null;
  return (
    <SelectionBar {...{ account, reveal, onClear }} urls={selected} hasReveals={kind === 'people'}>
      <Button icon="download" onClick={onExport}>
        {EXPLORER_TEXTS.export}
      </Button>
      {kind !== 'jobs' && <AddToListButton {...{ kind, account, rows }} onAdded={onClear} />}
      {kind !== 'jobs' && <EnrichButton {...{ kind, account, rows }} />}
      {isOperator.value && kind !== 'jobs' && (
        <Button icon="hide" onClick={() => void hideRecords(kind, selected, onHidden)}>
          {EXPLORER_TEXTS.hide}
        </Button>
      )}
    </SelectionBar>
  );
}

/** Creates a list from the selected rows and opens it on the screen Enrich. */
function EnrichButton({ kind, account, rows }: Pick<BulkBarProps, 'kind' | 'account' | 'rows'>) {
  const { route } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const columns = fileColumns(kind);
    const lines = rows.map((row) => columns.map(({ value }) => value(row)));
    const content = new Blob([csvText([columns.map(({ key }) => key), ...lines])]);
    const result = await uploadList({ name: EXPLORER_TEXTS.selectionFile(kind, rows.length), content, account });
    setBusy(false);
    if (result.ok) route(`/enrich/${result.answer.id}`);
    else notify(result.failure.message, 'bad');
  };
  return (
    <Button icon="list" isBusy={isBusy} onClick={() => void start()}>
      {EXPLORER_TEXTS.enrich}
    </Button>
  );
}
