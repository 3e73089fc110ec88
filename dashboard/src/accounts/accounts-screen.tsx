// The screen Accounts.

import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';

export function AccountsScreen() {
  return (
    <Page title="Accounts">
      <Empty title="Not built yet" />
    </Page>
  );
}
