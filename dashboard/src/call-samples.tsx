// Tabs with one call as a curl command, in TypeScript and in Python; also in a dialog.
import { useState } from 'preact/hooks';
import { CodeBlock } from './components/code-block.tsx';
import { Dialog } from './components/dialog.tsx';
import { Tabs } from './components/tabs.tsx';
import { curlCommand, ENDPOINTS } from './endpoints.ts';
import { pythonSample, type SampleCall, typescriptSample } from './sample-code.ts';
import { SAMPLE_TEXTS } from './texts/reference-texts.ts';

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
      label={SAMPLE_TEXTS.language}
      tabs={samples.map(([key, title, text]) => ({
        ...{ key, title },
        panel: () => <CodeBlock text={text} label={SAMPLE_TEXTS.sampleOf(title)} isWrapped />,
      }))}
      chosen={chosen}
      onChoose={setChosen}
    />
  );
}

export function SamplesDialog({ call, isPaged, isOpen, onClose }: SamplesDialogProps) {
  return (
    <Dialog title={SAMPLE_TEXTS.title} isOpen={isOpen} onClose={onClose} isWide>
      <p class="muted">{SAMPLE_TEXTS.lead}</p>
      <SampleTabs call={call} isPaged={isPaged} />
    </Dialog>
  );
}
