// Keys, members and latest calls of one account, each with a link to the complete list.
import type { ComponentChildren } from 'preact';
import { type Answer, request } from '../api.ts';
import { keyOf, type LoggedCall } from '../calls/call-detail.tsx';
import { callsAddress } from '../calls/calls-address.ts';
import { StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/page.tsx';
import { Loaded } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { formatAgo, formatMs, formatTime } from '../format.ts';
import { type Remote, useRemote } from '../remote.ts';
import { isOperator, may } from '../session.ts';
import { ACCOUNT_TEXTS } from '../texts/account-texts.ts';
import { CALL_TEXTS } from '../texts/call-texts.ts';
import { ROLE_NAMES } from '../texts/sign-in-texts.ts';

interface PartProps {
  readonly account: string;
}

const ROWS_MAX = 6;
const CALLS_MAX = 12;
const EVERY_MS = 5000;

interface LineProps {
  readonly name: ComponentChildren;
  readonly note: ComponentChildren;
  /** Time of the last use; null: never used. */
  readonly at: string | null;
  readonly never: string;
}

function Line({ name, note, at, never }: LineProps) {
  return (
    <li class="account-line">
      <span class="account-line-name">{name}</span>
      <span class="account-line-note muted">{note}</span>
      <span class="muted nowrap" title={at === null ? '' : formatTime(at)}>
        {at === null ? never : formatAgo(at)}
      </span>
    </li>
  );
}

/** Adds the account to the address if an operator is signed in. */
function ownAddress(path: string, account: string): string {
  return isOperator.value ? `${path}?account=${encodeURIComponent(account)}` : path;
}

interface KeyNameProps {
  readonly id: string;
  readonly name: string;
  readonly account: string;
}

/** Links to the calls of the key if the role of the reader includes them. */
function KeyName({ id, name, account }: KeyNameProps) {
  if (!may('read_only')) return <>{name}</>;
  return <a href={callsAddress({ key: id }, isOperator.value ? account : null)}>{name}</a>;
}

/** The active keys, most recently used first. */
export function AccountKeys({ account }: PartProps) {
  const keys = useRemote((signal) => request('GET /keys', { query: { account }, signal }), [account]);
  return (
    <Card title={ACCOUNT_TEXTS.keys} actions={<a href={ownAddress('/keys', account)}>{ACCOUNT_TEXTS.allKeys}</a>}>
      <Loaded remote={keys}>
        {({ rows }) => {
          const active = rows
            .filter(({ state }) => state === 'active')
            .toSorted((a, b) => (b.last_used_at ?? '').localeCompare(a.last_used_at ?? ''));
          if (active.length === 0) return <p class="muted">{ACCOUNT_TEXTS.noKeys}</p>;
          return (
            <ul class="account-lines">
              {active.slice(0, ROWS_MAX).map((key) => (
                <Line
                  key={key.id}
                  name={<KeyName id={key.id} name={key.name || ACCOUNT_TEXTS.unnamed} account={account} />}
                  note={<span class="mono">{key.masked}</span>}
                  at={key.last_used_at}
                  never={ACCOUNT_TEXTS.neverUsed}
                />
              ))}
              {active.length > ROWS_MAX && (
                <li class="account-line muted">{ACCOUNT_TEXTS.moreKeys(active.length - ROWS_MAX)}</li>
              )}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

export function AccountMembers({ remote }: { readonly remote: Remote<Answer<'GET /account'>> }) {
  return (
    <Card
      title={ACCOUNT_TEXTS.members}
      actions={isOperator.value && <a href="/accounts/members">{ACCOUNT_TEXTS.allMembers}</a>}
    >
      <Loaded remote={remote}>
        {({ members }) =>
          members.length === 0 ? (
            <p class="muted">{ACCOUNT_TEXTS.noMembers}</p>
          ) : (
            <ul class="account-lines">
              {members.map(({ email, name, role, last_seen_at: at }) => (
                <Line
                  key={email}
                  name={name}
                  note={`${ROLE_NAMES[role]}, ${email}`}
                  at={at}
                  never={ACCOUNT_TEXTS.neverSeen}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

export function LatestCalls({ account }: PartProps) {
  const calls = useRemote((signal) => request('GET /calls', { query: { account }, signal }), [account], {
    everyMs: EVERY_MS,
  });
  return (
    <Card
      title={ACCOUNT_TEXTS.latest}
      actions={<a href={callsAddress({}, isOperator.value ? account : null)}>{ACCOUNT_TEXTS.allCalls}</a>}
    >
      <Loaded remote={calls}>
        {({ rows }) => (
          <Table<LoggedCall>
            caption={ACCOUNT_TEXTS.latest}
            isBare
            rows={rows.slice(0, CALLS_MAX)}
            rowKey={({ id }) => id}
            empty={<p class="muted">{ACCOUNT_TEXTS.noLatest}</p>}
            columns={[
              {
                ...{ key: 'at', title: ACCOUNT_TEXTS.callColumns.time, value: ({ at }) => at },
                cell: ({ at }) => (
                  <span class="nowrap" title={formatTime(at)}>
                    {formatAgo(at)}
                  </span>
                ),
              },
              {
                ...{ key: 'status', title: ACCOUNT_TEXTS.callColumns.status, value: ({ status }) => status },
                cell: ({ status }) => <StatusBadge status={status} />,
              },
              {
                ...{ key: 'path', title: ACCOUNT_TEXTS.callColumns.endpoint, value: ({ path }) => path },
                cell: ({ path }) => <span class="mono">{path.replace('/v2/', '')}</span>,
              },
              {
                ...{ key: 'key', title: CALL_TEXTS.key, isMinor: true },
                value: keyOf,
              },
              {
                ...{
                  key: 'ms',
                  title: ACCOUNT_TEXTS.callColumns.duration,
                  isNumber: true,
                  isMinor: true,
                  value: ({ ms }) => ms,
                },
                cell: ({ ms }) => formatMs(ms),
              },
              {
                key: 'credits',
                title: ACCOUNT_TEXTS.callColumns.credits,
                isNumber: true,
                value: ({ credits }) => credits,
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
