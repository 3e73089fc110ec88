// The screen of accounts, for operators: accounts, plans, usage, members and the audit log.
import { useLocation, useRoute } from 'preact-iso/router';
import { Page } from '../components/page.tsx';
import { Tabs } from '../components/tabs.tsx';
import { AccountList } from './account-list.tsx';
import { AccountPage } from './account-page.tsx';
import { AuditLog } from './audit-log.tsx';
import { Members } from './members.tsx';
import { Plans } from './plans.tsx';
import { UsageByAccount } from './usage-by-account.tsx';

const TABS = [
  { key: 'accounts', title: 'Accounts', panel: () => <AccountList /> },
  { key: 'plans', title: 'Plans', panel: () => <Plans /> },
  { key: 'usage', title: 'Usage', panel: () => <UsageByAccount /> },
  { key: 'members', title: 'Members', panel: () => <Members /> },
  { key: 'audit', title: 'Audit log', panel: () => <AuditLog /> },
];

export function AccountsScreen() {
  const { params } = useRoute();
  const { route } = useLocation();
  const part = params['part'];
  if (part?.startsWith('acc_')) return <AccountPage key={part} id={part} />;
  return (
    <Page
      title="Accounts"
      lead="An account has a plan, keys, and members who manage them. Its keys share its credits and rate limit."
    >
      <Tabs
        label="Parts of the accounts"
        tabs={TABS}
        chosen={part ?? 'accounts'}
        onChoose={(key) => route(key === 'accounts' ? '/accounts' : `/accounts/${key}`)}
      />
    </Page>
  );
}
