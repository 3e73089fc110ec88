// One call of the request log: its values, and its bodies if the server keeps them.
import { type Answer, request } from '../api.ts';
import { StatusBadge } from '../components/badge.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Fact, FactList } from '../components/facts.tsx';
import { Loaded } from '../components/states.tsx';
import { formatCount, formatMs, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { isOperator } from '../session.ts';
import { CALL_TEXTS } from '../texts/call-texts.ts';

export type LoggedCall = Answer<'GET /calls'>['rows'][number];

/** The name of the key that made a call. */
export function keyOf({ key, key_name: name }: LoggedCall): string {
  return key.startsWith('dashboard_') ? CALL_TEXTS.dashboard : name || key;
}

export function CallDetail({ call }: { readonly call: LoggedCall }) {
  const { id, at, account, path, status, ms, credits } = call;
  return (
    <div class="stack">
      <FactList>
        <Fact name={CALL_TEXTS.time}>{formatTime(at)}</Fact>
        <Fact name={CALL_TEXTS.status}>
          <StatusBadge status={status} />
        </Fact>
        <Fact name={CALL_TEXTS.endpoint}>
          <span class="mono">{path}</span>
        </Fact>
        <Fact name={CALL_TEXTS.duration}>{formatMs(ms)}</Fact>
        <Fact name={CALL_TEXTS.credits}>{formatCount(credits)}</Fact>
        <Fact name={CALL_TEXTS.key}>{keyOf(call)}</Fact>
        <Fact name={CALL_TEXTS.account}>{account}</Fact>
        <Fact name={CALL_TEXTS.requestId}>
          <span class="call-id">
            <span class="mono">{id}</span>
            <CopyButton text={id} what={CALL_TEXTS.copiedId(id)} />
          </span>
        </Fact>
      </FactList>
      <Bodies id={id} />
    </div>
  );
}

function Bodies({ id }: { readonly id: string }) {
  const bodies = useRemote((signal) => request('GET /calls/:id/bodies', { params: { id }, signal }), [id]);
  return (
    <Loaded remote={bodies}>
      {({ state, request, answer, is_cut: isCut }) =>
        state === 'kept' ? (
          <>
            <Body title={CALL_TEXTS.request} text={request ?? ''} />
            <Body title={CALL_TEXTS.answer} text={answer ?? ''} />
            <p class="muted call-note">{isCut ? CALL_TEXTS.cut : CALL_TEXTS.redacted}</p>
          </>
        ) : (
          <p class="muted call-note">
            {state === 'none' ? CALL_TEXTS.gone : isOperator.value ? CALL_TEXTS.offForOperators : CALL_TEXTS.off}
          </p>
        )
      }
    </Loaded>
  );
}

function Body({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section class="stack call-body" aria-label={title}>
      <h3>{title}</h3>
      {text === '' ? (
        <p class="muted">{CALL_TEXTS.empty}</p>
      ) : (
        <CodeBlock text={readable(text)} label={CALL_TEXTS.json(title)} isWrapped />
      )}
    </section>
  );
}

/** Indents the JSON if it is complete. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
