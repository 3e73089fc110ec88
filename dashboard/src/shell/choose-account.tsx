// Parts of screens that need an account: an operator chooses one, or creates the first one.
import type { ComponentChildren } from 'preact';
import { request } from '../api.ts';
import { Empty, Loaded } from '../components/states.tsx';
import { useRemote } from '../remote.ts';
import { session } from '../session.ts';
import { NO_ACCOUNT_TEXTS } from '../texts/no-account-texts.ts';
import { AccountPicker } from './account-choice.tsx';

/** Shown instead of a choice as long as there is no account. */
export function NoAccounts() {
  return (
    <p class="callout callout-warn">
      {NO_ACCOUNT_TEXTS.none} <a href="/accounts">{NO_ACCOUNT_TEXTS.create}</a>
    </p>
  );
}

interface ChooseAccountProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** An empty screen with the account picker. */
export function ChooseAccount({ title, children }: ChooseAccountProps) {
  const accounts = useRemote((signal) => request('GET /accounts', { signal }), [], {
    choices: [session.value],
  });
  return (
    <Empty title={title} icon="people">
      {children}
      <Loaded remote={accounts} lines={1}>
        {({ rows }) =>
          rows.length === 0 ? (
            <NoAccounts />
          ) : (
            <AccountPicker names={rows.map(({ name }) => name).sort()} isLabelUnseen />
          )
        }
      </Loaded>
    </Empty>
  );
}
