// One filter of the explorer, by its shape: values with counts, words as chips, ranges with buckets, dates, a lower
// limit.
import { useEffect, useState } from 'preact/hooks';
import { SIZE_LABELS, sizeRange } from '../../../src/contract/vocabularies.ts';
import { Button } from '../components/button.tsx';
import { ChipsField } from '../components/chips-field.tsx';
import { CheckField, TextField } from '../components/field.tsx';
import { formatCount, formatShort } from '../format.ts';
import { FILTER_TEXTS } from '../texts/search-texts.ts';
import { FacetValues } from './facet-values.tsx';
import { excludes, isFacet, type SearchField } from './search-fields.ts';
import { type Asked, isRange } from './search-query.ts';
import { shownValue, suggestValues, type ValueCount } from './suggest-values.ts';

interface ControlProps {
  readonly field: SearchField;
  readonly asked: Asked;
  readonly onAsked: (asked: Asked) => void;
  /** Adds one value, or removes it. */
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

/** Typed digits become the filter when the field loses focus, or at Enter: not each digit is a search. */
function NumberControl({
  field,
  asked,
  onAsked,
  end,
  text,
  error,
}: ControlProps & { readonly end: 'min' | 'max'; readonly text: string }) {
  const [typed, setTyped] = useState(asked[end]);
  useEffect(() => setTyped(asked[end]), [asked[end]]);
  const keep = () => {
    if (typed !== asked[end]) onAsked({ ...asked, [end]: typed });
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
        {...(error ? { error } : {})}
        type="number"
        min={0}
        placeholder={isLower ? FILTER_TEXTS.any : FILTER_TEXTS[end]}
        value={typed}
        onText={setTyped}
        onBlur={keep}
      />
    </form>
  );
}

function FacetControl({ field, asked, counts, onTake, onAsked, error }: ControlProps) {
  return (
    <fieldset class="filter">
      <legend class="filter-label">{field.label}</legend>
      <FacetValues {...{ field, asked, counts, onTake, onAsked }} />
      {error && <p class="field-error">{error}</p>}
    </fieldset>
  );
}

function WordsControl({ field, asked, onAsked, counts, error }: ControlProps) {
  const { filter, label } = field;
  const suggest = suggestValues(field, counts);
  const shown = (value: string) => shownValue(field, value);
  const isFree = filter.shape === 'words' || filter.shape === 'identity';
  return (
    <div class="filter">
      <ChipsField
        {...{ label, error, suggest, shown, isFree }}
        values={asked.include}
        onValues={(include) => onAsked({ ...asked, include })}
        placeholder={FILTER_TEXTS.any}
      />
      {excludes(field) && asked.include.length + asked.exclude.length > 0 && (
        <ChipsField
          label={FILTER_TEXTS.excludeOf(label)}
          isLabelUnseen
          {...{ suggest, shown, isFree }}
          values={asked.exclude}
          onValues={(exclude) => onAsked({ ...asked, exclude })}
          placeholder={FILTER_TEXTS.exclude}
        />
      )}
      {filter.shape === 'words' && filter.readsWithHeadline && asked.include.length > 0 && (
        <CheckField
          label={FILTER_TEXTS.inHeadline}
          isChecked={asked.withHeadline}
          onCheck={(withHeadline) => onAsked({ ...asked, withHeadline })}
        />
      )}
    </div>
  );
}

/** A first and a last day. */
function DatesControl({ field, asked, onAsked, error }: ControlProps) {
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
          value={asked.min}
          onText={(min) => onAsked({ ...asked, min })}
        />
        <TextField
          label={FILTER_TEXTS.lastDay(label)}
          isLabelUnseen
          type="date"
          value={asked.max}
          onText={(max) => onAsked({ ...asked, max })}
        />
      </div>
    </fieldset>
  );
}

/** `51–200`, `10,001+`. */
function rangeLabel(min: number, max: number | null): string {
  return max === null ? `${formatCount(min)}+` : `${formatCount(min)}–${formatCount(max)}`;
}

/** Two ends, and the usual buckets with their counts to take them from. */
function RangeControl(props: ControlProps) {
  const { field, asked, onTake, counts } = props;
  const { label } = field;
  const hasBuckets = field.filter.shape === 'range' && field.filter.labels;
  return (
    <fieldset class="filter">
      <legend class="filter-label">{label}</legend>
      {hasBuckets && (
        <div class="filter-buckets">
          {SIZE_LABELS.map((text) => {
            const { min, max } = sizeRange(text);
            const isTaken = asked.min === String(min) && asked.max === (max === null ? '' : String(max));
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
