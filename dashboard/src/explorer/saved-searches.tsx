// The saved searches of the account: save under a name, open, watch, remove with undo.
import { useState } from 'preact/hooks';
import { type Answer, request } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { Drawer } from '../components/dialog.tsx';
import { FormDialog } from '../components/form.tsx';
import { isNamed, NameField } from '../components/name-field.tsx';
import { notify, notifyUndoable } from '../components/notices.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { formatAgo } from '../format.ts';
import { useWatches, type Watches } from '../lists/use-watches.ts';
import { useRemote } from '../remote.ts';
import { showNotRemoved, wasGone } from '../removal.ts';
import { useSending } from '../sending.ts';
import { may } from '../session.ts';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { WATCH_TEXTS } from '../texts/list-texts.ts';
import type { SearchKind } from './search-fields.ts';
import { filtersOf, readQuery, savedAddress } from './search-query.ts';

interface SavedSearchesProps {
  /** The account; null if none is chosen. */
  readonly account: string | null;
  readonly kind: SearchKind;
  /** Query string of the current search; empty without filters. */
  readonly address: string;
}

type Saved = Answer<'GET /searches'>['rows'][number];

/** The buttons that save the current search and open the saved ones. */
export function SavedSearches({ account, kind, address }: SavedSearchesProps) {
  const [open, setOpen] = useState<'save' | 'list' | null>(null);
  if (account === null) return null;
  const close = () => setOpen(null);
  return (
    <>
      {address !== '' && may('member') && (
        <Button kind="quiet" icon="bookmark" onClick={() => setOpen('save')}>
          {EXPLORER_TEXTS.saveSearch}
        </Button>
      )}
      <Button kind="quiet" icon="list" onClick={() => setOpen('list')}>
        {EXPLORER_TEXTS.savedSearches}
      </Button>
      {open === 'save' && <SaveDialog {...{ account, kind, address }} onClose={close} />}
      {open === 'list' && (
        <Drawer title={EXPLORER_TEXTS.savedSearchesOf(account)} isOpen onClose={close}>
          <SavedList account={account} onOpened={close} />
        </Drawer>
      )}
    </>
  );
}

interface SaveDialogProps extends SavedSearchesProps {
  readonly account: string;
  readonly onClose: () => void;
}

function SaveDialog({ account, kind, address, onClose }: SaveDialogProps) {
  const [name, setName] = useState('');
  const query = address.replace(/^\?/, '');
  const sending = useSending({
    fields: ['name'],
    send: () => request('POST /searches', { body: { account, name, kind, query } }),
    onSent: () => {
      notify(EXPLORER_TEXTS.searchSaved(name.trim()));
      onClose();
    },
  });
  return (
    <FormDialog
      title={EXPLORER_TEXTS.saveSearch}
      action={EXPLORER_TEXTS.saveAction}
      sending={sending}
      isDisabled={!isNamed(name)}
      onClose={onClose}
    >
      <NameField
        hint={EXPLORER_TEXTS.searchNameHint(account)}
        error={sending.errorOf('name')}
        value={name}
        onText={setName}
      />
    </FormDialog>
  );
}

function SavedList({ account, onOpened }: { readonly account: string; readonly onOpened: () => void }) {
  const saved = useRemote((signal) => request('GET /searches', { query: { account }, signal }), [account]);
  const watches = useWatches(account);
  const watch = async ({ id: origin, name, kind, query }: Saved) => {
    const credits = watches.value?.credits_per_change ?? 1;
    const result = await request('POST /watches', { body: { account, origin, search: searchOf(kind, query) } });
    watches.reload();
    if (!result.ok) return notify(result.failure.message, 'bad');
    notifyUndoable(WATCH_TEXTS.startedSearch(name, credits), async () => {
      const undone = await request('POST /watches/:id/remove', { params: { id: result.answer.id } });
      if (!undone.ok && !wasGone(undone)) notify(undone.failure.message, 'bad');
      watches.reload();
    });
  };
  const remove = async ({ id, name, kind, query }: Saved) => {
    const result = await request('POST /searches/:id/remove', { params: { id }, query: { account } });
    saved.reload();
    if (!result.ok) return showNotRemoved(result);
    notifyUndoable(EXPLORER_TEXTS.searchRemoved(name), async () => {
      const undone = await request('POST /searches', { body: { account, id, name, kind, query } });
      if (!undone.ok) notify(undone.failure.message, 'bad');
      saved.reload();
    });
  };
  return (
    <Loaded remote={saved}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty title={EXPLORER_TEXTS.noSavedSearches} icon="bookmark">
            {EXPLORER_TEXTS.noSavedSearchesHint}
          </Empty>
        ) : (
          <>
            {watches.value && <p class="muted">{WATCH_TEXTS.searchHint(watches.value.credits_per_change)}</p>}
            <ul class="saved-searches">
              {rows.map((row) => (
                <li key={row.id} class="saved-search">
                  <a class="saved-name" href={savedAddress(row, account)} onClick={onOpened}>
                    {row.name}
                  </a>
                  <span class="muted saved-note">
                    {row.kind}, {row.saved_by}, {formatAgo(row.created_at)}
                  </span>
                  <span class="saved-acts">
                    {watches.value && <SearchWatch row={row} watches={watches.value} onWatch={() => void watch(row)} />}
                    {may('member') && (
                      <IconButton
                        icon="trash"
                        label={EXPLORER_TEXTS.removeSearch(row.name)}
                        onClick={() => void remove(row)}
                      />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}

interface SearchWatchProps {
  readonly row: Saved;
  readonly watches: Watches;
  readonly onWatch: () => void;
}

/** The state of the watch of a search, or the button that creates one. */
function SearchWatch({ row: { id, name }, watches, onWatch }: SearchWatchProps) {
  const watch = watches.rows.find(({ origin }) => origin === id);
  if (watch === undefined)
    return may('member') ? (
      <IconButton icon="eye" label={WATCH_TEXTS.watchSearch(name, watches.credits_per_change)} onClick={onWatch} />
    ) : null;
  return (
    <a class="saved-watch" href="/lists/watches">
      <Badge kind={watch.state === 'active' ? 'good' : 'plain'}>{WATCH_TEXTS.watching}</Badge>
      <span class="unseen">{name}, </span>
      <span class="muted number">{WATCH_TEXTS.matches(watch.changes)}</span>
    </a>
  );
}

/** The filters of a saved search in the format of watches. Every match is reported. */
function searchOf(kind: SearchKind, query: string) {
  const { people, ...filters } = filtersOf(kind, readQuery(kind, `?${query}`)) as Filters;
  const { max_per_company: _, ...others } = people ?? {};
  return { kind, ...filters, ...(people === undefined ? {} : { people: others }) };
}

type Filters = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
