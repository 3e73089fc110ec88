// Credits, limits, calls, keys and members of one account. Operators and the members of the account see it.
import { type Answer, request } from '../api.ts';
import { callsAddress } from '../calls/calls-address.ts';
import { Figure } from '../components/page.tsx';
import { Loaded } from '../components/states.tsx';
import { formatCount, formatShare, formatTime } from '../format.ts';
import { CallTables } from '../overview/call-tables.tsx';
import { runsOutAt } from '../overview/forecast.ts';
import '../overview/overview.css';
import type { OverviewAnswer } from '../overview/overview-answer.ts';
import { RequestsChart, trendOf } from '../overview/requests-chart.tsx';
import { useRemote } from '../remote.ts';
import { isOperator, may } from '../session.ts';
import { ACCOUNT_TEXTS } from '../texts/account-texts.ts';
import { OVERVIEW_TEXTS } from '../texts/overview-texts.ts';
import { AccountKeys, AccountMembers, LatestCalls } from './account-parts.tsx';
import './accounts.css';

export type Account = Answer<'GET /accounts'>['rows'][number];

const EVERY_MS = 10_000;

export function AccountContent({ account }: { readonly account: Account }) {
  const { name, suspended_at: suspendedAt } = account;
  const shown = useRemote((signal) => request('GET /account', { query: { account: name }, signal }), [name], {
    choices: [account.plan],
  });
  const overview = useRemote((signal) => request('GET /overview', { query: { account: name }, signal }), [name], {
    choices: [account.remaining],
    everyMs: EVERY_MS,
  });
  return (
    <>
      {suspendedAt !== null && (
        <p class="callout callout-warn">
          {isOperator.value ? ACCOUNT_TEXTS.suspendedHint(suspendedAt) : ACCOUNT_TEXTS.suspendedForMembers(suspendedAt)}
        </p>
      )}
      <Loaded remote={overview} lines={6}>
        {(answer) => (
          <>
            <Warning {...answer} />
            <Figures account={account} overview={answer} rate={shown.value?.requests_per_second ?? null} />
            <RequestsChart requests={answer.requests} />
            <div class="grid-2">
              <AccountKeys account={name} />
              <AccountMembers remote={shown} />
            </div>
            <CallTables endpoints={answer.top_endpoints} errors={answer.top_errors} account={name} />
          </>
        )}
      </Loaded>
      {may('read_only') && <LatestCalls account={name} />}
    </>
  );
}

/** The screen warns when at most this share of the month's credits is left. */
const LOW_SHARE = 0.1;

function Warning({ credits }: OverviewAnswer) {
  const { remaining, per_month: perMonth, granted } = credits;
  const all = (perMonth ?? 0) + granted;
  if (remaining === null || remaining > LOW_SHARE * all) return null;
  return (
    <p class={`callout ${remaining === 0 ? 'callout-bad' : 'callout-warn'}`} role="status">
      {remaining === 0 ? ACCOUNT_TEXTS.none(all) : ACCOUNT_TEXTS.low(remaining, all)}
    </p>
  );
}

interface FiguresProps {
  readonly account: Account;
  readonly overview: OverviewAnswer;
  /** Requests per second; null while it is loading. */
  readonly rate: number | null;
}

function Figures({ account, overview: { credits, requests }, rate }: FiguresProps) {
  const { remaining, next_reset_at: resetAt } = credits;
  const calls = requests.rows.reduce((sum, row) => sum + row.calls, 0);
  const failed = requests.rows.filter(({ status }) => status >= 400).reduce((sum, row) => sum + row.calls, 0);
  const endsAt = runsOutAt({ rows: requests.rows, remaining, resetAt, nowMs: Date.now() });
  const all = credits.per_month === null ? null : credits.per_month + credits.granted;
  return (
    <dl class="figures card">
      <Figure
        name={ACCOUNT_TEXTS.used}
        value={formatCount(credits.used)}
        note={all === null ? ACCOUNT_TEXTS.unlimited : ACCOUNT_TEXTS.ofAll(all)}
        trend={trendOf(requests, (row) => row.credits)}
      />
      <Figure
        name={ACCOUNT_TEXTS.left}
        value={remaining === null ? ACCOUNT_TEXTS.unlimitedLeft : formatCount(remaining)}
        note={
          <span title={formatTime(resetAt)}>
            {endsAt !== null && remaining !== 0 ? ACCOUNT_TEXTS.runsOut(endsAt) : ACCOUNT_TEXTS.resets(resetAt)}
          </span>
        }
      />
      <Figure name={ACCOUNT_TEXTS.rate} value={rate === null ? '–' : formatCount(rate)} note={ACCOUNT_TEXTS.rateNote} />
      <Figure
        name={OVERVIEW_TEXTS.calls(requests.days)}
        value={formatCount(calls)}
        note={
          calls === 0 ? (
            ACCOUNT_TEXTS.noCalls
          ) : (
            <Unanswered account={account.name} share={formatShare(failed / calls)} />
          )
        }
        trend={trendOf(requests, (row) => row.calls)}
      />
    </dl>
  );
}

/** Links to the calls if the role of the reader includes them. */
function Unanswered({ account, share }: { readonly account: string; readonly share: string }) {
  const text = OVERVIEW_TEXTS.errors(share);
  if (!may('read_only')) return text;
  return <a href={callsAddress({ status: 'errors' }, isOperator.value ? account : null)}>{text}</a>;
}
