// The screen Playground.

import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';

export function PlaygroundScreen() {
  return (
    <Page title="Playground">
      <Empty title="Not built yet" />
    </Page>
  );
}
