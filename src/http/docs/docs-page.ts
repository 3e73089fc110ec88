// Documentation as a Fastify plugin: /openapi.json, the site at /docs/, and the interactive reference with its two
// scripts. Everything is served by this server; the Content-Security-Policy of the page forbids requests to other
// hosts.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type OpenApiOptions, openApiDocument } from '../openapi/openapi.ts';
import { docsSite, INTERACTIVE_PATH } from './docs-site.ts';
import { scalarScript } from './scalar-script.ts';

// Scalar sets the style of many elements, hence unsafe-inline for styles; its scripts need no exception.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Disables everything in Scalar that contacts another host: fonts, proxy, telemetry, its client, agent and tools. */
const SCALAR_CONFIGURATION = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'direct',
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  modelsSectionLabel: 'Schemas',
  orderSchemaPropertiesBy: 'preserve',
  customCss: 'a[href*="scalar.com"] { display: none; }',
};

const START_SCRIPT = `Scalar.createApiReference('#reference', ${JSON.stringify(SCALAR_CONFIGURATION)});\n`;

/** A script, and its path with a hash of its content, so that browsers can cache it as immutable. */
interface Script {
  readonly text: string;
  readonly version: string;
}

function script(text: string): Script {
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

let scalarOnce: Promise<Script | null> | undefined;

/** Loaded on first use: it is larger than the rest of the server. Null where it is not installed. */
function scalar(): Promise<Script | null> {
  scalarOnce ??= scalarScript().then((text) => (text === null ? null : script(text)));
  return scalarOnce;
}

const NOT_INSTALLED = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Cardfile API reference</title></head>
<body>
<h1>The interactive reference is not installed</h1>
<p>Run <code>npm ci</code> in the folder of Cardfile, then restart the server. The API works without it:
its description is <a href="/openapi.json">/openapi.json</a>.</p>
</body>
</html>
`;

function page(scripts: { scalar: Script; start: Script }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cardfile API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The same reference is at /docs/reference/index.html, and the OpenAPI document is at /openapi.json.</noscript>
<script src="/docs/scalar.js?v=${scripts.scalar.version}"></script>
<script src="/docs/start.js?v=${scripts.start.version}"></script>
</body>
</html>
`;
}

function secured(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
}

function sendScript(reply: FastifyReply, { text }: Script): FastifyReply {
  return secured(reply)
    .type('text/javascript; charset=utf-8')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(text);
}

interface DocsOptions extends OpenApiOptions {
  /** Folder of the built site; by default that of this package. */
  readonly site?: string;
}

/** Serves /openapi.json and everything below /docs without a key. Register without a prefix. */
export async function docsPage(app: FastifyInstance, { site, ...options }: DocsOptions): Promise<void> {
  const openApi = JSON.stringify(openApiDocument(options));
  const start = script(START_SCRIPT);

  app.get('/openapi.json', (_, reply) =>
    secured(reply).type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(openApi),
  );
  await docsSite(app, site === undefined ? {} : { folder: site });
  app.get(INTERACTIVE_PATH, async (_, reply) => {
    const loaded = await scalar();
    return secured(reply)
      .code(loaded === null ? 503 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(loaded === null ? NOT_INSTALLED : page({ scalar: loaded, start }));
  });
  app.get('/docs/scalar.js', async (_, reply) => {
    const loaded = await scalar();
    return loaded === null ? reply.callNotFound() : sendScript(reply, loaded);
  });
  app.get('/docs/start.js', (_, reply) => sendScript(reply, start));
}
