// Submits a form: one request at a time, with the error messages of a 422 assigned to their fields. The form itself
// holds the input and handles the answer.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiFailure, Result } from './api.ts';
import { fieldError, otherFailure } from './field-errors.ts';

/** A form submission; `Path` are the body paths that have a form field. */
export interface Sending<Path extends string = never> {
  /** Ref of the form element. */
  readonly element: RefObject<HTMLFormElement | null>;
  readonly isBusy: boolean;
  /** Submits; does nothing while a request is running. */
  readonly submit: () => void;
  /** `submit` as the handler of a form's submit event. */
  readonly onSubmit: (event: SubmitEvent) => void;
  /** The failure of the last request, unless all its details belong to fields; else null. */
  readonly failure: ApiFailure | null;
  /** The error message for the field at this path; null if there is none. */
  readonly errorOf: (path: Path) => string | null;
}

interface SendingOptions<Answer, Path extends string> {
  /** Body paths whose fields show their own error messages. */
  readonly fields: readonly Path[];
  readonly send: () => Promise<Result<Answer>>;
  readonly onSent: (answer: Answer) => void;
}

/** After a rejection, the first invalid field takes the focus. */
export function useSending<Answer, Path extends string = never>({
  fields,
  send,
  onSent,
}: SendingOptions<Answer, Path>): Sending<Path> {
  const element = useRef<HTMLFormElement>(null);
  // A ref, because two submits can happen without a render between them.
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
    submit: () => void submit(),
    onSubmit: (event) => {
      event.preventDefault();
      void submit();
    },
    failure: otherFailure(failure, fields),
    errorOf: (path) => fieldError(failure, path),
  };
}
