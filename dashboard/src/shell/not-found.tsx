// Shown for an unknown address, and for a screen that the role of the member excludes.
import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';
import { me } from '../session.ts';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';
import { ROLE_TEXTS } from '../texts/sign-in-texts.ts';

export function NotFound() {
  return (
    <Page title={SHELL_TEXTS.notFound}>
      <Empty title={SHELL_TEXTS.notFoundHint}>
        <a href="/">{ROLE_TEXTS.goToOverview}</a>
      </Empty>
    </Page>
  );
}

export function NotYours() {
  const role = me.value?.role ?? 'billing';
  return (
    <Page title={SHELL_TEXTS.notYours}>
      <Empty title={ROLE_TEXTS.notYours(role)} icon="key">
        <p>{ROLE_TEXTS.notYoursHint(role)}</p>
        <a href="/">{ROLE_TEXTS.goToOverview}</a>
      </Empty>
    </Page>
  );
}
