// The delivery log of an endpoint: each event with its attempts and the last response. A row opens the payload, which
// can be sent again.
import { useEffect, useState } from 'preact/hooks';
import { type ApiFailure, request } from '../api.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Drawer } from '../components/dialog.tsx';
import { Fact, FactList } from '../components/facts.tsx';
import { notify } from '../components/notices.tsx';
import { Card } from '../components/page.tsx';
import { Empty, Failure, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatAgo, formatCount, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { may } from '../session.ts';
import { WEBHOOK_TEXTS } from '../texts/webhook-texts.ts';
import { type Delivery, deliveryStateOf, type Webhook } from './webhook.ts';

const EVERY_MS = 2000;

interface DeliveriesProps {
  readonly webhook: Webhook;
  /** Incremented by each test, so that its delivery appears at once. */
  readonly tests: number;
}

export function Deliveries({ webhook: { id, enabled }, tests }: DeliveriesProps) {
  const newest = useRemote((signal) => request('GET /webhooks/:id/deliveries', { params: { id }, signal }), [id], {
    choices: [tests],
    everyMs: EVERY_MS,
  });
  const [older, setOlder] = useState<OlderPages>({ rows: [], cursor: undefined, failure: null });
  const [opened, setOpened] = useState<string | null>(null);
  const cursor = older.cursor === undefined ? (newest.value?.cursor ?? null) : older.cursor;
  const more = async () => {
    if (cursor === null) return;
    const result = await request('GET /webhooks/:id/deliveries', { params: { id }, query: { cursor } });
    if (!result.ok) return setOlder({ ...older, failure: result.failure });
    const { rows, cursor: next } = result.answer;
    setOlder({ rows: joined(all, rows), cursor: next, failure: null });
  };
  // Newer deliveries push others out of the first page; the older pages do not have those.
  useEffect(() => {
    const { rows = [] } = newest.value ?? {};
    setOlder((now) => (now.cursor === undefined ? now : { ...now, rows: joined(rows, now.rows) }));
  }, [newest.value]);
  const all = joined(newest.value?.rows ?? [], older.rows);
  const shown = all.find((delivery) => delivery.id === opened);
  return (
    <Card title={WEBHOOK_TEXTS.deliveries}>
      <Loaded remote={newest} lines={6}>
        {() => (
          <Table
            caption={WEBHOOK_TEXTS.deliveries}
            rows={all}
            rowKey={(delivery) => delivery.id}
            columns={COLUMNS}
            onOpen={(delivery) => setOpened(delivery.id)}
            empty={
              <Empty title={WEBHOOK_TEXTS.noDeliveries} icon="send">
                {enabled && may('member') ? WEBHOOK_TEXTS.noDeliveriesHint : null}
              </Empty>
            }
          />
        )}
      </Loaded>
      {older.failure && <Failure failure={older.failure} />}
      {cursor !== null && (
        <div>
          <Button onClick={() => void more()}>{WEBHOOK_TEXTS.older}</Button>
        </div>
      )}
      {shown && (
        <Drawer title={shown.event_type} isOpen onClose={() => setOpened(null)}>
          <Detail webhook={id} delivery={shown} canReplay={enabled && may('member')} onReplayed={newest.reload} />
        </Drawer>
      )}
    </Card>
  );
}

/** The newer deliveries, and the others that are not among them. */
function joined(newer: readonly Delivery[], others: readonly Delivery[]): readonly Delivery[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...others.filter(({ id }) => !known.has(id))];
}

