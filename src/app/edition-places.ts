// Chooses the place of editions from the settings, for a builder and for a serving node.
import { hostname } from 'node:os';
import { BucketPlace } from '../nodes/bucket-place.ts';
import type { PublishedManifest } from '../nodes/edition-manifest.ts';
import type { EditionPlace, ObjectSource } from '../nodes/edition-place.ts';
import { FolderPlace } from '../nodes/folder-place.ts';
import { HttpPlace } from '../nodes/http-place.ts';
import { systemClock } from '../ops/clock.ts';
import { type Config, ConfigError } from './config.ts';
import { publishedFolder } from './data-folder.ts';
import type { PlaceAddress } from './place-address.ts';

/** Throws a ConfigError where the settings of nodes contradict each other. */
export function checkNodeSettings({ database, editions, publish, nodeSecret }: Config): void {
  if (editions !== null && publish !== null)
    throw new ConfigError('CARDFILE_EDITIONS and CARDFILE_PUBLISH are both set: a serving node has nothing to publish');
  if (editions === null && publish === null) return;
  const name = editions === null ? 'CARDFILE_PUBLISH' : 'CARDFILE_EDITIONS';
  if (database === null)
    throw new ConfigError(`${name} needs a database that all servers share; set CARDFILE_DATABASE as well`);
  if (nodeSecret === null && (editions?.kind === 'builder' || publish?.kind === 'own'))
    throw new ConfigError(`${name} over HTTP needs CARDFILE_NODE_SECRET, the same on the builder and on all nodes`);
}

/** Where a builder publishes. */
export function placeToPublish(config: Config, address: PlaceAddress): EditionPlace {
  switch (address.kind) {
    case 'own':
      return new FolderPlace(publishedFolder(config));
    case 'folder':
      return new FolderPlace(address.path);
    case 'bucket':
      return new BucketPlace(address);
    case 'builder':
      throw new ConfigError('a serving node publishes no editions');
  }
}

/** Where a serving node reads the objects of a manifest. */
export function placeToFollow(config: Config, address: PlaceAddress): (manifest: PublishedManifest) => ObjectSource {
  if (address.kind !== 'builder') {
    const place = placeToPublish(config, address);
    return () => place;
  }
  const secret = config.nodeSecret ?? '';
  return ({ builder }) => new HttpPlace({ url: address.url ?? builder, secret, now: systemClock.now });
}

/** Address at which nodes reach this server if it is the builder. */
export function builderAddress({ publish, host }: Config, port: number): string {
  if (publish?.kind === 'own' && publish.url !== null) return publish.url;
  const isAny = host === '0.0.0.0' || host === '::';
  return `http://${isAny ? hostname() : host.includes(':') ? `[${host}]` : host}:${port}`;
}
