// Included values that no document can meet because an excluded one asks for no more than they do: they are left out of a query before
// anything is looked up, or a page would look at everybody to find nobody.
import type { Work } from '../../ops/work.ts';
import type { WordValue } from '../../words/words.ts';
import type { Clause } from '../query.ts';

/** Clauses that hold for the same documents, without included words that excluded ones contradict. Yields between values. */
export function* withoutContradicted(clauses: readonly Clause[]): Work<readonly Clause[]> {
  const excluding = clauses.filter((clause) => clause.kind === 'words').filter(({ negated }) => negated);
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

/** Whether a value is met wherever another is. */
function isImplied(value: WordValue, by: WordValue): boolean {
  if (value.exact !== null) return value.exact === by.exact;
  return value.words.every((terms) => by.words.some((own) => own.every((term) => terms.includes(term))));
}
