// The screen Explorer.

import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';

export function ExplorerScreen() {
  return (
    <Page title="Explorer">
      <Empty title="Not built yet" />
    </Page>
  );
}
