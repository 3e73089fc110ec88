// A call as curl command, as TypeScript and as Python: tabs, also in a dialog.
import { useState } from 'preact/hooks';
import { CodeBlock } from './components/code-block.tsx';
import { Dialog } from './components/dialog.tsx';
import { Tabs } from './components/tabs.tsx';
import { curlCommand, ENDPOINTS } from './endpoints.ts';

/** A call of the API. */
export interface SampleCall {
  readonly path: string;
  readonly body: unknown;
}

/** TypeScript that makes the call and, where it is paged with a cursor, walks all pages. */
function typescriptSample({ path, body }: SampleCall, { isPaged }: { readonly isPaged: boolean }): string {
  const head = `const base = ${JSON.stringify(location.origin)};
const headers = { 'x-api-key': process.env.CARDFILE_KEY!, 'content-type': 'application/json' };
`;
  const call = `await fetch(\`\${base}${path}\`, { method: 'POST', headers, body: JSON.stringify(body) })`;
  if (!isPaged) {
    return `${head}const body = ${JSON.stringify(body, null, 2)};

const response = ${call};
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.json());
`;
  }
  return `${head}const search = ${JSON.stringify(body, null, 2)};

let cursor: string | null = null;
do {
  const body = { ...search, cursor };
  const response = ${call};
  if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
  const page = (await response.json()) as { results: unknown[]; cursor: string | null };
  for (const record of page.results) console.log(record);
  cursor = page.cursor;
} while (cursor !== null);
`;
}

/** JSON as a literal of Python. */
function pythonLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((each) => pythonLiteral(each, inner)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(each, inner)},`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`;
}

/** Python without packages that makes the call and, where it is paged with a cursor, walks all pages. */
function pythonSample({ path, body }: SampleCall, { isPaged }: { readonly isPaged: boolean }): string {
  return `import json, os, urllib.request


def call(body):
    request = urllib.request.Request(
        ${JSON.stringify(location.origin + path)},
        data=json.dumps(body).encode(),
        headers={"x-api-key": os.environ["CARDFILE_KEY"], "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


body = ${pythonLiteral(body)}
${
  isPaged
    ? `cursor = None
while True:
    page = call({**body, "cursor": cursor})
    for record in page["results"]:
        print(record)
    cursor = page["cursor"]
    if cursor is None:
        break
`
    : 'print(call(body))\n'
}`;
}

interface SamplesDialogProps {
  readonly call: SampleCall;
  readonly isPaged: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface SampleTabsProps {
  readonly call: SampleCall;
  readonly isPaged: boolean;
}

/** The call in each language. */
export function SampleTabs({ call, isPaged }: SampleTabsProps) {
  const [chosen, setChosen] = useState('curl');
  const endpoint = ENDPOINTS.find(({ path }) => path === call.path);
  const curl = endpoint ? curlCommand(endpoint, '$CARDFILE_KEY', call.body) : '';
  const samples: readonly (readonly [key: string, title: string, text: string])[] = [
    ['curl', 'curl', curl.replace("'x-api-key: $CARDFILE_KEY'", '"x-api-key: $CARDFILE_KEY"')],
    ['typescript', 'TypeScript', typescriptSample(call, { isPaged })],
    ['python', 'Python', pythonSample(call, { isPaged })],
  ];
  return (
    <Tabs
      label="Language"
      tabs={samples.map(([key, title, text]) => ({
        ...{ key, title },
        panel: () => <CodeBlock text={text} label={`${title} sample`} isWrapped />,
      }))}
      chosen={chosen}
      onChoose={setChosen}
    />
  );
}

export function SamplesDialog({ call, isPaged, isOpen, onClose }: SamplesDialogProps) {
  return (
    <Dialog title="The same from a program" isOpen={isOpen} onClose={onClose} isWide>
      <p class="muted">Put a key into CARDFILE_KEY; create keys on the screen Keys.</p>
      <SampleTabs call={call} isPaged={isPaged} />
    </Dialog>
  );
}
