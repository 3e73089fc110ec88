// The filters of a search as chips, each with a remove button.
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { FILTER_TEXTS } from '../texts/search-texts.ts';
import { fullLabel, type SearchField, type SearchKind } from './search-fields.ts';
import { type FilterInput, filledFields, isRange, NOTHING, type SearchQuery, without } from './search-query.ts';
import { shownValue } from './suggest-values.ts';

interface ActiveFiltersProps {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly onQuery: (query: SearchQuery) => void;
}

interface Chip {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  readonly isExcluded: boolean;
  readonly rest: SearchQuery;
}

function rangeText({ filter }: SearchField, { min, max }: FilterInput): string {
  if (filter.shape === 'per_company') return min;
  if (max === '') return filter.shape === 'dates' ? FILTER_TEXTS.from(min) : FILTER_TEXTS.orMore(min);
  return min === '' ? FILTER_TEXTS.upTo(max) : `${min} – ${max}`;
}

function chipsOf(field: SearchField, kind: SearchKind, query: SearchQuery): Chip[] {
  const input = query[field.path] ?? NOTHING;
  const label = fullLabel(field, kind);
  if (isRange(field)) {
    const rest = without(query, field.path);
    return [{ key: field.path, label, text: rangeText(field, input), isExcluded: false, rest }];
  }
  return (['include', 'exclude'] as const).flatMap((list) =>
    input[list].map((value) => ({
      key: `${field.path} ${list} ${value}`,
      label,
      text: shownValue(field, value).replace(/^\[(.*)\]$/, '“$1”'),
      isExcluded: list === 'exclude',
      rest: { ...query, [field.path]: { ...input, [list]: input[list].filter((each) => each !== value) } },
    })),
  );
}

/** Renders nothing if there are no filters. */
export function ActiveFilters({ kind, query, onQuery }: ActiveFiltersProps) {
  const chips = filledFields(kind, query).flatMap((field) => chipsOf(field, kind, query));
  if (chips.length === 0) return null;
  return (
    <div class="active-filters">
      <ul aria-label={FILTER_TEXTS.active}>
        {chips.map(({ key, label, text, isExcluded, rest }) => (
          <li class={isExcluded ? 'chip chip-not' : 'chip'} key={key}>
            <span class="chip-text">
              <span class="chip-label">{isExcluded ? FILTER_TEXTS.not(label) : label}:</span> {text}
            </span>
            <button
              type="button"
              class="chip-remove"
              aria-label={FILTER_TEXTS.remove(label, text)}
              onClick={() => onQuery(rest)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <Button kind="quiet" class="button-small" onClick={() => onQuery({})}>
        {EXPLORER_TEXTS.clear}
      </Button>
    </div>
  );
}
