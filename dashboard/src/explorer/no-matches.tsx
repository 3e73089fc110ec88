// The empty result of a search: how many records would match without each filter, with a button that removes it.
import { Button } from '../components/button.tsx';
import { Empty } from '../components/states.tsx';
import { formatCount } from '../format.ts';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import type { Obstacle } from './free-count.ts';
import { fullLabel, type SearchKind } from './search-fields.ts';
import { filledFields, type SearchQuery, without } from './search-query.ts';

interface NoMatchesProps {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly diagnosis: readonly Obstacle[];
  readonly onQuery: (query: SearchQuery) => void;
}

export function NoMatches({ kind, query, diagnosis, onQuery }: NoMatchesProps) {
  const filled = filledFields(kind, query);
  const useful = diagnosis.flatMap(({ filter, total_results: total }) => {
    const field = filled.find(({ path }) => path === filter);
    return field && total > 0 ? [{ field, total }] : [];
  });
  if (filled.length < 2) return <Empty title={EXPLORER_TEXTS.noMatches}>{EXPLORER_TEXTS.oneFilter}</Empty>;
  if (useful.length === 0) return <Empty title={EXPLORER_TEXTS.noMatches}>{EXPLORER_TEXTS.noneWithout}</Empty>;
  return (
    <Empty title={EXPLORER_TEXTS.noMatches}>
      {EXPLORER_TEXTS.withoutFilter}
      <ul class="obstacles">
        {useful.map(({ field, total }) => (
          <li key={field.path}>
            <span>
              <strong class="number">{formatCount(total)}</strong> {EXPLORER_TEXTS.without(fullLabel(field, kind))}
            </span>
            <Button class="button-small" onClick={() => onQuery(without(query, field.path))}>
              {EXPLORER_TEXTS.removeIt}
            </Button>
          </li>
        ))}
      </ul>
    </Empty>
  );
}
