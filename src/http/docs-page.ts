// The OpenAPI document and the interactive reference, as a Fastify plugin: /openapi.json, /docs and the two scripts of
// that page. Everything comes from installed packages; the page's Content-Security-Policy forbids requests to other
// hosts.
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { assert } from '../ops/assert.ts';
import { type OpenApiOptions, openApiDocument } from './openapi.ts';

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

/** Everything in Scalar that names an outside host is off: fonts, proxy, telemetry, its client, agent and tools. */
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

/** A script and the part of its address that depends on its content, so that browsers may cache it as immutable. */
interface Script {
  readonly text: string;
  readonly version: string;
}

function script(text: string): Script {
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

/** Scalar's placeholder of an empty key field; it looks like a value. */
const KEY_LIKE_PLACEHOLDER = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT';

/** Scalar's script: its package contains it only inside its own plugin, which is called for it. */
async function scalarScript(): Promise<Script> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  try {
    await app.register(plugin, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
    const response = await app.inject('/reference/js/scalar.js');
    assert(response.statusCode === 200, `Scalar's plugin answers ${response.statusCode} for its script`);
    return script(response.body.replaceAll(KEY_LIKE_PLACEHOLDER, 'Paste your API key'));
  } finally {
    await app.close();
  }
}

let scalarOnce: Promise<Script> | undefined;

/** Loaded on first use: its package takes longer to load than the rest of the server. */
function scalar(): Promise<Script> {
  scalarOnce ??= scalarScript();
  return scalarOnce;
}

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
<noscript>This page needs JavaScript. The same reference is in docs/reference, and the OpenAPI document is at /openapi.json.</noscript>
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

/** Serves /openapi.json, /docs, /docs/scalar.js and /docs/start.js without a key. Register without a prefix. */
export async function docsPage(app: FastifyInstance, options: OpenApiOptions): Promise<void> {
  const openApi = JSON.stringify(openApiDocument(options));
  const start = script(START_SCRIPT);

  app.get('/openapi.json', (_, reply) =>
    secured(reply).type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(openApi),
  );
  app.get('/docs', async (_, reply) =>
    secured(reply)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page({ scalar: await scalar(), start })),
  );
  app.get('/docs/scalar.js', async (_, reply) => sendScript(reply, await scalar()));
  app.get('/docs/start.js', (_, reply) => sendScript(reply, start));
}
