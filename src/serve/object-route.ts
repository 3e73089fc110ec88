// GET /internal/editions/NAME on a builder that publishes over HTTP: the objects of the published edition, for serving
// nodes that know the secret.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../app/config.ts';
import { publishedFolder } from '../app/data-folder.ts';
import { FolderObjectStore } from '../nodes/folder-object-store.ts';
import { OBJECTS_PATH } from '../nodes/http-object-source.ts';
import { isNodeToken } from '../nodes/node-token.ts';
import { isObjectName } from '../nodes/object-store.ts';
import { systemClock } from '../ops/clock.ts';

/** Adds the route where the settings say so. */
export function registerObjects(app: FastifyInstance, config: Config): void {
  const { publish, nodeSecret } = config;
  if (publish?.kind !== 'own' || nodeSecret === null) return;
  const objectStore = new FolderObjectStore(publishedFolder(config));
  app.get<{ Params: { readonly name: string } }>(`${OBJECTS_PATH}/:name`, async (request, reply) => {
    const { name } = request.params;
    const given = request.headers.authorization;
    if (!isNodeToken(given, nodeSecret, { name, nowMs: systemClock.now() }))
      return reply.code(401).type('text/plain').send('the node secret is missing or wrong\n');
    const content = isObjectName(name) ? await objectStore.get(name) : null;
    if (content === null) return reply.code(404).type('text/plain').send('there is no such object\n');
    return reply.type('application/octet-stream').send(content);
  });
}
