// Sends what is typed in a form: once at a time, with the sentences of a 422 for their fields. What is typed, and what
// the answer changes, belong to the form.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiFailure, Result } from './api.ts';
import { fieldError, otherFailure } from './field-errors.ts';

/** A form on its way to the server; `Path` are the paths of the body that have a field. */
export interface Sending<Path extends string = never> {
  /** Of the form's element. */
  readonly element: RefObject<HTMLFormElement | null>;
  readonly isBusy: boolean;
  /** Sends; does nothing while a request is running. */
  readonly onSubmit: (event: SubmitEvent) => void;
  /** Why the last sending failed, where that is about more than the fields; null otherwise. */
  readonly failure: ApiFailure | null;
  /** The sentence for the field at this path; null where nothing is wrong with it. */
  readonly errorOf: (path: Path) => string | null;
}

interface SendingOptions<Answer, Path extends string> {
  /** Paths of the body whose fields show their own sentences. */
  readonly fields: readonly Path[];
  readonly send: () => Promise<Result<Answer>>;
  readonly onSent: (answer: Answer) => void;
}

/** After a rejection the first invalid field has the focus. */
export function useSending<Answer, Path extends string = never>({
  fields,
  send,
  onSent,
}: SendingOptions<Answer, Path>): Sending<Path> {
  const element = useRef<HTMLFormElement>(null);
  // Known before the next rendering: two submits can come without one between them.
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  useEffect(() => {
    if (failure) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  const submit = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    const result = await send();
    isUnderWay.current = false;
    setBusy(false);
    setFailure(result.ok ? null : result.failure);
    if (result.ok) onSent(result.answer);
  };
  return {
    element,
    isBusy,
    onSubmit: (event) => {
      event.preventDefault();
      void submit();
    },
    failure: otherFailure(failure, fields),
    errorOf: (path) => fieldError(failure, path),
  };
}
