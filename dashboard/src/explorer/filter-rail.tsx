// The filters of a search in collapsible groups. Each group shows its number of active filters. This browser stores
// which groups are open. A group with a rejected filter opens, and shows the message.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ApiFailure } from '../api.ts';
import { Icon } from '../components/icon.tsx';
import { FILTER_TEXTS } from '../texts/search-texts.ts';
import { FilterControl } from './filter-control.tsx';
import { type FieldGroup, fieldGroups, type SearchField, type SearchKind } from './search-fields.ts';
import { type FilterInput, filledFields, NOTHING, type SearchQuery, withValue } from './search-query.ts';
import type { ValueCount } from './suggest-values.ts';

interface FilterRailProps {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly onQuery: (query: SearchQuery) => void;
  readonly counts: Readonly<Record<string, readonly ValueCount[]>>;
  readonly failure: ApiFailure | null;
}

const STORED_UNDER = 'cardfile.filters';
const OPEN_FIRST = ['role', 'opening', 'company'];

function storedGroups(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_UNDER) ?? 'null');
    return Array.isArray(stored) ? stored.map(String) : OPEN_FIRST;
  } catch {
    return OPEN_FIRST;
  }
}

const openGroups = signal<readonly string[]>(storedGroups());

function setOpen(key: string, isOpen: boolean): void {
  const others = openGroups.value.filter((each) => each !== key);
  openGroups.value = isOpen ? [...others, key] : others;
  localStorage.setItem(STORED_UNDER, JSON.stringify(openGroups.value));
}

export function FilterRail(props: FilterRailProps) {
  const filled = filledFields(props.kind, props.query);
  return (
    <div class="rail">
      {fieldGroups(props.kind).map((group) => (
        <Group
          key={group.key}
          group={group}
          used={group.fields.filter((field) => filled.includes(field)).length}
          {...props}
        />
      ))}
    </div>
  );
}

interface GroupProps extends FilterRailProps {
  readonly group: FieldGroup;
  readonly used: number;
}

function Group({ group, used, ...rest }: GroupProps) {
  const isOpen = openGroups.value.includes(group.key);
  const { failure } = rest;
  useEffect(() => {
    if (group.fields.some(({ path }) => errorOf(failure, path) !== null)) setOpen(group.key, true);
  }, [failure]);
  return (
    <section class="rail-group" aria-label={FILTER_TEXTS.groupOf(group.title)}>
      <h2>
        <button type="button" class="rail-title" aria-expanded={isOpen} onClick={() => setOpen(group.key, !isOpen)}>
          <Icon name={isOpen ? 'down' : 'right'} />
          {group.title}
          {used > 0 && <span class="rail-used number">{used}</span>}
        </button>
      </h2>
      {isOpen && (
        <div class="rail-fields">
          {group.fields.map((field) => (
            <Filter key={field.path} field={field} {...rest} />
          ))}
        </div>
      )}
    </section>
  );
}

/** The message of a 422 for a field or one of its values. */
function errorOf(failure: ApiFailure | null, path: string): string | null {
  const isOwn = (place: string) => place === path || place.startsWith(`${path}.`) || place.startsWith(`${path}[`);
  return failure?.details.find((detail) => isOwn(detail.path))?.message ?? null;
}

function Filter({ field, query, onQuery, counts, failure }: FilterRailProps & { readonly field: SearchField }) {
  return (
    <FilterControl
      field={field}
      input={query[field.path] ?? NOTHING}
      onInput={(input: FilterInput) => onQuery({ ...query, [field.path]: input })}
      onTake={(value) => onQuery(withValue(field, query, value))}
      counts={counts[field.path] ?? []}
      error={errorOf(failure, field.path)}
    />
  );
}
