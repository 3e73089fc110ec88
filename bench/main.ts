// npm run bench -- --people N --peers fts5,postgres,duckdb,lucene [--queries Q] [--runs R] [--folder FOLDER]
// Puts mixed queries to the edition and to those engines: the same answers first, then their times side by side. The engines are packages
// of bench/package.json (`npm --prefix bench ci`) and Debian's (`apt-get install liblucene8-java default-jdk-headless`). With `--peers ''`
// it is editions of several sizes that are compared (`--people 1000000,10000000,30000000`), with `--invented 1000000` of copies of a
// million people, which are made in a tenth of the time. Without --peers it is routes.ts that runs: an
// import, and load on a server.
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
