// The page of a list: its records as a dense table with revealed contacts. The whole list or selected rows can be
// enriched or exported; the list can be watched.
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Answer, request, uploadList } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Menu } from '../components/menu.tsx';
import { announce, notify, notifyUndoable } from '../components/notices.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { saveFile } from '../csv.ts';
import { CONTACT_KINDS, hasRevealed, revealed, useReveal } from '../explorer/contacts.ts';
import type { Row } from '../record/stored-records.ts';
import '../explorer/explorer.css';
import { contactColumns, ResultTable } from '../explorer/result-table.tsx';
import { SelectionBar } from '../explorer/selection-bar.tsx';
import { setWalk } from '../record/known-records.ts';
import { useRemote } from '../remote.ts';
import { may } from '../session.ts';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { LIST_TEXTS, WATCH_TEXTS } from '../texts/list-texts.ts';
import { addRecords } from './add-to-list.tsx';
import { RemoveList, RenameList, WatchList } from './list-dialogs.tsx';
import { type Listed, listColumns, listText } from './listed-records.tsx';
import { useWatches, type Watches } from './use-watches.ts';

type Shown = Answer<'GET /lists/:id'>;

/** Rows rendered at once. */
const DRAWN_MAX = 300;

interface ListPageProps {
  readonly account: string;
  readonly id: string;
}

export function ListPage({ account, id }: ListPageProps) {
  const { route } = useLocation();
  const list = useRemote(
    (signal) => request('GET /lists/:id', { params: { id }, query: { account }, signal }),
    [account, id],
  );
  const watches = useWatches(account);
  const [open, setOpen] = useState<'rename' | 'remove' | 'watch' | null>(null);
  const close = () => setOpen(null);
  const done = () => {
    close();
    list.reload();
    watches.reload();
  };
  const { value } = list;
  const before = (
    <a class="back" href="/lists">
      {LIST_TEXTS.title}
    </a>
  );
  // Perhaps another member has removed it.
  if (list.failure?.status === 404)
    return (
      <Page title={LIST_TEXTS.title} before={before}>
        <Empty title={LIST_TEXTS.unknown} icon="bookmark">
          {LIST_TEXTS.unknownHint}
        </Empty>
      </Page>
    );
  return (
    <Page
      title={value?.name ?? LIST_TEXTS.title}
      isFull
      before={before}
      actions={value && <Actions {...{ value }} watches={watches.value} onOpen={setOpen} />}
    >
      <Loaded remote={list} lines={12}>
        {(shown) => <Records key={shown.id} list={shown} onChanged={list.reload} />}
      </Loaded>
      {value && open === 'rename' && <RenameList list={value} onDone={done} onClose={close} />}
      {value && open === 'remove' && <RemoveList list={value} onDone={() => route('/lists')} onClose={close} />}
      {value && watches.value && open === 'watch' && (
        <WatchList list={value} count={value.rows.length} terms={watches.value} onDone={done} onClose={close} />
      )}
    </Page>
  );
}

interface ActionsProps {
  readonly value: Shown;
  readonly watches: Watches | undefined;
  readonly onOpen: (open: 'rename' | 'remove' | 'watch') => void;
}

function Actions({ value, watches, onOpen }: ActionsProps) {
  const watch = watches?.rows.find(({ origin }) => origin === value.id);
  return (
    <div class="list-actions">
      {value.rows.length > 0 && (
        <>
          {may('member') && <EnrichButton list={value} rows={value.rows} />}
          <Button icon="download" onClick={() => saveList(value, value.rows)}>
            {LIST_TEXTS.export}
          </Button>
        </>
      )}
      {watch ? (
        <a class="list-watched" href="/lists/watches">
          <Badge kind={watch.state === 'active' ? 'good' : 'plain'}>{WATCH_TEXTS.watching}</Badge>
          {watch.changes > 0 && <span class="muted">{WATCH_TEXTS.changes(watch.changes)}</span>}
        </a>
      ) : (
        watches &&
        may('member') &&
        value.rows.length > 0 && (
          <Button icon="eye" onClick={() => onOpen('watch')}>
            {WATCH_TEXTS.watchList}
          </Button>
        )
      )}
      {may('member') && (
        <Menu
          label={LIST_TEXTS.actionsOf(value.name)}
          actions={[
            { label: LIST_TEXTS.rename, icon: 'edit', run: () => onOpen('rename') },
            { label: LIST_TEXTS.remove, icon: 'trash', isDanger: true, run: () => onOpen('remove') },
          ]}
        />
      )}
    </div>
  );
}

