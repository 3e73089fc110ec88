// Exports rows of a search to a file: the reader chooses rows, columns and contacts and sees the cost. Bought pages and
// contacts are cached with the search: after a failure or a closed dialog, the next export continues from there.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiFailure } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { CheckField, Select, TextField } from '../components/field.tsx';
import { announce } from '../components/notices.tsx';
import { Failure, Progress } from '../components/states.tsx';
import { csvText, saveFile } from '../csv.ts';
import { creditsOf } from '../endpoints.ts';
import { keptSignal } from '../kept.ts';
import type { Row } from '../record/stored-records.ts';
import { recordsText } from '../texts/explorer-texts.ts';
import { EXPORT_TEXTS } from '../texts/export-texts.ts';
import { boughtPages, buyPage, creditsLeft, type PageCall } from './bought-pages.ts';
import { CONTACT_PATHS, type ContactKind, reveal, revealed, unrevealed } from './contacts.ts';
import { fileColumns, rowKey, screenColumns } from './result-columns.tsx';
import { SEARCHES, type SearchKind } from './search-fields.ts';
import { PAGE_SIZE } from './search-query.ts';

interface ExportDialogProps {
  readonly call: PageCall;
  readonly total: number;
  readonly selected: ReadonlySet<string>;
  readonly onClose: () => void;
}

/** The browser holds the whole file in memory. */
const RECORDS_MAX = 100_000;
const CONTACTS: readonly { readonly kind: ContactKind; readonly label: string }[] = [
  { kind: 'email', label: EXPORT_TEXTS.contactKinds.email },
  { kind: 'phone', label: EXPORT_TEXTS.contactKinds.phone },
];

type Which = 'selected' | 'shown' | 'first';

interface Choice {
  readonly which: Which;
  /** The number as typed. */
  readonly count: string;
  readonly columns: readonly string[];
  readonly contacts: readonly ContactKind[];
}

function firstChoice(kind: SearchKind, total: number): Choice {
  return {
    which: 'first',
    count: String(Math.min(total, RECORDS_MAX)),
    columns: screenColumns(kind).map(({ key }) => key),
    contacts: [],
  };
}

/** The rows when the dialog opens: the selected ones, else those of the last export if there still are some. */
function firstWhich(last: Which | undefined, { call, selected }: ExportDialogProps): Which {
  if (selected.size > 0) return 'selected';
  return last === 'shown' && boughtPages(call) !== null ? 'shown' : 'first';
}

interface Plan {
  /** Number of rows of the file. */
  readonly rows: number;
  /** Number of pages to buy. */
  readonly pages: number;
  readonly contacts: number;
  readonly credits: number;
}

/** The paid rows of the choice; for `first`, all paid rows up to the number. */
function rowsOf({ which }: Choice, bought: readonly Row[], selected: ReadonlySet<string>): readonly Row[] {
  return which === 'selected' ? bought.filter((row) => selected.has(rowKey(row))) : bought;
}

function planOf(choice: Choice, props: ExportDialogProps): Plan {
  const { call, selected, total } = props;
  const bought = boughtPages(call)?.rows ?? [];
  const own = rowsOf(choice, bought, selected);
  const wanted = Math.min(total, RECORDS_MAX, Math.max(0, Math.floor(Number(choice.count) || 0)));
  const rows = choice.which === 'first' ? wanted : own.length;
  const missing = choice.which === 'first' ? Math.max(0, wanted - bought.length) : 0;
  const pages = Math.ceil(missing / PAGE_SIZE);
  const urls = own.slice(0, rows).map(rowKey);
  const contacts = choice.contacts.map((kind) => {
    const open = unrevealed(call.account, kind, urls).length + missing;
    return open * creditsOf(CONTACT_PATHS[kind]);
  });
  const ofContacts = contacts.reduce((sum, credits) => sum + credits, 0);
  return { rows, pages, contacts: ofContacts, credits: pages * creditsOf(SEARCHES[call.kind].path) + ofContacts };
}

export function ExportDialog(props: ExportDialogProps) {
  return (
    <Dialog title={EXPORT_TEXTS.title(SEARCHES[props.call.kind].title)} isOpen onClose={props.onClose}>
      <ExportForm {...props} />
    </Dialog>
  );
}

