// The screen Data.

import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';

export function RecordsScreen() {
  return (
    <Page title="Data">
      <Empty title="Not built yet" />
    </Page>
  );
}