/** Revealed contacts are further columns of the file. */
function saveList({ account, kind, name }: Shown, rows: readonly Listed[]): void {
  const contacts = kind === 'people' ? CONTACT_KINDS.filter((each) => hasRevealed(account, each)) : [];
  const further = contacts.map((each) => ({
    header: each,
    value: ({ network_url: url }: Listed) => revealed(account, each, url)?.value,
  }));
  saveFile(LIST_TEXTS.file(name), listText(kind, rows, further));
  announce(LIST_TEXTS.rowsSaved(rows.length));
}

/** Creates a draft from the records and opens it on the screen Enrich. */
function EnrichButton({ list, rows }: { readonly list: Shown; readonly rows: readonly Listed[] }) {
  const { route } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const content = new Blob([listText(list.kind, rows)]);
    const result = await uploadList({ name: LIST_TEXTS.file(list.name), content, account: list.account });
    setBusy(false);
    if (result.ok) route(`/enrich/${result.answer.id}`);
    else notify(result.failure.message, 'bad');
  };
  return (
    <Button icon="list" isBusy={isBusy} onClick={() => void start()}>
      {LIST_TEXTS.enrich}
    </Button>
  );
}

interface RecordsProps {
  readonly list: Shown;
  readonly onChanged: () => void;
}

function Records({ list, onChanged }: RecordsProps) {
  const { account, kind, rows, gone } = list;
  const { url } = useLocation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [drawn, setDrawn] = useState(DRAWN_MAX);
  useEffect(() => {
    const urls = rows.map(({ network_url: each }) => each);
    setWalk({ kind: kind === 'people' ? 'person' : 'company', urls, total: urls.length, back: url });
  }, [rows, url]);
  const [first, ...others] = listColumns(kind);
  const columns = [...(first ? [first] : []), ...(kind === 'people' ? contactColumns(account) : []), ...others];
  const chosen = rows.filter(({ network_url: each }) => selected.has(each));
  return (
    <div class="results list-results">
      <p class="list-count">
        <strong class="number">{LIST_TEXTS.records(kind, rows.length)}</strong>
        {gone > 0 && (
          <span class="list-gone muted">
            <Icon name="hide" /> {LIST_TEXTS.gone(kind, gone)}
          </span>
        )}
      </p>
      {rows.length === 0 ? (
        <Empty title={LIST_TEXTS.noRecords(kind)} icon="bookmark">
          <p>{LIST_TEXTS.noRecordsHint}</p>
          <a class="button button-plain" href={`/explorer/${kind}`}>
            {LIST_TEXTS.toExplorer}
          </a>
        </Empty>
      ) : (
        <ResultTable
          caption={LIST_TEXTS.kinds[kind]}
          {...{ columns, selected }}
          rows={rows.slice(0, drawn) as unknown as readonly Row[]}
          onSelect={setSelected}
        >
          {drawn < rows.length && (
            <div class="results-more">
              <Button onClick={() => setDrawn(drawn + DRAWN_MAX)}>
                {EXPLORER_TEXTS.showMore(Math.min(DRAWN_MAX, rows.length - drawn))}
              </Button>
            </div>
          )}
        </ResultTable>
      )}
      {chosen.length > 0 && (
        <ListBulkBar {...{ list, onChanged }} rows={chosen} onClear={() => setSelected(new Set())} />
      )}
    </div>
  );
}

interface ListBulkBarProps extends RecordsProps {
  readonly rows: readonly Listed[];
  readonly onClear: () => void;
}

function ListBulkBar({ list, rows, onChanged, onClear }: ListBulkBarProps) {
  const { account, kind, name, id } = list;
  const urls = rows.map(({ network_url: url }) => url);
  const reveal = useReveal(account);
  const drop = async () => {
    const body = { records: urls };
    const result = await request('POST /lists/:id/drop', { params: { id }, query: { account }, body });
    if (!result.ok) return notify(result.failure.message, 'bad');
    onClear();
    onChanged();
    notifyUndoable(LIST_TEXTS.dropped(kind, rows.length, name), async () => {
      const undone = await addRecords(id, account, rows);
      if (!undone.ok) notify(undone.failure.message, 'bad');
      onChanged();
    });
  };
  return (
    <SelectionBar {...{ account, urls, reveal, onClear }} hasReveals={kind === 'people' && may('member')}>
      <Button icon="download" onClick={() => saveList(list, rows)}>
        {LIST_TEXTS.export}
      </Button>
      {may('member') && (
        <>
          <EnrichButton list={list} rows={rows} />
          <Button icon="trash" onClick={() => void drop()}>
            {LIST_TEXTS.drop}
          </Button>
        </>
      )}
    </SelectionBar>
  );
}
