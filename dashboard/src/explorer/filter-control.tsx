// One filter of the explorer. The control depends on the type of the filter: values with counts, words as chips, ranges
// with buckets, dates, or a minimum.
import { useEffect, useState } from 'preact/hooks';
import { SIZE_LABELS, sizeRange } from '../../../src/contract/vocabularies/vocabularies.ts';
import { Button } from '../components/button.tsx';
import { ChipsField } from '../components/chips-field.tsx';
import { CheckField, TextField } from '../components/field.tsx';
import { announce } from '../components/notices.tsx';
import { formatCount, formatShort } from '../format.ts';
import { FILTER_TEXTS } from '../texts/search-texts.ts';
import { FacetValues } from './facet-values.tsx';
import { excludes, isFacet, type SearchField } from './search-fields.ts';
import { digitsFault, type FilterInput, isRange } from './search-query.ts';
import { shownValue, suggestValues, type ValueCount } from './suggest-values.ts';

interface ControlProps {
  readonly field: SearchField;
  readonly input: FilterInput;
  readonly onInput: (input: FilterInput) => void;
  /** Toggles one value. */
  readonly onTake: (value: string) => void;
  readonly counts: readonly ValueCount[];
  readonly error: string | null;
}

export function FilterControl(props: ControlProps) {
  const { field, error } = props;
  const { filter, label } = field;
  if (filter.shape === 'at_least' || filter.shape === 'per_company')
    return <NumberControl {...props} end="min" text={label} error={error} />;
  if (filter.shape === 'dates') return <DatesControl {...props} />;
  if (isRange(field)) return <RangeControl {...props} />;
  if (isFacet(field)) return <FacetControl {...props} />;
  return <WordsControl {...props} />;
}

/**
 * Typed digits become the filter when the field loses focus or on Enter, so that not every keystroke starts a search.
 * 0 is no filter and empties the field. A text that is no number stays in the field with an error message, and the
 * filter stays as it is.
 */
function NumberControl({
  field,
  input,
  onInput,
  end,
  text,
  error,
}: ControlProps & { readonly end: 'min' | 'max'; readonly text: string }) {
  const [typed, setTyped] = useState(input[end]);
  const [fault, setFault] = useState<string | null>(null);
  const onText = (value: string) => {
    setTyped(value);
    setFault(null);
  };
  useEffect(() => onText(input[end]), [input[end]]);
  const keep = () => {
    const digits = typed.trim().replace(/^0+$/, '');
    const found = digitsFault(field, digits);
    if (found !== null && fault === null) announce(`${text}: ${found}`);
    setFault(found);
    if (found === null) setTyped(digits);
    if (found === null && digits !== input[end]) onInput({ ...input, [end]: digits });
  };
  const isLower = field.filter.shape !== 'range';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <TextField
        label={text}
        isLabelUnseen={!isLower}
        error={fault ?? error}
        isDigits
        placeholder={isLower ? FILTER_TEXTS.any : FILTER_TEXTS[end]}
        value={typed}
        onText={onText}
        onBlur={keep}
      />
    </form>
  );
}

function FacetControl({ field, input, counts, onTake, onInput, error }: ControlProps) {
  return (
    <fieldset class="filter">
      <legend class="filter-label">{field.label}</legend>
      <FacetValues {...{ field, input, counts, onTake, onInput }} />
      {error && <p class="field-error">{error}</p>}
    </fieldset>
  );
}

function WordsControl({ field, input, onInput, counts, error }: ControlProps) {
  const { filter, label } = field;
  const suggest = suggestValues(field, counts);
  const shown = (value: string) => shownValue(field, value);
  const isFree = filter.shape === 'words' || filter.shape === 'identity';
  return (
    <div class="filter">
      <ChipsField
        {...{ label, error, suggest, shown, isFree }}
        values={input.include}
        onValues={(include) => onInput({ ...input, include })}
        placeholder={FILTER_TEXTS.any}
      />
      {excludes(field) && input.include.length + input.exclude.length > 0 && (
        <ChipsField
          label={FILTER_TEXTS.excludeOf(label)}
          isLabelUnseen
          {...{ suggest, shown, isFree }}
          values={input.exclude}
          onValues={(exclude) => onInput({ ...input, exclude })}
          placeholder={FILTER_TEXTS.exclude}
        />
      )}
      {filter.shape === 'words' && filter.readsWithHeadline && input.include.length > 0 && (
        <CheckField
          label={FILTER_TEXTS.inHeadline}
          isChecked={input.withHeadline}
          onCheck={(withHeadline) => onInput({ ...input, withHeadline })}
        />
      )}
    </div>
  );
}

/** A date range. */
function DatesControl({ field, input, onInput, error }: ControlProps) {
  const { label } = field;
  return (
    <fieldset class="filter">
      <legend class="filter-label">{label}</legend>
      <div class="filter-dates">
        <TextField
          label={FILTER_TEXTS.firstDay(label)}
          isLabelUnseen
          {...(error ? { error } : {})}
          type="date"
          value={input.min}
          onText={(min) => onInput({ ...input, min })}
        />
        <TextField
          label={FILTER_TEXTS.lastDay(label)}
          isLabelUnseen
          type="date"
          value={input.max}
          onText={(max) => onInput({ ...input, max })}
        />
      </div>
    </fieldset>
  );
}

/** `51–200`, `10,001+`. */
function rangeLabel(min: number, max: number | null): string {
  return max === null ? `${formatCount(min)}+` : `${formatCount(min)}–${formatCount(max)}`;
}

/** Minimum and maximum, and common buckets with their counts as shortcuts. */
function RangeControl(props: ControlProps) {
  const { field, input, onTake, counts } = props;
  const { label } = field;
  const hasBuckets = field.filter.shape === 'range' && field.filter.labels;
  return (
    <fieldset class="filter">
      <legend class="filter-label">{label}</legend>
      {hasBuckets && (
        <div class="filter-buckets">
          {SIZE_LABELS.map((text) => {
            const { min, max } = sizeRange(text);
            const isTaken = input.min === String(min) && input.max === (max === null ? '' : String(max));
            const count = counts.find(({ value }) => value === text)?.count;
            return (
              <Button key={text} kind="quiet" class="filter-bucket" isPressed={isTaken} onClick={() => onTake(text)}>
                {rangeLabel(min, max)}
                {count !== undefined && <span class="muted number">{formatShort(count)}</span>}
              </Button>
            );
          })}
        </div>
      )}
      <div class="filter-range">
        <NumberControl {...props} end="min" text={FILTER_TEXTS.atLeast(label)} />
        <NumberControl {...props} end="max" text={FILTER_TEXTS.atMost(label)} error={null} />
      </div>
    </fieldset>
  );
}
