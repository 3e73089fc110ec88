// The form of a search: one control for each field of the table, by its shape. Sending it is one call.
import type { FilterScope } from '../../../src/contract/fields.ts';
import { SIZE_LABELS, sizeRange } from '../../../src/contract/vocabularies.ts';
import type { ApiFailure } from '../api.ts';
import { Button } from '../components/button.tsx';
import { ChipsField } from '../components/chips-field.tsx';
import { CheckField, TextField } from '../components/field.tsx';
import { priceOf } from '../endpoints.ts';
import { formatShort } from '../format.ts';
import { excludes, SCOPE_TITLES, SEARCH_FIELDS, SEARCHES, type SearchField, type SearchKind } from './search-fields.ts';
import { type Asked, countAsked, NOTHING, type SearchQuery } from './search-query.ts';
import { shownValue, suggestValues, type ValueCount } from './suggest-values.ts';

interface FilterFormProps {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly onQuery: (query: SearchQuery) => void;
  readonly onSearch: () => void;
  readonly counts: Readonly<Record<string, readonly ValueCount[]>>;
  readonly failure: ApiFailure | null;
  readonly isBusy: boolean;
}

export function FilterForm({ kind, query, onQuery, onSearch, counts, failure, isBusy }: FilterFormProps) {
  const given = countAsked(kind, query);
  return (
    <form
      class="filters"
      aria-label={`Filters of ${SEARCHES[kind].title.toLowerCase()}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      {SEARCHES[kind].scopes.map((scope) => (
        <ScopeFields key={scope} {...{ scope, kind, query, onQuery, counts, failure }} />
      ))}
      <div class="filters-foot">
        <Button kind="primary" type="submit" icon="search" isBusy={isBusy}>
          Search
        </Button>
        <Button kind="quiet" isDisabled={given === 0} onClick={() => onQuery({})}>
          Clear
        </Button>
        <span class="muted filters-cost">{priceOf(SEARCHES[kind].path)} per page</span>
      </div>
    </form>
  );
}

interface ScopeProps extends Pick<FilterFormProps, 'kind' | 'query' | 'onQuery' | 'counts' | 'failure'> {
  readonly scope: FilterScope;
}

function ScopeFields({ scope, kind, query, onQuery, counts, failure }: ScopeProps) {
  const fields = SEARCH_FIELDS[kind].filter((field) => field.scope === scope);
  return (
    <fieldset class="filters-scope">
      <legend>{SCOPE_TITLES[scope]}</legend>
      {fields.map((field) => (
        <FieldControl
          key={field.path}
          field={field}
          asked={query[field.path] ?? NOTHING}
          onAsked={(asked) => onQuery({ ...query, [field.path]: asked })}
          counts={counts[field.path] ?? []}
          error={errorOf(failure, field.path)}
        />
      ))}
    </fieldset>
  );
}

/** The message of a 422 about a field or one of its values. */
function errorOf(failure: ApiFailure | null, path: string): string | null {
  const isOwn = (place: string) => place === path || place.startsWith(`${path}.`) || place.startsWith(`${path}[`);
  return failure?.details.find((detail) => isOwn(detail.path))?.message ?? null;
}

interface ControlProps {
  readonly field: SearchField;
  readonly asked: Asked;
  readonly onAsked: (asked: Asked) => void;
  readonly counts: readonly ValueCount[];
  readonly error: string | null;
}

function FieldControl({ field, asked, onAsked, counts, error }: ControlProps) {
  const { filter, label } = field;
  if (filter.shape === 'at_least' || filter.shape === 'per_company')
    return (
      <TextField
        {...{ label, error }}
        type="number"
        min={0}
        value={asked.min}
        onText={(min) => onAsked({ ...asked, min })}
      />
    );
  if (filter.shape === 'dates') return <DatesControl {...{ field, asked, onAsked, error }} />;
  if (filter.shape === 'range') return <RangeControl {...{ field, asked, onAsked, counts, error }} />;
  const suggest = suggestValues(field, counts);
  const shown = (value: string) => shownValue(field, value);
  const isFree = filter.shape === 'words' || filter.shape === 'identity';
  return (
    <div class="filter">
      <ChipsField
        {...{ label, error, suggest, shown, isFree }}
        values={asked.include}
        onValues={(include) => onAsked({ ...asked, include })}
        placeholder={filter.shape === 'words' ? 'Any words' : 'Any'}
      />
      {excludes(field) && <ExcludeControl {...{ field, asked, onAsked, suggest, shown, isFree }} />}
      {filter.shape === 'words' && filter.readsWithHeadline && (
        <CheckField
          label="Also in the headline"
          isChecked={asked.withHeadline}
          onCheck={(withHeadline) => onAsked({ ...asked, withHeadline })}
        />
      )}
    </div>
  );
}

interface ExcludeProps extends Pick<ControlProps, 'field' | 'asked' | 'onAsked'> {
  readonly suggest: ReturnType<typeof suggestValues>;
  readonly shown: (value: string) => string;
  readonly isFree: boolean;
}

/** Out of the way until it is wanted. */
function ExcludeControl({ field, asked, onAsked, suggest, shown, isFree }: ExcludeProps) {
  return (
    <details class="filter-more" open={asked.exclude.length > 0}>
      <summary>Exclude{asked.exclude.length > 0 ? ` (${asked.exclude.length})` : ''}</summary>
      <ChipsField
        label={`${field.label}: exclude`}
        isLabelUnseen
        {...{ suggest, shown, isFree }}
        values={asked.exclude}
        onValues={(exclude) => onAsked({ ...asked, exclude })}
        placeholder="None"
      />
    </details>
  );
}

/** A first and a last day. */
function DatesControl({ field, asked, onAsked, error }: Omit<ControlProps, 'counts'>) {
  const { label } = field;
  return (
    <div class="filter filter-range">
      <TextField {...{ label, error }} type="date" value={asked.min} onText={(min) => onAsked({ ...asked, min })} />
      <TextField
        label={`${label}, until`}
        isLabelUnseen
        type="date"
        value={asked.max}
        onText={(max) => onAsked({ ...asked, max })}
      />
    </div>
  );
}

/** Two ends, and the usual buckets to take them from. */
function RangeControl({ field, asked, onAsked, counts, error }: ControlProps) {
  const { label } = field;
  return (
    <div class="filter">
      <div class="filter-range">
        <TextField
          {...{ label, error }}
          type="number"
          min={0}
          placeholder="from"
          value={asked.min}
          onText={(min) => onAsked({ ...asked, min })}
        />
        <TextField
          label={`${label}, at most`}
          isLabelUnseen
          type="number"
          min={0}
          placeholder="to"
          value={asked.max}
          onText={(max) => onAsked({ ...asked, max })}
        />
      </div>
      {field.filter.shape === 'range' && field.filter.labels && <SizeBuckets {...{ label, asked, onAsked, counts }} />}
    </div>
  );
}

/** The buckets of the contract, each with what the last search counted in it. */
function bucketsOf(counts: readonly ValueCount[]) {
  return SIZE_LABELS.map((text) => {
    const { min, max } = sizeRange(text);
    const count = counts.find(({ value }) => value === text)?.count;
    return { text, min: String(min), max: max === null ? '' : String(max), count: count ?? null };
  });
}

function SizeBuckets({
  label,
  asked,
  onAsked,
  counts,
}: Pick<ControlProps, 'asked' | 'onAsked' | 'counts'> & { readonly label: string }) {
  return (
    <fieldset class="filter-buckets" aria-label={`Usual ranges of ${label.toLowerCase()}`}>
      {bucketsOf(counts).map(({ text, min, max, count }) => {
        const isTaken = asked.min === min && asked.max === max;
        return (
          <Button
            key={text}
            kind="quiet"
            class="filter-bucket"
            isPressed={isTaken}
            onClick={() => onAsked(isTaken ? { ...asked, min: '', max: '' } : { ...asked, min, max })}
          >
            {text}
            {count !== null && <span class="muted number">{formatShort(count)}</span>}
          </Button>
        );
      })}
    </fieldset>
  );
}