/** All deliveries shown so far; an undefined cursor means that only the first page was loaded. */
interface OlderPages {
  readonly rows: readonly Delivery[];
  readonly cursor: string | null | undefined;
  readonly failure: ApiFailure | null;
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    key: 'event_type',
    title: WEBHOOK_TEXTS.event,
    value: ({ event_type: type }) => type,
    cell: ({ event_type: type }) => <span class="mono">{type}</span>,
  },
  {
    key: 'state',
    title: WEBHOOK_TEXTS.state,
    value: ({ state }) => state,
    cell: (delivery) => <Badge kind={deliveryStateOf(delivery).kind}>{deliveryStateOf(delivery).word}</Badge>,
  },
  {
    key: 'last_status',
    title: WEBHOOK_TEXTS.answer,
    value: ({ last_status: status }) => status,
    cell: (delivery) => <LastAnswer {...delivery} />,
  },
  { key: 'attempts', title: WEBHOOK_TEXTS.attempts, isNumber: true, isMinor: true, value: ({ attempts }) => attempts },
  {
    key: 'next_attempt_at',
    title: WEBHOOK_TEXTS.next,
    isMinor: true,
    value: ({ next_attempt_at: at }) => at,
    cell: ({ next_attempt_at: at }) => (at === null ? <span class="muted">–</span> : <Moment at={at} />),
  },
  {
    key: 'created_at',
    title: WEBHOOK_TEXTS.time,
    value: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <Moment at={at} />,
  },
];

function Moment({ at }: { readonly at: string }) {
  return (
    <span class="nowrap" title={formatTime(at)}>
      {formatAgo(at)}
    </span>
  );
}

/** The status of the last attempt, or a note that the endpoint did not respond. */
function LastAnswer({ last_status: status, attempts, last_error: error }: Delivery) {
  if (status !== null) return <StatusBadge status={status} />;
  if (attempts === 0) return <span class="muted">–</span>;
  return (
    <span class="muted" title={error ?? ''}>
      {WEBHOOK_TEXTS.noAnswer}
    </span>
  );
}

interface DetailProps {
  readonly webhook: string;
  readonly delivery: Delivery;
  readonly canReplay: boolean;
  readonly onReplayed: () => void;
}

function Detail({ webhook, delivery, canReplay, onReplayed }: DetailProps) {
  const [isBusy, setBusy] = useState(false);
  const { id, event_id: eventId, attempts, last_attempt_at: lastAt, next_attempt_at: nextAt } = delivery;
  const replay = async () => {
    setBusy(true);
    const result = await request('POST /webhooks/:id/replay', { params: { id: webhook }, body: { delivery: id } });
    setBusy(false);
    if (result.ok) notify(WEBHOOK_TEXTS.replayed);
    else notify(result.failure.message, 'bad');
    onReplayed();
  };
  const { kind, word } = deliveryStateOf(delivery);
  return (
    <div class="stack">
      <FactList>
        <Fact name={WEBHOOK_TEXTS.state}>
          <Badge kind={kind}>{word}</Badge>
        </Fact>
        <Fact name={WEBHOOK_TEXTS.time}>{formatTime(delivery.created_at)}</Fact>
        <Fact name={WEBHOOK_TEXTS.attempts}>{attempts === 0 ? WEBHOOK_TEXTS.attempt(0) : formatCount(attempts)}</Fact>
        <Fact name={WEBHOOK_TEXTS.lastAttempt}>{lastAt && formatTime(lastAt)}</Fact>
        <Fact name={WEBHOOK_TEXTS.answer}>{attempts > 0 && <LastAnswer {...delivery} />}</Fact>
        <Fact name={WEBHOOK_TEXTS.error}>{delivery.last_error}</Fact>
        <Fact name={WEBHOOK_TEXTS.next}>{nextAt && formatTime(nextAt)}</Fact>
        <Fact name={WEBHOOK_TEXTS.eventId}>
          <span class="mono">{eventId}</span>
        </Fact>
        <Fact name={WEBHOOK_TEXTS.deliveryId}>
          <span class="mono">{id}</span>
        </Fact>
      </FactList>
      {canReplay && (
        <div>
          <Button icon="refresh" isBusy={isBusy} onClick={() => void replay()}>
            {WEBHOOK_TEXTS.replay}
          </Button>
        </div>
      )}
      <h3>{WEBHOOK_TEXTS.payload}</h3>
      <CodeBlock label={WEBHOOK_TEXTS.payload} text={prettyJson(delivery.payload)} isWrapped />
    </div>
  );
}

function prettyJson(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}
