// Malicious or damaged files. Each is small on disk, but nests, repeats, declares more than it has, or never ends. All
// are generated.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';

export interface HostileFile {
  /** Matches the error message. */
  readonly name: string;
  readonly bytes: () => Buffer;
}

const KIB = 1024;
const MIB = 1024 * KIB;

const text = (name: string, make: () => string): HostileFile => ({ name, bytes: () => Buffer.from(make()) });
const people = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `{"full_name":"Jane Doe ${index}","emails":["jane${index}@acme.example"]}\n`,
  ).join('');
const table = (rows: string) => `full_name,company_name\nJane Doe,Acme\n${rows}`;

const TABLES = [
  text('a quote that never closes before lines of pairs.csv', () => table(`"open,x\n${'""\n'.repeat(150_000)}`)),
  text('a quote that never closes before lines that close and open.csv', () =>
    table(`"open,x\n${'x","y\n'.repeat(50_000)}`),
  ),
  text('a quote that never closes before empty lines.csv', () => table(`"open,x\n${'\n'.repeat(MIB)}`)),
  text('every line opens a quote.csv', () => table('a,"b\n'.repeat(50_000))),
  text('quotes only.csv', () => '"'.repeat(256 * KIB)),
  text('line breaks only.csv', () => '\n'.repeat(4 * MIB)),
  text('delimiters only.csv', () => ','.repeat(3 * MIB)),
  text('rows of one character.csv', () => table('a\n'.repeat(80_000))),
  text('100,000 columns.csv', () => `${'full_name,'.repeat(100_000)}\n${'Jane Doe,'.repeat(100_000)}\n`),
  text('10,000 different columns.csv', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `column ${index}`);
    return `full_name,${names.join(',')}\nJane Doe,${names.join(',')}\n`;
  }),
  text('one gigantic cell.csv', () => table(`"${'x'.repeat(24 * MIB)}",Acme\nJoe Bloggs,Bolt\n`)),
  text('cells of 3 MiB.csv', () => table(`${'a '.repeat(1.5 * MIB)},${'b.'.repeat(1.5 * MIB)}\n`)),
  text('one endless line.csv', () => 'x'.repeat(24 * MIB)),
  text('an endless header.csv', () => `full_name,${'y'.repeat(3 * MIB)}\nJane Doe,x\n`),
  text('NULs.csv', () => table('Jo\0hn,Acme\n'.repeat(20_000))),
  { name: 'invalid UTF-8.csv', bytes: () => Buffer.from(table('J\xffne \xc3,Acme\n'.repeat(5000)), 'latin1') },
  { name: 'NULs only.csv', bytes: () => Buffer.alloc(4 * MIB) },
  { name: 'noise.csv', bytes: () => noise(2 * MIB) },
  text(
    'headers that every object inherits.csv',
    () => 'full_name,constructor,__proto__,toString,hasOwnProperty\nJane Doe,a,b,c,d\n',
  ),
] as const;

const JSONS = [
  text('8,000 different keys in rows of one.jsonl', () =>
    Array.from({ length: 8000 }, (_, index) => `{"full_name":"Jane Doe","key_${index}":1}\n`).join(''),
  ),
  text('rows of 5,000 different keys.jsonl', () =>
    Array.from({ length: 40 }, (_, row) => {
      const keys = Array.from({ length: 5000 }, (_each, key) => `"k${row}_${key}":1`);
      return `{"full_name":"Jane Doe",${keys.join(',')}}\n`;
    }).join(''),
  ),
  text('one row of 200,000 keys.jsonl', () => {
    const keys = Array.from({ length: 200_000 }, (_, key) => `"key${key}":1`);
    return `{"full_name":"Jane Doe",${keys.join(',')}}\n${people(10)}`;
  }),
  text('a list of objects that each have another key.jsonl', () => {
    const entries = Array.from({ length: 60_000 }, (_, key) => `{"k${key}":"v"}`);
    return `{"full_name":"Jane Doe","contact":[${entries.join(',')}]}\n${people(10)}`;
  }),
  text('lists of positions without end, and of wrong kinds.jsonl', () => {
    const entry = '{"title":{"name":["CFO"]},"company":{"name":"Acme","x":{"x":{"x":{}}}},"end_date":{"year":[2020]}}';
    const wrong = '[[],{},{"title":[[]]},{"company":{"name":{"name":{}}}},{"end_date":{"year":{}}},null,1,"x"]';
    return `{"full_name":"Jane Doe","experience":[${`${entry},`.repeat(30_000)}${entry}]}
{"full_name":"Joe Doe","experience":${wrong},"emails":${wrong},"phones":[{"number":{}}]}
${people(10)}`;
  }),
  text('lists of positions with thousands of names.jsonl', () => {
    const lists = Array.from({ length: 1500 }, (_, index) => `"${' '.repeat(index)}positions":[{"title":"x"}]`);
    const keys = Array.from({ length: 500 }, (_, index) => `"title${' '.repeat(index)}":"x"`);
    return `{"full_name":"Jane Doe",${lists.join(',')},"experience":[{${keys.join(',')}}]}\n${people(10)}`;
  }),
  text('objects that branch at each level.jsonl', () => {
    const branch = (depth: number): string =>
      depth === 0 ? '1' : `{${[1, 2, 3, 4, 5, 6].map((key) => `"k${depth}_${key}":${branch(depth - 1)}`).join(',')}}`;
    return `{"full_name":"Jane Doe","contact":${branch(6)}}\n`.repeat(10);
  }),
  text(
    '1,000,000 levels.jsonl',
    () => `{"full_name":"Jane Doe","x":${'['.repeat(1e6)}${']'.repeat(1e6)}}\n${people(3)}`,
  ),
  text(
    '100,000 levels in the head.jsonl',
    () => `{"full_name":"Jane Doe","x":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n${people(3)}`,
  ),
  text('a key of 3 MiB.jsonl', () => `{"full_name":"Jane Doe","${'k'.repeat(3 * MIB)}":1}\n${people(3)}`),
  text(
    'keys that every object inherits.jsonl',
    () =>
      '{"full_name":"Jane Doe","constructor":1,"__proto__":{"polluted":true},"toString":[1],"hasOwnProperty":null}\n{"full_name":"Joe","x":1}\n',
  ),
  text('the same key twice.jsonl', () => '{"full_name":"Jane Doe","full_name":"Joe Bloggs"}\n'.repeat(1000)),
  text('blanks in a rejected row.jsonl', () => `{"about":"x",${' '.repeat(3 * MIB)}"a":1}\n${people(3)}`),
  text('a reason that never ends.jsonl', () => `{"about":"${'"reject_reason": "\\\\'.repeat(100_000)}"}\n${people(3)}`),
  text('an array that never closes.json', () => `[${people(2000).replaceAll('\n', ',')}`),
  text('an array of arrays.json', () => `[${'['.repeat(256 * KIB)}`),
  text('an empty array.json', () => `[${','.repeat(MIB)}{"full_name":"Jane Doe"}]`),
  text('a string that never closes.json', () => `[{"full_name":"${'x'.repeat(20 * MIB)}`),
  text('an object that never closes.jsonl', () => `{"full_name":"Jane Doe","x":[${'1,'.repeat(3 * MIB)}`),
];

