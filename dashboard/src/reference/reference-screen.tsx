// Links to the API reference, quick starts with the address of this server, and the list of endpoints.
import { signal } from '@preact/signals';
import { priceText } from '../../../src/contract/endpoints/prices.ts';
import { Badge } from '../components/badge.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Icon } from '../components/icon.tsx';
import { Card, Page } from '../components/page.tsx';
import { Table } from '../components/table.tsx';
import { Tabs } from '../components/tabs.tsx';
import { ENDPOINTS } from '../endpoints.ts';
import { may } from '../session.ts';
import { KEY_TEXTS } from '../texts/key-texts.ts';
import { REFERENCE_TEXTS } from '../texts/reference-texts.ts';
import { SAMPLES } from './samples.ts';

const { quickStartsHint: HINT, columns: COLUMNS } = REFERENCE_TEXTS;
const chosen = signal('curl');

export function ReferenceScreen() {
  return (
    <Page
      title={REFERENCE_TEXTS.title}
      lead={REFERENCE_TEXTS.lead}
      actions={
        <>
          <a class="button button-plain" href="/openapi.json" target="_self" download="cardfile-openapi.json">
            <Icon name="download" />
            {REFERENCE_TEXTS.openApi}
          </a>
          <a class="button button-primary" href="/docs/api.html" target="_blank" rel="noopener">
            <Icon name="book" />
            {REFERENCE_TEXTS.open}
          </a>
        </>
      }
    >
      <QuickStarts />
      <EndpointList />
    </Page>
  );
}

function QuickStarts() {
  return (
    <Card title={REFERENCE_TEXTS.quickStarts}>
      <p class="muted">
        {HINT.before}
        {may('member') ? (
          <>
            <a href="/keys">{HINT.link}</a>
            {HINT.after}
          </>
        ) : (
          KEY_TEXTS.othersCreate
        )}
      </p>
      <Tabs
        label={REFERENCE_TEXTS.language}
        chosen={chosen.value}
        onChoose={(key) => {
          chosen.value = key;
        }}
        tabs={SAMPLES.map(({ key, title, steps, text }) => ({
          key,
          title,
          panel: () => (
            <>
              <p>{steps}</p>
              <CodeBlock label={REFERENCE_TEXTS.sampleOf(title)} text={text(location.origin)} />
            </>
          ),
        }))}
      />
    </Card>
  );
}

function EndpointList() {
  return (
    <Card title={REFERENCE_TEXTS.endpoints}>
      <Table
        caption={REFERENCE_TEXTS.endpoints}
        rows={ENDPOINTS}
        rowKey={({ operation }) => operation}
        columns={[
          {
            key: 'path',
            title: COLUMNS.endpoint,
            value: ({ method, path }) => `${method} ${path}`,
            cell: ({ method, path }) => (
              <span class="mono endpoint-path">
                <span class="muted">{method}</span> {path}
              </span>
            ),
          },
          { key: 'summary', title: COLUMNS.description, value: ({ summary }) => summary, isMinor: true },
          {
            key: 'credits',
            title: COLUMNS.credits,
            value: ({ credits }) => credits,
            cell: ({ credits, itemsOf }) => {
              if (credits === 0) return <Badge kind="good">{priceText(credits)}</Badge>;
              return itemsOf === null ? credits : REFERENCE_TEXTS.perItem(credits);
            },
            isNumber: true,
          },
          {
            key: 'try',
            title: COLUMNS.actions,
            isActions: true,
            value: () => null,
            cell: ({ operation, summary }) => (
              <a href={`/playground?call=${operation}`} aria-label={REFERENCE_TEXTS.tryOf(summary)}>
                {REFERENCE_TEXTS.try}
              </a>
            ),
          },
        ]}
      />
    </Card>
  );
}
