// The screen Playground: any endpoint, its body as a form and as JSON kept in step, sent as the signed-in account or with a key that is
// typed in and kept nowhere but in the memory of this screen.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { priceOfAnswer } from '../../../src/contract/prices.ts';
import { callV2, type V2Answer } from '../api.ts';
import { SamplesDialog } from '../call-samples.tsx';
import { Button } from '../components/button.tsx';
import { Select, TextArea, TextField } from '../components/field.tsx';
import { announce } from '../components/notices.tsx';
import { Card, Page } from '../components/page.tsx';
import { Loaded } from '../components/states.tsx';
import { ENDPOINTS, type EndpointFacts } from '../endpoints.ts';
import { fieldError } from '../field-errors.ts';
import { keptSignal } from '../kept.ts';
import { useRemote } from '../remote.ts';
import { account } from '../session.ts';
import { AnswerView } from './answer-view.tsx';
import { BodyForm } from './body-form.tsx';
import { bodySchema, type Json, readOpenApi } from './body-schema.ts';
import { rememberCall } from './call-history.ts';
import { PastCalls } from './past-calls.tsx';
import './playground.css';

const FIRST = ENDPOINTS.find(({ operation }) => operation === 'people-search') as EndpointFacts;

function exampleText({ example }: EndpointFacts): string {
  return example === null ? '' : JSON.stringify(example, null, 2);
}

interface Body {
  readonly value: Json;
  /** Why the text is no JSON object; null where it is. */
  readonly problem: string | null;
}

function readBody(text: string): Body {
  try {
    const value = JSON.parse(text) as Json;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return { value: isObject ? value : {}, problem: isObject ? null : 'The body must be an object: {…}' };
  } catch (error) {
    return { value: {}, problem: `This is not valid JSON: ${error instanceof Error ? error.message : error}` };
  }
}

export function PlaygroundScreen() {
  const { query, route } = useLocation();
  const endpoint = ENDPOINTS.find(({ operation }) => operation === query['call']) ?? FIRST;
  const choose = (operation: string) => route(`/playground?call=${operation}`);
  // In no store of the browser, and gone when the screen is left.
  const [typedKey, setTypedKey] = useState<string | null>(null);
  return (
    <Page title="Playground" lead="Send any call of the API and see the exact response.">
      <Caller key={endpoint.operation} {...{ endpoint, choose, typedKey }} onKey={setTypedKey} />
      <PastCalls
        onTake={({ operation, body }) => {
          keptSignal(`playground.${operation}`, '').value = body;
          choose(operation);
        }}
      />
    </Page>
  );
}

interface CallerProps {
  readonly endpoint: EndpointFacts;
  readonly choose: (operation: string) => void;
  /** Null: the call is the signed-in account's. */
  readonly typedKey: string | null;
  readonly onKey: (key: string | null) => void;
}

/** Sends a call and keeps the last answer. */
function useCall(endpoint: EndpointFacts) {
  const [answer, setAnswer] = useState<V2Answer | null>(null);
  const [isSending, setSending] = useState(false);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  const send = async (text: string, key: string | null) => {
    const mine = new AbortController();
    asking.current?.abort();
    asking.current = mine;
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
    announce(`Status ${answered.status}`);
  };
  return { answer, isSending, send };
}

