// Where an address names no screen, or one that the signed-in person may not see.

import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty title="There is no such page, or it is for operators.">
        <a href="/">To the overview</a>
      </Empty>
    </Page>
  );
}
