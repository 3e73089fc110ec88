// The empty result of a search: how many records would match without each filter, with a button that removes it, or
// that the service has no records of this kind yet.
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Empty } from '../components/states.tsx';
import { formatCount } from '../format.ts';
import { useRemote } from '../remote.ts';
import { isOperator } from '../session.ts';
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
  const overview = useRemote((signal) => request('GET /overview', { query: { days: '1' }, signal }));
  const filled = filledFields(kind, query);
  const useful = diagnosis.flatMap(({ filter, total_results: total }) => {
    const field = filled.find(({ path }) => path === filter);
    return field && total > 0 ? [{ field, total }] : [];
  });
  if (overview.value && !overview.value.edition?.[kind]) return <NoRecords kind={kind} />;
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

function NoRecords({ kind }: { readonly kind: SearchKind }) {
  return (
    <Empty title={EXPLORER_TEXTS.noRecords[kind]} icon="stack">
      {isOperator.value ? <a href="/data/imports">{EXPLORER_TEXTS.importFile}</a> : EXPLORER_TEXTS.operatorImports}
    </Empty>
  );
}
