// The openings of a company: the count is free, the list costs a call.
import { useEffect, useState } from 'preact/hooks';
import type { JobRowWire } from '../../../src/contract/schemas/records.ts';
import { Card } from '../components/page.tsx';
import { Table } from '../components/table.tsx';
import { WebLink } from '../components/web-link.tsx';
import { freeCall } from '../explorer/free-count.ts';
import { formatCount, formatDay } from '../format.ts';
import { RECORD_TEXTS } from '../texts/record-texts.ts';
import { LookUp } from './look-up.tsx';

const PATH = '/v2/jobs/company';
const ROWS_MAX = 100;
const COLUMNS = RECORD_TEXTS.openingColumns;

export function Openings({ url, account }: { readonly url: string; readonly account: string }) {
  const [total, setTotal] = useState<number | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const body = { company: { network_url: [url] } };
    void freeCall('/v2/jobs/count', body, { account, signal: controller.signal }).then((answer) => {
      if (!controller.signal.aborted && !answer.failure)
        setTotal((answer.body as { total_results: number }).total_results);
    });
    return () => controller.abort();
  }, [url, account]);
  return (
    <Card title={total === null ? RECORD_TEXTS.openings : `${RECORD_TEXTS.openings}: ${formatCount(total)}`}>
      {total === 0 ? (
        <p class="muted">{RECORD_TEXTS.noOpenings}</p>
      ) : (
        <LookUp
          label={RECORD_TEXTS.showOpenings}
          path={PATH}
          body={{ company_network_url: url, max_results: ROWS_MAX }}
          account={account}
          shown={(answer) => <OpeningTable rows={(answer as { results: readonly JobRowWire[] }).results} />}
        />
      )}
    </Card>
  );
}

function OpeningTable({ rows }: { readonly rows: readonly JobRowWire[] }) {
  return (
    <Table
      caption={RECORD_TEXTS.openings}
      isBare
      rows={rows}
      rowKey={(row) => `${row.title} ${row.source}`}
      columns={[
        {
          key: 'title',
          title: COLUMNS.title,
          value: (row) => row.title,
          cell: (row) => (row.url ? <WebLink address={row.url}>{row.title}</WebLink> : row.title),
        },
        { key: 'open', title: COLUMNS.open, value: (row) => row.open_positions, isNumber: true },
        {
          key: 'places',
          title: COLUMNS.places,
          value: (row) => row.locations.map(({ city, country_code: code }) => city ?? code).join('; '),
          isMinor: true,
        },
        {
          key: 'newest',
          title: COLUMNS.newest,
          value: (row) => row.latest_posted_at,
          cell: (row) => (row.latest_posted_at ? formatDay(row.latest_posted_at) : '–'),
        },
      ]}
    />
  );
}
