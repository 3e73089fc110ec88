// The form in which the change log stores ids: in ascending order, each as the difference from the previous id, as
// varints.
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../ops/varint.ts';
import type { EmployerChange } from './changes-port.ts';

/** `ids` may be in any order, without repetition. */
export function encodeIds(ids: Iterable<number>): Buffer {
  const ascending = Float64Array.from(ids).sort();
  const bytes = Buffer.allocUnsafe(ascending.length * VARINT_BYTES_MAX);
  let end = 0;
  let last = 0;
  for (const id of ascending) {
    end = writeVarint(bytes, end, id - last);
    last = id;
  }
  return bytes.subarray(0, end);
}

export function* decodeIds(bytes: Uint8Array): Generator<number> {
  const reader = new VarintReader(bytes);
  for (let id = 0; reader.offset < bytes.length; ) {
    id += reader.next();
    yield id;
  }
}

/** Each change as three numbers; 0 for no company. */
export function encodeEmployers(changes: Iterable<EmployerChange>): Buffer {
  const ascending = [...changes].sort((a, b) => a.employerId - b.employerId);
  const bytes = Buffer.allocUnsafe(ascending.length * 3 * VARINT_BYTES_MAX);
  let end = 0;
  let last = 0;
  for (const { employerId, from, to } of ascending) {
    end = writeVarint(bytes, end, employerId - last);
    end = writeVarint(bytes, end, from ?? 0);
    end = writeVarint(bytes, end, to ?? 0);
    last = employerId;
  }
  return bytes.subarray(0, end);
}

export function* decodeEmployers(bytes: Uint8Array): Generator<EmployerChange> {
  const reader = new VarintReader(bytes);
  for (let employerId = 0; reader.offset < bytes.length; ) {
    employerId += reader.next();
    yield { employerId, from: reader.next() || null, to: reader.next() || null };
  }
}
