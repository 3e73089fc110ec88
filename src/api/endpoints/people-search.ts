// POST /v2/search/people
import type { Handler } from '../context.ts';
import { filteredPage } from '../filtered-search.ts';

/** A page of people by filters on position, person and employer. */
export const peopleSearch: Handler<'people-search'> = (body, context) => filteredPage('people-search', body, context);
