// Chooses the object store of editions from the settings, for a builder and for a serving node.
import { hostname } from 'node:os';
import { BucketObjectStore } from '../nodes/bucket-object-store.ts';
import type { PublishedManifest } from '../nodes/edition-manifest.ts';
import { FolderObjectStore } from '../nodes/folder-object-store.ts';
import { HttpObjectSource } from '../nodes/http-object-source.ts';
import type { ObjectSource, ObjectStore } from '../nodes/object-store.ts';
import { systemClock } from '../ops/clock.ts';
import { type Config, ConfigError } from './config.ts';
import { publishedFolder } from './data-folder.ts';
import type { ObjectStoreAddress } from './object-store-address.ts';
import { listenerUrl } from './serving-address.ts';

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
export function objectStoreOf(config: Config, address: ObjectStoreAddress): ObjectStore {
  switch (address.kind) {
    case 'own':
      return new FolderObjectStore(publishedFolder(config));
    case 'folder':
      return new FolderObjectStore(address.path);
    case 'bucket':
      return new BucketObjectStore(address);
    case 'builder':
      throw new ConfigError('a serving node publishes no editions');
  }
}

/** Where a serving node reads the objects of a manifest. */
export function objectSourceOf(
  config: Config,
  address: ObjectStoreAddress,
): (manifest: PublishedManifest) => ObjectSource {
  if (address.kind !== 'builder') {
    const objectStore = objectStoreOf(config, address);
    return () => objectStore;
  }
  const secret = config.nodeSecret ?? '';
  return ({ builder }) => new HttpObjectSource({ url: address.url ?? builder, secret, now: systemClock.now });
}

/** Address at which nodes reach this server if it is the builder. */
export function builderAddress({ publish, host }: Config, port: number): string {
  if (publish?.kind === 'own' && publish.url !== null) return publish.url;
  return listenerUrl({ host, port }, hostname());
}
