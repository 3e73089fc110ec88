// The screen Reference.

import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';

export function ReferenceScreen() {
  return (
    <Page title="Reference">
      <Empty title="Not built yet" />
    </Page>
  );
}
