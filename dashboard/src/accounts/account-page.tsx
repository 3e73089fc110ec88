// The page of one account, for operators: its credits and limits, calls, keys and members, and what can be changed.
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Answer, ask } from '../api.ts';
import { callsAddress } from '../calls/calls-address.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Menu } from '../components/menu.tsx';
import { Figure, Page } from '../components/page.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { formatCount, formatShare, formatTime } from '../format.ts';
import { CallTables } from '../overview/call-tables.tsx';
import { runsOutAt } from '../overview/forecast.ts';
import '../overview/overview.css';
import type { OverviewAnswer } from '../overview/overview-answer.ts';
import { RequestsChart, trendOf } from '../overview/requests-chart.tsx';
import { useRemote } from '../remote.ts';
import { accountsChanged } from '../session.ts';
import { ACCOUNT_TEXTS } from '../texts/account-texts.ts';
import { OVERVIEW_TEXTS } from '../texts/overview-texts.ts';
import { ChangeAccount, GrantCredits, RemoveAccount, resumeAccount, SuspendAccount } from './account-dialogs.tsx';
import { AccountKeys, AccountMembers, LatestCalls } from './account-parts.tsx';
import './accounts.css';

type Account = Answer<'GET /accounts'>['rows'][number];

const EVERY_MS = 10_000;
const WINDOWS = { grant: GrantCredits, change: ChangeAccount, suspend: SuspendAccount, remove: RemoveAccount } as const;
type Act = keyof typeof WINDOWS;

export function AccountPage({ id }: { readonly id: string }) {
  const { route } = useLocation();
  const accounts = useRemote((signal) => ask('GET /accounts', { signal }), [id], EVERY_MS);
  const [open, setOpen] = useState<Act | null>(null);
  const found = accounts.value?.rows.find((each) => each.id === id);
  const done = () => {
    if (open === 'remove') route('/accounts');
    setOpen(null);
    accounts.reload();
    accountsChanged.value += 1;
  };
  const Window = open && WINDOWS[open];
  return (
    <Page
      title={found?.name ?? ACCOUNT_TEXTS.title}
      lead={found && <Lead {...found} />}
      before={
        <a class="back" href="/accounts">
          {ACCOUNT_TEXTS.all}
        </a>
      }
      actions={
        found && <Actions account={found} onOpen={setOpen} onResume={() => void resumeAccount(found).then(done)} />
      }
    >
      <Loaded remote={accounts} lines={8}>
        {() =>
          found ? (
            <Content key={found.name} account={found} />
          ) : (
            <Empty title={ACCOUNT_TEXTS.unknown} icon="people">
              {ACCOUNT_TEXTS.unknownHint}
            </Empty>
          )
        }
      </Loaded>
      {Window && found && <Window account={found} onClose={() => setOpen(null)} onDone={done} />}
    </Page>
  );
}

function Lead({ plan, created_at: createdAt, suspended_at: suspendedAt }: Account) {
  return (
    <>
      {ACCOUNT_TEXTS.lead(plan, createdAt)}{' '}
      {suspendedAt !== null && <Badge kind="warn">{ACCOUNT_TEXTS.suspended}</Badge>}
    </>
  );
}

interface ActionsProps {
  readonly account: Account;
  readonly onOpen: (act: Act) => void;
  readonly onResume: () => void;
}

function Actions({ account: { name, remaining, suspended_at: suspendedAt }, onOpen, onResume }: ActionsProps) {
  return (
    <div class="row">
      {remaining !== null && (
        <Button icon="plus" onClick={() => onOpen('grant')}>
          {ACCOUNT_TEXTS.grant}
        </Button>
      )}
      {suspendedAt !== null && (
        <Button kind="primary" icon="play" onClick={onResume}>
          {ACCOUNT_TEXTS.resume}
        </Button>
      )}
      <Button onClick={() => onOpen('change')}>{ACCOUNT_TEXTS.change}</Button>
      <Menu
        label={`More about ${name}`}
        actions={[
          ...(suspendedAt === null
            ? [{ label: ACCOUNT_TEXTS.suspend, icon: 'close', run: () => onOpen('suspend') } as const]
            : []),
          { label: ACCOUNT_TEXTS.remove, icon: 'trash', isDanger: true, run: () => onOpen('remove') },
        ]}
      />
    </div>
  );
}

function Content({ account }: { readonly account: Account }) {
  const { name, suspended_at: suspendedAt } = account;
  const overview = useRemote(
    (signal) => ask('GET /overview', { query: { account: name }, signal }),
    [name, account.remaining],
    EVERY_MS,
  );
  return (
    <>
      {suspendedAt !== null && <p class="callout callout-warn">{ACCOUNT_TEXTS.suspendedHint(suspendedAt)}</p>}
      <Loaded remote={overview} lines={6}>
        {(answer) => (
          <>
            <Warning {...answer} />
            <Figures account={account} overview={answer} />
            <RequestsChart requests={answer.requests} />
            <div class="grid-2">
              <AccountKeys account={name} />
              <AccountMembers account={name} />
            </div>
            <CallTables endpoints={answer.top_endpoints} errors={answer.top_errors} account={name} />
          </>
        )}
      </Loaded>
      <LatestCalls account={name} />
    </>
  );
}

/** Below this share of the month's credits there is a warning. */
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
}

function Figures({ account, overview: { credits, requests } }: FiguresProps) {
  const plans = useRemote((signal) => ask('GET /plans', { signal }), [account.plan]);
  const plan = plans.value?.rows.find(({ name }) => name === account.plan);
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
      <Figure
        name={ACCOUNT_TEXTS.rate}
        value={plan ? formatCount(plan.requests_per_second) : '–'}
        note={ACCOUNT_TEXTS.rateNote}
      />
      <Figure
        name={OVERVIEW_TEXTS.calls(requests.days)}
        value={formatCount(calls)}
        note={
          calls === 0 ? (
            ACCOUNT_TEXTS.noCalls
          ) : (
            <a href={callsAddress({ status: 'errors' }, account.name)}>
              {OVERVIEW_TEXTS.errors(formatShare(failed / calls))}
            </a>
          )
        }
        trend={trendOf(requests, (row) => row.calls)}
      />
    </dl>
  );
}
