// An API response as received: status, time, credits, headers, body.
import type { V2Answer } from '../api.ts';
import { StatusBadge } from '../components/badge.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Card, Figure } from '../components/page.tsx';
import { Empty, Failure } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { formatBytes, formatCount, formatMs } from '../format.ts';
import { PLAYGROUND_TEXTS } from '../texts/playground-texts.ts';

/** For these statuses (unreachable, no credits) the screen says what the reader can do; the response does not. */
const NEEDS_REMEDY: readonly number[] = [0, 402];
const FIGURES = PLAYGROUND_TEXTS.figures;

function creditsText(value: string | null): string {
  if (value === null) return '–';
  return /^\d+$/.test(value) ? formatCount(Number(value)) : value;
}

export function AnswerView({ answer }: { readonly answer: V2Answer | null }) {
  if (answer === null)
    return (
      <Empty title={PLAYGROUND_TEXTS.noAnswer} icon="play">
        {PLAYGROUND_TEXTS.noAnswerHint}
      </Empty>
    );
  const headers = [...answer.headers].map(([name, value]) => ({ name, value }));
  const text = answer.body === null ? answer.text : JSON.stringify(answer.body, null, 2);
  return (
    <Card title={PLAYGROUND_TEXTS.answer} class="answer">
      <dl class="facts">
        <Figure name={FIGURES.status} value={<StatusBadge status={answer.status} />} />
        <Figure name={FIGURES.time} value={formatMs(answer.ms)} />
        <Figure name={FIGURES.used} value={creditsText(answer.headers.get('x-credits-used'))} />
        <Figure name={FIGURES.left} value={creditsText(answer.headers.get('x-credits-remaining'))} />
        <Figure name={FIGURES.size} value={formatBytes(new Blob([answer.text]).size)} />
      </dl>
      {answer.failure && NEEDS_REMEDY.includes(answer.status) && <Failure failure={answer.failure} />}
      <CodeBlock text={text} label={PLAYGROUND_TEXTS.answerBody} isWrapped />
      <details>
        <summary>{PLAYGROUND_TEXTS.headersOf(headers.length)}</summary>
        <Table
          caption={PLAYGROUND_TEXTS.headers}
          isBare
          columns={[
            {
              key: 'name',
              title: PLAYGROUND_TEXTS.header,
              value: (row) => row.name,
              cell: (row) => <span class="mono">{row.name}</span>,
            },
            {
              key: 'value',
              title: PLAYGROUND_TEXTS.value,
              value: (row) => row.value,
              cell: (row) => <span class="mono header-value">{row.value}</span>,
            },
          ]}
          rows={headers}
          rowKey={(row) => row.name}
        />
      </details>
    </Card>
  );
}
