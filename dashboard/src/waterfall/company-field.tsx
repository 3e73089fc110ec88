// The company of a waterfall: by name, with suggestions from the data, or by profile URL.
import { useEffect, useId, useState } from 'preact/hooks';
import type { ApiFailure } from '../api.ts';
import { FieldFrame } from '../components/field.tsx';
import { wordValues } from '../explorer/suggest-values.ts';
import { fieldError } from '../field-errors.ts';
import { WATERFALL_TEXTS } from '../texts/waterfall-texts.ts';

interface CompanyFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly failure: ApiFailure | null;
}

const QUIET_MS = 150;

export function CompanyField({ value, onValue, failure }: CompanyFieldProps) {
  const id = useId();
  const [names, setNames] = useState<readonly string[]>([]);
  const words = value.trim();
  useEffect(() => {
    if (words === '' || words.includes('/')) return setNames([]);
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const found = await wordValues('company.name', words, controller.signal);
      if (!controller.signal.aborted) setNames(found.map((each) => each.value));
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [words]);
  return (
    <FieldFrame
      label={WATERFALL_TEXTS.company}
      hint={WATERFALL_TEXTS.companyHint}
      error={fieldError(failure, 'company_network_url') ?? fieldError(failure, 'name')}
    >
      {(ids) => (
        <>
          <input
            {...ids}
            class="control"
            type="text"
            list={`${id}-names`}
            autocomplete="off"
            spellcheck={false}
            placeholder={WATERFALL_TEXTS.companyExample}
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          <datalist id={`${id}-names`}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </FieldFrame>
  );
}
