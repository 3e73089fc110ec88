// The screen Playground in three panes: the endpoints; the body as JSON and as a form, kept in sync; the response, the
// call as code, and the history. Calls use the signed-in account, or a key that is kept only in the memory of this
// screen.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { priceOfAnswer } from '../../../src/contract/endpoints/prices.ts';
import { callV2, type V2Answer } from '../api.ts';
import { SampleTabs } from '../call-samples.tsx';
import { Button } from '../components/button.tsx';
import { Select, TextField } from '../components/field.tsx';
import { announce } from '../components/notices.tsx';
import { Page } from '../components/page.tsx';
import { Loaded } from '../components/states.tsx';
import { Tabs } from '../components/tabs.tsx';
import { ENDPOINTS, type EndpointFacts } from '../endpoints.ts';
import { fieldError } from '../field-errors.ts';
import { keptSignal } from '../kept.ts';
import { type Remote, useRemote } from '../remote.ts';
import { screenAddress } from '../screen-address.ts';
import { account, accountOfAddresses } from '../session.ts';
import { PLAYGROUND_TEXTS } from '../texts/playground-texts.ts';
import { AnswerView } from './answer-view.tsx';
import { BodyForm } from './body-form.tsx';
import { bodySchema, type Json, type OpenApi, readOpenApi } from './body-schema.ts';
import { type PastCall, rememberCall } from './call-history.ts';
import { EndpointList } from './endpoint-list.tsx';
import { JsonEditor } from './json-editor.tsx';
import { PastCalls } from './past-calls.tsx';
import './playground.css';

const FIRST = ENDPOINTS.find(({ operation }) => operation === 'people-search') as EndpointFacts;

function exampleText({ example }: EndpointFacts): string {
  return example === null ? '' : JSON.stringify(example, null, 2);
}

interface Body {
  readonly value: Json;
  /** Why the text is not a JSON object; null if it is one. */
  readonly problem: string | null;
}

function readBody(text: string): Body {
  try {
    const value = JSON.parse(text) as Json;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return { value: isObject ? value : {}, problem: isObject ? null : PLAYGROUND_TEXTS.notObject };
  } catch (error) {
    return { value: {}, problem: PLAYGROUND_TEXTS.notJson(error instanceof Error ? error.message : String(error)) };
  }
}

export function PlaygroundScreen() {
  const { query, route } = useLocation();
  const endpoint = ENDPOINTS.find(({ operation }) => operation === query['call']) ?? FIRST;
  const choose = (operation: string) => route(screenAddress('/playground', { call: operation }, accountOfAddresses()));
  // Not in any browser storage, and discarded when the screen is left.
  const [typedKey, setTypedKey] = useState<string | null>(null);
  return (
    <Page title={PLAYGROUND_TEXTS.title} isFull>
      <div class="playground">
        <EndpointList chosen={endpoint} choose={choose} />
        <Caller key={endpoint.operation} {...{ endpoint, choose, typedKey }} onKey={setTypedKey} />
      </div>
    </Page>
  );
}

interface CallerProps {
  readonly endpoint: EndpointFacts;
  readonly choose: (operation: string) => void;
  /** Null: the call uses the signed-in account. */
  readonly typedKey: string | null;
  readonly onKey: (key: string | null) => void;
}

/** Sends a call and keeps the last response. */
function useCall(endpoint: EndpointFacts) {
  const [answer, setAnswer] = useState<V2Answer | null>(null);
  const [isSending, setSending] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (text: string, key: string | null) => {
    const mine = new AbortController();
    running.current = mine;
    setSending(true);
    const { method, path, operation } = endpoint;
    const answered = await callV2({
      method,
      path,
      ...(method === 'GET' ? {} : { body: JSON.parse(text) as unknown }),
      ...(key === null ? { account: account.value ?? undefined } : { key }),
      signal: mine.signal,
    });
    if (mine.signal.aborted) return;
    setSending(false);
    setAnswer(answered);
    rememberCall({ at: Date.now(), operation, body: text, status: answered.status, ms: answered.ms });
    announce(PLAYGROUND_TEXTS.status(answered.status));
  };
  return { answer, isSending, send };
}

type Side = 'answer' | 'code' | 'history';

