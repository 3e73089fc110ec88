// The most frequent endpoints, and the most frequent errors with their meaning.
import { callsAddress } from '../calls/calls-address.ts';
import { StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/page.tsx';
import { Table } from '../components/table.tsx';
import { may } from '../session.ts';
import type { OverviewAnswer } from './overview-answer.ts';

const REASONS: Readonly<Record<number, string>> = {
  401: 'Key missing, unknown, revoked or not allowed for this path',
  402: 'No credits left this month',
  404: 'Valid request, no matching record',
  405: 'Wrong HTTP method',
  413: 'Body too large',
  422: 'A value is missing, malformed or unknown',
  429: 'More requests per second than the plan allows',
  500: 'Server error; see the log',
};

interface CallTablesProps {
  readonly endpoints: OverviewAnswer['top_endpoints'];
  readonly errors: OverviewAnswer['top_errors'];
  /** The account of the calls that errors lead to; null: all accounts. */
  readonly account: string | null;
}

export function CallTables({ endpoints, errors, account }: CallTablesProps) {
  return (
    <div class="grid-2">
      <Card title="Top endpoints">
        <Table
          caption="Top endpoints"
          isBare
          rows={endpoints}
          rowKey={({ path }) => path}
          empty={<p class="muted">No calls in this period.</p>}
          columns={[
            {
              key: 'path',
              title: 'Endpoint',
              value: ({ path }) => path,
              cell: ({ path }) => <span class="mono">{path.replace('/v2/', '')}</span>,
            },
            { key: 'calls', title: 'Calls', value: ({ calls }) => calls, isNumber: true },
            { key: 'credits', title: 'Credits', value: ({ credits }) => credits, isNumber: true },
          ]}
        />
      </Card>
      <Card title="Top errors">
        <Table
          caption="Top errors"
          isBare
          rows={errors}
          rowKey={({ path, status }) => `${status} ${path}`}
          empty={<p class="muted">No rejected calls in this period.</p>}
          columns={[
            {
              key: 'status',
              title: 'Status',
              value: ({ status }) => status,
              cell: ({ status }) => <StatusBadge status={status} />,
            },
            {
              key: 'path',
              title: 'Endpoint',
              value: ({ path }) => path,
              cell: ({ path, status }) => (
                <>
                  {may('read_only') ? (
                    <a class="mono" href={callsAddress({ status: String(status) }, account)}>
                      {path.replace('/v2/', '')}
                    </a>
                  ) : (
                    <span class="mono">{path.replace('/v2/', '')}</span>
                  )}
                  <br />
                  <span class="muted small">{REASONS[status]}</span>
                </>
              ),
            },
            { key: 'calls', title: 'Calls', value: ({ calls }) => calls, isNumber: true },
          ]}
        />
      </Card>
    </div>
  );
}
