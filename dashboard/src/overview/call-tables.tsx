// The most frequent endpoints, and the most frequent errors with their meaning.
import { callsAddress } from '../calls/calls-address.ts';
import { StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/page.tsx';
import { Table } from '../components/table.tsx';
import { may } from '../session.ts';
import { CALL_FIGURE_TEXTS } from '../texts/overview-texts.ts';
import type { OverviewAnswer } from './overview-answer.ts';

interface CallTablesProps {
  readonly endpoints: OverviewAnswer['top_endpoints'];
  readonly errors: OverviewAnswer['top_errors'];
  /** The account whose calls an error links to; null: all accounts. */
  readonly account: string | null;
}

export function CallTables({ endpoints, errors, account }: CallTablesProps) {
  return (
    <div class="grid-2">
      <Card title={CALL_FIGURE_TEXTS.topEndpoints}>
        <Table
          caption={CALL_FIGURE_TEXTS.topEndpoints}
          isBare
          rows={endpoints}
          rowKey={({ path }) => path}
          empty={<p class="muted">{CALL_FIGURE_TEXTS.noEndpoints}</p>}
          columns={[
            {
              key: 'path',
              title: CALL_FIGURE_TEXTS.columns.endpoint,
              value: ({ path }) => path,
              cell: ({ path }) => <span class="mono">{path.replace('/v2/', '')}</span>,
            },
            { key: 'calls', title: CALL_FIGURE_TEXTS.columns.calls, value: ({ calls }) => calls, isNumber: true },
            {
              key: 'credits',
              title: CALL_FIGURE_TEXTS.columns.credits,
              value: ({ credits }) => credits,
              isNumber: true,
            },
          ]}
        />
      </Card>
      <Card title={CALL_FIGURE_TEXTS.topErrors}>
        <Table
          caption={CALL_FIGURE_TEXTS.topErrors}
          isBare
          rows={errors}
          rowKey={({ path, status }) => `${status} ${path}`}
          empty={<p class="muted">{CALL_FIGURE_TEXTS.noErrors}</p>}
          columns={[
            {
              key: 'status',
              title: CALL_FIGURE_TEXTS.columns.status,
              value: ({ status }) => status,
              cell: ({ status }) => <StatusBadge status={status} />,
            },
            {
              key: 'path',
              title: CALL_FIGURE_TEXTS.columns.endpoint,
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
                  <span class="muted small">{CALL_FIGURE_TEXTS.reasons[status]}</span>
                </>
              ),
            },
            { key: 'calls', title: CALL_FIGURE_TEXTS.columns.calls, value: ({ calls }) => calls, isNumber: true },
          ]}
        />
      </Card>
    </div>
  );
}
