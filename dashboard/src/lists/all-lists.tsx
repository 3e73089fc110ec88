// The lists of an account: create, open, rename and remove.
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { request } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Menu } from '../components/menu.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatAgo, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { may } from '../session.ts';
import { LIST_TEXTS, WATCH_TEXTS } from '../texts/list-texts.ts';
import { NewListDialog, RemoveList, RenameList } from './list-dialogs.tsx';
import type { RecordList } from './listed-records.tsx';
import { useWatches, type Watch } from './use-watches.ts';

interface ListAct {
  readonly act: 'rename' | 'remove';
  readonly list: RecordList;
}

export function AllLists({ account }: { readonly account: string }) {
  const { route } = useLocation();
  const lists = useRemote((signal) => request('GET /lists', { query: { account }, signal }), [account]);
  const watches = useWatches(account);
  const [isMaking, setMaking] = useState(false);
  const [requested, setRequested] = useState<ListAct | null>(null);
  const close = () => {
    setRequested(null);
    setMaking(false);
  };
  const done = () => {
    close();
    lists.reload();
  };
  const Window = requested && (requested.act === 'rename' ? RenameList : RemoveList);
  const makeButton = may('member') && (
    <Button icon="plus" onClick={() => setMaking(true)}>
      {LIST_TEXTS.newList}
    </Button>
  );
  return (
    <>
      <Loaded remote={lists}>
        {({ rows }) => (
          <Table
            caption={LIST_TEXTS.lists}
            rows={rows}
            rowKey={({ id }) => id}
            tools={makeButton}
            empty={
              <Empty title={LIST_TEXTS.noLists} icon="bookmark">
                {may('member') && <p>{LIST_TEXTS.noListsHint}</p>}
                <div class="row list-begin">
                  {makeButton}
                  <a class="button button-quiet" href="/explorer">
                    {LIST_TEXTS.toExplorer}
                  </a>
                </div>
              </Empty>
            }
            columns={columnsOf(watches.value?.rows ?? [], setRequested)}
            onOpen={({ id }) => route(`/lists/${id}`)}
          />
        )}
      </Loaded>
      {isMaking && (
        <NewListDialog account={account} onMade={({ id }) => route(`/lists/${id}`)} onClose={() => setMaking(false)} />
      )}
      {Window && <Window list={requested.list} onDone={done} onClose={close} />}
    </>
  );
}

function columnsOf(watches: readonly Watch[], onRequest: (requested: ListAct) => void): readonly Column<RecordList>[] {
  const watched = new Set(watches.map(({ origin }) => origin));
  return [
    {
      ...{ key: 'name', title: LIST_TEXTS.name, value: ({ name }: RecordList) => name },
      cell: ({ id, name }) => (
        <span class="list-title">
          <span class="list-title-text" title={name}>
            {name}
          </span>
          {watched.has(id) && <Badge kind="accent">{WATCH_TEXTS.watching}</Badge>}
        </span>
      ),
    },
    {
      ...{ key: 'records', title: LIST_TEXTS.kindOf, isNumber: true, value: ({ records }: RecordList) => records },
      cell: ({ kind, records }) => LIST_TEXTS.records(kind, records),
    },
    { key: 'made_by', title: LIST_TEXTS.createdBy, isMinor: true, value: ({ made_by: by }) => by },
    {
      ...{ key: 'changed_at', title: LIST_TEXTS.changed, isMinor: true, value: ({ changed_at: at }: RecordList) => at },
      cell: ({ changed_at: at }) => (
        <span class="nowrap" title={formatTime(at)}>
          {formatAgo(at)}
        </span>
      ),
    },
    ...(may('member') ? [actionsOf(onRequest)] : []),
  ];
}

function actionsOf(onRequest: (requested: ListAct) => void): Column<RecordList> {
  return {
    ...{ key: 'actions', title: LIST_TEXTS.actions, isActions: true, value: () => '' },
    cell: (list) => (
      <Menu
        label={LIST_TEXTS.actionsOf(list.name)}
        actions={[
          { label: LIST_TEXTS.rename, icon: 'edit', run: () => onRequest({ act: 'rename', list }) },
          { label: LIST_TEXTS.remove, icon: 'trash', isDanger: true, run: () => onRequest({ act: 'remove', list }) },
        ]}
      />
    ),
  };
}
