// The dashboard's static files: the app's page for every path without a route, assets by their exact names, and
// instructions if the app is not built.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDecodable } from '../ops/decodable.ts';

const PAGE = 'index.html';
/** File names in this folder contain a content hash. */
const ASSETS = '/assets/';

/** Allows scripts and styles from the app's own files only, no other host, and no embedding in frames. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // Sends no referrer to other sites. The page's own requests send their origin, which is checked.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-cache',
} as const;

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Cardfile</title></head>
<body>
<h1>The dashboard is not built</h1>
<p>Run <code>npm run build</code> in the folder of Cardfile, then restart the server. The API works without it: see <a href="/docs/api.html">its reference</a>.</p>
</body>
</html>
`;

export interface Pages {
  register(app: FastifyInstance): void;
  /** The app's page for a navigation to a path of the app; null for any other request. */
  answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply | null;
}

/** The pages of the app that was built into `folder`, read once. `onPage` is called for each opened page. */
export function pagesOf(folder: string, onPage: () => void): Pages {
  const isBuilt = existsSync(join(folder, PAGE));
  const page = isBuilt ? readFileSync(join(folder, PAGE), 'utf8') : NOT_BUILT;
  const sendPage = (reply: FastifyReply) => {
    onPage();
    return reply
      .code(isBuilt ? 200 : 503)
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(page);
  };
  return {
    register: (app) => {
      app.get('/', (_request, reply) => sendPage(reply));
      if (isBuilt) registerFiles(app, folder);
    },
    answerUnknown: (request, reply) => (isNavigation(request) ? sendPage(reply) : null),
  };
}

/** Each existing file has its own route: no requested path is ever joined to a folder. */
function registerFiles(app: FastifyInstance, root: string): void {
  app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: [PAGE, '**/*.gz', '**/*.br'],
    setHeaders: (reply, path) => {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) reply.header(name, value);
      if (path.slice(root.length).startsWith(ASSETS))
        reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
}

/**
 * Whether the path is a record page. Browsers do not encode all characters of a slug, such as apostrophes and
 * parentheses. The app's router fails on a path that cannot be decoded.
 */
function isRecordPath(path: string): boolean {
  return /^\/(people|companies)\/[\w%.~!$&'()*+,;=:@-]+$/.test(path) && isDecodable(path);
}

/** Whether the request navigates to a path of the app. A missing file is answered as not found. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  const isPage =
    (/^(\/[\w-]+)+\/?$/.test(path) || isRecordPath(path)) &&
    !path.startsWith(ASSETS) &&
    !/^\/(docs|console)(\/|$)/.test(path);
  return (method === 'GET' || method === 'HEAD') && isPage && (headers.accept ?? '').includes('text/html');
}
