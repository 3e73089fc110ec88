// A call as curl command and as TypeScript, in a dialog with tabs.
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

interface SamplesDialogProps {
  readonly call: SampleCall;
  readonly isPaged: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SamplesDialog({ call, isPaged, isOpen, onClose }: SamplesDialogProps) {
  const [chosen, setChosen] = useState('curl');
  const endpoint = ENDPOINTS.find(({ path }) => path === call.path);
  const samples: Readonly<Record<string, string>> = {
    curl: endpoint
      ? curlCommand(endpoint, '$CARDFILE_KEY', call.body).replace(
          "'x-api-key: $CARDFILE_KEY'",
          '"x-api-key: $CARDFILE_KEY"',
        )
      : '',
    typescript: typescriptSample(call, { isPaged }),
  };
  const tab = (key: string, title: string) => ({
    key,
    title,
    panel: () => <CodeBlock text={samples[key] ?? ''} label={`${title} sample`} isWrapped />,
  });
  return (
    <Dialog title="The same from a program" isOpen={isOpen} onClose={onClose} isWide>
      <p class="muted">Put a key into CARDFILE_KEY; create keys on the screen Keys.</p>
      <Tabs
        label="Language"
        tabs={[tab('curl', 'curl'), tab('typescript', 'TypeScript')]}
        chosen={chosen}
        onChoose={setChosen}
      />
    </Dialog>
  );
}
