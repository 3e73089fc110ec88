// node bench/codec.ts [--people N] [--companies FILE,FILE]
// The codec of record bodies compared with the codecs of node:zlib that take a dictionary, with the same dictionary:
// ratio, and microseconds of processor time per record. Generated people, generated people with long free text, and
// companies of own files.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { openCatalog } from '../src/app/catalogs.ts';
import { readConfig } from '../src/app/config.ts';
import { Codec } from '../src/codec/codec.ts';
import { makeDictionary } from '../src/codec/dictionary.ts';
import { Random } from '../src/generate/random.ts';
import { writeGenerated } from '../src/generate/write-generated.ts';
import { importFiles } from '../src/tasks/import-files.ts';
import { readFlags } from './support/flags.ts';

const values = readFlags({ people: { type: 'string', default: '20000' }, companies: { type: 'string', default: '' } });
const people = Number(values.people);
const SAMPLE = 8000;
const TRIED_MAX = 4000;
const RUNS = 9;
/** The stream codecs are slow, so they process only an eighth of the records, which is sufficient. */
const STREAM_SHARE = 8;
const WORDS_OF_TEXT = 260;
const TEXT_STREAM = 41;

interface Way {
  readonly name: string;
  readonly share: number;
  encode(text: Uint8Array): Uint8Array;
  decode(unit: Uint8Array): Uint8Array;
}

function waysWith(dictionary: Buffer): Way[] {
  const codec = new Codec(dictionary);
  const zstd = { dictionary, params: { [zlib.constants.ZSTD_c_compressionLevel]: 3 } };
  return [
    { name: 'codec', share: 1, encode: (text) => codec.encode(text), decode: (unit) => codec.decode(unit) },
    {
      ...{ name: 'zstd 3', share: STREAM_SHARE, encode: (text) => zlib.zstdCompressSync(text, zstd) },
      decode: (unit) => zlib.zstdDecompressSync(unit, { dictionary }),
    },
    {
      // Its window is 32 KiB.
      ...{ name: 'deflate 6', share: STREAM_SHARE },
      encode: (text) => zlib.deflateRawSync(text, { dictionary: dictionary.subarray(-32_768) }),
      decode: (unit) => zlib.inflateRawSync(unit, { dictionary: dictionary.subarray(-32_768) }),
    },
    {
      ...{ name: 'brotli 4, without dictionary', share: STREAM_SHARE },
      encode: (text) => zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
      decode: (unit) => zlib.brotliDecompressSync(unit),
    },
  ];
}

/** The least processor time of several runs, in microseconds per record: the machine is shared. */
function processorUs(records: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / records);
  }
  return least;
}

function report(what: string, texts: readonly Buffer[], dictionaryKiB: number): string[] {
  const sample = texts.filter((_, index) => index % 2 === 0).slice(0, SAMPLE);
  const tried = texts.filter((_, index) => index % 2 === 1).slice(0, TRIED_MAX);
  const dictionary = Buffer.from(makeDictionary(sample, dictionaryKiB * 1024));
  const mean = Math.round(tried.reduce((sum, text) => sum + text.length, 0) / tried.length);
  return waysWith(dictionary).map(({ name, share, encode, decode }) => {
    const some = tried.slice(0, Math.ceil(tried.length / share));
    const units = some.map((text) => Buffer.from(encode(text)));
    some.forEach((text, index) => {
      if (!Buffer.from(decode(units[index] as Buffer)).equals(text)) throw new Error(`${name} decodes another text`);
    });
    const raw = some.reduce((sum, text) => sum + text.length, 0);
    const ratio = raw / units.reduce((sum, unit) => sum + unit.length, 0);
    const encodeUs = processorUs(some.length, () => some.forEach((text) => void encode(text)));
    const decodeUs = processorUs(some.length, () => units.forEach((unit) => void decode(unit)));
    const kib = name.includes('without') ? '-' : (dictionary.length / 1024).toFixed(0);
    return `| ${[what, mean, kib, name, ratio.toFixed(2), encodeUs.toFixed(1), decodeUs.toFixed(1)].join(' | ')} |`;
  });
}

const folder = mkdtempSync(join(tmpdir(), 'cardfile-codec-'));

/** The record bodies of an import into a separate catalog. */
async function bodiesOf(kind: 'people' | 'companies', name: string, files: readonly string[]): Promise<Buffer[]> {
  const { config } = readConfig({ data: join(folder, name), logLevel: 'error' }, {});
  await importFiles(config, { kind, files: [...files], source: 'bench', index: false });
  const catalog = openCatalog(config);
  const documents = catalog.documents();
  const { bodies } = documents;
  const texts =
    kind === 'people'
      ? Array.from(bodies.people.all, ({ json }) => Buffer.from(json))
      : Array.from(bodies.companies.all, ({ employer, rest }) => Buffer.concat([employer, rest]));
  documents.close();
  catalog.close();
  return texts;
}

/** A text of invented words with the word frequencies of a natural language. */
function freeText(random: Random): string {
  const words = Array.from({ length: random.between(20, WORDS_OF_TEXT) }, () => {
    const rank = Math.floor(Math.exp(random.between(0, 940) / 100));
    return new Array(2 + (rank % 3))
      .fill(0)
      .map((_, index) => SYLLABLES[(rank * 7 + index * 13 + (rank >> index)) % 40])
      .join('');
  });
  return words.join(' ');
}

const SYLLABLES =
  'ba be bi bo da de di do fa fe ga go ha he ka ke la le ma me na ne pa pe ra re sa se ta te va ve wa we xa ya za ze st tr'.split(
    ' ',
  );

try {
  const { people: generated } = await writeGenerated(
    { people, companies: Math.round(people / 25), jobs: 10, seed: 1 },
    join(folder, 'generated'),
  );
  const random = new Random(1);
  const long = join(folder, 'long.jsonl');
  const lines = readFileSync(generated, 'utf8').trimEnd().split('\n');
  const withText = lines.map((line, index) => {
    const person = JSON.parse(line) as { experiences?: { job_description: string | null }[] };
    random.seek(TEXT_STREAM, index);
    for (const experience of person.experiences ?? []) experience.job_description = freeText(random);
    return JSON.stringify({ ...person, about_me: freeText(random) });
  });
  writeFileSync(long, `${withText.join('\n')}\n`);
  console.log(
    `Node ${process.version}, zstd ${process.versions['zstd']}, ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(
    '\n| records | bytes | dictionary KiB | codec | ratio | encode µs | decode µs |\n|---|--:|--:|---|--:|--:|--:|',
  );
  const sets: [string, () => Promise<Buffer[]>, number][] = [
    ['generated people', () => bodiesOf('people', 'people', [generated]), 60],
    ['generated people with long free text', () => bodiesOf('people', 'long', [long]), 60],
  ];
  const files = values.companies.split(',').filter((file) => file !== '');
  if (files.length > 0) sets.push(['real companies', () => bodiesOf('companies', 'companies', files), 16]);
  for (const [what, texts, kib] of sets) for (const row of report(what, await texts(), kib)) console.log(row);
} finally {
  rmSync(folder, { recursive: true });
}
