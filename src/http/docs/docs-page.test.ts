import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/openapi.ts';
import { docsPage } from './docs-page.ts';

const app = Fastify();
beforeAll(async () => {
  await app.register(docsPage, { version: '1.2.3' });
});
afterAll(() => app.close());

/** Addresses of the scripts that the page loads. */
async function scriptAddresses(): Promise<string[]> {
  const { body } = await app.inject('/docs/api.html');
  return [...body.matchAll(/<script src="([^"]+)"/g)].map((match) => match[1] ?? '');
}

describe.each(['/docs/api.html', '/docs/scalar.js', '/docs/start.js', '/openapi.json'])('GET %s', (path) => {
  it('is answered without a key and with security headers', async () => {
    const response = await app.inject(path);
    expect(response.statusCode).toBe(200);
    const policy = String(response.headers['content-security-policy']);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['referrer-policy']).toBe('no-referrer');
  });
});

it('has no inline script and names no other host', async () => {
  const { body, headers } = await app.inject('/docs/api.html');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body.match(/<script(?! src="\/docs\/)/)).toBeNull();
  expect(body).not.toMatch(/https?:\/\//);
});

it('serves its scripts as immutable, with names derived from their content', async () => {
  const addresses = await scriptAddresses();
  expect(addresses).toHaveLength(2);
  for (const address of addresses) {
    expect(address).toMatch(/^\/docs\/(scalar|start)\.js\?v=[0-9a-f]{12}$/);
    const response = await app.inject(address);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

it('serves the large script of the installed package', async () => {
  const { body } = await app.inject('/docs/scalar.js');
  expect(body).toContain('@scalar/api-reference');
  expect(body).toContain('createApiReference');
});

it('has an empty field for the key with a description', async () => {
  const [script, start] = [await app.inject('/docs/scalar.js'), await app.inject('/docs/start.js')];
  expect(script.body).toContain('placeholder:`Paste your API key`,type:`password`');
  expect(script.body).not.toMatch(/placeholder:`[A-Za-z0-9+/=]{30,}`/);
  expect(start.body).not.toMatch(/securitySchemes|cf_live/);
});

it('has a start script that reads the document of this service and disables requests to other hosts', async () => {
  const { body } = await app.inject('/docs/start.js');
  const configuration = /^Scalar\.createApiReference\('#reference', (.*)\);\n$/.exec(body)?.[1];
  expect(JSON.parse(configuration ?? '')).toMatchObject({
    url: '/openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
  });
  expect(configuration).not.toMatch(/https?:\/\/|proxy/i);
});

it('serves the document of this version, on its own origin', async () => {
  const response = await app.inject('/openapi.json');
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json()).toEqual(openApiDocument({ version: '1.2.3' }));
});
