// Calls and credits of each account by day, as a chart and as a table.
import { useMemo } from 'preact/hooks';
import { MS_PER_DAY } from '../../../src/contract/days.ts';
import { type Answer, fileAddress, request } from '../api.ts';
import { Chart, type Series } from '../components/chart.tsx';
import { firstUsed } from '../components/chart-scale.ts';
import { Icon } from '../components/icon.tsx';
import { Card } from '../components/page.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { useRemote } from '../remote.ts';
import { account } from '../session.ts';
import { USAGE_TEXTS } from '../texts/audit-texts.ts';

type UsageAnswer = Answer<'GET /usage'>;

const NAMED_MAX = 5;
/** The chart has at least this many days: a single bar would fill its whole width. */
const DAYS_MIN = 7;

export function UsageByAccount() {
  const query = { by: 'day,account', ...(account.value === null ? {} : { account: account.value }) };
  const usage = useRemote((signal) => request('GET /usage', { query, signal }), [account.value]);
  return (
    <Loaded remote={usage} lines={8}>
      {(answer) =>
        answer.rows.length === 0 ? (
          <Empty title={USAGE_TEXTS.none} icon="overview" />
        ) : (
          <>
            <Card
              title={USAGE_TEXTS.chart}
              actions={
                <a
                  class="button button-quiet"
                  href={fileAddress('/usage.csv', { ...query, by: 'day,account,key,path,status' })}
                  download
                  target="_self"
                >
                  <Icon name="download" />
                  {USAGE_TEXTS.export}
                </a>
              }
            >
              <CreditsChart usage={answer} />
            </Card>
            <Table
              caption={USAGE_TEXTS.table}
              rows={totals(answer)}
              rowKey={({ name }) => name}
              sortedBy={{ key: 'credits', isDescending: true }}
              columns={[
                { key: 'account', title: USAGE_TEXTS.account, value: ({ name }) => name },
                { key: 'calls', title: USAGE_TEXTS.calls, isNumber: true, value: ({ calls }) => calls },
                { key: 'credits', title: USAGE_TEXTS.credits, isNumber: true, value: ({ credits }) => credits },
              ]}
            />
          </>
        )
      }
    </Loaded>
  );
}

function totals({ rows }: UsageAnswer) {
  const sums = new Map<string, { name: string; calls: number; credits: number }>();
  for (const { account: name = '', calls, credits } of rows) {
    const sum = sums.get(name) ?? { name, calls: 0, credits: 0 };
    sums.set(name, { name, calls: sum.calls + calls, credits: sum.credits + credits });
  }
  return [...sums.values()].toSorted((a, b) => b.credits - a.credits);
}

/** The largest accounts as a series each, the rest as one series. */
function CreditsChart({ usage }: { readonly usage: UsageAnswer }) {
  const { times, series } = useMemo(() => charted(usage), [usage]);
  return <Chart title={USAGE_TEXTS.chart} times={times} series={series} />;
}

function charted(usage: UsageAnswer): { times: number[]; series: Series[] } {
  const first = Math.floor(Date.parse(usage.from) / MS_PER_DAY) * MS_PER_DAY;
  const count = Math.max(1, Math.ceil((Date.parse(usage.to) - first) / MS_PER_DAY));
  const times = Array.from({ length: count }, (_, index) => first + index * MS_PER_DAY);
  const largest = totals(usage).map(({ name }) => name);
  const names = largest.length > NAMED_MAX ? [...largest.slice(0, NAMED_MAX), USAGE_TEXTS.others] : largest;
  const values = new Map(names.map((name) => [name, new Array<number>(count).fill(0)]));
  for (const { day = '', account: name = '', credits } of usage.rows) {
    const own = values.get(name) ?? values.get(USAGE_TEXTS.others);
    const place = Math.round((Date.parse(day) - first) / MS_PER_DAY);
    if (own && place >= 0 && place < count) own[place] = (own[place] ?? 0) + credits;
  }
  const sums = times.map((_, place) => [...values.values()].reduce((sum, own) => sum + (own[place] ?? 0), 0));
  const start = firstUsed(sums, DAYS_MIN);
  return {
    times: times.slice(start),
    series: names.map((name, index) => ({
      ...{ name, values: (values.get(name) ?? []).slice(start), colour: `--chart-${index + 1}` },
    })),
  };
}
