// The overview: credits, calls over time, what is called and what fails, how fresh the records are; or the first steps
// where nothing has been called yet.
import { signal } from '@preact/signals';
import { ask } from '../api.ts';
import { callsAddress } from '../calls/calls-address.ts';
import { Select } from '../components/field.tsx';
import { Figure, Page } from '../components/page.tsx';
import { Loaded } from '../components/states.tsx';
import { formatAgo, formatCount, formatDay, formatMs, formatShare, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { account, accountOfAddresses, isOperator, may } from '../session.ts';
import { OVERVIEW_TEXTS } from '../texts/overview-texts.ts';
import { CallTables } from './call-tables.tsx';
import { FirstSteps } from './first-steps.tsx';
import { runsOutAt } from './forecast.ts';
import { Freshness } from './freshness.tsx';
import { RequestsChart, trendOf } from './requests-chart.tsx';
import './overview.css';
import type { OverviewAnswer } from './overview-answer.ts';

const SPANS = [
  { value: '', label: OVERVIEW_TEXTS.automatic },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const;

const days = signal<(typeof SPANS)[number]['value']>('');
const ASKED_EVERY_MS = 10_000;

export function OverviewScreen() {
  const asked = {
    ...(days.value === '' ? {} : { days: days.value }),
    ...(account.value === null ? {} : { account: account.value }),
  };
  const overview = useRemote(
    (aborted) => ask('GET /overview', { query: asked, signal: aborted }),
    [days.value, account.value],
    ASKED_EVERY_MS,
  );
  const whose = account.value ?? (isOperator.value ? 'all accounts' : 'your account');
  return (
    <Page
      title="Overview"
      lead={`Credits and calls of ${whose}. Times are in ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
      actions={
        <Select
          label="Period"
          isLabelUnseen
          value={days.value}
          options={spansOf(overview.value?.requests.days)}
          onSelect={(value) => {
            days.value = value;
          }}
        />
      }
    >
      <Loaded remote={overview} lines={8}>
        {(answer) => <Answered answer={answer} />}
      </Loaded>
    </Page>
  );
}

/** The automatic choice says which days these are. */
function spansOf(shown: number | undefined) {
  const isKnown = days.value === '' && shown !== undefined;
  return SPANS.map((span) =>
    span.value === '' && isKnown ? { ...span, label: OVERVIEW_TEXTS.automaticOf(shown) } : span,
  );
}

function Answered({ answer }: { readonly answer: OverviewAnswer }) {
  const isUnused = answer.requests.rows.length === 0 && answer.credits.used === 0;
  return (
    <>
      {isUnused && <FirstSteps overview={answer} />}
      <LowCredits credits={answer.credits} />
      <Figures answer={answer} />
      <RequestsChart requests={answer.requests} />
      <CallTables endpoints={answer.top_endpoints} errors={answer.top_errors} account={accountOfAddresses()} />
      <Freshness overview={answer} />
    </>
  );
}

/** Below this share of the month's credits there is a warning. */
const LOW_SHARE = 0.1;

/** A warning while there is time: few credits are left. */
function LowCredits({ credits }: { readonly credits: OverviewAnswer['credits'] }) {
  const { remaining, per_month: perMonth, granted } = credits;
  if (remaining === null || perMonth === null || remaining > LOW_SHARE * (perMonth + granted)) return null;
  return (
    <p class="callout callout-warn" role="status">
      <strong>{formatCount(remaining)} credits are left</strong> of {formatCount(perMonth + granted)} in this month;
      they reset on {formatTime(credits.next_reset_at)}.{' '}
      {isOperator.value ? <a href="/accounts">Grant more credits</a> : 'Ask an operator of this service for more.'}
    </p>
  );
}

/** How long the credits last: until the reset, or at the pace of the shown days until a day before it. */
function CreditsLast({ answer: { credits, requests } }: { readonly answer: OverviewAnswer }) {
  const { remaining, next_reset_at: resetAt } = credits;
  const atMs = runsOutAt({ rows: requests.rows, remaining, resetAt, nowMs: Date.now() });
  if (atMs !== null && remaining !== 0)
    return (
      <span title={`At the pace of this period. The credits reset on ${formatTime(resetAt)}.`}>
        used up on {formatDay(atMs)} at this pace
      </span>
    );
  return (
    <span title={formatTime(resetAt)}>
      reset on {formatDay(resetAt)}, {formatAgo(resetAt)}
    </span>
  );
}

function Figures({ answer }: { readonly answer: OverviewAnswer }) {
  const { credits, requests, latency, edition } = answer;
  const calls = requests.rows.reduce((sum, row) => sum + row.calls, 0);
  const failed = requests.rows.filter(({ status }) => status >= 400).reduce((sum, row) => sum + row.calls, 0);
  const ofAll = answer.account === null;
  return (
    <dl class="figures card">
      <Figure
        name="Credits used this month"
        value={formatCount(credits.used)}
        note={
          credits.per_month === null
            ? ofAll
              ? 'all accounts'
              : 'unlimited plan'
            : `of ${formatCount(credits.per_month + credits.granted)}`
        }
        trend={trendOf(requests, (row) => row.credits)}
      />
      <Figure
        name="Credits left"
        value={credits.remaining === null ? (ofAll ? '–' : 'Unlimited') : formatCount(credits.remaining)}
        note={<CreditsLast answer={answer} />}
      />
      <Figure
        name={OVERVIEW_TEXTS.calls(requests.days)}
        value={formatCount(calls)}
        note={calls === 0 ? OVERVIEW_TEXTS.unused : <Unanswered share={formatShare(failed / calls)} />}
        trend={trendOf(requests, (row) => row.calls)}
      />
      {isOperator.value && (
        <>
          <Figure
            name="Response time, median"
            value={latency ? formatMs(latency.p50_ms) : '–'}
            note={latency ? 'since the server started' : 'no calls yet'}
          />
          <Figure
            name="Response time, p99"
            value={latency ? formatMs(latency.p99_ms) : '–'}
            note={latency ? `of ${formatCount(latency.calls)} calls` : 'no calls yet'}
          />
        </>
      )}
      <Figure
        name="Searchable records"
        value={edition ? formatCount(edition.people) : '–'}
        note={edition ? `people at ${formatCount(edition.companies)} companies` : 'no edition yet'}
      />
    </dl>
  );
}

/** Leads to the calls, for those who may see them. */
function Unanswered({ share }: { readonly share: string }) {
  const text = OVERVIEW_TEXTS.errors(share);
  if (!may('read_only')) return text;
  return <a href={callsAddress({ status: 'errors' }, accountOfAddresses())}>{text}</a>;
}
