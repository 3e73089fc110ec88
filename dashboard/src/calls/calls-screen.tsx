// The request log: the latest calls of one key or of all keys of the account, with status, time and credits. The
// address contains the filters, so keys and errors can link to their calls.
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { request } from '../api.ts';
import { StatusBadge } from '../components/badge.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Drawer } from '../components/dialog.tsx';
import { Select } from '../components/field.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatMs, formatSecond, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { account, accountOfAddresses, isOperator } from '../session.ts';
import { CALL_TEXTS } from '../texts/call-texts.ts';
import { CallDetail, keyOf, type LoggedCall } from './call-detail.tsx';
import { callsAddress } from './calls-address.ts';
import './calls.css';

const EVERY_MS = 3000;
const STATUSES = ['', 'errors', '2xx', '4xx', '5xx', '401', '402', '404', '422', '429'] as const;

export function CallsScreen() {
  const { query, route } = useLocation();
  const [opened, setOpened] = useState<LoggedCall | null>(null);
  const { key = '', status = '' } = query;
  const go = (next: { readonly key: string; readonly status: string }) =>
    route(callsAddress(next, accountOfAddresses()), true);
  const selection = {
    ...(account.value === null ? {} : { account: account.value }),
    ...(key === '' ? {} : { key }),
    ...(status === '' ? {} : { status }),
  };
  const calls = useRemote(
    (signal) => request('GET /calls', { query: selection, signal }),
    [JSON.stringify(selection)],
    { everyMs: EVERY_MS },
  );
  const keys = useRemote(
    (signal) => request('GET /keys', { query: account.value === null ? {} : { account: account.value }, signal }),
    [account.value],
  );
  const names = (keys.value?.rows ?? []).map(({ id, name, masked }) => ({ value: id, label: name || masked }));
  const isKnown = key === '' || names.some(({ value }) => value === key);
  return (
    <Page title={CALL_TEXTS.title} lead={CALL_TEXTS.lead}>
      <div class="calls-filters">
        <Select
          label={CALL_TEXTS.key}
          value={key}
          options={[
            { value: '', label: CALL_TEXTS.allKeys },
            ...names,
            ...(isKnown ? [] : [{ value: key, label: key }]),
          ]}
          onSelect={(next) => go({ key: next, status })}
        />
        <Select
          label={CALL_TEXTS.status}
          value={status}
          options={statusOptions(status)}
          onSelect={(next) => go({ key, status: next })}
        />
      </div>
      <Loaded remote={calls} lines={10}>
        {({ rows }) => (
          <Table
            caption={CALL_TEXTS.title}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columnsOf(key === '')}
            onOpen={setOpened}
            empty={
              <Empty title={CALL_TEXTS.none} icon="log">
                {CALL_TEXTS.noneHint}
              </Empty>
            }
          />
        )}
      </Loaded>
      {opened && (
        <Drawer title={CALL_TEXTS.detail(opened.path)} isOpen onClose={() => setOpened(null)}>
          <CallDetail call={opened} />
        </Drawer>
      )}
    </Page>
  );
}

/** The options, with the status of the address added if the list lacks it. */
function statusOptions(status: string) {
  const known: readonly string[] = STATUSES;
  const all = known.includes(status) ? known : [...known, status];
  return all.map((value) => ({ value, label: CALL_TEXTS.statuses[value] ?? value }));
}

const AT: Column<LoggedCall> = {
  key: 'at',
  title: CALL_TEXTS.time,
  value: ({ at }) => at,
  cell: ({ at }) => (
    <span class="nowrap number" title={formatTime(at)}>
      {formatSecond(at)}
    </span>
  ),
};

const KEY: Column<LoggedCall> = {
  key: 'key_name',
  title: CALL_TEXTS.key,
  isMinor: true,
  value: keyOf,
};

const REQUEST: Column<LoggedCall> = {
  key: 'id',
  title: CALL_TEXTS.requestId,
  isMinor: true,
  value: ({ id }) => id,
  cell: ({ id }) => (
    <span class="call-id">
      <span class="mono muted">{id}</span>
      <CopyButton text={id} what={CALL_TEXTS.copiedId(id)} />
    </span>
  ),
};

const COLUMNS: readonly Column<LoggedCall>[] = [
  {
    key: 'status',
    title: CALL_TEXTS.status,
    value: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'path',
    title: CALL_TEXTS.endpoint,
    value: ({ path }) => path,
    cell: ({ path }) => <span class="mono">{path.replace('/v2/', '')}</span>,
  },
  { key: 'ms', title: CALL_TEXTS.duration, isNumber: true, value: ({ ms }) => ms, cell: ({ ms }) => formatMs(ms) },
  { key: 'credits', title: CALL_TEXTS.credits, isNumber: true, value: ({ credits }) => credits },
];

/** The columns: with the key if several keys are shown, and with the account for operators who see all accounts. */
function columnsOf(isAllKeys: boolean): Column<LoggedCall>[] {
  const isAllAccounts = isOperator.value && account.value === null;
  const ofAccount: Column<LoggedCall> = {
    key: 'account',
    title: CALL_TEXTS.account,
    value: ({ account: name }) => name,
  };
  return [AT, ...COLUMNS, ...(isAllAccounts ? [ofAccount] : []), ...(isAllKeys ? [KEY] : []), REQUEST];
}
