// Serves the documentation site at /docs/: the files that `npm run build` writes to site/dist, by exact name.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The output of `npm run build`. */
const BUILT_SITE = join(import.meta.dirname, '../../../site/dist');

/** The page with the interactive reference, which the server itself generates. */
export const INTERACTIVE_PATH = '/docs/api.html';

const START = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yml': 'text/yaml; charset=utf-8',
  '.yaml': 'text/yaml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

/** A file that the package contains only in compressed form is decompressed on request. */
const COMPRESSED = '.br';

/** Allows scripts and styles of the site's own files only. */
const HEADERS = {
  'content-security-policy': [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
    ...["base-uri 'self'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;

interface SiteFile {
  readonly bytes: Buffer;
  readonly tag: string;
}

async function readSiteFile(path: string): Promise<SiteFile> {
  const stored = await readFile(path);
  const bytes = path.endsWith(COMPRESSED) ? brotliDecompressSync(stored) : stored;
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

export interface DocsSiteOptions {
  /** Folder of the built site; by default that of this package. */
  readonly folder?: string;
}

/** The list of pages for programs that read Markdown. Also served at the root, where such programs look for it. */
const LLMS_FILE = 'llms.txt';

/** Serves /docs, /docs/… and /llms.txt. If the site is not built, /docs redirects to the interactive reference. */
export async function docsSite(app: FastifyInstance, { folder = BUILT_SITE }: DocsSiteOptions): Promise<void> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  // Requests are looked up in this list; a path of a request is never joined to a folder.
  const paths = new Map(
    names
      .map((name) => [name.replaceAll(sep, '/').replace(/\.br$/, ''), join(folder, name)] as const)
      .filter(([name]) => extname(name) in TYPES),
  );
  const files = new Map<string, Promise<SiteFile>>();
  const isBuilt = paths.has(START);
  const fileOf = (name: string) => {
    const file = files.get(name) ?? readSiteFile(paths.get(name) ?? '');
    files.set(name, file);
    return file;
  };

  const send = async (reply: FastifyReply, name: string, shownTag: string | undefined) => {
    if (!paths.has(name)) return reply.callNotFound();
    const { bytes, tag } = await fileOf(name);
    reply.headers(HEADERS).header('etag', tag);
    if (shownTag === tag) return reply.code(304).send();
    return reply.type(TYPES[extname(name)] ?? '').send(bytes);
  };

  app.get('/docs', async (_, reply) => {
    if (!isBuilt) return reply.redirect(INTERACTIVE_PATH);
    const { bytes } = await fileOf(START);
    // The links of the start page are relative to /docs/.
    return reply
      .headers(HEADERS)
      .type(TYPES['.html'] ?? '')
      .send(bytes.toString().replace('<head>', '<head><base href="/docs/">'));
  });
  app.get(`/${LLMS_FILE}`, (request, reply) => send(reply, LLMS_FILE, request.headers['if-none-match']));
  app.get('/docs/*', async (request, reply) => {
    const name = (request.params as { '*': string })['*'] || START;
    if (name === START && !isBuilt) return reply.redirect(INTERACTIVE_PATH);
    return send(reply, name, request.headers['if-none-match']);
  });
}
