// Included values that no document can meet because an excluded one asks for no more than they do: they are left out of a query before
// anything is looked up, or a page would look at everybody to find nobody.
import type { WordValue } from '../../words/words.ts';
import type { Clause } from '../query.ts';

/** Clauses that hold for the same documents, without included words that excluded ones contradict. */
export function withoutContradicted(clauses: readonly Clause[]): readonly Clause[] {
  const excluding = clauses.filter((clause) => clause.kind === 'words').filter(({ negated }) => negated);
  if (excluding.length === 0) return clauses;
  return clauses.map((clause) => {
    if (clause.kind !== 'words' || clause.negated) return clause;
    const excluded = excluding
      .filter(({ fields }) => clause.fields.every((field) => fields.includes(field)))
      .flatMap(({ anyOf }) => anyOf);
    return { ...clause, anyOf: clause.anyOf.filter((value) => !excluded.some((other) => isImplied(other, value))) };
  });
}

/** Whether a value is met wherever another is. */
function isImplied(value: WordValue, by: WordValue): boolean {
  if (value.exact !== null) return value.exact === by.exact;
  return value.words.every((terms) => by.words.some((own) => own.every((term) => terms.includes(term))));
}
