// The screen Keys.

import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';

export function KeysScreen() {
  return (
    <Page title="Keys">
      <Empty title="Not built yet" />
    </Page>
  );
}
