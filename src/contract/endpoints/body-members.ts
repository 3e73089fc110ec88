// Members that several request bodies share.

import { LIMITS } from '../limits.ts';
import { closed } from '../schemas/schema.ts';
import { Type } from '../schemas/schema-types.ts';

export const personUrl = Type.String({
  minLength: 1,
  maxLength: LIMITS.urlLengthMax,
  description: 'Person profile URL, shape /in/{slug}',
});
export const companyUrl = Type.String({
  minLength: 1,
  maxLength: LIMITS.urlLengthMax,
  description: 'Company profile URL, shape /company/{slug}; any host, with or without scheme, query and trailing slash',
});
export const domain = Type.String({
  minLength: 1,
  maxLength: LIMITS.urlLengthMax,
  description: 'Hostname; a URL is reduced to its hostname',
});
export const maxResults = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: LIMITS.maxResultsMax,
    default: LIMITS.maxResultsDefault,
    description: 'Records per page',
  }),
);
export const paging = {
  max_results: maxResults,
  cursor: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: LIMITS.cursorLengthMax,
      description: 'The cursor of the previous page, unchanged; omit it, or send null, for the first page',
    }),
  ),
  include_total: Type.Optional(Type.Boolean({ default: false, description: 'Adds total_results, exact' })),
};

const titles = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: LIMITS.filterStringMax }), { maxItems: LIMITS.filterEntriesMax, description }),
  );

export const CascadeStep = closed({
  include_title: titles('Words in the title; each value is an alternative'),
  exclude_title: titles('Words that the title must not contain'),
  location: titles('Country codes, continents, sales regions, or WORLD for anywhere'),
  include_headline_search: Type.Optional(Type.Boolean({ description: 'Also searches the headline' })),
});

/** The id of an item of a bulk call, which its result repeats. */
export const itemId = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: LIMITS.itemIdLengthMax,
    description: 'Your name of the item; its result repeats it',
  }),
);
