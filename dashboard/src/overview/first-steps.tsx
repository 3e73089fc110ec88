// First steps, shown until the first call.
import { Icon } from '../components/icon.tsx';
import { Card } from '../components/page.tsx';
import { formatCount } from '../format.ts';
import { isOperator } from '../session.ts';
import type { OverviewAnswer } from './overview-answer.ts';

export function FirstSteps({ overview }: { readonly overview: OverviewAnswer }) {
  const { edition } = overview;
  const hasRecords = edition !== null && edition.people + edition.companies > 0;
  return (
    <Card title="First steps">
      <ol class="first-steps">
        <li class={hasRecords ? 'first-step-done' : ''}>
          <span class="first-step-mark">{hasRecords ? <Icon name="check" /> : 1}</span>
          <span>
            {hasRecords ? (
              `Records are loaded: ${formatCount(edition.people)} people at ${formatCount(edition.companies)} companies.`
            ) : isOperator.value ? (
              <>
                There are no records yet. <a href="/data">Import a file</a>, or start the server with --demo.
              </>
            ) : (
              'No records yet; an operator imports them.'
            )}
          </span>
        </li>
        <li>
          <span class="first-step-mark">2</span>
          <span>
            <a href="/keys">Create a key</a> for your program, and call with the curl line that comes with it.
          </span>
        </li>
        <li>
          <span class="first-step-mark">3</span>
          <span>
            Or look around first: the <a href="/explorer">explorer</a> needs no key.
          </span>
        </li>
      </ol>
    </Card>
  );
}
