// The account picker for operators. The choice is part of the address and stored in this browser, so links and reloads
// preserve it.
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { request } from '../api.ts';
import { Select } from '../components/field.tsx';
import { useRemote } from '../remote.ts';
import { account, accountOfAddresses, chooseAccount, isOperator, reviewAccounts, session } from '../session.ts';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';

const PARAMETER = 'account';
const ALL = '';

/** The address with this account; null removes it. */
function withAccount(url: string, name: string | null): string {
  const [path = '/', query = ''] = url.split('?', 2);
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${PARAMETER}=`));
  const parts = name === null ? others : [...others, `${PARAMETER}=${encodeURIComponent(name)}`];
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

/** Returns a function that chooses an account and updates the address. */
export function useAccountChoice(): (name: string | null) => void {
  const { url, route } = useLocation();
  return (name) => {
    chooseAccount(name);
    route(withAccount(url, name), true);
  };
}

/** Synchronizes the address and the choice: an address that names an account chooses it. */
export function useAccountInAddress(): void {
  const { url, route } = useLocation();
  // Before the browser paints: a later change of the address would undo a navigation that came in between.
  useLayoutEffect(() => {
    if (!isOperator.value) return;
    const named = new URLSearchParams(url.split('?', 2)[1] ?? '').get(PARAMETER);
    const chosen = accountOfAddresses();
    if (named !== null && named !== chosen) chooseAccount(named);
    else if (named === null && chosen !== null) route(withAccount(url, chosen), true);
  }, [url]);
}

/** The names of all accounts, for operators; loaded again with the session. */
export function useAccountNames(): readonly string[] {
  const accounts = useRemote(
    async (signal) => (isOperator.value ? request('GET /accounts', { signal }) : { ok: true, answer: { rows: [] } }),
    [],
    { choices: [session.value] },
  );
  const names = (accounts.value?.rows ?? []).map(({ name }) => name).sort();
  useEffect(() => {
    if (accounts.value) reviewAccounts(names);
  }, [accounts.value]);
  return names;
}

interface AccountPickerProps {
  readonly names: readonly string[];
  readonly isLabelUnseen?: boolean;
}

/** The picker. */
export function AccountPicker({ names, isLabelUnseen = false }: AccountPickerProps) {
  const choose = useAccountChoice();
  return (
    <Select
      label={SHELL_TEXTS.account}
      isLabelUnseen={isLabelUnseen}
      value={account.value ?? ALL}
      options={[{ value: ALL, label: SHELL_TEXTS.allAccounts }, ...names.map((name) => ({ value: name, label: name }))]}
      onSelect={(name) => choose(name === ALL ? null : name)}
    />
  );
}
