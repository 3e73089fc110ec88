// The screen Accounts, for operators: accounts, plans, usage, members and the audit log.
import { useLocation, useRoute } from 'preact-iso/router';
import { Page } from '../components/page.tsx';
import { Tabs } from '../components/tabs.tsx';
import { ACCOUNT_TEXTS } from '../texts/account-texts.ts';
import { AccountList } from './account-list.tsx';
import { AccountPage } from './account-page.tsx';
import { AuditLog } from './audit-log.tsx';
import { Members } from './members.tsx';
import { Plans } from './plans.tsx';
import { UsageByAccount } from './usage-by-account.tsx';

const TABS = [
  { key: 'accounts', title: ACCOUNT_TEXTS.tabs.accounts, panel: () => <AccountList /> },
  { key: 'plans', title: ACCOUNT_TEXTS.tabs.plans, panel: () => <Plans /> },
  { key: 'usage', title: ACCOUNT_TEXTS.tabs.usage, panel: () => <UsageByAccount /> },
  { key: 'members', title: ACCOUNT_TEXTS.tabs.members, panel: () => <Members /> },
  { key: 'audit', title: ACCOUNT_TEXTS.tabs.audit, panel: () => <AuditLog /> },
];

export function AccountsScreen() {
  const { params } = useRoute();
  const { route } = useLocation();
  const part = params['part'];
  if (part?.startsWith('acc_')) return <AccountPage key={part} id={part} />;
  return (
    <Page title={ACCOUNT_TEXTS.all} lead={ACCOUNT_TEXTS.lead}>
      <Tabs
        label={ACCOUNT_TEXTS.parts}
        tabs={TABS}
        chosen={part ?? 'accounts'}
        onChoose={(key) => route(key === 'accounts' ? '/accounts' : `/accounts/${key}`)}
      />
    </Page>
  );
}
