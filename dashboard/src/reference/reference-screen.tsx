// Reference of the API, quick starts with the address of this server, and the list of endpoints.
import { signal } from '@preact/signals';
import { priceText } from '../../../src/contract/prices.ts';
import { Badge } from '../components/badge.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Icon } from '../components/icon.tsx';
import { Card, Page } from '../components/page.tsx';
import { Table } from '../components/table.tsx';
import { Tabs } from '../components/tabs.tsx';
import { ENDPOINTS } from '../endpoints.ts';
import { SAMPLES } from './samples.ts';

const chosen = signal('curl');

export function ReferenceScreen() {
  return (
    <Page
      title="Reference"
      lead="The API reference, and sample programs."
      actions={
        <>
          <a class="button button-plain" href="/openapi.json" target="_self" download="cardfile-openapi.json">
            <Icon name="download" />
            OpenAPI
          </a>
          <a class="button button-primary" href="/docs/api.html" target="_blank" rel="noopener">
            <Icon name="book" />
            Open the reference
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
    <Card title="Quick starts">
      <p class="muted">
        The address of this server is filled in. <a href="/keys">Create a key</a> for the program, and keep it in its
        environment.
      </p>
      <Tabs
        label="Language"
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
              <CodeBlock label={`${title} sample`} text={text(location.origin)} />
            </>
          ),
        }))}
      />
    </Card>
  );
}

function EndpointList() {
  return (
    <Card title="Endpoints">
      <Table
        caption="Endpoints"
        rows={ENDPOINTS}
        rowKey={({ operation }) => operation}
        columns={[
          {
            key: 'path',
            title: 'Endpoint',
            value: ({ method, path }) => `${method} ${path}`,
            cell: ({ method, path }) => (
              <span class="mono endpoint-path">
                <span class="muted">{method}</span> {path}
              </span>
            ),
          },
          { key: 'summary', title: 'Description', value: ({ summary }) => summary, isMinor: true },
          {
            key: 'credits',
            title: 'Credits',
            value: ({ credits }) => credits,
            cell: ({ credits, itemsOf }) => {
              if (credits === 0) return <Badge kind="good">{priceText(credits)}</Badge>;
              return itemsOf === null ? credits : `${credits} per item`;
            },
            isNumber: true,
          },
          {
            key: 'try',
            title: 'Actions',
            isActions: true,
            value: () => null,
            cell: ({ operation, summary }) => (
              <a href={`/playground?call=${operation}`} aria-label={`Try: ${summary}`}>
                Try
              </a>
            ),
          },
        ]}
      />
    </Card>
  );
}
