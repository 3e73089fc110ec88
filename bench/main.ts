// npm run bench -- --people N --peers fts5,postgres,duckdb,lucene,tantivy [--queries Q] [--runs R] [--folder FOLDER]
// Runs mixed queries on the edition and on these engines: first it compares the answers, then the times. The engines
// are packages of bench/package.json (`npm --prefix bench ci`); Lucene needs Maven and Java 21 (JAVA_HOME), Tantivy
// cargo.
// With `--peers ''` it compares editions of several sizes (`--people 1000000,10000000,30000000`). With `--invented
// 1000000` these consist of copies of a million people, which takes a tenth of the time to generate.
// Without --peers it runs routes.ts: an import, and load on a server.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparePeers } from './search/compare-peers.ts';
import { compareSizes } from './search/compare-sizes.ts';

const { values } = parseArgs({
  strict: false,
  options: {
    people: { type: 'string', default: '1000000' },
    peers: { type: 'string' },
    queries: { type: 'string', default: '2000' },
    invented: { type: 'string' },
    runs: { type: 'string', default: '5' },
    folder: { type: 'string', default: join(tmpdir(), 'cardfile-search-bench') },
  },
});
const people = String(values.people).split(',').map(Number);
const rest = { queries: Number(values.queries), runs: Number(values.runs), folder: String(values.folder) };
if (values.peers === undefined) await import('./routes.ts');
else if (values.peers === '')
  await compareSizes({ sizes: people, invented: values.invented ? Number(values.invented) : undefined, ...rest });
else await comparePeers({ people: people[0]!, peers: String(values.peers).split(','), ...rest });
