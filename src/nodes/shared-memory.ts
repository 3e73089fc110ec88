// Packs values in shared memory as bytes for another server: plain objects, arrays and maps of texts, numbers,
// booleans, null, buffers and typed arrays. A buffer that occurs in several positions is sent once.
//
//   u32 magic | u32 bytes of the head | head, JSON: the tree, and the bytes of each buffer | the buffers in sequence
import { EditionError } from '../search/edition/edition-file.ts';

const MAGIC = 0x4d53_4643;
const HEAD_START = 8;

const VIEWS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array, BigUint64Array } as const;
type ViewName = keyof typeof VIEWS;

/**
 * A value of the head. Plain JSON values are stored unchanged; all other values are arrays of a kind and its content.
 */
type Tree =
  | null
  | boolean
  | number
  | string
  | readonly ['object', Readonly<Record<string, Tree>>]
  | readonly ['array', readonly Tree[]]
  | readonly ['map', readonly (readonly [Tree, Tree])[]]
  | readonly ['buffer', index: number]
  | readonly ['view', type: ViewName | 'Buffer', index: number, offset: number, length: number];

/** Throws for a value that cannot be sent. */
export function packShared(value: unknown): Buffer {
  const indexes = new Map<ArrayBufferLike, number>();
  const indexOf = (buffer: ArrayBufferLike): number => {
    const index = indexes.get(buffer) ?? indexes.size;
    indexes.set(buffer, index);
    return index;
  };
  const tree = treeOf(value, indexOf);
  const buffers = [...indexes.keys()];
  const head = Buffer.from(JSON.stringify({ tree, buffers: buffers.map(({ byteLength }) => byteLength) }));
  const start = Buffer.alloc(HEAD_START);
  start.writeUInt32LE(MAGIC, 0);
  start.writeUInt32LE(head.length, 4);
  return Buffer.concat([start, head, ...buffers.map((buffer) => new Uint8Array(buffer))]);
}

/** Restores the value in shared memory. Throws EditionError for other bytes. */
export function unpackShared(bytes: Buffer): unknown {
  if (bytes.length < HEAD_START || bytes.readUInt32LE(0) !== MAGIC)
    throw new EditionError('the layers of the published edition have another format');
  const headEnd = HEAD_START + bytes.readUInt32LE(4);
  const head = JSON.parse(bytes.toString('utf8', HEAD_START, headEnd)) as { tree: Tree; buffers: readonly number[] };
  let end = headEnd;
  const buffers = head.buffers.map((length) => {
    const buffer = new SharedArrayBuffer(length);
    new Uint8Array(buffer).set(bytes.subarray(end, end + length));
    end += length;
    return buffer;
  });
  if (end !== bytes.length) throw new EditionError('the layers of the published edition are incomplete');
  return sharedOf(head.tree, buffers);
}

function treeOf(value: unknown, indexOf: (buffer: ArrayBufferLike) => number): Tree {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return ['array', value.map((entry) => treeOf(entry, indexOf))];
  if (value instanceof Map)
    return ['map', Array.from(value, ([key, entry]) => [treeOf(key, indexOf), treeOf(entry, indexOf)] as const)];
  if (value instanceof SharedArrayBuffer || value instanceof ArrayBuffer) return ['buffer', indexOf(value)];
  if (ArrayBuffer.isView(value)) {
    const type = Buffer.isBuffer(value) ? 'Buffer' : value.constructor.name;
    if (type === 'Buffer' || Object.hasOwn(VIEWS, type))
      return viewTree(type as ViewName, value as Uint8Array, indexOf);
  }
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    return ['object', Object.fromEntries(entries.map(([key, entry]) => [key, treeOf(entry, indexOf)]))];
  }
  throw new Error(`a value of an edition cannot be published: ${Object.prototype.toString.call(value)}`);
}

/** A buffer may be larger than its view, such as a pool of buffers: only the bytes of the view are sent. */
function viewTree(type: ViewName | 'Buffer', view: Uint8Array, indexOf: (buffer: ArrayBufferLike) => number): Tree {
  const { buffer, byteOffset, byteLength, length } = view;
  if (buffer instanceof SharedArrayBuffer) return ['view', type, indexOf(buffer), byteOffset, length];
  return ['view', type, indexOf(buffer.slice(byteOffset, byteOffset + byteLength)), 0, length];
}

function sharedOf(tree: Tree, buffers: readonly SharedArrayBuffer[]): unknown {
  if (!Array.isArray(tree)) return tree;
  const [kind, content] = tree;
  if (kind === 'object')
    return Object.fromEntries(Object.entries(content).map(([key, entry]) => [key, sharedOf(entry as Tree, buffers)]));
  if (kind === 'array') return content.map((entry: Tree) => sharedOf(entry, buffers));
  if (kind === 'map')
    return new Map(content.map(([key, entry]: [Tree, Tree]) => [sharedOf(key, buffers), sharedOf(entry, buffers)]));
  if (kind === 'buffer') return bufferAt(buffers, content);
  const [, type, index, offset, length] = tree;
  if (type === 'Buffer') return Buffer.from(bufferAt(buffers, index), offset, length);
  const View = VIEWS[type as ViewName] as Uint8ArrayConstructor;
  return new View(bufferAt(buffers, index), offset, length);
}

function bufferAt(buffers: readonly SharedArrayBuffer[], index: number): SharedArrayBuffer {
  const buffer = buffers[index];
  if (buffer === undefined) throw new EditionError('the layers of the published edition name memory that is not there');
  return buffer;
}
