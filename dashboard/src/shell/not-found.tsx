// Shown for an unknown address, or a screen the member may not see.

import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty title="This page does not exist, or is for operators only.">
        <a href="/">Go to the overview</a>
      </Empty>
    </Page>
  );
}