function Caller({ endpoint, choose, typedKey, onKey }: CallerProps) {
  const isWithKey = typedKey !== null;
  const key = typedKey ?? '';
  const text = keptSignal(`playground.${endpoint.operation}`, exampleText(endpoint));
  const [isSampleOpen, setSampleOpen] = useState(false);
  const { answer, isSending, send } = useCall(endpoint);
  const hasBody = endpoint.method === 'POST';
  const body = hasBody ? readBody(text.value) : { value: {}, problem: null };
  const isReady = body.problem === null && (isWithKey ? key.trim() !== '' : account.value !== null);
  const onSend = () => {
    if (isReady) void send(text.value, isWithKey ? key.trim() : null);
  };
  return (
    <form
      class="stack"
      aria-label="Call"
      onSubmit={(event) => {
        event.preventDefault();
        // Typed text joins the body when the field loses focus, which is only now.
        setTimeout(onSend);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
      }}
    >
      <Card class="call-head">
        <Choices {...{ endpoint, choose, typedKey, onKey }} />
        <div class="row call-buttons">
          <Button kind="primary" type="submit" icon="play" isBusy={isSending} isDisabled={!isReady}>
            Send
          </Button>
          <span class="muted">Price: {priceOfAnswer(endpoint)}</span>
          {hasBody && (
            <Button kind="quiet" onClick={() => (text.value = exampleText(endpoint))}>
              Example
            </Button>
          )}
          <Button kind="quiet" icon="copy" onClick={() => setSampleOpen(true)}>
            As code…
          </Button>
        </div>
        {!isWithKey && account.value === null && (
          <p class="callout callout-warn">Choose an account in the navigation, or enter a key.</p>
        )}
      </Card>
      <div class={`playground ${hasBody ? '' : 'playground-bare'}`}>
        {hasBody && <FormSide {...{ endpoint, text, body, answer }} />}
        <div class="stack">
          {hasBody && <JsonSide text={text} body={body} />}
          <AnswerView answer={answer} />
        </div>
      </div>
      <SamplesDialog
        call={{ path: endpoint.path, body: body.value }}
        isPaged={false}
        isOpen={isSampleOpen}
        onClose={() => setSampleOpen(false)}
      />
    </form>
  );
}

/** Endpoint and paying account. */
function Choices({ endpoint, choose, typedKey, onKey }: CallerProps) {
  return (
    <>
      <Select
        label="Endpoint"
        value={endpoint.operation}
        options={ENDPOINTS.map(({ operation, method, path, summary }) => ({
          value: operation,
          label: `${summary} · ${method} ${path}`,
        }))}
        onSelect={choose}
      />
      <Select
        label="Call as"
        value={typedKey === null ? 'account' : 'key'}
        options={[
          {
            value: 'account',
            label: account.value === null ? 'An account (select one)' : `Account ${account.value}`,
          },
          { value: 'key', label: 'Another key' },
        ]}
        onSelect={(who) => onKey(who === 'key' ? '' : null)}
      />
      {typedKey !== null && (
        <TextField
          label="Key"
          type="password"
          value={typedKey}
          onText={(typed) => onKey(typed)}
          placeholder="cf_live_…"
          hint="Stays in the memory of this page"
          isMono
        />
      )}
    </>
  );
}

interface BodySidesProps {
  readonly endpoint: EndpointFacts;
  readonly text: { value: string };
  readonly body: Body;
  readonly answer: V2Answer | null;
}

/** The body as a form: changes appear in the JSON at once, and vice versa. */
function FormSide({ endpoint, text, body, answer }: BodySidesProps) {
  const remote = useRemote(readOpenApi);
  return (
    <Card title="Form">
      {body.problem !== null ? (
        <p class="callout callout-warn">The form returns when the JSON is valid.</p>
      ) : (
        <Loaded remote={remote}>
          {(document) => {
            const schema = bodySchema(document, endpoint.path);
            return (
              schema && (
                <BodyForm
                  {...{ document, schema }}
                  value={body.value}
                  onValue={(next) => {
                    text.value = JSON.stringify(next, null, 2);
                  }}
                  errorOf={(path) => fieldError(answer?.failure ?? null, path)}
                />
              )
            );
          }}
        </Loaded>
      )}
    </Card>
  );
}

const JSON_ROWS_MAX = 18;

function JsonSide({ text, body }: Pick<BodySidesProps, 'text' | 'body'>) {
  return (
    <Card title="JSON">
      <TextArea
        label="Body as JSON"
        isLabelUnseen
        isMono
        rows={Math.min(JSON_ROWS_MAX, Math.max(6, text.value.split('\n').length + 1))}
        value={text.value}
        onText={(typed) => {
          text.value = typed;
        }}
        error={body.problem}
      />
    </Card>
  );
}
