// The screen Waterfall.

import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';

export function WaterfallScreen() {
  return (
    <Page title="Waterfall">
      <Empty title="Not built yet" />
    </Page>
  );
}
