// The overview: credits, calls over time, top endpoints and errors, freshness of the records. Before the first call it
// shows the first steps.
import { useLocation } from 'preact-iso/router';
import { request } from '../api.ts';
import { callsAddress } from '../calls/calls-address.ts';
import { Select } from '../components/field.tsx';
import { Figure, Page } from '../components/page.tsx';
import { Loaded } from '../components/states.tsx';
import { formatCount, formatMs, formatShare, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { screenAddress } from '../screen-address.ts';
import { account, accountOfAddresses, isOperator, may } from '../session.ts';
import { CREDIT_TEXTS, OVERVIEW_TEXTS, SERVICE_TEXTS } from '../texts/overview-texts.ts';
import { CallTables } from './call-tables.tsx';
import { FirstSteps } from './first-steps.tsx';
import { runsOutAt } from './forecast.ts';
import { Freshness } from './freshness.tsx';
import { RequestsChart, trendOf } from './requests-chart.tsx';
import './overview.css';
import type { OverviewAnswer } from './overview-answer.ts';

const SPANS = [
  { value: '', label: OVERVIEW_TEXTS.automatic },
  { value: '1', label: OVERVIEW_TEXTS.spans.day },
  { value: '7', label: OVERVIEW_TEXTS.spans.week },
  { value: '30', label: OVERVIEW_TEXTS.spans.month },
  { value: '90', label: OVERVIEW_TEXTS.spans.quarter },
] as const;

const RELOAD_EVERY_MS = 10_000;

export function OverviewScreen() {
  const { query: address, route } = useLocation();
  const days = SPANS.find(({ value }) => value === address['days'])?.value ?? '';
  const query = {
    ...(days === '' ? {} : { days }),
    ...(account.value === null ? {} : { account: account.value }),
  };
  const overview = useRemote(
    (aborted) => request('GET /overview', { query: query, signal: aborted }),
    [account.value],
    { choices: [days], everyMs: RELOAD_EVERY_MS },
  );
  const whose = account.value ?? (isOperator.value ? OVERVIEW_TEXTS.allAccounts : OVERVIEW_TEXTS.yourAccount);
  return (
    <Page
      title={OVERVIEW_TEXTS.title}
      lead={OVERVIEW_TEXTS.lead(whose, Intl.DateTimeFormat().resolvedOptions().timeZone)}
      actions={
        <Select
          label={OVERVIEW_TEXTS.period}
          isLabelUnseen
          value={days}
          options={spansOf(days === '' ? overview.value?.requests.days : undefined)}
          onSelect={(value) => route(screenAddress('/', { days: value }, accountOfAddresses()), true)}
        />
      }
    >
      <Loaded remote={overview} lines={8}>
        {(answer) => <Answered answer={answer} />}
      </Loaded>
    </Page>
  );
}

/** The options of the period. The automatic one names its number of days, if it is known. */
function spansOf(shown: number | undefined) {
  return SPANS.map((span) =>
    span.value === '' && shown !== undefined ? { ...span, label: OVERVIEW_TEXTS.automaticOf(shown) } : span,
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

/** The screen warns when at most this share of the month's credits is left. */
const LOW_SHARE = 0.1;

/** Warns early that few credits are left. */
function LowCredits({ credits }: { readonly credits: OverviewAnswer['credits'] }) {
  const { remaining, per_month: perMonth, granted } = credits;
  if (remaining === null || perMonth === null || remaining > LOW_SHARE * (perMonth + granted)) return null;
  return (
    <p class="callout callout-warn" role="status">
      <strong>{CREDIT_TEXTS.low(remaining)}</strong>
      {CREDIT_TEXTS.lowOf(perMonth + granted, credits.next_reset_at)}
      {isOperator.value ? <a href="/accounts">{CREDIT_TEXTS.grant}</a> : CREDIT_TEXTS.askOperator}
    </p>
  );
}

/** How long the credits last: until the reset, or until an earlier day at the rate of the shown period. */
function CreditsLast({ answer: { credits, requests } }: { readonly answer: OverviewAnswer }) {
  const { remaining, next_reset_at: resetAt } = credits;
  const atMs = runsOutAt({ rows: requests.rows, remaining, resetAt, nowMs: Date.now() });
  if (atMs !== null && remaining !== 0)
    return <span title={CREDIT_TEXTS.runsOutHint(resetAt)}>{CREDIT_TEXTS.runsOut(atMs)}</span>;
  return <span title={formatTime(resetAt)}>{CREDIT_TEXTS.reset(resetAt)}</span>;
}

function Figures({ answer }: { readonly answer: OverviewAnswer }) {
  const { credits, requests, latency, edition } = answer;
  const calls = requests.rows.reduce((sum, row) => sum + row.calls, 0);
  const failed = requests.rows.filter(({ status }) => status >= 400).reduce((sum, row) => sum + row.calls, 0);
  const ofAll = answer.account === null;
  return (
    <dl class="figures card">
      <Figure
        name={CREDIT_TEXTS.used}
        value={formatCount(credits.used)}
        note={
          credits.per_month === null
            ? ofAll
              ? OVERVIEW_TEXTS.allAccounts
              : CREDIT_TEXTS.unlimitedPlan
            : CREDIT_TEXTS.usedOf(credits.per_month + credits.granted)
        }
        trend={trendOf(requests, (row) => row.credits)}
      />
      <Figure
        name={CREDIT_TEXTS.left}
        value={credits.remaining === null ? (ofAll ? '–' : CREDIT_TEXTS.unlimited) : formatCount(credits.remaining)}
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
            name={SERVICE_TEXTS.median}
            value={latency ? formatMs(latency.p50_ms) : '–'}
            note={latency ? SERVICE_TEXTS.sinceStart : SERVICE_TEXTS.noCalls}
          />
          <Figure
            name={SERVICE_TEXTS.p99}
            value={latency ? formatMs(latency.p99_ms) : '–'}
            note={latency ? SERVICE_TEXTS.ofCalls(latency.calls) : SERVICE_TEXTS.noCalls}
          />
        </>
      )}
      <Figure
        name={SERVICE_TEXTS.records}
        value={edition ? formatCount(edition.people) : '–'}
        note={edition ? SERVICE_TEXTS.peopleAt(edition.companies) : SERVICE_TEXTS.noEdition}
      />
    </dl>
  );
}

/** Links to the calls if the role of the reader includes them. */
function Unanswered({ share }: { readonly share: string }) {
  const text = OVERVIEW_TEXTS.errors(share);
  if (!may('read_only')) return text;
  return <a href={callsAddress({ status: 'errors' }, accountOfAddresses())}>{text}</a>;
}