interface Run {
  readonly label: string;
  readonly share: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Buys the pages that are missing for `wanted` rows. */
async function buyMissing(call: PageCall, wanted: number, work: Work): Promise<ApiFailure | null> {
  for (;;) {
    const bought = boughtPages(call);
    const have = bought?.rows.length ?? 0;
    if (work.signal.aborted || have >= wanted || (bought !== null && bought.cursor === null)) return null;
    work.onProgress({ label: EXPORT_TEXTS.loading(have, wanted), share: have / wanted });
    const failure = await buyPage(call);
    if (failure?.status === 429) await pause(1000);
    else if (failure) return failure;
  }
}

interface Work {
  readonly signal: AbortSignal;
  readonly onProgress: (run: Run) => void;
}

/** Runs the export and saves the file; returns the failure, or null. */
async function runExport(choice: Choice, props: ExportDialogProps, work: Work): Promise<ApiFailure | null> {
  const { call, selected } = props;
  const { rows: wanted } = planOf(choice, props);
  if (choice.which === 'first') {
    const failure = await buyMissing(call, wanted, work);
    if (failure || work.signal.aborted) return failure;
  }
  const rows = rowsOf(choice, boughtPages(call)?.rows ?? [], selected).slice(0, wanted);
  for (const kind of choice.contacts) {
    const label = CONTACTS.find((each) => each.kind === kind)?.label ?? kind;
    work.onProgress({ label: EXPORT_TEXTS.revealing(label), share: 1 });
    const { failure } = await reveal({ account: call.account, kind, urls: rows.map(rowKey), signal: work.signal });
    if (failure || work.signal.aborted) return failure;
  }
  const columns = fileColumns(call.kind).filter(({ key }) => choice.columns.includes(key));
  const contactCells = (row: Row) => choice.contacts.map((kind) => revealed(call.account, kind, rowKey(row))?.value);
  const head = [...columns.map(({ key }) => key), ...choice.contacts];
  const lines = rows.map((row) => [...columns.map(({ value }) => value(row)), ...contactCells(row)]);
  saveFile(`${call.kind}-${new Date().toISOString().slice(0, 10)}.csv`, csvText([head, ...lines]));
  announce(EXPORT_TEXTS.rowsSaved(rows.length));
  return null;
}

function useExport(choice: Choice, props: ExportDialogProps) {
  const [run, setRun] = useState<Run | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isSaved, setSaved] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const mine = new AbortController();
    running.current = mine;
    setFailure(null);
    setRun({ label: EXPORT_TEXTS.starting, share: 0 });
    const failed = await runExport(choice, props, { signal: mine.signal, onProgress: setRun });
    setRun(null);
    setFailure(failed);
    setSaved(failed === null && !mine.signal.aborted);
  };
  return { run, failure, isSaved, start: () => void start(), stop: () => running.current?.abort() };
}

