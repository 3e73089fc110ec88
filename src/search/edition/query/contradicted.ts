// Removes included values that no document can match, because an excluded value matches wherever they match. Otherwise
// a page would scan all documents without a result.
import type { Work } from '../../../ops/scheduling/work.ts';
import type { WordValue } from '../../../words/words.ts';
import type { Clause, WordsClause } from '../../query.ts';

/** Whether a clause can contradict other clauses. */
export function isExcluding(clause: Clause): clause is WordsClause {
  return clause.kind === 'words' && clause.negated;
}

/** Equivalent clauses, without included values that contradict excluded values. Yields between values. */
export function* withoutContradicted(clauses: readonly Clause[]): Work<readonly Clause[]> {
  const excluding = clauses.filter(isExcluding);
  if (excluding.length === 0) return clauses;
  const left: Clause[] = [];
  for (const clause of clauses) {
    if (clause.kind !== 'words' || clause.negated) left.push(clause);
    else {
      const excluded = excluding
        .filter(({ fields }) => clause.fields.every((field) => fields.includes(field)))
        .flatMap(({ anyOf }) => anyOf);
      const anyOf: WordValue[] = [];
      for (const value of clause.anyOf) {
        if (!excluded.some((other) => isImplied(other, value))) anyOf.push(value);
        yield;
      }
      left.push({ ...clause, anyOf });
    }
  }
  return left;
}

/** True if one value matches wherever another matches. */
function isImplied(value: WordValue, by: WordValue): boolean {
  if (value.exact !== null) return value.exact === by.exact;
  return value.words.every((terms) => by.words.some((own) => own.every((term) => terms.includes(term))));
}