const line = Buffer.from('{"full_name":"Jane Doe"}\n');

const PACKED = [
  { name: 'gzip of endless blanks.jsonl.gz', bytes: () => gzipSync(Buffer.alloc(200 * MIB, ' ')) },
  { name: 'gzip of endless line breaks.csv.gz', bytes: () => gzipSync(Buffer.alloc(15 * MIB, '\n')) },
  { name: 'zstd of endless blanks.jsonl.zst', bytes: () => zstdCompressSync(Buffer.alloc(200 * MIB, ' ')) },
  { name: 'truncated gzip.jsonl.gz', bytes: () => cut(gzipSync(Buffer.from(people(4000)))) },
  { name: 'truncated zstd.jsonl.zst', bytes: () => cut(zstdCompressSync(Buffer.from(people(4000)))) },
  { name: 'gzip that claims 4 GB.jsonl.gz', bytes: () => withTrailer(gzipSync(Buffer.from(people(10)))) },
  { name: 'zstd that claims 10 GB.jsonl.zst', bytes: () => zstdClaiming(10n * 1024n ** 3n) },
  {
    name: '8,000 empty frames of zstd.jsonl.zst',
    bytes: () =>
      Buffer.concat([...Array<Buffer>(8000).fill(zstdCompressSync(Buffer.alloc(0))), zstdCompressSync(line)]),
  },
  {
    name: '20,000 members of gzip.jsonl.gz',
    bytes: () => Buffer.concat([...Array<Buffer>(20_000).fill(gzipSync(Buffer.alloc(0))), gzipSync(line)]),
  },
  { name: 'gzip within gzip.jsonl.gz', bytes: () => gzipSync(gzipSync(line)) },
  { name: 'only the first bytes of gzip.csv', bytes: () => Buffer.from([0x1f, 0x8b]) },
];

export const HOSTILE_FILES: readonly HostileFile[] = [...TABLES, ...JSONS, ...PACKED];

/** Writes it into the folder and returns its path. */
export function writeHostile(folder: string, { name, bytes }: HostileFile): string {
  const path = join(folder, name);
  writeFileSync(path, bytes());
  return path;
}

const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

function withTrailer(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(0xffffffff, bytes.length - 4);
  return bytes;
}

/** A frame with one raw block of a line, whose header declares another size. */
function zstdClaiming(size: bigint): Buffer {
  const header = Buffer.alloc(14);
  header.writeUInt32LE(0xfd2fb528, 0);
  // A content size of 8 bytes, after a window of 8 MiB.
  header[4] = 0b1100_0000;
  header[5] = 0b0110_1000;
  header.writeBigUInt64LE(size, 6);
  const block = Buffer.alloc(3);
  block.writeUIntLE((line.length << 3) | 1, 0, 3);
  return Buffer.concat([header, block, line]);
}

/** Pseudo-random bytes, the same each time. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 0x2545f491;
  for (let at = 0; at < length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state & 0xff;
  }
  return bytes;
}
