// node bench/search/main.ts [--people N,N,...] [--peers A,B,...] [--queries Q] [--runs R] [--invented N] [--folder DIR]
// Mixed queries on the edition and on other engines: first it compares the answers, then the times. The engines fts5,
// postgres, duckdb, lucene and tantivy are packages of bench/package.json (`npm --prefix bench ci`); Lucene needs
// Maven and Java 21 (JAVA_HOME), Tantivy cargo.
// Without --peers it compares editions of several sizes (`--people 1000000,10000000,30000000`). With `--invented
// 1000000` these consist of copies of a million people, which takes a tenth of the time to generate.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFlags } from '../support/flags.ts';
import { comparePeers } from './compare-peers.ts';
import { compareSizes } from './compare-sizes.ts';

const { invented, peers, ...values } = readFlags({
  people: { type: 'string', default: '1000000' },
  peers: { type: 'string', default: '' },
  queries: { type: 'string', default: '2000' },
  invented: { type: 'string' },
  runs: { type: 'string', default: '5' },
  folder: { type: 'string', default: join(tmpdir(), 'cardfile-search-bench') },
});
const people = values.people.split(',').map(Number);
const rest = { queries: Number(values.queries), runs: Number(values.runs), folder: values.folder };
if (peers === '') await compareSizes({ sizes: people, invented: invented ? Number(invented) : undefined, ...rest });
else await comparePeers({ people: people[0]!, peers: peers.split(','), ...rest });
