// The screen Overview.

import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';

export function OverviewScreen() {
  return (
    <Page title="Overview">
      <Empty title="Not built yet" />
    </Page>
  );
}
