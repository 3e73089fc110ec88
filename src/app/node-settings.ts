// The settings of several servers that share one database.
import type { NodeNumber } from '../accounts/share-limiter.ts';
import { editionsAddress, type ObjectStoreAddress, publishAddress } from './object-store-address.ts';
import type { Setting } from './setting.ts';
import { nodeNumber, PASSWORD_ESCAPES, redisUrl } from './setting-values.ts';

export interface NodeConfig {
  /** Where the editions of this server are published for serving nodes; null: nowhere. */
  readonly publish: ObjectStoreAddress | null;
  /** Where a serving node takes its editions from; null: this server has a catalog and builds its own. */
  readonly editions: ObjectStoreAddress | null;
  /** Known to the builder and to the serving nodes that fetch from it. */
  readonly nodeSecret: string | null;
  /** Which of the servers that share the limits of accounts this one is. */
  readonly node: NodeNumber;
  /** The store in which servers share the limits exactly; null: each admits its share. */
  readonly limiter: string | null;
}

export const NODE_SETTINGS: { readonly [Name in keyof NodeConfig]: Setting<NodeConfig[Name]> } = {
  publish: {
    environment: 'CARDFILE_PUBLISH',
    fallback: null,
    description: 'where editions are published for serving nodes (http: they fetch from this server); default: nowhere',
    secret: true,
    read: publishAddress,
    form:
      'http, or the address at which nodes reach this server such as http://10.0.0.5:8080, a folder such as ' +
      `/mnt/editions, or a bucket such as s3+https://KEY:SECRET@host/bucket?region=eu-west-1${PASSWORD_ESCAPES}`,
  },
  editions: {
    environment: 'CARDFILE_EDITIONS',
    fallback: null,
    description: 'object store to fetch editions from; makes this server a serving node, which builds no edition',
    secret: true,
    read: editionsAddress,
    form:
      'http (from the builder, whose address is in the database), the address of the builder such as ' +
      'http://10.0.0.5:8080, a folder such as /mnt/editions, or a bucket such as ' +
      `s3+https://KEY:SECRET@host/bucket?region=eu-west-1${PASSWORD_ESCAPES}`,
  },
  nodeSecret: {
    environment: 'CARDFILE_NODE_SECRET',
    fallback: null,
    description: 'secret that the builder and the nodes that fetch from it share; at least 16 characters',
    secret: true,
    read: (text) => (text.length >= 16 ? text : undefined),
    form: 'a text of at least 16 characters',
  },
  node: {
    environment: 'CARDFILE_NODE',
    fallback: { number: 1, of: 1 },
    description:
      'number of this server among those with one database; each admits its share of the requests per second',
    read: nodeNumber,
    shown: ({ number, of }) => `${number}/${of}`,
    form: 'NUMBER/SERVERS, such as 2/3 for the second of three; at most 64 servers',
  },
  limiter: {
    environment: 'CARDFILE_LIMITER',
    fallback: null,
    description: 'Valkey or Redis in which servers share rate limits exactly; default: each admits its share',
    secret: true,
    read: redisUrl,
    form: `an address such as redis://127.0.0.1:6379, or rediss:// with TLS${PASSWORD_ESCAPES}`,
  },
};
