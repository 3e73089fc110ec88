// POST /v2/search/people/count
import type { Handler } from '../context.ts';
import { filteredCount } from '../filtered-search.ts';

/** The number of people that a search with the same filters finds. */
export const peopleCount: Handler<'people-count'> = (body, context) => filteredCount('people-search', body, context);