function ExportForm(props: ExportDialogProps) {
  const { call, total, selected, onClose } = props;
  const kept = keptSignal<Choice | null>(`explorer.export.${call.kind}${call.address}`, null);
  const [which, setWhich] = useState(() => firstWhich(kept.value?.which, props));
  const choice = { ...(kept.value ?? firstChoice(call.kind, total)), which };
  const choose = (part: Partial<Choice>) => {
    kept.value = { ...choice, ...part };
    setWhich(kept.value.which);
  };
  const plan = planOf(choice, props);
  const { run, failure, isSaved, start, stop } = useExport(choice, props);
  const left = creditsLeft().value[call.account];
  const isShort = left !== undefined && left !== 'unlimited' && Number(left) < plan.credits;
  if (run)
    return (
      <div class="stack">
        <Progress label={run.label} share={run.share} />
        <div class="row">
          <Button onClick={stop}>{EXPORT_TEXTS.stop}</Button>
          <span class="muted">{EXPORT_TEXTS.stopHint}</span>
        </div>
      </div>
    );
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (plan.rows > 0) start();
      }}
    >
      {failure && <Failure failure={failure} />}
      {isSaved && (
        <p class="callout callout-good" role="status">
          {EXPORT_TEXTS.saved}
        </p>
      )}
      <RowsChoice {...{ choice, choose, total, selected }} shown={boughtPages(call)?.rows.length ?? 0} />
      <ColumnsChoice kind={call.kind} {...{ choice, choose }} />
      <p class="export-cost" role="status">
        {costText(plan, call.kind)}{' '}
        {left !== undefined && (
          <span class="muted">{left === 'unlimited' ? EXPORT_TEXTS.unlimited : EXPORT_TEXTS.left(Number(left))}</span>
        )}
      </p>
      {isShort && <p class="callout callout-warn">{EXPORT_TEXTS.isShort}</p>}
      <div class="row">
        <Button kind="primary" type="submit" icon="download" isDisabled={plan.rows === 0}>
          {EXPORT_TEXTS.action(call.kind, plan.rows)}
          <span class="button-price">
            {plan.credits === 0 ? EXPORT_TEXTS.free : EXPORT_TEXTS.price(plan.credits, plan.contacts > 0)}
          </span>
        </Button>
        <Button onClick={onClose}>{EXPORT_TEXTS.close}</Button>
      </div>
    </form>
  );
}

function costText({ rows, pages, contacts }: Plan, kind: SearchKind): string {
  const what = recordsText(kind, rows);
  if (pages + contacts === 0) return EXPORT_TEXTS.allPaid(what);
  const parts = [
    ...(pages > 0 ? [EXPORT_TEXTS.pages(pages, PAGE_SIZE)] : []),
    ...(contacts > 0 ? [EXPORT_TEXTS.contactsCost(contacts)] : []),
  ];
  return EXPORT_TEXTS.cost(what, parts);
}

interface ChoiceProps {
  readonly choice: Choice;
  readonly choose: (part: Partial<Choice>) => void;
}

interface RowsChoiceProps extends ChoiceProps {
  readonly total: number;
  readonly selected: ReadonlySet<string>;
  readonly shown: number;
}

function RowsChoice({ choice, choose, total, selected, shown }: RowsChoiceProps) {
  return (
    <div class="fields-row">
      <Select<Which>
        label={EXPORT_TEXTS.rows}
        value={choice.which}
        options={[
          ...(selected.size > 0 ? [{ value: 'selected' as const, label: EXPORT_TEXTS.selected(selected.size) }] : []),
          ...(shown > 0 ? [{ value: 'shown' as const, label: EXPORT_TEXTS.paid(shown) }] : []),
          { value: 'first', label: EXPORT_TEXTS.first(total) },
        ]}
        onSelect={(which) => choose({ which })}
      />
      {choice.which === 'first' && (
        <TextField
          label={EXPORT_TEXTS.rowCount}
          type="number"
          min={1}
          max={Math.min(total, RECORDS_MAX)}
          value={choice.count}
          onText={(count) => choose({ count })}
        />
      )}
    </div>
  );
}

function ColumnsChoice({ kind, choice, choose }: ChoiceProps & { readonly kind: SearchKind }) {
  const set = (key: string, isIn: boolean) =>
    choose({ columns: isIn ? [...choice.columns, key] : choice.columns.filter((each) => each !== key) });
  return (
    <>
      {kind === 'people' && (
        <fieldset class="export-columns">
          <legend>{EXPORT_TEXTS.contacts}</legend>
          {CONTACTS.map(({ kind: contact, label }) => (
            <CheckField
              key={contact}
              label={label}
              isChecked={choice.contacts.includes(contact)}
              onCheck={(isChecked) =>
                choose({
                  contacts: isChecked
                    ? [...choice.contacts, contact]
                    : choice.contacts.filter((each) => each !== contact),
                })
              }
            />
          ))}
        </fieldset>
      )}
      <fieldset class="export-columns">
        <legend>{EXPORT_TEXTS.columns}</legend>
        {fileColumns(kind).map(({ key, title }) => (
          <CheckField
            key={key}
            label={title}
            isChecked={choice.columns.includes(key)}
            onCheck={(isIn) => set(key, isIn)}
          />
        ))}
      </fieldset>
    </>
  );
}
