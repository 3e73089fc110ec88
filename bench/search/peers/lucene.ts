// Lucene 8 of Debian (`apt-get install liblucene8-java default-jdk-headless`), driven by lucene/LucenePeer.java over
// standard input.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Peer, PeerPeople, PeerQuery, Timed, TokenGroup } from '../peer.ts';

const JARS = '/usr/share/java';
const SOURCE = fileURLToPath(new URL('../lucene/LucenePeer.java', import.meta.url));
const PARTS = ['core', 'sandbox', 'analyzers-common'];

export async function lucenePeer(folder: string): Promise<Peer> {
  if (!existsSync(JARS)) throw new Error('liblucene8-java is not installed');
  const jars = PARTS.map((part) => {
    const jar = readdirSync(JARS).find((file) => new RegExp(`^lucene-${part}-8[.0-9]*\\.jar$`).test(file));
    if (jar === undefined) throw new Error(`liblucene8-java is not installed: no lucene-${part}-8*.jar`);
    return join(JARS, jar);
  });
  const classes = join(folder, 'lucene-classes');
  execFileSync('javac', ['-nowarn', '-cp', jars.join(':'), '-d', classes, SOURCE]);
  return new LucenePeer(folder, [classes, ...jars].join(':'));
}

class LucenePeer implements Peer {
  readonly name = 'Lucene';
  version = '8';
  private readonly folder: string;
  private readonly classPath: string;
  private process: ChildProcess | null = null;
  private lines: AsyncIterator<string> | null = null;

  constructor(folder: string, classPath: string) {
    this.folder = folder;
    this.classPath = classPath;
  }

  async build(people: PeerPeople): Promise<number> {
    const index = join(this.folder, 'lucene');
    const rows = join(this.folder, 'lucene-rows.txt');
    rmSync(index, { recursive: true, force: true });
    mkdirSync(index);
    const file = createWriteStream(rows, { highWaterMark: 1 << 20 });
    for (const row of people.rows()) {
      const hasRoom = file.write(`${row.employees} ${row.connections} ${people.tokens(row).join(' ')}\n`);
      if (!hasRoom) await once(file, 'drain');
    }
    file.end();
    await once(file, 'finish');
    this.process = spawn('java', ['-Xmx4g', '-Xms2g', '-cp', this.classPath, 'LucenePeer', index, rows], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.lines = createInterface({ input: this.process.stdout! })[Symbol.asyncIterator]();
    const [, version = '8', bytes = '0'] = (await this.line()).split(' ');
    this.version = version;
    rmSync(rows);
    return Number(bytes);
  }

  pages(queries: readonly PeerQuery[]): Promise<Timed<readonly number[]>> {
    return this.ask('pages', queries, (text) => (text === '' ? [] : text.split(',').map(Number)));
  }

  counts(queries: readonly PeerQuery[]): Promise<Timed<number>> {
    return this.ask('counts', queries, Number);
  }

  async close(): Promise<void> {
    this.process?.stdin?.end();
  }

  private async ask<T>(what: string, queries: readonly PeerQuery[], read: (text: string) => T): Promise<Timed<T>> {
    this.process?.stdin?.write(`${what} ${queries.length}\n${queries.map(lineOf).join('\n')}\n`);
    const ms: number[] = [];
    const answers: T[] = [];
    for (let index = 0; index < queries.length; index++) {
      const [nanoseconds = '', answer = ''] = (await this.line()).split(' ');
      ms.push(Number(nanoseconds) / 1e6);
      answers.push(read(answer));
    }
    return { ms, answers };
  }

  private async line(): Promise<string> {
    const next = await this.lines?.next();
    if (!next || next.done) throw new Error('Lucene ended early');
    return next.value;
  }
}

function lineOf({ groups, excluded, employees, minConnections, after }: PeerQuery): string {
  const text = (list: readonly TokenGroup[]) =>
    list.map((group) => group.map((words) => words.map((tokens) => tokens.join(',')).join('&')).join('/')).join(';');
  const min = employees ? Math.max(0, employees.min ?? 0) : '';
  return [after, min, employees?.max ?? '', minConnections ?? '', text(groups), text(excluded)].join('|');
}
