// A paid look-up of further data about a record; its button shows the price.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { callV2, type V2Answer } from '../api.ts';
import { Button } from '../components/button.tsx';
import { announce } from '../components/notices.tsx';
import { Failure } from '../components/states.tsx';
import { priceOf } from '../endpoints.ts';
import { RECORD_TEXTS } from '../texts/record-texts.ts';

interface LookUpProps {
  readonly label: string;
  readonly path: string;
  readonly body: unknown;
  readonly account: string;
  readonly shown: (answer: unknown) => ComponentChildren;
}

export function LookUp({ label, path, body, account, shown }: LookUpProps) {
  const [answer, setAnswer] = useState<V2Answer | null>(null);
  const [isLoading, setLoading] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const lookUp = async () => {
    const mine = new AbortController();
    running.current = mine;
    setLoading(true);
    const answered = await callV2({ method: 'POST', path, body, account, signal: mine.signal });
    if (mine.signal.aborted) return;
    setLoading(false);
    setAnswer(answered);
    announce(answered.failure ? answered.failure.message : RECORD_TEXTS.loaded(label));
  };
  if (answer?.status === 404)
    return (
      <p class="look-up">
        <strong>{label}</strong> <span class="muted">{RECORD_TEXTS.unknownPart}</span>
      </p>
    );
  if (answer?.failure) return <Failure failure={answer.failure} onRetry={() => void lookUp()} />;
  if (answer) return <div class="look-up">{shown(answer.body)}</div>;
  return (
    <div class="look-up">
      <Button isBusy={isLoading} onClick={() => void lookUp()}>
        {label} <span class="muted">{priceOf(path)}</span>
      </Button>
    </div>
  );
}
