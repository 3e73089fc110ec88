// The call history: a click loads a call into the form.
import { useEffect } from 'preact/hooks';
import { StatusBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { ENDPOINTS } from '../endpoints.ts';
import { formatAgo, formatMs, formatTime } from '../format.ts';
import { PLAYGROUND_TEXTS } from '../texts/playground-texts.ts';
import { clearCalls, loadPastCalls, type PastCall, pastCalls } from './call-history.ts';

const TITLES = PLAYGROUND_TEXTS.historyColumns;

const COLUMNS: readonly Column<PastCall>[] = [
  {
    key: 'operation',
    title: TITLES.call,
    value: ({ operation }) => ENDPOINTS.find((each) => each.operation === operation)?.summary ?? operation,
  },
  {
    key: 'body',
    title: TITLES.body,
    value: (call) => call.body.replace(/\s+/g, ' '),
    cell: (call) => <BodyLine body={call.body} />,
    isMinor: true,
  },
  {
    key: 'status',
    title: TITLES.status,
    value: (call) => call.status,
    cell: (call) => <StatusBadge status={call.status} />,
  },
  {
    key: 'ms',
    title: TITLES.time,
    value: (call) => call.ms,
    cell: (call) => formatMs(call.ms),
    isNumber: true,
    isMinor: true,
  },
  {
    key: 'at',
    title: TITLES.when,
    value: (call) => new Date(call.at).toISOString(),
    cell: (call) => <time title={formatTime(call.at)}>{formatAgo(call.at)}</time>,
  },
];

function BodyLine({ body }: { readonly body: string }) {
  return <span class="mono call-body">{body.replace(/\s+/g, ' ')}</span>;
}

export function PastCalls({ onTake }: { readonly onTake: (call: PastCall) => void }) {
  useEffect(loadPastCalls, []);
  if (pastCalls.value.length === 0)
    return <Empty title={PLAYGROUND_TEXTS.noCalls}>{PLAYGROUND_TEXTS.noCallsHint}</Empty>;
  return (
    <Card
      title={PLAYGROUND_TEXTS.lastCalls}
      actions={
        <Button kind="quiet" icon="trash" onClick={clearCalls}>
          {PLAYGROUND_TEXTS.clearHistory}
        </Button>
      }
    >
      <Table
        caption={PLAYGROUND_TEXTS.lastCalls}
        isBare
        columns={COLUMNS}
        rows={pastCalls.value}
        rowKey={(call) => call.at}
        onOpen={(call) => {
          onTake(call);
        }}
      />
    </Card>
  );
}
