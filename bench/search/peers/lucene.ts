// The current Lucene, from Maven Central, on Java 21 or newer (JAVA_HOME, else the `java` of the path): the program
// lucene/LucenePeer.java.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Peer } from '../peer.ts';
import { ProcessPeer } from '../process-peer.ts';

const VERSION = '10.6.0';
const PARTS = ['lucene-core', 'lucene-analysis-common'];
const JAVA_MIN = 21;
const SOURCE = fileURLToPath(new URL('../lucene/LucenePeer.java', import.meta.url));
/** Vector instructions, as Lucene recommends. */
const MODULES = ['--add-modules', 'jdk.incubator.vector'];

export async function lucenePeer(folder: string): Promise<Peer> {
  const home = process.env['JAVA_HOME'];
  const tool = (name: string) => (home === undefined ? name : join(home, 'bin', name));
  const version = Number(/(\d+)/.exec(execFileSync(tool('javac'), ['-version'], { encoding: 'utf8' }))?.[1]);
  if (version < JAVA_MIN) throw new Error(`Java ${version} is too old for Lucene ${VERSION}: set JAVA_HOME`);
  const jars = PARTS.map((part) => jarOf(part, folder));
  const classes = join(folder, `lucene-classes-${VERSION}`);
  execFileSync(tool('javac'), ['-nowarn', '-cp', jars.join(':'), '-d', classes, SOURCE]);
  const args = [...MODULES, '-Xmx4g', '-Xms2g', '-cp', [classes, ...jars].join(':'), 'LucenePeer'];
  return new ProcessPeer({ name: 'Lucene', command: tool('java'), args }, folder);
}

function jarOf(part: string, folder: string): string {
  const file = join(folder, `${part}-${VERSION}.jar`);
  const artifact = `org.apache.lucene:${part}:${VERSION}`;
  const copy = ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`];
  if (!existsSync(file)) execFileSync('mvn', copy, { stdio: ['ignore', 'ignore', 'inherit'] });
  return file;
}
