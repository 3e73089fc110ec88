// The members `facets` of request bodies and answers.

import { FACETS, type FacetedOperation } from '../facets.ts';
import { LIMITS } from '../limits.ts';
import { FacetValue } from '../schemas/records.ts';
import { closed } from '../schemas/schema.ts';
import { Type } from '../schemas/schema-types.ts';

const namesOf = (operation: FacetedOperation) => FACETS[operation].map(({ name }) => name);

/** The member `facets` of a request body. */
export function facetsMember(operation: FacetedOperation) {
  const names = namesOf(operation);
  const description = 'Fields whose values are counted among all matching records';
  return Type.Optional(
    Type.Array(Type.Unsafe<string>({ type: 'string', enum: names }), { maxItems: names.length, description }),
  );
}

/** The member `facets` of an answer. */
export function facetsAnswered(operation: FacetedOperation) {
  const rows = Type.Optional(Type.Array(FacetValue, { maxItems: LIMITS.facetValuesMax }));
  return Type.Optional(
    closed(Object.fromEntries(namesOf(operation).map((name) => [name, rows])), {
      description: `Per field its values by count descending, then value; at most ${LIMITS.facetValuesMax} per field; with facets`,
    }),
  );
}
