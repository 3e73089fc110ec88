// A call as curl command, as TypeScript and as Python: tabs, also in a dialog.
import { useState } from 'preact/hooks';
import { CodeBlock } from './components/code-block.tsx';
import { Dialog } from './components/dialog.tsx';
import { Tabs } from './components/tabs.tsx';
import { curlCommand, ENDPOINTS } from './endpoints.ts';
import { pythonSample, type SampleCall, typescriptSample } from './sample-code.ts';

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
  const sample = { operation: endpoint?.operation ?? '', body: call.body, origin: location.origin, isPaged };
  const curl = endpoint ? curlCommand(endpoint, '$CARDFILE_KEY', call.body) : '';
  const samples: readonly (readonly [key: string, title: string, text: string])[] = [
    ['curl', 'curl', curl.replace("'x-api-key: $CARDFILE_KEY'", '"x-api-key: $CARDFILE_KEY"')],
    ['typescript', 'TypeScript', typescriptSample(sample)],
    ['python', 'Python', pythonSample(sample)],
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