function Caller({ endpoint, choose, typedKey, onKey }: CallerProps) {
  const isWithKey = typedKey !== null;
  const key = typedKey ?? '';
  const text = keptSignal(`playground.${endpoint.operation}`, exampleText(endpoint));
  const [side, setSide] = useState<Side>('answer');
  const { answer, isSending, send } = useCall(endpoint);
  const answerPane = useRef<HTMLDivElement>(null);
  // On a narrow screen, the response is below the form.
  useEffect(() => {
    if (answer) answerPane.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  const hasBody = endpoint.method === 'POST';
  const body = hasBody ? readBody(text.value) : { value: {}, problem: null };
  const isReady = body.problem === null && (isWithKey ? key.trim() !== '' : account.value !== null);
  const onSend = () => {
    // Ctrl-Enter, also held down: each further call would be charged.
    if (!isReady || isSending) return;
    setSide('answer');
    void send(text.value, isWithKey ? key.trim() : null);
  };
  return (
    <form
      class="playground-call"
      aria-label={PLAYGROUND_TEXTS.call}
      onSubmit={(event) => {
        event.preventDefault();
        // Typed text reaches the body when its field loses focus, which happens with this event.
        setTimeout(onSend);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) onSend();
      }}
    >
      <div class="playground-pane">
        <header class="call-head">
          <h2 class="mono">
            {endpoint.method} {endpoint.path}
          </h2>
          <CallAs {...{ typedKey, onKey }} />
          <div class="row">
            <Button kind="primary" type="submit" icon="play" isBusy={isSending} isDisabled={!isReady}>
              {PLAYGROUND_TEXTS.send} <span class="button-price">{priceOfAnswer(endpoint)}</span>
            </Button>
            <kbd>Ctrl Enter</kbd>
            {hasBody && (
              <Button kind="quiet" onClick={() => (text.value = exampleText(endpoint))}>
                {PLAYGROUND_TEXTS.example}
              </Button>
            )}
          </div>
          {!isWithKey && account.value === null && <p class="callout callout-warn">{PLAYGROUND_TEXTS.chooseAccount}</p>}
        </header>
        {hasBody && <BodySides {...{ endpoint, text, body, answer }} />}
      </div>
      <div class="playground-pane" ref={answerPane}>
        <Sides {...{ endpoint, choose, side, setSide, answer }} body={hasBody ? body.value : null} />
      </div>
    </form>
  );
}

interface SidesProps extends Pick<CallerProps, 'endpoint' | 'choose'> {
  readonly side: Side;
  readonly setSide: (side: Side) => void;
  readonly answer: V2Answer | null;
  readonly body: Json;
}

/** The right pane. */
function Sides({ endpoint, choose, side, setSide, answer, body }: SidesProps) {
  const onTake = ({ operation, body: past }: PastCall) => {
    keptSignal(`playground.${operation}`, '').value = past;
    choose(operation);
  };
  return (
    <Tabs
      label={PLAYGROUND_TEXTS.sides}
      chosen={side}
      onChoose={(next) => setSide(next as Side)}
      tabs={[
        { key: 'answer', title: PLAYGROUND_TEXTS.answer, panel: () => <AnswerView answer={answer} /> },
        {
          ...{ key: 'code', title: PLAYGROUND_TEXTS.code },
          panel: () => <SampleTabs call={{ path: endpoint.path, body }} isPaged={false} />,
        },
        { key: 'history', title: PLAYGROUND_TEXTS.history, panel: () => <PastCalls onTake={onTake} /> },
      ]}
    />
  );
}

/** Selects the paying account or a key. */
function CallAs({ typedKey, onKey }: Pick<CallerProps, 'typedKey' | 'onKey'>) {
  return (
    <div class="call-as">
      <Select
        label={PLAYGROUND_TEXTS.callAs}
        value={typedKey === null ? 'account' : 'key'}
        options={[
          {
            value: 'account',
            label: account.value === null ? PLAYGROUND_TEXTS.anAccount : PLAYGROUND_TEXTS.accountNamed(account.value),
          },
          { value: 'key', label: PLAYGROUND_TEXTS.anotherKey },
        ]}
        onSelect={(who) => onKey(who === 'key' ? '' : null)}
      />
      {typedKey !== null && (
        <TextField
          label={PLAYGROUND_TEXTS.key}
          type="password"
          value={typedKey}
          onText={(typed) => onKey(typed)}
          placeholder={PLAYGROUND_TEXTS.keyExample}
          hint={PLAYGROUND_TEXTS.keyHint}
          isMono
        />
      )}
    </div>
  );
}

interface BodySidesProps {
  readonly endpoint: EndpointFacts;
  readonly text: { value: string };
  readonly body: Body;
  readonly answer: V2Answer | null;
}

/** The two views of the body: text with completion, and form. */
function BodySides(props: BodySidesProps) {
  const { endpoint, text, body } = props;
  const remote = useRemote(readOpenApi);
  const schema = remote.value ? bodySchema(remote.value, endpoint.path) : null;
  return (
    <>
      <JsonEditor
        text={text.value}
        onText={(typed) => {
          text.value = typed;
        }}
        error={body.problem}
        scope={remote.value && schema ? { schema, document: remote.value } : null}
      />
      <FormSide {...props} remote={remote} />
    </>
  );
}

/**
 * The body as a form. Changes in the form appear in the JSON at once, and vice versa. While the JSON is invalid, the
 * form shows the last valid body.
 */
function FormSide({ endpoint, text, body, answer, remote }: BodySidesProps & { readonly remote: Remote<OpenApi> }) {
  const valid = useRef<Json>(body.value);
  if (body.problem === null) valid.current = body.value;
  return (
    <section class="stack" aria-label={PLAYGROUND_TEXTS.form}>
      {body.problem !== null && <p class="callout callout-warn">{PLAYGROUND_TEXTS.formIsBehind}</p>}
      <Loaded remote={remote}>
        {(document) => {
          const schema = bodySchema(document, endpoint.path);
          return (
            schema && (
              <BodyForm
                {...{ document, schema }}
                value={valid.current}
                onValue={(next) => {
                  text.value = JSON.stringify(next, null, 2);
                }}
                errorOf={(path) => fieldError(answer?.failure ?? null, path)}
              />
            )
          );
        }}
      </Loaded>
    </section>
  );
}
