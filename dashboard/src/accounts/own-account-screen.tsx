// The screen Account, for members: their own account. Operators have the list of all accounts instead.
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { request } from '../api.ts';
import { Page } from '../components/page.tsx';
import { Loaded } from '../components/states.tsx';
import { useRemote } from '../remote.ts';
import { isOperator, me } from '../session.ts';
import { ACCOUNT_TEXTS } from '../texts/account-texts.ts';
import { AccountContent } from './account-content.tsx';

const EVERY_MS = 10_000;

export function OwnAccountScreen() {
  const { route } = useLocation();
  useEffect(() => {
    if (isOperator.value) route('/accounts', true);
  }, []);
  return isOperator.value ? null : <OwnAccount />;
}

function OwnAccount() {
  const accounts = useRemote((signal) => request('GET /accounts', { signal }), [], { everyMs: EVERY_MS });
  const own = accounts.value?.rows.find(({ name }) => name === me.value?.account) ?? accounts.value?.rows[0];
  return (
    <Page title={own?.name ?? ACCOUNT_TEXTS.title} lead={own && ACCOUNT_TEXTS.planSince(own.plan, own.created_at)}>
      <Loaded remote={accounts} lines={8}>
        {() => own && <AccountContent key={own.name} account={own} />}
      </Loaded>
    </Page>
  );
}
