// An answer of the API as it came: status, time, credits, headers, body.
import type { V2Answer } from '../api.ts';
import { StatusBadge } from '../components/badge.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Card, Figure } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { formatBytes, formatCount, formatMs } from '../format.ts';
import { PLAYGROUND_TEXTS } from '../texts/playground-texts.ts';

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
        <Figure name="Status" value={<StatusBadge status={answer.status} />} />
        <Figure name="Time" value={formatMs(answer.ms)} />
        <Figure name="Credits used" value={creditsText(answer.headers.get('x-credits-used'))} />
        <Figure name="Credits left" value={creditsText(answer.headers.get('x-credits-remaining'))} />
        <Figure name="Size" value={formatBytes(new Blob([answer.text]).size)} />
      </dl>
      {answer.status === 0 && <p class="callout callout-bad">{answer.failure?.message}</p>}
      <CodeBlock text={text} label="answer body" isWrapped />
      <details>
        <summary>{formatCount(headers.length)} headers</summary>
        <Table
          caption="Headers"
          isBare
          columns={[
            {
              key: 'name',
              title: 'Header',
              value: (row) => row.name,
              cell: (row) => <span class="mono">{row.name}</span>,
            },
            {
              key: 'value',
              title: 'Value',
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
