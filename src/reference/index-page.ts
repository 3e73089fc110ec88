// The front page of the reference.
import { ENDPOINTS, OPERATIONS } from '../contract/endpoints/endpoints.ts';
import { endpointFile } from './endpoint-page.ts';
import { bullets, code, page, table } from './markdown.ts';

const PAGES = [
  '[Records](records.md): the fields of answers.',
  '[Filters](filters.md): the filters of searches, and word matching.',
  '[Values](values.md): the closed lists.',
  '[Paging and order](paging-and-order.md)',
  '[Keys, credits and rate](keys-credits-limits.md)',
  '[Errors](errors.md)',
  '[Limits](limits.md)',
  '[Import form](import-form.md)',
  '[Settings](settings.md): variables of the server and of its commands.',
  '[OpenAPI document](openapi.json): also served at `/openapi.json`, and as an interactive page at `/docs/api.html`.',
];

/** The page in Markdown. */
export function indexPage(): string {
  const rows = OPERATIONS.map((operation) => {
    const { method, path, summary, credits, itemsOf } = ENDPOINTS[operation];
    return [
      `[${summary}](${endpointFile(operation)})`,
      code(`${method} ${path}`),
      itemsOf === null ? String(credits) : `${credits} per item`,
    ];
  });
  return page(
    '# Reference',
    'These pages describe every endpoint. They are generated from the contract by `npm run generate`: change the contract, not the pages.',
    '## Endpoints',
    table(['endpoint', 'path', 'credits'], rows),
    '## More',
    bullets(PAGES),
  );
}
