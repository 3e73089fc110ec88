// The script of the interactive reference: a file of Cardfile's package or, in a clone, of the development package that
// contains it.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { assert } from '../../ops/assert.ts';

/** The script in the package, where `npm pack` puts it. */
const PACKED = join(import.meta.dirname, 'scalar.js.br');

/** Scalar's placeholder of an empty key field; it looks like a value. */
const KEY_LIKE_PLACEHOLDER = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT';

/** The script as text; null in a clone without development packages. */
export async function scalarScript(): Promise<string | null> {
  return existsSync(PACKED) ? brotliDecompressSync(await readFile(PACKED)).toString() : await installedScalarScript();
}

/**
 * The script from the installed development package, which contains it only inside its own plugin; null if the package
 * is not installed.
 */
export async function installedScalarScript(): Promise<string | null> {
  const module = await import('@scalar/fastify-api-reference').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  });
  if (module === null) return null;
  const app = Fastify();
  try {
    await app.register(module.default, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
    const response = await app.inject('/reference/js/scalar.js');
    assert(response.statusCode === 200, `Scalar's plugin answers ${response.statusCode} for its script`);
    return response.body.replaceAll(KEY_LIKE_PLACEHOLDER, 'Paste your API key');
  } finally {
    await app.close();
  }
}
