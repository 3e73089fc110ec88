// The first steps, shown until the first call.
import { request } from '../api.ts';
import { Icon } from '../components/icon.tsx';
import { Card } from '../components/page.tsx';
import { useRemote } from '../remote.ts';
import { account, isOperator, may } from '../session.ts';
import { FIRST_STEP_TEXTS as STEPS } from '../texts/overview-texts.ts';
import type { OverviewAnswer } from './overview-answer.ts';

export function FirstSteps({ overview }: { readonly overview: OverviewAnswer }) {
  const { edition } = overview;
  const query = account.value === null ? {} : { account: account.value };
  const keys = useRemote((signal) => request('GET /keys', { query, signal }), [account.value]);
  const hasKey = keys.value?.rows.some(({ state }) => state === 'active') ?? false;
  const hasRecords = edition !== null && edition.people + edition.companies > 0;
  return (
    <Card title={STEPS.title}>
      <ol class="first-steps">
        <li class={hasRecords ? 'first-step-done' : ''}>
          <span class="first-step-mark">{hasRecords ? <Icon name="check" /> : 1}</span>
          <span>
            {hasRecords ? (
              STEPS.loaded(edition.people, edition.companies)
            ) : isOperator.value ? (
              <>
                {STEPS.noRecords} <a href="/data/imports">{STEPS.importFile}</a>
              </>
            ) : (
              STEPS.operatorImports
            )}
          </span>
        </li>
        <li class={hasKey ? 'first-step-done' : ''}>
          <span class="first-step-mark">{hasKey ? <Icon name="check" /> : 2}</span>
          <span>
            {hasKey ? (
              <>
                {STEPS.hasKey} <a href="/reference">{STEPS.callApi}</a>
              </>
            ) : may('member') ? (
              <>
                <a href="/keys">{STEPS.createKey}</a> {STEPS.afterKey}
              </>
            ) : (
              STEPS.othersCreateKey
            )}
          </span>
        </li>
        {may('read_only') && (
          <li>
            <span class="first-step-mark">3</span>
            <span>
              {STEPS.lookAround} <a href="/explorer">{STEPS.explorer}</a>
            </span>
          </li>
        )}
      </ol>
    </Card>
  );
}
