// The values of a field with a closed list as checkboxes, each with the number of matching records.
import { useState } from 'preact/hooks';
import { LISTS } from '../../../src/contract/vocabularies/values.ts';
import { IconButton } from '../components/button.tsx';
import { formatCount } from '../format.ts';
import { FILTER_TEXTS } from '../texts/search-texts.ts';
import { excludes, listOf, type SearchField } from './search-fields.ts';
import type { FilterInput } from './search-query.ts';
import { folded, shownValue, type ValueCount } from './suggest-values.ts';

interface FacetValuesProps {
  readonly field: SearchField;
  readonly input: FilterInput;
  readonly counts: readonly ValueCount[];
  /** Toggles the value. */
  readonly onTake: (value: string) => void;
  readonly onInput: (input: FilterInput) => void;
}

const SHOWN_FIRST = 6;
const SHOWN_MAX = 100;

interface Choice {
  readonly value: string;
  readonly count: number | null;
}

/** Chosen values first, then values by count, then the rest of the list. */
function choicesOf(field: SearchField, input: FilterInput, counts: readonly ValueCount[]): readonly Choice[] {
  const list = listOf(field);
  const counted = new Map(counts.map(({ value, count }) => [value, count]));
  const values = new Set([...input.include, ...counted.keys(), ...(list === null ? [] : LISTS[list])]);
  return [...values]
    .filter((value) => !input.exclude.includes(value))
    .map((value) => ({ value, count: counted.get(value) ?? (counts.length > 0 && counts.length < 100 ? 0 : null) }));
}

export function FacetValues({ field, input, counts, onTake, onInput }: FacetValuesProps) {
  const [isWhole, setWhole] = useState(false);
  const [typed, setTyped] = useState('');
  const choices = choicesOf(field, input, counts);
  const wanted = folded(typed.trim());
  const found = choices.filter(({ value }) => ` ${folded(shownValue(field, value))}`.includes(` ${wanted}`));
  const shown = isWhole ? found.slice(0, SHOWN_MAX) : found.slice(0, Math.max(SHOWN_FIRST, input.include.length));
  const largest = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <div class="facet">
      {isWhole && (
        <input
          type="search"
          class="control facet-find"
          aria-label={FILTER_TEXTS.findIn(field.label)}
          placeholder={FILTER_TEXTS.find}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ul class={isWhole ? 'facet-values facet-whole' : 'facet-values'} aria-label={FILTER_TEXTS.valuesOf(field.label)}>
        {shown.map((choice) => (
          <FacetValue key={choice.value} {...{ field, input, choice, largest, onTake, onInput }} />
        ))}
      </ul>
      {choices.length > SHOWN_FIRST && (
        <button type="button" class="facet-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? FILTER_TEXTS.fewer : FILTER_TEXTS.all(formatCount(choices.length))}
          <span class="unseen">{FILTER_TEXTS.moreOf(field.label)}</span>
        </button>
      )}
    </div>
  );
}

interface FacetValueProps extends Omit<FacetValuesProps, 'counts'> {
  readonly choice: Choice;
  readonly largest: number;
}

function FacetValue({ field, input, choice: { value, count }, largest, onTake, onInput }: FacetValueProps) {
  const isIn = input.include.includes(value);
  const label = shownValue(field, value);
  return (
    <li class={count === 0 && !isIn ? 'facet-value facet-none' : 'facet-value'}>
      <label>
        {count !== null && count > 0 && (
          <span class="facet-bar" aria-hidden="true" style={{ width: `${(count / largest) * 100}%` }} />
        )}
        <input type="checkbox" checked={isIn} onChange={() => onTake(value)} />
        <span class="facet-name" title={label}>
          {label}
        </span>
        {count !== null && <span class="facet-count number">{formatCount(count)}</span>}
      </label>
      {excludes(field) && (
        <IconButton
          icon="hide"
          class="facet-not"
          label={FILTER_TEXTS.excludeValue(label)}
          onClick={() =>
            onInput({
              ...input,
              include: input.include.filter((each) => each !== value),
              exclude: [...input.exclude, value],
            })
          }
        />
      )}
    </li>
  );
}
