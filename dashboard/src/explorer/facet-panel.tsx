// Counts of the matches by the values of one field, as bars that narrow the search.
import { Select } from '../components/field.tsx';
import { Card } from '../components/page.tsx';
import { formatCount } from '../format.ts';
import { keptSignal } from '../kept.ts';
import { isFacet, SCOPE_TITLES, SEARCH_FIELDS, type SearchField, type SearchKind } from './search-fields.ts';
import { shownValue, type ValueCount } from './suggest-values.ts';

interface FacetPanelProps {
  readonly kind: SearchKind;
  readonly facets: Readonly<Record<string, readonly ValueCount[]>>;
  readonly total: number;
  /** The values of a field that are filtered already. */
  readonly taken: (field: SearchField) => readonly string[];
  readonly onTake: (field: SearchField, value: string) => void;
}

const SHOWN_MAX = 8;

export function FacetPanel({ kind, facets, total, taken, onTake }: FacetPanelProps) {
  const fields = SEARCH_FIELDS[kind].filter(isFacet);
  const chosen = keptSignal(`explorer.facet.${kind}`, '');
  // A filtered field has few values left, so another one is shown first.
  const first = fields.find((each) => (facets[each.path] ?? []).length > 1 && taken(each).length === 0) ?? fields[0];
  const field = fields.find(({ path }) => path === chosen.value) ?? first;
  if (!field) return null;
  const values = facets[field.path] ?? [];
  const isAsked = taken(field);
  const largest = Math.max(1, ...values.map(({ count }) => count));
  return (
    <Card class="facets">
      <Select
        label="Breakdown by"
        value={field.path}
        options={fields.map((each) => ({ value: each.path, label: `${SCOPE_TITLES[each.scope]}: ${each.label}` }))}
        onSelect={(path) => {
          chosen.value = path;
        }}
      />
      {values.length === 0 ? (
        <p class="muted">No match has a value in this field.</p>
      ) : (
        <ul class="facet-values" aria-label={`${field.label} of ${formatCount(total)} matches`}>
          {values.slice(0, SHOWN_MAX).map(({ value, count }) => (
            <li key={value}>
              <button
                type="button"
                class="facet-value"
                aria-pressed={isAsked.includes(value)}
                onClick={() => onTake(field, value)}
              >
                <span class="facet-name">{shownValue(field, value)}</span>
                <span class="number muted">{formatCount(count)}</span>
                <span class="bar-track" aria-hidden="true">
                  <span class="bar-fill" style={{ width: `${(count / largest) * 100}%` }} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {values.length > SHOWN_MAX && (
        <p class="muted facet-rest">
          and {formatCount(values.length - SHOWN_MAX)} more: type in the field to find them with their counts
        </p>
      )}
    </Card>
  );
}
