// Encodes columns of many rows as binary arrays, in which PostgreSQL receives them as parameters of one statement:
//   array   dimensions int32 = 1, has nulls int32, type of elements int32, elements int32, lower bound int32 = 1
//   element length int32, bytes; the length -1 is NULL

/** Types of columns, with their object ids in the server. */
const TYPE_IDS = {
  smallint: 21,
  integer: 23,
  bigint: 20,
  'double precision': 701,
  text: 25,
  bytea: 17,
} as const;

export type ColumnType = keyof typeof TYPE_IDS;

const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;

/** Sizes of the numeric types, in bytes. */
const NUMBER_BYTES = { smallint: 2, integer: 4, bigint: 8, 'double precision': 8 } as const;

/** Encodes the values of a column; null values become NULL. */
export function binaryArray(type: ColumnType, values: readonly unknown[]): Uint8Array {
  const bytes = Buffer.from(new ArrayBuffer(HEAD_BYTES + sizeOf(type, values)));
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  bytes.writeInt32BE(TYPE_IDS[type], 8);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = HEAD_BYTES;
  for (const value of values) at = writeElement(bytes, at, { type, value });
  return bytes;
}

function sizeOf(type: ColumnType, values: readonly unknown[]): number {
  let size = values.length * LENGTH_BYTES;
  for (const value of values) {
    if (value === null) continue;
    if (typeof value === 'string') size += Buffer.byteLength(value);
    else if (typeof value === 'number') size += NUMBER_BYTES[type as keyof typeof NUMBER_BYTES];
    else size += (value as Uint8Array).length;
  }
  return size;
}

interface Element {
  readonly type: ColumnType;
  readonly value: unknown;
}

/** Returns the offset after the element. */
function writeElement(bytes: Buffer, at: number, { type, value }: Element): number {
  const start = at + LENGTH_BYTES;
  const length = value === null ? -1 : typeof value === 'number' ? writeNumber(bytes, start, { type, value }) : null;
  if (length !== null) {
    bytes.writeInt32BE(length, at);
    return start + Math.max(0, length);
  }
  const written = typeof value === 'string' ? bytes.write(value, start) : copy(value as Uint8Array, bytes, start);
  bytes.writeInt32BE(written, at);
  return start + written;
}

function copy(from: Uint8Array, to: Buffer, at: number): number {
  to.set(from, at);
  return from.length;
}

function writeNumber(bytes: Buffer, at: number, { type, value }: { type: ColumnType; value: number }): number {
  if (type === 'smallint') bytes.writeInt16BE(value, at);
  else if (type === 'integer') bytes.writeInt32BE(value, at);
  else if (type === 'bigint') writeBigint(bytes, at, value);
  else bytes.writeDoubleBE(value, at);
  return NUMBER_BYTES[type as keyof typeof NUMBER_BYTES];
}

const HIGH = 2 ** 32;

/** Writes a bigint without allocating a BigInt. */
function writeBigint(bytes: Buffer, at: number, value: number): void {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is not a safe integer`);
  const high = Math.floor(value / HIGH);
  bytes.writeInt32BE(high, at);
  bytes.writeUInt32BE(value - high * HIGH, at + LENGTH_BYTES);
}
